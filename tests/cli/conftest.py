"""Commands over a data folder with two documents.

They run in this process, from its very beginning: to start one of its own takes ten times as long. `tests/test_cli.py`
has them in processes of their own.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kbdesk.__main__ import main

Run = Callable[..., subprocess.CompletedProcess[str]]
Objects = Callable[..., list[dict[str, Any]]]


@pytest.fixture(autouse=True)
def words_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KBDESK_MODEL_FILE", "/nowhere")


@pytest.fixture
def kbdesk(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*arguments: object, code: int = 0) -> subprocess.CompletedProcess[str]:
        monkeypatch.setattr(sys, "argv", ["kbdesk", *map(str, arguments)])
        capsys.readouterr()
        try:
            ended = main()
        except SystemExit as exc:  # wrong usage
            ended = exc.code
        said = capsys.readouterr()
        assert ended == code, said.err
        return subprocess.CompletedProcess(sys.argv, code, said.out, said.err)

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
