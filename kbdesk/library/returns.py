"""How what was deleted comes back, when something else may have taken its place meanwhile."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kbdesk.library import before, inside
from kbdesk.library.catalog import free_name
from kbdesk.library.database import Database
from kbdesk.library.documents import Documents
from kbdesk.library.identity import free_document_name
from kbdesk.texts import Text, text


@dataclass(frozen=True)
class Verdict:
    """What becomes of a document that is to come back.

    Attributes:
        document_id: The document.
        knowledge_base_id: Its knowledge base.
        refusal: Why it stays in the trash, or None.
        remark: What a person should know of one that comes back, or None.
    """

    document_id: str
    knowledge_base_id: str
    refusal: Text | None = None
    remark: Text | None = None


class Returns:
    """Takes rows out of the trash; every call is one transaction.

    A document whose content is here again stays in the trash: nothing is here twice. One whose place was taken by
    another content comes back as a document of its own, with a numbered name, and lives on by the copy of its file.
    """

    def __init__(self, database: Database, documents: Documents) -> None:
        """Use an open database."""
        self._database = database
        self._documents = documents

    async def look(self, document_ids: Sequence[str]) -> list[Verdict]:
        """Return what would become of documents in the trash, in the order they were added."""
        return await self._database.read(
            lambda connection: [_judge(connection, row) for row in _rows(connection, document_ids)]
        )

    async def take_back(self, document_ids: Sequence[str]) -> list[Verdict]:
        """Let documents be there again whose passages their stores have; those that are refused stay in the trash."""

        def work(connection: sqlite3.Connection) -> list[Verdict]:
            # One by one: what came back a moment ago may be in the way of the next, or have moved it with itself.
            rows = _rows(connection, document_ids)
            verdicts = [self._take_back(connection, _row(connection, row["id"])) for row in rows]
            forget_empty_deletions(connection)
            return verdicts

        return await self._database.write(work)

    async def take_base_back(self, kb_id: str) -> Text | None:
        """Let a knowledge base be there again; return what a person should know."""

        def work(connection: sqlite3.Connection) -> Text | None:
            row = connection.execute("SELECT name FROM knowledge_bases WHERE id = ?", (kb_id,)).fetchone()
            name = free_name(connection, row["name"])
            connection.execute(
                "UPDATE knowledge_bases SET deletion_id = NULL, name = ?, folded_name = ? WHERE id = ?",
                (name, name.casefold(), kb_id),
            )
            forget_empty_deletions(connection)
            return None if name == row["name"] else _renamed(row["name"], name)

        return await self._database.write(work)

    def _take_back(self, connection: sqlite3.Connection, row: sqlite3.Row) -> Verdict:
        verdict = _judge(connection, row)
        if verdict.refusal is not None:
            return verdict
        name, path = row["name"], row["path"]
        if _at_path(connection, row) is not None:
            name = free_document_name(connection, row["knowledge_base_id"], name)
            path = os.fsencode(str(self._documents.info(row).original))
        connection.execute(
            "UPDATE documents SET deletion_id = NULL, trash_bytes = 0, name = ?, path = ? WHERE id = ?",
            (name, path, row["id"]),
        )
        if name != row["name"]:
            before.move(connection, row["id"], name, path)
        connection.execute("DELETE FROM trash_passages WHERE document_id = ?", (row["id"],))
        inside.let_go(connection, row["id"])
        return verdict if name == row["name"] else replace(verdict, remark=_renamed(row["name"], name))


def forget_empty_deletions(connection: sqlite3.Connection) -> None:
    """Drop deletions of which nothing is in the trash any more."""
    connection.execute(
        "DELETE FROM deletions WHERE NOT EXISTS (SELECT 1 FROM documents WHERE deletion_id = deletions.id)"
        " AND NOT EXISTS (SELECT 1 FROM knowledge_bases WHERE deletion_id = deletions.id)"
    )


def _rows(connection: sqlite3.Connection, document_ids: Sequence[str]) -> list[sqlite3.Row]:
    query = "SELECT * FROM documents WHERE id IN (SELECT value FROM json_each(?)) ORDER BY rowid"
    return connection.execute(query, (json.dumps(list(document_ids)),)).fetchall()


def _row(connection: sqlite3.Connection, document_id: str) -> sqlite3.Row:
    return connection.execute("SELECT * FROM documents WHERE id = ?", (document_id,)).fetchone()


def _judge(connection: sqlite3.Connection, row: sqlite3.Row) -> Verdict:
    verdict = Verdict(row["id"], row["knowledge_base_id"])
    query = "SELECT name FROM knowledge_bases WHERE id = ? AND deletion_id IS NOT NULL"
    base = connection.execute(query, (row["knowledge_base_id"],)).fetchone()
    if base is not None:
        refusal = text(
            "library",
            "“{name}” stays in the trash: its knowledge base “{base}” is there too. Restore that first.",
            name=row["name"],
            base=base["name"],
        )
        return replace(verdict, refusal=refusal)
    same = _with_content(connection, row)
    if same is not None:
        refusal = text(
            "library",
            "“{name}” stays in the trash: its content is here already, as “{other}”.",
            name=row["name"],
            other=same["name"],
        )
        return replace(verdict, refusal=refusal)
    if not row["original"] and _at_path(connection, row) is not None:
        refusal = text("library", "“{name}” stays in the trash: the file was added again meanwhile.", name=row["name"])
        return replace(verdict, refusal=refusal)
    return verdict


def _with_content(connection: sqlite3.Connection, row: sqlite3.Row) -> sqlite3.Row | None:
    """Return a document that answers with the content of one in the trash, or will."""
    query = (
        "SELECT name FROM documents WHERE sha256 = ?1 AND knowledge_base_id = ?2 AND deletion_id IS NULL UNION ALL"
        " SELECT name FROM documents WHERE new_sha256 = ?1 AND knowledge_base_id = ?2 AND deletion_id IS NULL"
        " AND state IN ('queued', 'reading', 'embedding', 'paused') LIMIT 1"
    )
    content = row["sha256"] or row["new_sha256"]
    return connection.execute(query, (content, row["knowledge_base_id"])).fetchone() if content else None


def _at_path(connection: sqlite3.Connection, row: sqlite3.Row) -> sqlite3.Row | None:
    query = "SELECT id FROM documents WHERE path = ? AND knowledge_base_id = ? AND deletion_id IS NULL LIMIT 1"
    return connection.execute(query, (row["path"], row["knowledge_base_id"])).fetchone()


def _renamed(old: str, new: str) -> Text:
    return text("library", "“{old}” is back as “{new}”: another one has its name now.", old=old, new=new)
