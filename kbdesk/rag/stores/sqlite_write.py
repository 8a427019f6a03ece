"""What is written to a store's file, each function inside a transaction of its caller."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from threading import Event
from typing import Any

from kbdesk.errors import ModelMismatchError
from kbdesk.rag.document import VectorRecord
from kbdesk.rag.stores.checks import BATCH_ROWS, DocumentRecords, as_vectors
from kbdesk.rag.stores.rows import taken_apart
from kbdesk.rag.stores.scope import plain_metadata, storable, to_json
from kbdesk.rag.stores.sqlite_languages import Languages
from kbdesk.rag.stores.sqlite_read import Collection, Document
from kbdesk.rag.stores.sqlite_schema import add_words, create_words, drop_words, remove_words
from kbdesk.rag.stores.threads import Stopped
from kbdesk.texts import text


def create_collection(connection: sqlite3.Connection, name: str, dimensions: int) -> None:
    """Make a collection unless it is there.

    Raises:
        ModelMismatchError: It is there with vectors of another size.
    """
    row = connection.execute("SELECT dimensions FROM collections WHERE name = ?", (name,)).fetchone()
    if row is None:
        cursor = connection.execute("INSERT INTO collections (name, dimensions) VALUES (?, ?)", (name, dimensions))
        create_words(connection, int(cursor.lastrowid or 0))
    elif row[0] != dimensions:
        raise ModelMismatchError(
            text("stores", "This knowledge base was made with another search model ({size} numbers).", size=row[0]),
            text("stores", "Choose that model again, or make a new knowledge base."),
        )


def delete_collection(connection: sqlite3.Connection, name: str) -> None:
    """Delete a collection and all in it, if it is there."""
    row = connection.execute("SELECT id FROM collections WHERE name = ?", (name,)).fetchone()
    if row is None:
        return
    drop_words(connection, row[0])
    documents = "SELECT id FROM documents WHERE collection = ?"
    pictures = pictures_in(connection, f"document IN ({documents})", row)
    connection.execute(
        "DELETE FROM vectors WHERE first_chunk IN (SELECT v.first_chunk FROM documents d CROSS JOIN vectors v"
        " ON v.first_chunk >= d.first_chunk AND v.first_chunk < d.first_chunk + d.chunk_count WHERE d.collection = ?)",
        row,
    )
    connection.execute(f"DELETE FROM chunks WHERE document IN ({documents})", row)  # noqa: S608  # no value in it
    for table in ("documents", "scopes"):
        connection.execute(f"DELETE FROM {table} WHERE collection = ?", row)  # noqa: S608  # our own names
    connection.execute("DELETE FROM collections WHERE id = ?", row)
    delete_unused(connection, pictures)


def scope_key(connection: sqlite3.Connection, collection: Collection, pairs: str) -> int:
    """Return the key of a scope, made if need be."""
    values = (collection.id, pairs)
    connection.execute("INSERT OR IGNORE INTO scopes (collection, pairs) VALUES (?, ?)", values)
    return connection.execute("SELECT id FROM scopes WHERE collection = ? AND pairs = ?", values).fetchone()[0]


def insert_document(
    connection: sqlite3.Connection,
    collection: Collection,
    document: DocumentRecords,
    *,
    scope: int,
    metadata: Mapping[str, Any],
    stop: Event,
) -> None:
    """Insert one document that is not there.

    Raises:
        InputError: A vector has the wrong size or is not finite.
        Stopped: The caller was cancelled.
    """
    first_chunk = next_chunk(connection)
    records = document.records
    languages = Languages.of([record.chunk for record in records])
    cursor = connection.execute(
        "INSERT INTO documents"
        " (collection, scope, document_id, source, metadata, first_chunk, chunk_count, marks, written)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            collection.id,
            scope,
            document.document_id,
            storable(records[0].chunk.source),
            to_json(plain_metadata(metadata)),
            first_chunk,
            len(records),
            languages.marks,
            languages.written,
        ),
    )
    for start in range(0, len(records), BATCH_ROWS):
        if stop.is_set():
            raise Stopped
        batch = records[start : start + BATCH_ROWS]
        vectors = as_vectors([record.vector for record in batch], collection.dimensions)
        connection.execute(
            "INSERT INTO vectors VALUES (?, ?)", (first_chunk + start, vectors.astype("<f4", copy=False).tobytes())
        )
        insert_chunks(connection, int(cursor.lastrowid or 0), first_chunk + start, batch)
        add_words(connection, collection.id, (first_chunk + start, first_chunk + start + len(batch)))


def next_chunk(connection: sqlite3.Connection) -> int:
    """Return an id from which on none was ever used."""
    last = connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'chunks'").fetchone()
    return 1 + (last[0] if last else 0)


def insert_chunks(
    connection: sqlite3.Connection, document: int, first_id: int, records: Sequence[VectorRecord]
) -> None:
    """Insert chunks of a document, but not their vectors and words."""
    rows: list[tuple[Any, ...]] = []
    for place, record in enumerate(records):
        row, data = taken_apart(record.chunk)
        rows.append((first_id + place, document, *row))
        if row.picture is not None:
            connection.execute("INSERT OR IGNORE INTO pictures VALUES (?, ?)", (row.picture, data))
    connection.executemany(
        "INSERT INTO chunks (id, document, text, source, metadata, block, picture) VALUES (?, ?, ?, ?, ?, ?, ?)", rows
    )


def delete_document(connection: sqlite3.Connection, collection: Collection, document: Document) -> None:
    """Delete one document and all that belongs to it."""
    span = (document.first_chunk, document.first_chunk + document.chunk_count)
    inside = "id >= ? AND id < ?"
    pictures = pictures_in(connection, inside, span)
    remove_words(connection, collection.id, span)
    connection.execute("DELETE FROM vectors WHERE first_chunk >= ? AND first_chunk < ?", span)
    connection.execute(f"DELETE FROM chunks WHERE {inside}", span)  # noqa: S608  # no value in it
    connection.execute("DELETE FROM documents WHERE id = ?", (document.key,))
    delete_unused(connection, pictures)


def describe(connection: sqlite3.Connection, document: Document, metadata: Mapping[str, Any]) -> None:
    """Give a document metadata of its own in place of what it had."""
    connection.execute(
        "UPDATE documents SET metadata = ? WHERE id = ?", (to_json(plain_metadata(metadata)), document.key)
    )


def note_change(connection: sqlite3.Connection, collection: Collection) -> None:
    """Give the collection a new version, so that what is derived from it is brought up to date."""
    connection.execute("UPDATE collections SET version = version + 1 WHERE id = ?", (collection.id,))


def pictures_in(connection: sqlite3.Connection, where: str, values: Sequence[Any]) -> Iterator[str]:
    """Return the hashes of the pictures of some chunks."""
    query = f"SELECT DISTINCT picture FROM chunks WHERE picture IS NOT NULL AND {where}"  # noqa: S608  # our own words
    return iter([row[0] for row in connection.execute(query, values)])


def delete_unused(connection: sqlite3.Connection, pictures: Iterator[str]) -> None:
    """Delete those of some pictures that no chunk has."""
    connection.executemany(
        "DELETE FROM pictures WHERE hash = ? AND NOT EXISTS (SELECT 1 FROM chunks WHERE picture = pictures.hash)",
        ((digest,) for digest in pictures),
    )
