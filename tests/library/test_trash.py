from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import docx
import pytest

from kbdesk.errors import DiskFullError, InputError
from kbdesk.library import trash_rows
from kbdesk.library.library import Library
from kbdesk.library.types import Deletion, DocumentInfo, State
from kbdesk.paths import DataFolder

Write = Callable[[str, str], Path]


async def add(library: Library, kb_id: str, *paths: Path) -> list[DocumentInfo]:
    return [result.document for result in await library.add(kb_id, paths)]


async def found(library: Library, query: str) -> list[str]:
    return sorted(hit.document.name for hit in await library.search([query]))


async def in_trash(library: Library) -> list[str]:
    return [entry.name for entry in await library.trash.entries()]


def copies(folder: DataFolder) -> list[str]:
    return sorted(path.read_text() for path in folder.originals.rglob("*") if path.is_file())


def copy_count(folder: DataFolder) -> int:
    return len([path for path in folder.originals.rglob("*") if path.suffix])


def stored(folder: DataFolder) -> int:
    with closing(sqlite3.connect(folder.store_db)) as store:
        return store.execute("SELECT count(*) FROM documents").fetchone()[0]


async def test_the_trash_lists_documents_and_knowledge_bases_newest_first(
    library: Library, kb_id: str, handbook: Path
) -> None:
    second = (await library.create_knowledge_base("Second")).id
    travel, holidays, sick = await add(library, kb_id, handbook / "travel.txt", handbook / "leave")
    await add(library, second, handbook / "travel.txt", handbook / "leave")
    deletion = await library.delete_documents([travel.id, holidays.id])
    await library.delete_knowledge_base(second)
    base, first, next_one = await library.trash.entries()
    assert (base.kind, base.name, base.knowledge_base, base.passage_count) == (
        "knowledge base",
        "Second",
        "Second",
        3,
    )
    assert base.size_bytes == travel.size_bytes + holidays.size_bytes + sick.size_bytes
    assert (first.kind, first.name, first.knowledge_base) == ("document", "travel.txt", "Team handbook")
    assert (first.passage_count, first.size_bytes, first.document) == (1, travel.size_bytes, travel)
    assert first.deletion_id == next_one.deletion_id == deletion.id
    assert first.purged_on - first.deleted_at == timedelta(days=30)
    assert [entry.name for entry in await library.trash.entries(offset=1, limit=1)] == ["travel.txt"]


async def test_a_single_document_of_a_larger_deletion_comes_back_and_undo_brings_the_rest(
    library: Library, kb_id: str, handbook: Path
) -> None:
    documents = await add(library, kb_id, handbook)
    deletion = await library.delete_documents([document.id for document in documents])
    travel = next(document for document in documents if document.name == "travel.txt")
    restored = await library.trash.restore([travel.id])
    assert (restored.count, restored.remarks) == (1, ())
    assert await library.documents(kb_id) == [travel]
    assert await found(library, "flights") == ["travel.txt"]
    assert (await library.undo(deletion)).count == 2
    assert await library.documents(kb_id) == documents
    assert not await library.trash.has(deletion)


async def test_a_document_waits_for_its_knowledge_base_and_comes_back_with_it(
    library: Library, kb_id: str, handbook: Path
) -> None:
    [travel] = await add(library, kb_id, handbook / "travel.txt")
    await library.delete_documents([travel.id])
    await library.delete_knowledge_base(kb_id)
    restored = await library.trash.restore([travel.id])
    assert restored.count == 0
    assert [str(remark) for remark in restored.remarks] == [
        "“travel.txt” stays in the trash: its knowledge base “Team handbook” is there too. Restore that first."
    ]
    assert (await library.trash.restore([travel.id, kb_id])).count == 2
    assert await found(library, "flights") == ["travel.txt"]


async def test_a_document_whose_content_is_here_again_stays_in_the_trash(
    library: Library, kb_id: str, write: Write
) -> None:
    [old] = await add(library, kb_id, write("rules.txt", "Be on time."))
    await library.delete_documents([old.id])
    other = write("other.txt", "Be kind.")
    await add(library, kb_id, other)
    other.write_text("Be on time.")
    await add(library, kb_id, other)
    restored = await library.trash.restore([old.id])
    assert [str(remark) for remark in restored.remarks] == [
        "“rules.txt” stays in the trash: its content is here already, as “other.txt”."
    ]
    assert await in_trash(library) == ["rules.txt"]
    assert await found(library, "time") == ["other.txt"]


async def test_a_document_whose_place_was_taken_comes_back_under_another_name(
    library: Library, kb_id: str, write: Write
) -> None:
    path = write("rules.txt", "Be on time.")
    [old] = await add(library, kb_id, path)
    await library.delete_documents([old.id])
    path.write_text("Be kind.")
    [new] = await add(library, kb_id, path)
    restored = await library.trash.restore([old.id])
    assert [str(remark) for remark in restored.remarks] == [
        "“rules.txt” is back as “rules (2).txt”: another one has its name now."
    ]
    assert await found(library, "time") == ["rules (2).txt"]
    assert await found(library, "kind") == ["rules.txt"]
    await library.retry([old.id])  # reads its own copy, not the file that took its place
    assert await found(library, "time") == ["rules (2).txt"]
    assert (await library.document(new.id)).path == path


