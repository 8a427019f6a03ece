"""Before files are brought to a newer version a copy is set aside; whatever happens then, that or the new is there."""

from __future__ import annotations

import json
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from kbdesk.errors import DiskFullError, StoreError
from kbdesk.library import backups
from kbdesk.library.backup_folder import BackupInfo, Reason
from kbdesk.library.backups import Backups
from kbdesk.library.database import Database
from kbdesk.library.library import Library
from kbdesk.library.schema import MIGRATIONS
from kbdesk.library.snapshots import schema_version
from kbdesk.paths import DataFolder
from kbdesk.rag.stores.sqlite_schema import MIGRATIONS as STORE_MIGRATIONS

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and mounts of POSIX")

NEWER = Path(__file__).with_name("migrating.py")
HANDBOOK = ["leave/holidays.txt", "leave/sick.txt", "travel.txt"]
WHOLE = {"documents": HANDBOOK, "hits": HANDBOOK}


@pytest.fixture
def old(filled: Path, folder: DataFolder) -> DataFolder:
    """A data folder of this version, with settings; the library is closed."""
    folder.settings_file.write_text('{"top_k": 20}', encoding="utf-8")
    return folder


def run_newer(folder: DataFolder, *way: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(NEWER), str(folder.root), *way]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=False)


def versions(folder: Path) -> tuple[int, int]:
    return schema_version(folder / "library.sqlite3"), schema_version(folder / "store.sqlite3")


async def open_here(folder: DataFolder) -> dict[str, Any]:
    """Open the folder with the kbdesk of today, and return what is in it."""
    async with await Library.open(folder) as library:
        [base] = await library.knowledge_bases()
        documents = sorted(document.name for document in await library.documents(base.id))
        hits = sorted(hit.document.name for hit in await library.search(["travel holidays sick"], top_k=9))
    return {"documents": documents, "hits": hits}


async def set_aside(folder: DataFolder) -> list[BackupInfo]:
    opened = Backups(folder)
    try:
        return await opened.list()
    finally:
        opened.close()


async def go_back(folder: DataFolder, made: BackupInfo) -> None:
    opened = Backups(folder)
    await opened.restore(made.id)
    opened.close()


TODAY = (len(MIGRATIONS), len(STORE_MIGRATIONS))
LATER = (len(MIGRATIONS) + 1, len(STORE_MIGRATIONS) + 1)


async def test_an_update_sets_library_store_and_settings_aside_and_can_be_taken_back(old: DataFolder) -> None:
    assert json.loads(run_newer(old).stdout) == WHOLE
    assert versions(old.root) == LATER
    [made] = await set_aside(old)
    assert (made.reason, made.document_count, versions(made.path)) == (Reason.BEFORE_UPDATE, 3, TODAY)
    assert (made.path / "settings.json").read_bytes() == old.settings_file.read_bytes()
    assert json.loads(run_newer(old).stdout) == WHOLE
    assert await set_aside(old) == [made]  # once is enough
    with pytest.raises(StoreError, match="newer kbdesk"):
        await open_here(old)
    await go_back(old, made)
    assert await open_here(old) == WHOLE
    assert versions(old.root) == TODAY


async def test_all_files_are_updated_at_once_so_that_one_copy_is_enough(old: DataFolder) -> None:
    """Each further copy would push one away that an older kbdesk can restore."""
    for _ in range(2):
        assert run_newer(old, "open").returncode == 0
        assert versions(old.root) == LATER
        assert [versions(info.path) for info in await set_aside(old)] == [TODAY]


@pytest.mark.parametrize(
    ("file", "left"), [("library", TODAY), ("store", (len(MIGRATIONS) + 1, len(STORE_MIGRATIONS)))]
)
async def test_killed_in_the_middle_a_file_is_the_old_one_and_the_copy_is_there(
    old: DataFolder, file: str, left: tuple[int, int], tmp_path: Path
) -> None:
    assert run_newer(old, file).returncode == -signal.SIGKILL
    assert versions(old.root) == left
    [made] = await set_aside(old)
    assert (made.reason, versions(made.path)) == (Reason.BEFORE_UPDATE, TODAY)
    other = DataFolder(shutil.copytree(old.root, tmp_path / "other"))
    assert json.loads(run_newer(other).stdout) == WHOLE
    assert versions(other.root) == LATER
    assert [info.id for info in await set_aside(other)] == [made.id]  # the only one that an older kbdesk can restore
    await go_back(old, made)
    assert await open_here(old) == WHOLE


