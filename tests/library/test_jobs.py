from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path

import pytest

from kbdesk.errors import KbError
from kbdesk.library.library import Library
from kbdesk.library.plan import Fate
from kbdesk.library.types import Choices, DocumentInfo, State
from kbdesk.library.walk import walk
from kbdesk.library.watchers import Watcher
from kbdesk.paths import DataFolder
from kbdesk.settings import EmbeddingChoice
from kbdesk.texts import Text

Write = Callable[[str, str], Path]


@pytest.fixture
def many(handbook: Path) -> Path:
    """A folder with more documents than are worked on at once."""
    for number in range(20):
        (handbook / f"{number:02}.txt").write_text(f"Rule {number} is about something else.")
    return handbook


class Seen:
    """What a watcher was told, in order."""

    def __init__(self, library: Library) -> None:
        self.documents: list[DocumentInfo] = []
        self.removed: list[str] = []
        self.notices: list[Text] = []
        self._idle = asyncio.Event()
        self._changed = asyncio.Event()
        library.watch(
            Watcher(
                on_document=self._note,
                on_removed=self.removed.extend,
                on_notice=self.notices.append,
                on_idle=self._idle.set,
            )
        )

    def _note(self, document: DocumentInfo) -> None:
        self.documents.append(document)
        self._changed.set()

    async def state(self, state: State) -> DocumentInfo:
        """Wait until some document has a state."""
        while True:
            for document in self.documents:
                if document.state is state:
                    return document
            self._changed.clear()
            await self._changed.wait()

    async def idle(self) -> None:
        await self._idle.wait()

    def ended_before(self, document_id: str) -> int:
        """Return how many documents were done when the work on one began."""
        events = [(document.id, document.state) for document in self.documents]
        start = events.index((document_id, State.READING))
        return sum(state is State.DONE for _, state in events[:start])


@asynccontextmanager
async def opened(folder: DataFolder) -> AsyncIterator[tuple[Library, str]]:
    async with await Library.open(folder) as library:
        yield library, (await library.knowledge_bases())[0].id


async def add_paused(library: Library, kb_id: str, *paths: Path) -> list[DocumentInfo]:
    """Accept files and let them rest before any of them is done."""
    batch = await library.queue.add(kb_id, list(walk(paths)), Choices())
    await library.queue.pause()
    documents = [result.document for result in await batch.results()]
    assert {document.state for document in documents} == {State.PAUSED}
    return documents


async def leave_in_flight(folder: DataFolder, name: str) -> None:
    """Leave a document as a program does that dies while it works on it, and open the folder after that."""
    with closing(sqlite3.connect(folder.library_db)) as connection, connection:
        connection.execute(
            "UPDATE documents SET state = 'reading', owner = 'a program that died' WHERE name = ?", (name,)
        )
    async with opened(folder):
        pass


async def states(library: Library, kb_id: str) -> dict[str, State]:
    return {document.name: document.state for document in await library.documents(kb_id)}


async def found(library: Library, query: str) -> list[str]:
    return [hit.chunk.text for hit in await library.search([query])]


def change(folder: DataFolder, statement: str) -> None:
    with closing(sqlite3.connect(folder.library_db)) as connection, connection:
        connection.execute(statement)


def rows(folder: DataFolder, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(folder.library_db)) as connection:
        return connection.execute(query).fetchall()


def stored(folder: DataFolder) -> int:
    with closing(sqlite3.connect(folder.store_db)) as store:
        return store.execute("SELECT count(*) FROM documents").fetchone()[0]


def copies(folder: DataFolder) -> list[str]:
    return sorted(path.read_text() for path in folder.originals.rglob("*") if path.is_file())


