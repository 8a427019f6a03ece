"""What is cancelled is as it was before it was queued, whatever that was."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from kbdesk.library.facts.types import Change
from kbdesk.library.library import Library
from kbdesk.library.types import Choices, DocumentInfo, State
from kbdesk.library.walk import walk
from kbdesk.library.watchers import Watcher
from kbdesk.paths import DataFolder

from .conftest import pdf_of

Write = Callable[[str, str], Path]


async def queue_and_cancel(library: Library, kb_id: str, path: Path, replacing: str) -> DocumentInfo:
    """Let a file take the place of a document, and cancel it before it is done."""
    batch = await library.queue.add(kb_id, list(walk([path])), Choices(replacing={path: replacing}))
    await library.queue.pause()
    [paused] = [result.document for result in await batch.results()]
    assert (paused.id, paused.state, paused.name) == (replacing, State.PAUSED, path.name)
    await library.queue.cancel([replacing])
    return await library.document(replacing)


async def test_a_document_whose_replacement_is_cancelled_is_as_it_was_and_stays_so_when_it_is_read_again(
    library: Library, kb_id: str, write: Write
) -> None:
    [old] = await library.add(kb_id, [write("rules.txt", "Be on time.")])
    newer = write("newer/Rules of 2027.md", "# Rules\n\nBe kind.")
    assert await queue_and_cancel(library, kb_id, newer, old.document.id) == old.document
    await library.retry([old.document.id])
    assert [hit.chunk.text for hit in await library.search(["be"])] == ["Be on time."]


async def test_a_document_keeps_what_was_remarked_on_when_it_is_not_read_again_after_all(
    library: Library, kb_id: str, tmp_path: Path
) -> None:
    path = tmp_path / "scan.pdf"
    path.write_bytes(pdf_of("Be on time.", ""))
    [read] = await library.add(kb_id, [path])
    assert read.document.pages
    await library.queue.retry([read.document.id])
    await library.queue.pause()
    await library.queue.cancel()
    assert await library.document(read.document.id) == read.document


async def test_a_failed_document_that_is_tried_again_and_cancelled_has_failed_as_before(
    library: Library, kb_id: str, tmp_path: Path
) -> None:
    path = tmp_path / "plan.pdf"
    path.write_bytes(pdf_of("Be on time.", password="secret"))
    [failed] = await library.add(kb_id, [path])
    assert failed.document.outcome == "password"
    await library.facts.change([failed.document.id], Change(add_tags=("plans",)))
    await library.queue.retry([failed.document.id])
    await library.queue.pause()
    await library.queue.cancel()
    now = await library.document(failed.document.id)
    assert (now.state, now.outcome, now.message) == (State.FAILED, "password", failed.document.message)
    assert now.facts.tags == ("plans",)


async def test_the_copy_of_a_failed_document_is_there_when_its_replacement_is_cancelled(
    library: Library, kb_id: str, tmp_path: Path, write: Write
) -> None:
    path = tmp_path / "plan.pdf"
    path.write_bytes(pdf_of("Be on time.", password="secret"))
    [failed] = await library.add(kb_id, [path])
    path.unlink()
    newer = write("plan.txt", "Be kind.")
    batch = await library.queue.add(kb_id, list(walk([newer])), Choices(replacing={newer: failed.document.id}))
    await library.queue.stop()
    await batch.results()
    await library.trash.sweep()
    await library.queue.cancel([failed.document.id])
    assert await library.document(failed.document.id) == failed.document
    assert failed.document.original is not None
    assert failed.document.original.exists()


async def test_a_new_version_that_failed_and_is_cancelled_when_it_is_tried_again_has_failed(
    library: Library, kb_id: str, tmp_path: Path
) -> None:
    path = tmp_path / "plan.pdf"
    path.write_bytes(pdf_of("Be on time."))
    await library.add(kb_id, [path])
    path.write_bytes(pdf_of("Be kind.", password="secret"))
    [failed] = await library.add(kb_id, [path])
    await library.queue.retry([failed.document.id])
    await library.queue.pause()
    await library.queue.cancel()
    assert await library.document(failed.document.id) == failed.document
    assert [hit.chunk.text.strip() for hit in await library.search(["time"])] == ["Be on time."]


async def test_what_came_back_from_the_trash_under_another_name_keeps_it_when_it_is_cancelled(
    library: Library, folder: DataFolder, kb_id: str, write: Write
) -> None:
    path = write("rules.txt", "Be on time.")
    [old] = await library.add(kb_id, [path])
    path.write_text("Be kind.")
    await library.queue.add(kb_id, list(walk([path])), Choices())
    await library.queue.pause()
    deletion = await library.delete_documents([old.document.id])
    path.write_text("Be brave.")
    await library.add(kb_id, [path])
    await library.undo(deletion)
    await library.queue.cancel([old.document.id])
    assert sorted(each.name for each in await library.documents(kb_id)) == ["rules (2).txt", "rules.txt"]
    assert len({each.path for each in await library.documents(kb_id)}) == 2


async def test_of_two_files_with_one_content_the_other_is_read_when_one_is_cancelled(
    library: Library, kb_id: str, write: Write
) -> None:
    files = [write("rules.txt", "Be on time."), write("copy.txt", "Be on time.")]
    told: list[DocumentInfo] = []
    waits = asyncio.Event()

    def note(document: DocumentInfo) -> None:
        has_begun = any(each.id == document.id and each.state is State.READING for each in told)
        told.append(document)
        if document.state is State.QUEUED and has_begun:
            waits.set()

    library.watch(Watcher(on_document=note))
    work = asyncio.create_task(library.add(kb_id, files))
    async with asyncio.timeout(60):
        await waits.wait()
    [read] = [each for each in await library.documents(kb_id) if each.id != told[-1].id]
    await library.queue.cancel([read.id])
    cancelled, other = sorted(await work, key=lambda result: result.document.id != read.id)
    assert (cancelled.document.state, other.document.state) == (State.STOPPED, State.DONE)
    assert [hit.document.id for hit in await library.search(["time"])] == [other.document.id]


async def test_of_two_files_with_one_content_one_is_told_what_became_of_the_other(
    library: Library, kb_id: str, tmp_path: Path
) -> None:
    content = pdf_of("Be on time.", password="secret")
    for name in ("plan.pdf", "copy.pdf"):
        (tmp_path / name).write_bytes(content)
    results = await library.add(kb_id, [tmp_path / "plan.pdf", tmp_path / "copy.pdf"])
    [document] = await library.documents(kb_id)
    assert [result.document.id for result in results] == [document.id] * 2
    assert all(str(document.message) in str(result.message) for result in results)


async def test_documents_of_two_knowledge_bases_with_one_file_are_tried_again_together(
    library: Library, kb_id: str, write: Write
) -> None:
    path = write("rules.txt", "Be on time.")
    other = await library.create_knowledge_base("Others")
    ids = [(await library.add(each, [path]))[0].document.id for each in (kb_id, other.id)]
    results = await library.retry(ids)
    assert sorted(result.document.id for result in results) == sorted(ids)
    assert {result.document.state for result in results} == {State.DONE}
