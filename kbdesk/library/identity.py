"""What a file is to the library: a new document, the next version of one, or one that is already here."""

from __future__ import annotations

import os
import sqlite3
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath

from kbdesk.library import inside
from kbdesk.library.before import KEEP
from kbdesk.library.catalog import find_base
from kbdesk.library.contents import makes_reading_needless, same_content
from kbdesk.library.curation import settling
from kbdesk.library.database import Database
from kbdesk.library.documents import Documents
from kbdesk.library.job_rows import BEING_READ, Job
from kbdesk.library.originals import Copy
from kbdesk.library.questions import rows as questions
from kbdesk.library.types import Choices, DocumentInfo, State
from kbdesk.library.walk import Found


@dataclass(frozen=True)
class Candidate:
    """A file that may become a document.

    Attributes:
        found: The file.
        sha256: Hash of its content where a document has its path already, else "".
    """

    found: Found
    sha256: str = ""


@dataclass(frozen=True)
class Accepted:
    """What became of a candidate.

    Attributes:
        document: Its row, or the row that already has its content.
        is_new: Whether there is something to read that was not to be read before.
    """

    document: DocumentInfo
    is_new: bool


@dataclass(frozen=True)
class Twin:
    """A document that already has the content of a file.

    Attributes:
        document: Its row.
        is_in_trash: Whether it is in the trash.
    """

    document: DocumentInfo
    is_in_trash: bool


class Identity:
    """Tells files by their path and their content; every call is one transaction."""

    def __init__(self, database: Database, documents: Documents) -> None:
        """Use an open database."""
        self._database = database
        self._documents = documents

    async def known_paths(self, kb_id: str, paths: Sequence[Path]) -> set[Path]:
        """Return those of the paths that documents of a knowledge base have."""

        def work(connection: sqlite3.Connection) -> set[Path]:
            return {path for path in paths if _same_path(connection, kb_id, path) is not None}

        return await self._database.read(work)

    async def accept(self, kb_id: str, candidates: Sequence[Candidate], choices: Choices) -> list[Accepted]:
        """Make or queue a row for each file, unless its content is already here, or coming, under its path.

        Raises:
            InputError: There is no such knowledge base.
        """

        def work(connection: sqlite3.Connection) -> list[Accepted]:
            find_base(connection, kb_id)  # it may have been deleted a moment ago
            last = connection.execute("SELECT max(position) FROM documents").fetchone()[0] or 0
            return [
                self._accept(connection, kb_id, candidate, choices, last + number)
                for number, candidate in enumerate(candidates, 1)
            ]

        return await self._database.write(work)

    def _accept(
        self, connection: sqlite3.Connection, kb_id: str, candidate: Candidate, choices: Choices, position: float
    ) -> Accepted:
        found = candidate.found
        keeps_both = found.path in choices.keep_both
        row = _chosen(connection, choices.replacing.get(found.path)) or _same_path(connection, kb_id, found.path)
        if row is not None and keeps_both:
            self._part(connection, row)
        if row is None or keeps_both:
            name = free_document_name(connection, kb_id, found.name) if keeps_both else found.name
            document_id = _insert(connection, kb_id, found, name, position)
        elif _is_settled(row, candidate):
            return Accepted(self._documents.info(row), is_new=False)
        else:
            document_id = str(row["id"])
            _queue_again(connection, document_id, candidate, position)
        return Accepted(self._documents.info(_row(connection, document_id)), is_new=True)

    def _part(self, connection: sqlite3.Connection, row: sqlite3.Row) -> None:
        """Let a document live on by the copy of its file: another one takes its path."""
        if row["original"]:
            copy = self._documents.info(row).original
            connection.execute("UPDATE documents SET path = ? WHERE id = ?", (os.fsencode(str(copy)), row["id"]))

    async def find_twin(self, job: Job, copy: Copy) -> tuple[Twin | None, list[str]]:
        """Note which copy a file got, and look for another document with its content.

        A document that answers already goes on in any case. Of the others with this content only those count that are
        whole or on the way, or that gave no text; one that could not be finished makes way for this one.

        Returns:
            That document, or None if this one shall go on; and the ids of those that made way and are gone.
        """
        return await self._database.write(lambda connection: self._twin(connection, job, copy))

    def _twin(self, connection: sqlite3.Connection, job: Job, copy: Copy) -> tuple[Twin | None, list[str]]:
        document_id, kb_id = job.document.id, job.document.knowledge_base_id
        connection.execute(
            "UPDATE documents SET new_sha256 = ?, new_original = ? WHERE id = ? AND owner = ?",
            (copy.sha256, copy.name, document_id, job.owner),
        )
        inside.forget_noted(connection, [document_id])  # of a content whose reading was broken off
        row = _chosen(connection, document_id)
        if row is None or row["sha256"]:
            return None, []
        others = same_content(connection, kb_id, copy.sha256, besides=document_id)
        if not row["parent_id"]:  # what went to the trash with another file is no reason to leave out a file of its own
            others = [each for each in others if each["deletion_id"] is None or not each["parent_id"]]
        twins = [
            Twin(self._documents.info(row), row["deletion_id"] is not None)
            for row in others
            if makes_reading_needless(row)
        ]
        gone = [] if twins else [row for row in others if _makes_way(row)]
        for each in gone:
            _hand_over(connection, each["id"], document_id)
            connection.execute("DELETE FROM documents WHERE id = ?", (each["id"],))
            inside.forget_child(connection, each)
        return next(iter(twins), None), [str(each["id"]) for each in gone]

    async def wait(self, job: Job, twin: Twin) -> DocumentInfo | None:
        """Queue a file again while another one with its content is read, which may be cancelled or fail.

        Returns:
            Its row; None if that one is not read now, or if this work is over.
        """

        def work(connection: sqlite3.Connection) -> DocumentInfo | None:
            there = _chosen(connection, twin.document.id)
            if there is None or there["sha256"] or there["state"] not in BEING_READ or _mine(connection, job) is None:
                return None
            connection.execute("UPDATE documents SET state = 'queued', owner = '' WHERE id = ?", (job.document.id,))
            return self._documents.info(_row(connection, job.document.id))

        return await self._database.write(work)

    async def give_way(self, job: Job, twin: Twin, *, has_moved: bool) -> Twin | None:
        """Take the row of a file out again, since another document has its content.

        A document that came with another one becomes that of the file, if that did not: it does not go with the other
        one any more.

        Args:
            job: The work on the file.
            twin: That document.
            has_moved: Whether it takes over the path and the name, because its own file is no longer there.

        Returns:
            That document as it is now; None if this work is over, or if that document has gone, too, or given up.
        """

        def work(connection: sqlite3.Connection) -> Twin | None:
            query = "SELECT * FROM documents WHERE id = ?"
            there = connection.execute(query, (twin.document.id,)).fetchone()
            if there is None or not makes_reading_needless(there):
                return None
            mine = _mine(connection, job)
            if mine is None:
                return None
            _hand_over(connection, mine["id"], twin.document.id)
            connection.execute("DELETE FROM documents WHERE id = ?", (mine["id"],))
            inside.forget_child(connection, mine)
            stands_for_itself = bool(there["parent_id"]) and not mine["parent_id"]
            if stands_for_itself:
                inside.free_child(connection, there)
            if has_moved or stands_for_itself:
                connection.execute(
                    "UPDATE documents SET path = ?, name = ?, modified_ns = ? WHERE id = ?",
                    (mine["path"], mine["name"], mine["modified_ns"], twin.document.id),
                )
            return Twin(self._documents.info(_row(connection, twin.document.id)), twin.is_in_trash)

        return await self._database.write(work)