async def test_a_file_without_text_stays_in_the_trash_when_it_was_added_again(
    library: Library, kb_id: str, write: Write
) -> None:
    path = write("empty.txt", "")
    [old] = await add(library, kb_id, path)
    await library.delete_documents([old.id])
    path.write_text("Be on time.")
    await add(library, kb_id, path)
    restored = await library.trash.restore([old.id])
    assert [str(remark) for remark in restored.remarks] == [
        "“empty.txt” stays in the trash: the file was added again meanwhile."
    ]


async def test_deleted_twice_or_restored_twice_says_so(library: Library, kb_id: str, handbook: Path) -> None:
    [travel] = await add(library, kb_id, handbook / "travel.txt")
    await library.delete_documents([travel.id])
    with pytest.raises(InputError, match="no longer there"):
        await library.delete_documents([travel.id])
    results = await asyncio.gather(*(library.trash.restore([travel.id]) for _ in range(2)), return_exceptions=True)
    assert [isinstance(result, InputError) for result in results] == [False, True]
    assert await library.documents(kb_id) == [travel]


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
    await add(library, kb_id, write("archive.zip", "PK\x03\x04 and more"), write("half.pdf", "%PDF-1.7 and no more"))
    await library.trash.sweep()
    assert copies(folder) == ["%PDF-1.7 and no more"]


async def test_content_in_the_trash_is_found(library: Library, kb_id: str, handbook: Path) -> None:
    [travel] = await add(library, kb_id, handbook / "travel.txt")
    assert await library.trash.find_content(kb_id, travel.sha256) is None
    await library.delete_documents([travel.id])
    assert await library.trash.find_content(kb_id, travel.sha256) == travel
    assert await library.trash.find_content(kb_id, "") is None
    await library.trash.empty()
    assert await library.trash.find_content(kb_id, travel.sha256) is None


async def test_what_was_deleted_while_it_was_read_comes_back_stopped(
    library: Library, kb_id: str, handbook: Path
) -> None:
    deletions: list[asyncio.Task[Deletion]] = []

    def note(document: DocumentInfo) -> None:
        if document.name == "travel.txt" and not deletions:
            deletions.append(asyncio.create_task(library.delete_documents([document.id])))

    await library.add(kb_id, [handbook / "travel.txt"], on_document=note)
    restored = await library.undo(await deletions[0])
    assert restored.count == 1
    [document] = await library.documents(kb_id)
    assert document.state is State.STOPPED
    assert str(document.message) == "It was deleted before it was done. Use Try again to go on."
    await library.retry([document.id])
    assert await found(library, "flights") == ["travel.txt"]


async def test_the_older_version_comes_back_when_a_document_was_deleted_while_it_was_replaced(
    library: Library, kb_id: str, write: Write
) -> None:
    path = write("rules.txt", "Be on time.")
    [rules] = await add(library, kb_id, path)
    path.write_text("Be kind.")
    deletions: list[asyncio.Task[Deletion]] = []

    def note(document: DocumentInfo) -> None:
        if not deletions:
            deletions.append(asyncio.create_task(library.delete_documents([document.id])))

    await library.add(kb_id, [path], on_document=note)
    await library.undo(await deletions[0])
    assert (await library.document(rules.id)).state is State.STOPPED
    assert await found(library, "time") == ["rules.txt"]
    await library.retry([rules.id])
    assert await found(library, "time") == []
    assert await found(library, "kind") == ["rules.txt"]


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


async def test_space_tells_what_takes_up_how_much_and_is_given_back(
    library: Library, kb_id: str, write: Write, folder: DataFolder
) -> None:
    long = [write(f"{number}.txt", f"Rule {number}. " + "Be kind to everybody. " * 5_000) for number in range(6)]
    documents = await add(library, kb_id, *long)
    before = await library.space.usage()
    assert before.copies == sum(path.stat().st_size for path in long)
    assert before.trash == before.backups == 0
    await library.delete_documents([document.id for document in documents[:3]])
    deleted = await library.space.usage()
    assert deleted.copies == before.copies / 2
    assert deleted.trash > before.copies / 2
    assert deleted.documents < before.documents
    await library.trash.empty()
    emptied = await library.space.usage()
    assert emptied.trash == 0
    assert emptied.free > before.copies / 2
    on_disk = sum(path.stat().st_size for path in folder.root.rglob("*") if path.is_file())
    freed = await library.space.reclaim()
    assert freed == on_disk - sum(path.stat().st_size for path in folder.root.rglob("*") if path.is_file())
    assert freed >= emptied.free
    assert (await library.space.usage()).free == 0
    assert await found(library, "rule") == ["3.txt", "4.txt", "5.txt"]


async def test_space_of_a_deleted_knowledge_base_counts_as_trash(library: Library, kb_id: str, handbook: Path) -> None:
    documents = await add(library, kb_id, handbook)
    await library.delete_knowledge_base(kb_id)
    usage = await library.space.usage()
    assert usage.copies == 0
    assert usage.trash > sum(document.size_bytes for document in documents)


async def test_reclaiming_says_that_the_disk_is_too_full_for_it(
    library: Library, kb_id: str, handbook: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await add(library, kb_id, handbook)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=0))  # a full disk needs a root's rights
    with pytest.raises(DiskFullError, match="too little free space"):
        await library.space.reclaim()
