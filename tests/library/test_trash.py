from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from kbdesk.errors import InputError
from kbdesk.library.library import Library
from kbdesk.library.types import Deletion, DocumentInfo, State

from .conftest import Write


async def add(library: Library, kb_id: str, *paths: Path) -> list[DocumentInfo]:
    return [result.document for result in await library.add(kb_id, paths)]


async def found(library: Library, query: str) -> list[str]:
    return sorted(hit.document.name for hit in await library.search([query]))


async def in_trash(library: Library) -> list[str]:
    return [entry.name for entry in await library.trash.entries()]


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
