"""The index of which three characters follow each other in names and facts of documents, inside a transaction."""

from __future__ import annotations

import sqlite3

_MOST_TRIGRAMS = 20

FOUND = "document_words w CROSS JOIN documents d ON d.number = w.rowid WHERE w.document_words MATCH ?"
"""The documents that an expression of `expression` finds."""


def expression(connection: sqlite3.Connection, part: str) -> str | None:
    """Return what finds all documents with a part of a folded name or fact, and perhaps others.

    None where that is no use: for one character, or two that are as common as Latin letters.
    """
    if len(part) < 2 or "\0" in part:
        return None
    if len(part) > 2:
        trigrams = dict.fromkeys(part[start : start + 3] for start in range(len(part) - 2))
        return " AND ".join(map(_quoted, list(trigrams)[:_MOST_TRIGRAMS]))
    if part.isascii():
        return None
    starting = _starting_with(connection, part) or [part]  # two characters alone find nothing
    return " OR ".join(map(_quoted, starting)) if len(starting) <= _MOST_TRIGRAMS else None


def merge(connection: sqlite3.Connection) -> None:
    """Take out of the file what is left of documents that were deleted for good; fast where nothing is."""
    connection.execute("INSERT INTO document_words (document_words) VALUES ('optimize')")


def _starting_with(connection: sqlite3.Connection, pair: str) -> list[str]:
    query = "SELECT term FROM document_trigrams WHERE term >= ?1 AND term < ?1 || char(0x10ffff) LIMIT ?2"
    return [row[0] for row in connection.execute(query, (pair, _MOST_TRIGRAMS + 1))]


def _quoted(trigram: str) -> str:
    return '"{}"'.format(trigram.replace('"', '""'))
