"""OpenAIEmbeddingModel against a real server on this computer."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import pytest

from kbdesk.credential import OpenAICredential
from kbdesk.embedding.cache import SQLiteEmbeddingCache
from kbdesk.embedding.openai import OpenAIEmbeddingModel
from kbdesk.embedding.openai_errors import retry_after_s
from kbdesk.errors import EmbeddingError, InputError

if TYPE_CHECKING:
    from conftest import Service

KEY = "sk-verysecret0123456789"


def model_of(service: Service, **settings: Any) -> OpenAIEmbeddingModel:
    credential = OpenAICredential(api_key=KEY, base_url=service.url)
    return OpenAIEmbeddingModel(credential, "small", 2, retry_delay=0.01, **settings)


async def test_texts_come_back_as_vectors_in_their_order(service: Service) -> None:
    response = await model_of(service)(["a", "bbb", "cc"])
    assert response.embeddings == [[1, 1], [3, 1], [2, 1]]
    assert (response.source, response.usage.tokens) == ("api", 3)
    assert service.requests == [
        {"input": ["a", "bbb", "cc"], "model": "small", "encoding_format": "float", "dimensions": 2}
    ]
    assert service.headers[0]["authorization"] == f"Bearer {KEY}"


async def test_any_text_can_be_sent(service: Service) -> None:
    await model_of(service)(["a\ud800b", "\0", "汉字👩‍👩‍👧"])
    assert service.requests[0]["input"] == ["a?b", "\0", "汉字👩‍👩‍👧"]


async def test_results_are_placed_by_their_index(service: Service) -> None:
    data = [{"index": 1, "embedding": [2, 2]}, {"index": 0, "embedding": [1, 1]}]
    service.answers = [lambda _: (200, {"data": data})]
    assert (await model_of(service)(["a", "b"])).embeddings == [[1, 1], [2, 2]]


async def test_an_answer_without_usage_is_fine(service: Service) -> None:
    service.answers = [lambda _: (200, {"data": [{"index": 0, "embedding": [1, 1]}], "usage": None})]
    assert (await model_of(service)(["a"])).usage.tokens == 0


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ([{"index": 0, "embedding": [1, 1]}], "without an answer"),
        ([{"index": 0, "embedding": [1, 1]}, {"index": 5, "embedding": [1, 1]}], "without an answer"),
        ([{"index": 0, "embedding": [1, 1]}, {"index": 1, "embedding": [1, 1, 1]}], "3 numbers"),
        ([{"index": 0, "embedding": [1, 1]}, {"index": 1, "embedding": [1, math.nan]}], "no numbers"),
        ([{"index": 0, "embedding": [1, 1]}, {"index": 1, "embedding": None}], "does not answer like"),
    ],
)
async def test_an_answer_that_is_not_whole_is_an_error(service: Service, data: Any, words: str) -> None:
    service.answers = [lambda _: (200, {"data": data})]
    with pytest.raises(EmbeddingError, match=words):
        await model_of(service)(["a", "b"])
    assert len(service.requests) == 1


@pytest.mark.parametrize("content", [b"<html>Sign in to the network</html>", b"", b"[1, 2]"])
async def test_something_that_is_no_such_service_is_told_apart(service: Service, content: bytes) -> None:
    service.answers = [lambda _: (200, content)]
    with pytest.raises(EmbeddingError, match="Check the address"):
        await model_of(service)(["a"])


@pytest.mark.parametrize(
    ("status", "body", "words"),
    [
        (401, {"message": f"Incorrect API key provided: {KEY}"}, "does not accept the key"),
        (402, {"message": "Insufficient Balance"}, "credit .* used up"),
        (429, {"message": "You exceeded", "code": "insufficient_quota"}, "credit .* used up"),
        (403, {"message": "You are not allowed to generate embeddings from this model"}, "does not let this key use"),
        (404, {"message": "The model `small` does not exist", "code": "model_not_found"}, "does not know the model"),
        (404, {"message": "404 page not found"}, "does not answer like"),
        (400, {"message": "private text is not valid"}, "refuses to read"),
        (418, {"message": "short and stout"}, "does not answer like"),
    ],
)
async def test_what_trying_again_does_not_cure_is_told_at_once(
    service: Service, status: int, body: dict[str, str], words: str
) -> None:
    service.fails_with(status, body)
    with pytest.raises(EmbeddingError, match=words) as caught:
        await model_of(service)(["private text"])
    assert len(service.requests) == 1
    assert KEY not in str(caught.value)
    assert "private" not in str(caught.value)
    assert caught.value.__cause__ is None


@pytest.mark.parametrize("status", [429, 500, 503, 408])
async def test_what_may_pass_is_tried_again(service: Service, status: int) -> None:
    service.fails_with(status)
    service.fails_with(status)
    assert (await model_of(service)(["a"])).embeddings == [[1, 1]]
    assert len(service.requests) == 3


async def test_there_is_one_layer_of_retries(service: Service) -> None:
    service.answers = [lambda _: (429, {"error": {"message": "slow down"}})]
    with pytest.raises(EmbeddingError, match="more requests from you than it allows"):
        await model_of(service)(["a"])
    assert len(service.requests) == 1 + 3


async def test_a_wait_of_an_hour_is_told_instead_of_waited_for(service: Service) -> None:
    service.fails_with(429, Retry_After="3600")
    with pytest.raises(EmbeddingError):
        await model_of(service)(["a"])
    assert len(service.requests) == 1


async def test_a_service_that_is_not_there_is_told() -> None:
    credential = OpenAICredential(api_key=KEY, base_url="http://127.0.0.1:9/v1")
    model = OpenAIEmbeddingModel(credential, "small", 2, max_retries=1, retry_delay=0.01)
    with pytest.raises(EmbeddingError, match=r"127\.0\.0\.1:9 cannot be reached"):
        await model(["a"])


async def test_a_request_that_is_too_long_is_sent_in_halves(service: Service) -> None:
    def at_most_two(request: dict[str, Any]) -> Any:
        if len(request["input"]) > 2:
            return 400, {
                "error": {"message": "Requested 9 tokens, max 8 tokens per request", "code": "max_tokens_per_request"}
            }
        return good(request)

    good = service.answers[0]
    service.answers = [at_most_two]
    texts = ["a" * length for length in range(1, 8)]
    response = await model_of(service)(texts)
    assert [vector[0] for vector in response.embeddings] == [1, 2, 3, 4, 5, 6, 7]


async def test_a_service_that_does_not_want_dimensions_is_asked_without(service: Service) -> None:
    service.fails_with(400, {"message": "Model does not support matryoshka representation, dimensions must not be set"})
    model = model_of(service)
    assert (await model(["a"])).embeddings == [[1, 1]]
    await model(["b"])
    assert ["dimensions" in request for request in service.requests] == [True, False, False]


async def test_dimensions_are_not_passed_where_that_is_switched_off(service: Service) -> None:
    await model_of(service, pass_dimensions=False)(["a"])
    assert "dimensions" not in service.requests[0]


async def test_another_service_with_a_model_of_the_same_name_has_its_own_entries(
    service: Service, tmp_path: Any
) -> None:
    cache = SQLiteEmbeddingCache(tmp_path / "cache.sqlite3")
    first, again = model_of(service, embedding_cache=cache), model_of(service, embedding_cache=cache)
    service.url = service.url.replace("/v1", "/other")
    other = model_of(service, embedding_cache=cache)
    sources = [(await model(["a"])).source for model in (first, again, other)]
    assert sources == ["api", "cache", "api"]


def test_the_identity_holds_the_endpoint_but_no_secret() -> None:
    credential = OpenAICredential(api_key=KEY, base_url="https://me:word@host:8000/v1/?key=secret")
    assert OpenAIEmbeddingModel(credential, "m", 3).identity == "https://host:8000/v1|m|3|1"
    assert KEY not in repr(credential)


@pytest.mark.parametrize("address", ["localhost:11434/v1", "http://", "ftp://host", "http://host:99999999"])
def test_an_address_that_is_none_is_refused(address: str) -> None:
    with pytest.raises(InputError, match="http://"):
        OpenAIEmbeddingModel(OpenAICredential(api_key="", base_url=address), "m", 3)


async def test_a_key_with_odd_characters_is_told_before_it_is_sent() -> None:
    model = OpenAIEmbeddingModel(OpenAICredential(api_key="sk-“key”"), "m", 3)
    with pytest.raises(EmbeddingError, match="no key has") as caught:
        await model(["a"])
    assert "“key”" not in str(caught.value)


def test_openais_own_models_bring_their_dimensions() -> None:
    credential = OpenAICredential(api_key=KEY)
    assert OpenAIEmbeddingModel(credential, "text-embedding-3-large").dimensions == 3072
    with pytest.raises(InputError, match="number of dimensions"):
        OpenAIEmbeddingModel(credential, "unknown")


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "7"}, 7.0),
        ({"retry-after": "7", "retry-after-ms": "250"}, 0.25),
        ({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}, 0.0),
    ],
)
def test_the_wait_is_read_from_an_answer(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after_s(headers) == seconds
