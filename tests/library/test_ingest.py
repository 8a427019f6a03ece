from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

import pytest

from kbdesk import __version__
from kbdesk.errors import InputError
from kbdesk.library.library import Library
from kbdesk.library.types import DocumentInfo, IngestProgress, State
from kbdesk.library.watchers import Watcher
from kbdesk.paths import DataFolder

Write = Callable[[str, str], Path]


async def names(library: Library, kb_id: str) -> list[str]:
    return [document.name for document in await library.documents(kb_id)]


async def test_every_file_of_a_folder_becomes_a_document(library: Library, kb_id: str, handbook: Path) -> None:
    results = await library.add(kb_id, [handbook])
    assert [result.document.name for result in results] == ["leave/holidays.txt", "leave/sick.txt", "travel.txt"]
    assert all(result.is_new and result.document.state is State.DONE for result in results)
    document = await library.document(results[2].document.id)
    assert (document.kind, document.outcome, document.passage_count) == ("Text", "text", 1)
    assert document.reader == __version__
    assert document.original is not None
    assert document.original.read_bytes() == (handbook / "travel.txt").read_bytes()


async def test_the_same_folder_again_adds_nothing(library: Library, kb_id: str, handbook: Path) -> None:
    before = [result.document for result in await library.add(kb_id, [handbook])]
    again = await library.add(kb_id, [handbook])
    assert [result.document for result in again] == before
    assert not any(result.is_new for result in again)
    assert len(await library.documents(kb_id)) == 3


async def test_the_same_content_under_another_name_is_already_here(
    library: Library, kb_id: str, handbook: Path, write: Write
) -> None:
    await library.add(kb_id, [handbook])
    copy = write("elsewhere.txt", (handbook / "travel.txt").read_text())
    [result] = await library.add(kb_id, [copy])
    assert (result.is_new, result.document.name) == (False, "travel.txt")
    assert "travel.txt" in str(result.message)


async def test_the_same_content_twice_in_one_drop_is_taken_once(library: Library, kb_id: str, write: Write) -> None:
    folder = write("a.txt", "same words").parent
    write("b.txt", "same words")
    results = await library.add(kb_id, [folder])
    assert sorted(result.is_new for result in results) == [False, True]
    assert [result.document.state for result in results] == [State.DONE, State.DONE]
    assert len({result.document.id for result in results}) == len(await names(library, kb_id)) == 1


async def test_two_drops_of_one_folder_at_once_take_it_once(library: Library, kb_id: str, handbook: Path) -> None:
    first, second = await asyncio.gather(library.add(kb_id, [handbook]), library.add(kb_id, [handbook]))
    assert sum(result.is_new for result in [*first, *second]) == 3
    assert len(await library.documents(kb_id)) == 3


async def test_a_changed_file_replaces_its_older_version_under_the_same_id(
    library: Library, kb_id: str, handbook: Path, write: Write
) -> None:
    old = (await library.add(kb_id, [handbook / "travel.txt"]))[0].document
    write("travel.txt", "Travel. Bicycles are now allowed on every journey.")
    [result] = await library.add(kb_id, [handbook / "travel.txt"])
    assert result.document.id == old.id
    assert result.document.sha256 != old.sha256
    assert [hit.chunk.text for hit in await library.search(["bicycles flights"])] == [
        "Travel. Bicycles are now allowed on every journey."
    ]


async def test_a_version_that_cannot_be_read_leaves_the_older_one_answering(
    library: Library, kb_id: str, handbook: Path
) -> None:
    await library.add(kb_id, [handbook / "travel.txt"])
    (handbook / "travel.txt").write_bytes(b"")
    [result] = await library.add(kb_id, [handbook / "travel.txt"])
    assert (result.document.state, result.document.outcome) == (State.FAILED, "empty")
    assert len(await library.search(["flights"])) == 1


async def test_one_bad_file_stops_nothing(library: Library, kb_id: str, handbook: Path) -> None:
    (handbook / "bad.pdf").write_bytes(b"%PDF-1.7\nnothing of a PDF follows")
    (handbook / "empty.txt").write_bytes(b"")
    results = await library.add(kb_id, [handbook])
    outcomes = {result.document.name: result.document.outcome for result in results}
    assert outcomes == {
        "bad.pdf": "damaged",
        "empty.txt": "empty",
        "leave/holidays.txt": "text",
        "leave/sick.txt": "text",
        "travel.txt": "text",
    }
    assert all(result.message for result in results if result.document.state is State.FAILED)


