"""KnowledgeBase over a real store, with a model that needs no weights."""

from __future__ import annotations

import asyncio
import hashlib
import logging

import numpy as np
import pytest

from kbdesk.embedding.base import EmbeddingModelBase, EmbeddingResponse
from kbdesk.errors import EmbeddingError, InputError, ModelMismatchError
from kbdesk.message import Base64Source, DataBlock, TextBlock
from kbdesk.rag.document import NOTE, Chunk
from kbdesk.rag.knowledge import KnowledgeBase
from kbdesk.rag.stores.sqlite import SQLiteStore

PICTURE = DataBlock(source=Base64Source(data="aGFsbG8=", media_type="image/png"))


class WordModel(EmbeddingModelBase):
    """A vector per text that depends on its words only; says how often it was asked."""

    def __init__(self, dimensions=16, *, answers=None):
        super().__init__(None, "words", dimensions)
        self.calls = []
        self._answers = answers

    async def _call_api(self, inputs, **kwargs):
        self.calls.append(list(inputs))
        count = len(inputs) if self._answers is None else self._answers
        return EmbeddingResponse(embeddings=[self.vector(text) for text in inputs][:count])

    def vector(self, content):
        text = content if isinstance(content, str) else content.source.data
        total = np.zeros(self.dimensions)
        for word in text.split():
            seed = int.from_bytes(hashlib.sha256(word.encode()).digest()[:8])
            total += np.random.default_rng(seed).standard_normal(self.dimensions)
        return (total / np.linalg.norm(total)).tolist()


class PictureModel(WordModel):
    supports_multimodal = True


def chunks_of(*texts, metadata=None):
    return [
        Chunk(
            content=TextBlock(text=text),
            source="a.md",
            chunk_index=index,
            total_chunks=len(texts),
            metadata=dict(metadata or {}),
        )
        for index, text in enumerate(texts)
    ]


@pytest.fixture
async def store(tmp_path):
    async with SQLiteStore(tmp_path / "store.sqlite3") as opened:
        yield opened


@pytest.fixture
def model():
    return WordModel()


@pytest.fixture
def knowledge(store, model):
    return KnowledgeBase("Handbook", "What we agreed on", model, store, "handbook")


async def test_what_goes_in_is_found(knowledge):
    document_id = await knowledge.insert_document(chunks_of("travel costs", "sick leave", "office keys"))
    hits = await knowledge.search(["leave when sick"], top_k=2)
    assert hits[0].chunk.text == "sick leave"
    assert hits[0].document_id == document_id
    assert hits[0].score > hits[1].score
    assert [document.chunk_count for document in await knowledge.list_documents()] == [3]
    assert [chunk.text for chunk in await knowledge.list_chunks(document_id, offset=1)] == ["sick leave", "office keys"]


async def test_making_a_handle_touches_nothing(model, tmp_path):
    knowledge = KnowledgeBase("n", "d", model, SQLiteStore(tmp_path / "s"), "c", {"tenant": "ada"})
    assert (knowledge.name, knowledge.description, knowledge.collection) == ("n", "d", "c")
    assert knowledge.metadata_filter == {"tenant": "ada"}
    assert not (tmp_path / "s").exists()
    with pytest.raises(AttributeError):
        knowledge.collection = "other"


async def test_a_filter_that_cannot_be_compared_is_refused_at_once(model, store):
    with pytest.raises(InputError):
        KnowledgeBase("n", "d", model, store, "c", {"tenant": None})


async def test_no_queries_ask_nobody(knowledge, model, store):
    assert await knowledge.search([]) == []
    assert await knowledge.search(["", "  \n", TextBlock(text="")]) == []
    assert await knowledge.search([PICTURE]) == []
    assert await knowledge.search_text([" "]) == []
    assert model.calls == []
    assert not await store.has_collection("handbook")


async def test_all_queries_are_embedded_in_one_call_and_their_hits_merged(knowledge, model):
    await knowledge.insert_document(chunks_of("red apple", "green pear", "blue plum"))
    model.calls.clear()
    hits = await knowledge.search(["red apple", TextBlock(text="green pear"), PICTURE, " "], top_k=3)
    assert model.calls == [["red apple", "green pear"]]
    assert [hit.chunk.text for hit in hits[:2]] in (["red apple", "green pear"], ["green pear", "red apple"])
    assert len({hit.chunk.chunk_index for hit in hits}) == len(hits) == 3
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


async def test_a_score_equal_to_the_threshold_is_kept(knowledge):
    await knowledge.insert_document(chunks_of("red apple", "green pear"))
    best, second = await knowledge.search(["red apple"])
    assert len(await knowledge.search(["red apple"], score_threshold=best.score)) == 1
    assert len(await knowledge.search(["red apple"], score_threshold=second.score)) == 2
    assert await knowledge.search(["red apple"], score_threshold=best.score + 0.01) == []


