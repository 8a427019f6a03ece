"""What every store does with chunks that take the place of some of a document's."""

from __future__ import annotations

import random

import numpy as np
import pytest

from kbdesk.errors import CollectionMissingError, InputError
from kbdesk.message import Base64Source, DataBlock
from kbdesk.rag.document import OFF, Chunk, VectorRecord

COUNT = 300
"""Chunks of a document, more than are written at once."""

OLD = [f"old passage number{index}x about trains" for index in range(COUNT)]
ADA = {"owner": "ada"}


def placed(records, texts, start, **metadata):
    """Return records that are numbered from `start`."""
    return [
        record.model_copy(update={"chunk": record.chunk.model_copy(update={"chunk_index": start + index})})
        for index, record in enumerate(records("a", texts, metadata))
    ]


async def replace(store, records, texts, place, **metadata):
    new = placed(records, texts, place.start, **metadata)
    await store.replace_chunks("handbook", new, document_id="a", place=place, document_metadata={"kind": "Text"})


async def look(store, vector, texts):
    """The document has these texts and is found by them and their vectors, and by nothing else."""
    stored = await store.list_records("handbook", "a")
    assert [record.chunk.text for record in stored] == texts
    assert [record.chunk.chunk_index for record in stored] == list(range(len(texts)))
    assert {record.chunk.total_chunks for record in stored} == {len(texts)}
    assert np.array([record.vector for record in stored]) == pytest.approx(np.array(list(map(vector, texts))), abs=1e-6)
    hits = await store.search("handbook", vector("a question"), len(texts) + 9)
    assert sorted(hit.chunk.text for hit in hits if hit.document_id == "a") == sorted(texts)
    expected = dict(zip(texts, np.array(list(map(vector, texts))) @ np.array(vector("a question")), strict=True))
    assert all(hit.score == pytest.approx(expected.get(hit.chunk.text, hit.score), abs=1e-5) for hit in hits)
    if store.has_text_search:
        word = " ".join(text.split()[2] for text in texts[:40])
        found = await store.search_text("handbook", word, 100)
        assert {hit.chunk.text for hit in found} == set(texts[:40])
    assert await store.check("handbook", {"a": len(texts), "b": 1, "c": 1}) == []


@pytest.fixture
async def handbook(store, records, vector):
    """A store with three documents that was searched before."""
    await store.insert("handbook", records("b", ["one before"]))
    await store.insert("handbook", records("a", OLD), document_metadata={"kind": "Text"})
    await store.insert("handbook", records("c", ["one behind"]))
    await store.search("handbook", vector("a question"))
    return store


@pytest.mark.parametrize(
    ("start", "stop", "count"),
    [
        (0, 1, 1),
        (127, 129, 2),
        (COUNT - 1, COUNT, 1),
        (0, COUNT, COUNT),
        (5, 7, 1),
        (5, 6, 3),
        (0, 0, 1),
        (COUNT, COUNT, 2),
        (1, COUNT, 0),
        (0, COUNT - 1, 0),
        (10, 290, 5),
        (100, 100, 200),
    ],
)
async def test_chunks_take_the_place_of_others(handbook, records, vector, start, stop, count):
    new = [f"new passage count{index}y about boats" for index in range(count)]
    await replace(handbook, records, new, range(start, stop))
    await look(handbook, vector, OLD[:start] + new + OLD[stop:])
    [changed] = [one for one in await handbook.list_documents("handbook") if one.document_id == "a"]
    assert (changed.source, changed.metadata) == ("a.md", {"kind": "Text"})


