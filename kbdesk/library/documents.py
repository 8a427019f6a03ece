"""The documents of the catalog: every accepted file is a row before anything else happens to it."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from pathlib import Path

from kbdesk.errors import InputError
from kbdesk.library import inside, page_numbers
from kbdesk.library.before import ORIGINALS
from kbdesk.library.curation import settling
from kbdesk.library.curation.settling import Applied
from kbdesk.library.database import Database
from kbdesk.library.inside import FileInside
from kbdesk.library.sketch import note
from kbdesk.library.types import DocumentInfo, Facts, State
from kbdesk.rag.parsers.base import Outcome, PageState
from kbdesk.texts import Text, text

LOST = text("library", "The passages of this document are missing. Use Try again to read it anew.")
"""What is said of a document that lost its passages."""


# Where nobody knows which edits were applied, it is read once more.
_FINISH = """
    UPDATE documents SET
        state = iif(new_sha256 IN ('', :sha256), iif(:is_known OR edits = 0, 'done', 'queued'), state), owner = '',
        crashes = 0, applied_edits = iif(:is_known OR edits = 0, applied_edits, -1),
        outcome = iif(new_sha256 IN ('', :sha256), 'text', outcome), cut_with = coalesce(:cut_with, cut_with),
        message = iif(new_sha256 IN ('', :sha256), NULL, message),
        sha256 = :sha256, original = :original, passage_count = :count,
        new_original = iif(new_sha256 = :sha256, '', new_original),
        new_sha256 = iif(new_sha256 = :sha256, '', new_sha256), before = ''
    WHERE id = :id
"""


_FAIL = """
    UPDATE documents SET state = 'failed', owner = '', crashes = 0, message = ?, outcome = coalesce(?, outcome)
    WHERE owner = ? AND id = ? AND deletion_id IS NULL
