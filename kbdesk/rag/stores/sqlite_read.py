"""What is read from a store's file, each function from one transaction."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kbdesk.errors import CollectionMissingError
from kbdesk.rag.document import Chunk, DocumentSummary, VectorRecord, VectorSearchResult
from kbdesk.rag.stores.filters import EVERYTHING, Only
from kbdesk.rag.stores.marks import Marks, in_languages, language_of_mark
from kbdesk.rag.stores.matrix import Ranges
from kbdesk.rag.stores.rows import ChunkRow, put_together, searched_text
from kbdesk.rag.stores.scope import contradicts, holds, storable, to_json
from kbdesk.rag.stores.sqlite_schema import MARK, ids_as_json
from kbdesk.texts import text

_CHUNKS = (
    "SELECT c.id, c.id - d.first_chunk, d.chunk_count, c.text, c.source, c.metadata, c.block, c.picture, p.data,"  # noqa: S608  # our own names
    f" d.document_id, {MARK}"
    " FROM chunks c JOIN documents d ON d.id = c.document LEFT JOIN pictures p ON p.hash = c.picture"
)
_DOCUMENT = "d.id, d.document_id, d.source, d.metadata, d.first_chunk, d.chunk_count, d.scope"


@dataclass(frozen=True)
class Collection:
    """A collection as the file has it.

    Attributes:
        id: Its key.
        dimensions: Size of its vectors.
        version: Grows with every change.
    """

    id: int
    dimensions: int
    version: int


@dataclass(frozen=True)
class Document:
    """A document as the file has it.

    Attributes:
        key: Its key.
        document_id: Its id for callers.
        source: Its name.
        metadata: Its own metadata as JSON.
        first_chunk: The id of its first chunk.
        chunk_count: Number of its chunks, which have consecutive ids.
        scope: The key of its scope.
    """

    key: int
    document_id: str
    source: str
    metadata: str
    first_chunk: int
    chunk_count: int
    scope: int

    def summary(self) -> DocumentSummary:
        """Return the document as a store lists it."""
        return DocumentSummary(
            document_id=self.document_id,
            source=self.source,
            chunk_count=self.chunk_count,
            metadata=json.loads(self.metadata),
        )


@dataclass(frozen=True)
class Marked:
    """Chunks with their marks.

    Attributes:
        chunks: The chunks.
        marks: The mark of each.
    """

    chunks: Ranges
    marks: Marks

    @classmethod
    def of(cls, documents: Sequence[tuple[int, int, bytes, int]]) -> Marked:
        """Return all chunks of documents, each given by its first chunk, its number of chunks and their marks."""
        runs = np.array([(first, count) for first, count, _, _ in documents], np.int64).reshape(-1, 2)
        marks = np.frombuffer(b"".join(marks for _, _, marks, _ in documents), np.uint8)
        return cls(Ranges(runs[:, 0], runs[:, 1]), marks)

    def where(self, mask: NDArray[np.bool_]) -> Marked:
        """Return the chunks the mask selects, one of its values for each chunk."""
        return Marked(self.chunks.where_ids(mask), self.marks[mask])


def find_collection(connection: sqlite3.Connection, name: str) -> Collection:
    """Return the collection of that name.

    Raises:
        CollectionMissingError: There is none.
    """
    row = connection.execute("SELECT id, dimensions, version FROM collections WHERE name = ?", (name,)).fetchone()
    if row is None:
        raise CollectionMissingError(
            text("stores", "This knowledge base is not in its store."),
            text("stores", "Create it again and add your files."),
        )
    return Collection(*row)


def find_in_scope(connection: sqlite3.Connection, scope: int, document_id: str) -> Document | None:
    """Return the document with that id in exactly that scope."""
    row = connection.execute(
        f"SELECT {_DOCUMENT} FROM documents d WHERE d.scope = ? AND d.document_id = ?",  # noqa: S608  # our own names
        (scope, document_id),
    ).fetchone()
    return Document(*row) if row else None


def find_documents(
    connection: sqlite3.Connection,
    collection: Collection,
    scope: Mapping[str, Any],
    document_id: str | None = None,
) -> list[Document]:
    """Return the documents that lie in the scope with all their chunks, in order of insertion."""
    where, values = "d.collection = ?", [collection.id]
    sure, maybe = _scopes(connection, collection, scope)
    if scope:
        where, values = "d.scope IN (SELECT value FROM json_each(?))", [ids_as_json([*sure, *maybe])]
    if document_id is not None:
        where, values = f"{where} AND d.document_id = ?", [*values, storable(document_id)]
    rows = connection.execute(
        f"SELECT {_DOCUMENT} FROM documents d WHERE {where} ORDER BY d.id",  # noqa: S608  # our own names
        values,
    )
    found = [Document(*row) for row in rows]
    return [
        document
        for document in found
        if document.scope not in maybe
        or all(_chunks_hold(connection, _id_range(document), scope, maybe[document.scope]))
    ]


def find_chunks(
    connection: sqlite3.Connection, collection: Collection, scope: Mapping[str, Any], only: Only = EVERYTHING
) -> Ranges | None:
    """Return the chunks that lie in the scope and are asked for; None for all of the collection."""
    if not scope and only == EVERYTHING:
        return None
    found = find_marked(connection, collection, scope, only.document_ids)
    if only.languages is None:
        return found.chunks
    return found.chunks.where_ids(in_languages(found.marks, only.languages))


def find_marked(
    connection: sqlite3.Connection,
    collection: Collection,
    scope: Mapping[str, Any],
    document_ids: Iterable[str] | None = None,
) -> Marked:
    """Return the chunks that lie in the scope, of these documents or of all, with their marks."""
    sure, maybe = _scopes(connection, collection, scope)
    where = ["d.collection = ?"]
    values: list[int | str] = [collection.id]
    if scope:
        where.append("d.scope IN (SELECT value FROM json_each(?))")
        values.append(ids_as_json([*sure, *maybe]))
    if document_ids is not None:
        where.append("d.document_id IN (SELECT value FROM json_each(?))")
        values.append(to_json([storable(one) for one in document_ids]))
    columns = "d.first_chunk, d.chunk_count, d.marks, d.scope"
    query = f"SELECT {columns} FROM documents d WHERE {' AND '.join(where)} ORDER BY d.first_chunk"  # noqa: S608  # our own names
    documents: list[tuple[int, int, bytes, int]] = connection.execute(query, values).fetchall()
    found = Marked.of(documents)
    if not maybe:
        return found
    held: list[bool] = []
    for first, count, _, key in documents:
        own = maybe.get(key)
        held += [True] * count if own is None else _chunks_hold(connection, (first, first + count), scope, own)
    return found.where(np.array(held, np.bool_))


def find_ids(
    connection: sqlite3.Connection,
    collection: Collection,
    scope: Mapping[str, Any],
    passages: Iterable[tuple[str, int]],
) -> list[int]:
    """Return the ids of chunks given as (document_id, chunk_index); 0 for one that is not in the scope."""
    wanted = list(passages)
    documents = _by_id(connection, collection, scope, {document_id for document_id, _ in wanted})
    ids: list[int] = []
    for document_id, index in wanted:
        document = documents.get(document_id)
        is_there = document is not None and 0 <= index < document.chunk_count
        ids.append(document.first_chunk + index if document is not None and is_there else 0)
    return ids


def _by_id(
    connection: sqlite3.Connection, collection: Collection, scope: Mapping[str, Any], document_ids: Set[str]
) -> dict[str, Document]:
    """Return for each id the first document in the scope that has it."""
    if scope:
        found = [find_documents(connection, collection, scope, document_id)[:1] for document_id in document_ids]
        return {document.document_id: document for [document] in filter(None, found)}
    query = (
        f"SELECT {_DOCUMENT} FROM documents d WHERE d.collection = ?"  # noqa: S608  # our own names
        " AND d.document_id IN (SELECT value FROM json_each(?)) ORDER BY d.id DESC"
    )
    rows = connection.execute(query, (collection.id, json.dumps(list(map(storable, document_ids)))))
    return {document.document_id: document for document in (Document(*row) for row in rows)}


def _scopes(
    connection: sqlite3.Connection, collection: Collection, scope: Mapping[str, Any]
) -> tuple[list[int], dict[int, dict[str, Any]]]:
    """Return the scopes that lie in the given one, and those that may: there each chunk's metadata has to be asked."""
    sure: list[int] = []
    maybe: dict[int, dict[str, Any]] = {}
    if scope:
        for key, pairs in connection.execute("SELECT id, pairs FROM scopes WHERE collection = ?", (collection.id,)):
            own = json.loads(pairs)
            if holds(scope, own):
                sure.append(key)
            elif not contradicts(scope, own):
                maybe[key] = own
    return sure, maybe


