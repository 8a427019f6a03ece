"""The list of knowledge bases, and what each is pinned to."""

from __future__ import annotations

import os
import sqlite3
import uuid
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import cast

from kbdesk.errors import InputError
from kbdesk.library.chunking import Chunking
from kbdesk.library.database import Database
from kbdesk.library.store_kinds import offered_stores
from kbdesk.library.types import KnowledgeBaseInfo, StoreKind
from kbdesk.rag.stores.milvus_engine import not_installed
from kbdesk.texts import text

DEFAULT_NAME = "Team handbook"
LONGEST_NAME = 100

_WITH_COUNTS = """
    SELECT b.*, count(d.rowid) AS document_count, coalesce(sum(d.passage_count), 0) AS passages
    FROM knowledge_bases b LEFT JOIN documents d ON d.knowledge_base_id = b.id AND d.deletion_id IS NULL
    WHERE b.deletion_id IS NULL
"""


@dataclass(frozen=True)
class Base:
    """A knowledge base as the services know it.

    Attributes:
        info: What people see of it.
        choice: The embedding choice that made its model, as JSON; "" while nothing is stored in it.
        chunker: Fingerprint of the chunker its documents were cut with, or "".
        to_check: Whether it must be compared with its store, because a writer died.
        chunking: How its documents are to be cut.
    """

    info: KnowledgeBaseInfo
    choice: str
    chunker: str
    to_check: bool
    chunking: Chunking

    @property
    def collection(self) -> str:
        """The name of its collection in its store."""
        return f"kb_{self.info.id}"


class Catalog:
    """The table of knowledge bases in library.sqlite3."""

    def __init__(self, database: Database) -> None:
        """Use an open database."""
        self._database = database

    async def ensure_default(self) -> None:
        """Make the first knowledge base if there has never been one."""

        def work(connection: sqlite3.Connection) -> None:
            if connection.execute("SELECT 1 FROM knowledge_bases LIMIT 1").fetchone() is None:
                insert_base(connection, DEFAULT_NAME, "", "this-computer", None)

        await self._database.write(work)

    async def bases(self) -> list[Base]:
        """Return all that are not in the trash, in order of creation."""
        query = _WITH_COUNTS + " GROUP BY b.id ORDER BY b.created_at, b.rowid"
        return await self._database.read(lambda connection: [_base(row) for row in connection.execute(query)])

    async def base(self, kb_id: str) -> Base:
        """Return one.

        Raises:
            InputError: There is no such knowledge base.
        """
        return await self._database.read(lambda connection: find_base(connection, kb_id))

    async def create(self, name: str, description: str, store: StoreKind, store_path: Path | None) -> Base:
        """Make one; see `Library.create_knowledge_base`."""
        if store not in offered_stores():
            raise not_installed()

        def work(connection: sqlite3.Connection) -> Base:
            kb_id = insert_base(connection, _free_name(connection, name), description.strip(), store, store_path)
            return find_base(connection, kb_id)

        return await self._database.write(work)

    async def update(self, kb_id: str, name: str | None, description: str | None) -> Base:
        """Rename or describe one; see `Library.update_knowledge_base`."""

        def work(connection: sqlite3.Connection) -> Base:
            find_base(connection, kb_id)
            if name is not None:
                good = _free_name(connection, name, besides=kb_id)
                connection.execute(
                    "UPDATE knowledge_bases SET name = ?, folded_name = ? WHERE id = ?", (good, good.casefold(), kb_id)
                )
            if description is not None:
                connection.execute(
                    "UPDATE knowledge_bases SET description = ? WHERE id = ?", (description.strip(), kb_id)
                )
            return find_base(connection, kb_id)

        return await self._database.write(work)

    async def pin(self, kb_id: str, *, embedding: str, choice: str, chunker: str) -> None:
        """Note which model and chunker its documents are made with."""
        await self._database.write(
            lambda connection: connection.execute(
                "UPDATE knowledge_bases SET embedding = ?, choice = ?, chunker = ? WHERE id = ?",
                (embedding, choice, chunker, kb_id),
            )
        )

    async def set_chunking(self, kb_id: str, chunking: Chunking) -> None:
        """Note how its documents are to be cut from now on."""
        values = (chunking.to_json(), kb_id)
        await self._database.write(
            lambda connection: connection.execute("UPDATE knowledge_bases SET chunking = ? WHERE id = ?", values)
        )

    async def is_empty(self, kb_id: str) -> bool:
        """Return whether no content of it is stored, not even in the trash."""
        query = "SELECT 1 FROM documents WHERE knowledge_base_id = ? AND sha256 != '' LIMIT 1"
        return await self._database.read(lambda connection: connection.execute(query, (kb_id,)).fetchone() is None)

    async def sign_on(self) -> bool:
        """Note that a writer has the library open; return whether the last one closed it well."""

        def work(connection: sqlite3.Connection) -> bool:
            was_clean = bool(connection.execute("SELECT clean FROM library").fetchone()[0])
            connection.execute("UPDATE library SET clean = 0")
            if not was_clean:
                connection.execute("UPDATE knowledge_bases SET to_check = 1")
            return was_clean

        return await self._database.write(work)

    async def sign_off(self) -> None:
        """Note that the writer closes the library well."""
        await self._database.write(lambda connection: connection.execute("UPDATE library SET clean = 1"))

    async def distrust(self, kb_id: str) -> None:
        """Note that it may not agree with its store."""
        await self._database.write(
            lambda connection: connection.execute("UPDATE knowledge_bases SET to_check = 1 WHERE id = ?", (kb_id,))
        )

    async def is_distrusted(self, kb_id: str) -> bool:
        """Return whether it may not agree with its store."""
        query = "SELECT 1 FROM knowledge_bases WHERE id = ? AND to_check"
        return await self._database.read(lambda connection: connection.execute(query, (kb_id,)).fetchone() is not None)

    async def checked(self, kb_id: str) -> None:
        """Note that it agrees with its store."""
        await self._database.write(
            lambda connection: connection.execute("UPDATE knowledge_bases SET to_check = 0 WHERE id = ?", (kb_id,))
        )


