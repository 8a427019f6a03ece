"""After a crash the catalog and the store agree again, at whatever moment it came."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from kbdesk.errors import StoreError
from kbdesk.library.library import Library
from kbdesk.library.types import DocumentInfo, State
from kbdesk.paths import DataFolder

pytestmark = pytest.mark.usefixtures("without_model")


async def taken(folder: DataFolder, *paths: Path) -> list[DocumentInfo]:
    async with await Library.open(folder) as library:
        results = await library.add((await library.knowledge_bases())[0].id, paths)
    return [result.document for result in results]


def change(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


async def after_crash(folder: DataFolder) -> tuple[list[DocumentInfo], list[str]]:
    """Open the library as after a crash; return its documents and the names that answer."""
    change(folder.library_db, "UPDATE library SET clean = 0")
    async with await Library.open(folder) as library:
        kb_id = (await library.knowledge_bases())[0].id
        hits = await library.search(["travel holidays sick"])
        return await library.documents(kb_id), sorted(hit.document.name for hit in hits)


async def test_a_document_that_got_into_the_store_is_done(folder: DataFolder, handbook: Path) -> None:
    [before] = await taken(folder, handbook / "travel.txt")
    change(
        folder.library_db,
        "UPDATE documents SET state = 'embedding', new_sha256 = sha256, new_original = original, sha256 = '',"
        " original = '', passage_count = 0",
    )
    assert await after_crash(folder) == ([before], ["travel.txt"])


@pytest.mark.parametrize("state", [State.QUEUED, State.PAUSED, State.STOPPED])
async def test_a_new_content_in_the_store_stays_where_a_still_newer_one_is_taken_back(
    folder: DataFolder, handbook: Path, state: State
) -> None:
    [_] = await taken(folder, handbook / "travel.txt")
    (handbook / "travel.txt").write_text("New rules of travel.")
    [new] = await taken(folder, handbook / "travel.txt")
    change(
        folder.library_db,  # a third version was dropped while the second went into the store
        f"UPDATE documents SET state = '{state}', new_original = original, new_sha256 = 'third', sha256 = 'first',"
        " original = ''",
    )
    [third], _ = await after_crash(folder)
    assert third.state is state
    async with await Library.open(folder) as library:
        await library.queue.cancel([new.id])
        assert await library.documents((await library.knowledge_bases())[0].id) == [new]
        assert (await library.check(mend=False)).is_whole


async def test_similar_documents_are_found_by_the_content_that_got_into_the_store(
    folder: DataFolder, handbook: Path
) -> None:
    rules = "".join(f"Rule {one} says that form {one * 7} is signed by lead {one} before noon. " for one in range(60))
    (handbook / "rules.txt").write_text(rules)
    await taken(folder, handbook / "rules.txt")
    (handbook / "travel.txt").write_text("Travel. Flights are booked by the office, in economy.")
    await taken(folder, handbook / "travel.txt")
    change(folder.library_db, "UPDATE documents SET sha256 = 'first', new_sha256 = 'first' WHERE name = 'travel.txt'")
    with closing(sqlite3.connect(folder.library_db)) as connection:
        older = connection.execute("SELECT * FROM sketch_marks WHERE number = 2").fetchall()
    (handbook / "travel.txt").write_text(f"{rules} Nobody smokes.")
    [new] = await taken(folder, handbook / "travel.txt")
    change(
        folder.library_db,
        "UPDATE documents SET state = 'embedding', new_sha256 = sha256, new_original = original, sha256 = 'first'"
        " WHERE name = 'travel.txt'",
        "DELETE FROM sketch_marks WHERE number > 1",
        *(f"INSERT INTO sketch_marks VALUES ({mark}, 3)" for mark, _ in older),
    )
    await after_crash(folder)
    async with await Library.open(folder) as library:
        assert [found.other.name for found in await library.similar.of(new.id)] == ["rules.txt"]


async def test_a_document_that_did_not_is_queued_and_keeps_its_file(folder: DataFolder, handbook: Path) -> None:
    await taken(folder, handbook)
    change(folder.library_db, "UPDATE documents SET state = 'reading', sha256 = 'old' WHERE name = 'travel.txt'")
    documents, _ = await after_crash(folder)
    assert {document.name: document.state for document in documents} == {
        "leave/holidays.txt": State.DONE,
        "leave/sick.txt": State.DONE,
        "travel.txt": State.QUEUED,
    }
    assert all(document.original is not None and document.original.is_file() for document in documents)


async def test_what_the_catalog_does_not_know_leaves_the_store(folder: DataFolder, handbook: Path) -> None:
    await taken(folder, handbook)
    change(folder.library_db, "DELETE FROM documents WHERE name = 'travel.txt'")
    documents, answering = await after_crash(folder)
    assert len(documents) == 2
    assert answering == ["leave/holidays.txt", "leave/sick.txt"]
    with closing(sqlite3.connect(folder.store_db)) as store:
        assert store.execute("SELECT count(*) FROM documents").fetchone() == (2,)


async def test_a_document_whose_passages_are_gone_has_failed_and_can_be_read_again(
    folder: DataFolder, handbook: Path
) -> None:
    await taken(folder, handbook / "travel.txt")
    for path in folder.root.glob("store.sqlite3*"):
        path.unlink()
    [document], answering = await after_crash(folder)
    assert (document.state, document.passage_count, answering) == (State.FAILED, 0, [])
    async with await Library.open(folder) as library:
        [result] = await library.retry([document.id])
        assert (result.document.id, result.document.state) == (document.id, State.DONE)


async def test_a_store_that_was_taken_away_is_missed_and_its_files_can_be_added_again(
    folder: DataFolder, handbook: Path
) -> None:
    [document] = await taken(folder, handbook / "travel.txt")
    for path in folder.root.glob("store.sqlite3*"):
        path.unlink()
    async with await Library.open(folder, access="read") as library:
        with pytest.raises(StoreError, match="passages of the knowledge base “Team handbook” are missing"):
            await library.search(["travel"])
    [again] = await taken(folder, handbook / "travel.txt")
    assert (again.id, again.state, again.passage_count) == (document.id, State.DONE, 1)


CHILD = """
import asyncio, pathlib, sys
from kbdesk.library.library import Library
from kbdesk.paths import DataFolder