async def test_a_number_of_results_below_one_is_refused(knowledge):
    for top_k in (0, -1):
        with pytest.raises(InputError):
            await knowledge.search(["apple"], top_k=top_k)


async def test_nothing_to_insert_gives_an_id_and_does_nothing(knowledge, model, store):
    assert await knowledge.insert_document([], document_id="mine") == "mine"
    assert len(await knowledge.insert_document([], document_id="")) == 32
    assert model.calls == []
    assert not await store.has_collection("handbook")


async def test_an_existing_id_is_replaced_by_fewer_passages(knowledge):
    await knowledge.insert_document(chunks_of("old one", "old two", "old three"), "a")
    await knowledge.insert_document(chunks_of("new"), "a")
    assert [hit.chunk.text for hit in await knowledge.search(["old two"])] == ["new"]
    assert [document.chunk_count for document in await knowledge.list_documents()] == [1]


async def test_metadata_is_merged_on_copies_and_the_filter_wins(model, store):
    knowledge = KnowledgeBase("n", "d", model, store, "c", {"tenant": "ada"})
    given = chunks_of("one", metadata={"page": 3, "tenant": "bob", "owner": "chunk"})
    await knowledge.insert_document(given, "a", {"owner": "document", "file": "a.md", "tenant": "carl"})
    [chunk] = await knowledge.list_chunks("a")
    assert chunk.metadata == {"owner": "chunk", "file": "a.md", "page": 3, "tenant": "ada"}
    assert given[0].metadata == {"page": 3, "tenant": "bob", "owner": "chunk"}
    [document] = await knowledge.list_documents()
    assert document.metadata == {"owner": "document", "file": "a.md", "tenant": "ada"}


async def test_two_filters_on_one_collection_do_not_see_each_other(model, store):
    ada = KnowledgeBase("n", "d", model, store, "c", {"tenant": "ada"})
    bob = KnowledgeBase("n", "d", model, store, "c", {"tenant": "bob"})
    await ada.insert_document(chunks_of("of ada"), "same")
    await bob.insert_document(chunks_of("of bob"), "same")
    assert [hit.chunk.text for hit in await ada.search(["of bob"])] == ["of ada"]
    assert [hit.chunk.text for hit in await ada.search_text(["of"])] == ["of ada"]
    await bob.delete_document("same")
    assert [chunk.text for chunk in await ada.list_chunks("same")] == ["of ada"]
    assert await bob.list_documents() == []


async def test_an_unknown_document_is_no_matter(knowledge):
    await knowledge.delete_document("nobody")
    assert await knowledge.list_chunks("nobody") == []
    assert await knowledge.list_records("nobody") == []
    assert await knowledge.list_chunks("nobody", limit=0) == []


async def test_too_few_answers_store_nothing(store):
    class Careless(WordModel):
        async def __call__(self, inputs, **kwargs):
            return EmbeddingResponse(embeddings=[self.vector(text) for text in inputs][:1])

    knowledge = KnowledgeBase("n", "d", Careless(), store, "c")
    with pytest.raises(EmbeddingError) as caught:
        await knowledge.insert_document(chunks_of("one", "two"))
    assert isinstance(caught.value, RuntimeError)
    assert await knowledge.list_documents() == []


async def test_a_picture_is_found_by_its_caption_and_left_out_without_one(knowledge, caplog):
    def chunk(content, index, **metadata):
        return Chunk(content=content, source="a.pptx", chunk_index=index, total_chunks=4, metadata=metadata)

    given = [
        chunk(TextBlock(text="first slide"), 0),
        chunk(PICTURE, 1),
        chunk(PICTURE, 2, caption="organisation chart"),
        chunk(TextBlock(text="last slide"), 3),
    ]
    caplog.set_level(logging.INFO, "kbdesk")
    await knowledge.insert_document(given, "deck")
    kept = await knowledge.list_chunks("deck")
    assert [(one.text, one.chunk_index, one.total_chunks) for one in kept] == [
        ("first slide", 0, 3),
        ("organisation chart", 1, 3),
        ("last slide", 2, 3),
    ]
    assert kept[1].content == PICTURE
    assert (await knowledge.search(["organisation chart"]))[0].chunk.chunk_index == 1
    assert [one.chunk_index for one in given] == [0, 1, 2, 3]
    assert "1 pictures without a caption" in caplog.text


async def test_a_passage_is_found_by_the_meaning_of_its_note(knowledge):
    plain, noted = chunks_of("hotels cost", "trains cost")
    noted = noted.model_copy(update={"metadata": {NOTE: "per diem"}})
    await knowledge.insert_document([plain, noted], "a")
    assert [hit.chunk.text for hit in await knowledge.search(["per diem"], top_k=1)] == ["trains cost"]
    assert [hit.chunk.text for hit in await knowledge.search(["hotels cost"], top_k=1)] == ["hotels cost"]