def free_name(connection: sqlite3.Connection, name: str) -> str:
    """Return `name`, with a number behind it if another knowledge base has it."""
    number, free = 1, name
    while _is_taken(connection, free, ""):
        number += 1
        free = f"{name[: LONGEST_NAME - 8]} ({number})"
    return free


def _free_name(connection: sqlite3.Connection, name: str, *, besides: str = "") -> str:
    name = " ".join(name.split())
    if not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
        raise InputError(
            text("library", "This is no name for a knowledge base."),
            text("library", "Type a name of 1 to {most} letters.", most=LONGEST_NAME),
        )
    if _is_taken(connection, name, besides):
        raise InputError(
            text("library", "There is already a knowledge base “{name}”.", name=name),
            text("library", "Choose another name."),
        )
    return name


def _is_taken(connection: sqlite3.Connection, name: str, besides: str) -> bool:
    query = "SELECT 1 FROM knowledge_bases WHERE folded_name = ? AND id != ? AND deletion_id IS NULL"
    return connection.execute(query, (name.casefold(), besides)).fetchone() is not None


def insert_base(
    connection: sqlite3.Connection, name: str, description: str, store: StoreKind, store_path: Path | None
) -> str:
    """Make a knowledge base under a name that no other one has, and return its id."""
    kb_id = uuid.uuid4().hex
    connection.execute(
        "INSERT INTO knowledge_bases (id, name, folded_name, description, store, store_path, created_at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            kb_id,
            name,
            name.casefold(),
            description,
            store,
            None if store_path is None else os.fsencode(store_path),
            datetime.now(UTC).isoformat(),
        ),
    )
    return kb_id


def find_base(connection: sqlite3.Connection, kb_id: str) -> Base:
    """Return a knowledge base.

    Raises:
        InputError: There is no such knowledge base.
    """
    row = connection.execute(_WITH_COUNTS + " AND b.id = ? GROUP BY b.id", (kb_id,)).fetchone()
    if row is None:
        raise InputError(
            text("library", "This knowledge base is no longer there."),
            text("library", "Choose another one from the list."),
        )
    return _base(row)


def _base(row: sqlite3.Row) -> Base:
    path = cast("bytes | None", row["store_path"])
    info = KnowledgeBaseInfo(
        id=row["id"],
        name=row["name"],
        description=row["description"],
        store=row["store"],
        store_path=None if path is None else Path(os.fsdecode(path)),
        embedding=row["embedding"],
        document_count=row["document_count"],
        passage_count=row["passages"],
    )
    return Base(info, row["choice"], row["chunker"], bool(row["to_check"]), Chunking.from_json(row["chunking"]))
