"""What holds in every store when several things happen at once, or are cut short."""

from __future__ import annotations

import asyncio

import pytest

from kbdesk.errors import StoreError


async def counts(store):
    return {document.document_id: document.chunk_count for document in await store.list_documents("handbook")}


async def test_two_first_uses_at_once_make_one_collection(new_store, records):
    async with new_store() as store:
        await asyncio.gather(*(store.create_collection("handbook", 16) for _ in range(5)))
        await store.insert("handbook", records("a", ["one"]))
        assert await counts(store) == {"a": 1}


async def test_parallel_inserts_searches_and_deletes_end_right(store, records, vector):
    for number in range(10):
        await store.insert("handbook", records(f"old{number}", ["a", "b", "c"]))
    await asyncio.gather(
        *(
            store.insert("handbook", records(f"new{number}", [f"{number} {i}" for i in range(5)]))
            for number in range(15)
        ),
        *(store.search("handbook", vector(f"question {number}"), 10) for number in range(15)),
        *(store.delete("handbook", f"old{number}") for number in range(10)),
    )
    assert await counts(store) == {f"new{number}": 5 for number in range(15)}
    assert len(await store.search("handbook", vector("question"), 1000)) == 75


async def test_insert_and_delete_of_one_document_leave_all_or_nothing(store, records, vector):
    for _ in range(3):
        await asyncio.gather(
            store.insert("handbook", records("a", [f"text {i}" for i in range(300)])), store.delete("handbook", "a")
        )
        count = len(await store.search("handbook", vector("question"), 1000))
        assert count in (0, 300)
        assert await counts(store) == ({"a": 300} if count else {})


async def test_while_a_document_is_replaced_one_version_answers(store, records, vector):
    await store.insert("handbook", records("a", ["version 0"] * 40))

    async def replace():
        for version in range(1, 6):
            await store.insert("handbook", records("a", [f"version {version}"] * (40 + version)))

    replacing = asyncio.create_task(replace())
    while not replacing.done():
        hits = await store.search("handbook", vector("question"), 1000)
        versions = {hit.chunk.text for hit in hits}
        assert len(versions) == 1
        assert len(hits) == 40 + int(versions.pop().split()[1])
        await asyncio.sleep(0)
    await replacing


@pytest.mark.parametrize("yields", [1, 30, 300])
async def test_a_cancelled_replacement_leaves_the_old_version_or_the_new(store, records, vector, yields):
    await store.insert("handbook", records("a", ["old"] * 3))
    task = asyncio.create_task(store.insert("handbook", records("a", [f"new {i}" for i in range(2000)])))
    for _ in range(yields):
        await asyncio.sleep(0.0005)
    task.cancel()
    await asyncio.wait([task])
    first = await counts(store)
    assert first in ({"a": 3}, {"a": 2000})
    assert len(await store.search("handbook", vector("question"), 5000)) == first["a"]
    await store.insert("handbook", records("b", ["another"]))
    assert await counts(store) == {**first, "b": 1}


async def test_a_cancelled_search_leaves_the_store_usable(store, records, vector):
    await store.insert("handbook", records("a", ["one"] * 500))
    task = asyncio.create_task(store.search("handbook", vector("one")))
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait([task])
    assert task.cancelled()
    assert len(await store.search("handbook", vector("one"))) == 5


async def test_closing_waits_for_what_is_being_written(new_store, records):
    store = new_store()
    async with store:
        await store.create_collection("handbook", 16)
        task = asyncio.create_task(store.insert("handbook", records("a", [f"text {i}" for i in range(1000)])))
        await asyncio.sleep(0)
    await task
    async with new_store() as store:
        assert await counts(store) == {"a": 1000}


async def test_two_stores_on_one_file_in_one_process_see_each_other(store, new_store, records, vector):
    async with new_store() as other:
        await other.insert("handbook", records("a", ["one"]))
        assert len(await store.search("handbook", vector("one"))) == 1
        await store.insert("handbook", records("a", ["two", "three"]))
        assert {hit.chunk.text for hit in await other.search("handbook", vector("one"))} == {"two", "three"}
    with pytest.raises(StoreError):
        await other.search("handbook", vector("one"))
    assert len(await store.search("handbook", vector("one"))) == 2
