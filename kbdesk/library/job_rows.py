"""The durable queue in library.sqlite3: which documents are to be read, in which order, and who works on them."""

from __future__ import annotations

import json
import sqlite3
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from kbdesk.library import inside, page_numbers
from kbdesk.library.before import KEEP, go_back
from kbdesk.library.chunking import Chunking
from kbdesk.library.database import Database
from kbdesk.library.documents import Documents
from kbdesk.library.types import DocumentInfo, State
from kbdesk.rag.parsers.base import ReadOptions
from kbdesk.texts import Text, text

MOST_CRASHES = 2
"""A file in flight when the program died so often is set aside."""

BEING_READ = (State.READING, State.EMBEDDING)
_WORK = "('queued', 'reading', 'embedding')"
_IN_A_BASE = "knowledge_base_id IN (SELECT id FROM knowledge_bases WHERE deletion_id IS NULL)"
_OPEN = "('queued', 'reading', 'embedding', 'paused')"
_NOT_BEING_READ = (
    "(new_sha256 = '' OR NOT EXISTS (SELECT 1 FROM documents o WHERE o.new_sha256 = d.new_sha256 AND o.id != d.id"
    " AND o.knowledge_base_id = d.knowledge_base_id AND o.state IN ('reading', 'embedding') AND o.deletion_id IS NULL))"
)
"""Of a document: no other one gets its content just now."""


@dataclass(frozen=True)
class Job:
    """A document that somebody works on.

    Attributes:
        document: Its row.
        owner: Names this piece of work; once the row names another, this one is over.
        options: How its file is to be read.
        chunking: How what is read is to be cut.
        answering: Hash of the content that answers searches meanwhile, or "".
        may_convert: Whether another program may turn it into a file that can be read.
    """

    document: DocumentInfo
    owner: str
    options: ReadOptions
    chunking: Chunking
    answering: str = ""
    may_convert: bool = False


