"""The command line, run as a person or a script runs it, over a data folder with two documents."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]
Objects = Callable[..., list[dict[str, Any]]]


@pytest.fixture(autouse=True)
def words_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KBDESK_MODEL_FILE", "/nowhere")


@pytest.fixture
def kbdesk() -> Run:
    def run(*arguments: object, code: int = 0) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "kbdesk", *map(str, arguments)]
        done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
        assert done.returncode == code, done.stderr
        assert "Traceback" not in done.stderr
        return done

    return run


@pytest.fixture
def objects(kbdesk: Run) -> Objects:
    def run(*arguments: object, code: int = 0) -> list[dict[str, Any]]:
        return [json.loads(line) for line in kbdesk(*arguments, "--json", code=code).stdout.splitlines()]

    return run


@pytest.fixture
def handbook(tmp_path: Path) -> Path:
    folder = tmp_path / "handbook"
    folder.mkdir()
    (folder / "travel.txt").write_text("Flights are booked by the office.")
    (folder / "leave.txt").write_text("Thirty days of holiday a year.")
    return folder


@pytest.fixture
def data(own_data_folder: Path, handbook: Path, kbdesk: Run) -> Path:
    kbdesk("add", handbook)
    return own_data_folder
