"""KnowledgeBase: documents go in as chunks, queries come back as scored chunks."""

from __future__ import annotations

import asyncio
import logging
import uuid
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from kbdesk.embedding.base import EmbeddingModelBase
from kbdesk.message import DataBlock, TextBlock
from kbdesk.rag.document import Chunk, DocumentSummary, VectorRecord
from kbdesk.rag.retrieval.searchable import Content, SearchableCollection, check_count
from kbdesk.rag.stores.base import VectorStoreBase
from kbdesk.rag.stores.checks import check_name
from kbdesk.rag.stores.rows import searched_text

__all__ = ["KnowledgeBase"]

logger = logging.getLogger(__name__)

PASSAGES_A_STEP = 32
"""So few that a stop in the middle costs little, so many that the model is kept busy."""


class KnowledgeBase(SearchableCollection):
    """A collection of a store together with the model its chunks are embedded with.

    Making one costs nothing; the collection is made at first use. The caller opens and closes the store.
    """

    def __init__(
        self,
        name: str,
        description: str,
        embedding_model: EmbeddingModelBase,
        vector_store: VectorStoreBase,
        collection: str,
        metadata_filter: Mapping[str, Any] | None = None,
    ) -> None:
        """Set up a handle; several handles may share a store and a collection.

        Args:
            name: Its name for people and language models.
            description: What it is about.
            embedding_model: The model of all its chunks and queries.
            vector_store: An open store.
            collection: The collection in the store.
            metadata_filter: Flat pairs that are forced on every chunk inserted and bound every read and delete.

        Raises:
            InputError: The collection's name or the filter cannot be used.
        """
        super().__init__(embedding_model, vector_store, collection, metadata_filter)
        self.name = name
        self.description = description

    async def insert_document(
        self,
        chunks: Sequence[Chunk],
        document_id: str | None = None,
        document_metadata: Mapping[str, Any] | None = None,
    ) -> str:
        """Embed and store a document and return its id; one with the same id in the scope is replaced, atomically.

        The arguments are those of `embed_document`; nothing happens if there are no chunks.

        Raises:
            InputError: The id cannot be used, or the chunks are not numbered densely from 0.
            EmbeddingError: The model cannot be reached or answers nonsense; nothing was stored.
            StoreError: The store could not be written; nothing was changed.
        """
        chosen = document_id or uuid.uuid4().hex
        check_name(chosen)
        if not chunks:
            return chosen
        records = await self.embed_document(chunks, chosen, document_metadata, step=len(chunks))
        if records:
            await self.insert_records(records, document_metadata)
        else:
            await self.delete_document(chosen)
        return chosen

    async def embed_document(
        self,
        chunks: Sequence[Chunk],
        document_id: str | None = None,
        document_metadata: Mapping[str, Any] | None = None,
        *,
        on_step: Callable[[int, int], None] | None = None,
        step: int = PASSAGES_A_STEP,
    ) -> list[VectorRecord]:
        """Return a record for each chunk, embedded step by step; `insert_records` stores them.

        A text is embedded with what a person noted on it. A data chunk that the model cannot take is embedded through
        its caption; without one it is left out and the rest is renumbered.

        Args:
            chunks: All chunks of the document; they are not changed.
            document_id: Its id; a fresh one if absent or empty.
            document_metadata: Shown by `list_documents`, and added to each chunk's metadata: the chunk's own wins over
                it, and the knowledge base's filter over both.
            on_step: Told after each step how many passages of how many are embedded.
            step: Passages of one call of the model. Its cache keeps those of each call that ended.

        Raises:
            InputError: The id cannot be used.
            EmbeddingError: The model cannot be reached or answers nonsense.
        """
        chosen = document_id or uuid.uuid4().hex
        check_name(chosen)
        kept = _embeddable(chunks, self._embedding_model)
        if not kept:
            return []
        await self.ensure_collection()
        vectors = await _embedded(kept, self._embedding_model, step, on_step)
        return await asyncio.to_thread(_records, chosen, kept, vectors, [document_metadata or {}, self._scope])

    async def insert_records(
        self, records: Sequence[VectorRecord], document_metadata: Mapping[str, Any] | None = None
    ) -> None:
        """Store what `embed_document` or `list_records` gave; documents of the same id in the scope are replaced.

        Raises:
            InputError: A record does not fit the collection.
            StoreError: The store could not be written; nothing was changed.
        """
        if not records:
            return
        metadata = {**(document_metadata or {}), **self._scope}
        arguments = {**self._scope_argument(), **({"document_metadata": metadata} if metadata else {})}
        await self._with_collection(lambda: self._vector_store.insert(self._collection, records, **arguments))

    async def replace_records(
        self,
        records: Sequence[VectorRecord],
        *,
        document_id: str,
        place: range,
        document_metadata: Mapping[str, Any] | None = None,
    ) -> None:
        """Store what `embed_document` or `list_records` gave in the place of some of a document's passages.

        Args:
            records: The passages, numbered from where those that go began.
            document_id: The document.
            place: Indices of the passages that go.
            document_metadata: Shown by `list_documents`.

        Raises:
            InputError: There are no such passages, or a record does not fit in their place.
            StoreError: The store could not be written; nothing was changed.
        """
        metadata = {**(document_metadata or {}), **self._scope}
        await self._with_collection(
            lambda: self._vector_store.replace_chunks(
                self._collection,
                records,
                **self._scope_argument(),
                document_id=document_id,
                place=place,
                document_metadata=metadata,
            )
        )

    async def delete_document(self, document_id: str) -> None:
        """Delete a document; an unknown id is a no-op.

        Raises:
            StoreError: The store could not be written; nothing was changed.
        """
        await self._with_collection(
            lambda: self._vector_store.delete(self._collection, document_id, **self._scope_argument())
        )

    async def list_documents(self) -> list[DocumentSummary]:
        """Return one summary per document."""
        return await self._with_collection(
            lambda: self._vector_store.list_documents(self._collection, **self._scope_argument())
        )

    async def list_chunks(self, document_id: str, *, offset: int = 0, limit: int = 30) -> list[Chunk]:
        """Return the chunks with `offset` <= chunk_index < `offset` + `limit`, ascending; [] for an unknown id.

        Raises:
            NotImplementedError: The store cannot page.
        """
        if limit <= 0:
            return []
        return await self._with_collection(
            lambda: self._vector_store.list_chunks(
                self._collection, document_id, offset=offset, limit=limit, **self._scope_argument()
            )
        )

    async def list_records(self, document_id: str, *, offset: int = 0, limit: int | None = None) -> list[VectorRecord]:
        """Return chunks of a document with their vectors, ascending; [] for an unknown id.

        Without `limit` all from `offset` on.

        Raises:
            NotImplementedError: The store does not give vectors back.
        """
        return await self._with_collection(
            lambda: self._vector_store.list_records(
                self._collection, document_id, **self._scope_argument(), offset=offset, limit=limit
            )
        )


