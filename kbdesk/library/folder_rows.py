"""The folders kept in sync in library.sqlite3, and what is known of their files."""

from __future__ import annotations

import json
import os
import sqlite3
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

from kbdesk.errors import InputError
from kbdesk.library.database import Database
from kbdesk.library.sync_plan import COPY, TAKEN_OUT, Kept, Known, Move, Seen
from kbdesk.library.walk import Found
from kbdesk.texts import Text, text

# What came inside a file has a path as if that were a folder, but no file of its own.
_BELOW = "knowledge_base_id = ? AND path > ? AND path < ? AND deletion_id IS NULL AND parent_id = ''"


class FolderState(StrEnum):
    """What the last look at a folder found."""

    NEW = "new"
    IN_STEP = "in sync"
    WAITS = "waits"
    """The changes are so many that a person decides."""
    NOT_CONNECTED = "not connected"
    PROBLEM = "problem"


@dataclass(frozen=True)
class FolderInfo:
    """A folder that is kept in sync.

    Attributes:
        id: 32 hexadecimal digits.
        knowledge_base_id: Where its files go.
        knowledge_base: The name of that.
        path: Where it is, absolute.
        last_look: When it was last looked at and all was well, UTC; None before.
        state: What the last look found.
        remarks: What a person should know about it.
        document_count: Number of its documents.
    """

    id: str
    knowledge_base_id: str
    knowledge_base: str
    path: Path
    last_look: datetime | None
    state: FolderState
    remarks: tuple[Text, ...]
    document_count: int


class FolderRows:
    """The tables `folders` and `folder_files`; every call is one transaction."""

    def __init__(self, database: Database) -> None:
        """Use an open database."""
        self._database = database

    async def all(self) -> list[FolderInfo]:
        """Return all folders, in the order they were added; not those whose knowledge base is in the trash."""
        return await self._database.read(lambda connection: _infos(connection))

    async def ids(self) -> list[str]:
        """Return the ids of all folders, also of those whose knowledge base is in the trash: it may come back."""
        query = "SELECT id FROM folders ORDER BY rowid"
        return await self._database.read(lambda connection: [row["id"] for row in connection.execute(query)])

    async def one(self, folder_id: str) -> FolderInfo:
        """Return one folder.

        Raises:
            InputError: It is not kept in sync, or its knowledge base is in the trash.
        """
        found = await self._database.read(lambda connection: _infos(connection, folder_id))
        if not found:
            raise InputError(
                text("library", "This folder is not kept in sync any more."),
                text("library", "Add it again to keep it in sync."),
            )
        return found[0]

    async def keep(self, kb_id: str, path: Path) -> tuple[str, list[str]]:
        """Note a folder, unless one around it is kept already; it stands for those in it from now on.

        Returns:
            Its id, or that of the one around it; and the ids of those in it, which are gone.

        Raises:
            InputError: There is no such knowledge base.
        """
        folder_id = uuid.uuid4().hex
        added_at = datetime.now(UTC).isoformat()

        def work(connection: sqlite3.Connection) -> tuple[str, list[str]]:
            query = "SELECT 1 FROM knowledge_bases WHERE id = ? AND deletion_id IS NULL"
            if connection.execute(query, (kb_id,)).fetchone() is None:
                raise InputError(
                    text("library", "This knowledge base is no longer there."),
                    text("library", "Choose another one from the list."),
                )
            rows = connection.execute("SELECT id, path FROM folders WHERE knowledge_base_id = ?", (kb_id,)).fetchall()
            for row in rows:
                if path.is_relative_to(_path(row)):
                    return str(row["id"]), []
            inner = [str(row["id"]) for row in rows if _path(row).is_relative_to(path)]
            connection.executemany("DELETE FROM folders WHERE id = ?", [(each,) for each in inner])
            connection.execute(
                "INSERT INTO folders (id, knowledge_base_id, path, added_at) VALUES (?, ?, ?, ?)",
                (folder_id, kb_id, os.fsencode(path), added_at),
            )
            return folder_id, inner

        return await self._database.write(work)

    async def leave(self, folder_id: str) -> None:
        """Forget a folder; its documents stay."""
        await self._database.write(
            lambda connection: connection.execute("DELETE FROM folders WHERE id = ?", (folder_id,))
        )

    async def note(self, folder_id: str, state: FolderState, remarks: Sequence[Text], *, has_looked: bool) -> None:
        """Note what a look found."""
        now = datetime.now(UTC).isoformat() if has_looked else None
        values = (state, json.dumps([remark.to_json() for remark in remarks]), now, folder_id)
        statement = "UPDATE folders SET state = ?, remarks = ?, last_look = coalesce(?, last_look) WHERE id = ?"
        await self._database.write(lambda connection: connection.execute(statement, values))

    async def known(self, folder: FolderInfo) -> Known:
        """Return what is known of a folder; notes which of its documents a person put in the trash."""

        def work(connection: sqlite3.Connection) -> Known:
            connection.execute(
                "UPDATE folder_files SET document_id = ? WHERE folder_id = ?"
                " AND document_id IN (SELECT id FROM documents WHERE deletion_id IS NOT NULL)",
                (TAKEN_OUT, folder.id),
            )
            return Known(_kept(connection, folder), _seen(connection, folder.id))

        return await self._database.write(work)

    async def remember(self, folder_id: str, files: Iterable[tuple[Found, str]], forget: Iterable[str] = ()) -> None:
        """Note files with the documents they became, and forget others by their paths."""
        rows = [_row(folder_id, file, document_id) for file, document_id in files]
        gone = [(folder_id, os.fsencode(path)) for path in forget]

        def work(connection: sqlite3.Connection) -> None:
            _forget(connection, gone)
            connection.executemany("INSERT OR REPLACE INTO folder_files VALUES (?, ?, ?, ?, ?)", rows)

        if rows or gone:
            await self._database.write(work)

    async def remember_accepted(self, folder: FolderInfo, files: Iterable[Found]) -> None:
        """Note files with the documents that have their paths now, or as copies of others."""
        by_path = {os.fsencode(file.path): file for file in files}
        query = "SELECT id FROM documents WHERE path = ? AND knowledge_base_id = ? AND deletion_id IS NULL"

        def work(connection: sqlite3.Connection) -> None:
            for path, file in by_path.items():
                row = connection.execute(query, (path, folder.knowledge_base_id)).fetchone()
                values = _row(folder.id, file, COPY if row is None else row["id"])
                connection.execute("INSERT OR REPLACE INTO folder_files VALUES (?, ?, ?, ?, ?)", values)

        await self._database.write(work)

    async def follow(self, folder_id: str, moves: Sequence[Move]) -> None:
        """Give documents the path and the name that their files have now."""

        def work(connection: sqlite3.Connection) -> None:
            for move in moves:
                file = move.file
                connection.execute(
                    "UPDATE documents SET path = ?, name = ?, modified_ns = ? WHERE id = ? AND deletion_id IS NULL",
                    (os.fsencode(file.path), file.name, file.modified_ns, move.document.id),
                )
            _forget(connection, [(folder_id, os.fsencode(move.document.path)) for move in moves])
            rows = [_row(folder_id, move.file, move.document.id) for move in moves]
            connection.executemany("INSERT OR REPLACE INTO folder_files VALUES (?, ?, ?, ?, ?)", rows)

        await self._database.write(work)


