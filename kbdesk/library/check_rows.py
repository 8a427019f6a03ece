"""What a check reads in library.sqlite3, and what it mends there."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath

from kbdesk.library.database import Database
from kbdesk.library.documents import LOST

_CHILDREN = (
    "trash_passages",
    "sketches",
    "sketch_marks",
    "kept_both",
    "folders",
    "folder_files",
    "files_inside",
    "edits",
    "edit_acts",
    "unedited",
)
"""Tables whose rows are nothing without the row they belong to."""
_PARENTS = ("documents", "knowledge_bases")
"""Tables whose rows may be in the trash."""


@dataclass(frozen=True)
class Row:
    """A document as the catalog has it.

    Attributes:
        id: Its id.
        name: Its name.
        state: Where it stands.
        sha256: Hash of the content that answers searches, or "".
        original: Name of the copy of that content, or "".
        new_sha256: Hash of the content that is being taken in, or "".
        new_original: Name of the copy of that content, or "".
        passage_count: Number of its passages.
        message: What is said of it, as JSON, or None.
    """

    id: str
    name: str
    state: str
    sha256: str
    original: str
    new_sha256: str
    new_original: str
    passage_count: int
    message: str | None

    @property
    def has_lost_passages(self) -> bool:
        """Whether a check found before that its passages are gone."""
        return self.state == "failed" and self.message == LOST.to_json()


@dataclass(frozen=True)
class Kept:
    """A copy that a document has.

    Attributes:
        original: Its name.
        sha256: The hash that its content must have.
        name: The name of the document.
        path: Where the file was when it was taken in.
    """

    original: str
    sha256: str
    name: str
    path: Path


@dataclass(frozen=True)
class Abandoned:
    """A document that is marked as worked on while nobody does.

    Attributes:
        id: Its id.
        name: Its name.
        is_to_read: Whether it is still to be read.
    """

    id: str
    name: str
    is_to_read: bool


class CheckRows:
    """The rows of library.sqlite3, looked at for what cannot be; every call is one transaction."""

    def __init__(self, database: Database) -> None:
        """Use an open database."""
        self._database = database

    async def of(self, kb_id: str) -> dict[str, Row]:
        """Return the documents of a knowledge base by id, without those in the trash."""
        query = (
            "SELECT id, name, state, sha256, original, new_sha256, new_original, passage_count, message FROM documents"
            " WHERE knowledge_base_id = ? AND deletion_id IS NULL"
        )
        return await self._database.read(lambda c: {row["id"]: Row(*row) for row in c.execute(query, (kb_id,))})

    async def copies(self) -> list[Kept]:
        """Return the copies that documents have, each once, also those of documents in the trash."""
        query = (
            "SELECT original, name, path FROM documents WHERE original != '' UNION ALL"
            " SELECT new_original, name, path FROM documents WHERE new_original != ''"
        )

        def work(connection: sqlite3.Connection) -> list[Kept]:
            # Named by their hash; `new_sha256` may be that of a still newer content, of which there is no copy yet.
            found = (
                Kept(original, PurePosixPath(original).stem, name, Path(os.fsdecode(path)))
                for original, name, path in connection.execute(query)
            )
            return list({kept.original: kept for kept in found}.values())

        return await self._database.read(work)

    async def abandoned(self, session: str) -> list[Abandoned]:
        """Return the documents that are marked as worked on while nobody does.

        Args:
            session: What the marks of this program begin with.
        """
        query = (
            "SELECT id, name, state IN ('reading', 'embedding') AND deletion_id IS NULL FROM documents"
            " WHERE (state IN ('reading', 'embedding')) != (owner != '')"
            " OR (owner != '' AND substr(owner, 1, ?) != ?)"
        )
        arguments = (len(session), session)
        return await self._database.read(
            lambda c: [Abandoned(row[0], row[1], bool(row[2])) for row in c.execute(query, arguments)]
        )

    async def release(self, document_ids: Sequence[str]) -> None:
        """Take such marks away; what was to be read is in the queue again."""
        query = (
            "UPDATE documents SET owner = '', state = iif(state IN ('reading', 'embedding'), 'queued', state)"
            " WHERE id IN (SELECT value FROM json_each(?))"
        )
        await self._database.write(lambda connection: connection.execute(query, (json.dumps(list(document_ids)),)))

    async def gaps_in_trash(self) -> dict[str, Row]:
        """Return the documents in the trash that do not have all their passages there, by id."""
        query = (
            "SELECT d.id, name, state, sha256, original, new_sha256, new_original, passage_count, message"
            " FROM documents d LEFT JOIN trash_passages p ON p.document_id = d.id WHERE deletion_id IS NOT NULL"
            " GROUP BY d.id HAVING count(p.chunk_index) != passage_count OR coalesce(max(p.chunk_index), -1) !="
            " passage_count - 1 OR min(length(p.vector)) != max(length(p.vector)) OR min(length(p.vector)) % 4 != 0"
        )
        return await self._database.read(lambda c: {row["id"]: Row(*row) for row in c.execute(query)})

    async def forget_passages(self, document_id: str) -> None:
        """Let a document in the trash be one that is still to be read, from its copy."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM trash_passages WHERE document_id = ?", (document_id,))
            connection.execute(
                "UPDATE documents SET state = 'stopped', passage_count = 0, trash_bytes = 0, new_sha256 = sha256,"
                " new_original = original, sha256 = '', original = '', before = '' WHERE id = ? AND sha256 != ''",
                (document_id,),
            )

        await self._database.write(work)

    async def strays(self) -> int:
        """Return the number of rows that belong to something that is not there."""
        return await self._database.read(lambda c: len(c.execute("PRAGMA foreign_key_check").fetchall()))

    async def forget_strays(self, kb_id: str) -> None:
        """Delete rows that belong to nothing, where they are nothing by themselves.

        Args:
            kb_id: The knowledge base that gets documents of none.
        """

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(
                "UPDATE documents SET knowledge_base_id = ?"
                " WHERE knowledge_base_id NOT IN (SELECT id FROM knowledge_bases)",
                (kb_id,),
            )
            for table in _PARENTS:
                connection.execute(
                    f"INSERT OR IGNORE INTO deletions (id, deleted_at) SELECT deletion_id, ? FROM {table}"  # noqa: S608
                    " WHERE deletion_id IS NOT NULL",
                    (datetime.now(UTC).isoformat(),),
                )
            for table in _CHILDREN:
                for key in connection.execute(f"PRAGMA foreign_key_list({table})").fetchall():
                    connection.execute(
                        f"DELETE FROM {table} WHERE {key['from']} NOT IN"  # noqa: S608  # names of our own schema
                        f" (SELECT {key['to']} FROM {key['table']})"
                    )

        await self._database.write(work)
