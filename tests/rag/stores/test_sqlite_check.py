"""Damage of every kind is found by the check, and mended where the rest of the file allows it."""

from __future__ import annotations

import sqlite3

import numpy as np
import pytest

from kbdesk.errors import CollectionMissingError
from kbdesk.message import Base64Source, DataBlock, TextBlock
from kbdesk.rag.document import Chunk, VectorRecord
from kbdesk.rag.stores.sqlite import SQLiteStore

PICTURE = DataBlock(source=Base64Source(data="aGFsbG8=", media_type="image/png"))
EXPECTED = {"a": 300, "b": 2, "c": 1}


def records_of(document_id, contents):
    return [
        VectorRecord(
            vector=np.random.default_rng(index).standard_normal(8).tolist(),
            document_id=document_id,
            chunk=Chunk(content=content, source="a.md", chunk_index=index, total_chunks=len(contents)),
        )
        for index, content in enumerate(contents)
    ]


@pytest.fixture
async def store(tmp_path):
    async with SQLiteStore(tmp_path / "store.sqlite3") as opened:
        await opened.create_collection("k", 8)
        await opened.insert("k", records_of("a", [TextBlock(text=f"Passage number {n}, 第{n}段") for n in range(300)]))
        await opened.insert("k", records_of("b", [TextBlock(text="travel costs"), TextBlock(text="?!")]))
        await opened.insert("k", records_of("c", [PICTURE]))
        await opened.create_collection("other", 8)
        yield opened


def damage(store, *statements):
    with sqlite3.connect(store.path) as connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()


async def found(store):
    return [(problem.kind, problem.document_id) for problem in await store.check("k", EXPECTED)]


@pytest.mark.parametrize(
    ("statement", "problem"),
    [
        ("DELETE FROM chunks WHERE id = 7", ("passages", "a")),
        ("DELETE FROM pictures", ("passages", "c")),
        ("UPDATE documents SET chunk_count = 1 WHERE document_id = 'b'", ("passages", "b")),
        ("DELETE FROM documents WHERE document_id = 'b'", ("missing", "b")),
        ("DELETE FROM vectors WHERE first_chunk = 129", ("vectors", "a")),
        ("UPDATE documents SET marks = x'0101' WHERE document_id = 'a'", ("vectors", "a")),
        ("UPDATE vectors SET data = zeroblob(60) WHERE first_chunk = 301", ("vectors", "b")),
        ("UPDATE vectors SET data = zeroblob(32) WHERE first_chunk = 301", ("vectors", "b")),
        ("UPDATE vectors SET data = zeroblob(128) WHERE first_chunk = 301", ("vectors", "b")),
        (f"UPDATE vectors SET data = x'{'00' * 60}0000C07F' WHERE first_chunk = 301", ("vectors", "b")),
    ],
)
async def test_what_a_document_lacks_is_found_and_gone_when_it_is_inserted_again(store, statement, problem):
    damage(store, statement)
    assert problem in await found(store)
    await store.mend("k")
    assert await found(store) == [problem]
    contents = {"b": [TextBlock(text="travel costs"), TextBlock(text="?!")], "c": [PICTURE]}
    again = contents.get(problem[1], [TextBlock(text=f"again {number}") for number in range(300)])
    await store.insert("k", records_of(problem[1], again))
    assert await found(store) == []
    assert [hit.document_id for hit in await store.search("k", [1.0] * 8, 303)] != []


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO words_1 (words_1, rowid, words) VALUES ('delete', 301, 'travel costs')",
        "INSERT INTO words_1 (rowid, words) VALUES (9000, 'nowhere')",
        "INSERT INTO words_1 (words_1, rowid, words) VALUES ('delete', 301, 'only other words')",
        "INSERT INTO words_1 (words_1) VALUES ('delete-all')",
        "DELETE FROM words_1_docsize WHERE id = 5",
        "DELETE FROM words_1_data WHERE id > 10",
        "UPDATE words_1_data SET block = zeroblob(40) WHERE id > 10",
        "DROP TABLE vocabulary_1",
        "DROP TABLE words_1",
    ],
)
async def test_full_text_out_of_step_is_found_and_made_anew(store, statement):
    damage(store, statement)
    [problem] = await store.check("k", EXPECTED)
    assert (problem.kind, problem.document_id, problem.can_mend) == ("full_text", "", True)
    await store.mend("k")
    assert await found(store) == []
    assert [hit.chunk.text for hit in await store.search_text("k", "costs")] == ["travel costs"]
    assert [hit.chunk.text for hit in await store.search_text("k", "第7段")][:1] == ["Passage number 7, 第7段"]


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO chunks VALUES (9000, 77, 'text', '', '{}', '{}', NULL)",
        "INSERT INTO chunks VALUES (9000, 1, 'text', '', '{}', '{}', NULL)",
        "INSERT INTO vectors VALUES (9000, zeroblob(32))",
        "INSERT INTO pictures VALUES ('hash', 'data')",
        "INSERT INTO documents VALUES (77, 88, 99, 'lost', '', '{}', 9000, 1, x'01', 0, '')",
        "CREATE VIRTUAL TABLE words_77 USING fts5(words, content='', tokenize='ascii')",
        "DELETE FROM collections WHERE name = 'other'",
    ],
)
async def test_what_belongs_to_nothing_is_found_and_deleted(store, statement):
    damage(store, statement)
    [problem] = await store.check("k", EXPECTED)
    assert (problem.kind, problem.document_id, problem.can_mend) == ("orphans", "", True)
    await store.mend("k")
    assert await found(store) == []
    assert len(await store.search("k", [1.0] * 8, 1000)) == 303


async def test_a_damaged_file_is_the_only_thing_said(tmp_path):
    path = tmp_path / "store.sqlite3"
    async with SQLiteStore(path) as store:
        await store.create_collection("k", 8)
        await store.insert("k", records_of("a", [TextBlock(text="one two three " * 100)] * 1000))
    data = bytearray(path.read_bytes())
    data[len(data) // 2 : len(data) // 2 + 100_000] = b"\xff" * 100_000
    path.write_bytes(data)
    async with SQLiteStore(path) as store:
        [problem] = await store.check("k", {"a": 1000, "missing": 3})
        assert (problem.kind, problem.can_mend) == ("file", False)


async def test_a_collection_that_is_not_there_cannot_be_mended(store):
    with pytest.raises(CollectionMissingError):
        await store.mend("nowhere")