def _infos(connection: sqlite3.Connection, folder_id: str | None = None) -> list[FolderInfo]:
    rows = connection.execute(
        "SELECT f.*, b.name FROM folders f JOIN knowledge_bases b ON b.id = f.knowledge_base_id"
        " WHERE b.deletion_id IS NULL AND (?1 IS NULL OR f.id = ?1) ORDER BY f.rowid",
        (folder_id,),
    )
    return [_info(connection, row) for row in rows.fetchall()]


def _info(connection: sqlite3.Connection, row: sqlite3.Row) -> FolderInfo:
    path = _path(row)
    below = (row["knowledge_base_id"], *_bounds(path))
    count = connection.execute(f"SELECT count(*) FROM documents WHERE {_BELOW}", below).fetchone()[0]  # noqa: S608
    return FolderInfo(
        id=row["id"],
        knowledge_base_id=row["knowledge_base_id"],
        knowledge_base=row["name"],
        path=path,
        last_look=None if row["last_look"] is None else datetime.fromisoformat(row["last_look"]),
        state=FolderState(row["state"]),
        remarks=tuple(Text.from_json(remark) for remark in json.loads(row["remarks"])),
        document_count=count,
    )


def _kept(connection: sqlite3.Connection, folder: FolderInfo) -> dict[str, Kept]:
    rows = connection.execute(
        "SELECT id, name, path, size_bytes, modified_ns, iif(new_sha256 = '', sha256, new_sha256),"  # noqa: S608
        f" state = 'failed' AND new_sha256 = '' FROM documents WHERE {_BELOW}",
        (folder.knowledge_base_id, *_bounds(folder.path)),
    )
    kept = (
        Kept(document_id, name, os.fsdecode(path), size, modified_ns, sha256, bool(is_unread))
        for document_id, name, path, size, modified_ns, sha256, is_unread in rows
    )
    return {each.path: each for each in kept}


def _seen(connection: sqlite3.Connection, folder_id: str) -> dict[str, Seen]:
    query = "SELECT path, size_bytes, modified_ns, document_id FROM folder_files WHERE folder_id = ?"
    return {os.fsdecode(path): Seen(*values) for path, *values in connection.execute(query, (folder_id,))}


def _forget(connection: sqlite3.Connection, rows: Sequence[tuple[str, bytes]]) -> None:
    connection.executemany("DELETE FROM folder_files WHERE folder_id = ? AND path = ?", rows)


def _row(folder_id: str, file: Found, document_id: str) -> tuple[str, bytes, int, int, str]:
    return folder_id, os.fsencode(file.path), file.size_bytes, file.modified_ns, document_id


def _path(row: sqlite3.Row) -> Path:
    return Path(os.fsdecode(row["path"]))


def _bounds(folder: Path) -> tuple[bytes, bytes]:
    """Return what all paths below a folder lie between."""
    beginning = os.fsencode(str(folder).rstrip(os.sep))
    separator = os.sep.encode()
    return beginning + separator, beginning + bytes([separator[0] + 1])
