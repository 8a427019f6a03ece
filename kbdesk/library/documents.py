"""The documents of the catalog: every accepted file is a row before anything else happens to it."""

from __future__ import annotations

import json
import os
import sqlite3
import uuid
from collections.abc import Sequence, Set
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from kbdesk.errors import InputError
from kbdesk.library.database import Database
from kbdesk.library.types import DocumentInfo, State
from kbdesk.rag.parsers.base import Outcome
from kbdesk.texts import Text, text

LOST = text("library", "The passages of this document are missing. Use Try again to read it anew.")
"""What is said of a document that lost its passages."""


@dataclass(frozen=True)
class Candidate:
    """A file that may become a document.

    Attributes:
        path: Where it is, absolute.
        name: Its name for people.
        size_bytes: Its size.
        sha256: Hash of its content; "" if it could not be read.
    """

    path: Path
    name: str
    size_bytes: int
    sha256: str


@dataclass(frozen=True)
class Accepted:
    """What became of a candidate.

    Attributes:
        document: Its row, or the row that already has its content.
        is_new: Whether there is something to read.
    """

    document: DocumentInfo
    is_new: bool


@dataclass(frozen=True)
class Reading:
    """What reading a file gave.

    Attributes:
        sha256: Hash of the content that was read.
        original: Name of the copy in the originals.
        size_bytes: Size of the file.
        kind: The sniffed kind for people.
        media_type: The sniffed type.
        outcome: How it ended.
        warnings: What a person should know about it.
        message: Why there is no text, or None.
        reader: The version of what read it.
    """

    sha256: str
    original: str
    size_bytes: int
    kind: str
    media_type: str
    outcome: Outcome
    warnings: Sequence[Text]
    message: Text | None
    reader: str


@dataclass(frozen=True)
class Standing:
    """What the catalog believes of a document.

    Attributes:
        id: The document.
        sha256: Hash of the content that is in the store, or "".
        new_sha256: Hash of the content that was being taken in, or "".
        new_original: Name of the copy of that content.
    """

    id: str
    sha256: str
    new_sha256: str
    new_original: str


