"""A file that an older kbdesk made answers like a new one after its first opening."""

from __future__ import annotations

import sqlite3

import pytest

from kbdesk.message import TextBlock
from kbdesk.rag.document import Chunk, VectorRecord
from kbdesk.rag.stores import sqlite_schema
from kbdesk.rag.stores.sqlite import SQLiteStore

TEXTS = ["Where do I send the receipts of my business trip?", "员工每年享有十天带薪年假", "4711"]


def records_of(document_id, texts):
    return [
        VectorRecord(
            vector=[1.0] * 8,
            document_id=document_id,
            chunk=Chunk(content=TextBlock(text=text), source="a.md", chunk_index=index, total_chunks=len(texts)),
        )
        for index, text in enumerate(texts)
    ]


@pytest.fixture
async def first_step(tmp_path):
    """A file as the first step left it."""
    path = tmp_path / "store.sqlite3"
    async with SQLiteStore(path) as store:
        await store.create_collection("c", 8)
        await store.insert("c", records_of("a", TEXTS))
        await store.insert("c", records_of("b", TEXTS[1:2] * 200))
        await store.insert("c", records_of("d", ["Die Krankmeldungen gibt man vor der Prüfung bei der Leitung ab"]))
    with sqlite3.connect(path) as connection:
        connection.execute("ALTER TABLE documents DROP COLUMN marks")
        connection.execute("ALTER TABLE documents DROP COLUMN changed")
        connection.execute("ALTER TABLE documents DROP COLUMN written")
        connection.execute("DELETE FROM properties WHERE name = 'languages'")
        connection.execute("UPDATE properties SET value = '1/14.0.0' WHERE name = 'words'")
        connection.execute("INSERT INTO words_1 (words_1) VALUES ('delete-all')")
        connection.execute("PRAGMA user_version = 1")
    connection.close()
    return path


async def test_a_file_of_the_first_step_gets_the_languages_of_its_passages(first_step):
    async with SQLiteStore(first_step) as store:
        assert await store.languages("c") == {"en": 2, "zh": 201, "de": 1}
        by_language = await store.search_by_language("c", [1.0] * 8, 300)
        assert {language: len(hits) for language, hits in by_language.items()} == {"en": 2, "zh": 201, "de": 1}
        assert await store.check("c", {"a": 3, "b": 200, "d": 1}) == []


async def test_the_full_text_of_a_file_of_the_first_step_is_made_of_stems(first_step):
    async with SQLiteStore(first_step) as store:
        [hit] = await store.search_text("c", "receipt")
        assert hit.chunk.text == TEXTS[0]
        assert [hit.document_id for hit in await store.search_text("c", "krankmeldung")] == ["d"]
        assert len(await store.search_exact("c", ["带薪年假"], 300)) == 201


async def test_languages_are_told_anew_when_that_changed(first_step, monkeypatch):
    async with SQLiteStore(first_step):
        pass
    monkeypatch.setattr(sqlite_schema.language, "VERSION", "another")
    monkeypatch.setattr(sqlite_schema.marks, "languages_of", lambda texts: ["de"] * len(texts))
    async with SQLiteStore(first_step) as store:
        assert await store.languages("c") == {"de": 204}
