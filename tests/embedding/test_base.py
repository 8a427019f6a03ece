"""What every embedding model does around its provider."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kbdesk.embedding.base import EmbeddingModelBase, EmbeddingResponse, EmbeddingUsage, InputTooLongError
from kbdesk.embedding.batching import Content, batches, split_text, token_bound
from kbdesk.embedding.cache import SQLiteEmbeddingCache
from kbdesk.embedding.retries import TransientEmbeddingError
from kbdesk.errors import EmbeddingError, InputError
from kbdesk.message import Base64Source, DataBlock, TextBlock
from kbdesk.texts import text

PICTURE = DataBlock(source=Base64Source(data="AAAA", media_type="image/png"))
WORDS = (text("embedding", "It failed."), text("embedding", "Try again."))


class LengthModel(EmbeddingModelBase):
    """Gives the length of each text; `answer` may be replaced by a test."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(None, "length", 2, **({"retry_delay": 0.001} | settings))
        self.batches: list[list[Content]] = []
        self.settings: list[dict[str, Any]] = []
        self.answer: Callable[[Sequence[Content]], list[list[float]]] = lambda inputs: [
            [len(str(i)), 1] for i in inputs
        ]

    async def _call_api(self, inputs: Sequence[Content], **kwargs: Any) -> EmbeddingResponse:
        self.batches.append(list(inputs))
        self.settings.append(kwargs)
        usage = EmbeddingUsage(time=len(self.batches), tokens=10)
        return EmbeddingResponse(embeddings=self.answer(inputs), usage=usage)


def fails_first(times: int, error: EmbeddingError) -> Callable[[Sequence[Content]], list[list[float]]]:
    left = [error] * times

    def answer(inputs: Sequence[Content]) -> list[list[float]]:
        if left:
            raise left.pop()
        return [[len(str(i)), 1] for i in inputs]

    return answer


def test_a_model_may_name_its_input_as_the_reference_does() -> None:
    class Named(EmbeddingModelBase[str]):
        async def _call_api(self, inputs: Sequence[Content], **kwargs: Any) -> EmbeddingResponse:
            return EmbeddingResponse(embeddings=[[1.0]] * len(inputs))

    assert Named(None, "named", 1).dimensions == 1


async def test_nothing_to_embed_needs_no_call() -> None:
    model = LengthModel()
    response = await model([])
    assert (response.embeddings, response.usage, model.batches) == ([], None, [])


async def test_batches_are_merged_in_order() -> None:
    model = LengthModel(batch_size=2)
    response = await model(["a", TextBlock(text="bb"), "ccc", "dddd", "eeeee"])
    assert [vector[0] for vector in response.embeddings] == [1, 2, 3, 4, 5]
    assert [len(batch) for batch in model.batches] == [2, 2, 1]
    assert response.usage == EmbeddingUsage(time=3, tokens=30)


async def test_a_long_document_is_split_by_tokens_too() -> None:
    model = LengthModel(batch_tokens=100)
    await model(["x" * 40] * 5)
    assert [len(batch) for batch in model.batches] == [2, 2, 1]


async def test_a_document_of_a_thousand_full_passages_stays_under_the_limit_of_a_request() -> None:
    model = LengthModel()
    await model(["word " * 409] * 1000)
    assert max(sum(token_bound(text) for text in batch) for batch in model.batches) <= 300_000


async def test_requests_under_way_are_bounded() -> None:
    running = peak = 0

    class Slow(LengthModel):
        async def _call_api(self, inputs: Sequence[Content], **kwargs: Any) -> EmbeddingResponse:
            nonlocal running, peak
            running += 1
            peak = max(peak, running)
            await asyncio.sleep(0)
            running -= 1
            return await super()._call_api(inputs, **kwargs)

    await Slow(batch_size=1, max_concurrency=3)(["a"] * 50)
    assert peak == 3


def test_a_model_may_be_used_on_one_loop_after_another() -> None:
    model = LengthModel(batch_size=1, max_concurrency=2)
    answers = [asyncio.run(model(["a"] * 9)).embeddings for _ in range(2)]
    assert answers == [[[1, 1]] * 9] * 2


async def test_a_query_overtakes_the_passages() -> None:
    gate = asyncio.Event()

    class Gated(LengthModel):
        asymmetric = True

        async def _call_api(self, inputs: Sequence[Content], **kwargs: Any) -> EmbeddingResponse:
            if kwargs["purpose"] == "passage":
                await gate.wait()
            return await super()._call_api(inputs, **kwargs)

    model = Gated(batch_size=1, max_concurrency=1)
    passages = asyncio.create_task(model(["a", "b"]))
    await asyncio.sleep(0)
    assert (await model(["q"], purpose="query")).embeddings == [[1, 1]]
    gate.set()
    await passages