class Documents:
    """The table of documents in library.sqlite3."""

    def __init__(self, database: Database, originals: Path) -> None:
        """Use an open database.

        Args:
            database: library.sqlite3.
            originals: The folder of the copies.
        """
        self._database = database
        self._originals = originals

    async def of(self, kb_id: str) -> list[DocumentInfo]:
        """Return the documents of a knowledge base, in order of addition."""
        query = "SELECT * FROM documents WHERE knowledge_base_id = ? AND deletion_id IS NULL ORDER BY rowid"
        return await self._database.read(lambda c: [self.info(row) for row in c.execute(query, (kb_id,))])

    async def get(self, document_ids: Sequence[str]) -> dict[str, DocumentInfo]:
        """Return those of the documents that are there, by id."""

        def work(connection: sqlite3.Connection) -> dict[str, DocumentInfo]:
            rows = (_row(connection, document_id) for document_id in document_ids)
            return {row["id"]: self.info(row) for row in rows if row is not None}

        return await self._database.read(work)

    async def one(self, document_id: str) -> DocumentInfo:
        """Return one document.

        Raises:
            InputError: There is no such document.
        """
        found = await self.get([document_id])
        if document_id not in found:
            raise InputError(
                text("library", "This document is no longer there."),
                text("library", "Choose another one from the list."),
            )
        return found[document_id]

    async def accept(
        self, kb_id: str, candidate: Candidate, in_work: set[str], taken: Set[str] = frozenset()
    ) -> Accepted:
        """Make a row for a file, unless its content or its path is already being taken care of.

        A file at the path of a document with other content becomes the next version of that document.

        Args:
            kb_id: The knowledge base.
            candidate: The file.
            in_work: Documents somebody works on; gets the new one. A row that only says so (the disk was full when the
                work ended) is queued again.
            taken: Documents that came before in the same piece of work: their content is not read once more even if
                there was nothing to read in it.
        """

        def work(connection: sqlite3.Connection) -> Accepted:
            same = _same_path(connection, kb_id, candidate.path) or _same_content(connection, kb_id, candidate.sha256)
            if same is not None and _is_settled(same, candidate, in_work | taken):
                return Accepted(self.info(same), is_new=False)
            if same is None:
                document_id = _insert(connection, kb_id, candidate)
            else:
                document_id = str(same["id"])
                _queue_again(connection, document_id, candidate)
            in_work.add(document_id)  # here, before the next file is looked at
            return Accepted(self._found(connection, document_id), is_new=True)

        return await self._database.write(work)

    async def queue_again(self, document_id: str, candidate: Candidate) -> DocumentInfo | None:
        """Put a document back in the queue; None if it is gone."""

        def work(connection: sqlite3.Connection) -> None:
            _queue_again(connection, document_id, candidate)

        await self._database.write(work)
        return (await self.get([document_id])).get(document_id)

    async def enter(self, document_id: str, state: State) -> DocumentInfo | None:
        """Note a new state; None if the document is gone."""
        return await self._update(
            document_id, "UPDATE documents SET state = ? WHERE id = ? AND deletion_id IS NULL", state
        )

    async def has_read(self, document_id: str, reading: Reading) -> DocumentInfo | None:
        """Note what reading gave, before anything is stored; None if the document is gone."""
        return await self._update(
            document_id,
            "UPDATE documents SET new_sha256 = ?, new_original = ?, size_bytes = ?, kind = ?, media_type = ?,"
            " outcome = ?, warnings = ?, message = ?, reader = ? WHERE id = ? AND deletion_id IS NULL",
            reading.sha256,
            reading.original,
            reading.size_bytes,
            reading.kind,
            reading.media_type,
            reading.outcome,
            json.dumps([warning.to_json() for warning in reading.warnings]),
            None if reading.message is None else reading.message.to_json(),
            reading.reader,
        )

    async def finish(self, document_id: str, *, sha256: str, original: str, passage_count: int) -> DocumentInfo | None:
        """Note that a content is in the store; None if the document is gone.

        A content that was queued for the same document in the meantime stays noted.
        """
        return await self._update(
            document_id,
            "UPDATE documents SET state = 'done', message = NULL, sha256 = ?, original = ?, passage_count = ?,"
            " new_original = iif(new_sha256 = ?, '', new_original), new_sha256 = iif(new_sha256 = ?, '', new_sha256)"
            " WHERE id = ? AND deletion_id IS NULL",
            sha256,
            original,
            passage_count,
            sha256,
            sha256,
        )

    async def end(
        self, document_id: str, state: State, *, message: Text | None, outcome: str | None = None
    ) -> DocumentInfo | None:
        """Note that a document was not finished, and why; None if it is gone."""
        return await self._update(
            document_id,
            "UPDATE documents SET state = ?, message = ?, outcome = coalesce(?, outcome)"
            " WHERE id = ? AND deletion_id IS NULL",
            state,
            None if message is None else message.to_json(),
            outcome,
        )

    async def stop(self, document_id: str, message: Text) -> DocumentInfo | None:
        """Note that a document was stopped, unless it is done or has failed; None if it is gone."""
        return await self._update(
            document_id,
            "UPDATE documents SET state = 'stopped', message = ?"
            " WHERE id = ? AND state NOT IN ('done', 'failed', 'stopped')",
            message.to_json(),
        )

    async def stop_all_unfinished(self, message: Text) -> None:
        """Mark what a dead program left behind as stopped."""
        query = "UPDATE documents SET state = 'stopped', message = ? WHERE state NOT IN ('done', 'failed', 'stopped')"
        await self._database.write(lambda connection: connection.execute(query, (message.to_json(),)))

    async def originals_in_use(self) -> set[str]:
        """Return the names of all copies that documents have, also those in the trash."""
        query = "SELECT original FROM documents UNION SELECT new_original FROM documents"
        return await self._database.read(lambda connection: {row[0] for row in connection.execute(query)})

    async def standing(self, kb_id: str) -> list[Standing]:
        """Return what is believed of every document of a knowledge base that is not in the trash."""
        query = (
            "SELECT id, sha256, new_sha256, new_original FROM documents"
            " WHERE knowledge_base_id = ? AND deletion_id IS NULL"
        )
        return await self._database.read(lambda c: [Standing(*row) for row in c.execute(query, (kb_id,))])

    async def lose(self, document_id: str) -> None:
        """Note that the passages of a document are gone from its store."""
        await self._update(
            document_id,
            "UPDATE documents SET state = 'failed', outcome = 'failed', message = ?, sha256 = '', passage_count = 0,"
            " new_sha256 = sha256, new_original = original, original = '' WHERE id = ?",
            LOST.to_json(),
        )

    async def unused(self, originals: Sequence[str]) -> list[str]:
        """Return those of the copies that no document has any more, also none in the trash."""
        query = "SELECT 1 FROM documents WHERE original = ? OR new_original = ? LIMIT 1"
        return await self._database.read(
            lambda connection: [
                name for name in originals if name and connection.execute(query, (name, name)).fetchone() is None
            ]
        )

    async def _update(self, document_id: str, statement: str, *values: object) -> DocumentInfo | None:
        def work(connection: sqlite3.Connection) -> DocumentInfo | None:
            connection.execute(statement, (*values, document_id))
            row = _row(connection, document_id)
            return None if row is None else self.info(row)

        return await self._database.write(work)

    def _found(self, connection: sqlite3.Connection, document_id: str) -> DocumentInfo:
        return self.info(connection.execute("SELECT * FROM documents WHERE id = ?", (document_id,)).fetchone())

    def info(self, row: sqlite3.Row) -> DocumentInfo:
        """Return what people see of a row of the table."""
        original = row["new_original"] or row["original"]
        return DocumentInfo(
            id=row["id"],
            knowledge_base_id=row["knowledge_base_id"],
            name=row["name"],
            path=Path(os.fsdecode(row["path"])),
            kind=row["kind"],
            media_type=row["media_type"],
            size_bytes=row["size_bytes"],
            state=State(row["state"]),
            outcome=row["outcome"],
            message=None if row["message"] is None else Text.from_json(row["message"]),
            warnings=tuple(Text.from_json(warning) for warning in json.loads(row["warnings"])),
            passage_count=row["passage_count"],
            added_at=datetime.fromisoformat(row["added_at"]),
            original=self._originals / original if original else None,
            sha256=row["new_sha256"] or row["sha256"],
            reader=row["reader"],
        )


