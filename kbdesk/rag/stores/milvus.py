"""A store in a Milvus Lite folder."""

from __future__ import annotations

import asyncio
from collections.abc import Container, Mapping, Sequence
from pathlib import Path
from threading import Event
from types import TracebackType
from typing import Any, Literal, Self

from kbdesk.errors import CollectionMissingError, InputError, StoreError
from kbdesk.rag.document import Chunk, DocumentSummary, VectorRecord, VectorSearchResult
from kbdesk.rag.language import UNKNOWN
from kbdesk.rag.stores import milvus_check, milvus_read, milvus_write
from kbdesk.rag.stores.base import Scope, VectorStoreBase
from kbdesk.rag.stores.checks import as_vectors, check_dimensions, check_name, check_top_k, grouped
from kbdesk.rag.stores.filters import EVERYTHING, Only
from kbdesk.rag.stores.marks import counted
from kbdesk.rag.stores.milvus_catalogue import Catalogue
from kbdesk.rag.stores.milvus_file import MilvusFile
from kbdesk.rag.stores.milvus_pictures import Pictures
from kbdesk.rag.stores.problems import StoreProblem, missing_documents
from kbdesk.rag.stores.scope import canonical, checked_scope
from kbdesk.texts import text

__all__ = ["MilvusLiteStore"]

Metric = Literal["COSINE", "IP", "L2"]


