"""What every store does with documents that are inserted, replaced and deleted."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from pathlib import PurePosixPath

import numpy as np
import pytest

from kbdesk.errors import InputError


async def texts_of(store, document_id):
    return [chunk.text for chunk in await store.list_chunks("handbook", document_id, limit=1000)]


async def test_a_shorter_version_leaves_nothing_of_the_longer_one(store, records, vector):
    await store.insert("handbook", records("a", ["old 0", "old 1", "old 2"]))
    await store.insert("handbook", records("a", ["new 0"]))
    assert await texts_of(store, "a") == ["new 0"]
    assert [hit.chunk.text for hit in await store.search("handbook", vector("old 1"), 10)] == ["new 0"]
    assert [document.chunk_count for document in await store.list_documents("handbook")] == [1]


async def test_many_documents_can_be_inserted_at_once(store, records):
    await store.insert("handbook", records("a", ["one", "two"]) + records("b", ["three"]))
    assert [document.chunk_count for document in await store.list_documents("handbook")] == [2, 1]


async def test_a_deleted_document_is_gone_and_an_unknown_one_no_matter(store, records, vector):
    await store.insert("handbook", records("a", ["one", "two"]))
    await store.insert("handbook", records("b", ["three"]))
    await store.delete("handbook", "a")
    await store.delete("handbook", "a")
    await store.delete("handbook", "no\0body")
    assert [hit.document_id for hit in await store.search("handbook", vector("one"), 10)] == ["b"]
    assert await texts_of(store, "a") == []


async def test_nothing_inserted_changes_nothing(store):
    await store.insert("handbook", [])
    assert await store.list_documents("handbook") == []


async def test_missing_and_double_indices_are_refused_and_change_nothing(store, records):
    await store.insert("handbook", records("a", ["old"]))
    for indices in ([0, 0, 1], [0, 2], [1, 2], [-1, 0]):
        bad = records("a", ["new"] * len(indices))
        for record, index in zip(bad, indices, strict=True):
            record.chunk.chunk_index = index
        with pytest.raises(InputError):
            await store.insert("handbook", records("b", ["fine"]) + bad)
    assert await texts_of(store, "a") == ["old"]
    assert await texts_of(store, "b") == []


async def test_passages_may_come_in_any_order(store, records):
    shuffled = records("a", ["zero", "one", "two"])[::-1]
    await store.insert("handbook", shuffled)
    assert await texts_of(store, "a") == ["zero", "one", "two"]


async def test_the_total_is_what_was_stored(store, records):
    given = records("a", ["zero", "one"])
    for record in given:
        record.chunk.total_chunks = 99
    await store.insert("handbook", given)
    assert {chunk.total_chunks for chunk in await store.list_chunks("handbook", "a")} == {2}


async def test_a_vector_that_cannot_be_compared_is_refused_and_changes_nothing(store, records):
    await store.insert("handbook", records("a", ["old"]))
    for bad in ([1.0] * 15, [float("nan")] + [0.0] * 15, [1e39] + [0.0] * 15):
        given = records("a", ["new"] * 300)
        given[-1].vector = bad
        with pytest.raises(InputError):
            await store.insert("handbook", given)
    assert await texts_of(store, "a") == ["old"]


async def test_any_printable_id_can_be_read_and_deleted(store, records):
    ids = ["a" * 512, 'it\'s "quoted" \\ %_*', "员工手册", "a or 1 == 1", "x\u200by", "?"]
    for document_id in ids:
        await store.insert("handbook", records(document_id, ["one", document_id]))
    for document_id in ids:
        assert await texts_of(store, document_id) == ["one", document_id]
        await store.delete("handbook", document_id)
        assert await texts_of(store, document_id) == []
    assert await store.list_documents("handbook") == []


async def test_other_ids_are_refused(store, records):
    for document_id in ("", "a\0b", "a\nb", "a" * 513, "\ud800"):
        with pytest.raises(InputError):
            await store.insert("handbook", records(document_id, ["one"]))
    assert await store.list_documents("handbook") == []


async def test_metadata_becomes_plain_json(store, records):
    class Strange:
        def __str__(self):
            return "strange"

    given = {
        "path": PurePosixPath("a/b"),
        "set": {1},
        "bytes": b"\xff",
        "large": 2**70,
        "when": datetime(2026, 1, 2, tzinfo=UTC),
        "nan": float("nan"),
        "number": np.float32(0.5),
        "object": Strange(),
        "nested": {"deep": [1, "two", None, True]},
    }
    await store.insert("handbook", records("a", ["one"], given), document_metadata=given)
    expected = {
        "path": "a/b",
        "set": [1],
        "bytes": "_w==",
        "large": 2**70,
        "when": "2026-01-02T00:00:00Z",
        "nan": None,
        "number": 0.5,
        "object": "strange",
        "nested": {"deep": [1, "two", None, True]},
    }
    [chunk] = await store.list_chunks("handbook", "a")
    [document] = await store.list_documents("handbook")
    assert chunk.metadata == document.metadata == expected


async def test_the_callers_records_stay_as_they_are(store, records):
    given = records("a", ["one", "two"], {"page": 1})[::-1]
    before = [record.model_copy(deep=True) for record in given]
    await store.insert("handbook", given, {"tenant": "x"})
    assert given == before


async def test_search_stays_exact_over_many_random_changes(store, new_store, records, vector):
    dice = random.Random(5)
    kept: dict[str, list[str]] = {}
    for step in range(30):
        document_id = f"d{dice.randrange(8)}"
        if dice.random() < 0.3:
            await store.delete("handbook", document_id)
            kept.pop(document_id, None)
        else:
            kept.pop(document_id, None)
            kept[document_id] = [f"{document_id} {step} {index}" for index in range(dice.randrange(1, 40))]
            await store.insert("handbook", records(document_id, kept[document_id]))
        if step % 3:
            continue
        texts = [text for group in kept.values() for text in group]
        cosines = np.array([vector(text) for text in texts]) @ np.array(vector("question"))
        best = [texts[place] for place in np.argsort(-cosines)[:5]]
        hits = await store.search("handbook", vector("question"), 5)
        assert [hit.chunk.text for hit in hits] == best
    assert [d.document_id for d in await store.list_documents("handbook")] == list(kept)