async def test_a_pause_takes_effect_at_once_and_resume_reads_everything(
    library: Library, kb_id: str, many: Path
) -> None:
    seen = Seen(library)
    work = asyncio.create_task(library.add(kb_id, [many]))
    await seen.state(State.READING)
    await library.queue.pause()
    assert set((await states(library, kb_id)).values()) <= {State.PAUSED, State.DONE}
    assert await library.queue.waiting() == []
    results = await work
    paused = [result for result in results if result.document.state is State.PAUSED]
    assert paused
    assert {str(result.message) for result in paused} == {"Paused. Use Go on to read it."}
    await seen.idle()
    resumed = Seen(library)
    await library.queue.resume()
    await resumed.idle()
    assert set((await states(library, kb_id)).values()) == {State.DONE}


async def test_one_document_is_paused_and_the_others_go_on(library: Library, kb_id: str, handbook: Path) -> None:
    documents = await add_paused(library, kb_id, handbook)
    await library.queue.resume([document.id for document in documents[1:]])
    await Seen(library).idle()
    assert list((await states(library, kb_id)).values()) == [State.PAUSED, State.DONE, State.DONE]
    await library.queue.resume([documents[0].id])
    await Seen(library).idle()
    assert set((await states(library, kb_id)).values()) == {State.DONE}


async def test_a_stopped_document_goes_on_only_when_it_is_named(library: Library, kb_id: str, handbook: Path) -> None:
    documents = await add_paused(library, kb_id, handbook)
    await library.queue.stop([documents[0].id])
    assert "stopped" in str((await library.document(documents[0].id)).message)
    seen = Seen(library)
    await library.queue.resume()
    await seen.idle()
    assert list((await states(library, kb_id)).values()) == [State.STOPPED, State.DONE, State.DONE]
    [result] = await library.retry([documents[0].id])
    assert (result.document.state, result.message) == (State.DONE, None)


async def test_a_new_file_that_is_cancelled_leaves_nothing(folder: DataFolder, without_model: None, many: Path) -> None:
    async with opened(folder) as (library, kb_id):
        seen = Seen(library)
        work = asyncio.create_task(library.add(kb_id, [many]))
        await seen.state(State.READING)
        await library.queue.cancel()
        results = await work
        taken = [result.document for result in results if result.document.state is State.DONE]
        others = [result for result in results if result.document.state is not State.DONE]
        assert {str(result.message) for result in others} == {"It was taken out before it was done."}
        assert set(seen.removed) == {result.document.id for result in others}
        assert len(await library.documents(kb_id)) == stored(folder) == len(taken)
    assert len(copies(folder)) == len(taken)


async def test_a_replacement_that_is_cancelled_leaves_the_older_version_answering(
    folder: DataFolder, without_model: None, write: Write
) -> None:
    path = write("rules.txt", "Be on time.")
    async with opened(folder) as (library, kb_id):
        [before] = await library.add(kb_id, [path])
        path.write_text("Be kind.")
        [paused] = await add_paused(library, kb_id, path)
        assert await found(library, "time") == ["Be on time."]
        await library.queue.cancel([paused.id])
        after = await library.document(paused.id)
        assert (after.id, after.state, after.sha256) == (before.document.id, State.DONE, before.document.sha256)
        assert (await found(library, "time"), await found(library, "kind")) == (["Be on time."], [])
    assert copies(folder) == ["Be on time."]


async def test_a_cancelled_replacement_is_a_new_version_again_when_it_is_added_again(
    library: Library, kb_id: str, write: Write
) -> None:
    path = write("rules.txt", "Be on time.")
    await library.add(kb_id, [path])
    path.write_text("Be kind.")
    [paused] = await add_paused(library, kb_id, path)
    await library.queue.cancel([paused.id])
    assert [file.fate for file in (await library.plan(kb_id, [path])).files] == [Fate.CHANGED]
    [result] = await library.add(kb_id, [path])
    assert (result.is_new, result.document.id) == (True, paused.id)
    assert await found(library, "kind") == ["Be kind."]