async def test_rows_appear_and_go_through_their_states(library: Library, kb_id: str, handbook: Path) -> None:
    states: defaultdict[str, list[State]] = defaultdict(list)

    def note(document: DocumentInfo) -> None:
        states[document.name].append(document.state)

    await library.add(kb_id, [handbook], on_document=note)
    assert set(states) == {"leave/holidays.txt", "leave/sick.txt", "travel.txt"}
    assert all(seen == [State.QUEUED, State.READING, State.EMBEDDING, State.DONE] for seen in states.values())


async def test_progress_counts_to_the_end(library: Library, kb_id: str, handbook: Path) -> None:
    told: list[IngestProgress] = []
    await library.add(kb_id, [handbook], on_progress=told.append)
    assert {progress.file_count for progress in told} == {3}
    assert told[-1].file_number == 3


async def test_a_stop_keeps_what_is_done_and_retry_goes_on(library: Library, kb_id: str, handbook: Path) -> None:
    done = asyncio.Event()

    def note(document: DocumentInfo) -> None:
        if document.state is State.DONE:
            done.set()

    for number in range(40):
        (handbook / f"{number:02}.txt").write_text(f"Rule {number} is about something else.")
    work = asyncio.create_task(library.add(kb_id, [handbook], on_document=note))
    await done.wait()
    await library.queue.stop()
    assert {result.document.state for result in await work} == {State.DONE, State.STOPPED}
    documents = await library.documents(kb_id)
    stopped = [document for document in documents if document.state is State.STOPPED]
    assert {document.state for document in documents} == {State.DONE, State.STOPPED}
    assert all("Try again" in str(document.message) for document in stopped)
    results = await library.retry([document.id for document in stopped])
    assert all(result.document.state is State.DONE for result in results)
    assert [result.document.id for result in results] == [document.id for document in stopped]
    assert len({document.id for document in await library.documents(kb_id)}) == len(documents)


async def test_retry_reads_the_kept_copy_when_the_file_is_gone(library: Library, kb_id: str, handbook: Path) -> None:
    document = (await library.add(kb_id, [handbook / "travel.txt"]))[0].document
    (handbook / "travel.txt").unlink()
    [result] = await library.retry([document.id])
    assert (result.document.id, result.document.state) == (document.id, State.DONE)


async def test_a_file_that_may_be_read_later_is_taken_on_retry(library: Library, kb_id: str, handbook: Path) -> None:
    (handbook / "travel.txt").write_bytes(b"")
    document = (await library.add(kb_id, [handbook / "travel.txt"]))[0].document
    (handbook / "travel.txt").write_text("Travel by train.")
    [result] = await library.retry([document.id])
    assert (result.document.state, result.document.message) == (State.DONE, None)


async def test_what_was_not_done_when_the_library_closed_goes_on_at_the_next_start(
    folder: DataFolder, without_model: None, handbook: Path
) -> None:
    library = await Library.open(folder)
    kb_id = (await library.knowledge_bases())[0].id
    started = asyncio.Event()
    work = asyncio.create_task(library.add(kb_id, [handbook], on_document=lambda _: started.set()))
    await started.wait()
    await library.aclose()
    with pytest.raises(asyncio.CancelledError):
        await work
    async with await Library.open(folder) as again:
        documents = await again.documents(kb_id)
        assert {document.state for document in documents} <= {State.DONE, State.QUEUED}, documents
        idle = asyncio.Event()
        again.watch(Watcher(on_idle=idle.set))
        await again.queue.start()
        await idle.wait()
        assert {document.state for document in await again.documents(kb_id)} == {State.DONE}


async def test_a_path_that_is_not_there_changes_nothing(library: Library, kb_id: str, handbook: Path) -> None:
    with pytest.raises(InputError):
        await library.add(kb_id, [handbook, handbook / "missing"])
    assert await library.documents(kb_id) == []
