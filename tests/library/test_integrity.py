"""The check finds exactly what was broken, and mends it or says that it cannot."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from kbdesk.library.check_report import CheckProgress, CheckReport
from kbdesk.library.library import Library
from kbdesk.library.names import folded, natural_key
from kbdesk.library.types import DocumentInfo
from kbdesk.paths import DataFolder

from .conftest import Write

pytestmark = pytest.mark.usefixtures("without_model")

AGAIN = "It was read again."
REMOVED = "They were removed."
RIGHT = "This was put right."
ADD = "Add the file again from where you have it."


def change(path: Path, *statements: str | tuple[str, Sequence[object]]) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        for function in (folded, natural_key):
            connection.create_function(function.__name__, 1, function)
        for statement in statements:
            connection.execute(*((statement,) if isinstance(statement, str) else statement))


async def check(folder: DataFolder, *, mend: bool = True) -> CheckReport:
    async with await Library.open(folder, access="write" if mend else "read") as library:
        return await library.check(mend=mend)


def told(report: CheckReport) -> list[tuple[str, str, bool]]:
    return [(str(one.sentence), str(one.remedy), one.mended) for one in report.findings]


async def answers(folder: DataFolder) -> list[str]:
    async with await Library.open(folder) as library:
        hits = await library.search(["travel holidays sick flights"], top_k=50)
        return sorted(hit.document.name for hit in hits)


async def documents(folder: DataFolder) -> list[DocumentInfo]:
    async with await Library.open(folder) as library:
        return await library.documents((await library.knowledge_bases())[0].id)


async def mended(folder: DataFolder, *expected: tuple[str, str]) -> None:
    """Check that these things and no others are found, are not touched unless asked for, and are gone afterwards."""
    before = await check(folder, mend=False)
    assert [one[0] for one in told(before)] == [sentence for sentence, _ in expected]
    assert not before.is_whole
    assert told(await check(folder)) == [(sentence, remedy, True) for sentence, remedy in expected]
    after = await check(folder)
    assert (told(after), str(after.summary)) == ([], "All 3 documents are whole. Nothing had to be mended.")
    assert await answers(folder) == ["leave/holidays.txt", "leave/sick.txt", "travel.txt"]


async def left(folder: DataFolder, sentence: str, remedy: str) -> None:
    """Check that this and nothing else is found, and that it cannot be mended."""
    for _ in range(2):
        report = await check(folder)
        assert told(report) == [(sentence, remedy, False)]
        assert str(report.summary) == "One thing is not as it should be. Nothing was mended."


async def test_a_library_is_whole_after_all_kinds_of_work(folder: DataFolder, filled: Path, write: Write) -> None:
    async with await Library.open(folder) as library:
        kb_id = (await library.knowledge_bases())[0].id
        other = await library.create_knowledge_base("Second")
        await library.add(other.id, [filled, write("broken.pdf", "no pdf"), write("empty.txt", "")])
        write("travel.txt", "Travel. Trains only.")
        await library.add(kb_id, [filled / "travel.txt"])
        [first, second, *_] = await library.documents(other.id)
        undone = await library.delete_documents([first.id])
        await library.undo(undone)
        await library.delete_documents([second.id])
        stopped = asyncio.create_task(library.add(kb_id, [write(f"{n}.txt", f"Rule {n}.") for n in range(20)]))
        await asyncio.sleep(0)
        stopped.cancel()
        await asyncio.wait([stopped])
        await library.backups.make()
        assert told(await library.check()) == []
    assert told(await check(folder, mend=False)) == []


async def test_an_empty_library_is_whole(folder: DataFolder) -> None:
    report = await check(folder)
    assert (told(report), str(report.summary)) == ([], "There are no documents yet. Nothing had to be mended.")


async def test_a_report_says_what_was_looked_at(folder: DataFolder, filled: Path) -> None:
    async with await Library.open(folder) as library:
        await library.backups.make()
        progress: list[CheckProgress] = []
        report = await library.check(on_progress=progress.append)
    sizes = sum(each.size_bytes for each in await documents(folder))
    assert report == CheckReport(1, 3, 3, 3, sizes, 1, ())
    assert (progress[0].done, progress[0].total) == (0, 6)
    assert [each.done for each in progress] == sorted(each.done for each in progress)


async def test_work_that_goes_on_meanwhile_is_not_taken_for_damage(
    folder: DataFolder, filled: Path, write: Write
) -> None:
    files = [write(f"{number}.txt", f"Travel rule {number}.") for number in range(30)]
    async with await Library.open(folder) as library:
        work = asyncio.create_task(library.add((await library.knowledge_bases())[0].id, files))
        while not work.done():
            assert told(await library.check()) == []
        await work


@pytest.mark.parametrize(
    "impossible",
    ["owner = 'dead-1'", "state = 'reading'", "state = 'embedding', owner = 'dead-1'", "state = 'embedding'"],
)
async def test_a_document_that_nobody_works_on_waits_again(folder: DataFolder, filled: Path, impossible: str) -> None:
    sentence = "“travel.txt” is said to be worked on, but nobody does."
    async with await Library.open(folder) as library:
        change(folder.library_db, f"UPDATE documents SET {impossible} WHERE name = 'travel.txt'")
        assert told(await library.check(mend=False)) == [(sentence, "This can be put right.", False)]
        assert told(await library.check()) == [(sentence, AGAIN if "state" in impossible else RIGHT, True)]
        assert told(await library.check()) == []
    assert "travel.txt" in await answers(folder)


async def test_a_document_in_the_trash_without_its_passages_is_read_when_it_is_back(
    folder: DataFolder, filled: Path
) -> None:
    async with await Library.open(folder) as library:
        kb_id = (await library.knowledge_bases())[0].id
        deletion = await library.delete_documents([each.id for each in await library.documents(kb_id)])
    change(
        folder.library_db,
        "DELETE FROM trash_passages WHERE document_id = (SELECT id FROM documents WHERE name = 'travel.txt')",
    )
    sentence = "“travel.txt” in the trash has lost passages."
    remedy = "When it is restored it can be read again from the copy of its file."
    assert told(await check(folder)) == [(sentence, remedy, True)]
    assert told(await check(folder)) == []
    async with await Library.open(folder) as library:
        await library.undo(deletion)
        waiting = [each.id for each in await library.documents(kb_id) if not each.passage_count]
        [result] = await library.retry(waiting)
        assert (result.document.name, result.document.passage_count) == ("travel.txt", 1)


async def test_entries_of_nothing_are_removed_and_documents_of_no_knowledge_base_get_one(
    folder: DataFolder, filled: Path
) -> None:
    change(
        folder.library_db,
        "INSERT INTO trash_passages VALUES ('nobody', 0, '{}', x'00000000')",
        "UPDATE documents SET knowledge_base_id = 'none' WHERE name = 'travel.txt'",
    )
    sentence = "Entries of the library that belong to something that is not there: 2."
    assert (sentence, RIGHT, True) in told(await check(folder))
    assert told(await check(folder)) == []
    assert "travel.txt" in await answers(folder)


async def test_a_damaged_index_of_the_library_is_made_anew(folder: DataFolder, filled: Path) -> None:
    with closing(sqlite3.connect(folder.library_db)) as connection, connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(
            "UPDATE sqlite_schema SET sql = 'CREATE INDEX document_contents ON documents (name, knowledge_base_id)'"
            " WHERE name = 'document_contents'"
        )
    sentence = "The file library.sqlite3 is damaged."
    await mended(folder, (sentence, "What was damaged could be made again from the rest."))


async def test_a_damaged_library_is_said(folder: DataFolder, filled: Path) -> None:
    change(folder.library_db, "CREATE TABLE extra (x TEXT)", "INSERT INTO extra VALUES (zeroblob(200000))")
    await asyncio.to_thread(damage_page_of, folder.library_db, "extra")
    await left(folder, "The file library.sqlite3 is damaged.", "Restore a backup: File > Backups.")


async def test_a_damaged_store_is_said(folder: DataFolder, filled: Path) -> None:
    change(folder.store_db, "CREATE TABLE extra (x TEXT)", "INSERT INTO extra VALUES (zeroblob(200000))")
    await asyncio.to_thread(damage_page_of, folder.store_db, "extra")
    sentence = "“Team handbook”: The file with all passages is damaged."
    await left(folder, sentence, "Restore a backup: File > Backups.")


def damage_page_of(path: Path, table: str) -> None:
    """Overwrite the page a table begins on, as a bad disk does."""
    with closing(sqlite3.connect(path)) as connection:
        [page] = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,)).fetchone()
        [size] = connection.execute("PRAGMA page_size").fetchone()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with path.open("rb+") as file:
        file.seek((page - 1) * size)
        file.write(b"\xa5" * size)


async def test_a_damaged_cache_begins_anew(folder: DataFolder, filled: Path) -> None:
    folder.embeddings_db.write_bytes(b"no database " * 1000)
    sentence = "The file embeddings.sqlite3 is damaged."
    await mended(folder, (sentence, "It only saves time, and was begun anew."))


async def test_a_damaged_backup_is_said(folder: DataFolder, filled: Path) -> None:
    async with await Library.open(folder) as library:
        made = await library.backups.make()
    with (made.path / "library.sqlite3").open("ab") as file:
        file.write(b"x")
    await left(folder, f"The backup “{made.id}” is damaged.", "Delete it under File > Backups and make a new one.")
