from __future__ import annotations

import sqlite3
import subprocess
from pathlib import Path

import pytest

from kbdesk.errors import DiskFullError
from kbdesk.rag.stores.disk import is_full
from kbdesk.rag.stores.sqlite_errors import sqlite_errors


@pytest.fixture
def small_disk(tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    try:
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(disk)], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("mounting a small disk is not allowed here")
    yield disk
    subprocess.run(["umount", "--lazy", str(disk)], check=True)


def failed_write():
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR_WRITE
    return error


def test_a_disk_with_room_is_not_full_and_one_without_is(tmp_path, small_disk):
    assert not is_full(tmp_path)
    (small_disk / "large").write_bytes(bytes(60_000))
    assert is_full(small_disk)
    assert list(small_disk.iterdir()) == [small_disk / "large"]


def test_a_folder_that_is_gone_is_not_full(tmp_path):
    assert not is_full(tmp_path / "gone")


def test_a_failed_write_on_a_full_disk_is_told_as_a_full_disk(small_disk: Path):
    (small_disk / "large").write_bytes(bytes(60_000))
    with pytest.raises(DiskFullError, match="disk is full"), sqlite_errors(small_disk / "store.sqlite3"):
        raise failed_write()
