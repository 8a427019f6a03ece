"""Whether a store's file holds what it should, and nothing else; and mending of what can be made from the rest."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping

import numpy as np

from kbdesk.rag.stores.marks import is_off
from kbdesk.rag.stores.problems import StoreProblem, document_problems, missing_documents
from kbdesk.rag.stores.sqlite_read import Collection, find_collection
from kbdesk.rag.stores.sqlite_schema import build_words, drop_words
from kbdesk.rag.stores.sqlite_write import note_change
from kbdesk.texts import text

_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_ORPHANS = {
    "documents": "collection NOT IN (SELECT id FROM collections)",
    "chunks": "NOT EXISTS (SELECT 1 FROM documents d WHERE d.id = chunks.document"
    " AND chunks.id >= d.first_chunk AND chunks.id < d.first_chunk + d.chunk_count)",
    "vectors": "NOT EXISTS (SELECT 1 FROM chunks c WHERE c.id = vectors.first_chunk)",
    "pictures": "NOT EXISTS (SELECT 1 FROM chunks c WHERE c.picture = pictures.hash)",
}
"""What belongs to nothing, in the order in which it can be deleted."""


def check_file(connection: sqlite3.Connection) -> list[StoreProblem]:
    """Return a problem if SQLite finds the file damaged."""
    try:
        is_whole = connection.execute("PRAGMA integrity_check(1)").fetchone()[0] == "ok"
    except sqlite3.DatabaseError as exc:
        if exc.sqlite_errorcode & 0xFF not in _DAMAGED:
            raise
        is_whole = False
    sentence = text("stores", "The file with all passages is damaged.")
    return [] if is_whole else [StoreProblem("file", "", can_mend=False, text=sentence)]


def check_documents(connection: sqlite3.Connection, name: str, expected: Mapping[str, int]) -> list[StoreProblem]:
    """Return what is wrong with the documents of a collection, which need not exist.

    Args:
        connection: In a transaction.
        name: The collection.
        expected: The number of passages of each document.
    """
    problems: list[StoreProblem] = []
    found: set[str] = set()
    rows = connection.execute(
        "SELECT d.document_id, d.first_chunk, d.chunk_count, length(d.marks), k.dimensions,"
        " (SELECT count(*) FROM chunks c WHERE c.id >= d.first_chunk"
        " AND c.id < d.first_chunk + d.chunk_count AND c.document = d.id"
        " AND (c.picture IS NULL OR EXISTS (SELECT 1 FROM pictures p WHERE p.hash = c.picture)))"
        " FROM documents d JOIN collections k ON k.id = d.collection WHERE k.name = ? ORDER BY d.id",
        (name,),
    )
    for document_id, first, count, marked, dimensions, stored in rows:
        found.add(document_id)
        are_sound = marked == count and _are_sound(connection, range(first, first + count), dimensions)
        stored = stored if stored == count else min(stored, count - 1)
        problems += document_problems(document_id, expected.get(document_id), stored, are_sound=are_sound)
    return problems + missing_documents(expected, found)


def _are_sound(connection: sqlite3.Connection, chunks: range, dimensions: int) -> bool:
    """Return whether the vectors of a run of chunks follow each other without a gap, and all are finite."""
    blocks = connection.execute(
        "SELECT first_chunk, data FROM vectors WHERE first_chunk >= ? AND first_chunk < ? ORDER BY first_chunk",
        (chunks.start, chunks.stop),
    )
    expected = chunks.start
    for first, data in blocks:
        if first != expected or len(data) % (4 * dimensions) or not np.isfinite(np.frombuffer(data, "<f4")).all():
            return False
        expected += len(data) // (4 * dimensions)
    return expected == chunks.stop


def check_words(connection: sqlite3.Connection, name: str) -> list[StoreProblem]:
    """Return a problem if not exactly the passages of a collection can be found by their words; it must be writable."""
    found = connection.execute("SELECT 1 FROM collections WHERE name = ?", (name,)).fetchone()
    if found is None:
        return []
    try:
        is_in_step = _are_words_in_step(connection, find_collection(connection, name).id)
    except sqlite3.DatabaseError as exc:
        # A part of the full text that is missing altogether is an ordinary error to SQLite.
        if exc.sqlite_errorcode & 0xFF not in (*_DAMAGED, sqlite3.SQLITE_ERROR):
            raise
        is_in_step = False
    sentence = text("stores", "Searching for words does not find the passages that are stored.")
    return [] if is_in_step else [StoreProblem("full_text", "", can_mend=True, text=sentence)]


def _are_words_in_step(connection: sqlite3.Connection, collection: int) -> bool:
    table = f"words_{collection}"
    connection.execute(f"INSERT INTO {table} ({table}) VALUES ('integrity-check')")  # noqa: S608  # a number of our own
    passages = connection.execute(
        "SELECT c.id, c.metadata FROM documents d JOIN chunks c ON c.id >= d.first_chunk"
        " AND c.id < d.first_chunk + d.chunk_count WHERE d.collection = ? ORDER BY c.id",
        (collection,),
    )
    searched = [chunk_id for chunk_id, metadata in passages if not is_off(json.loads(metadata))]
    # SQLite keeps the number of words of each text; together they are the words that the index has.
    sizes = connection.execute(f"SELECT id, sz FROM {table}_docsize ORDER BY id").fetchall()  # noqa: S608  # the same
    total = connection.execute(f"SELECT coalesce(sum(cnt), 0) FROM vocabulary_{collection}").fetchone()[0]  # noqa: S608
    return searched == [row[0] for row in sizes] and total == sum(_varint(row[1]) for row in sizes)


def _varint(data: bytes) -> int:
    """Return a number as SQLite writes it: seven bits a byte, the largest first."""
    value = 0
    for byte in data:
        value = value << 7 | byte & 0x7F
    return value


def check_orphans(connection: sqlite3.Connection) -> list[StoreProblem]:
    """Return a problem if the file has anything that belongs to nothing, in whatever collection it was."""
    count = len(_orphaned_words(connection))
    for table, condition in _ORPHANS.items():
        count += connection.execute(f"SELECT count(*) FROM {table} WHERE {condition}").fetchone()[0]  # noqa: S608
    sentence = text("stores", "Parts of something deleted that are still stored: {count}.", count=count)
    return [StoreProblem("orphans", "", can_mend=True, text=sentence)] if count else []


def _orphaned_words(connection: sqlite3.Connection) -> list[int]:
    """Return the keys of collections that are gone and left their full text behind."""
    tables = connection.execute("SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE words%'")
    made = {int(name.removeprefix("words_")) for (name,) in tables}
    return sorted(made - {key for (key,) in connection.execute("SELECT id FROM collections")})


def mend(connection: sqlite3.Connection, collection: Collection) -> None:
    """Delete what belongs to nothing, and make the full text of a collection anew."""
    for table, condition in _ORPHANS.items():
        connection.execute(f"DELETE FROM {table} WHERE {condition}")  # noqa: S608  # our own words
    for key in _orphaned_words(connection):
        drop_words(connection, key)
    build_words(connection, collection.id)
    note_change(connection, collection)
