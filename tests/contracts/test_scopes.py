"""What a metadata filter does in every store: it is part of a document's key and bounds what is read and deleted."""

from __future__ import annotations

import pytest

from kbdesk.errors import InputError

ADA = {"tenant": "ada"}
BOB = {"tenant": "bob"}


async def found(store, vector, scope):
    return sorted(hit.chunk.text for hit in await store.search("handbook", vector("question"), 100, scope))


async def test_two_scopes_may_use_the_same_id(store, records, vector):
    await store.insert("handbook", records("a", ["ada 0", "ada 1"], ADA), ADA)
    await store.insert("handbook", records("a", ["bob 0"], BOB), BOB)
    assert await found(store, vector, ADA) == ["ada 0", "ada 1"]
    assert await found(store, vector, BOB) == ["bob 0"]
    assert await found(store, vector, None) == ["ada 0", "ada 1", "bob 0"]
    await store.insert("handbook", records("a", ["ada new"], ADA), ADA)
    assert await found(store, vector, BOB) == ["bob 0"]
    await store.delete("handbook", "a", ADA)
    assert await found(store, vector, None) == ["bob 0"]


async def test_lists_and_pages_stay_in_the_scope(store, records):
    await store.insert("handbook", records("a", ["ada"], ADA), ADA)
    await store.insert("handbook", records("b", ["bob"], BOB), BOB)
    assert [document.document_id for document in await store.list_documents("handbook", ADA)] == ["a"]
    assert len(await store.list_documents("handbook")) == 2
    assert await store.list_chunks("handbook", "b", metadata_filter=ADA) == []
    assert await store.list_records("handbook", "b", ADA) == []
    await store.delete("handbook", "b", ADA)
    assert len(await store.list_documents("handbook", BOB)) == 1


async def test_deleting_without_a_scope_deletes_in_all(store, records):
    for scope in (ADA, BOB, None):
        await store.insert("handbook", records("a", ["one"]), scope)
    await store.delete("handbook", "a")
    assert await store.list_documents("handbook") == []


async def test_a_part_of_a_scope_finds_it(store, records, vector):
    await store.insert("handbook", records("a", ["one"]), {"tenant": "ada", "year": 2026})
    await store.insert("handbook", records("a", ["two"]), {"tenant": "ada", "year": 2025})
    assert await found(store, vector, ADA) == ["one", "two"]
    assert await found(store, vector, {"year": 2026}) == ["one"]
    assert await found(store, vector, {"year": 2026, "tenant": "bob"}) == []


async def test_a_filter_also_finds_passages_by_their_own_metadata(store, records, vector):
    given = records("a", ["one", "two"], ADA)
    given[1].chunk.metadata["page"] = 2
    await store.insert("handbook", given)
    await store.insert("handbook", records("b", ["three"], {"page": 2}), BOB)
    assert await found(store, vector, {"page": 2}) == ["three", "two"]
    assert await found(store, vector, {"page": 2, **BOB}) == ["three"]
    assert await found(store, vector, ADA) == ["one", "two"]
    assert [document.document_id for document in await store.list_documents("handbook", ADA)] == ["a"]
    assert [document.document_id for document in await store.list_documents("handbook", {"page": 2})] == ["b"]


async def test_a_filtered_search_is_exact(store, records, vector):
    for number in range(20):
        await store.insert("handbook", records(f"d{number}", [f"{number} {i}" for i in range(20)]), {"n": number})
    hits = await store.search("handbook", vector("question"), 5, {"n": 7})
    everything = await store.search("handbook", vector("question"), 400)
    expected = [hit.chunk.text for hit in everything if hit.document_id == "d7"][:5]
    assert [hit.chunk.text for hit in hits] == expected


async def test_values_are_compared_exactly(store, records, vector):
    values = ['it\'s "quoted"\\', "年假", "", "x or 1 == 1", "a\nb", True, 0, 2, -(2**63), 2**63 - 1, 0.25, 1e300]
    for value in values:
        await store.insert("handbook", records("a", [repr(value)]), {"key": value})
    for value in values:
        assert await found(store, vector, {"key": value}) == [repr(value)]


async def test_true_is_not_one(store, records, vector):
    await store.insert("handbook", records("a", ["true"]), {"key": True})
    await store.insert("handbook", records("a", ["one"]), {"key": 1})
    assert await found(store, vector, {"key": True}) == ["true"]
    assert await found(store, vector, {"key": 1}) == ["one"]


async def test_any_printable_key_works(store, records, vector):
    keys = ["a.b", "a b", 'a"b', "a'b", "a[0]", "年", "$", "a\\b", "k" * 255]
    for key in keys:
        await store.insert("handbook", records("a", [key]), {key: "x"})
    for key in keys:
        assert await found(store, vector, {key: "x"}) == [key]
        await store.delete("handbook", "a", {key: "x"})
    assert await found(store, vector, None) == []


async def test_what_cannot_be_compared_is_refused_before_anything_is_written(store, records, vector):
    nan = float("nan")
    for bad in ({"k": None}, {"k": nan}, {"k": [1]}, {"k": {"a": 1}}, {"k": 2**63}, {"": 1}, {"a\0": 1}, {1: 1}):
        operations = [
            lambda scope=bad: store.insert("handbook", records("a", ["one"]), scope),
            lambda scope=bad: store.search("handbook", vector("one"), 5, scope),
            lambda scope=bad: store.delete("handbook", "a", scope),
            lambda scope=bad: store.list_documents("handbook", scope),
            lambda scope=bad: store.list_chunks("handbook", "a", metadata_filter=scope),
        ]
        for operation in operations:
            with pytest.raises(InputError):
                await operation()
    assert await store.list_documents("handbook") == []
