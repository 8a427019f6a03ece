"""Other chunks in the place of some of a document's, inside a transaction; what stays is not made anew."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

import numpy as np

from kbdesk.rag.document import VectorRecord
from kbdesk.rag.stores.checks import BATCH_ROWS, Vectors, as_vectors
from kbdesk.rag.stores.marks import marks_of_chunks
from kbdesk.rag.stores.sqlite_read import Collection, Document
from kbdesk.rag.stores.sqlite_schema import add_words, delete_words, insert_words, remove_words, words_in
from kbdesk.rag.stores.sqlite_write import delete_unused, insert_chunks, next_chunk, pictures_in

_INSIDE = "id >= ? AND id < ?"
_BLOCKS = "SELECT first_chunk, data FROM vectors WHERE first_chunk >= ? AND first_chunk < ? ORDER BY first_chunk"


def replace_chunks(
    connection: sqlite3.Connection,
    collection: Collection,
    document: Document,
    records: Sequence[VectorRecord],
    *,
    place: range,
) -> None:
    """Put other chunks in the place of some.

    Args:
        connection: In a transaction.
        collection: The collection.
        document: A document of it.
        records: The new chunks.
        place: Chunk indices of those that go.
    """
    replace = _replace_in_place if len(records) == len(place) else _replace_and_move
    pictures = pictures_in(connection, _INSIDE, _ids(document, place))
    replace(connection, collection, document, records, place)
    delete_unused(connection, pictures)


def _replace_in_place(
    connection: sqlite3.Connection,
    collection: Collection,
    document: Document,
    records: Sequence[VectorRecord],
    place: range,
) -> None:
    """Put as many chunks in the place of some: all keep their ids, and `changed` says which version is the first."""
    remove_words(connection, collection.id, _ids(document, place))
    connection.execute(f"DELETE FROM chunks WHERE {_INSIDE}", _ids(document, place))  # noqa: S608  # our own words
    connection.execute(
        "UPDATE documents SET marks = ?, changed = ? WHERE id = ?",
        (_marks(connection, document, records, place), collection.version + 1, document.key),
    )
    first = document.first_chunk + place.start
    insert_chunks(connection, document.key, first, records)
    add_words(connection, collection.id, (first, first + len(records)))
    vectors = _vectors(records, collection)
    blocks = connection.execute(_BLOCKS, _ids(document, range(document.chunk_count))).fetchall()
    for start, data in blocks:
        block = np.frombuffer(data, "<f4").reshape(-1, collection.dimensions).copy()
        shared = range(max(start, first), min(start + len(block), first + len(vectors)))
        if shared:
            block[shared.start - start : shared.stop - start] = vectors[shared.start - first : shared.stop - first]
            connection.execute("UPDATE vectors SET data = ? WHERE first_chunk = ?", (block.tobytes(), start))


def _replace_and_move(
    connection: sqlite3.Connection,
    collection: Collection,
    document: Document,
    records: Sequence[VectorRecord],
    place: range,
) -> None:
    """Put more or fewer chunks in the place of some: all get new ids, for those of a document follow each other."""
    old, count = _ids(document, range(document.chunk_count)), document.chunk_count - len(place) + len(records)
    first = next_chunk(connection)
    before = list(words_in(connection, old))
    delete_words(connection, collection.id, before)
    _move_vectors(connection, collection, document, records, place=place, first=first)
    for part, by in _shifts(document, place, first, len(records)):
        connection.execute(
            "INSERT INTO chunks (id, document, text, source, metadata, block, picture)"  # noqa: S608  # our own words
            f" SELECT id + ?, document, text, source, metadata, block, picture FROM chunks WHERE {_INSIDE}",
            (by, *part),
        )
    insert_chunks(connection, document.key, first + place.start, records)
    connection.execute(f"DELETE FROM chunks WHERE {_INSIDE}", old)  # noqa: S608  # our own words
    connection.execute(
        "UPDATE documents SET first_chunk = ?, chunk_count = ?, marks = ? WHERE id = ?",
        (first, count, _marks(connection, document, records, place), document.key),
    )
    kept = [
        [(chunk_id + by, words) for chunk_id, words in before if part[0] <= chunk_id < part[1]]
        for part, by in _shifts(document, place, first, len(records))
    ]
    new = words_in(connection, (first + place.start, first + place.start + len(records)))
    insert_words(connection, collection.id, [*kept[0], *new, *kept[1]])


def _shifts(document: Document, place: range, first: int, count: int) -> list[tuple[tuple[int, int], int]]:
    """Return the half-open ranges of ids before and behind a place, and by how much their ids grow.

    Args:
        document: The document.
        place: Indices of the chunks that go.
        first: The new id of its first chunk.
        count: Number of the chunks that come.
    """
    by = first - document.first_chunk
    return [
        (_ids(document, range(place.start)), by),
        (_ids(document, range(place.stop, document.chunk_count)), by + count - len(place)),
    ]


def _move_vectors(
    connection: sqlite3.Connection,
    collection: Collection,
    document: Document,
    records: Sequence[VectorRecord],
    *,
    place: range,
    first: int,
) -> None:
    old = _ids(document, range(document.chunk_count))
    blocks = [np.frombuffer(data, "<f4") for _, data in connection.execute(_BLOCKS, old)]
    stored = np.concatenate(blocks).reshape(-1, collection.dimensions)
    vectors = np.concatenate([stored[: place.start], _vectors(records, collection), stored[place.stop :]])
    connection.execute("DELETE FROM vectors WHERE first_chunk >= ? AND first_chunk < ?", old)
    connection.executemany(
        "INSERT INTO vectors VALUES (?, ?)",
        [(first + at, vectors[at : at + BATCH_ROWS].tobytes()) for at in range(0, len(vectors), BATCH_ROWS)],
    )


def _ids(document: Document, place: range) -> tuple[int, int]:
    """Return the half-open range of ids of chunks at some indices."""
    return document.first_chunk + place.start, document.first_chunk + place.stop


def _marks(connection: sqlite3.Connection, document: Document, records: Sequence[VectorRecord], place: range) -> bytes:
    (marks,) = connection.execute("SELECT marks FROM documents WHERE id = ?", (document.key,)).fetchone()
    return marks[: place.start] + marks_of_chunks([record.chunk for record in records]) + marks[place.stop :]


def _vectors(records: Sequence[VectorRecord], collection: Collection) -> Vectors:
    batches = [records[start : start + BATCH_ROWS] for start in range(0, len(records), BATCH_ROWS)]
    rows = [as_vectors([record.vector for record in batch], collection.dimensions) for batch in batches]
    return np.concatenate([np.empty((0, collection.dimensions), "<f4"), *rows], dtype="<f4")
