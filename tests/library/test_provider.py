from __future__ import annotations

import pytest

from kbdesk.library.provider import model_key, provider_of
from kbdesk.library.types import KnowledgeBaseInfo
from kbdesk.settings import EmbeddingChoice

LARGE = EmbeddingChoice("openai", "text-embedding-3-large", 3072)


def base(embedding: str) -> KnowledgeBaseInfo:
    return KnowledgeBaseInfo("kb", "Base", "", "this-computer", None, embedding, 1, 1)


@pytest.mark.parametrize(
    ("embedding", "choice", "host", "price"),
    [
        ("", EmbeddingChoice(), None, 0.0),
        ("words", LARGE, None, 0.0),
        ("local|multilingual-e5-small|384|1", LARGE, None, 0.0),
        ("http://localhost:11434/v1|bge-m3|1024|1", LARGE, None, 0.0),
        ("", LARGE, "api.openai.com", 0.13),
        ("https://api.openai.com/v1|text-embedding-ada-002|1536|1", EmbeddingChoice(), "api.openai.com", 0.10),
        ("https://api.openai.com/v1|text-embedding-9|1536|1", EmbeddingChoice(), "api.openai.com", None),
        ("https://models.example.com/v1|text-embedding-3-small|8|1", LARGE, "models.example.com", None),
        ("", EmbeddingChoice("openai", "m", base_url="http://127.0.0.1:8080/v1"), None, 0.0),
        ("", EmbeddingChoice("openai", "m", base_url="http://[::1"), "http://[::1", None),
    ],
)
def test_a_filled_knowledge_base_keeps_its_provider_and_an_empty_one_follows_the_choice(
    embedding: str, choice: EmbeddingChoice, host: str | None, price: float | None
) -> None:
    provider = provider_of(base(embedding), choice)
    assert (provider.host, provider.usd_per_million_tokens) == (host, price)


def test_a_model_is_as_fast_before_its_first_document_as_after_it() -> None:
    identity = "https://api.openai.com/v1|text-embedding-3-large|3072|1"
    assert provider_of(base(""), LARGE).model == provider_of(base(identity), LARGE).model == model_key(identity)
    assert model_key("words") == provider_of(base("words"), LARGE).model