def _embeddable(chunks: Sequence[Chunk], model: EmbeddingModelBase) -> list[Chunk]:
    """Return the chunks the model can take, numbered densely if some had to be left out."""
    if model.supports_multimodal:
        return list(chunks)
    kept = [chunk for chunk in chunks if isinstance(chunk.content, TextBlock) or chunk.text.strip()]
    if len(kept) == len(chunks):
        return kept
    logger.info("%d pictures without a caption left out", len(chunks) - len(kept))
    kept.sort(key=lambda chunk: chunk.chunk_index)
    return [
        chunk.model_copy(update={"chunk_index": index, "total_chunks": len(kept)}) for index, chunk in enumerate(kept)
    ]


def _model_input(chunk: Chunk, model: EmbeddingModelBase) -> Content:
    """Return what of a chunk is embedded: its picture where the model takes pictures, else its text with its note."""
    if model.supports_multimodal and isinstance(chunk.content, DataBlock):
        return chunk.content
    return searched_text(chunk.text, chunk.metadata)


async def _embedded(
    chunks: Sequence[Chunk], model: EmbeddingModelBase, step: int, on_step: Callable[[int, int], None] | None
) -> list[list[float]]:
    vectors: list[list[float]] = []
    for start in range(0, len(chunks), step):
        inputs = [_model_input(chunk, model) for chunk in chunks[start : start + step]]
        answered = (await model(inputs)).embeddings
        check_count(len(answered), len(inputs))
        vectors += answered
        if on_step is not None:
            on_step(len(vectors), len(chunks))
    return vectors


def _records(
    document_id: str, chunks: Sequence[Chunk], vectors: Sequence[list[float]], around: Sequence[Mapping[str, Any]]
) -> list[VectorRecord]:
    """Return copies of the chunks with their vectors; their metadata lies between the two of `around`."""
    below, above = around
    return [
        VectorRecord(
            vector=vector,
            document_id=document_id,
            chunk=chunk.model_copy(update={"metadata": {**below, **chunk.metadata, **above}}),
        )
        for chunk, vector in zip(chunks, vectors, strict=True)
    ]
