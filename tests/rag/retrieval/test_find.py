"""Searching by meaning and words, over real stores, with a model that puts texts in one language close together."""

from __future__ import annotations

import asyncio

import numpy as np
import pytest

from kbdesk.embedding.base import EmbeddingModelBase, EmbeddingResponse
from kbdesk.errors import InputError
from kbdesk.message import Base64Source, DataBlock, TextBlock
from kbdesk.rag.document import OFF, Chunk
from kbdesk.rag.knowledge import KnowledgeBase
from kbdesk.rag.language import language_of
from kbdesk.rag.stores.base import VectorStoreBase
from kbdesk.rag.stores.filters import Only
from kbdesk.rag.stores.sqlite import SQLiteStore

TOPICS = {
    "travel": ("travel", "trip", "journey", "出差", "旅行"),
    "leave": ("leave", "holiday", "vacation", "年假", "休假"),
    "keys": ("key", "door", "钥匙"),
    "food": ("lunch", "canteen", "午饭"),
}
LANGUAGES = ("en", "zh", "ja")


class TopicModel(EmbeddingModelBase):
    """Knows a few topics by their words in each language; texts in one language lie together, whatever they say."""

    def __init__(self):
        super().__init__(None, "topics", len(TOPICS) + len(LANGUAGES) + 1)
        self.calls = []

    async def _call_api(self, inputs, **kwargs):
        self.calls.append(list(inputs))
        return EmbeddingResponse(embeddings=[self.vector(text) for text in inputs])

    def vector(self, text):
        topics = [sum(word in text.lower() for word in words) for words in TOPICS.values()]
        languages = [1.2 * (language_of(text) == language) for language in LANGUAGES]
        vector = np.array([*topics, *languages, 0.1])
        return (vector / np.linalg.norm(vector)).tolist()


HANDBOOK = [
    "Every journey is booked by the office. Ask two weeks before.",
    "The company gives thirty days of vacation in every year.",
    "Every door has a number and a key that hangs in the office.",
    "The canteen is open from twelve to two on every working day.",
    "出差的费用由公司承担，请保留所有收据。",
    "员工每年享有十天带薪年假，可以分开使用。",
    "办公室的钥匙在前台，用完请归还。",
]


def chunks_of(texts, **metadata):
    return [
        Chunk(
            content=TextBlock(text=text), source="a.md", chunk_index=index, total_chunks=len(texts), metadata=metadata
        )
        for index, text in enumerate(texts)
    ]


@pytest.fixture
async def store(tmp_path):
    async with SQLiteStore(tmp_path / "store.sqlite3") as opened:
        yield opened


@pytest.fixture
def model():
    return TopicModel()


@pytest.fixture
async def handbook(store, model):
    knowledge = KnowledgeBase("Handbook", "How we work", model, store, "handbook")
    await knowledge.insert_document(chunks_of(HANDBOOK), "handbook")
    model.calls.clear()
    return knowledge


def texts(found):
    return [ranked.result.chunk.text for ranked in found]


async def test_an_english_question_finds_the_english_page_first_and_the_chinese_one_too(handbook):
    found = await handbook.find(["How long is my holiday?"], top_k=7)
    assert found[0].result.chunk.text == HANDBOOK[1]
    [chinese] = [ranked for ranked in found if ranked.result.chunk.text == HANDBOOK[5]]
    assert (chinese.language, chinese.meaning_rank, chinese.words_rank) == ("zh", 1, None)
    assert len(found) == len({ranked.result.chunk.chunk_index for ranked in found})


async def test_a_chinese_question_finds_the_english_page_where_there_is_no_other(handbook):
    found = await handbook.find(["午饭在哪里吃？"], top_k=7)
    english = [ranked for ranked in found if ranked.language == "en"]
    assert english[0].result.chunk.text == HANDBOOK[3]
    assert english[0].meaning_rank == 1


async def test_words_count_beside_meaning(handbook):
    [first, *_] = await handbook.find(["canteen hours"])
    assert first.result.chunk.text == HANDBOOK[3]
    assert (first.query, first.language, first.meaning_rank, first.words_rank) == (0, "en", 1, 1)
    assert not first.is_exact
    assert -1 <= first.result.score <= 1


async def test_the_score_is_the_cosine_whatever_found_the_passage(handbook, model):
    query = "出差 twelve"
    for ranked in await handbook.find([query], top_k=7):
        cosine = float(np.dot(model.vector(query), model.vector(ranked.result.chunk.text)))
        assert ranked.result.score == pytest.approx(cosine, abs=1e-6)


async def test_hits_below_the_threshold_are_left_out_also_those_by_words(handbook):
    everything = await handbook.find(["canteen"], top_k=7)
    threshold = sorted(ranked.result.score for ranked in everything)[3]
    kept = await handbook.find(["canteen"], 7, threshold)
    assert {ranked.result.chunk.text for ranked in kept} == {
        ranked.result.chunk.text for ranked in everything if ranked.result.score >= threshold
    }


