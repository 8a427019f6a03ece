"""The contract of every cache of embeddings, and what the SQLite one promises besides."""

from __future__ import annotations

import asyncio
import multiprocessing
import sqlite3
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from kbdesk.embedding.cache import EmbeddingCacheBase, FileEmbeddingCache, SQLiteEmbeddingCache

MakeCache = Callable[..., EmbeddingCacheBase]


def sqlite_cache(folder: Path, *, entries: int | None = None, mebibytes: int | None = None) -> EmbeddingCacheBase:
    size = None if mebibytes is None else mebibytes * 1024 * 1024
    return SQLiteEmbeddingCache(folder / "cache.sqlite3", max_bytes=size, max_entries=entries)


def file_cache(folder: Path, *, entries: int | None = None, mebibytes: int | None = None) -> EmbeddingCacheBase:
    return FileEmbeddingCache(folder, max_file_number=entries, max_cache_size=mebibytes)


@pytest.fixture(params=[sqlite_cache, file_cache])
def make_cache(request: pytest.FixtureRequest, tmp_path: Path) -> MakeCache:
    return lambda **limits: request.param(tmp_path, **limits)


async def kept(cache: EmbeddingCacheBase, *identifiers: object) -> list[bool]:
    return [entry is not None for entry in await cache.retrieve_many(identifiers)]


def size_in(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.iterdir())


async def test_what_was_stored_comes_back(make_cache: MakeCache) -> None:
    cache = make_cache()
    await cache.store([[1.0, 2.0], [3.0, 0.5]], {"model": "m", "input": ["a"]})
    assert await cache.retrieve({"input": ["a"], "model": "m"}) == [[1.0, 2.0], [3.0, 0.5]]
    assert await cache.retrieve({"input": ["b"], "model": "m"}) is None


async def test_it_is_still_there_for_the_next_program(make_cache: MakeCache) -> None:
    await make_cache().store([[1.0]], "a")
    assert await make_cache().retrieve("a") == [[1.0]]


async def test_an_entry_stays_unless_overwritten(make_cache: MakeCache) -> None:
    cache = make_cache()
    await cache.store([[1.0]], "a")
    await cache.store([[2.0]], "a")
    assert await cache.retrieve("a") == [[1.0]]
    await cache.store([[3.0]], "a", overwrite=True)
    assert await cache.retrieve("a") == [[3.0]]


async def test_remove_forgets_one_entry_and_refuses_an_unknown_one(make_cache: MakeCache) -> None:
    cache = make_cache()
    await cache.store([[1.0]], "a")
    await cache.store([[1.0]], "b")
    await cache.remove("a")
    assert await kept(cache, "a", "b") == [False, True]
    with pytest.raises(FileNotFoundError):
        await cache.remove("a")


async def test_clear_forgets_everything(make_cache: MakeCache) -> None:
    cache = make_cache()
    await cache.store([[1.0]], "a")
    await cache.clear()
    assert await kept(cache, "a") == [False]


async def test_what_was_used_longest_ago_goes_first(make_cache: MakeCache) -> None:
    cache = make_cache(entries=2)
    await cache.store([[1.0]], "a")
    await cache.store([[1.0]], "b")
    await cache.retrieve("a")
    await cache.store([[1.0]], "c")
    assert await kept(cache, "a", "b", "c") == [True, False, True]


async def test_a_limit_of_size_holds(make_cache: MakeCache) -> None:
    cache = make_cache(mebibytes=1)
    third_of_a_mebibyte = [[0.5] * 90_000]
    for name in ("a", "b", "c"):
        await cache.store(third_of_a_mebibyte, name)
    assert await kept(cache, "a", "b", "c") == [False, True, True]


async def test_an_entry_larger_than_the_limit_drives_nothing_out(make_cache: MakeCache) -> None:
    cache = make_cache(mebibytes=1)
    await cache.store([[1.0]], "a")
    await cache.store([[0.5] * 300_000], "large")
    assert await kept(cache, "a", "large") == [True, False]