class JobRows:
    """The rows of the queue; every call is one transaction.

    Attributes:
        session: What the owner of each piece of work of this program begins with.
    """

    def __init__(self, database: Database, documents: Documents) -> None:
        """Use an open database; only the one program that may write does."""
        self._database = database
        self._documents = documents
        self.session = uuid.uuid4().hex
        self._count = 0

    async def recover(self) -> None:
        """Give back to the queue what a program that ended had in work; set aside what it died of again and again."""
        message = text(
            "library",
            "kbdesk ended {count} times while it worked on this file, so it was set aside."
            " Use Try again to read it after all.",
            count=MOST_CRASHES,
        )

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(
                # It may have got into the store, or not: nobody knows with which edits until it is read again.
                "UPDATE documents SET crashes = crashes + 1, applied_edits = iif(edits, -1, applied_edits)"  # noqa: S608
                f" WHERE state IN {_WORK} AND owner != ''"
            )
            connection.execute(
                f"UPDATE documents SET state = 'failed', outcome = 'failed', message = ?, owner = ''"  # noqa: S608
                f" WHERE state IN {_WORK} AND crashes >= ?",
                (message.to_json(), MOST_CRASHES),
            )
            connection.execute(f"UPDATE documents SET state = 'queued', owner = '' WHERE state IN {_WORK}")  # noqa: S608
            connection.execute(
                f"UPDATE documents SET {KEEP}, state = 'queued' WHERE edits != applied_edits AND sha256 != ''"  # noqa: S608
                " AND state IN ('done', 'failed') AND crashes < ? AND deletion_id IS NULL",
                (MOST_CRASHES,),
            )

        await self._database.write(work)

    async def give_back(self) -> None:
        """Put what this program has in work back in the queue: it ends well."""
        await self._database.write(
            lambda connection: connection.execute(
                f"UPDATE documents SET state = 'queued', owner = '' WHERE state IN {_WORK} AND owner != ''"  # noqa: S608
            )
        )

    async def take_next(self, in_work: Sequence[str]) -> Job | None:
        """Begin work on the next document and return it; None if there is none, or if it must wait.

        What a program died of before is worked on last and alone, so that only the file at fault is set aside.

        Args:
            in_work: Documents that are worked on now.
        """
        self._count += 1
        owner = f"{self.session}-{self._count}"

        def work(connection: sqlite3.Connection) -> Job | None:
            row = connection.execute(
                f"SELECT id, crashes FROM documents d WHERE state = 'queued' AND deletion_id IS NULL AND {_IN_A_BASE}"  # noqa: S608
                f" AND id NOT IN (SELECT value FROM json_each(?)) AND {_NOT_BEING_READ}"
                " ORDER BY crashes > 0, position LIMIT 1",
                (json.dumps(list(in_work)),),
            ).fetchone()
            if row is None or (row["crashes"] and in_work):
                return None
            connection.execute("UPDATE documents SET state = 'reading', owner = ? WHERE id = ?", (owner, row["id"]))
            return self._job(connection, row["id"], owner)

        return await self._database.write(work)

    async def look(self, document_id: str) -> Job:
        """Return what working on a document would be; nobody does.

        Raises:
            InputError: There is no such document.
        """
        await self._documents.one(document_id)
        return await self._database.read(lambda connection: self._job(connection, document_id, ""))

    def _job(self, connection: sqlite3.Connection, document_id: str, owner: str) -> Job:
        row = _row(connection, document_id)
        query = "SELECT chunking FROM knowledge_bases WHERE id = ?"
        (chunking,) = connection.execute(query, (row["knowledge_base_id"],)).fetchone()
        return Job(
            document=self._documents.info(row),
            owner=owner,
            options=ReadOptions(ocr_pages=page_numbers.read(row["ocr_pages"]), depth=row["depth"]),
            chunking=Chunking.from_json(chunking),
            answering=row["sha256"],
            may_convert=bool(row["may_convert"]),
        )

    async def enter(self, job: Job, state: State) -> DocumentInfo | None:
        """Note a new state of what is worked on; None if this work is over."""

        def work(connection: sqlite3.Connection) -> DocumentInfo | None:
            changed = connection.execute(
                f"UPDATE documents SET state = ? WHERE id = ? AND owner = ? AND state IN {_WORK}"  # noqa: S608
                " AND deletion_id IS NULL",
                (state, job.document.id, job.owner),
            ).rowcount
            return self._documents.info(_row(connection, job.document.id)) if changed else None

        return await self._database.write(work)

    async def rest(
        self, document_ids: Sequence[str] | None, state: Literal[State.PAUSED, State.STOPPED], message: Text
    ) -> list[DocumentInfo]:
        """Let documents rest that are to be read, and return them.

        Args:
            document_ids: Which; None for all.
            state: How they rest.
            message: Why, for people.
        """
        among = _WORK if state is State.PAUSED else _OPEN
        return await self._change(
            document_ids,
            f"state IN {among}",
            "state = ?, owner = '', message = ?",
            state,
            message.to_json(),
        )

    async def begin_anew(self, document_ids: Sequence[str]) -> list[DocumentInfo]:
        """Queue those of the documents again that are worked on, and return them."""
        return await self._change(document_ids, "state IN ('reading', 'embedding')", "state = 'queued', owner = ''")

    async def resume(self, document_ids: Sequence[str] | None) -> list[DocumentInfo]:
        """Queue documents that rest, in their old order, and return them; None for all that are paused."""
        resting = "state = 'paused'" if document_ids is None else "state IN ('paused', 'stopped')"
        return await self._change(document_ids, resting, "state = 'queued', owner = '', message = NULL")

    async def retry(self, document_ids: Sequence[str]) -> list[DocumentInfo]:
        """Queue documents again, whatever became of them, and return them; a file that was set aside too."""
        return await self._change(
            document_ids,
            f"state NOT IN {_WORK}",
            f"{KEEP}, state = 'queued', owner = '', crashes = 0, message = NULL, outcome = '', warnings = '[]'",
        )

    async def pause_base(self, kb_id: str, message: Text) -> list[DocumentInfo]:
        """Let everything rest that is to go into a knowledge base, and return it."""
        return await self.rest(await self._ids_of(kb_id, f"state IN {_WORK}"), State.PAUSED, message)

    async def stopped_of(self, kb_id: str) -> list[str]:
        """Return the documents of a knowledge base, also of a deleted one, that were stopped."""
        return await self._ids_of(kb_id, "state = 'stopped'")

    async def take_out(self, document_ids: Sequence[str] | None) -> tuple[list[str], list[DocumentInfo], list[Path]]:
        """Undo the acceptance of paused and stopped documents: new ones are gone, the others what they were before.

        Args:
            document_ids: Which; None for all that are paused.

        Returns:
            The ids of those that are gone, those that stay, and the copies that all of them had.
        """
        resting = "state = 'paused'" if document_ids is None else "state IN ('paused', 'stopped')"

        def work(connection: sqlite3.Connection) -> tuple[list[str], list[DocumentInfo], list[Path]]:
            rows = _select(connection, document_ids, resting)
            copies = [copy for row in rows if (copy := self._documents.info(row).original) is not None]
            new = [row for row in rows if not (row["sha256"] or row["before"])]
            others = [row for row in rows if row["sha256"] or row["before"]]
            gone, kept = ([row["id"] for row in each] for each in (new, others))
            connection.executemany("DELETE FROM documents WHERE id = ?", [(each,) for each in gone])
            for row in others:
                if row["before"]:
                    go_back(connection, row)
            connection.executemany(
                "UPDATE documents SET state = 'done', outcome = 'text', owner = '', message = NULL, new_sha256 = '',"
                " new_original = '' WHERE id = ?",
                [(row["id"],) for row in others if not row["before"]],
            )
            inside.forget_noted(connection, kept)
            return gone, [self._documents.info(_row(connection, each)) for each in kept], copies

        return await self._database.write(work)

    async def move(self, document_ids: Sequence[str], to: Literal["front", "back"]) -> None:
        """Let documents be read before or after all others, in the order given."""

        def work(connection: sqlite3.Connection) -> None:
            query = f"SELECT min(position), max(position) FROM documents WHERE state IN {_OPEN}"  # noqa: S608
            first, last = connection.execute(query).fetchone()
            start = (first or 0) - len(document_ids) if to == "front" else (last or 0) + 1
            connection.executemany(
                "UPDATE documents SET position = ? WHERE id = ?",
                [(start + number, each) for number, each in enumerate(document_ids)],
            )

        await self._database.write(work)

    async def waiting(self) -> list[DocumentInfo]:
        """Return everything that is to be read, in the order of work."""

        def work(connection: sqlite3.Connection) -> list[DocumentInfo]:
            rows = _select(connection, None, f"state IN {_WORK} AND {_IN_A_BASE}")
            return [self._documents.info(row) for row in rows]

        return await self._database.read(work)

    async def _ids_of(self, kb_id: str, condition: str) -> list[str]:
        query = f"SELECT id FROM documents WHERE knowledge_base_id = ? AND {condition}"  # noqa: S608  # words of our own
        return await self._database.read(lambda connection: [row["id"] for row in connection.execute(query, (kb_id,))])

    async def _change(
        self, document_ids: Sequence[str] | None, condition: str, change: str, *values: object
    ) -> list[DocumentInfo]:
        def work(connection: sqlite3.Connection) -> list[DocumentInfo]:
            ids = [row["id"] for row in _select(connection, document_ids, condition)]
            connection.executemany(
                f"UPDATE documents SET {change} WHERE id = ?",  # noqa: S608  # words of our own
                [(*values, each) for each in ids],
            )
            return [self._documents.info(_row(connection, each)) for each in ids]

        return await self._database.write(work)


def _select(connection: sqlite3.Connection, document_ids: Sequence[str] | None, condition: str) -> list[sqlite3.Row]:
    query = f"SELECT * FROM documents WHERE {condition} AND deletion_id IS NULL"  # noqa: S608  # words of our own
    if document_ids is None:
        return connection.execute(f"{query} ORDER BY position").fetchall()
    query += " AND id IN (SELECT value FROM json_each(?)) ORDER BY position"
    return connection.execute(query, (json.dumps(list(document_ids)),)).fetchall()


def _row(connection: sqlite3.Connection, document_id: str) -> sqlite3.Row:
    return connection.execute("SELECT * FROM documents WHERE id = ?", (document_id,)).fetchone()
