"""The default store: one SQLite file with documents, passages, full text and vectors."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import Event
from types import TracebackType
from typing import Any, Self, TypeVar

from kbdesk.rag.document import Chunk, DocumentSummary, VectorRecord
from kbdesk.rag.stores import sqlite_check, sqlite_read, sqlite_write
from kbdesk.rag.stores.base import Scope
from kbdesk.rag.stores.checks import check_dimensions, check_name, check_replacing, grouped
from kbdesk.rag.stores.problems import StoreProblem
from kbdesk.rag.stores.scope import canonical, checked_scope
from kbdesk.rag.stores.sqlite_replace import Replacement
from kbdesk.rag.stores.sqlite_schema import merge_words
from kbdesk.rag.stores.sqlite_search import SQLiteSearch
from kbdesk.rag.stores.sqlite_space import fold_log, free_bytes, reclaim

__all__ = ["SQLiteStore"]

T = TypeVar("T")


class SQLiteStore(SQLiteSearch):
    """Keeps everything in one file, which several processes may use at once.

    Search is exact: a float32 matrix of all vectors is derived from the file at the first search and follows every
    change. All work runs in threads. Scores are cosines, -1 to 1.
    """

    def __init__(self, path: str | Path) -> None:
        """Set up the store; nothing is opened yet.

        Args:
            path: The file; it and its folder are made at first use.
        """
        self.path = Path(path)
        super().__init__(self.path)

    async def __aenter__(self) -> Self:
        """Open the file."""
        await self._file.open()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Wait for running work and close the file."""
        await self._file.close()
        self._matrices.clear()

    async def create_collection(self, collection: str, dimensions: int) -> None:
        """Make a collection, or make ready one that exists.

        Raises:
            ModelMismatchError: It exists with vectors of another size.
        """
        check_name(collection)
        check_dimensions(dimensions)
        await self._file.write(lambda file, _: sqlite_write.create_collection(file, collection, dimensions))

    async def delete_collection(self, collection: str) -> None:
        """Delete a collection and all in it; nothing happens if there is none."""
        await self._file.write(lambda file, _: sqlite_write.delete_collection(file, collection))
        self._matrices.pop(collection, None)

    async def has_collection(self, collection: str) -> bool:
        """Return whether the collection exists."""

        def work(file: sqlite3.Connection) -> bool:
            return file.execute("SELECT 1 FROM collections WHERE name = ?", (collection,)).fetchone() is not None

        return await self._file.read(work)

    async def insert(
        self,
        collection: str,
        records: Sequence[VectorRecord],
        metadata_filter: Scope | None = None,
        *,
        document_metadata: Mapping[str, Any] | None = None,
    ) -> None:
        """Insert whole documents in one transaction; a document that exists in the scope is replaced.

        Raises:
            InputError: A vector has the wrong size or is not finite, or indices are missing or double.
            CollectionMissingError: There is no such collection.
            StoreError: The file could not be written; nothing was changed.
        """
        scope = canonical(checked_scope(metadata_filter))
        metadata = dict(document_metadata or {})

        def work(file: sqlite3.Connection, stop: Event) -> None:
            documents = grouped(records)
            found = sqlite_read.find_collection(file, collection)
            key = sqlite_write.scope_key(file, found, scope)
            for document in documents:
                old = sqlite_read.find_in_scope(file, key, document.document_id)
                if old is not None:
                    sqlite_write.delete_document(file, found, old)
                sqlite_write.insert_document(file, found, document, scope=key, metadata=metadata, stop=stop)
            sqlite_write.note_change(file, found)

        if records:
            await self._file.write(work)

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
        """Put other chunks in the place of some of a document's; takes time for these only where they are as many.

        Raises:
            InputError: There are no such chunks, a record does not fit in their place, or no chunk would be left.
            CollectionMissingError: There is no such collection.
            StoreError: The file could not be written; nothing was changed.
        """
        scope = canonical(checked_scope(metadata_filter))
        metadata = dict(document_metadata or {})

        def work(file: sqlite3.Connection, _: Event) -> None:
            found = sqlite_read.find_collection(file, collection)
            key = sqlite_write.scope_key(file, found, scope)
            document = sqlite_read.find_in_scope(file, key, document_id)
            count = document.chunk_count if document else 0
            check_replacing(records, document_id=document_id, place=place, count=count)
            if document:
                Replacement(found, document, place, records).write(file)
                sqlite_write.describe(file, document, metadata)
                sqlite_write.note_change(file, found)

        await self._file.write(work)

    async def delete(self, collection: str, document_id: str, metadata_filter: Scope | None = None) -> None:
        """Delete a document in the scope (in every scope if None); an unknown id is a no-op."""
        scope = checked_scope(metadata_filter)

        def work(file: sqlite3.Connection, _: Event) -> None:
            found = sqlite_read.find_collection(file, collection)
            for document in sqlite_read.find_documents(file, found, scope, document_id):
                sqlite_write.delete_document(file, found, document)
                sqlite_write.note_change(file, found)

        await self._file.write(work)

    async def check(self, collection: str, expected: Mapping[str, int]) -> list[StoreProblem]:
        """Return what is wrong with the file and a collection, which need not exist; orphans are those of all."""
        if problems := await self._file.read(sqlite_check.check_file):
            return problems
        return [
            *await self._file.read(lambda file: sqlite_check.check_documents(file, collection, expected)),
            *await self._file.write(lambda file, _: sqlite_check.check_words(file, collection)),
            *await self._file.read(sqlite_check.check_orphans),
        ]

    async def mend(self, collection: str) -> None:
        """Make the full text of a collection anew, and delete the orphans of all."""
        await self._file.write(lambda file, _: sqlite_check.mend(file, sqlite_read.find_collection(file, collection)))

    async def scrub(self) -> None:
        """Take what was deleted off the disk: the words of deleted passages, and what the log still holds of them."""
        await self._file.write(lambda file, _: merge_words(file))
        await self._file.maintain(fold_log)

    async def reclaim(self) -> int:
        """Scrub, make the file as small as what is in it, and return the bytes given back.

        Raises:
            DiskFullError: There is too little space to do it.
        """
        await self.scrub()
        return await self._file.maintain(lambda file: reclaim(file, self.path))

    async def free_bytes(self) -> int:
        """Return how many bytes of the file and its log hold nothing."""
        return await self._file.read(lambda file: free_bytes(file, self.path))

    async def list_documents(self, collection: str, metadata_filter: Scope | None = None) -> list[DocumentSummary]:
        """Return one summary per document in the scope, in order of insertion."""
        scope = checked_scope(metadata_filter)

        def work(file: sqlite3.Connection) -> list[DocumentSummary]:
            found = sqlite_read.find_collection(file, collection)
            return [document.summary() for document in sqlite_read.find_documents(file, found, scope)]

        return await self._file.read(work)

    async def list_chunks(
        self,
        collection: str,
        document_id: str,
        *,
        offset: int = 0,
        limit: int = 30,
        metadata_filter: Scope | None = None,
    ) -> list[Chunk]:
        """Return the chunks with `offset` <= chunk_index < `offset` + `limit`, ascending."""
        scope = checked_scope(metadata_filter)

        def work(file: sqlite3.Connection) -> list[Chunk]:
            found = sqlite_read.find_collection(file, collection)
            documents = sqlite_read.find_documents(file, found, scope, document_id)
            return sqlite_read.read_chunks(file, documents[0], offset, offset + limit) if documents else []

        return await self._file.read(work)

    async def list_records(
        self,
        collection: str,
        document_id: str,
        metadata_filter: Scope | None = None,
        *,
        offset: int = 0,
        limit: int | None = None,
    ) -> list[VectorRecord]:
        """Return chunks of a document with their vectors, ascending; without `limit` all from `offset` on."""
        scope = checked_scope(metadata_filter)

        def work(file: sqlite3.Connection) -> list[VectorRecord]:
            found = sqlite_read.find_collection(file, collection)
            documents = sqlite_read.find_documents(file, found, scope, document_id)
            if not documents:
                return []
            stop = documents[0].chunk_count if limit is None else offset + limit
            return sqlite_read.read_records(file, documents[0], found.dimensions, range(offset, stop))

        return await self._file.read(work)
