"""What was deleted, kept for undo: with its passages and vectors, so that nothing is read or embedded again."""

from __future__ import annotations

import os
import sqlite3
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np

from kbdesk.errors import InputError
from kbdesk.library.catalog import free_name
from kbdesk.library.database import Database
from kbdesk.rag.document import Chunk, VectorRecord
from kbdesk.texts import text

KEPT_FOR = timedelta(days=30)


@dataclass(frozen=True)
class Purged:
    """What left the trash for good.

    Attributes:
        bases: Knowledge bases whose passages can go: (id, store, store path or None).
        document_count: Number of documents.
    """

    bases: list[tuple[str, str, Path | None]]
    document_count: int


class Trash:
    """The deletions in library.sqlite3."""

    def __init__(self, database: Database) -> None:
        """Use an open database."""
        self._database = database

    async def put_documents(self, records: dict[str, Sequence[VectorRecord]]) -> str:
        """Move documents to the trash and return the deletion's id.

        Args:
            records: The passages of each document, by document id.
        """

        def work(connection: sqlite3.Connection) -> str:
            deletion_id = _new_deletion(connection)
            for document_id, passages in records.items():
                # Work on it, if any, ends: a program that goes on with a deleted document finds its row gone.
                connection.execute(
                    "UPDATE documents SET deletion_id = ?,"
                    " state = iif(state IN ('done', 'failed'), state, 'stopped') WHERE id = ?",
                    (deletion_id, document_id),
                )
                connection.executemany(
                    "INSERT INTO trash_passages VALUES (?, ?, ?, ?)",
                    [
                        (
                            document_id,
                            record.chunk.chunk_index,
                            record.chunk.model_dump_json(),
                            np.asarray(record.vector, "<f4").tobytes(),
                        )
                        for record in passages
                    ],
                )
            return deletion_id

        return await self._database.write(work)

    async def put_base(self, kb_id: str) -> str:
        """Move a knowledge base to the trash as it is and return the deletion's id."""

        def work(connection: sqlite3.Connection) -> str:
            deletion_id = _new_deletion(connection)
            connection.execute("UPDATE knowledge_bases SET deletion_id = ? WHERE id = ?", (deletion_id, kb_id))
            return deletion_id

        return await self._database.write(work)

    async def document_ids(self, deletion_id: str) -> list[str]:
        """Return the documents of a deletion, in the order they were added.

        Raises:
            InputError: The deletion is no longer in the trash.
        """

        def work(connection: sqlite3.Connection) -> list[str]:
            if connection.execute("SELECT 1 FROM deletions WHERE id = ?", (deletion_id,)).fetchone() is None:
                raise InputError(
                    text("library", "What was deleted is no longer in the trash."),
                    text("library", "Add the files again."),
                )
            query = "SELECT id FROM documents WHERE deletion_id = ? ORDER BY rowid"
            return [row["id"] for row in connection.execute(query, (deletion_id,))]

        return await self._database.read(work)

    async def records(self, document_id: str) -> tuple[str, list[VectorRecord]]:
        """Return the knowledge base and the passages of a document in the trash."""

        def work(connection: sqlite3.Connection) -> tuple[str, list[VectorRecord]]:
            query = "SELECT knowledge_base_id FROM documents WHERE id = ?"
            kb_id = connection.execute(query, (document_id,)).fetchone()["knowledge_base_id"]
            rows = connection.execute(
                "SELECT chunk, vector FROM trash_passages WHERE document_id = ? ORDER BY chunk_index", (document_id,)
            )
            return kb_id, [_record(document_id, row) for row in rows]

        return await self._database.read(work)

    async def take_back(self, deletion_id: str) -> None:
        """Note that the deletion's documents, or its knowledge base, are there again."""

        def work(connection: sqlite3.Connection) -> None:
            query = "SELECT id, name FROM knowledge_bases WHERE deletion_id = ?"
            for row in connection.execute(query, (deletion_id,)).fetchall():
                name = free_name(connection, row["name"])
                connection.execute(
                    "UPDATE knowledge_bases SET deletion_id = NULL, name = ?, folded_name = ? WHERE id = ?",
                    (name, name.casefold(), row["id"]),
                )
            connection.execute(
                "DELETE FROM trash_passages WHERE document_id IN (SELECT id FROM documents WHERE deletion_id = ?)",
                (deletion_id,),
            )
            connection.execute("UPDATE documents SET deletion_id = NULL WHERE deletion_id = ?", (deletion_id,))
            connection.execute("DELETE FROM deletions WHERE id = ?", (deletion_id,))

        await self._database.write(work)

    async def purge(self) -> Purged:
        """Forget deletions older than `KEPT_FOR` for good and return what is left to clear away."""
        limit = (datetime.now(UTC) - KEPT_FOR).isoformat()
        return await self._database.write(lambda connection: _purge(connection, limit))


def _new_deletion(connection: sqlite3.Connection) -> str:
    deletion_id = uuid.uuid4().hex
    connection.execute("INSERT INTO deletions (id, deleted_at) VALUES (?, ?)", (deletion_id, datetime.now(UTC).isoformat()))
    return deletion_id


def _record(document_id: str, row: sqlite3.Row) -> VectorRecord:
    vector = np.frombuffer(row["vector"], "<f4").tolist()
    return VectorRecord(vector=vector, document_id=document_id, chunk=Chunk.model_validate_json(row["chunk"]))


def _purge(connection: sqlite3.Connection, limit: str) -> Purged:
    bases = connection.execute(
        "SELECT id, store, store_path FROM knowledge_bases"
        " WHERE deletion_id IN (SELECT id FROM deletions WHERE deleted_at < ?)",
        (limit,),
    ).fetchall()
    documents = connection.execute(
        "SELECT id FROM documents"
        " WHERE deletion_id IN (SELECT id FROM deletions WHERE deleted_at < ?1)"
        " OR knowledge_base_id IN (SELECT b.id FROM knowledge_bases b JOIN deletions d ON d.id = b.deletion_id"
        " WHERE d.deleted_at < ?1)",
        (limit,),
    ).fetchall()
    connection.executemany("DELETE FROM documents WHERE id = ?", [(row["id"],) for row in documents])
    connection.executemany("DELETE FROM knowledge_bases WHERE id = ?", [(row["id"],) for row in bases])
    connection.execute("DELETE FROM deletions WHERE deleted_at < ?", (limit,))
    paths = [None if row["store_path"] is None else Path(os.fsdecode(row["store_path"])) for row in bases]
    return Purged([(row["id"], row["store"], path) for row, path in zip(bases, paths, strict=True)], len(documents))
