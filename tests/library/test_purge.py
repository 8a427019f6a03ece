"""What was deleted for good is nowhere any more; what was not is all there."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import docx
import pytest

from kbdesk.errors import InputError
from kbdesk.library import trash_rows
from kbdesk.library.library import Library
from kbdesk.library.types import DocumentInfo
from kbdesk.paths import DataFolder

from .conftest import Write
from .test_trash import add, found, in_trash


def copies(folder: DataFolder) -> list[str]:
    return sorted(path.read_text() for path in folder.originals.rglob("*") if path.is_file())


def copy_count(folder: DataFolder) -> int:
    return len([path for path in folder.originals.rglob("*") if path.suffix])


def stored(folder: DataFolder) -> int:
    with closing(sqlite3.connect(folder.store_db)) as store:
        return store.execute("SELECT count(*) FROM documents").fetchone()[0]


async def test_for_good_means_rows_passages_words_and_copies(
    library: Library, kb_id: str, handbook: Path, folder: DataFolder
) -> None:
    documents = await add(library, kb_id, handbook)
    await library.delete_documents([document.id for document in documents])
    purged = await library.trash.delete_for_good([documents[0].id])
    assert (purged.count, purged.freed_bytes, purged.remarks) == (1, documents[0].size_bytes, ())
    assert await in_trash(library) == [document.name for document in documents[1:]]
    purged = await library.trash.empty()
    assert (purged.count, purged.freed_bytes) == (2, sum(document.size_bytes for document in documents[1:]))
    assert await in_trash(library) == copies(folder) == []
    with closing(sqlite3.connect(folder.library_db)) as database:
        for table in ("documents", "trash_passages", "deletions"):
            assert database.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)


async def test_a_copy_stays_while_another_document_has_it(
    library: Library, kb_id: str, handbook: Path, folder: DataFolder
) -> None:
    second = (await library.create_knowledge_base("Second")).id
    [travel] = await add(library, kb_id, handbook / "travel.txt")
    await add(library, second, handbook / "travel.txt")
    await library.delete_documents([travel.id])
    assert (await library.trash.empty()).freed_bytes == 0
    assert copies(folder) == [(handbook / "travel.txt").read_text()]


async def test_a_knowledge_base_deleted_for_good_leaves_nothing_in_the_store(
    library: Library, kb_id: str, handbook: Path, folder: DataFolder
) -> None:
    await add(library, kb_id, handbook)
    await library.delete_knowledge_base(kb_id)
    assert stored(folder) == 3
    assert (await library.trash.empty()).count == 1
    assert stored(folder) == 0
    assert copies(folder) == []
    with pytest.raises(InputError, match="no longer in the trash"):
        await library.trash.restore([kb_id])


async def test_a_purge_that_was_cut_off_is_not_listed_and_goes_on_at_the_next_start(
    folder: DataFolder, without_model: None, handbook: Path
) -> None:
    async with await Library.open(folder) as library:
        kb_id = (await library.knowledge_bases())[0].id
        await library.create_knowledge_base("Second")
        await add(library, kb_id, handbook)
        await library.delete_knowledge_base(kb_id)
        with closing(sqlite3.connect(folder.library_db)) as database, database:
            database.execute("UPDATE deletions SET purging = 1")
        assert await in_trash(library) == []
        with pytest.raises(InputError, match="no longer in the trash"):
            await library.trash.restore([kb_id])
    async with await Library.open(folder):
        while await asyncio.to_thread(copy_count, folder):
            pass
    assert stored(folder) == 0


async def test_what_was_deleted_long_ago_leaves_the_disk_after_the_start(
    folder: DataFolder, without_model: None, handbook: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with await Library.open(folder) as library:
        first = (await library.knowledge_bases())[0].id
        second = (await library.create_knowledge_base("Second")).id
        documents = await add(library, first, handbook / "leave")
        await add(library, second, handbook / "travel.txt")
        await library.delete_documents([documents[0].id])
        deletion = await library.delete_knowledge_base(second)
    monkeypatch.setattr(trash_rows, "KEPT_FOR", timedelta(0))
    async with await Library.open(folder) as library:
        while await asyncio.to_thread(copy_count, folder) > 1:
            pass
        with pytest.raises(InputError):
            await library.undo(deletion)
        assert await found(library, "sick") == ["sick.txt"]
    assert copies(folder) == [(handbook / "leave/sick.txt").read_text()]


async def test_the_copy_of_a_file_that_is_never_read_goes_and_that_of_one_that_may_be_stays(
    library: Library, kb_id: str, write: Write, folder: DataFolder
) -> None:
    await add(
        library, kb_id, write("archive.rar", "Rar!\x1a\x07\x00 and more"), write("half.pdf", "%PDF-1.7 and no more")
    )
    await library.trash.sweep()
    assert copies(folder) == ["%PDF-1.7 and no more"]


async def test_a_knowledge_base_deleted_and_purged_while_files_are_read_stays_away(
    library: Library, kb_id: str, handbook: Path, folder: DataFolder
) -> None:
    work: list[asyncio.Task[None]] = []

    async def delete() -> None:
        await library.delete_knowledge_base(kb_id)
        await library.trash.empty()

    def note(_: DocumentInfo) -> None:
        if not work:
            work.append(asyncio.create_task(delete()))

    await library.add(kb_id, [handbook], on_document=note)
    await asyncio.gather(*work)
    assert await library.knowledge_bases() == []
    assert stored(folder) == 0


@pytest.mark.parametrize("restores_first", [True, False])
async def test_restoring_and_deleting_for_good_at_once_leave_documents_here_or_nowhere(
    library: Library, kb_id: str, handbook: Path, folder: DataFolder, restores_first: bool
) -> None:
    ids = [document.id for document in await add(library, kb_id, handbook)]
    await library.delete_documents(ids)
    works = [library.trash.restore(ids), library.trash.delete_for_good(ids)]
    await asyncio.gather(*(works if restores_first else reversed(works)), return_exceptions=True)
    left = len(await library.documents(kb_id))
    assert left in (0, 3)
    assert stored(folder) == left
    assert len(copies(folder)) == left
    assert await in_trash(library) == []


SENTENCE = "The key lies under the purple flowerpot behind the shed."


def traces(folder: DataFolder) -> set[str]:
    """Return the files in which the sentence, or a word of it, can be read."""
    secrets = [words.encode(code) for words in (SENTENCE, "flowerpot") for code in ("utf-8", "utf-16-le", "utf-16-be")]
    contents = {path.name: path.read_bytes() for path in folder.root.rglob("*") if path.is_file()}
    return {name for name, content in contents.items() if any(secret in content for secret in secrets)}


@pytest.mark.parametrize("deletes", ["documents", "the knowledge base"])
async def test_nothing_on_the_disk_tells_what_was_deleted_for_good(
    folder: DataFolder, without_model: None, write: Write, handbook: Path, deletes: str
) -> None:
    async with await Library.open(folder) as library:
        kb_id = (await library.knowledge_bases())[0].id
        second = (await library.create_knowledge_base("Second")).id
        await add(library, second, handbook)
        path = write("secret.txt", SENTENCE)
        word = docx.Document()
        word.add_paragraph(f"In Word: {SENTENCE}")
        word.save(str(path.with_suffix(".docx")))
        documents = await add(library, kb_id, path, path.with_suffix(".docx"))
        path.write_text(f"Once more. {SENTENCE}")  # replaced: there were two versions
        await add(library, kb_id, path)
        assert await found(library, "flowerpot") == ["secret.docx", "secret.txt"]
        if deletes == "documents":
            await library.delete_documents([document.id for document in documents])
        else:
            await library.delete_knowledge_base(kb_id)
        assert traces(folder)
        await library.trash.empty()
        assert traces(folder) == set()
        await library.space.reclaim()
        assert traces(folder) == set()
    assert traces(folder) == set()
    assert copy_count(folder) == 3


async def test_no_index_tells_the_name_of_what_was_deleted_for_good(
    library: Library, kb_id: str, write: Write, folder: DataFolder
) -> None:
    await add(library, kb_id, write("kept.txt", "This one stays."))
    [document] = await add(library, kb_id, write("\u03c8\u03be\u03c6\u03b8.txt", "Some text."))
    await library.delete_documents([document.id])
    await library.trash.empty()
    files = folder.root.glob(f"{folder.library_db.name}*")
    assert not any("\u03be\u03c6".encode() in file.read_bytes() for file in files)
