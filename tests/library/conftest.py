"""A library in a fresh folder, and files to put in it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from kbdesk.library.library import Library
from kbdesk.paths import DataFolder

Write = Callable[[str, str], Path]


@pytest.fixture
def folder(tmp_path: Path) -> DataFolder:
    return DataFolder(tmp_path / "data")


@pytest.fixture
def without_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a computer without the weights: passages are kept and found by their words, which is also much faster."""
    monkeypatch.setenv("KBDESK_MODEL_FILE", "/nowhere/weights.bin")


@pytest.fixture
async def library(folder: DataFolder, without_model: None) -> AsyncIterator[Library]:
    async with await Library.open(folder) as opened:
        yield opened


@pytest.fixture
async def kb_id(library: Library) -> str:
    return (await library.knowledge_bases())[0].id


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a file of a handbook and return its path."""

    def write(name: str, content: str) -> Path:
        path = tmp_path / "handbook" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
        return path

    return write


@pytest.fixture
def handbook(write: Write) -> Path:
    """A folder with three documents."""
    write("travel.txt", "Travel. Flights are booked by the office, in economy, ten days ahead.")
    write("leave/holidays.txt", "Holidays. Every member has thirty days of paid holiday a year.")
    return write("leave/sick.txt", "Sick leave. Call your lead before nine in the morning.").parent.parent
