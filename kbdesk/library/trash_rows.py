"""What was deleted, in library.sqlite3: with its passages and vectors, so that nothing is read or embedded again."""

from __future__ import annotations

import json
import sqlite3
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import groupby

import numpy as np

from kbdesk.library.database import Database
from kbdesk.library.documents import Documents, no_such_document
from kbdesk.library.types import TrashEntry
from kbdesk.rag.document import Chunk, VectorRecord
from kbdesk.texts import text

KEPT_FOR = timedelta(days=30)

# What is just being deleted for good is in the trash no more.
DOCUMENTS_IN_TRASH = (
    "documents d JOIN deletions x ON x.id = d.deletion_id JOIN knowledge_bases b ON b.id = d.knowledge_base_id"
    " LEFT JOIN deletions y ON y.id = b.deletion_id WHERE NOT x.purging AND NOT coalesce(y.purging, 0)"
)
# What was inside a document that was deleted is one entry with it, unless it was deleted before.
_ALONE = "NOT EXISTS (SELECT 1 FROM documents p WHERE p.id = d.parent_id AND p.deletion_id = d.deletion_id)"
_WITH_INSIDE = """
    WITH RECURSIVE family (id, deletion_id) AS (
        SELECT id, deletion_id FROM documents WHERE id IN (SELECT value FROM json_each(?)) AND deletion_id IS NOT NULL
        UNION SELECT d.id, d.deletion_id FROM family f JOIN documents d ON d.parent_id = f.id
        WHERE d.parent_id != '' AND d.deletion_id = f.deletion_id
    )
"""
BASES_IN_TRASH = "knowledge_bases b JOIN deletions x ON x.id = b.deletion_id WHERE NOT x.purging"


@dataclass(frozen=True)
class Found:
    """Those of some entries that are in the trash, documents in the order they were added.

    Attributes:
        documents: Ids of documents.
        bases: Ids of knowledge bases.
    """

    documents: list[str]
    bases: list[str]

    def __bool__(self) -> bool:
        return bool(self.documents or self.bases)


@dataclass(frozen=True)
class Weights:
    """What only the trash needs.

    Attributes:
        passage_bytes: Size of the passages of deleted documents, in library.sqlite3.
        share: Part of all passages in the stores that is of deleted knowledge bases, 0 to 1.
        copies: Names of the copies that only the trash has.
        other_copies: Names of the copies that documents have which are there.
    """

    passage_bytes: int
    share: float
    copies: set[str]
    other_copies: set[str]