async def test_several_queries_are_embedded_at_once_and_take_turns(handbook, model):
    found = await handbook.find(["when is the canteen open?", " ", TextBlock(text="how long is my vacation?")], top_k=2)
    assert model.calls == [["when is the canteen open?", "how long is my vacation?"]]
    assert {(ranked.query, ranked.result.chunk.text) for ranked in found} == {(0, HANDBOOK[3]), (2, HANDBOOK[1])}


async def test_every_passage_is_there_once_with_the_query_it_answers_best(handbook):
    found = await handbook.find(["canteen", "the key of the door", "door"], top_k=20)
    assert len(found) == len(HANDBOOK) == len(set(texts(found)))
    assert {ranked.query for ranked in found if ranked.result.chunk.text == HANDBOOK[3]} == {0}


async def test_modes_find_by_one_of_the_two(handbook, model):
    assert handbook.modes == {"hybrid", "meaning", "words"}
    by_meaning = await handbook.find(["holiday twelve"], mode="meaning")
    assert by_meaning[0].result.chunk.text == HANDBOOK[1]
    assert {ranked.words_rank for ranked in by_meaning} == {None}
    model.calls.clear()
    by_words = await handbook.find(["holiday twelve"], mode="words")
    assert texts(by_words) == [HANDBOOK[3]]
    assert (by_words[0].meaning_rank, by_words[0].words_rank) == (None, 1)
    assert model.calls == []


async def test_by_meaning_the_order_is_that_of_the_scores_over_all_languages(handbook, model):
    hits = await handbook.search(["holiday", "出差"], top_k=7, mode="meaning")
    best = [max(float(np.dot(model.vector(q), model.vector(text))) for q in ("holiday", "出差")) for text in HANDBOOK]
    assert [hit.score for hit in hits] == pytest.approx(sorted(best, reverse=True), abs=1e-6)


async def test_search_gives_the_results_of_find(handbook):
    for mode in ("hybrid", "meaning", "words"):
        found = await handbook.find(["door key 年假"], 4, mode=mode)
        assert await handbook.search(["door key 年假"], 4, mode=mode) == [ranked.result for ranked in found]


async def test_a_search_can_be_narrowed(handbook):
    await handbook.insert_document(chunks_of(["A trip by train is booked by yourself."]), "trains")
    for mode in ("hybrid", "meaning", "words"):
        found = await handbook.find(["trip journey office"], mode=mode, only=Only(frozenset({"trains"})))
        assert {ranked.result.document_id for ranked in found} == {"trains"}
    chinese = await handbook.find(["journey"], only=Only(languages=frozenset({"zh"})))
    assert {ranked.language for ranked in chinese} == {"zh"}
    assert chinese[0].result.chunk.text == HANDBOOK[4]


async def test_a_passage_that_is_turned_off_is_not_found(store, model):
    knowledge = KnowledgeBase("n", "d", model, store, "c")
    chunks = chunks_of(["The canteen has lunch.", "Lunch in the canteen, REQ-0417."])
    chunks[1].metadata[OFF] = True
    await knowledge.insert_document(chunks, "a")
    for mode in ("hybrid", "meaning", "words"):
        assert texts(await knowledge.find(["canteen lunch REQ-0417"], mode=mode)) == ["The canteen has lunch."]


async def test_scopes_are_kept_apart(store, model):
    ours, theirs = (KnowledgeBase("n", "d", model, store, "c", {"team": team}) for team in ("ours", "theirs"))
    await theirs.insert_document(chunks_of(["The canteen is theirs."]), "a")
    await ours.insert_document(chunks_of(["The canteen is ours."]), "a")
    for mode in ("hybrid", "meaning", "words"):
        assert texts(await ours.find(["canteen theirs"], mode=mode)) == ["The canteen is ours."]


async def test_an_empty_knowledge_base_finds_nothing(store, model):
    knowledge = KnowledgeBase("n", "d", model, store, "c")
    for mode in ("hybrid", "meaning", "words"):
        assert await knowledge.find(['"canteen" REQ-1'], mode=mode) == []


async def test_no_queries_ask_nobody(handbook, model):
    picture = DataBlock(source=Base64Source(data="aGFsbG8=", media_type="image/png"))
    for mode in ("hybrid", "meaning", "words"):
        assert await handbook.find([" ", picture], mode=mode) == []
        with pytest.raises(InputError):
            await handbook.find(["canteen"], 0, mode=mode)
    assert model.calls == []


