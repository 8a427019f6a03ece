"""The embedding models that knowledge bases are made with."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence

from pydantic import SecretStr

from kbdesk.credential import OpenAICredential
from kbdesk.embedding.base import Content, EmbeddingModelBase, EmbeddingResponse
from kbdesk.embedding.cache import EmbeddingCacheBase
from kbdesk.embedding.local import find_weights
from kbdesk.errors import EmbeddingError
from kbdesk.paths import DataFolder
from kbdesk.secrets import SecretStore
from kbdesk.settings import EmbeddingChoice
from kbdesk.texts import Text, text
from kbdesk.workers.embedding import WorkerEmbeddingModel
from kbdesk.workers.pool import WorkerPool

WORDS = "words"
"""Stands in place of a model's identity where a knowledge base is searched by words only."""

_TEST_SENTENCE = "Where do I find the travel policy?"


class WordsModel(EmbeddingModelBase):
    """Takes the place of a model where there is none: all texts get one vector, and only words are searched."""

    def __init__(self) -> None:
        super().__init__(None, WORDS, 1, context_size=None)

    @property
    def identity(self) -> str:
        """The word that the catalog keeps in place of an identity."""
        return WORDS

    async def _call_api(self, inputs: Sequence[Content], **kwargs: object) -> EmbeddingResponse:
        return EmbeddingResponse(embeddings=[[1.0]] * len(inputs))


class Models:
    """Makes the model of a choice; the built-in one runs in a worker and is there once."""

    def __init__(
        self, folder: DataFolder, *, pool: WorkerPool, secrets: SecretStore, cache: EmbeddingCacheBase
    ) -> None:
        """Remember what models are made of; nothing is loaded."""
        self._folder = folder
        self._secrets = secrets
        self._cache = cache
        self._local = WorkerEmbeddingModel(pool, models=folder.models, embedding_cache=cache)

    async def has_local(self) -> bool:
        """Return whether the weights of the built-in model are on this computer."""
        return await asyncio.to_thread(find_weights, self._folder.models) is not None

    async def make(
        self, choice: EmbeddingChoice, *, secret: str | None = None, for_test: bool = False
    ) -> EmbeddingModelBase:
        """Return the model of a choice; nothing is sent.

        Args:
            choice: The choice.
            secret: The API key; None takes the saved one.
            for_test: Whether it shall really be asked, once: without cache and new tries.

        Raises:
            EmbeddingError: The key is missing.
            InputError: The number of dimensions is missing, or the address is none.
        """
        if choice.kind == "local":
            return self._local
        if secret is None and choice.secret_name is not None:
            secret, _ = await self._secrets.get(choice.secret_name)
            if secret is None:
                raise EmbeddingError(
                    text("library", "The key for the model “{model}” is not in the keyring.", model=choice.model),
                    text("library", "Enter it in the settings, or choose the built-in model."),
                )
        from kbdesk.embedding.openai import OpenAIEmbeddingModel

        # Services on this computer often want no key; the client wants some string.
        credential = OpenAICredential(api_key=SecretStr(secret or "none"), base_url=choice.base_url)
        return OpenAIEmbeddingModel(
            credential,
            choice.model,
            choice.dimensions,
            max_retries=0 if for_test else 3,
            embedding_cache=None if for_test else self._cache,
        )

    async def test(self, choice: EmbeddingChoice, secret: str | None) -> Text:
        """Embed one sentence; see `Library.test_embedding`."""
        model = await self.make(choice, secret=secret, for_test=True)
        start = time.monotonic()
        await model([_TEST_SENTENCE], purpose="query")
        return text("library", "The model answered in {seconds} s.", seconds=f"{time.monotonic() - start:.1f}")

    async def missing(self, choice: EmbeddingChoice) -> Text | None:
        """Return what to say if the chosen model is the built-in one and is not on this computer."""
        if choice.kind != "local" or await self.has_local():
            return None
        return text(
            "library",
            "The built-in model is not on this computer: passages are found by their words, not by their meaning."
            " Start kbdesk once with “bash packaging/run” while there is a network to fetch it.",
        )