class TrashRows:
    """What is in the trash; every call is one transaction."""

    def __init__(self, database: Database, documents: Documents) -> None:
        """Use an open database."""
        self._database = database
        self._documents = documents

    async def keep(self, records: Sequence[VectorRecord]) -> None:
        """Copy passages of documents that are about to be deleted; the documents are still there after it.

        Args:
            records: Those of each document one after the other; the call for the first begins anew with a document.
        """

        def work(connection: sqlite3.Connection) -> None:
            for document_id, passages in groupby(records, lambda record: record.document_id):
                kept = [_passage(record) for record in passages]
                if kept[0][1] == 0:  # a deletion that was broken off may have left those of an older version
                    connection.execute("DELETE FROM trash_passages WHERE document_id = ?", (document_id,))
                    connection.execute("UPDATE documents SET trash_bytes = 0 WHERE id = ?", (document_id,))
                connection.executemany("INSERT INTO trash_passages VALUES (?, ?, ?, ?)", kept)
                size = sum(len(chunk) + len(vector) for _, _, chunk, vector in kept)
                connection.execute(
                    "UPDATE documents SET trash_bytes = trash_bytes + ? WHERE id = ?", (size, document_id)
                )

        await self._database.write(work)

    async def put_documents(self, document_ids: Sequence[str]) -> tuple[str, set[str]]:
        """Move documents whose passages are kept to the trash.

        Returns:
            The deletion's id, and which are in it: the content of another one may have turned out to be here already.

        Raises:
            InputError: None of them is there any more.
        """

        def work(connection: sqlite3.Connection) -> tuple[str, set[str]]:
            deletion_id = _new_deletion(connection)
            put = "UPDATE documents SET deletion_id = ? WHERE id = ?"
            there = {each for each in document_ids if connection.execute(put, (deletion_id, each)).rowcount}
            if not there:
                raise no_such_document()
            for document_id in there:
                _end_work(connection, "id = ?", document_id)
            return deletion_id, there

        return await self._database.write(work)

    async def put_base(self, kb_id: str) -> str:
        """Move a knowledge base to the trash as it is and return the deletion's id."""

        def work(connection: sqlite3.Connection) -> str:
            deletion_id = _new_deletion(connection)
            connection.execute("UPDATE knowledge_bases SET deletion_id = ? WHERE id = ?", (deletion_id, kb_id))
            _end_work(connection, "knowledge_base_id = ?", kb_id)
            return deletion_id

        return await self._database.write(work)

    async def entries(self, offset: int, limit: int) -> list[TrashEntry]:
        """Return what is in the trash, newest first."""
        query = (
            f"SELECT 'document' AS kind, d.id, x.deleted_at, d.rowid AS number FROM {DOCUMENTS_IN_TRASH}"  # noqa: S608
            f" AND {_ALONE}"
            f" UNION ALL SELECT 'knowledge base', b.id, x.deleted_at, b.rowid FROM {BASES_IN_TRASH}"
            " ORDER BY deleted_at DESC, kind DESC, number LIMIT ? OFFSET ?"
        )

        def work(connection: sqlite3.Connection) -> list[TrashEntry]:
            rows = connection.execute(query, (limit, offset)).fetchall()
            return [
                self._document_entry(connection, row["id"])
                if row["kind"] == "document"
                else _base_entry(connection, row["id"])
                for row in rows
            ]

        return await self._database.read(work)

    async def find(self, entry_ids: Sequence[str]) -> Found:
        """Return which of the entries are in the trash, with all that is one entry with them."""

        def work(connection: sqlite3.Connection) -> Found:
            inside = f"{_WITH_INSIDE} SELECT id FROM family"  # noqa: S608  # our own words
            rows = connection.execute(inside, (json.dumps(list(entry_ids)),))
            ids = json.dumps([*entry_ids, *(row["id"] for row in rows)])
            return _found(connection, "d.id IN (SELECT value FROM json_each(?))", ids)

        return await self._database.read(work)

    async def of_deletion(self, deletion_id: str) -> Found:
        """Return what of a deletion is still in the trash."""
        return await self._database.read(lambda connection: _found(connection, "x.id = ?", deletion_id))

    async def everything(self) -> Found:
        """Return all that is in the trash."""
        return await self._database.read(lambda connection: _found(connection, "x.id != ?", ""))

    async def older_than(self, moment: datetime) -> Found:
        """Return what was put in the trash before a moment."""
        return await self._database.read(lambda connection: _found(connection, "x.deleted_at < ?", moment.isoformat()))

    async def records(self, document_id: str) -> list[VectorRecord]:
        """Return the passages of a document in the trash."""
        query = "SELECT chunk, vector FROM trash_passages WHERE document_id = ? ORDER BY chunk_index"
        return await self._database.read(
            lambda connection: [_record(document_id, row) for row in connection.execute(query, (document_id,))]
        )

    async def weights(self) -> Weights:
        """Return what only the trash needs."""
        return await self._database.read(_weights)

    def _document_entry(self, connection: sqlite3.Connection, document_id: str) -> TrashEntry:
        query = f"SELECT d.*, x.deleted_at, b.name AS base FROM {DOCUMENTS_IN_TRASH} AND d.id = ?"  # noqa: S608
        row = connection.execute(query, (document_id,)).fetchone()
        document = self._documents.info(row)
        sums = f"{_WITH_INSIDE} SELECT sum(passage_count), sum(size_bytes) FROM family JOIN documents USING (id)"  # noqa: S608
        passage_count, size_bytes = connection.execute(sums, (json.dumps([document_id]),)).fetchone()
        deleted_at = datetime.fromisoformat(row["deleted_at"])
        return TrashEntry(
            id=document_id,
            kind="document",
            name=document.name,
            knowledge_base=row["base"],
            deleted_at=deleted_at,
            purged_on=deleted_at + KEPT_FOR,
            passage_count=passage_count,
            size_bytes=size_bytes,
            deletion_id=row["deletion_id"],
            document=document,
        )


