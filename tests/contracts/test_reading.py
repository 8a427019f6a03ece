"""What every store answers to searches and lists."""

from __future__ import annotations

import numpy as np
import pytest

from kbdesk.errors import CollectionMissingError, InputError, ModelMismatchError, StoreError
from kbdesk.message import Base64Source, DataBlock, TextBlock, URLSource
from kbdesk.rag.document import Chunk, VectorRecord

TEXTS = [f"passage {number}" for number in range(40)]


async def test_a_collection_is_made_once_and_deleted_with_all_in_it(store, records, vector):
    assert await store.has_collection("handbook")
    await store.insert("handbook", records("a", ["one", "two"]))
    await store.create_collection("handbook", 16)
    assert len(await store.list_documents("handbook")) == 1
    await store.delete_collection("handbook")
    assert not await store.has_collection("handbook")
    await store.delete_collection("handbook")
    await store.create_collection("handbook", 16)
    assert await store.search("handbook", vector("one")) == []
    assert await store.list_documents("handbook") == []


async def test_a_collection_of_another_size_is_refused(store):
    with pytest.raises(ModelMismatchError):
        await store.create_collection("handbook", 17)
    with pytest.raises(InputError):
        await store.create_collection("other", 0)


async def test_every_operation_on_a_missing_collection_says_so(store, records, vector):
    operations = [
        lambda: store.insert("nowhere", records("a", ["one"])),
        lambda: store.search("nowhere", vector("one")),
        lambda: store.delete("nowhere", "a"),
        lambda: store.list_documents("nowhere"),
        lambda: store.list_chunks("nowhere", "a"),
        lambda: store.list_records("nowhere", "a"),
    ]
    for operation in operations:
        with pytest.raises(CollectionMissingError):
            await operation()


async def test_collections_do_not_see_each_other(store, records, vector):
    await store.create_collection("other", 16)
    await store.insert("handbook", records("a", ["one"]))
    await store.insert("other", records("a", ["one", "two"]))
    assert [hit.chunk.total_chunks for hit in await store.search("handbook", vector("one"))] == [1]
    await store.delete_collection("other")
    assert len(await store.search("handbook", vector("one"))) == 1


async def test_search_gives_the_exact_cosines_best_first(store, records, vector):
    await store.insert("handbook", records("a", TEXTS[:25]))
    await store.insert("handbook", records("b", TEXTS[25:]))
    query = np.array(vector("a question")) * 3
    cosines = np.array([vector(text) for text in TEXTS]) @ np.array(vector("a question"))
    hits = await store.search("handbook", query.tolist(), top_k=10)
    assert [hit.chunk.text for hit in hits] == [TEXTS[place] for place in np.argsort(-cosines)[:10]]
    assert [hit.score for hit in hits] == pytest.approx(sorted(cosines, reverse=True)[:10], abs=1e-5)
    assert len(await store.search("handbook", query.tolist(), top_k=1000)) == 40


async def test_vectors_of_any_length_are_compared_by_angle(store, vector):
    long = Chunk(content=TextBlock(text="long"), source="a", chunk_index=0, total_chunks=1)
    doubled = [2 * number for number in vector("long")]
    await store.insert("handbook", [VectorRecord(vector=doubled, document_id="a", chunk=long)])
    [hit] = await store.search("handbook", vector("long"))
    assert hit.score == pytest.approx(1.0, abs=1e-5)
    [record] = await store.list_records("handbook", "a")
    assert record.vector == pytest.approx(doubled, abs=1e-6)


async def test_a_number_of_results_below_one_is_refused(store, vector):
    for top_k in (0, -1):
        with pytest.raises(InputError):
            await store.search("handbook", vector("one"), top_k=top_k)


async def test_a_query_that_cannot_be_compared_is_refused(store, records):
    await store.insert("handbook", records("a", ["one"]))
    for bad in ([1.0] * 15, [float("nan")] * 16, [float("inf")] * 16, []):
        with pytest.raises(InputError):
            await store.search("handbook", bad)


async def test_documents_are_listed_in_order_with_their_own_metadata(store, records):
    for document_id in ("b", "c", "a"):
        await store.insert(
            "handbook", records(document_id, ["one", "two"], {"page": 13}), document_metadata={"owner": document_id}
        )
    listed = await store.list_documents("handbook")
    assert [(one.document_id, one.source, one.chunk_count, one.metadata) for one in listed] == [
        (name, f"{name}.md", 2, {"owner": name}) for name in ("b", "c", "a")
    ]


