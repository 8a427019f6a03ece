"""Deleting for good: rows, passages, full text, vectors, notes and the copies of the files."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from kbdesk.errors import StoreError
from kbdesk.library import document_words
from kbdesk.library.bases import OpenBases, milvus_path
from kbdesk.library.concurrency import Turns
from kbdesk.library.database import Database
from kbdesk.library.returns import forget_empty_deletions
from kbdesk.library.types import StoreKind
from kbdesk.library.walk import absolute
from kbdesk.paths import DataFolder
from kbdesk.texts import Text, text


@dataclass(frozen=True)
class _Doomed:
    """A knowledge base whose deletion has begun."""

    id: str
    name: str
    store: StoreKind
    path: Path | None
    document_ids: list[str]


class Purge:
    """Takes out of the trash what nobody shall restore."""

    def __init__(self, database: Database, folder: DataFolder, *, bases: OpenBases, committing: Turns) -> None:
        """Use the open parts of a library."""
        self._database = database
        self._folder = folder
        self._notes = absolute(folder.notes)
        self._bases = bases
        self._committing = committing

    async def documents(self, document_ids: Sequence[str]) -> None:
        """Delete documents that are in the trash: one transaction, for all of them is in library.sqlite3."""

        def work(connection: sqlite3.Connection) -> list[bytes]:
            paths = [_path_of(connection, each) for each in document_ids]
            connection.executemany("DELETE FROM documents WHERE id = ?", [(each,) for each in document_ids])
            forget_empty_deletions(connection)
            return paths

        await self._delete_notes(await self._database.write(work))

    async def _delete_notes(self, paths: Sequence[bytes]) -> None:
        """Delete what was written in kbdesk of those files that no document has any more; a person's own ones stay."""
        query = "SELECT 1 FROM documents WHERE path = ?"
        notes = [path for path in paths if Path(os.fsdecode(path)).parent == self._notes]
        gone = await self._database.read(
            lambda connection: [path for path in notes if connection.execute(query, (path,)).fetchone() is None]
        )
        for path in gone:
            with suppress(OSError):  # some program shows it
                await asyncio.to_thread(Path(os.fsdecode(path)).unlink, missing_ok=True)

    async def bases(self, kb_ids: Sequence[str]) -> list[Text]:
        """Delete knowledge bases that are in the trash; return what could not be deleted.

        They are marked first. A program that dies before the end finds the mark and goes on, see `left_over`.
        """
        await self._database.write(
            lambda connection: connection.executemany(
                "UPDATE deletions SET purging = 1 WHERE id = (SELECT deletion_id FROM knowledge_bases WHERE id = ?)",
                [(kb_id,) for kb_id in kb_ids],
            )
        )
        return await self.left_over()

    async def left_over(self) -> list[Text]:
        """Go on with the knowledge bases that are marked; return what could not be deleted."""
        problems = [await self._base(doomed) for doomed in await self._database.read(_doomed)]
        return [problem for problem in problems if problem is not None]

    async def scrub(self) -> None:
        """Take what was deleted off the disk: full text still has its words, and the files' logs its sentences."""
        with suppress(StoreError):  # somebody reads, or the disk is full: closing does it, and giving space back
            await self._database.write(document_words.merge)
            await self._database.scrub()
            await (await self._bases.store_of_this_computer()).scrub()

    async def forget_kept_passages(self) -> None:
        """Drop what deletions that were broken off have copied of documents that are still there."""
        query = (
            "DELETE FROM trash_passages WHERE document_id IN (SELECT id FROM documents d WHERE deletion_id IS NULL"
            " AND EXISTS (SELECT 1 FROM trash_passages WHERE document_id = d.id))"
        )
        await self._database.write(lambda connection: connection.execute(query))

    async def let_go_of_refused_copies(self) -> None:
        """Note that the copies of files are not needed which this kbdesk will not read, however often it tries.

        The copy of any other file that gave no text stays: with a password, or a better kbdesk, it may be read when the
        file itself is gone; and that of one that is nowhere else: it was inside another one, or came with a knowledge
        base and has no other path.
        """
        query = (
            "UPDATE documents SET new_original = '' WHERE state = 'failed' AND new_original != '' AND parent_id = ''"
            " AND outcome IN ('empty', 'unsupported', 'unsupported_legacy', 'limit')"
            # A copy is called after its content, below a folder of two letters; no other file has such a name.
            " AND substr(path, 3 - length(new_original)) != CAST(substr(new_original, 4) AS BLOB)"
        )
        await self._database.write(lambda connection: connection.execute(query))

    async def _base(self, doomed: _Doomed) -> Text | None:
        # Nobody stores a document in it from here on: whoever gets his turn finds its row changed, and then gone.
        async with self._committing.of(doomed.document_ids):
            problem = await self._delete_stored(doomed)
            paths = await self._database.write(lambda connection: _delete_base(connection, doomed.id))
        await self._delete_notes(paths)
        return problem

    async def _delete_stored(self, doomed: _Doomed) -> Text | None:
        if doomed.store == "this-computer":
            await (await self._bases.store_of_this_computer()).delete_collection(f"kb_{doomed.id}")
            return None
        path = milvus_path(doomed.path or self._folder.root, doomed.id)
        await self._bases.close(path)
        if await asyncio.to_thread(_delete_folder, path):
            return None
        return text(
            "library",
            "The folder {folder} of the knowledge base “{name}” could not be deleted. Delete it by hand when its disk"
            " is connected.",
            folder=str(path),
            name=doomed.name,
        )


def _doomed(connection: sqlite3.Connection) -> list[_Doomed]:
    query = "SELECT b.* FROM knowledge_bases b JOIN deletions x ON x.id = b.deletion_id WHERE x.purging"
    documents = "SELECT id FROM documents WHERE knowledge_base_id = ?"
    return [
        _Doomed(
            row["id"],
            row["name"],
            row["store"],
            None if row["store_path"] is None else Path(os.fsdecode(row["store_path"])),
            [each["id"] for each in connection.execute(documents, (row["id"],))],
        )
        for row in connection.execute(query).fetchall()
    ]


def _path_of(connection: sqlite3.Connection, document_id: str) -> bytes:
    row = connection.execute("SELECT path FROM documents WHERE id = ?", (document_id,)).fetchone()
    return row["path"] if row is not None else b""


def _delete_base(connection: sqlite3.Connection, kb_id: str) -> list[bytes]:
    """Delete a knowledge base, and return the paths of its documents."""
    rows = connection.execute("SELECT path FROM documents WHERE knowledge_base_id = ?", (kb_id,)).fetchall()
    connection.execute("DELETE FROM documents WHERE knowledge_base_id = ?", (kb_id,))
    connection.execute("DELETE FROM knowledge_bases WHERE id = ?", (kb_id,))
    forget_empty_deletions(connection)
    return [row["path"] for row in rows]


def _delete_folder(path: Path) -> bool:
    """Delete a folder with all in it; return whether it is gone for certain: its disk may be away."""
    shutil.rmtree(path, ignore_errors=True)
    return path.parent.is_dir() and not path.exists()