"""


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
        pages: How each page was read.
        files: The files inside it.
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
    pages: Sequence[PageState]
    files: Sequence[FileInside] = ()


@dataclass(frozen=True)
class Ended:
    """What the end of reading a document gave.

    Attributes:
        document: Its row, or None if it is gone or somebody else's.
        came: Documents that came with it and are to be read.
        left: Documents whose files are inside it no longer.
    """

    document: DocumentInfo | None
    came: Sequence[DocumentInfo] = ()
    left: Sequence[str] = ()


@dataclass(frozen=True)
class Standing:
    """What the catalog believes of a document.

    Attributes:
        id: The document.
        sha256: Hash of the content that is in the store, or "".
        new_sha256: Hash of the content that was being taken in, or "".
        new_original: Name of the copy of that content.
        passage_count: Number of passages of the content that is in the store.
    """

    id: str
    sha256: str
    new_sha256: str
    new_original: str
    passage_count: int


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
            raise no_such_document()
        return found[document_id]

    async def has_read(self, document_id: str, owner: str, reading: Reading) -> DocumentInfo | None:
        """Note what reading gave, before anything is stored; None if `owner` no longer works on the document."""
        statement = (
            "UPDATE documents SET new_sha256 = ?, new_original = ?, size_bytes = ?, kind = ?, media_type = ?,"
            " outcome = ?, warnings = ?, message = ?, reader = ?, pages = ?"
            " WHERE owner = ? AND id = ? AND deletion_id IS NULL"
        )
        values = (
            reading.sha256,
            reading.original,
            reading.size_bytes,
            reading.kind,
            reading.media_type,
            reading.outcome,
            json.dumps([warning.to_json() for warning in reading.warnings]),
            None if reading.message is None else reading.message.to_json(),
            reading.reader,
            "".join(reading.pages),
            owner,
            document_id,
        )

        def work(connection: sqlite3.Connection) -> DocumentInfo | None:
            if not connection.execute(statement, values).rowcount:
                return None
            inside.note(connection, document_id, reading.files)
            return self.info(_existing(connection, document_id))

        return await self._database.write(work)

    async def read_by_ocr(self, document_id: str, pages: Iterable[int]) -> None:
        """Note that pages (from 1) of a document are to be read by OCR from now on, with those noted before."""

        def work(connection: sqlite3.Connection) -> None:
            row = _row(connection, document_id)
            if row is None:
                raise no_such_document()
            ranges = page_numbers.written({*page_numbers.read(row["ocr_pages"]), *pages})
            connection.execute("UPDATE documents SET ocr_pages = ? WHERE id = ?", (ranges, document_id))

        await self._database.write(work)

    async def convert(self, document_ids: Sequence[str]) -> None:
        """Note that another program may turn the files of documents into ones that can be read."""
        await self._database.write(
            lambda connection: connection.executemany(
                "UPDATE documents SET may_convert = 1 WHERE id = ?", [(each,) for each in document_ids]
            )
        )

    async def finish(
        self,
        document_id: str,
        *,
        sha256: str,
        original: str,
        passage_count: int,
        marks: Sequence[int] = (),
        cut_with: str | None = None,
        edits: Applied | None = None,
    ) -> Ended:
        """Note that a content is in the store, and let the files inside it become documents.

        A content that was dropped for the same document in the meantime stays as it is, queued or paused.

        Args:
            document_id: The document.
            sha256: Hash of the content.
            original: Name of its copy.
            passage_count: Number of its passages.
            marks: What similar documents are found by.
            cut_with: Fingerprint of what cut it; None where nobody knows.
            edits: The edits that were laid over it; None where nobody knows.
        """
        values = {
            "id": document_id,
            "sha256": sha256,
            "original": original,
            "count": passage_count,
            "cut_with": cut_with,
            "is_known": edits is not None,
        }

        def work(connection: sqlite3.Connection) -> Ended:
            before = _row(connection, document_id)
            if before is None:
                return Ended(None)
            connection.execute(_FINISH, values)
            if marks or before["sha256"] != sha256:  # else those of another content would stay
                note(connection, document_id, marks)
            # A program that died while it read the same content once more had not yet noted what is inside it.
            ended = self._settled(connection, document_id, only_noted=before["sha256"] == sha256)
            if edits is None:
                return ended
            settling.settle(connection, document_id, edits)
            return replace(ended, document=self.info(_existing(connection, document_id)))

        return await self._database.write(work)

    def _settled(self, connection: sqlite3.Connection, document_id: str, *, only_noted: bool) -> Ended:
        if only_noted and not inside.is_noted(connection, document_id):
            return Ended(self.info(_existing(connection, document_id)))
        came = inside.settle(connection, document_id)
        return Ended(
            self.info(_existing(connection, document_id)),
            [self.info(_existing(connection, each)) for each in came],
            inside.left(connection, document_id),
        )

    async def fail(
        self, document_id: str, owner: str, *, message: Text | None, outcome: str | None = None
    ) -> DocumentInfo | None:
        """Note that a document failed, and why; None if `owner` no longer works on it."""
        return await self._update(document_id, _FAIL, None if message is None else message.to_json(), outcome, owner)

    async def end_without_text(self, document_id: str, owner: str, message: Text | None) -> Ended:
        """Note that a document has no text, and let the files inside it become documents all the same."""
        values = (None if message is None else message.to_json(), None, owner, document_id)

        def work(connection: sqlite3.Connection) -> Ended:
            if not connection.execute(_FAIL, values).rowcount:
                return Ended(None)
            return self._settled(connection, document_id, only_noted=True)  # an older content may have some

        return await self._database.write(work)

    async def originals_in_use(self) -> set[str]:
        """Return the names of all copies that documents have, also those in the trash."""
        query = (
            "SELECT original FROM documents UNION SELECT new_original FROM documents"  # noqa: S608  # our own words
            f" UNION SELECT original FROM files_inside UNION {ORIGINALS}"
        )
        return await self._database.read(lambda connection: {row[0] for row in connection.execute(query)})

    async def standing(self, kb_id: str) -> list[Standing]:
        """Return what is believed of every document of a knowledge base that is not in the trash."""
        query = (
            "SELECT id, sha256, new_sha256, new_original, passage_count FROM documents"
            " WHERE knowledge_base_id = ? AND deletion_id IS NULL"
        )
        return await self._database.read(lambda c: [Standing(*row) for row in c.execute(query, (kb_id,))])

    async def lose(self, document_id: str) -> None:
        """Note that the passages of a document are gone from its store."""
        await self._update(
            document_id,
            "UPDATE documents SET state = 'failed', outcome = 'failed', message = ?, sha256 = '', passage_count = 0,"
            " new_sha256 = sha256, new_original = original, original = '', before = '' WHERE id = ?",
            LOST.to_json(),
        )

    async def unused(self, originals: Sequence[str]) -> list[str]:
        """Return those of the copies that no document has any more, also none in the trash."""
        query = (
            "SELECT 1 FROM documents WHERE original = ?1 OR new_original = ?1"  # noqa: S608  # our own words
            " UNION ALL SELECT 1 FROM files_inside WHERE original = ?1 AND original != ''"
            f" UNION ALL SELECT 1 FROM ({ORIGINALS}) WHERE original = ?1 LIMIT 1"
        )
        return await self._database.read(
            lambda connection: [
                name for name in originals if name and connection.execute(query, (name,)).fetchone() is None
            ]
        )

    async def family(self, document_ids: Sequence[str]) -> list[str]:
        """Return documents with all that came with them, whether they are there or in the trash."""
        return await self._database.read(lambda connection: inside.family(connection, document_ids))

    async def hand_over(self, document_ids: Sequence[str], doomed: Sequence[str]) -> list[str]:
        """Let documents come with others, where their files are inside these, too; see `inside.hand_over`."""
        return await self._database.write(lambda connection: inside.hand_over(connection, document_ids, doomed))

    async def left(self) -> list[str]:
        """Return the documents that came with others and whose files are inside these no longer."""
        return await self._database.read(inside.left)

    async def _update(self, document_id: str, statement: str, *values: object) -> DocumentInfo | None:
        def work(connection: sqlite3.Connection) -> DocumentInfo | None:
            changed = connection.execute(statement, (*values, document_id)).rowcount
            row = _row(connection, document_id) if changed else None
            return None if row is None else self.info(row)

        return await self._database.write(work)

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
            parent_id=row["parent_id"],
            pages=tuple(map(PageState, row["pages"])),
            facts=facts_of(row),
        )


def facts_of(row: sqlite3.Row) -> Facts:
    """Return what people say of the document of a row."""
    return Facts(
        tags=tuple(json.loads(row["tags"])),
        responsible=row["responsible"],
        review_by=date.fromisoformat(row["review_by"]) if row["review_by"] else None,
        description=row["description"],
    )


def no_such_document() -> InputError:
    """Return the error to raise for a document that is gone, or in the trash."""
    return InputError(
        text("library", "This document is no longer there."),
        text("library", "Choose another one from the list."),
    )


def _existing(connection: sqlite3.Connection, document_id: str) -> sqlite3.Row:
    return connection.execute("SELECT * FROM documents WHERE id = ?", (document_id,)).fetchone()


def _row(connection: sqlite3.Connection, document_id: str) -> sqlite3.Row | None:
    query = "SELECT * FROM documents WHERE id = ? AND deletion_id IS NULL"
    return connection.execute(query, (document_id,)).fetchone()
