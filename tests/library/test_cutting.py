"""How a knowledge base cuts its documents, is set, tried and done again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from kbdesk.errors import InputError
from kbdesk.library.chunking import Chunking
from kbdesk.library.library import Library
from kbdesk.library.types import DocumentInfo, State
from kbdesk.library.watchers import Watcher
from kbdesk.paths import DataFolder

Write = Callable[[str, str], Path]

SMALL = Chunking("sentence", 32, 0)
LONG = " ".join(f"Sentence number {number} of this handbook says something about leave." for number in range(40))


async def passages(library: Library, document: DocumentInfo) -> list[str]:
    return [chunk.text for chunk in await library.chunks(document.id, limit=1000)]


async def rested(library: Library) -> None:
    """Wait until nothing is to be read any more."""
    async with asyncio.timeout(60):
        while await library.queue.waiting():  # noqa: ASYNC110  (the queue tells only those who watched before)
            await asyncio.sleep(0.01)


@pytest.fixture
async def document(library: Library, kb_id: str, write: Write) -> DocumentInfo:
    return (await library.add(kb_id, [write("leave.txt", LONG)]))[0].document


async def test_documents_are_cut_again_when_another_way_is_set(
    library: Library, kb_id: str, document: DocumentInfo
) -> None:
    before = await passages(library, document)
    assert await library.chunking.count_to_cut(kb_id, SMALL) == 1
    assert await library.chunking.set(kb_id, SMALL) == 1
    await rested(library)
    after = await passages(library, document)
    assert len(after) > len(before)
    assert max(map(len, after)) <= 32 * 4
    assert await library.chunking.get(kb_id) == SMALL
    assert await library.chunking.count_to_cut(kb_id, SMALL) == 0


async def test_the_way_of_old_needs_nothing_to_be_cut_again(
    library: Library, kb_id: str, document: DocumentInfo
) -> None:
    assert await library.chunking.get(kb_id) == Chunking()
    assert await library.chunking.set(kb_id, Chunking()) == 0
    assert not await library.queue.waiting()


async def test_new_documents_are_cut_the_way_that_is_set(library: Library, kb_id: str, write: Write) -> None:
    await library.chunking.set(kb_id, SMALL)
    [result] = await library.add(kb_id, [write("leave.txt", LONG)])
    assert result.document.passage_count > 10
    assert await library.chunking.count_to_cut(kb_id, SMALL) == 0


async def test_each_knowledge_base_cuts_in_its_own_way(
    library: Library, kb_id: str, document: DocumentInfo, write: Write
) -> None:
    other = await library.create_knowledge_base("Other")
    await library.chunking.set(other.id, SMALL)
    [result] = await library.add(other.id, [write("leave.txt", LONG)])
    assert result.document.passage_count > document.passage_count
    assert (await library.document(document.id)).state is State.DONE
    assert await library.chunking.get(kb_id) == Chunking()


async def test_what_is_being_read_is_cut_the_new_way(library: Library, kb_id: str, write: Write) -> None:
    setting: list[asyncio.Task[int]] = []

    def set_meanwhile(document: DocumentInfo) -> None:
        if document.state is State.READING and not setting:
            setting.append(asyncio.create_task(library.chunking.set(kb_id, SMALL)))

    library.watch(Watcher(on_document=set_meanwhile))
    [result] = await library.add(kb_id, [write("leave.txt", LONG)])
    assert (result.document.state, result.message) == (State.DONE, None)
    assert await setting[0] == 0
    assert await library.chunking.count_to_cut(kb_id, SMALL) == 0
    assert (await library.documents(kb_id))[0].passage_count > 10


async def test_a_way_that_is_being_set_is_set_whole_when_nobody_waits_for_it_any_more(
    library: Library, kb_id: str, document: DocumentInfo
) -> None:
    setting = asyncio.create_task(library.chunking.set(kb_id, SMALL))
    while await library.chunking.get(kb_id) != SMALL:  # noqa: ASYNC110  (nobody tells of it)
        await asyncio.sleep(0)
    setting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await setting
    assert await library.chunking.count_to_cut(kb_id, SMALL) == 0
    await rested(library)


@pytest.fixture
async def half_done(folder: DataFolder, without_model: None, write: Write) -> str:
    async with await Library.open(folder) as library:
        kb_id = (await library.knowledge_bases())[0].id
        await library.add(kb_id, [write("leave.txt", LONG)])
        await library.chunking.set(kb_id, SMALL)
    return kb_id  # closed before it was cut again


async def test_cutting_goes_on_after_a_restart(folder: DataFolder, half_done: str) -> None:
    async with await Library.open(folder) as library:
        await library.queue.start()
        await rested(library)
        assert (await library.documents(half_done))[0].passage_count > 10


async def test_a_document_is_tried_without_anything_being_stored(
    library: Library, kb_id: str, document: DocumentInfo
) -> None:
    trial = await library.chunking.trial(document.id)
    cuts = await trial.cut(SMALL)
    assert len(cuts.passages) > document.passage_count
    assert "".join(passage.chunk.text for passage in cuts.passages) == LONG
    assert 60 < cuts.mean_characters <= 32 * 4
    assert cuts.factor == pytest.approx(1)
    assert await library.document(document.id) == document
    assert await library.chunking.get(kb_id) == Chunking()


async def test_what_is_tried_is_what_comes_of_it(library: Library, kb_id: str, document: DocumentInfo) -> None:
    cuts = await (await library.chunking.trial(document.id)).cut(SMALL)
    await library.chunking.set(kb_id, SMALL)
    await rested(library)
    assert await passages(library, document) == [passage.chunk.text for passage in cuts.passages]


@pytest.mark.logs_warnings
async def test_an_overlap_that_makes_passages_explode_is_measured(library: Library, document: DocumentInfo) -> None:
    trial = await library.chunking.trial(document.id)
    cuts = await trial.cut(Chunking("approx_token", 128, 96))
    assert 2 < cuts.factor < 4


async def test_without_a_model_nothing_is_cut_by_meaning(library: Library, kb_id: str, document: DocumentInfo) -> None:
    by_meaning = Chunking("semantic")
    trial = await library.chunking.trial(document.id)
    with pytest.raises(InputError, match="no model"):
        await trial.cut(by_meaning)
    with pytest.raises(InputError, match="no model"):
        await library.chunking.set(kb_id, by_meaning)
    assert await library.chunking.get(kb_id) == Chunking()


async def test_a_knowledge_base_without_a_model_cuts_paragraphs_in_place_of_meaning(
    library: Library, kb_id: str, write: Write
) -> None:
    await library.chunking.set(kb_id, Chunking("semantic", 32))  # which model it gets is only known later
    [result] = await library.add(kb_id, [write("leave.txt", LONG)])
    assert result.document.passage_count > 10


async def test_settings_that_make_no_sense_are_not_set(library: Library, kb_id: str, document: DocumentInfo) -> None:
    with pytest.raises(InputError):
        await library.chunking.set(kb_id, Chunking("sentence", 5))
    with pytest.raises(InputError):
        await (await library.chunking.trial(document.id)).cut(Chunking("sentence", 100, 100))


async def test_a_document_without_text_cannot_be_tried(library: Library, kb_id: str, write: Write) -> None:
    [result] = await library.add(kb_id, [write("empty.txt", " ")])
    with pytest.raises(InputError, match="no text"):
        await library.chunking.trial(result.document.id)


async def test_what_passages_repeat_is_told(library: Library, kb_id: str, write: Write) -> None:
    table = "| Name | City |\n| --- | --- |\n" + "".join(f"| Anna {number} | Bonn |\n" for number in range(4))
    [result] = await library.add(kb_id, [write("staff.md", table)])
    trial = await library.chunking.trial(result.document.id)
    rows = await trial.cut(Chunking("table_rows", rows=2))
    assert [passage.repeated for passage in rows.passages] == [0, len("| Name | City |\n| --- | --- |\n")]


async def test_what_neighbours_share_is_told(library: Library, document: DocumentInfo) -> None:
    cuts = await (await library.chunking.trial(document.id)).cut(Chunking("sentence", 64, 32))
    first, second = cuts.passages[:2]
    assert second.repeated
    assert first.chunk.text.endswith(second.chunk.text[: second.repeated])