class PlainStore(VectorStoreBase):
    """Has what the reference asks of a store, and knows no filter besides the scope."""

    def __init__(self):
        self.records = []

    async def create_collection(self, collection, dimensions): ...

    async def delete_collection(self, collection): ...

    async def has_collection(self, collection):
        return True

    async def insert(self, collection, records, metadata_filter=None):
        self.records += records

    async def delete(self, collection, document_id, metadata_filter=None): ...

    async def list_documents(self, collection, metadata_filter=None):
        return []

    async def search(self, collection, query_vector, top_k=5, metadata_filter=None):
        from kbdesk.rag.document import VectorSearchResult

        hits = [
            VectorSearchResult(
                score=float(np.dot(record.vector, query_vector)), document_id=record.document_id, chunk=record.chunk
            )
            for record in self.records
        ]
        return sorted(hits, key=lambda hit: -hit.score)[:top_k]


async def test_a_store_without_full_text_is_searched_by_meaning_in_each_language(model):
    knowledge = KnowledgeBase("n", "d", model, PlainStore(), "c")
    await knowledge.insert_document(chunks_of(HANDBOOK), "handbook")
    assert knowledge.modes == {"meaning"}
    for mode in ("hybrid", "meaning"):
        found = await knowledge.find(["How long is my holiday?"], mode=mode)
        assert found[0].result.chunk.text == HANDBOOK[1]
        assert {ranked.words_rank for ranked in found} == {None}
    assert "zh" in {ranked.language for ranked in await knowledge.find(["my holiday"], top_k=7)}
    with pytest.raises(NotImplementedError):
        await knowledge.find(["holiday"], mode="words")


class OneVector(EmbeddingModelBase):
    """Stands where there is no model."""

    def __init__(self):
        super().__init__(None, "none", 1)

    async def _call_api(self, inputs, **kwargs):
        return EmbeddingResponse(embeddings=[[1.0]] * len(inputs))


async def test_without_a_model_words_are_searched(store):
    knowledge = KnowledgeBase("n", "d", OneVector(), store, "c")
    await knowledge.insert_document(chunks_of(HANDBOOK), "handbook")
    assert knowledge.modes == {"words"}
    assert texts(await knowledge.find(["canteen twelve"])) == [HANDBOOK[3]]


async def test_searches_at_once_do_not_mix(handbook):
    queries = [
        "the canteen",
        "my vacation this year",
        "the key of the door",
        "how is my journey booked?",
        "年假",
        "钥匙",
    ] * 5
    found = await asyncio.gather(*(handbook.find([query], 1) for query in queries))
    assert [one.result.chunk.text for [one] in found[:6]] == [HANDBOOK[index] for index in (3, 1, 2, 0, 5, 6)]
    assert found[:6] * 5 == found


async def test_the_passages_of_a_document_say_how_they_stand(handbook):
    await handbook.insert_document(chunks_of(["The canteen serves lunch at twelve."]), "other")
    standings = await handbook.ranks("lunch in the canteen", "handbook")
    assert [one.ranked.result.chunk.chunk_index for one in standings] == list(range(len(HANDBOOK)))
    canteen = standings[3]
    assert (canteen.place, canteen.ranked.meaning_rank) == (2, 2)
    places = [one.place for one in [*standings, *await handbook.ranks("lunch in the canteen", "other")]]
    assert sorted(places) == list(range(1, len(HANDBOOK) + 2))
    assert await handbook.ranks("lunch", "nobody") == []
    assert await handbook.ranks(" ", "handbook") == []


async def test_a_passage_that_is_turned_off_does_not_stand_anywhere(store, model):
    knowledge = KnowledgeBase("n", "d", model, store, "c")
    chunks = chunks_of(["The canteen has lunch.", "Lunch in the canteen."])
    chunks[1].metadata[OFF] = True
    await knowledge.insert_document(chunks, "a")
    [standing] = await knowledge.ranks("lunch in the canteen", "a")
    assert (standing.place, standing.ranked.result.chunk.chunk_index) == (1, 0)


async def test_how_passages_stand_is_known_by_words_alone_too(store):
    knowledge = KnowledgeBase("n", "d", OneVector(), store, "c")
    await knowledge.insert_document(chunks_of(HANDBOOK), "handbook")
    standings = await knowledge.ranks("when is the canteen open?", "handbook")
    assert standings[3].place == 1
    assert not standings[3].ranked.is_weak
    assert standings[6].place is None
    assert standings[6].ranked.is_weak


async def test_a_question_in_a_language_that_the_handbook_has_not_is_answered_in_its_own(store, model):
    knowledge = KnowledgeBase("n", "d", model, store, "c")
    await knowledge.insert_document(chunks_of(HANDBOOK[4:]), "handbook")
    question = "How long is my holiday this year?"
    [first, *_] = await knowledge.find([question])
    assert first.result.chunk.text == HANDBOOK[5]
    assert first.result.score == pytest.approx(np.dot(model.vector(question), model.vector(HANDBOOK[5])), abs=1e-6)
