from __future__ import annotations

import asyncio
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from kbdesk.errors import InputError, StoreError
from kbdesk.library import deletions
from kbdesk.library.chunking import Chunking
from kbdesk.library.library import Library
from kbdesk.library.types import Deletion, DocumentInfo, State
from kbdesk.paths import DataFolder

Write = Callable[[str, str], Path]


async def found(library: Library, query: str) -> list[str]:
    return [hit.document.name for hit in await library.search([query])]


async def test_deleted_documents_are_gone_at_once_and_undo_brings_all_back(
    library: Library, kb_id: str, handbook: Path
) -> None:
    before = [result.document for result in await library.add(kb_id, [handbook])]
    passages = [await library.chunks(document.id) for document in before]
    deletion = await library.delete_documents([document.id for document in before[:2]])
    assert deletion.count == 2
    assert await library.documents(kb_id) == before[2:]
    assert await found(library, "holidays sick") == []
    await library.undo(deletion)
    assert await library.documents(kb_id) == before
    assert [await library.chunks(document.id) for document in before] == passages
    assert set(await found(library, "holidays sick")) == {"leave/holidays.txt", "leave/sick.txt"}


async def test_a_long_document_goes_to_the_trash_in_pieces_and_comes_back_whole(
    library: Library, folder: DataFolder, kb_id: str, handbook: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await library.chunking.set(kb_id, Chunking("paragraph", 32, 0))
    (handbook / "rules.txt").write_text(
        "\n\n".join(f"Rule {number} is said in {'so many ' * 12}" for number in range(7))
    )
    before = [result.document for result in await library.add(kb_id, [handbook])]
    passages = [await library.chunks(document.id) for document in before]
    assert max(map(len, passages)) == 7
    monkeypatch.setattr(deletions, "_PASSAGES_AT_ONCE", 3)
    for _ in range(2):
        deletion = await library.delete_documents([document.id for document in before])
        with closing(sqlite3.connect(folder.library_db)) as connection:
            sizes = "SELECT trash_bytes - sum(length(CAST(chunk AS BLOB)) + length(vector)) FROM documents d"
            sizes += " JOIN trash_passages p ON p.document_id = d.id GROUP BY d.id"
            assert {row[0] for row in connection.execute(sizes)} == {0}
        await library.undo(deletion)
        assert [await library.chunks(document.id) for document in before] == passages


async def test_what_went_in_the_moment_of_its_deletion_is_not_said_to_be_deleted(
    library: Library, kb_id: str, handbook: Path
) -> None:
    """A file that was being read gives up its row when its content turns out to be here already."""
    [result] = await library.add(kb_id, [handbook / "travel.txt"])
    rows = library._parts.deletions._rows
    with pytest.raises(InputError, match="no longer there"):
        await rows.put_documents(["gone"])
    deletion_id, there = await rows.put_documents(["gone", result.document.id])
    assert there == {result.document.id}
    assert (await rows.of_deletion(deletion_id)).documents == [result.document.id]


async def test_undo_works_once(library: Library, kb_id: str, handbook: Path) -> None:
    [result] = await library.add(kb_id, [handbook / "travel.txt"])
    deletion = await library.delete_documents([result.document.id])
    await library.undo(deletion)
    with pytest.raises(InputError, match="no longer in the trash"):
        await library.undo(deletion)


async def test_undo_works_after_a_restart(folder: DataFolder, without_model: None, handbook: Path) -> None:
    async with await Library.open(folder) as library:
        kb_id = (await library.knowledge_bases())[0].id
        [result] = await library.add(kb_id, [handbook / "travel.txt"])
        deletion = await library.delete_documents([result.document.id])
    async with await Library.open(folder) as library:
        await library.undo(deletion)
        assert await found(library, "flights") == ["travel.txt"]


async def test_a_failed_document_can_be_deleted_and_brought_back(library: Library, kb_id: str, write: Write) -> None:
    [result] = await library.add(kb_id, [write("empty.txt", "")])
    deletion = await library.delete_documents([result.document.id])
    assert await library.documents(kb_id) == []
    await library.undo(deletion)
    assert [document.state for document in await library.documents(kb_id)] == [State.FAILED]


async def test_a_deleted_file_is_named_in_the_trash_and_restored_from_there(
    library: Library, kb_id: str, handbook: Path
) -> None:
    [first] = await library.add(kb_id, [handbook / "travel.txt"])
    await library.delete_documents([first.document.id])
    [second] = await library.add(kb_id, [handbook / "travel.txt"])
    assert (second.is_new, second.is_in_trash, second.document.id) == (False, True, first.document.id)
    assert await library.documents(kb_id) == []
    await library.trash.restore([second.document.id])
    assert await found(library, "flights") == ["travel.txt"]


async def test_a_document_deleted_while_it_is_read_stays_deleted(library: Library, kb_id: str, handbook: Path) -> None:
    deletions: list[asyncio.Task[Deletion]] = []

    def note(document: DocumentInfo) -> None:
        if document.name == "travel.txt" and not deletions:
            deletions.append(asyncio.create_task(library.delete_documents([document.id])))

    results = await library.add(kb_id, [handbook], on_document=note)
    await asyncio.gather(*deletions)
    assert [document.name for document in await library.documents(kb_id)] == ["leave/holidays.txt", "leave/sick.txt"]
    assert await found(library, "flights") == []
    assert len(results) == 3


def stored(folder: DataFolder) -> int:
    with closing(sqlite3.connect(folder.store_db)) as store:
        return store.execute("SELECT count(*) FROM documents").fetchone()[0]


async def test_a_restore_that_fails_half_way_leaves_nothing_behind_that_is_deleted_for_good_later(
    library: Library, kb_id: str, handbook: Path, folder: DataFolder
) -> None:
    documents = [result.document for result in await library.add(kb_id, [handbook])]
    await library.delete_documents([document.id for document in documents[:2]])
    with closing(sqlite3.connect(folder.library_db)) as database, database:
        database.execute(
            "UPDATE trash_passages SET vector = x'0000803f0000803f0000803f' WHERE document_id = ?", [documents[1].id]
        )
    with pytest.raises(StoreError):
        await library.trash.restore([document.id for document in documents[:2]])
    assert len(await library.trash.entries()) == 2
    await library.trash.empty()
    assert await found(library, "holidays sick flights") == ["travel.txt"]
    assert stored(folder) == 1


async def test_a_cancel_does_not_cut_a_deletion_or_an_undo_in_two(
    library: Library, kb_id: str, handbook: Path, folder: DataFolder
) -> None:
    deletion = await library.delete_documents([r.document.id for r in await library.add(kb_id, [handbook])])
    undoing = asyncio.create_task(library.undo(deletion))
    while not await asyncio.to_thread(stored, folder):
        pass
    undoing.cancel()
    await asyncio.gather(undoing, return_exceptions=True)
    documents = await library.documents(kb_id)
    assert len(documents) == stored(folder) == 3
    deleting = asyncio.create_task(library.delete_documents([document.id for document in documents]))
    while await library.documents(kb_id):
        pass
    deleting.cancel()
    await asyncio.gather(deleting, return_exceptions=True)
    assert stored(folder) == 0


async def test_a_deleted_knowledge_base_comes_back_with_its_documents(
    library: Library, kb_id: str, handbook: Path
) -> None:
    await library.add(kb_id, [handbook])
    deletion = await library.delete_knowledge_base(kb_id)
    assert deletion.count == 3
    assert await library.knowledge_bases() == []
    assert await found(library, "flights") == []
    await library.create_knowledge_base("team HANDBOOK")
    await library.undo(deletion)
    assert [kb.name for kb in await library.knowledge_bases()] == ["Team handbook (2)", "team HANDBOOK"]
    assert await found(library, "flights") == ["travel.txt"]


DELETES_AND_RESTORES = """
import asyncio, sys
from pathlib import Path
from kbdesk.library.library import Library
from kbdesk.paths import DataFolder

async def main():
    async with await Library.open(DataFolder(Path(sys.argv[1]))) as library:
        [base] = await library.knowledge_bases()
        print("ready", flush=True)
        while True:
            await library.undo(await library.delete_documents([each.id for each in await library.documents(base.id)]))

asyncio.run(main())
"""


@pytest.mark.parametrize("moment_s", [0.0, 0.05, 0.12, 0.2])
async def test_a_program_killed_while_it_deletes_and_restores_loses_nothing(
    folder: DataFolder, without_model: None, write: Write, moment_s: float
) -> None:
    paths = [write(f"{number}.txt", f"Rule {number}. Be kind to everybody.") for number in range(12)]
    async with await Library.open(folder) as library:
        kb_id = (await library.knowledge_bases())[0].id
        before = [result.document for result in await library.add(kb_id, paths)]
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-c", DELETES_AND_RESTORES, folder.root, stdout=asyncio.subprocess.PIPE
    )
    assert child.stdout is not None
    await child.stdout.readline()
    await asyncio.sleep(moment_s)
    child.kill()
    await child.wait()
    async with await Library.open(folder) as library:
        here = {document.id for document in await library.documents(kb_id)}
        gone = {entry.id for entry in await library.trash.entries()}
        assert (len(here) + len(gone), here | gone) == (12, {document.id for document in before})
        if gone:
            await library.trash.restore(list(gone))
        assert await library.documents(kb_id) == before
        assert set(await found(library, "everybody")) <= {path.name for path in paths}
        assert [len(await library.chunks(document.id)) for document in before] == [1] * 12


async def test_what_waits_for_a_deleted_knowledge_base_is_given_up_and_comes_back_stopped(
    library: Library, kb_id: str, handbook: Path
) -> None:
    for number in range(40):
        (handbook / f"{number:02}.txt").write_text(f"Rule {number}.")
    accepted = asyncio.Event()
    adding = asyncio.create_task(library.add(kb_id, [handbook], on_document=lambda _: accepted.set()))
    await accepted.wait()
    deletion = await library.delete_knowledge_base(kb_id)
    assert State.STOPPED in {result.document.state for result in await adding}
    assert await library.queue.waiting() == []
    with pytest.raises(InputError):
        await library.add(kb_id, [handbook])
    await library.undo(deletion)
    assert {document.state for document in await library.documents(kb_id)} <= {State.DONE, State.STOPPED}
