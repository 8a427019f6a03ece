"""What a knowledge base knows already of files that may come."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from kbdesk.library.database import Database
from kbdesk.library.names import folded
from kbdesk.library.types import State


@dataclass(frozen=True)
class Known:
    """A document, as far as telling files apart needs it.

    Attributes:
        id: The document.
        name: Its name for people.
        path: Where its file was.
        size_bytes: Size of the file.
        modified_ns: When the file was last changed, in nanoseconds since 1970; 0 where that was not noted.
        added_at: When it was taken in, UTC.
        state: Where it stands.
        sha256: Hash of the newest content of it that was looked at, or "".
        passage_count: Number of passages, 0 until done.
        is_in_trash: Whether it is in the trash.
        is_inside: Whether its file is inside that of another document.
    """

    id: str
    name: str
    path: Path
    size_bytes: int
    modified_ns: int
    added_at: datetime
    state: State
    sha256: str
    passage_count: int
    is_in_trash: bool
    is_inside: bool = False

    @property
    def is_settled(self) -> bool:
        """Whether the same content under the same path need not be read again."""
        return self.state is State.DONE or self.state is State.PAUSED or self.state.is_work

    @property
    def is_worth_asking(self) -> bool:
        """Whether somebody might miss it when another content takes its place."""
        return self.state is not State.FAILED or self.passage_count > 0


class KnownFiles:
    """The documents of one knowledge base, found by path, name, size and content."""

    def __init__(self, documents: Iterable[Known]) -> None:
        """Put these in order; those in the trash are found by their content only.

        Those inside others are not found by it: a file that is dropped becomes a document of its own.
        """
        self._at: dict[Path, Known] = {}
        self._named: dict[str, Known] = {}
        self._here: dict[str, Known] = {}
        self._in_trash: dict[str, Known] = {}
        self._sizes: set[int] = set()
        for document in documents:
            self._sizes.add(document.size_bytes)
            if document.is_in_trash:
                if not document.is_inside:
                    self._in_trash[document.sha256] = document
                continue
            self._at[document.path] = document
            self._named[folded(document.name)] = document
            if not document.is_inside:
                self._here.setdefault(document.sha256, document)

    def at(self, path: Path) -> Known | None:
        """Return the document whose file was at this path."""
        return self._at.get(path)

    def named(self, name: str) -> Known | None:
        """Return a document of this name; capital letters do not count."""
        return self._named.get(folded(name))

    def may_hold(self, size_bytes: int) -> bool:
        """Return whether any document has a content of this size."""
        return size_bytes in self._sizes

    def with_content(self, sha256: str) -> Known | None:
        """Return a document that has this content, first of all one that is not in the trash."""
        return (self._here.get(sha256) or self._in_trash.get(sha256)) if sha256 else None


async def known_files(database: Database, kb_id: str) -> KnownFiles:
    """Return what a knowledge base and its trash hold."""
    query = (
        "SELECT id, name, path, size_bytes, modified_ns, added_at, state, passage_count, deletion_id, parent_id,"
        " iif(new_sha256 != '', new_sha256, sha256) AS content FROM documents WHERE knowledge_base_id = ?"
        " AND (deletion_id IS NULL OR sha256 != '') ORDER BY rowid"
    )
    return await database.read(lambda connection: KnownFiles(map(_known, connection.execute(query, (kb_id,)))))


def _known(row: sqlite3.Row) -> Known:
    return Known(
        id=row["id"],
        name=row["name"],
        path=Path(os.fsdecode(row["path"])),
        size_bytes=row["size_bytes"],
        modified_ns=row["modified_ns"],
        added_at=datetime.fromisoformat(row["added_at"]),
        state=State(row["state"]),
        sha256=row["content"],
        passage_count=row["passage_count"],
        is_in_trash=row["deletion_id"] is not None,
        is_inside=row["parent_id"] != "",
    )
