"""Who reads the passages of a knowledge base, where that is, and what it costs."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from kbdesk.embedding.local import MODEL
from kbdesk.library.types import KnowledgeBaseInfo
from kbdesk.settings import EmbeddingChoice

OWN_HOSTS = ("localhost", "127.0.0.1", "::1")
"""Names of this computer."""

_OPENAI_HOST = "api.openai.com"
_OPENAI_URL = f"https://{_OPENAI_HOST}/v1"
_LOCAL = "local"

USD_PER_MILLION_TOKENS = {
    "text-embedding-3-small": 0.02,
    "text-embedding-3-large": 0.13,
    "text-embedding-ada-002": 0.10,
}
"""What OpenAI asks for its models, as of 2026-11-30, without its discounts and without taxes."""


@dataclass(frozen=True)
class Provider:
    """Who reads passages.

    Attributes:
        model: The model at its address: two of the same name are equally fast.
        host: The computer that texts are sent to, or None when they stay on this one.
        usd_per_million_tokens: The price, 0 on this computer, None where it is not known.
    """

    model: str
    host: str | None
    usd_per_million_tokens: float | None


def provider_of(base: KnowledgeBaseInfo | None, choice: EmbeddingChoice) -> Provider:
    """Return who reads what is added to a knowledge base.

    A knowledge base keeps the model it was filled with (its identity begins with address and name); an empty one
    follows the choice of the settings.
    """
    if base is not None and base.embedding:
        address, _, rest = base.embedding.partition("|")
        name = rest.partition("|")[0]
    elif choice.kind == "local":
        address, name = _LOCAL, MODEL
    else:
        address, name = choice.base_url or _OPENAI_URL, choice.model
    host = _host(address)
    price = 0.0 if host is None else USD_PER_MILLION_TOKENS.get(name) if host == _OPENAI_HOST else None
    return Provider(model_key(f"{address}|{name}"), host, price)


def remote_host(base: KnowledgeBaseInfo | None, choice: EmbeddingChoice) -> str | None:
    """Return the computer that texts are sent to, or None when they stay on this one."""
    return provider_of(base, choice).host


def model_key(identity: str) -> str:
    """Return that part of a model's identity on which its speed depends: address and name."""
    return "|".join(identity.split("|")[:2]).strip("|")


def _host(address: str) -> str | None:
    try:
        host = urlsplit(address).hostname
    except ValueError:  # for example "http://[::1": nobody can tell whose it is
        return address
    return None if host in OWN_HOSTS else host