async def test_documents_are_moved_to_the_front_and_to_the_back(library: Library, kb_id: str, many: Path) -> None:
    documents = await add_paused(library, kb_id, many)
    first, *others, last = [document.id for document in documents]
    await library.queue.move([last, others[-1]], "front")
    await library.queue.move([first], "back")
    seen = Seen(library)
    await library.queue.resume()
    waiting = [document.id for document in await library.queue.waiting()]
    assert (waiting[:2], waiting[-1]) == ([last, others[-1]], first)
    await seen.idle()
    assert seen.ended_before(last) < 6
    assert seen.ended_before(first) >= len(documents) - 6


async def test_one_or_many_documents_are_tried_again(library: Library, kb_id: str, handbook: Path) -> None:
    documents = await add_paused(library, kb_id, handbook)
    await library.queue.stop()
    [one] = await library.retry([documents[1].id])
    assert one.document.id == documents[1].id
    results = await library.retry([document.id for document in documents])
    assert [result.document.id for result in results] == [document.id for document in documents]
    assert {result.document.state for result in results} == {State.DONE}


async def test_a_file_that_kbdesk_died_of_twice_is_set_aside_until_it_is_tried_again(
    folder: DataFolder, without_model: None, handbook: Path
) -> None:
    async with opened(folder) as (library, kb_id):
        await add_paused(library, kb_id, handbook)
    for _ in range(2):
        await leave_in_flight(folder, "travel.txt")
    async with opened(folder) as (library, kb_id):
        await library.queue.resume()
        await Seen(library).idle()
        [travel] = [document for document in await library.documents(kb_id) if document.name == "travel.txt"]
        assert (travel.state, travel.outcome) == (State.FAILED, "failed")
        assert str(travel.message) == (
            "kbdesk ended 2 times while it worked on this file, so it was set aside."
            " Use Try again to read it after all."
        )
        assert list((await states(library, kb_id)).values()).count(State.DONE) == 2
        [result] = await library.retry([travel.id])
        assert (result.document.state, result.message) == (State.DONE, None)
    assert rows(folder, "SELECT max(crashes) FROM documents") == [(0,)]


async def test_a_file_that_kbdesk_died_of_once_is_read_last_and_alone(
    folder: DataFolder, without_model: None, many: Path
) -> None:
    async with opened(folder) as (library, kb_id):
        [first, *others] = await add_paused(library, kb_id, many)
    await leave_in_flight(folder, first.name)
    async with opened(folder) as (library, kb_id):
        seen = Seen(library)
        await library.queue.resume()
        await seen.idle()
        assert seen.ended_before(first.id) == len(others)
        assert set((await states(library, kb_id)).values()) == {State.DONE}


async def test_what_was_left_rests_when_the_queue_starts_paused(
    folder: DataFolder, without_model: None, handbook: Path
) -> None:
    async with opened(folder) as (library, kb_id):
        await add_paused(library, kb_id, handbook)
    await leave_in_flight(folder, "travel.txt")
    async with opened(folder) as (library, kb_id):
        await library.queue.start(paused=True)
        assert set((await states(library, kb_id)).values()) == {State.PAUSED}
        await library.queue.resume()
        await Seen(library).idle()
        assert set((await states(library, kb_id)).values()) == {State.DONE}


async def test_cancelling_add_ends_the_waiting_only(library: Library, kb_id: str, many: Path) -> None:
    seen = Seen(library)
    work = asyncio.create_task(library.add(kb_id, [many]))
    await seen.state(State.READING)
    work.cancel()
    with pytest.raises(asyncio.CancelledError):
        await work
    await seen.idle()
    assert set((await states(library, kb_id)).values()) == {State.DONE}


async def test_closing_gives_work_back_and_counts_no_crash(folder: DataFolder, without_model: None, many: Path) -> None:
    async with opened(folder) as (library, kb_id):
        seen = Seen(library)
        await library.queue.add(kb_id, list(walk([many])), Choices())
        await seen.state(State.READING)
    unfinished = rows(folder, "SELECT DISTINCT state, owner, crashes FROM documents WHERE state != 'done'")
    assert unfinished == [("queued", "", 0)]


