"""What every embedding model is: batching, retries, cache and checks around one call of a provider."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import uuid
from abc import ABC, abstractmethod
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, ClassVar, Literal, Self
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, Field

from kbdesk.credential import CredentialBase
from kbdesk.embedding.batching import Content, batches, split_text, token_bound
from kbdesk.embedding.cache import EmbeddingCacheBase
from kbdesk.embedding.retries import Retries
from kbdesk.errors import EmbeddingError, InputError
from kbdesk.message import DataBlock, TextBlock
from kbdesk.texts import text

logger = logging.getLogger(__name__)

Purpose = Literal["passage", "query"]
EmbeddingInput = str | TextBlock | DataBlock

SHORTEST_SPLIT = 64  # characters; a text this short that is "too long" is refused for another reason


class EmbeddingUsage(BaseModel):
    """What a call cost.

    Attributes:
        time: Seconds of the slowest request.
        tokens: Tokens the provider counted, 0 if it does not say.
    """

    time: float
    tokens: int = 0


class EmbeddingResponse(BaseModel):
    """The embeddings of one call.

    Attributes:
        embeddings: One per input, in the order given.
        id: 32 hexadecimal digits.
        created_at: ISO 8601, UTC.
        usage: What it cost, or None if nothing was asked of the provider.
        source: "cache" only if every embedding came from the cache.
    """

    embeddings: list[list[float]]
    id: str = Field(default_factory=lambda: uuid.uuid4().hex)
    created_at: str = Field(default_factory=lambda: datetime.now(UTC).isoformat())
    type: Literal["embedding"] = "embedding"
    usage: EmbeddingUsage | None = None
    source: Literal["api", "cache"] = "api"


class InputTooLongError(EmbeddingError):
    """The provider says that the request, or one text in it, is too long."""


class EmbeddingModelBase(ABC):
    """Turns texts into vectors.

    A subclass implements `_call_api` for one batch and says of its errors which are transient and which mean "too
    long"; everything else happens here.

    Attributes:
        supports_multimodal: Whether DataBlocks are taken.
        asymmetric: Whether queries and passages are embedded differently; only then `_call_api` is told the purpose.
        version: Changes when the same texts would get other vectors; part of `identity`.
        model: The model's name at its provider.
        dimensions: Numbers in each vector.
        embedded_passages: Passages it has embedded so far, without those found in the cache.
    """

    supports_multimodal: bool = False
    embedded_passages: int = 0
    asymmetric: ClassVar[bool] = False
    version: ClassVar[str] = "1"

    class Parameters(BaseModel):
        """The settings of the model, where they are given as one object."""

        dimensions: int | None = None

    def __init__(
        self,
        credential: CredentialBase | None,
        model: str,
        dimensions: int | None = None,
        parameters: BaseModel | None = None,
        *,
        context_size: int | None = 8191,
        batch_size: int = 2048,
        batch_tokens: int = 300_000,
        max_concurrency: int = 4,
        max_retries: int = 3,
        retry_delay: float = 1.0,
        embedding_cache: EmbeddingCacheBase | None = None,
    ) -> None:
        """Set up a model; nothing is sent or loaded.

        Args:
            credential: What the provider wants to see.
            model: The model's name at its provider.
            dimensions: Numbers in each vector; taken from `parameters` where not given.
            parameters: An object whose `dimensions` is used if the argument is not given.
            context_size: Tokens of one text; a longer text is split and its pieces' vectors averaged. None: no limit.
            batch_size: Texts of one request.
            batch_tokens: Tokens of one request.
            max_concurrency: Requests under way at once, for passages and for queries each.
            max_retries: How often a batch is tried again after a transient error.
            retry_delay: Seconds before the first new try; doubles with each.
            embedding_cache: Where vectors are kept, text by text.

        Raises:
            InputError: `dimensions` is missing or not positive.
        """
        dimensions = dimensions or getattr(parameters, "dimensions", None)
        if not isinstance(dimensions, int) or dimensions <= 0:
            raise InputError(
                text("embedding", "The number of dimensions of the model “{model}” is missing.", model=model),
                text("embedding", "Enter the number that the maker of the model gives, for example 1536."),
            )
        self.credential = credential
        self.model = model
        self.dimensions = dimensions
        self.parameters = parameters
        self.context_size = context_size
        self.batch_size = batch_size
        self.batch_tokens = batch_tokens
        self.embedding_cache = embedding_cache
        self.max_concurrency = max_concurrency
        self._gates: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[Purpose, asyncio.Semaphore]] = (
            WeakKeyDictionary()
        )
        self._retries = Retries(max_retries, retry_delay)

    def __class_getitem__(cls, _input: object) -> type[Self]:
        """Return the class itself: users of the reference write `EmbeddingModelBase[str]`."""
        return cls

    @property
    def endpoint(self) -> str:
        """Where the model runs; two endpoints may call different models by one name."""
        return type(self).__name__

    @property
    def identity(self) -> str:
        """Endpoint, model, dimensions and version: two equal identities give comparable vectors."""
        return f"{self.endpoint}|{self.model}|{self.dimensions}|{self.version}"

    async def __call__(
        self, inputs: Sequence[EmbeddingInput], *, purpose: Purpose = "passage", **kwargs: Any
    ) -> EmbeddingResponse:
        """Return one embedding per input, in the order given.

        Args:
            inputs: Texts, and data blocks where the model is multimodal. Blank texts are refused.
            purpose: What the vectors are for.
            kwargs: Passed on to the provider's call.

        Raises:
            InputError: An input is blank, or a data block for a model that takes only text; nothing was sent.
            EmbeddingError: The model cannot be reached, refuses the input or answers nonsense. Batches that were
                finished before are in the cache.
        """
        contents = [self._content_of(item) for item in inputs]
        pieces = [self._pieces_of(content) for content in contents]
        response = await self._embed([piece for group in pieces for piece in group], purpose, kwargs)
        if len(response.embeddings) != len(contents):
            response.embeddings = _average(response.embeddings, pieces)
        return response

    @abstractmethod
    async def _call_api(self, inputs: Sequence[Content], **kwargs: Any) -> EmbeddingResponse:
        """Return the embeddings of one batch, in the order given.

        Raises:
            TransientEmbeddingError: Trying again may help; see `kbdesk.embedding.retries`.
            InputTooLongError: A smaller batch or a shorter text may be taken.
            EmbeddingError: Nothing of the two.
        """

    def _content_of(self, item: EmbeddingInput) -> Content:
        if isinstance(item, DataBlock):
            if not self.supports_multimodal:
                raise InputError(
                    text("embedding", "The model “{model}” reads text only, not pictures.", model=self.model),
                    text("embedding", "Give the picture a text, or choose a model that reads pictures."),
                )
            return item
        content = item.text if isinstance(item, TextBlock) else item
        if not content.strip():
            raise InputError(
                text("embedding", "There is a blank text among the texts."),
                text("embedding", "Leave blank texts out: they have no meaning that could be found."),
            )
        return content

    def _pieces_of(self, content: Content) -> list[Content]:
        if isinstance(content, DataBlock) or self.context_size is None:
            return [content]
        pieces = split_text(content, self.context_size)
        if len(pieces) > 1:
            logger.info("A text is too long for %s and was split into %d pieces", self.model, len(pieces))
        return [*pieces]

    async def _embed(self, contents: list[Content], purpose: Purpose, kwargs: dict[str, Any]) -> EmbeddingResponse:
        keys = [self._cache_key(content, purpose) for content in contents]
        embeddings: list[list[float] | None] = await self._from_cache(keys)
        missing = [position for position, found in enumerate(embeddings) if found is None]
        if self.asymmetric:
            kwargs = {**kwargs, "purpose": purpose}

        failed = asyncio.Event()

        async def fetch(positions: list[int]) -> EmbeddingResponse | None:
            async with self._gate(purpose):
                if failed.is_set():
                    return None
                try:
                    answer = await self._embed_batch([contents[position] for position in positions], kwargs)
                except Exception:
                    failed.set()  # nothing new is begun; what is under way is paid for, so it ends and is kept
                    raise
            for position, embedding in zip(positions, answer.embeddings, strict=True):
                embeddings[position] = embedding
            await self._to_cache([keys[position] for position in positions], answer.embeddings)
            if purpose == "passage":
                self.embedded_passages += len(positions)
            return answer

        groups = batches([contents[position] for position in missing], self.batch_size, self.batch_tokens)
        running = [fetch([missing[index] for index in group]) for group in groups]
        answers = _all_or_error(await asyncio.gather(*running, return_exceptions=True))
        return _merge(answers, [found for found in embeddings if found is not None])

    def _gate(self, purpose: Purpose) -> asyncio.Semaphore:
        """Return what bounds the requests under way; a semaphore belongs to one loop, a model may see several."""
        gates = self._gates.setdefault(asyncio.get_running_loop(), {})
        # Queries have their own gate, so that a search never waits behind a long document.
        return gates.setdefault(purpose, asyncio.Semaphore(self.max_concurrency))

    async def _embed_batch(self, batch: list[Content], kwargs: dict[str, Any]) -> EmbeddingResponse:
        """Embed a batch; if the provider finds it too long, in halves: first of the batch, then of a text."""
        try:
            return await self._retries.run(lambda: self._call_checked(batch, kwargs))
        except InputTooLongError:
            first = batch[0]
            if len(batch) > 1:
                middle = len(batch) // 2
                halves = [await self._embed_batch(half, kwargs) for half in (batch[:middle], batch[middle:])]
                return _merge(halves, [vector for half in halves for vector in half.embeddings])
            if not isinstance(first, str) or len(first) <= SHORTEST_SPLIT:
                raise
        logger.info("%s finds a text too long; it is split", self.model)
        pieces: list[Content] = [*split_text(first, token_bound(first) // 2 + 4)]
        answer = await self._embed_batch(pieces, kwargs)
        answer.embeddings = _average(answer.embeddings, [pieces])
        return answer

    async def _call_checked(self, batch: list[Content], kwargs: dict[str, Any]) -> EmbeddingResponse:
        response = await self._call_api(batch, **kwargs)
        self._check(response.embeddings, len(batch))
        return response

    def _check(self, vectors: list[list[float]], count: int) -> None:
        if len(vectors) != count:
            problem = text("embedding", "The model “{model}” left texts without an answer.", model=self.model)
        elif (wrong := next((len(vector) for vector in vectors if len(vector) != self.dimensions), None)) is not None:
            problem = text(
                "embedding",
                "The model “{model}” answers with {actual} numbers a text, not the {expected} that are set.",
                model=self.model,
                actual=wrong,
                expected=self.dimensions,
            )
        elif not np.isfinite(np.asarray(vectors, np.float64)).all():
            problem = text(
                "embedding", "The model “{model}” answers with values that are no numbers.", model=self.model
            )
        else:
            return
        raise EmbeddingError(
            problem,
            text("embedding", "Check in the settings that the model and its number of dimensions fit together."),
        )

    def _cache_key(self, content: Content, purpose: Purpose) -> dict[str, str]:
        data = content if isinstance(content, str) else content.source.model_dump_json()
        return {
            "model": self.identity,
            "purpose": purpose if self.asymmetric else "",
            "content": hashlib.sha256(data.encode("utf-8", "surrogatepass")).hexdigest(),
        }

    async def _from_cache(self, keys: list[dict[str, str]]) -> list[list[float] | None]:
        if self.embedding_cache is None:
            return [None] * len(keys)
        entries = await self.embedding_cache.retrieve_many(keys)
        return [entry[0] if entry and len(entry[0]) == self.dimensions else None for entry in entries]

    async def _to_cache(self, keys: list[dict[str, str]], embeddings: list[list[float]]) -> None:
        if self.embedding_cache is not None:
            await self.embedding_cache.store_many(
                [(key, [embedding]) for key, embedding in zip(keys, embeddings, strict=True)], overwrite=True
            )


def _all_or_error(answers: list[EmbeddingResponse | BaseException | None]) -> list[EmbeddingResponse]:
    """Return the answers, or raise the first error among them."""
    for answer in answers:
        if isinstance(answer, BaseException):
            raise answer
    return [answer for answer in answers if isinstance(answer, EmbeddingResponse)]


def _merge(responses: list[EmbeddingResponse], embeddings: list[list[float]]) -> EmbeddingResponse:
    """Return one response with `embeddings`; tokens are added, the time is that of the slowest."""
    usages = [response.usage for response in responses if response.usage is not None]
    usage = None
    if usages:
        usage = EmbeddingUsage(time=max(usage.time for usage in usages), tokens=sum(usage.tokens for usage in usages))
    from_cache = bool(embeddings) and all(response.source == "cache" for response in responses)
    # Without checking again what each batch was checked for: of 5,000 texts that would hold the loop up for 60 ms.
    return EmbeddingResponse.model_construct(
        embeddings=embeddings, usage=usage, source="cache" if from_cache else "api"
    )


def _average(embeddings: list[list[float]], pieces: list[list[Content]]) -> list[list[float]]:
    """Return one vector of length 1 per group of pieces: the mean, weighted by the pieces' sizes."""
    result: list[list[float]] = []
    start = 0
    for group in pieces:
        vectors = embeddings[start : start + len(group)]
        start += len(group)
        if len(group) == 1:
            result.append(vectors[0])
            continue
        mean: NDArray[np.float64] = np.average(vectors, axis=0, weights=[token_bound(piece) for piece in group])
        result.append((mean / (np.linalg.norm(mean) or 1.0)).tolist())
    return result
