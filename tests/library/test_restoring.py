"""A backup takes the place of the library, whole or not at all, whatever happens meanwhile."""

from __future__ import annotations

import asyncio
import json
import shutil
import signal
import sys
from pathlib import Path

import pytest

from kbdesk.errors import DataFolderError
from kbdesk.library.backup_folder import Reason
from kbdesk.library.backups import Backups
from kbdesk.library.library import Library
from kbdesk.paths import DataFolder

from .conftest import Write
from .test_backups import fill, state

pytestmark = pytest.mark.usefixtures("without_model")


async def test_after_a_restore_everything_is_and_answers_as_before(
    folder: DataFolder, handbook: Path, write: Write
) -> None:
    await fill(folder, handbook)
    before = await state(folder)
    async with await Library.open(folder) as library:
        made = await library.backups.make()
        assert (made.reason, made.document_count, made.left_out) == (Reason.ON_REQUEST, 3, ())
        await library.delete_documents([before[0][0].id])
        write("travel.txt", "Travel. Trains only.")
        kb_id = (await library.knowledge_bases())[0].id
        await library.add(kb_id, [handbook / "travel.txt", write("new.txt", "Flights are forbidden.")])
        await library.backups.restore(made.id)
    now = await state(folder)
    assert now == before
    async with await Library.open(folder) as library:
        aside, first = await library.backups.list()
        assert (aside.reason, aside.document_count, first.id) == (Reason.BEFORE_RESTORE, 3, made.id)


async def test_what_was_there_before_a_restore_can_be_restored_too(
    folder: DataFolder, handbook: Path, backups: Backups, write: Write
) -> None:
    await fill(folder, handbook / "travel.txt")
    made = await backups.make()
    await fill(folder, write("new.txt", "Flights are forbidden."))
    later = await state(folder)
    await backups.restore(made.id)
    assert len((await state(folder))[0]) == 1
    await backups.restore((await backups.list())[0].id)
    assert await state(folder) == later


async def test_what_a_restore_did_is_said_once(folder: DataFolder, handbook: Path, backups: Backups) -> None:
    await fill(folder, handbook)
    made = await backups.make()
    await backups.restore(made.id)
    async with await Library.open(folder) as library:
        said = " ".join(str(notice) for notice in await library.notices())
    assert f"Your library is as it was on {made.made_at.astimezone():%Y-%m-%d %H:%M}." in said
    assert "What was there before is kept as the backup" in said
    async with await Library.open(folder) as library:
        assert "as it was" not in " ".join(str(notice) for notice in await library.notices())


async def test_a_library_that_cannot_be_opened_can_be_restored(
    folder: DataFolder, handbook: Path, backups: Backups
) -> None:
    await fill(folder, handbook)
    before = await state(folder)
    made = await backups.make()
    folder.library_db.write_bytes(b"this is no database any more" * 300)
    folder.store_db.unlink()
    await backups.restore(made.id)
    assert await state(folder) == before
    assert [info.document_count for info in await backups.list()] == [None, 3]


