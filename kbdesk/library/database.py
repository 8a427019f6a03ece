"""One SQLite file on a thread of its own."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from kbdesk.errors import StoreError
from kbdesk.library.names import folded, natural_key
from kbdesk.rag.stores.sqlite_errors import sqlite_errors
from kbdesk.rag.stores.sqlite_schema import Begin, transaction, use_log
from kbdesk.rag.stores.sqlite_space import fold_log, free_bytes, overwrite_deleted, reclaim
from kbdesk.texts import text

Value = TypeVar("Value")
Migration = Sequence[str]
"""The statements of one step of the schema."""

_BUSY_TIMEOUT_S = 10.0
_VIEW_CACHE_KIB = 16_000  # holds the indexes of a list of 10,000 rows, which are walked again and again
_FUNCTIONS = (folded, natural_key)
"""What SQL of ours may call by name."""


class Database:
    """A SQLite file that another program may have open too; each call is one whole transaction or none.

    One thread does all the work, in the order of the calls; cancelling a call leaves its transaction whole. Another
    one only looks, so that what is on the screen does not wait for long writes.
    """

    def __init__(self, path: Path, migrations: Sequence[Migration]) -> None:
        """Remember where the file is; `open` opens it.

        Args:
            path: The file; made when there is none.
            migrations: Every step of the schema since its first version; a file's `user_version` counts its steps.
        """
        self._path = path
        self._migrations = migrations
        self._connection: sqlite3.Connection | None = None
        self._viewer: sqlite3.Connection | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=f"sqlite-{path.stem}")
        self._viewing_thread = ThreadPoolExecutor(1, thread_name_prefix=f"sqlite-view-{path.stem}")

    async def open(self) -> None:
        """Open the file and bring its schema up to date.

        Raises:
            StoreError: It cannot be opened, or is of a newer version.
        """
        await self._run(self._open)

    async def aclose(self) -> None:
        """Close the file."""

        def close() -> None:
            if self._connection is not None:
                self._connection.close()

        def close_viewer() -> None:
            if self._viewer is not None:
                self._viewer.close()
                self._viewer = None

        await self._run(close_viewer, self._viewing_thread)  # first: the last one to close folds the log into the file
        self._viewing_thread.shutdown(wait=False)
        await self._run(close)
        self._thread.shutdown(wait=False)

    async def read(self, work: Callable[[sqlite3.Connection], Value]) -> Value:
        """Run `work` in a transaction that sees one state of the file.

        Raises:
            StoreError: SQLite could not read.
        """
        return await self._run(lambda: self._transact("BEGIN", work))

    async def view(self, work: Callable[[sqlite3.Connection], Value]) -> Value:
        """Run `work` like `read`, but beside the calls before it: it sees only what they have committed.

        Raises:
            StoreError: SQLite could not read.
        """

        def look() -> Value:
            if self._viewer is None:
                self._viewer = self._connect()
                self._viewer.execute("PRAGMA query_only=ON")
                self._viewer.execute(f"PRAGMA cache_size={-_VIEW_CACHE_KIB}")
            with transaction(self._viewer, "BEGIN"):
                return work(self._viewer)

        return await self._run(look, self._viewing_thread)

    async def write(self, work: Callable[[sqlite3.Connection], Value]) -> Value:
        """Run `work` in a transaction; nothing is changed if it raises.

        Raises:
            StoreError: SQLite could not write.
        """
        return await self._run(lambda: self._transact("BEGIN IMMEDIATE", work))

    async def scrub(self) -> None:
        """Take what was deleted off the disk: the log may still hold it.

        Raises:
            StoreError: SQLite could not write.
        """
        await self._run(lambda: fold_log(self._opened()))

    async def reclaim(self) -> int:
        """Make the file as small as what is in it, and return the bytes given back.

        Raises:
            DiskFullError: There is too little space to do it.
        """
        return await self._run(lambda: reclaim(self._opened(), self._path))

    async def free_bytes(self) -> int:
        """Return how many bytes of the file and its log hold nothing."""
        return await self._run(lambda: free_bytes(self._opened(), self._path))

    async def _run(self, work: Callable[[], Value], thread: ThreadPoolExecutor | None = None) -> Value:
        def convert() -> Value:
            with sqlite_errors(self._path):
                return work()

        return await asyncio.get_running_loop().run_in_executor(thread or self._thread, convert)

    def _open(self) -> None:
        with suppress(OSError):  # SQLite says itself what is wrong
            self._path.touch(mode=0o600)  # the trash holds what stands in documents; the side files get the same mode
        connection = self._connection = self._connect()
        use_log(connection, _BUSY_TIMEOUT_S)
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA foreign_keys=ON")
        connection.execute("PRAGMA recursive_triggers=ON")  # what moves a document moves those in it, and those in them
        overwrite_deleted(connection)
        if _version(connection) != len(self._migrations):
            self._migrate(connection)

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, timeout=_BUSY_TIMEOUT_S, isolation_level=None, check_same_thread=False)
        connection.row_factory = sqlite3.Row
        for function in _FUNCTIONS:
            connection.create_function(function.__name__, 1, function, deterministic=True)
        return connection

    def _migrate(self, connection: sqlite3.Connection) -> None:
        def steps(connection: sqlite3.Connection) -> None:
            # Another program, of any version, may have done it between our look and our lock.
            version = _version(connection)
            if version > len(self._migrations):
                raise StoreError(
                    text("library", "The file {name} was written by a newer kbdesk.", name=self._path.name),
                    text("library", "Install the newest kbdesk, or choose another data folder."),
                )
            for step in self._migrations[version:]:
                for statement in step:
                    connection.execute(statement)
            connection.execute(f"PRAGMA user_version={len(self._migrations)}")

        self._transact("BEGIN IMMEDIATE", steps)

    def _transact(self, begin: Begin, work: Callable[[sqlite3.Connection], Value]) -> Value:
        connection = self._opened()
        with transaction(connection, begin):
            return work(connection)

    def _opened(self) -> sqlite3.Connection:
        if self._connection is None:
            message = "the database is not open"
            raise RuntimeError(message)
        return self._connection


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])