async def test_only_an_asymmetric_model_is_told_the_purpose() -> None:
    class Asymmetric(LengthModel):
        asymmetric = True

    plain, asymmetric = LengthModel(), Asymmetric()
    await plain(["a"], purpose="query", user="me")
    await asymmetric(["a"], purpose="query")
    assert (plain.settings, asymmetric.settings) == ([{"user": "me"}], [{"purpose": "query"}])


async def test_a_transient_error_is_tried_again() -> None:
    model = LengthModel(max_retries=2)
    model.answer = fails_first(2, TransientEmbeddingError(*WORDS))
    assert (await model(["a"])).embeddings == [[1, 1]]
    assert len(model.batches) == 3


async def test_the_last_transient_error_is_raised() -> None:
    model = LengthModel(max_retries=2)
    model.answer = fails_first(9, TransientEmbeddingError(*WORDS))
    with pytest.raises(EmbeddingError, match="It failed"):
        await model(["a"])
    assert len(model.batches) == 3


async def test_another_error_is_not_tried_again() -> None:
    model = LengthModel()
    model.answer = fails_first(1, EmbeddingError(*WORDS))
    with pytest.raises(RuntimeError, match="It failed"):
        await model(["a"])
    assert len(model.batches) == 1


async def test_all_batches_wait_as_long_as_the_provider_asks() -> None:
    model = LengthModel(batch_size=1, max_concurrency=1)
    model.answer = fails_first(1, TransientEmbeddingError(*WORDS, retry_after_s=60))
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(model(["a", "b"]), 0.05)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(model(["c"]), 0.05)
    assert model.batches == [["a"]]


async def test_finished_batches_are_kept_when_a_later_one_fails(tmp_path: Path) -> None:
    model = LengthModel(batch_size=1, max_concurrency=1, embedding_cache=SQLiteEmbeddingCache(tmp_path / "c"))

    def fail_on_ccc(inputs: Sequence[Content]) -> list[list[float]]:
        if inputs == ["ccc"]:
            raise EmbeddingError(*WORDS)
        return [[len(str(i)), 1] for i in inputs]

    model.answer = fail_on_ccc
    with pytest.raises(EmbeddingError):
        await model(["a", "bb", "ccc"])
    model.batches.clear()
    model.answer = LengthModel().answer
    await model(["a", "bb", "ccc"])
    assert model.batches == [["ccc"]]


async def test_after_a_failure_nothing_new_is_begun() -> None:
    model = LengthModel(batch_size=1, max_concurrency=1)
    model.answer = fails_first(1, EmbeddingError(*WORDS))
    with pytest.raises(EmbeddingError):
        await model(["a", "bb", "ccc"])
    assert model.batches == [["a"]]


async def test_what_is_under_way_when_another_batch_fails_is_kept_too(tmp_path: Path) -> None:
    failed = asyncio.Event()

    class SlowFirst(LengthModel):
        async def _call_api(self, inputs: Sequence[Content], **kwargs: Any) -> EmbeddingResponse:
            if inputs == ["bb"]:
                failed.set()
                raise EmbeddingError(*WORDS)
            await failed.wait()
            return await super()._call_api(inputs, **kwargs)

    cache = SQLiteEmbeddingCache(tmp_path / "c")
    model = SlowFirst(batch_size=1, embedding_cache=cache)
    with pytest.raises(EmbeddingError):
        await model(["a", "bb"])
    assert (await model(["a"])).source == "cache"


async def test_the_cache_works_text_by_text(tmp_path: Path) -> None:
    model = LengthModel(embedding_cache=SQLiteEmbeddingCache(tmp_path / "c"))
    await model(["a", "bb"])
    response = await model(["bb", "ccc", "a"])
    assert [vector[0] for vector in response.embeddings] == [2, 3, 1]
    assert model.batches[1] == ["ccc"]
    assert response.source == "api"
    assert (await model(["a", "bb"])).source == "cache"


async def test_queries_of_an_asymmetric_model_have_their_own_entries(tmp_path: Path) -> None:
    class Asymmetric(LengthModel):
        asymmetric = True

    model = Asymmetric(embedding_cache=SQLiteEmbeddingCache(tmp_path / "c"))
    await model(["a"])
    assert (await model(["a"], purpose="query")).source == "api"


