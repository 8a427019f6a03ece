"""What every store is: the operations of the reference, and some of our own."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, ClassVar, Self

from kbdesk.rag.document import Chunk, DocumentSummary, VectorRecord, VectorSearchResult
from kbdesk.rag.language import UNKNOWN, language_of
from kbdesk.rag.stores.checks import check_replacing
from kbdesk.rag.stores.filters import EVERYTHING, Only
from kbdesk.rag.stores.problems import StoreProblem

_DEPTH = 10
"""How many times as many chunks are looked at where a store does not keep languages apart."""

Scope = Mapping[str, Any]
"""Flat equality pairs over chunk metadata, all of which must hold; values are str, bool, int or finite float."""


class VectorStoreBase(ABC):
    """Keeps documents, chunks and vectors in named collections.

    A document is known by its scope and its id: two scopes may use the same `document_id` without touching each other.
    Every write is whole or not at all: after a crash, a cancel or a full disk the old version or the new one answers.
    Operations are safe to call at once from tasks of one loop.

    Attributes:
        has_text_search: Whether `search_text` works.
    """

    has_text_search: ClassVar[bool] = False

    async def __aenter__(self) -> Self:
        """Open the store."""
        return self

    async def __aexit__(  # noqa: B027  # a store without anything to close need not override it
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Close the store; it can be opened again."""

    @abstractmethod
    async def create_collection(self, collection: str, dimensions: int) -> None:
        """Make a collection, or make ready one that exists.

        Raises:
            ModelMismatchError: It exists with other dimensions or another measure.
        """

    @abstractmethod
    async def delete_collection(self, collection: str) -> None:
        """Delete a collection and all in it; nothing happens if there is none."""

    @abstractmethod
    async def has_collection(self, collection: str) -> bool:
        """Return whether the collection exists."""

    @abstractmethod
    async def insert(
        self,
        collection: str,
        records: Sequence[VectorRecord],
        metadata_filter: Scope | None = None,
        *,
        document_metadata: Mapping[str, Any] | None = None,
    ) -> None:
        """Insert whole documents; a document that exists in the scope is replaced, atomically.

        Args:
            collection: An existing collection.
            records: All chunks of one or more documents; each document's chunk indices run densely from 0.
            metadata_filter: The scope the documents belong to.
            document_metadata: What `list_documents` shows for them.

        Raises:
            InputError: A vector has the wrong size or is not finite, or indices are missing or double.
            StoreError: The store could not write; nothing was changed.
        """

    @abstractmethod
    async def delete(self, collection: str, document_id: str, metadata_filter: Scope | None = None) -> None:
        """Delete a document in the scope (in every scope if None); an unknown id is a no-op."""

    @abstractmethod
    async def search(
        self,
        collection: str,
        query_vector: Sequence[float],
        top_k: int = 5,
        metadata_filter: Scope | None = None,
        *,
        only: Only = EVERYTHING,
    ) -> list[VectorSearchResult]:
        """Return the `top_k` nearest chunks in the scope, best first.

        Chunks that a person turned off (`kbdesk.rag.document.OFF`) are never found, neither here nor by words.
        """

    @abstractmethod
    async def list_documents(self, collection: str, metadata_filter: Scope | None = None) -> list[DocumentSummary]:
        """Return one summary per document in the scope, in order of insertion."""

    async def list_chunks(
        self,
        collection: str,
        document_id: str,
        *,
        offset: int = 0,
        limit: int = 30,
        metadata_filter: Scope | None = None,
    ) -> list[Chunk]:
        """Return the chunks with `offset` <= chunk_index < `offset` + `limit`, ascending.

        Raises:
            NotImplementedError: The store cannot page.
        """
        raise NotImplementedError

    async def list_records(
        self,
        collection: str,
        document_id: str,
        metadata_filter: Scope | None = None,
        *,
        offset: int = 0,
        limit: int | None = None,
    ) -> list[VectorRecord]:
        """Return chunks of a document with their vectors, ascending: for undo, and for moving to another store.

        Without `limit` all from `offset` on.

        Raises:
            NotImplementedError: The store does not give vectors back.
        """
        raise NotImplementedError

    async def replace_chunks(
        self,
        collection: str,
        records: Sequence[VectorRecord],
        metadata_filter: Scope | None = None,
        *,
        document_id: str,
        place: range,
        document_metadata: Mapping[str, Any] | None = None,
    ) -> None:
        """Put other chunks in the place of some of a document's, atomically; those behind them are numbered anew.

        A store that knows no shorter way replaces the document.

        Args:
            collection: An existing collection.
            records: The chunks, numbered from where those that go began; there may be more or fewer, or none.
            metadata_filter: The scope the document belongs to.
            document_id: The document.
            place: Indices of the chunks that go; an empty range is a place between two chunks.
            document_metadata: What `list_documents` shows for the document.

        Raises:
            InputError: There are no such chunks, a record does not fit in their place, or no chunk would be left.
            StoreError: The store could not write; nothing was changed.
        """
        stored = await self.list_records(collection, document_id, metadata_filter)
        check_replacing(records, document_id=document_id, place=place, count=len(stored))
        behind = [
            record.model_copy(update={"chunk": record.chunk.model_copy(update={"chunk_index": index})})
            for index, record in enumerate(stored[place.stop :], place.start + len(records))
        ]
        whole = [*stored[: place.start], *records, *behind]
        await self.insert(collection, whole, metadata_filter, document_metadata=document_metadata)

    async def check(self, collection: str, expected: Mapping[str, int]) -> list[StoreProblem]:
        """Return what is wrong with a collection, which need not exist, and with what it lies in.

        Args:
            collection: The collection.
            expected: The number of passages of each document that should be there.

        Raises:
            NotImplementedError: The store cannot be checked.
            StoreError: It cannot be read.
        """
        raise NotImplementedError

    async def mend(self, collection: str) -> None:
        """Put right what `check` says can be mended.

        Raises:
            NotImplementedError: The store cannot be mended.
            StoreError: It could not be written; nothing was changed.
        """
        raise NotImplementedError

    async def scrub(self) -> None:  # noqa: B027  # there may be nothing to do
        """Take the text of what was deleted off the disk, as far as deleting has not done so."""

    async def reclaim(self) -> int:
        """Make the store as small as what is in it, and return the bytes given back; 0 where it does so by itself.

        Raises:
            DiskFullError: There is too little space to do it.
        """
        return 0

    async def free_bytes(self) -> int:
        """Return how many bytes `reclaim` is sure to give back."""
        return 0

    async def search_text(
        self,
        collection: str,
        query: str,
        top_k: int = 5,
        metadata_filter: Scope | None = None,
        *,
        only: Only = EVERYTHING,
    ) -> list[VectorSearchResult]:
        """Return the `top_k` chunks whose words match best (BM25, higher is better), best first.

        Raises:
            NotImplementedError: The store has no full text (`has_text_search` is False).
        """
        raise NotImplementedError

    async def search_exact(
        self,
        collection: str,
        terms: Sequence[str],
        top_k: int = 5,
        metadata_filter: Scope | None = None,
        *,
        only: Only = EVERYTHING,
    ) -> list[VectorSearchResult]:
        """Return chunks in which identifiers or quoted phrases stand; the score is the number of them, most first.

        They stand in a text as words of their own, letter case, accents and kinds of blanks and hyphens aside.

        Raises:
            NotImplementedError: The store has no full text (`has_text_search` is False).
        """
        raise NotImplementedError

    async def search_by_language(
        self,
        collection: str,
        query_vector: Sequence[float],
        top_k: int = 5,
        metadata_filter: Scope | None = None,
        *,
        only: Only = EVERYTHING,
        language: str = UNKNOWN,
    ) -> dict[str, list[VectorSearchResult]]:
        """Return the `top_k` nearest chunks of each language that occurs in what is searched, best first.

        Chunks of no language count to every one, so a chunk may stand in several lists; where there are no others, they
        stand under "". A store that does not keep languages apart answers from its nearest chunks only.

        `language` is the query's. Chunks in other languages are then ordered, and scored, by the cosine with the query
        without its part along the mean vector of the collection's chunks in `language`: a model puts texts in one
        language close together, whatever they say. Where there is no such chunk: by the query as it is. A store that
        does not keep languages apart may leave this out.

        Source: Yang et al. 2021, A Simple and Effective Method To Eliminate the Self Language Bias in Multilingual
        Representations. On ../shared/eval recall@5 across languages is 61 % with it, 50 % without.
        """
        narrowing: dict[str, Any] = {} if only == EVERYTHING else {"only": only}  # a store of others may not know it
        hits = await self.search(collection, query_vector, top_k * _DEPTH, metadata_filter, **narrowing)
        return await asyncio.to_thread(_by_language, hits, top_k)  # the first call loads a model

    async def languages(self, collection: str, metadata_filter: Scope | None = None) -> dict[str, int]:
        """Return how many chunks that can be found are in each language; under "" those of no language.

        Raises:
            NotImplementedError: The store does not keep languages apart.
        """
        raise NotImplementedError

    async def word_shares(
        self,
        collection: str,
        query: str,
        passages: Sequence[tuple[str, int]],
        metadata_filter: Scope | None = None,
    ) -> list[float]:
        """Return what share of the query's words stands in each chunk, given as (document_id, chunk_index), in order.

        Each word counts by its rarity, so that 0.9 means that little of what tells passages apart is missing; the
        shares of different queries can be compared. A chunk that is not there has 0.

        Raises:
            NotImplementedError: The store has no full text (`has_text_search` is False).
        """
        raise NotImplementedError

    async def scores(
        self,
        collection: str,
        query_vector: Sequence[float],
        passages: Sequence[tuple[str, int]],
        metadata_filter: Scope | None = None,
    ) -> list[float]:
        """Return the score by meaning of chunks, each given as (document_id, chunk_index), in the order given.

        A chunk that is not there, or is turned off, has minus infinity.

        Raises:
            NotImplementedError: The store cannot score chunks that it did not find by meaning.
        """
        raise NotImplementedError


def _by_language(hits: Sequence[VectorSearchResult], top_k: int) -> dict[str, list[VectorSearchResult]]:
    languages = [language_of(hit.chunk.text) for hit in hits]
    told = set(languages) - {UNKNOWN} or set(languages)
    return {
        language: [hit for hit, of in zip(hits, languages, strict=True) if of in (language, UNKNOWN)][:top_k]
        for language in told
    }
