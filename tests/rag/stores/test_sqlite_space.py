"""Deleted text leaves the disk, and space that holds nothing is given back."""

from __future__ import annotations

import asyncio
import secrets
import shutil
import sqlite3
from types import SimpleNamespace

import pytest

from kbdesk.errors import DiskFullError
from kbdesk.message import Base64Source, DataBlock, TextBlock
from kbdesk.rag.document import Chunk, VectorRecord
from kbdesk.rag.stores.sqlite import SQLiteStore


def records_of(document_id, contents):
    return [
        VectorRecord(
            vector=[1.0] * 8,
            document_id=document_id,
            chunk=Chunk(content=content, source="a.md", chunk_index=index, total_chunks=len(contents)),
        )
        for index, content in enumerate(contents)
    ]


def texts(count, size=200):
    return [TextBlock(text=f"passage {number} {secrets.token_hex(size)}") for number in range(count)]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "store.sqlite3"


@pytest.fixture
async def store(path):
    async with SQLiteStore(path) as opened:
        await opened.create_collection("c", 8)
        yield opened


def on_disk(path):
    """All bytes of the file and what lies beside it."""
    return b"".join(file.read_bytes() for file in path.parent.iterdir())


def size_of(path):
    return len(on_disk(path)) - path.with_name("store.sqlite3-shm").stat().st_size


async def test_after_a_scrub_no_word_and_no_picture_of_a_deleted_document_is_on_the_disk(store, path):
    words = [secrets.token_hex(16) for _ in range(300)]
    picture = secrets.token_hex(5000)
    block = DataBlock(source=Base64Source(data=picture, media_type="image/png"))
    secret = [TextBlock(text=f"the word is {word}") for word in words]
    await store.insert("c", records_of("other", texts(500)))
    await store.insert("c", records_of("secret", [*secret, block]), document_metadata={"name": words[0]})
    await store.scrub()  # so that the words lie in the large part of the full text, where deleting leaves them
    tails = [word[8:].encode() for word in words]  # SQLite keeps the beginning of a word once for many
    assert all(tail in on_disk(path) for tail in [*tails, picture[-1000:].encode()])
    await store.delete("c", "secret")
    await store.scrub()
    left = on_disk(path)
    assert not any(tail in left for tail in [*tails, picture[-1000:].encode()])


@pytest.mark.parametrize("how", ["replaced", "dropped"])
async def test_the_same_holds_for_what_was_replaced_and_for_a_deleted_collection(store, path, how):
    word = secrets.token_hex(16)
    await store.insert("c", records_of("a", [*texts(100), TextBlock(text=f"the word is {word}")]))
    await store.scrub()
    assert word.encode() in on_disk(path)
    if how == "replaced":
        await store.insert("c", records_of("a", texts(3)))
    else:
        await store.delete_collection("c")
    await store.scrub()
    assert word[8:].encode() not in on_disk(path)


async def test_reclaiming_gives_back_at_least_what_was_said_and_everything_still_answers(store, path):
    await store.insert("c", records_of("a", texts(1000)))
    await store.insert("c", records_of("b", [TextBlock(text="travel costs")]))
    await store.reclaim()
    assert await store.free_bytes() == 0
    await store.delete("c", "a")
    said, before = await store.free_bytes(), size_of(path)
    assert said > 100_000
    given_back = await store.reclaim()
    assert given_back >= said
    assert size_of(path) <= before - said
    assert await store.free_bytes() == 0
    assert [hit.chunk.text for hit in await store.search("c", [1.0] * 8)] == ["travel costs"]
    assert [hit.chunk.text for hit in await store.search_text("c", "costs")] == ["travel costs"]
    assert await store.reclaim() == 0


async def test_space_is_reclaimed_while_others_read_and_write(store, path):
    await store.insert("c", records_of("a", texts(1000)))
    await store.insert("c", records_of("b", texts(100)))
    await store.delete("c", "a")
    async with SQLiteStore(path) as other:
        reclaiming = asyncio.create_task(other.reclaim())
        while not reclaiming.done():
            assert len(await store.search("c", [1.0] * 8, 1000)) >= 100
            await store.insert("c", records_of("d", texts(2)))
        await reclaiming
        assert len(await other.search("c", [1.0] * 8, 1000)) == 102


async def test_a_cancelled_reclaim_leaves_the_store_as_it_was(store):
    await store.insert("c", records_of("a", texts(3000)))
    await store.insert("c", records_of("b", texts(3000)))
    await store.delete("c", "a")
    reclaiming = asyncio.create_task(store.reclaim())
    await asyncio.sleep(0)
    reclaiming.cancel()
    await asyncio.wait([reclaiming])
    assert len(await store.search("c", [1.0] * 8, 10_000)) == 3000
    await store.reclaim()
    assert await store.free_bytes() == 0


async def test_too_little_space_is_said_before_anything_is_done(store, path, monkeypatch):
    await store.insert("c", records_of("a", texts(1000)))
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=1_000_000))
    with pytest.raises(DiskFullError, match=r"too little free space .* 1 MB are free"):
        await store.reclaim()
    assert len(await store.search("c", [1.0] * 8, 10_000)) == 1000


async def test_a_file_in_use_by_a_reader_keeps_what_it_reads(store, path):
    await store.insert("c", records_of("a", texts(100)))
    reader = sqlite3.connect(path, isolation_level=None)
    reader.execute("BEGIN")
    assert reader.execute("SELECT count(*) FROM chunks").fetchone() == (100,)
    await store.delete("c", "a")
    assert reader.execute("SELECT count(*) FROM chunks").fetchone() == (100,)
    reader.close()