async def test_passages_in_a_milvus_folder_are_left_out_and_come_to_terms_with_a_restore(
    folder: DataFolder, handbook: Path, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("KBDESK_MODEL_FILE")  # such a store cannot search for words
    async with await Library.open(folder) as library:
        base = await library.create_knowledge_base("Elsewhere", store="milvus-lite")
        [leave, sick, travel] = [result.document for result in await library.add(base.id, [handbook])]
        made = await library.backups.make()
        assert made.left_out == ("Elsewhere",)
        await library.trash.delete_for_good(await in_trash(library, leave.id))
        await library.add(base.id, [write("new.txt", "Flights are forbidden.")])
        await library.backups.restore(made.id)
    async with await Library.open(folder) as library:
        report = await library.check()
        assert report.is_whole
        assert [each.id for each in await library.documents(base.id)] == [leave.id, sick.id, travel.id]
        assert all(each.passage_count for each in await library.documents(base.id))
        assert (await library.check()).findings == ()


async def in_trash(library: Library, document_id: str) -> list[str]:
    await library.delete_documents([document_id])
    return [entry.id for entry in await library.trash.entries()]


async def test_a_restore_without_its_backup_leaves_everything(
    folder: DataFolder, handbook: Path, backups: Backups
) -> None:
    await fill(folder, handbook)
    before = await state(folder)
    made = await backups.make()
    await backups.restore(made.id)
    shutil.rmtree(made.path)
    async with await Library.open(folder) as library:
        said = " ".join(str(notice) for notice in await library.notices())
    assert "The backup could not be restored (No such file or directory). Your library is as it was before." in said
    assert await state(folder) == before
    assert not folder.restore_file.exists()
    assert not folder.restoring.exists()


async def test_what_a_restore_could_not_clear_away_is_not_taken_for_the_next_one(
    folder: DataFolder, handbook: Path, backups: Backups
) -> None:
    await fill(folder, handbook)
    before = await state(folder)
    (folder.restoring / "new").mkdir(parents=True)
    assert await state(folder) == before
    assert not folder.restoring.exists()
    await backups.restore((await backups.make()).id)
    assert await state(folder) == before


async def test_a_restore_that_is_half_done_is_ended_before_another_is_asked_for(
    folder: DataFolder, handbook: Path, backups: Backups
) -> None:
    await fill(folder, handbook / "travel.txt")
    first = await backups.make()
    before = await state(folder)
    await fill(folder, handbook)
    second = await backups.make()
    await backups.restore(first.id)
    in_the_way = folder.root / "library.sqlite3-shm"
    in_the_way.mkdir()  # cannot be deleted as a file, as one that is open on Windows
    with pytest.raises(DataFolderError, match="The backup is not restored yet"):
        await state(folder)
    with pytest.raises(DataFolderError, match="The backup is not restored yet"):
        await backups.restore(second.id)
    in_the_way.rmdir()
    assert await state(folder) == before


async def test_no_library_is_opened_while_it_cannot_be_told_what_was_to_be_restored(
    folder: DataFolder, handbook: Path, backups: Backups
) -> None:
    await fill(folder, handbook)
    folder.restore_file.mkdir()  # reading it fails
    with pytest.raises(DataFolderError, match="The backup is not restored yet"):
        await Library.open(folder)


CHILD = """
import os, pathlib, signal, sys
from kbdesk.library import restoring
from kbdesk.paths import DataFolder

left = int(sys.argv[2])
def die_in_time(event, _):
    global left
    if event in ("os.rename", "os.link", "os.remove", "os.mkdir", "os.rmdir", "sqlite3.connect"):
        left -= 1
        if not left:
            os.kill(os.getpid(), signal.SIGKILL)

sys.addaudithook(die_in_time)
restoring.restore(DataFolder(pathlib.Path(sys.argv[1])))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
async def test_a_kill_at_any_step_of_a_restore_leaves_the_old_library_or_the_new_one(
    folder: DataFolder, handbook: Path, backups: Backups, write: Write, request: pytest.FixtureRequest
) -> None:
    await fill(folder, handbook / "travel.txt")
    made = await backups.make()
    old = await state(folder)
    await fill(folder, write("new.txt", "Flights are forbidden."))
    new = await state(folder)
    saved = shutil.copytree(folder.root, folder.root.with_name("saved"), symlinks=True)
    step, code, seen = 0, -signal.SIGKILL, set[str]()
    while code == -signal.SIGKILL:
        step += 1 if request.config.getoption("--long") else 5
        shutil.rmtree(folder.root)
        shutil.copytree(saved, folder.root)
        await backups.restore(made.id)
        child = await asyncio.create_subprocess_exec(sys.executable, "-c", CHILD, folder.root, str(step))
        code = await child.wait()
        now = await state(folder)
        assert now in (old, new), step
        seen.add("old" if now == old else "new")
        assert not folder.restoring.exists()
        if now == old:
            await backups.restore((await backups.list())[0].id)
            assert await state(folder) == new
    assert code == 0
    assert seen == {"old"}  # the wish is kept: the next opening ends what was begun


async def test_settings_come_back_too(folder: DataFolder, handbook: Path, backups: Backups) -> None:
    await fill(folder, handbook)
    folder.settings_file.write_text('{"language": "en"}')
    made = await backups.make()
    folder.settings_file.write_text('{"language": "zh_CN"}')
    await backups.restore(made.id)
    await state(folder)
    assert json.loads(folder.settings_file.read_text())["language"] == "en"
    aside = (await backups.list())[0]
    assert json.loads((aside.path / "settings.json").read_text())["language"] == "zh_CN"
