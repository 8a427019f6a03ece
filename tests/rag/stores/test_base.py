"""What a store gets that has no more than a search by meaning."""

from __future__ import annotations

import pytest

from kbdesk.message import TextBlock
from kbdesk.rag.document import Chunk, VectorRecord
from kbdesk.rag.stores.base import VectorStoreBase
from kbdesk.rag.stores.filters import Only
from kbdesk.rag.stores.sqlite import SQLiteStore

TEXTS = [
    "Where do I send the receipts of my trip?",
    "员工每年享有十天带薪年假",
    "4711",
    "Please book your flight early.",
]


class PlainStore(SQLiteStore):
    search_by_language = VectorStoreBase.search_by_language
    languages = VectorStoreBase.languages
    scores = VectorStoreBase.scores
    search_text = VectorStoreBase.search_text
    search_exact = VectorStoreBase.search_exact
    word_shares = VectorStoreBase.word_shares


@pytest.fixture
async def store(tmp_path):
    async with PlainStore(tmp_path / "store.sqlite3") as opened:
        await opened.create_collection("c", 2)
        for number, text in enumerate(TEXTS):
            chunk = Chunk(content=TextBlock(text=text), source="a", chunk_index=0, total_chunks=1)
            record = VectorRecord(vector=[1.0, number / 10], document_id=f"d{number}", chunk=chunk)
            await opened.insert("c", [record])
        yield opened


async def test_languages_are_told_apart_among_the_nearest_passages(store):
    found = await store.search_by_language("c", [1.0, 0.0], 2)
    assert {language: [hit.chunk.text for hit in hits] for language, hits in found.items()} == {
        "en": [TEXTS[0], TEXTS[2]],
        "zh": [TEXTS[1], TEXTS[2]],
    }
    only = Only(document_ids=frozenset({"d2"}))
    assert list(await store.search_by_language("c", [1.0, 0.0], 2, only=only)) == [""]
    assert await store.search_by_language("c", [1.0, 0.0], 2, {"nowhere": 1}) == {}


async def test_what_it_cannot_do_is_said(store):
    for asked in (
        store.languages("c"),
        store.scores("c", [1.0, 0.0], []),
        store.search_text("c", "trip"),
        store.search_exact("c", ["trip"]),
        store.word_shares("c", "trip", []),
    ):
        with pytest.raises(NotImplementedError):
            await asked
