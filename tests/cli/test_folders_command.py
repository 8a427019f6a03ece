"""Folders that are kept in sync, on the command line."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kbdesk.library import syncing

Run = Callable[..., subprocess.CompletedProcess[str]]
Objects = Callable[..., list[dict[str, Any]]]


@pytest.fixture(autouse=True)
def no_settling(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that nobody writes need not be looked at twice, two seconds apart."""
    monkeypatch.setattr(syncing, "SETTLE_S", 0.0)


@pytest.fixture
def handbook(tmp_path: Path) -> Path:
    folder = tmp_path / "handbook"
    (folder / "leave").mkdir(parents=True)
    (folder / "travel.txt").write_text("Flights are booked by the office.")
    (folder / "leave" / "假期.md").write_text("# 假期\n\n员工每年享有十天带薪年假。", encoding="utf-8")
    return folder


def test_folders_are_kept_in_sync(handbook: Path, kbdesk: Run, objects: Objects) -> None:
    (row,) = objects("folders", "add", handbook)
    assert (row["state"], row["documents"], row["knowledge_base"]) == ("in sync", 2, "Team handbook")
    assert row["new"] == ["leave/假期.md", "travel.txt"]
    (handbook / "travel.txt").unlink()
    assert kbdesk("folders", "sync", handbook, "--plan").stdout == f"{handbook}: removed: travel.txt\n"
    (row,) = objects("folders", "sync")
    assert (row["removed"], row["documents"]) == (["travel.txt"], 1)
    assert [each["path"] for each in objects("folders", "list")] == [str(handbook)]
    kbdesk("folders", "remove", handbook)
    assert objects("folders", "list") == []
    assert "is not kept in sync" in kbdesk("folders", "remove", handbook, code=1).stderr


def test_many_changes_of_a_folder_want_a_yes(handbook: Path, kbdesk: Run) -> None:
    kbdesk("folders", "add", handbook)
    for number in range(21):
        (handbook / f"{number}.txt").write_text(f"Rule {number}.")
    said = kbdesk("folders", "sync", code=3)
    assert "21 new, 0 changed, 0 removed: waits for you." in said.stdout
    assert "--yes" in said.stderr
    assert "In sync." in kbdesk("folders", "sync", "--yes").stdout
