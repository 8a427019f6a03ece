"""OpenAI, and every service that speaks its protocol."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from pydantic import BaseModel, ValidationError

from kbdesk.credential import OpenAICredential
from kbdesk.embedding.base import Content, EmbeddingModelBase, EmbeddingResponse, EmbeddingUsage
from kbdesk.embedding.cache import EmbeddingCacheBase
from kbdesk.embedding.openai_errors import DimensionsRefusedError, converted, nonsense
from kbdesk.errors import EmbeddingError, InputError
from kbdesk.texts import text

if TYPE_CHECKING:
    import openai

OPENAI_URL = "https://api.openai.com/v1"
DIMENSIONS = {"text-embedding-3-small": 1536, "text-embedding-3-large": 3072, "text-embedding-ada-002": 1536}
TIMEOUT_S = 60.0
CONNECT_TIMEOUT_S = 10.0


class _Item(BaseModel):
    index: int | None = None
    embedding: list[float]


class _Usage(BaseModel):
    total_tokens: int = 0


class _Answer(BaseModel):
    data: list[_Item]
    usage: _Usage | None = None


class OpenAIEmbeddingModel(EmbeddingModelBase):
    """An embedding model of OpenAI or of a compatible service, by the credential's `base_url`.

    Every request has a client of its own: a model needs no closing and may be used on one loop after another.
    """

    def __init__(
        self,
        credential: OpenAICredential,
        model: str,
        dimensions: int | None = None,
        parameters: BaseModel | None = None,
        *,
        pass_dimensions: bool = True,
        embedding_cache: EmbeddingCacheBase | None = None,
        context_size: int = 8191,
        max_retries: int = 3,
        retry_delay: float = 1.0,
    ) -> None:
        """Set up a model; nothing is sent.

        Args:
            credential: Key and address. Of a service without keys any string does.
            model: The model's name at the service.
            dimensions: Numbers in each vector; may be left out for OpenAI's own models.
            parameters: An object whose `dimensions` is used if the argument is not given.
            pass_dimensions: Whether the service is told the dimensions. Where it refuses to be told it is asked again
                without.
            embedding_cache: Where vectors are kept, text by text.
            context_size: Tokens of one text.
            max_retries: How often a batch is tried again after a transient error.
            retry_delay: Seconds before the first new try; doubles with each.

        Raises:
            InputError: The dimensions are missing, or the address is none.
        """
        if dimensions is None and parameters is None:
            dimensions = DIMENSIONS.get(model)
        super().__init__(
            credential,
            model,
            dimensions,
            parameters,
            context_size=context_size,
            max_retries=max_retries,
            retry_delay=retry_delay,
            embedding_cache=embedding_cache,
        )
        self._credential = credential
        self._base_url = (credential.base_url or OPENAI_URL).strip()
        self._host, self._endpoint = _address(self._base_url)
        self._tell_dimensions = pass_dimensions

    @property
    def endpoint(self) -> str:
        """The service's address, without what in it may be secret."""
        return self._endpoint

    async def _call_api(self, inputs: Sequence[Content], **kwargs: Any) -> EmbeddingResponse:
        started = time.monotonic()
        texts = [
            str(content).encode("utf-8", "replace").decode() for content in inputs
        ]  # JSON takes no lone surrogates
        told = {"dimensions": self.dimensions} if self._tell_dimensions else {}
        try:
            content = await self._request(texts, told | kwargs)
        except DimensionsRefusedError:
            if not told:
                raise
            self._tell_dimensions = False  # whether the answer has the right number is checked all the same
            content = await self._request(texts, kwargs)
        embeddings, tokens = await asyncio.to_thread(self._read, content, len(inputs))
        usage = EmbeddingUsage(time=time.monotonic() - started, tokens=tokens)
        return EmbeddingResponse(embeddings=embeddings, usage=usage)

    async def _request(self, texts: list[str], settings: dict[str, Any]) -> bytes:
        """Return the body of the service's answer."""
        async with await asyncio.to_thread(self._client) as client:
            import openai  # loaded by the line above, in a thread: it takes a second

            try:
                answer = await client.embeddings.with_raw_response.create(
                    input=texts, model=self.model, encoding_format="float", **settings
                )
            except openai.OpenAIError as exc:
                raise converted(exc, self.model, self._host) from None  # its words may repeat the key or a text
        return answer.content

    def _client(self) -> openai.AsyncOpenAI:
        import openai

        key = self._credential.api_key.get_secret_value()
        if not key.isascii() or not key.isprintable():
            raise EmbeddingError(
                text("embedding", "The key holds characters that no key has."),
                text("embedding", "Copy the key from the service again and enter it in the settings."),
            )
        return openai.AsyncOpenAI(
            api_key=key.strip() or "none",
            organization=self._credential.organization,
            base_url=self._base_url,
            timeout=openai.Timeout(TIMEOUT_S, connect=CONNECT_TIMEOUT_S),
            max_retries=0,  # there is one layer of retries: EmbeddingModelBase's
        )

    def _read(self, content: bytes, count: int) -> tuple[list[list[float]], int]:
        """Return the vectors in the order of the texts, and the tokens counted."""
        try:
            answer = _Answer.model_validate_json(content)
        except ValidationError:
            raise nonsense(self._host) from None  # what was answered may repeat a text
        places: dict[int, list[float]] = {}
        for position, item in enumerate(answer.data):
            places[position if item.index is None else item.index] = item.embedding
        embeddings = [places[place] for place in range(count) if place in places]
        return embeddings, answer.usage.total_tokens if answer.usage else 0


def _address(base_url: str) -> tuple[str, str]:
    """Return the host of an address, and the address without user, password and query.

    Raises:
        InputError: It is no address of the web.
    """
    with suppress(ValueError):
        parts = urlsplit(base_url.strip())
        port = f":{parts.port}" if parts.port else ""
        if parts.scheme in ("http", "https") and parts.hostname:
            host = (f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname) + port
            return host, f"{parts.scheme}://{host}{parts.path.rstrip('/')}"
    raise InputError(
        text("embedding", "The address of the service is not complete."),
        text("embedding", "Enter an address that begins with http:// or https://, for example {url}.", url=OPENAI_URL),
    )
