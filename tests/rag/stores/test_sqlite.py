"""What only the SQLite store has: full text, a file that processes share, and its faults."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys

import numpy as np
import pytest

from kbdesk.errors import StoreError, StoreInUseError
from kbdesk.message import Base64Source, DataBlock, TextBlock
from kbdesk.rag.document import Chunk, VectorRecord
from kbdesk.rag.stores import sqlite_file, words
from kbdesk.rag.stores.sqlite import SQLiteStore


def records_of(document_id, texts):
    dice = np.random.default_rng(len(texts))
    return [
        VectorRecord(
            vector=dice.standard_normal(8).tolist(),
            document_id=document_id,
            chunk=Chunk(content=TextBlock(text=text), source="a.md", chunk_index=index, total_chunks=len(texts)),
        )
        for index, text in enumerate(texts)
    ]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "new folder" / "store.sqlite3"


@pytest.fixture
async def store(path):
    async with SQLiteStore(path) as opened:
        await opened.create_collection("c", 8)
        yield opened


async def words_find(store, query, **arguments):
    return [hit.chunk.text for hit in await store.search_text("c", query, **arguments)]


async def test_words_find_the_passages_they_stand_in(store):
    await store.insert("c", records_of("a", ["Travel costs are refunded", "Sick leave", "Costs, costs and costs"]))
    assert await words_find(store, "COSTS") == ["Costs, costs and costs", "Travel costs are refunded"]
    assert await words_find(store, "refunded costs", top_k=1) == ["Travel costs are refunded"]
    assert await words_find(store, "nothing of it") == []
    assert await words_find(store, '"NEAR(a b) * OR -') == []
    scores = [hit.score for hit in await store.search_text("c", "costs")]
    assert scores == sorted(scores, reverse=True)
    assert min(scores) > 0


async def test_chinese_is_found_by_words_and_by_single_characters(store):
    await store.insert("c", records_of("a", ["员工每年享有十天带薪年假", "差旅费用报销", "税"]))
    assert await words_find(store, "年假") == ["员工每年享有十天带薪年假"]
    assert await words_find(store, "报销") == ["差旅费用报销"]
    assert await words_find(store, "税") == ["税"]
    assert await words_find(store, "销") == ["差旅费用报销"]


async def test_words_follow_replacements_deletions_and_scopes(store):
    await store.insert("c", records_of("a", ["apple one", "apple two"]), {"tenant": "ada"})
    await store.insert("c", records_of("a", ["apple three"]), {"tenant": "bob"})
    assert await words_find(store, "apple", metadata_filter={"tenant": "bob"}) == ["apple three"]
    await store.insert("c", records_of("a", ["pear"]), {"tenant": "ada"})
    assert await words_find(store, "apple") == ["apple three"]
    await store.delete("c", "a")
    assert await words_find(store, "apple pear") == []


async def test_in_a_large_collection_common_words_count_only_when_nothing_else_is_asked(store):
    texts = [f"the rule number{number}" for number in range(600)]
    await store.insert("c", records_of("a", texts))
    assert await words_find(store, "the rule number7", top_k=50) == ["the rule number7"]
    assert await words_find(store, "the rule nowhere", top_k=1000) != []
    assert len(await words_find(store, "the", top_k=1000)) == 600


async def test_captions_are_found_by_words(store):
    picture = DataBlock(source=Base64Source(data="aGFsbG8=", media_type="image/png"))
    chunk = Chunk(content=picture, source="a", chunk_index=0, total_chunks=1, metadata={"caption": "floor plan"})
    await store.insert("c", [VectorRecord(vector=[1.0] * 8, document_id="a", chunk=chunk)])
    assert (await store.search_text("c", "plan"))[0].chunk == chunk


async def test_words_are_made_anew_when_they_are_cut_differently(path, monkeypatch):
    async with SQLiteStore(path) as store:
        await store.create_collection("c", 8)
        await store.insert("c", records_of("a", ["travel costs"]))
    monkeypatch.setattr(words, "VERSION", "another")
    monkeypatch.setattr(words, "words_of", lambda text, _language: [f"x{word}" for word in text.split()])
    async with SQLiteStore(path) as store:
        assert await words_find(store, "travel") == []
        assert await words_find(store, "xtravel") == ["travel costs"]


async def test_a_picture_is_kept_once_and_goes_with_its_last_user(store, path):
    picture = DataBlock(source=Base64Source(data="aGFsbG8=", media_type="image/png"))

    def record(document_id):
        chunk = Chunk(content=picture, source="a", chunk_index=0, total_chunks=1)
        return VectorRecord(vector=[1.0] * 8, document_id=document_id, chunk=chunk)

    def pictures():
        with sqlite3.connect(path) as connection:
            count = connection.execute("SELECT count(*) FROM pictures").fetchone()[0]
        connection.close()
        return count

    await store.insert("c", [record("a"), record("b")])
    assert pictures() == 1
    await store.delete("c", "a")
    assert pictures() == 1
    await store.delete("c", "b")
    assert pictures() == 0
    await store.insert("c", [record("a")])
    await store.delete_collection("c")
    assert pictures() == 0


async def test_a_deleted_collection_leaves_nothing(store, path):
    await store.insert("c", records_of("a", ["one"] * 300), {"tenant": "ada"})
    await store.delete_collection("c")
    with sqlite3.connect(path) as connection:
        tables = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        counts = {table: connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables}
    connection.close()
    assert counts.pop("properties") == 2
    assert counts.pop("sqlite_sequence") == 3
    assert set(counts) == {"collections", "scopes", "documents", "chunks", "pictures", "vectors"}
    assert not any(counts.values())


async def test_the_file_and_its_folder_are_made_and_belong_to_the_user(store, path):
    assert path.stat().st_mode & 0o077 == 0


async def test_two_open_stores_see_each_others_changes_in_their_searches(store, path):
    async with SQLiteStore(path) as other:
        for round_number in range(3):
            texts = [f"round {round_number} {index}" for index in range(200)]
            await other.insert("c", records_of("a", texts))
            hits = await store.search("c", [1.0] * 8, 1000)
            assert {hit.chunk.text for hit in hits} == set(texts)
        await other.delete_collection("c")
        await other.create_collection("c", 8)
        await other.insert("c", records_of("b", ["anew"]))
        assert [hit.chunk.text for hit in await store.search("c", [1.0] * 8)] == ["anew"]


async def test_another_process_can_write_while_this_one_searches(store, path):
    code = f"""