def _chunks_hold(
    connection: sqlite3.Connection, ids: tuple[int, int], scope: Mapping[str, Any], own: Mapping[str, Any]
) -> Iterator[bool]:
    """Yield for each chunk of a range of ids whether it lies in the scope."""
    rows = connection.execute("SELECT metadata FROM chunks WHERE id >= ? AND id < ? ORDER BY id", ids)
    for (metadata,) in rows:
        yield holds(scope, {**json.loads(metadata), **own})


def _id_range(document: Document, start: int = 0, stop: int | None = None) -> tuple[int, int]:
    """Return the half-open range of chunk ids for a half-open range of chunk indices."""
    last = document.chunk_count if stop is None else min(stop, document.chunk_count)
    return document.first_chunk + max(start, 0), document.first_chunk + last


def read_chunks(connection: sqlite3.Connection, document: Document, start: int, stop: int) -> list[Chunk]:
    """Return the chunks of a document from one index up to another, ascending."""
    rows = connection.execute(f"{_CHUNKS} WHERE c.id >= ? AND c.id < ? ORDER BY c.id", _id_range(document, start, stop))
    return [_chunk(row) for row in rows]


def read_records(
    connection: sqlite3.Connection, document: Document, dimensions: int, indices: range
) -> list[VectorRecord]:
    """Return chunks of a document with their vectors, ascending."""
    chunks = read_chunks(connection, document, indices.start, indices.stop)
    if not chunks:
        return []
    first, last = (document.first_chunk + chunk.chunk_index for chunk in (chunks[0], chunks[-1]))
    # A block that holds the first vector may begin before it.
    blocks = connection.execute(
        "SELECT first_chunk, data FROM vectors WHERE first_chunk <= ?2 AND first_chunk >="
        " (SELECT max(first_chunk) FROM vectors WHERE first_chunk <= ?1) ORDER BY first_chunk",
        (first, last),
    ).fetchall()
    vectors = np.concatenate([np.frombuffer(data, "<f4") for _, data in blocks]).reshape(-1, dimensions)
    start = first - blocks[0][0]
    return [
        VectorRecord(vector=vector.tolist(), document_id=document.document_id, chunk=chunk)
        for vector, chunk in zip(vectors[start : start + len(chunks)], chunks, strict=True)
    ]