async def main():
    async with await Library.open(DataFolder(pathlib.Path(sys.argv[1]))) as library:
        kb_id = (await library.knowledge_bases())[0].id
        await library.add(kb_id, [pathlib.Path(sys.argv[2])], on_document=lambda d: print(d.state.value, flush=True))

if __name__ == "__main__":
    asyncio.run(main())
"""


def run_and_kill(script: Path, folder: DataFolder, handbook: Path, lines: int) -> None:
    script.write_text(CHILD)
    command = [sys.executable, script, folder.root, handbook]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        for _ in range(lines):
            child.stdout.readline()
        child.kill()


@pytest.mark.parametrize("lines", [1, 16])
async def test_a_kill_at_any_moment_loses_and_doubles_nothing(
    folder: DataFolder, handbook: Path, lines: int, tmp_path: Path
) -> None:
    for number in range(6):
        (handbook / f"{number}.txt").write_text(f"Travel rule {number}.")
    run_and_kill(tmp_path / "child.py", folder, handbook, lines)
    async with await Library.open(folder) as library:
        kb_id = (await library.knowledge_bases())[0].id
        documents = await library.documents(kb_id)
        assert {document.state for document in documents} <= {State.DONE, State.QUEUED}
        answering = [hit.document.name for hit in await library.search(["travel holidays sick"], top_k=50)]
        assert sorted(answering) == sorted(d.name for d in documents if d.state is State.DONE)
        results = await library.add(kb_id, [handbook])
        assert all(result.document.state is State.DONE for result in results)
        assert len(await library.documents(kb_id)) == len(results) == 9
