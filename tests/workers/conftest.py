"""What the tests of worker processes share."""

from __future__ import annotations

import importlib
from collections.abc import AsyncIterator
from pathlib import Path
from types import ModuleType

import psutil
import pytest

from kbdesk.workers.pool import WorkerPool


@pytest.fixture
def tasks(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module worker_tasks, importable by the children too: they get this process's path."""
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    return importlib.import_module("worker_tasks")


@pytest.fixture
def large_pdf(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """What makes PDFs of thousands of pages."""
    monkeypatch.syspath_prepend(str(Path(__file__).parents[1] / "benchmarks"))
    return importlib.import_module("large_pdf")


@pytest.fixture
async def pool() -> AsyncIterator[WorkerPool]:
    """A pool that must leave no child process behind."""
    async with WorkerPool() as pool:
        yield pool
    assert [child.cmdline() for child in psutil.Process().children() if "spawn_main" in " ".join(child.cmdline())] == []