def read_hits(connection: sqlite3.Connection, ids: Iterable[int], scores: Sequence[float]) -> list[VectorSearchResult]:
    """Return chunks with their scores, in the order given."""
    wanted = list(ids)
    query = f"{_CHUNKS} WHERE c.id IN (SELECT value FROM json_each(?))"  # noqa: S608  # our own names
    rows = connection.execute(query, (ids_as_json(wanted),))
    by_id = {row[0]: row for row in rows}
    return [_hit(by_id[chunk_id], score) for chunk_id, score in zip(wanted, scores, strict=True)]


def read_texts(connection: sqlite3.Connection, ids: Iterable[int]) -> dict[int, str]:
    """Return what chunks are found by when words are searched, by their ids; those that are not there are left out."""
    query = "SELECT id, text, metadata FROM chunks WHERE id IN (SELECT value FROM json_each(?))"
    rows = connection.execute(query, (ids_as_json(ids),))
    return {chunk_id: searched_text(content, json.loads(metadata)) for chunk_id, content, metadata in rows}


def read_languages(connection: sqlite3.Connection, ids: Iterable[int]) -> dict[int, str]:
    """Return the languages of chunks by their ids; those that are not there are left out."""
    rows = connection.execute(
        f"SELECT c.id, {MARK} FROM chunks c JOIN documents d ON d.id = c.document"  # noqa: S608  # our own names
        " WHERE c.id IN (SELECT value FROM json_each(?))",
        (ids_as_json(ids),),
    )
    return {chunk_id: language_of_mark(mark) for chunk_id, mark in rows}


def _hit(row: tuple[Any, ...], score: float) -> VectorSearchResult:
    *_, document_id, mark = row
    return VectorSearchResult(score=score, document_id=document_id, chunk=_chunk(row), language=language_of_mark(mark))


def _chunk(row: tuple[Any, ...]) -> Chunk:
    _, index, total, *columns, data, _, _ = row
    return put_together(ChunkRow(*columns), index=index, total=total, data=data)
