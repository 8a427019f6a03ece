"""Which documents have a content."""

from __future__ import annotations

import sqlite3

from kbdesk.library.types import State


def same_content(connection: sqlite3.Connection, kb_id: str, sha256: str, *, besides: str) -> list[sqlite3.Row]:
    """Return the documents of a knowledge base with a content, those in the trash last.

    Args:
        connection: In a transaction.
        kb_id: The knowledge base.
        sha256: Hash of the content.
        besides: A document that does not count.
    """
    query = (
        "SELECT * FROM (SELECT * FROM documents WHERE new_sha256 = ?1 AND knowledge_base_id = ?2 UNION ALL"
        " SELECT * FROM documents WHERE sha256 = ?1 AND knowledge_base_id = ?2"
        " AND +new_sha256 = '')"  # the plus keeps SQLite from looking through all that are ''
        " WHERE id != ?3 ORDER BY deletion_id IS NOT NULL"
    )
    return connection.execute(query, (sha256, kb_id, besides)).fetchall()


def makes_reading_needless(row: sqlite3.Row) -> bool:
    """Return whether a file need not be read since a document has its content."""
    state = State(row["state"])
    if row["deletion_id"] is not None:
        return bool(row["sha256"])
    is_read_in_vain = state is State.FAILED and row["outcome"] != "failed" and row["reader"] != ""
    return state is State.DONE or state.is_work or is_read_in_vain
