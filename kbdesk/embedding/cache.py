"""Caches of embeddings."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

Vectors = list[list[float]]


class EmbeddingCacheBase(ABC):
    """Keeps embeddings by identifier.

    An identifier is anything `json.dumps` takes; two identifiers are the same if their JSON with sorted keys is. The
    models make one identifier per text (model identity, purpose, SHA-256 of the text), so that a text is found again
    in whatever company it comes.
    """

    async def retrieve(self, identifier: Any) -> Vectors | None:
        """Return what is kept under an identifier, or None."""
        return (await self.retrieve_many([identifier]))[0]

    async def store(self, embeddings: Sequence[Sequence[float]], identifier: Any, overwrite: bool = False) -> None:
        """Keep embeddings under an identifier; an entry that exists stays, unless `overwrite`."""
        await self.store_many([(identifier, embeddings)], overwrite=overwrite)

    @abstractmethod
    async def retrieve_many(self, identifiers: Sequence[Any]) -> list[Vectors | None]:
        """Return what is kept under each identifier, in the order given; None where there is nothing."""

    @abstractmethod
    async def store_many(
        self, entries: Sequence[tuple[Any, Sequence[Sequence[float]]]], *, overwrite: bool = False
    ) -> None:
        """Keep several pairs of identifier and embeddings."""

    @abstractmethod
    async def remove(self, identifier: Any) -> None:
        """Forget one identifier.

        Raises:
            FileNotFoundError: Nothing is kept under it.
        """

    @abstractmethod
    async def clear(self) -> None:
        """Forget everything."""
