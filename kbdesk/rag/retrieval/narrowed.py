"""A collection within a scope and a filter: what is read for a search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kbdesk.rag.document import Chunk, VectorSearchResult
from kbdesk.rag.language import UNKNOWN
from kbdesk.rag.stores.base import VectorStoreBase
from kbdesk.rag.stores.filters import EVERYTHING, Only

Key = tuple[str, int]
"""A passage: its document and its index there."""


def key_of(hit: VectorSearchResult) -> Key:
    """Return which passage a hit is."""
    return hit.document_id, hit.chunk.chunk_index


@dataclass(frozen=True)
class Narrowed:
    """A collection within a scope and a filter.

    Attributes:
        store: The open store.
        collection: An existing collection.
        scope: The pairs that bound every read.
        only: What the search is narrowed to besides.
    """

    store: VectorStoreBase
    collection: str
    scope: Mapping[str, Any]
    only: Only = EVERYTHING

    async def nearest(self, vector: Sequence[float], top_k: int) -> list[VectorSearchResult]:
        """Return the nearest passages, whatever their language."""
        return await self.store.search(self.collection, vector, top_k=top_k, **self._arguments(self.only))

    async def nearest_by_language(
        self, vector: Sequence[float], top_k: int, language: str
    ) -> dict[str, list[VectorSearchResult]]:
        """Return the nearest passages in each language, for a query in `language`."""
        return await self.store.search_by_language(
            self.collection, vector, top_k=top_k, language=language, **self._arguments(self.only)
        )

    async def with_words(self, query: str, top_k: int, language: str = UNKNOWN) -> list[VectorSearchResult]:
        """Return the passages with the query's words, in one language if it is given; [] without full text."""
        if not query.strip() or not self.store.has_text_search:
            return []
        only = Only(self.only.document_ids, frozenset({language})) if language else self.only
        return await self.store.search_text(self.collection, query, top_k=top_k, **self._arguments(only))

    async def with_terms(self, terms: Sequence[str], top_k: int) -> list[VectorSearchResult]:
        """Return the passages that hold any of the terms to the letter; [] where a store cannot look for them."""
        if not terms or not self.store.has_text_search:
            return []
        try:
            return await self.store.search_exact(self.collection, terms, top_k=top_k, **self._arguments(self.only))
        except NotImplementedError:
            return []

    async def chunks(self, document_id: str, *, offset: int, limit: int) -> list[Chunk]:
        """Return some chunks of a document, ascending.

        Raises:
            NotImplementedError: The store cannot page.
        """
        return await self.store.list_chunks(
            self.collection, document_id, offset=offset, limit=limit, **self._arguments(EVERYTHING)
        )

    async def scores(self, vector: Sequence[float], keys: Sequence[Key]) -> dict[Key, float]:
        """Return the score by meaning of passages; {} where a store cannot say it."""
        if not keys:
            return {}
        try:
            scores = await self.store.scores(self.collection, vector, keys, **self._arguments(EVERYTHING))
        except NotImplementedError:
            return {}
        return dict(zip(keys, scores, strict=True))

    async def shares(self, query: str, keys: Sequence[Key]) -> dict[Key, float]:
        """Return what share of the query's words stands in passages; {} where a store cannot say it."""
        if not keys or not query.strip():
            return {}
        try:
            shares = await self.store.word_shares(self.collection, query, keys, **self._arguments(EVERYTHING))
        except NotImplementedError:
            return {}
        return dict(zip(keys, shares, strict=True))

    def _arguments(self, only: Only) -> dict[str, Any]:
        """Return the filters as keywords only where they narrow, so that a store without filters works as well."""
        scope = {"metadata_filter": dict(self.scope)} if self.scope else {}
        return scope if only == EVERYTHING else {**scope, "only": only}