import asyncio, numpy as np
from kbdesk.message import TextBlock
from kbdesk.rag.document import Chunk, VectorRecord
from kbdesk.rag.stores.sqlite import SQLiteStore
async def main():
    async with SQLiteStore({str(path)!r}) as store:
        for n in range(20):
            chunks = [Chunk(content=TextBlock(text=f"{{n}}"), source="a", chunk_index=i, total_chunks=n + 1)
                      for i in range(n + 1)]
            await store.insert("c", [VectorRecord(vector=[1.0] * 8, document_id="a", chunk=c) for c in chunks])
asyncio.run(main())
"""
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", code, stderr=subprocess.PIPE)
    ended = asyncio.create_task(process.communicate())
    while not ended.done():
        hits = await store.search("c", [1.0] * 8, 100)
        assert len({hit.chunk.text for hit in hits}) <= 1
        assert len(hits) == (int(hits[0].chunk.text) + 1 if hits else 0)
        await asyncio.sleep(0.001)
    assert (await ended)[1] == b""
    assert len(await store.search("c", [1.0] * 8, 100)) == 20


async def test_a_file_that_another_program_is_writing_to_is_said_to_be_in_use(store, path, monkeypatch):
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    monkeypatch.setattr(sqlite_file, "_BUSY_S", 0.01)
    async with SQLiteStore(path) as second:
        with pytest.raises(StoreInUseError, match="Another program"):
            await second.create_collection("d", 8)
    other.close()


async def test_a_file_that_is_no_store_is_said_to_be_damaged(path):
    path.parent.mkdir()
    path.write_bytes(b"not a database at all" * 1000)
    with pytest.raises(StoreError, match="damaged"):
        async with SQLiteStore(path):
            pass


async def test_a_damaged_page_is_said_and_other_pages_still_answer(path):
    async with SQLiteStore(path) as store:
        await store.create_collection("c", 8)
        await store.insert("c", records_of("a", ["one two three " * 100] * 2000))
    data = bytearray(path.read_bytes())
    middle = len(data) // 2
    data[middle : middle + 200_000] = b"\xff" * 200_000
    path.write_bytes(data)
    async with SQLiteStore(path) as store:
        with pytest.raises(StoreError, match="damaged"):
            await store.list_chunks("c", "a", limit=2000)
        assert await store.has_collection("c")


async def test_a_file_of_a_newer_kbdesk_is_refused(path):
    async with SQLiteStore(path):
        pass
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(StoreError, match="newer kbdesk"):
        async with SQLiteStore(path):
            pass


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="the superuser may write everywhere")
async def test_a_file_that_cannot_be_written_is_said(store, path):
    await store.__aexit__(None, None, None)
    path.chmod(0o400)
    with pytest.raises(StoreError, match="cannot be written"):
        async with SQLiteStore(path) as again:
            await again.create_collection("d", 8)


async def test_a_path_that_cannot_be_made_is_said(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="cannot be made"):
        async with SQLiteStore(tmp_path / "file" / "store.sqlite3"):
            pass
    with pytest.raises(StoreError, match="cannot be"):
        async with SQLiteStore(tmp_path):
            pass
