"""Cutting by meaning with the built-in model."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from kbdesk.embedding.local import find_weights
from kbdesk.library.chunking import Chunking
from kbdesk.library.library import Library
from kbdesk.paths import DataFolder

Write = Callable[[str, str], Path]

pytestmark = pytest.mark.skipif(find_weights(Path()) is None, reason="the weights of the built-in model are not here")

TRAINS = "Trains are booked by the office. Second class is the rule on trains. Keep the ticket of the train. "
COOKING = "Soup is cooked on Mondays. Peel the onions before you fry them. Salt the soup at the end. "


@pytest.fixture
async def with_model(folder: DataFolder) -> AsyncIterator[Library]:
    async with await Library.open(folder) as opened:
        yield opened


async def test_a_document_is_cut_where_its_topic_changes_and_as_it_was_tried(with_model: Library, write: Write) -> None:
    library, by_meaning = with_model, Chunking("semantic", 48)
    kb_id = (await library.knowledge_bases())[0].id
    [result] = await library.add(kb_id, [write("a.txt", TRAINS + COOKING)])
    steps: list[tuple[int, int]] = []
    trial = await library.chunking.trial(result.document.id)
    cuts = await trial.cut(by_meaning, lambda done, count: steps.append((done, count)))
    assert [passage.chunk.text for passage in cuts.passages] == [TRAINS, COOKING]
    assert steps == [(6, 6)]
    assert await library.chunking.set(kb_id, by_meaning) == 1
    async with asyncio.timeout(60):
        while await library.queue.waiting():  # noqa: ASYNC110  (the queue tells only those who watched before)
            await asyncio.sleep(0.01)
    chunks = await library.chunks(result.document.id)
    assert [chunk.text for chunk in chunks] == [TRAINS, COOKING]