async def test_many_replacements_after_another_give_what_a_list_would(store, new_store, records, vector):
    dice = random.Random(7)
    texts = OLD[:20]
    await store.insert("handbook", records("b", ["one before"]))
    await store.insert("handbook", records("a", texts))
    await store.insert("handbook", records("c", ["one behind"]))
    async with new_store() as other:
        for number in range(40):
            start = dice.randint(0, len(texts))
            stop = min(start + dice.randint(0, 4), len(texts))
            count = dice.choice([stop - start, dice.randint(0, 4)])
            if len(texts) - (stop - start) + count == 0:
                continue
            new = [f"new passage count{number}z{index}y about boats" for index in range(count)]
            await replace(store, records, new, range(start, stop))
            texts[start:stop] = new
            await look(dice.choice([store, other]), vector, texts)


async def test_a_chunk_that_is_turned_off_is_not_found_until_it_is_turned_on(handbook, records, vector):
    await replace(handbook, records, OLD[4:5], range(4, 5), **{OFF: True})
    hits = await handbook.search("handbook", vector(OLD[4]), COUNT)
    assert OLD[4] not in [hit.chunk.text for hit in hits]
    if handbook.has_text_search:
        assert await handbook.search_text("handbook", "number4x") == []
    await replace(handbook, records, OLD[4:5], range(4, 5))
    await look(handbook, vector, OLD)


async def test_a_replacement_that_does_not_fit_is_refused_and_changes_nothing(handbook, records, vector):
    new = placed(records, ["new", "new"], 5)
    for document_id, place, bad in [
        ("nobody", range(5, 6), new),
        ("nobody", range(0), placed(records, ["new"], 0)),
        ("a", range(4, 6), new),
        ("a", range(5, COUNT + 1), new),
        ("a", range(-1, 0), placed(records, ["new"], -1)),
        ("a", range(5, 9, 2), new),
        ("a", range(COUNT), []),
        ("a", range(5, 6), [*new, *records("b", ["another's"])]),
        ("a", range(5, 7), [record.model_copy(update={"vector": [1.0]}) for record in new]),
        ("a", range(5, 8), [record.model_copy(update={"vector": [float("nan")] * 16}) for record in new]),
    ]:
        with pytest.raises(InputError):
            await handbook.replace_chunks("handbook", bad, document_id=document_id, place=place)
    with pytest.raises(CollectionMissingError):
        await handbook.replace_chunks("nowhere", new, document_id="a", place=range(5, 7))
    await look(handbook, vector, OLD)


async def test_the_document_of_another_scope_stays(store, records, vector):
    await store.insert("handbook", records("a", ["one", "two"]))
    await store.insert("handbook", records("a", ["one", "two"]), ADA)
    new = placed(records, ["three"], 1)
    await store.replace_chunks("handbook", new, ADA, document_id="a", place=range(1, 2))
    assert [chunk.text for chunk in await store.list_chunks("handbook", "a", metadata_filter=ADA)] == ["one", "three"]
    assert len(await store.search("handbook", vector("two"), 9)) == 4


async def test_pictures_that_no_chunk_has_any_more_go(store, vector):
    def picture(index, data):
        block = DataBlock(source=Base64Source(data=data, media_type="image/png"))
        chunk = Chunk(content=block, source="a", chunk_index=index, total_chunks=3, metadata={"caption": data})
        return VectorRecord(vector=vector(data), document_id="a", chunk=chunk)

    await store.insert("handbook", [picture(0, "aGFs"), picture(1, "bG8h"), picture(2, "aGFs")])
    await store.replace_chunks("handbook", [picture(0, "Y2F0")], document_id="a", place=range(2))
    chunks = await store.list_chunks("handbook", "a")
    assert [chunk.content.source.data for chunk in chunks] == ["Y2F0", "aGFs"]
    assert await store.check("handbook", {"a": 2}) == []


async def test_some_records_are_a_window_over_their_indices(store, records):
    await store.insert("handbook", records("a", OLD))
    for offset, limit in ((0, None), (130, 3), (127, 2), (256, None), (COUNT, 4), (0, 0), (COUNT - 1, 9)):
        found = await store.list_records("handbook", "a", offset=offset, limit=limit)
        assert found == (await store.list_records("handbook", "a"))[offset : None if limit is None else offset + limit]