def _hand_over(connection: sqlite3.Connection, document_id: str, to: str) -> None:
    """Give what people did to a document to the one that has its content and stays."""
    settling.hand_over(connection, document_id, to)
    questions.hand_over(connection, document_id, to)


def _row(connection: sqlite3.Connection, document_id: str) -> sqlite3.Row:
    return connection.execute("SELECT * FROM documents WHERE id = ?", (document_id,)).fetchone()


def _mine(connection: sqlite3.Connection, job: Job) -> sqlite3.Row | None:
    query = "SELECT * FROM documents WHERE id = ? AND owner = ? AND deletion_id IS NULL"
    return connection.execute(query, (job.document.id, job.owner)).fetchone()


def _chosen(connection: sqlite3.Connection, document_id: str | None) -> sqlite3.Row | None:
    query = "SELECT * FROM documents WHERE id = ? AND deletion_id IS NULL"
    return connection.execute(query, (document_id,)).fetchone() if document_id else None


def _same_path(connection: sqlite3.Connection, kb_id: str, path: Path) -> sqlite3.Row | None:
    query = "SELECT * FROM documents WHERE path = ? AND knowledge_base_id = ? AND deletion_id IS NULL LIMIT 1"
    return connection.execute(query, (os.fsencode(path), kb_id)).fetchone()


def _makes_way(row: sqlite3.Row) -> bool:
    return row["deletion_id"] is None and not row["sha256"]


def _is_settled(row: sqlite3.Row, candidate: Candidate) -> bool:
    """Return whether a document has the content of a file, or will get it."""
    state = State(row["state"])
    if state is State.QUEUED and not row["new_sha256"] and row["path"] == os.fsencode(candidate.found.path):
        return True
    return (row["new_sha256"] or row["sha256"]) == candidate.sha256 and (state is State.DONE or state.is_work)


def _insert(connection: sqlite3.Connection, kb_id: str, found: Found, name: str, position: float) -> str:
    document_id = uuid.uuid4().hex
    connection.execute(
        "INSERT INTO documents (id, knowledge_base_id, name, path, size_bytes, modified_ns, state, added_at, position)"
        " VALUES (?, ?, ?, ?, ?, ?, 'queued', ?, ?)",
        (
            document_id,
            kb_id,
            name,
            os.fsencode(found.path),
            found.size_bytes,
            found.modified_ns,
            datetime.now(UTC).isoformat(),
            position,
        ),
    )
    return document_id


def _queue_again(connection: sqlite3.Connection, document_id: str, candidate: Candidate, position: float) -> None:
    found = candidate.found
    connection.execute(
        f"UPDATE documents SET {KEEP},"  # noqa: S608  # our own words
        " state = 'queued', owner = '', crashes = 0, message = NULL, outcome = '', warnings = '[]',"
        " name = ?, path = ?, size_bytes = ?, modified_ns = ?, new_sha256 = ?,"
        " position = ? WHERE id = ?",
        (
            found.name,
            os.fsencode(found.path),
            found.size_bytes,
            found.modified_ns,
            candidate.sha256,
            position,
            document_id,
        ),
    )


def free_document_name(connection: sqlite3.Connection, kb_id: str, name: str) -> str:
    """Return `name`, with a number before its ending if another document of the knowledge base has it."""
    path = PurePosixPath(name)
    number, free = 1, name
    query = "SELECT 1 FROM documents WHERE knowledge_base_id = ? AND name = ? AND deletion_id IS NULL"
    while connection.execute(query, (kb_id, free)).fetchone() is not None:
        number += 1
        free = str(path.with_name(f"{path.stem} ({number}){path.suffix}"))
    return free
