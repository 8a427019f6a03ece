"""Searches in a store's file."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar, TypeVar

import numpy as np

from kbdesk.rag.document import VectorSearchResult
from kbdesk.rag.language import UNKNOWN
from kbdesk.rag.stores import sqlite_read
from kbdesk.rag.stores.base import Scope, VectorStoreBase
from kbdesk.rag.stores.checks import Vectors, as_vectors, check_top_k
from kbdesk.rag.stores.filters import EVERYTHING, Only
from kbdesk.rag.stores.marks import counted
from kbdesk.rag.stores.matrix import Matrix, MatrixView, unit_rows
from kbdesk.rag.stores.scope import checked_scope
from kbdesk.rag.stores.sqlite_exact import best_by_terms
from kbdesk.rag.stores.sqlite_file import SQLiteFile
from kbdesk.rag.stores.sqlite_read import Collection
from kbdesk.rag.stores.sqlite_text import best_by_words, word_shares

T = TypeVar("T")


class SQLiteSearch(VectorStoreBase):
    """The part of the SQLite store that searches, by meaning over the vectors in memory and by words in the file."""

    has_text_search: ClassVar[bool] = True

    def __init__(self, path: Path) -> None:
        self._file = SQLiteFile(path)
        self._matrices: dict[str, tuple[int, Matrix]] = {}

    async def search(
        self,
        collection: str,
        query_vector: Sequence[float],
        top_k: int = 5,
        metadata_filter: Scope | None = None,
        *,
        only: Only = EVERYTHING,
    ) -> list[VectorSearchResult]:
        """Return the `top_k` nearest chunks in the scope, best first; exact also in a scope.

        Raises:
            InputError: The vector has the wrong size or is not finite, or `top_k` is not above zero.
        """
        check_top_k(top_k)
        scope = checked_scope(metadata_filter)

        def work(file: sqlite3.Connection, found: Collection, view: MatrixView) -> list[VectorSearchResult]:
            chunks = sqlite_read.find_chunks(file, found, scope, only)
            ids, scores = view.nearest(_unit(query_vector, found), top_k, chunks)
            return sqlite_read.read_hits(file, ids.tolist(), scores.tolist())

        return await self._compared(collection, work)

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

        The scores of other languages than the query's are cosines with the query without what makes its language.
        """
        check_top_k(top_k)
        scope = checked_scope(metadata_filter)

        def work(file: sqlite3.Connection, found: Collection, view: MatrixView) -> dict[str, list[VectorSearchResult]]:
            chunks = sqlite_read.find_chunks(file, found, scope, only)
            nearest = view.nearest_by_language(_unit(query_vector, found), top_k, chunks, language=language)
            return {
                found_in: sqlite_read.read_hits(file, ids.tolist(), scores.tolist())
                for found_in, (ids, scores) in nearest.items()
            }

        return await self._compared(collection, work)

    async def scores(
        self,
        collection: str,
        query_vector: Sequence[float],
        passages: Sequence[tuple[str, int]],
        metadata_filter: Scope | None = None,
    ) -> list[float]:
        """Return the cosines of chunks, each given as (document_id, chunk_index), in the order given.

        A chunk that is not there, or is turned off, has minus infinity.
        """
        scope = checked_scope(metadata_filter)

        def work(file: sqlite3.Connection, found: Collection, view: MatrixView) -> list[float]:
            ids = sqlite_read.find_ids(file, found, scope, passages)
            return view.scores(_unit(query_vector, found), np.array(ids, np.int64)).tolist()

        return await self._compared(collection, work)

    async def languages(self, collection: str, metadata_filter: Scope | None = None) -> dict[str, int]:
        """Return how many chunks that can be found are in each language; under "" those of no language."""
        scope = checked_scope(metadata_filter)

        def work(file: sqlite3.Connection) -> dict[str, int]:
            found = sqlite_read.find_collection(file, collection)
            return counted(sqlite_read.find_marked(file, found, scope).marks)

        return await self._file.read(work)

    async def _compared(self, name: str, work: Callable[[sqlite3.Connection, Collection, MatrixView], T]) -> T:
        """Return what the work finds in one state of a collection's file and its vectors."""

        def looked(file: sqlite3.Connection) -> tuple[T] | None:
            found = sqlite_read.find_collection(file, name)
            view = self._view(file, name, found)
            return None if view is None else (work(file, found, view),)

        while (answer := await self._file.compute(looked)) is None:
            pass  # a later state was already in memory: read that one
        return answer[0]

    def _view(self, file: sqlite3.Connection, name: str, collection: Collection) -> MatrixView | None:
        known = self._matrices.get(name)
        if known is None or known[0] != collection.id:
            new = (collection.id, Matrix(collection.id, collection.dimensions))
            known = self._matrices[name] = new if known else self._matrices.setdefault(name, new)
        return known[1].view(file, collection.version)

    async def search_text(
        self,
        collection: str,
        query: str,
        top_k: int = 5,
        metadata_filter: Scope | None = None,
        *,
        only: Only = EVERYTHING,
    ) -> list[VectorSearchResult]:
        """Return the `top_k` chunks whose words match best (BM25, above 0, higher is better), best first."""
        check_top_k(top_k)
        scope = checked_scope(metadata_filter)

        def work(file: sqlite3.Connection) -> list[VectorSearchResult]:
            found = sqlite_read.find_collection(file, collection)
            chunks = sqlite_read.find_chunks(file, found, scope, only)
            return sqlite_read.read_hits(file, *best_by_words(file, found.id, query, top_k=top_k, only=chunks))

        return await self._file.read(work)

    async def search_exact(
        self,
        collection: str,
        terms: Sequence[str],
        top_k: int = 5,
        metadata_filter: Scope | None = None,
        *,
        only: Only = EVERYTHING,
    ) -> list[VectorSearchResult]:
        """Return chunks in which identifiers or quoted phrases stand, those with most of them first."""
        check_top_k(top_k)
        scope = checked_scope(metadata_filter)

        def work(file: sqlite3.Connection) -> list[VectorSearchResult]:
            found = sqlite_read.find_collection(file, collection)
            chunks = sqlite_read.find_chunks(file, found, scope, only)
            return sqlite_read.read_hits(file, *best_by_terms(file, found.id, terms, top_k=top_k, only=chunks))

        return await self._file.read(work)

    async def word_shares(
        self,
        collection: str,
        query: str,
        passages: Sequence[tuple[str, int]],
        metadata_filter: Scope | None = None,
    ) -> list[float]:
        """Return what share of the query's words stands in each chunk, each word weighed by its rarity, 0 to 1."""
        scope = checked_scope(metadata_filter)

        def work(file: sqlite3.Connection) -> list[float]:
            found = sqlite_read.find_collection(file, collection)
            return word_shares(file, found.id, query, sqlite_read.find_ids(file, found, scope, passages))

        return await self._file.read(work)


def _unit(query_vector: Sequence[float], collection: Collection) -> Vectors:
    return unit_rows(as_vectors([query_vector], collection.dimensions))[0]