async def test_a_batch_that_is_too_long_goes_in_halves_and_a_text_too() -> None:
    def at_most_200(inputs: Sequence[Content]) -> list[list[float]]:
        if sum(len(str(i)) for i in inputs) > 200:
            raise InputTooLongError(*WORDS)
        return [[len(str(i)), 1] for i in inputs]

    model = LengthModel()
    model.answer = at_most_200
    embeddings = (await model(["x" * 150, "y" * 150, "z" * 300])).embeddings
    assert embeddings[:2] == [[150, 1], [150, 1]]
    assert math.hypot(*embeddings[2]) == pytest.approx(1)


async def test_what_is_too_long_however_short_is_an_error() -> None:
    model = LengthModel()
    model.answer = fails_first(99, InputTooLongError(*WORDS))
    with pytest.raises(InputTooLongError):
        await model(["x" * 500])


async def test_a_text_beyond_the_context_is_split_and_averaged() -> None:
    model = LengthModel(context_size=100)
    response = await model(["short", "word " * 60])
    assert len(response.embeddings) == 2
    assert response.embeddings[0] == [5, 1]
    assert math.hypot(*response.embeddings[1]) == pytest.approx(1)
    assert max(token_bound(text) for text in model.batches[0]) <= 100


@pytest.mark.parametrize("blank", ["", " \n\t", TextBlock(text=""), "\u3000"])
async def test_a_blank_text_is_refused_before_anything_is_sent(blank: Any) -> None:
    model = LengthModel()
    with pytest.raises(InputError, match="blank"):
        await model(["a", blank])
    assert model.batches == []


async def test_a_picture_is_refused_by_a_model_of_texts_and_taken_by_another() -> None:
    model = LengthModel()
    with pytest.raises(InputError, match="text only"):
        await model([PICTURE])
    model.supports_multimodal = True
    await model([PICTURE])
    assert model.batches == [[PICTURE]]


@pytest.mark.parametrize(
    ("vectors", "words"),
    [
        ([], "without an answer"),
        ([[1.0, 2.0]] * 2, "without an answer"),
        ([[1.0]], "1 numbers"),
        ([[]], "0 numbers"),
        ([[1.0, math.nan]], "no numbers"),
        ([[1.0, math.inf]], "no numbers"),
    ],
)
async def test_an_answer_that_cannot_be_right_is_an_error(vectors: list[list[float]], words: str) -> None:
    model = LengthModel()
    model.answer = lambda _: vectors
    with pytest.raises(EmbeddingError, match=words):
        await model(["a"])


async def test_a_cancelled_call_leaves_nothing_running() -> None:
    class Stuck(LengthModel):
        async def _call_api(self, inputs: Sequence[Content], **kwargs: Any) -> EmbeddingResponse:
            await asyncio.Event().wait()
            raise AssertionError

    with pytest.raises(TimeoutError):
        await asyncio.wait_for(Stuck(batch_size=1)(["a"] * 9), 0.01)


@pytest.mark.parametrize("dimensions", [None, 0, -1])
def test_dimensions_must_be_positive(dimensions: int | None) -> None:
    class Plain(LengthModel):
        def __init__(self) -> None:
            EmbeddingModelBase.__init__(self, None, "m", dimensions)

    with pytest.raises(ValueError, match="dimensions"):
        Plain()


def test_dimensions_may_stand_in_the_parameters() -> None:
    class Plain(LengthModel):
        def __init__(self) -> None:
            EmbeddingModelBase.__init__(self, None, "m", parameters=self.Parameters(dimensions=7))

    assert Plain().dimensions == 7


@given(st.lists(st.text(max_size=30), max_size=30), st.integers(1, 9), st.integers(1, 40))
def test_batches_cover_everything_once_within_their_limits(texts: list[str], items: int, tokens: int) -> None:
    groups = list(batches(texts, items, tokens))
    assert [position for group in groups for position in group] == list(range(len(texts)))
    for group in groups:
        assert len(group) <= items
        assert len(group) == 1 or sum(token_bound(texts[position]) for position in group) <= tokens


@given(st.text(min_size=1, max_size=200), st.integers(4, 50))
def test_pieces_are_short_enough_and_lose_only_blanks(content: str, size: int) -> None:
    pieces = split_text(content, size)
    assert all(token_bound(piece) <= size for piece in pieces)
    assert "".join("".join(pieces).split()) == "".join(content.split())