async def test_the_newest_content_wins_when_a_file_is_replaced_while_it_is_read(
    library: Library, kb_id: str, write: Write
) -> None:
    path = write("rules.txt", "Be on time.")
    seen = Seen(library)
    first = asyncio.create_task(library.add(kb_id, [path]))
    await seen.state(State.READING)
    path.write_text("Be kind.")
    second = asyncio.create_task(library.add(kb_id, [path]))
    path.write_text("Be brave.")
    third = asyncio.create_task(library.add(kb_id, [path]))
    results = [*await first, *await second, *await third]
    assert len({result.document.id for result in results}) == 1
    assert len(await library.documents(kb_id)) == 1
    assert await found(library, "be brave kind time") == ["Be brave."]


async def test_a_knowledge_base_without_its_key_rests_with_the_reason(
    folder: DataFolder, without_model: None, handbook: Path
) -> None:
    without_key = EmbeddingChoice("openai", model="m", dimensions=2, secret_name="nobody")
    async with opened(folder) as (library, kb_id):
        await add_paused(library, kb_id, handbook)
        await library.save_settings(replace(library.settings, embedding=without_key))
    await leave_in_flight(folder, "travel.txt")
    async with opened(folder) as (library, kb_id):
        seen = Seen(library)
        await library.queue.start()
        await seen.idle()
        [travel] = [document for document in await library.documents(kb_id) if document.name == "travel.txt"]
        assert travel.state is State.PAUSED
        assert "The key for the model “m” is not in the keyring." in str(travel.message)
        assert [str(notice) for notice in seen.notices] == [str(travel.message)]
        await library.save_settings(replace(library.settings, embedding=EmbeddingChoice()))
        await library.queue.resume()
        await Seen(library).idle()
        assert set((await states(library, kb_id)).values()) == {State.DONE}


async def test_what_is_added_while_the_queue_falls_idle_is_not_overlooked(
    library: Library, kb_id: str, handbook: Path
) -> None:
    bases = [(await library.create_knowledge_base(f"Base {number}")).id for number in range(30)]
    idle = asyncio.Event()
    adding: list[asyncio.Task[object]] = []

    def note(document: DocumentInfo) -> None:
        idle.clear()
        if document.state is State.DONE and bases:
            adding.append(asyncio.create_task(library.add(bases.pop(), [handbook / "travel.txt"])))

    library.watch(Watcher(on_document=note, on_idle=idle.set))
    await library.add(kb_id, [handbook / "travel.txt"])
    for task in adding:  # each makes the next
        await task
    async with asyncio.timeout(20):
        await idle.wait()


@pytest.mark.parametrize("is_retry", [True, False])
async def test_what_was_left_counts_once_in_the_progress(
    folder: DataFolder, without_model: None, handbook: Path, is_retry: bool
) -> None:
    async with opened(folder) as (library, kb_id):
        documents = await add_paused(library, kb_id, handbook)
    async with opened(folder) as (library, kb_id):
        seen = Seen(library)
        told: list[int] = []
        library.watch(Watcher(on_progress=lambda progress: told.append(progress.file_count)))
        if is_retry:
            await library.retry([document.id for document in documents])
        else:
            await library.queue.resume()
        await seen.idle()
        assert set(told) == {3}


@pytest.mark.logs_warnings
async def test_nobody_waits_for_a_queue_that_broke_down_and_it_begins_again(
    library: Library, folder: DataFolder, kb_id: str, write: Write
) -> None:
    [document] = await add_paused(library, kb_id, write("travel.txt", "Flights are in economy."))
    seen = Seen(library)
    change(folder, "UPDATE documents SET ocr_pages = 'nonsense'")
    async with asyncio.timeout(60):
        with pytest.raises(KbError, match="Something went wrong"):
            await library.retry([document.id])
    assert [notice.template for notice in seen.notices] == ["{title} {remedy}"]
    change(folder, "UPDATE documents SET ocr_pages = ''")
    async with asyncio.timeout(60):
        [result] = await library.retry([document.id])
    assert result.document.state is State.DONE