async def test_a_document_of_pictures_only_replaces_the_old_version_too(knowledge):
    await knowledge.insert_document(chunks_of("old"), "a")
    await knowledge.insert_document([Chunk(content=PICTURE, source="a", chunk_index=0, total_chunks=1)], "a")
    assert await knowledge.list_documents() == []


async def test_a_model_for_pictures_gets_pictures(store):
    model = PictureModel()
    knowledge = KnowledgeBase("n", "d", model, store, "c")
    await knowledge.insert_document([Chunk(content=PICTURE, source="a", chunk_index=0, total_chunks=1)])
    [hit] = await knowledge.search([PICTURE])
    assert hit.chunk.content == PICTURE
    assert model.calls == [[PICTURE], [PICTURE]]


async def test_two_handles_at_first_use_make_one_collection(model, store):
    handles = [KnowledgeBase("n", "d", model, store, "c") for _ in range(5)]
    await asyncio.gather(*(handle.insert_document(chunks_of("one"), str(n)) for n, handle in enumerate(handles)))
    assert len(await handles[0].list_documents()) == 5


async def test_a_collection_of_another_model_is_refused(knowledge, store):
    await knowledge.ensure_collection()
    other = KnowledgeBase("n", "d", WordModel(17), store, "handbook")
    with pytest.raises(ModelMismatchError):
        await other.search(["apple"])


async def test_a_collection_that_was_dropped_is_made_again(knowledge, store):
    await knowledge.insert_document(chunks_of("one"))
    await store.delete_collection("handbook")
    assert await knowledge.search(["one"]) == []
    await store.delete_collection("handbook")
    await knowledge.insert_document(chunks_of("two"))
    assert [hit.chunk.text for hit in await knowledge.search(["two"])] == ["two"]


async def test_records_are_put_back_without_the_model(knowledge, model):
    await knowledge.insert_document(chunks_of("red apple", "green pear"), "a", {"file": "a.md"})
    before = await knowledge.search(["red apple"])
    records = await knowledge.list_records("a")
    [document] = await knowledge.list_documents()
    await knowledge.delete_document("a")
    model.calls.clear()
    await knowledge.insert_records(records, document.metadata)
    await knowledge.insert_records([])
    assert model.calls == []
    assert await knowledge.search(["red apple"]) == before
    assert await knowledge.list_documents() == [document]


async def test_a_document_is_embedded_step_by_step_and_stored_afterwards(knowledge, model):
    steps = []
    chunks = chunks_of(*(f"text {number}" for number in range(5)))
    records = await knowledge.embed_document(chunks, "a", {"file": "a.md"}, on_step=lambda *s: steps.append(s), step=2)
    assert steps == [(2, 5), (4, 5), (5, 5)]
    assert [len(call) for call in model.calls] == [2, 2, 1]
    assert await knowledge.list_documents() == []
    await knowledge.insert_records(records, {"file": "a.md"})
    assert len(model.calls) == 3
    assert [hit.chunk.metadata for hit in await knowledge.search(["text 4"], top_k=1)] == [{"file": "a.md"}]
    assert [record.chunk for record in await knowledge.list_records("a")] == [record.chunk for record in records]


async def test_a_step_that_fails_is_raised_and_the_steps_before_it_are_told(store):
    class Breaks(WordModel):
        async def _call_api(self, inputs, **kwargs):
            if self.calls:
                raise EmbeddingError("It broke.", "Try again.")
            return await super()._call_api(inputs, **kwargs)

    steps = []
    knowledge = KnowledgeBase("n", "d", Breaks(), store, "c")
    with pytest.raises(EmbeddingError):
        await knowledge.embed_document(chunks_of("one", "two"), on_step=lambda *step: steps.append(step), step=1)
    assert steps == [(1, 2)]


async def test_nothing_to_embed_gives_no_records(knowledge, model):
    assert await knowledge.embed_document([]) == []
    assert await knowledge.embed_document([Chunk(content=PICTURE, source="a", chunk_index=0, total_chunks=1)]) == []
    assert model.calls == []


async def test_words_find_passages_without_the_model(knowledge, model):
    await knowledge.insert_document(chunks_of("travel costs", "error E-4711", "员工每年享有十天带薪年假"))
    model.calls.clear()
    assert [hit.chunk.text for hit in await knowledge.search_text(["E-4711", "年假"])] == [
        "error E-4711",
        "员工每年享有十天带薪年假",
    ]
    assert await knowledge.search_text(["nowhere"]) == []
    with pytest.raises(InputError):
        await knowledge.search_text(["travel"], top_k=0)
    assert model.calls == []


async def test_ids_that_no_store_can_keep_are_refused(knowledge, model):
    for document_id in ("a\0b", "a" * 513):
        with pytest.raises(InputError):
            await knowledge.insert_document(chunks_of("one"), document_id)
    assert model.calls == []