def leave_in_log(path: Path, statement: str) -> None:
    """Let a program die that has written something, which then stands in the log only."""
    script = (
        "import os, sqlite3, sys; connection = sqlite3.connect(sys.argv[1], isolation_level=None);"
        "connection.execute(sys.argv[2]); os._exit(0)"
    )
    subprocess.run([sys.executable, "-c", script, path, statement], check=True)


async def test_what_a_program_that_died_left_in_the_log_is_in_the_copy(old: DataFolder) -> None:
    leave_in_log(old.library_db, "UPDATE knowledge_bases SET description = 'written last'")
    assert old.library_db.with_name("library.sqlite3-wal").stat().st_size > 0
    assert run_newer(old, "library").returncode == -signal.SIGKILL
    [made] = await set_aside(old)
    await go_back(old, made)
    async with await Library.open(old) as library:
        assert [base.description for base in await library.knowledge_bases()] == ["written last"]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    disk = tmp_path / "disk"
    disk.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(disk)]
    try:
        subprocess.run(command, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("mounting a small disk is not allowed here")
    yield disk
    subprocess.run(["umount", "--lazy", str(disk)], check=True)


def test_without_room_for_the_copy_nothing_is_changed(old: DataFolder, small_disk: Path) -> None:
    folder = DataFolder(shutil.copytree(old.root, small_disk / "data"))
    before = {path: path.read_bytes() for path in folder.root.glob("*.*") if path.is_file()}
    done = run_newer(folder)
    assert "Your library is to be brought up to date, and there is too little free space for the copy" in done.stderr
    assert "Nothing was changed. Free some space, then start kbdesk again." in done.stderr
    assert {path: path.read_bytes() for path in folder.root.glob("*.*") if path.is_file()} == before
    assert [path for path in folder.backups.glob("*") if path.is_dir()] == []


async def test_a_disk_that_becomes_full_while_the_copy_is_made_leaves_everything_as_it_was(
    old: DataFolder, small_disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where a person's share of a disk is used up, which nobody can see before."""
    folder = DataFolder(shutil.copytree(old.root, small_disk / "data"))
    set_version(folder.library_db, len(MIGRATIONS) - 1)
    before = {path.name: path.read_bytes() for path in folder.root.glob("*.sqlite3")}
    monkeypatch.setattr(backups, "_check_space", lambda *_: None)
    (small_disk / "ballast").write_bytes(bytes(shutil.disk_usage(small_disk).free - 200_000))
    with pytest.raises(DiskFullError, match=r"The disk is full; .* Free some space, then try again"):
        await Library.open(folder)
    assert {path.name: path.read_bytes() for path in folder.root.glob("*.sqlite3")} == before
    assert [path for path in folder.backups.glob("*") if path.is_dir()] == []
    (small_disk / "ballast").unlink()
    set_version(folder.library_db, len(MIGRATIONS))
    assert await open_here(folder) == WHOLE


def set_version(path: Path, version: int) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {version}")


async def test_a_disk_that_becomes_full_in_the_middle_leaves_the_old_file(small_disk: Path) -> None:
    first = ("CREATE TABLE things (name TEXT)", "INSERT INTO things VALUES ('a')")
    large = ("ALTER TABLE things ADD COLUMN data BLOB", "UPDATE things SET data = zeroblob(8000000)")
    for _ in range(2):
        old = Database(small_disk / "x.sqlite3", [first])
        await old.open()
        assert await old.read(lambda c: [tuple(row) for row in c.execute("SELECT * FROM things")]) == [("a",)]
        await old.aclose()
        new = Database(small_disk / "x.sqlite3", [first, large])
        with pytest.raises(DiskFullError, match="nothing was changed"):
            await new.open()
        await new.aclose()
