"""Files that are made durable together; that none is left out is tried in tests/end_to_end/test_pack_crash.py, too."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from kbdesk.library.durable import sync_all


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    made = [tmp_path / "a" / "one", tmp_path / "a" / "two", tmp_path / "b" / "three"]
    for path in made:
        path.parent.mkdir(exist_ok=True)
        path.write_text("content", encoding="utf-8")
    return made


@pytest.mark.skipif(sys.platform != "linux", reason="what is synced is told by /proc")
def test_where_the_file_system_cannot_be_asked_each_file_is_and_each_folder(
    tmp_path: Path, files: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: set[str] = set()
    sync: Callable[[int], None] = os.fsync

    def fsync(descriptor: int) -> None:
        synced.add(str(Path(f"/proc/self/fd/{descriptor}").readlink()))
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(sys, "platform", "darwin")
    sync_all(tmp_path, files)
    assert synced == {str(path) for path in (*files, tmp_path, tmp_path / "a", tmp_path / "b")}


def test_all_files_are_taken_at_once(tmp_path: Path, files: list[Path]) -> None:
    sync_all(tmp_path, files)
    assert {path.read_text(encoding="utf-8") for path in files} == {"content"}


@pytest.mark.parametrize("platform", [sys.platform, "darwin"])
def test_a_disk_that_does_not_take_them_is_said(tmp_path: Path, platform: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    with pytest.raises(OSError, match="gone"):
        sync_all(tmp_path / "gone", [tmp_path / "gone" / "one"])