class MilvusLiteStore(VectorStoreBase):
    """Keeps everything in a Milvus Lite folder, which one process at a time can open.

    Search is exact. Scores: the cosine, the inner product, or minus the squared distance. Several stores of one
    process may use one folder.
    """

    def __init__(
        self,
        uri: str | Path = "./kbdesk_milvus_lite.db",
        metric_type: Metric = "COSINE",
        index_type: Literal["AUTOINDEX", "FLAT"] = "AUTOINDEX",
        client_kwargs: dict[str, Any] | None = None,
        batch_size: int = 256,
    ) -> None:
        """Set up the store; nothing is opened yet.

        Args:
            uri: The folder, whose name ends in ".db"; it and its parents are made at first use.
            metric_type: How vectors are compared; a collection keeps the one it was made with.
            index_type: Both search exactly. The approximate indexes of Milvus Lite lose most hits under a filter and
                can be spoilt by a crash, so they are not offered.
            client_kwargs: Passed on to `pymilvus.MilvusClient`.
            batch_size: Rows written at once.

        Raises:
            InputError: An argument cannot be right.
        """
        self.path = Path(uri).expanduser()
        if self.path.suffix != ".db" or "://" in str(uri):
            raise InputError(
                text("stores", "{uri} cannot be the folder of a Milvus Lite store.", uri=uri),
                text("stores", "Choose a folder whose name ends in .db."),
            )
        if metric_type not in ("COSINE", "IP", "L2") or index_type not in ("AUTOINDEX", "FLAT") or batch_size < 1:
            raise InputError(
                text("stores", "A setting of the Milvus Lite store cannot be right."),
                text("stores", "Use COSINE, IP or L2, AUTOINDEX or FLAT, and a batch size above zero."),
            )
        self._metric = metric_type
        self._client_kwargs = client_kwargs or {}
        self._batch_size = batch_size
        self._file: MilvusFile | None = None
        self._closed = False
        self._opening = asyncio.Lock()

    async def __aenter__(self) -> Self:
        """Open the folder."""
        self._closed = False
        await self._opened()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Wait for running work and close the folder, unless another store of this process uses it."""
        self._closed = True
        file, self._file = self._file, None
        if file is not None:
            await file.close()

    async def _opened(self) -> MilvusFile:
        if self._closed:
            raise StoreError(
                text("stores", "{path} has been closed.", path=self.path),
                text("stores", "Open it again."),
            )
        async with self._opening:
            if self._file is None:
                self._file = await MilvusFile.open(self.path, self._client_kwargs)
            return self._file

    async def create_collection(self, collection: str, dimensions: int) -> None:
        """Make a collection, or make ready one that exists.

        Raises:
            ModelMismatchError: It exists with another measure or vectors of another size.
        """
        check_name(collection)
        check_dimensions(dimensions)
        await (await self._opened()).create(collection, self._metric, dimensions)

    async def delete_collection(self, collection: str) -> None:
        """Delete a collection and all in it; nothing happens if there is none."""
        await (await self._opened()).drop(collection)

    async def has_collection(self, collection: str) -> bool:
        """Return whether the collection exists."""
        return await (await self._opened()).has(collection)

    async def insert(
        self,
        collection: str,
        records: Sequence[VectorRecord],
        metadata_filter: Scope | None = None,
        *,
        document_metadata: Mapping[str, Any] | None = None,
    ) -> None:
        """Insert whole documents; a document that exists in the scope is replaced, atomically.

        Raises:
            InputError: A vector has the wrong size or is not finite, or indices are missing or double.
            CollectionMissingError: There is no such collection.
            StoreError: The folder could not be written; nothing was changed.
        """
        scope = canonical(checked_scope(metadata_filter))
        metadata = dict(document_metadata or {})

        def work(catalogue: Catalogue, pictures: Pictures, stop: Event) -> None:
            milvus_write.insert(
                catalogue,
                pictures,
                grouped(records),
                scope=scope,
                metadata=metadata,
                batch_size=self._batch_size,
                stop=stop,
            )

        if records:
            await (await self._opened()).change(collection, work)

    async def delete(self, collection: str, document_id: str, metadata_filter: Scope | None = None) -> None:
        """Delete a document in the scope (in every scope if None); an unknown id is a no-op."""
        scope = checked_scope(metadata_filter)

        def work(catalogue: Catalogue, _pictures: Pictures, _stop: Event) -> None:
            milvus_write.delete(catalogue, milvus_read.find_documents(catalogue, catalogue.view, scope, document_id))

        await (await self._opened()).change(collection, work)

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

        Raises:
            InputError: The vector has the wrong size or is not finite, or `top_k` is not above zero.
        """
        check_top_k(top_k)
        scope = checked_scope(metadata_filter)

        def work(catalogue: Catalogue, pictures: Pictures) -> list[VectorSearchResult]:
            query = as_vectors([query_vector], catalogue.dimensions)[0]
            return milvus_read.search(catalogue, pictures, query, top_k, scope=scope, only=only)

        return await (await self._opened()).read(collection, work)

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
        """Return the `top_k` nearest chunks of each language that occurs in what is searched: a search for each.

        The query is compared as it is with all of them, whatever its language.
        """
        present = set(await self._counted(collection, metadata_filter, only.document_ids))
        asked = present if only.languages is None else present & {UNKNOWN, *only.languages}
        found: dict[str, list[VectorSearchResult]] = {}
        for one in asked - {UNKNOWN} or asked:
            narrowed = Only(only.document_ids, frozenset({one}))
            found[one] = await self.search(collection, query_vector, top_k, metadata_filter, only=narrowed)
        return {one: hits for one, hits in found.items() if hits}

    async def languages(self, collection: str, metadata_filter: Scope | None = None) -> dict[str, int]:
        """Return how many chunks that can be found are in each language; under "" those of no language."""
        return await self._counted(collection, metadata_filter)

    async def _counted(
        self, collection: str, metadata_filter: Scope | None, document_ids: Container[str] | None = None
    ) -> dict[str, int]:
        scope = checked_scope(metadata_filter)

        def work(catalogue: Catalogue, _pictures: Pictures) -> dict[str, int]:
            with catalogue.reading() as view:
                return counted(milvus_read.find_marks(view, scope, document_ids))

        return await (await self._opened()).read(collection, work)

    async def list_documents(self, collection: str, metadata_filter: Scope | None = None) -> list[DocumentSummary]:
        """Return one summary per document in the scope, in order of insertion."""
        scope = checked_scope(metadata_filter)

        def work(catalogue: Catalogue, _pictures: Pictures) -> list[DocumentSummary]:
            with catalogue.reading() as view:
                return [one.summary() for one in milvus_read.find_documents(catalogue, view, scope)]

        return await (await self._opened()).read(collection, work)

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

        def work(catalogue: Catalogue, pictures: Pictures) -> list[Chunk]:
            with catalogue.reading() as view:
                found = milvus_read.find_documents(catalogue, view, scope, document_id)[:1]
                return [
                    chunk
                    for document in found
                    for chunk in milvus_read.read_chunks(catalogue, pictures, document, offset, offset + limit)
                ]

        return await (await self._opened()).read(collection, work)

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

        def work(catalogue: Catalogue, pictures: Pictures) -> list[VectorRecord]:
            with catalogue.reading() as view:
                found = milvus_read.find_documents(catalogue, view, scope, document_id)
                if not found:
                    return []
                stop = found[0].chunk_count if limit is None else offset + limit
                return milvus_read.read_records(catalogue, pictures, found[0], range(offset, stop))

        return await (await self._opened()).read(collection, work)

    async def check(self, collection: str, expected: Mapping[str, int]) -> list[StoreProblem]:
        """Return what is wrong with the documents of a collection, which need not exist; nothing of it can be mended.

        The engine has no check of its own files: what it can read counts as whole.
        """
        try:
            return await (await self._opened()).read(collection, lambda found, _: milvus_check.check(found, expected))
        except CollectionMissingError:
            return missing_documents(expected, set())