async def test_a_page_of_passages_is_a_window_over_their_indices(store, records):
    await store.insert("handbook", records("a", TEXTS))
    await store.insert("handbook", records("b", TEXTS))
    for offset, limit, expected in [
        (0, 30, range(30)),
        (30, 30, range(30, 40)),
        (39, 1, range(39, 40)),
        (40, 30, range(0)),
        (5, 0, range(0)),
        (5, -3, range(0)),
        (-10, 15, range(5)),
        (0, 100_000, range(40)),
    ]:
        page = await store.list_chunks("handbook", "a", offset=offset, limit=limit)
        assert [chunk.chunk_index for chunk in page] == list(expected)
        assert [chunk.text for chunk in page] == [TEXTS[index] for index in expected]
        assert all(chunk.total_chunks == 40 and chunk.source == "a.md" for chunk in page)


async def test_an_unknown_document_has_no_passages(store):
    assert await store.list_chunks("handbook", "nobody") == []
    assert await store.list_records("handbook", "nobody") == []
    assert await store.list_chunks("handbook", "no\0body\ud800") == []


async def test_records_come_back_as_they_went_in(store, records):
    before = records("a", TEXTS, {"page": 3, "heading_path": ["Travel", "Flights"]})
    await store.insert("handbook", before)
    after = await store.list_records("handbook", "a")
    assert [record.chunk for record in after] == [record.chunk for record in before]
    assert np.array([r.vector for r in after]) == pytest.approx(np.array([r.vector for r in before]), abs=1e-6)


async def test_pictures_come_back_byte_by_byte(store, vector):
    blocks = [
        DataBlock(source=Base64Source(data="aGFsbG8=" * 5000, media_type="image/png"), name="plan.png"),
        DataBlock(source=Base64Source(data="aGFsbG8=" * 5000, media_type="image/png")),
        DataBlock(source=URLSource(url="https://example.org/a.png", media_type="image/png")),
    ]
    chunks = [
        Chunk(content=block, source="a", chunk_index=index, total_chunks=3, metadata={"caption": f"plan {index}"})
        for index, block in enumerate(blocks)
    ]
    await store.insert(
        "handbook", [VectorRecord(vector=vector(chunk.text), document_id="a", chunk=chunk) for chunk in chunks]
    )
    assert await store.list_chunks("handbook", "a") == chunks
    hits = await store.search("handbook", vector("plan 1"), top_k=1)
    assert hits[0].chunk == chunks[1]


async def test_any_text_is_kept(store, records):
    contents = ["", "a\0b", "lone \ud800 surrogate", "x" * 100_000, "👩‍👩‍👧 年假 \u202e", "'\";--\\"]
    for number, content in enumerate(contents):
        await store.insert("handbook", records(f"d{number}", [content], {"note": content}))
        [chunk] = await store.list_chunks("handbook", f"d{number}")
        assert chunk.text == content.replace("\ud800", "\ufffd")
        assert chunk.metadata == {"note": content.replace("\ud800", "\ufffd")}


async def test_after_closing_nothing_works_until_it_is_opened_again(new_store, records, vector):
    store = new_store()
    async with store:
        await store.create_collection("handbook", 16)
        await store.insert("handbook", records("a", ["one"]))
    with pytest.raises(StoreError):
        await store.search("handbook", vector("one"))
    with pytest.raises(StoreError):
        await store.insert("handbook", records("b", ["one"]))
    async with store:
        assert len(await store.search("handbook", vector("one"))) == 1


async def test_closing_twice_is_no_harm(new_store):
    store = new_store()
    await store.__aenter__()
    await store.__aexit__(None, None, None)
    await store.__aexit__(None, None, None)


async def test_everything_is_there_after_opening_the_file_again(new_store, records, vector):
    async with new_store() as store:
        await store.create_collection("handbook", 16)
        await store.insert("handbook", records("a", TEXTS), document_metadata={"owner": "Ada"})
        before = await store.search("handbook", vector("passage 7"))
    for _ in range(2):
        async with new_store() as store:
            after = await store.search("handbook", vector("passage 7"))
            assert [hit.chunk for hit in after] == [hit.chunk for hit in before]
            assert [hit.score for hit in after] == pytest.approx([hit.score for hit in before], abs=1e-6)
            assert (await store.list_documents("handbook"))[0].metadata == {"owner": "Ada"}
            assert len(await store.list_chunks("handbook", "a")) == 30