def _row(connection: sqlite3.Connection, document_id: str) -> sqlite3.Row | None:
    query = "SELECT * FROM documents WHERE id = ? AND deletion_id IS NULL"
    return connection.execute(query, (document_id,)).fetchone()


def _same_path(connection: sqlite3.Connection, kb_id: str, path: Path) -> sqlite3.Row | None:
    query = "SELECT * FROM documents WHERE knowledge_base_id = ? AND path = ? AND deletion_id IS NULL"
    return connection.execute(query, (kb_id, os.fsencode(path))).fetchone()


def _same_content(connection: sqlite3.Connection, kb_id: str, sha256: str) -> sqlite3.Row | None:
    query = (
        "SELECT * FROM documents WHERE new_sha256 = ?1 AND knowledge_base_id = ?2 AND deletion_id IS NULL UNION ALL"
        " SELECT * FROM documents WHERE sha256 = ?1 AND knowledge_base_id = ?2 AND deletion_id IS NULL"
        " AND +new_sha256 = '' LIMIT 1"  # the plus keeps SQLite from looking through all that are ''
    )
    return connection.execute(query, (sha256, kb_id)).fetchone() if sha256 else None


def _is_settled(row: sqlite3.Row, candidate: Candidate, cared_for: Set[str]) -> bool:
    """Return whether the row already has the candidate's content, or is getting it."""
    if candidate.sha256 != (row["new_sha256"] or row["sha256"]):
        return False
    return row["state"] == State.DONE or row["id"] in cared_for


def _insert(connection: sqlite3.Connection, kb_id: str, candidate: Candidate) -> str:
    document_id = uuid.uuid4().hex
    connection.execute(
        "INSERT INTO documents (id, knowledge_base_id, name, path, size_bytes, state, added_at, new_sha256)"
        " VALUES (?, ?, ?, ?, ?, 'queued', ?, ?)",
        (
            document_id,
            kb_id,
            candidate.name,
            os.fsencode(candidate.path),
            candidate.size_bytes,
            datetime.now(UTC).isoformat(),
            candidate.sha256,
        ),
    )
    return document_id


def _queue_again(connection: sqlite3.Connection, document_id: str, candidate: Candidate) -> None:
    connection.execute(
        "UPDATE documents SET state = 'queued', message = NULL, outcome = '', warnings = '[]', name = ?, path = ?,"
        " size_bytes = ?, new_sha256 = ? WHERE id = ? AND deletion_id IS NULL",
        (candidate.name, os.fsencode(candidate.path), candidate.size_bytes, candidate.sha256, document_id),
    )
