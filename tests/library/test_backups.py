"""A backup is the library of one moment, made whole or not at all."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import shutil
import sqlite3
import stat
import sys
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from kbdesk.errors import DataFolderError, DiskFullError, InputError, StoreInUseError
from kbdesk.library import backup_folder
from kbdesk.library import backups as module
from kbdesk.library.backup_folder import BackupInfo, Progress, Reason
from kbdesk.library.backups import Backups
from kbdesk.library.library import Library
from kbdesk.library.schema import MIGRATIONS
from kbdesk.library.types import DocumentInfo
from kbdesk.paths import DataFolder

from .conftest import Write

pytestmark = pytest.mark.usefixtures("without_model")


async def fill(folder: DataFolder, *paths: Path) -> None:
    async with await Library.open(folder) as library:
        await library.add((await library.knowledge_bases())[0].id, paths)


async def state(folder: DataFolder) -> tuple[list[DocumentInfo], list[str], list[bytes]]:
    """Return the documents, the names that answer, and the kept copies."""
    async with await Library.open(folder) as library:
        documents = await library.documents((await library.knowledge_bases())[0].id)
        hits = await library.search(["travel holidays sick flights"], top_k=50)
        copies = [document.original.read_bytes() for document in documents if document.original]
    return documents, sorted(hit.document.name for hit in hits), copies


async def test_copies_of_files_take_no_space_twice_and_come_back(
    folder: DataFolder, handbook: Path, backups: Backups
) -> None:
    await fill(folder, handbook)
    before = await state(folder)
    made = await backups.make()
    copies = list(made.path.glob("originals/*/*"))
    assert {path.stat().st_nlink for path in copies} == {2}
    assert made.size_bytes < sum(path.stat().st_size for path in made.path.rglob("*") if path.is_file())
    shutil.rmtree(folder.originals)
    await backups.restore(made.id)
    assert await state(folder) == before


async def test_a_backup_on_another_disk_is_whole_by_itself(
    folder: DataFolder, handbook: Path, backups: Backups, tmp_path: Path
) -> None:
    await fill(folder, handbook)
    before = await state(folder)
    made = await backups.make(to=tmp_path / "stick")
    assert await backups.list() == []
    assert {path.stat().st_nlink for path in made.path.rglob("*") if path.is_file()} == {1}
    shutil.rmtree(folder.root)
    folder.prepare()
    await backups.restore(made.path)
    assert await state(folder) == before


async def test_a_backup_made_during_work_is_of_one_moment(folder: DataFolder, write: Write) -> None:
    files = [write(f"{number}.txt", f"Travel rule {number}.") for number in range(12)]
    async with await Library.open(folder) as library:
        kb_id = (await library.knowledge_bases())[0].id
        work = asyncio.create_task(library.add(kb_id, files))
        made: list[BackupInfo] = []
        while not work.done():
            made.append(await library.backups.make())
        await work
    for info in made[:: max(1, len(made) // 4)]:
        await restored(folder, info)
        async with await Library.open(folder) as library:
            documents = await library.documents(kb_id)
            hits = await library.search(["travel"], top_k=50)
            done = sorted(document.name for document in documents if document.passage_count)
            assert sorted(hit.document.name for hit in hits) == done
            assert not [document for document in documents if "missing" in str(document.message)]


async def restored(folder: DataFolder, info: BackupInfo) -> None:
    backups = Backups(folder)
    await backups.restore(info.id)
    backups.close()


@pytest.mark.skipif(sys.platform == "win32", reason="modes of POSIX")
async def test_a_backup_is_private(folder: DataFolder, handbook: Path, backups: Backups, tmp_path: Path) -> None:
    await fill(folder, handbook)
    for made in (await backups.make(), await backups.make(to=tmp_path / "stick")):
        paths = [made.path, *made.path.rglob("*")]
        modes = {stat.S_IMODE(path.stat().st_mode) for path in paths if path.name != "backup.json"}
        assert modes == {0o600, 0o700}


async def test_how_far_a_backup_is_is_told(folder: DataFolder, handbook: Path, backups: Backups) -> None:
    await fill(folder, handbook)
    told: list[Progress] = []
    await backups.make(on_progress=told.append)
    await asyncio.sleep(0)
    assert told[-1] == Progress(3, 3)


async def test_only_automatic_backups_are_deleted_for_new_ones(
    folder: DataFolder, handbook: Path, backups: Backups
) -> None:
    await fill(folder, handbook / "travel.txt")
    asked = [await backups.make() for _ in range(7)]
    automatic = [await backups.make(Reason.BEFORE_UPDATE) for _ in range(7)]
    left = {info.id for info in await backups.list()}
    assert left == {info.id for info in [*asked, *automatic[2:]]}


async def test_large_automatic_backups_go_earlier_but_the_newest_stays(
    folder: DataFolder, handbook: Path, backups: Backups, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill(folder, handbook / "travel.txt")
    first, second = [await backups.make(Reason.BEFORE_UPDATE) for _ in range(2)]
    monkeypatch.setattr(module, "MOST_AUTOMATIC_BYTES", first.size_bytes * 2)
    third = await backups.make(Reason.BEFORE_UPDATE)
    assert {info.id for info in await backups.list()} == {second.id, third.id}
    monkeypatch.setattr(module, "MOST_AUTOMATIC_BYTES", 1)
    fourth = await backups.make(Reason.BEFORE_UPDATE)
    assert await backups.list() == [fourth]


async def test_on_a_nearly_full_disk_no_backup_is_made_and_that_is_said(
    folder: DataFolder, handbook: Path, backups: Backups, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill(folder, handbook)
    monkeypatch.setattr(module.shutil, "disk_usage", lambda _: SimpleNamespace(free=2_000_000))
    with pytest.raises(DiskFullError, match=r"too little free space for a backup: it takes 26. MB, and 2 MB are free"):
        await backups.make()
    assert await backups.list() == []


async def test_a_disk_that_fills_up_meanwhile_leaves_no_half_backup(
    folder: DataFolder, handbook: Path, backups: Backups, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill(folder, handbook)

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(backup_folder, "place", full)
    with pytest.raises(DiskFullError, match="The disk is full; no backup was made"):
        await backups.make()
    assert [path for path in folder.backups.iterdir() if path.is_dir()] == []


async def test_an_older_library_stays_as_it_is_where_there_is_no_room_for_a_backup(
    folder: DataFolder, backups: Backups, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_old(folder)
    before = folder.library_db.read_bytes()
    monkeypatch.setattr(module.shutil, "disk_usage", lambda _: SimpleNamespace(free=2_000_000))
    with pytest.raises(DiskFullError, match="too little free space for the copy that is set aside"):
        await Library.open(folder)
    assert folder.library_db.read_bytes() == before


def make_old(folder: DataFolder) -> None:
    with closing(sqlite3.connect(folder.library_db)) as connection:
        for statement in MIGRATIONS[0]:
            connection.execute(statement)
        connection.execute("PRAGMA user_version = 1")
        connection.commit()


async def test_a_folder_that_cannot_be_written_is_said(folder: DataFolder, handbook: Path, backups: Backups) -> None:
    await fill(folder, handbook)
    with pytest.raises(DataFolderError, match="could not be written to"):
        await backups.make(to=handbook / "travel.txt")


async def test_a_backup_can_be_deleted_and_one_that_is_not_there_is_said(
    folder: DataFolder, handbook: Path, backups: Backups
) -> None:
    await fill(folder, handbook)
    made = await backups.make()
    await backups.delete(made.id)
    assert await backups.list() == []
    with pytest.raises(InputError, match=r"There is no backup “20"):
        await backups.restore(made.id)
    with pytest.raises(InputError, match=r"There is no backup “\.\./originals”"):
        await backups.delete("../originals")


async def test_a_backup_that_cannot_be_deleted_is_said_and_stands_in_nobodys_way(
    folder: DataFolder, handbook: Path, backups: Backups, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill(folder, handbook / "travel.txt")
    first = await backups.make(Reason.BEFORE_UPDATE)
    first.path.with_name(f"{first.id}.part").write_text("in the way, as a file that is open is on Windows")
    with pytest.raises(DataFolderError, match=f"The backup “{first.id}” could not be deleted"):
        await backups.delete(first.id)
    monkeypatch.setattr(module, "MOST_AUTOMATIC", 1)
    second = await backups.make(Reason.BEFORE_UPDATE)
    assert [info.id for info in await backups.list()] == [second.id, first.id]


async def test_a_damaged_backup_is_found_and_refused(folder: DataFolder, handbook: Path, backups: Backups) -> None:
    await fill(folder, handbook)
    whole, damaged = await backups.make(), await backups.make()
    data = bytearray((damaged.path / "store.sqlite3").read_bytes())
    data[5000] ^= 1
    (damaged.path / "store.sqlite3").write_bytes(data)
    [(name, reason)] = await backups.damaged()
    assert (name, str(reason)) == (damaged.id, f"The backup “{damaged.id}” is damaged.")
    with pytest.raises(InputError, match="is damaged"):
        await backups.restore(damaged.id)
    assert await backups.restore(whole.id) == whole


async def test_a_backup_of_a_newer_program_is_refused(folder: DataFolder, handbook: Path, backups: Backups) -> None:
    await fill(folder, handbook)
    made = await backups.make()
    manifest = made.path / "backup.json"
    manifest.write_text(json.dumps({**json.loads(manifest.read_text()), "schemas": [len(MIGRATIONS) + 1, 1]}))
    with pytest.raises(InputError, match="newer kbdesk"):
        await backups.restore(made.id)


async def test_an_older_library_is_backed_up_before_it_is_changed(folder: DataFolder, backups: Backups) -> None:
    make_old(folder)
    for access in ("read", "write"):
        async with await Library.open(folder, access=access):
            pass
    [made] = await backups.list()
    assert made.reason is Reason.BEFORE_UPDATE
    with closing(sqlite3.connect(made.path / "library.sqlite3")) as copy:
        assert copy.execute("PRAGMA user_version").fetchone() == (1,)


async def test_what_a_dead_program_left_half_done_is_cleared_away(
    folder: DataFolder, handbook: Path, backups: Backups
) -> None:
    await fill(folder, handbook)
    (folder.backups / "20260101T000000Z-on-request.part").mkdir(parents=True)
    assert await backups.list() == []
    made = await backups.make()
    assert [path.name for path in folder.backups.iterdir() if path.is_dir()] == [made.id]


async def test_two_programs_do_not_make_backups_at_once(
    folder: DataFolder, handbook: Path, backups: Backups, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill(folder, handbook)
    monkeypatch.setattr(module, "_PATIENCE_S", 0.0)
    with backups._alone(), pytest.raises(StoreInUseError, match="Another program is making a backup"):
        await backups.make()


async def test_no_key_gets_into_a_backup(folder: DataFolder, handbook: Path) -> None:
    async with await Library.open(folder) as library:
        await library.add((await library.knowledge_bases())[0].id, [handbook])
        await library._parts.secrets.set("openai", "sk-very-secret")
        made = await library.backups.make()
    assert not [path for path in made.path.rglob("*") if path.is_file() and b"sk-very-secret" in path.read_bytes()]
