"""What a search is narrowed to besides a metadata filter, in every store."""

from __future__ import annotations

from kbdesk.rag.stores.filters import EVERYTHING, Only

ADA = {"tenant": "ada"}


async def found(store, vector, only, scope=None):
    hits = await store.search("handbook", vector("question"), 100, scope, only=only)
    return sorted(hit.chunk.text for hit in hits)


async def test_only_passages_of_the_documents_asked_for_are_found(store, records, vector):
    for number in range(20):
        await store.insert("handbook", records(f"d{number}", [f"{number} {i}" for i in range(20)]))
    only = Only(document_ids=frozenset({"d3", "d7", "nobody"}))
    hits = await store.search("handbook", vector("question"), 5, only=only)
    everything = await store.search("handbook", vector("question"), 400)
    nearest = [hit.chunk.text for hit in everything if hit.document_id in ("d3", "d7")]
    assert [hit.chunk.text for hit in hits] == nearest[:5]
    assert await found(store, vector, only) == sorted(nearest)
    assert len(await found(store, vector, EVERYTHING)) == 100


async def test_a_document_asked_for_is_found_in_the_scope_only(store, records, vector):
    await store.insert("handbook", records("a", ["ada"]), ADA)
    await store.insert("handbook", records("a", ["bob"]), {"tenant": "bob"})
    only = Only(document_ids=frozenset({"a"}))
    assert await found(store, vector, only) == ["ada", "bob"]
    assert await found(store, vector, only, ADA) == ["ada"]


async def test_without_any_document_asked_for_nothing_is_found(store, records, vector):
    await store.insert("handbook", records("a", ["one"]))
    assert await found(store, vector, Only(document_ids=frozenset())) == []
    assert await found(store, vector, Only(document_ids=frozenset({"no\0body\ud800", 'it\'s "quoted"'}))) == []
