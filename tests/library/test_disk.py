from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from kbdesk.errors import DiskFullError
from kbdesk.library.disk import DiskGuard
from kbdesk.library.library import Library
from kbdesk.library.types import State
from kbdesk.library.watchers import Watcher
from kbdesk.paths import DataFolder
from kbdesk.texts import Text

TOO_MUCH = 1 << 60


async def test_a_file_needs_room_for_itself_and_what_is_made_of_it(tmp_path: Path) -> None:
    await DiskGuard(tmp_path, reserve_bytes=0).check(1)
    with pytest.raises(DiskFullError):
        await DiskGuard(tmp_path, reserve_bytes=0).check(TOO_MUCH)


async def test_nothing_is_taken_in_when_the_disk_is_nearly_full(
    folder: DataFolder, without_model: None, handbook: Path
) -> None:
    async with await Library.open(folder, reserve_bytes=TOO_MUCH) as library:
        kb_id = (await library.knowledge_bases())[0].id
        with pytest.raises(DiskFullError, match="nearly full"):
            await library.add(kb_id, [handbook])
        assert await library.documents(kb_id) == []


async def test_the_queue_rests_while_the_disk_is_full_and_goes_on_when_there_is_room(
    folder: DataFolder, without_model: None, handbook: Path
) -> None:
    async with await Library.open(folder) as library:
        kb_id = (await library.knowledge_bases())[0].id
        await library.add(kb_id, [handbook])
        ids = [document.id for document in await library.documents(kb_id)]
    async with await Library.open(folder, reserve_bytes=TOO_MUCH) as library:
        notices: list[Text] = []
        library.watch(Watcher(on_notice=notices.append))
        results = await library.retry(ids)
        assert {result.document.state for result in results} == {State.PAUSED}
        assert {str(result.message) for result in results} == {
            "The disk is nearly full, so kbdesk takes in nothing more. Make some room, then use Go on."
        }
        assert [str(notice) for notice in notices] == [str(results[0].message)]
        assert [hit.document.name for hit in await library.search(["flights"])] == ["travel.txt"]
    async with await Library.open(folder) as library:
        results = await library.retry(ids)
        assert {result.document.state for result in results} == {State.DONE}


async def test_a_queue_that_could_not_be_written_says_so_once_and_is_tried_again(
    library: Library, folder: DataFolder, kb_id: str, handbook: Path
) -> None:
    def change(statement: str) -> None:
        with closing(sqlite3.connect(folder.library_db)) as connection, connection:
            connection.execute(statement)

    told, idle = asyncio.Event(), asyncio.Event()
    notices: list[Text] = []
    library.watch(Watcher(on_notice=lambda what: (notices.append(what), told.set()), on_idle=idle.set))
    change(
        "CREATE TRIGGER broken BEFORE UPDATE OF owner ON documents WHEN new.state = 'reading'"
        " BEGIN SELECT RAISE(ABORT, 'broken'); END"
    )
    first = asyncio.create_task(library.add(kb_id, [handbook / "travel.txt"]))
    await told.wait()
    assert not idle.is_set()
    change("DROP TRIGGER broken")
    await library.add(kb_id, [handbook / "leave"])
    assert [result.document.state for result in await first] == [State.DONE]
    await idle.wait()
    assert len(notices) == 1