async def test_a_limit_of_no_entries_keeps_nothing(make_cache: MakeCache) -> None:
    cache = make_cache(entries=0)
    await cache.store([[1.0]], "a")
    assert await kept(cache, "a") == [False]


async def test_what_was_forgotten_gives_its_space_back(make_cache: MakeCache, tmp_path: Path) -> None:
    cache = make_cache()
    await cache.store([[0.5] * 100_000], "a")
    await cache.store([[1.0]], "b")
    assert await cache.free_bytes() == 0
    await cache.remove("a")
    size = size_in(tmp_path)
    assert 390_000 <= await cache.free_bytes() <= size
    assert size - await cache.reclaim() == size_in(tmp_path) < 100_000
    assert await kept(cache, "a", "b") == [False, True]


async def test_nothing_can_be_read_of_what_was_embedded_and_forgotten(tmp_path: Path) -> None:
    cache = SQLiteEmbeddingCache(tmp_path / "cache.sqlite3")
    vector = np.arange(1000, dtype="<f4") + 0.5
    await cache.store([vector.tolist()], {"content": "a secret sentence"})
    kept_bytes = (tmp_path / "cache.sqlite3").read_bytes()
    assert b"secret" not in kept_bytes
    assert vector[-100:].tobytes() in kept_bytes
    await cache.clear()
    assert vector[-100:].tobytes() not in (tmp_path / "cache.sqlite3").read_bytes()


async def test_many_tasks_may_use_it_at_once(make_cache: MakeCache) -> None:
    cache = make_cache()
    await asyncio.gather(*(cache.store([[float(number)]], number) for number in range(30)))
    assert await cache.retrieve_many(range(30)) == [[[float(number)]] for number in range(30)]


def store_fifty(path: Path, first: int) -> None:
    async def run() -> None:
        cache = SQLiteEmbeddingCache(path)
        for number in range(first, first + 50):
            await cache.store([[float(number)]], number)

    asyncio.run(run())


async def test_two_processes_may_use_one_file(tmp_path: Path) -> None:
    path = tmp_path / "cache.sqlite3"
    spawn = multiprocessing.get_context("spawn")
    writers = [spawn.Process(target=store_fifty, args=(path, first)) for first in (0, 50)]
    for writer in writers:
        writer.start()
    for writer in writers:
        await asyncio.to_thread(writer.join)
    assert all(await kept(SQLiteEmbeddingCache(path), *range(100)))


@pytest.mark.parametrize("damage", ["vectors = zeroblob(8)", "width = 0", "width = 7"])
async def test_a_damaged_entry_counts_as_not_there(tmp_path: Path, damage: str) -> None:
    cache = SQLiteEmbeddingCache(tmp_path / "cache.sqlite3")
    await cache.store([[1.0, 2.0]], "a")
    with sqlite3.connect(tmp_path / "cache.sqlite3") as db:
        db.execute(f"UPDATE entries SET {damage}")
    db.close()
    assert await kept(cache, "a") == [False]
    await cache.store([[1.0, 2.0]], "a")
    assert await kept(cache, "a") == [True]


@pytest.mark.parametrize("content", [b"not a database", b"SQLite format 3\0" + b"\xff" * 5000])
async def test_a_damaged_file_begins_anew(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "cache.sqlite3"
    path.write_bytes(content)
    cache = SQLiteEmbeddingCache(path)
    assert await kept(cache, "a") == [False]
    await cache.store([[1.0]], "a")
    assert await kept(cache, "a") == [True]


async def test_a_place_that_cannot_be_written_is_a_cache_that_keeps_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    for path in (tmp_path / "file" / "cache.sqlite3", tmp_path):
        cache = SQLiteEmbeddingCache(path)
        await cache.store([[1.0]], "a")
        assert await kept(cache, "a") == [False]