def _base_entry(connection: sqlite3.Connection, kb_id: str) -> TrashEntry:
    query = (
        "SELECT b.name, b.deletion_id, x.deleted_at, coalesce(sum(d.passage_count), 0) AS passages,"
        " coalesce(sum(d.size_bytes), 0) AS bytes FROM knowledge_bases b JOIN deletions x ON x.id = b.deletion_id"
        " LEFT JOIN documents d ON d.knowledge_base_id = b.id AND d.deletion_id IS NULL WHERE b.id = ? GROUP BY b.id"
    )
    row = connection.execute(query, (kb_id,)).fetchone()
    deleted_at = datetime.fromisoformat(row["deleted_at"])
    return TrashEntry(
        id=kb_id,
        kind="knowledge base",
        name=row["name"],
        knowledge_base=row["name"],
        deleted_at=deleted_at,
        purged_on=deleted_at + KEPT_FOR,
        passage_count=row["passages"],
        size_bytes=row["bytes"],
        deletion_id=row["deletion_id"],
        document=None,
    )


def _weights(connection: sqlite3.Connection) -> Weights:
    passage_bytes = 0
    passages = {True: 0, False: 0}  # in the stores, by whether their knowledge base is deleted
    copies: dict[bool, set[str]] = {True: set(), False: set()}
    query = (
        "SELECT d.original, d.new_original, d.passage_count, d.trash_bytes, d.deletion_id IS NOT NULL,"
        " b.deletion_id IS NOT NULL FROM documents d JOIN knowledge_bases b ON b.id = d.knowledge_base_id"
    )
    for original, new_original, count, size, is_deleted, is_base_deleted in connection.execute(query):
        copies[bool(is_deleted or is_base_deleted)].update((original, new_original))
        if is_deleted:
            passage_bytes += size
        else:
            passages[bool(is_base_deleted)] += count
    share = passages[True] / (sum(passages.values()) or 1)
    return Weights(passage_bytes, share, copies[True] - copies[False] - {""}, copies[False] - {""})


def _found(connection: sqlite3.Connection, condition: str, value: str) -> Found:
    documents = f"SELECT d.id FROM {DOCUMENTS_IN_TRASH} AND {condition} ORDER BY d.rowid"  # noqa: S608  # our own words
    bases = f"SELECT b.id FROM {BASES_IN_TRASH} AND {condition.replace('d.id', 'b.id')} ORDER BY b.rowid"  # noqa: S608
    return Found(
        [row["id"] for row in connection.execute(documents, (value,))],
        [row["id"] for row in connection.execute(bases, (value,))],
    )


def _new_deletion(connection: sqlite3.Connection) -> str:
    deletion_id = uuid.uuid4().hex
    query = "INSERT INTO deletions (id, deleted_at) VALUES (?, ?)"
    connection.execute(query, (deletion_id, datetime.now(UTC).isoformat()))
    return deletion_id


def _end_work(connection: sqlite3.Connection, condition: str, value: str) -> None:
    """Let what is worked on rest, so that it does not go on by itself when it is restored."""
    message = text("library", "It was deleted before it was done. Use Try again to go on.")
    connection.execute(
        f"UPDATE documents SET state = 'stopped', owner = '', message = ?"  # noqa: S608  # our own words
        f" WHERE {condition} AND state IN ('queued', 'reading', 'embedding')",
        (message.to_json(), value),
    )


def _passage(record: VectorRecord) -> tuple[str, int, str, bytes]:
    vector = np.asarray(record.vector, "<f4").tobytes()
    return record.document_id, record.chunk.chunk_index, record.chunk.model_dump_json(), vector


def _record(document_id: str, row: sqlite3.Row) -> VectorRecord:
    # As an array, which stores take as well: as a list its numbers would take eight times the room.
    vector = np.frombuffer(row["vector"], "<f4")
    chunk = Chunk.model_validate_json(row["chunk"])
    return VectorRecord.model_construct(vector=vector, document_id=document_id, chunk=chunk)
