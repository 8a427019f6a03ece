"""One SQLite file, its connections and the threads that use them."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Lock
from typing import TypeVar

from kbdesk.errors import StoreError
from kbdesk.rag.stores.disk import FULL, disk_full
from kbdesk.rag.stores.sqlite_errors import sqlite_errors
from kbdesk.rag.stores.sqlite_schema import migrate, transaction, use_log
from kbdesk.rag.stores.sqlite_space import overwrite_deleted
from kbdesk.rag.stores.threads import run_whole
from kbdesk.texts import text

T = TypeVar("T")

_READERS = 4
_BUSY_S = 30.0
_CACHE_KIB = 16_384
_STEPS_BETWEEN_LOOKS = 10_000  # of SQLite's machine, some milliseconds
_LOG_BYTES = 64 << 20  # what a large import leaves of the write-ahead log


class SQLiteFile:
    """Runs work on the file in threads: one writer after the other, and readers beside it.

    Each piece of work is one transaction: a reader sees one state of the file from its first to its last statement, a
    writer changes all or nothing, and other processes may use the file at the same time.

    Attributes:
        path: The file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = Lock()
        self._closed = False
        self._writer: sqlite3.Connection | None = None
        self._idle_readers: deque[sqlite3.Connection] = deque()
        self._start_threads()

    async def open(self) -> None:
        """Make the file and its folder if need be, and bring it to the newest version."""
        if self._closed:
            self._start_threads()
            self._closed = False
        await run_whole(self._write_thread, lambda _: self._ready_writer())

    async def close(self) -> None:
        """Wait for the work that runs, and close the file; work asked for later is refused."""
        self._closed = True
        await asyncio.shield(asyncio.to_thread(self._close))

    async def read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Return what the work reads from one state of the file; it breaks off when the caller is cancelled."""
        self._check_open()
        return await run_whole(self._read_threads, lambda stop: self._read(work, stop))

    async def compute(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Read as `read` does, in the one thread for large products.

        A product uses all cores anyway, and asked for by changing threads its slowest took half as long again.
        """
        self._check_open()
        return await run_whole(self._compute_thread, lambda stop: self._read(work, stop))

    async def write(self, work: Callable[[sqlite3.Connection, Event], T]) -> T:
        """Run work that changes the file: all of it, or nothing when it raises.

        Args:
            work: Gets the connection and an event that is set when the caller was cancelled; it may then raise
                `Stopped`.
        """
        self._check_open()
        return await run_whole(self._write_thread, lambda stop: self._write(work, stop))

    async def maintain(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run work on the file itself, outside a transaction; it breaks off when the caller is cancelled."""
        self._check_open()
        return await run_whole(self._write_thread, lambda stop: self._maintain(work, stop))

    def _start_threads(self) -> None:
        self._write_thread = ThreadPoolExecutor(1, "kbdesk-store-write")
        self._read_threads = ThreadPoolExecutor(_READERS, "kbdesk-store-read")
        self._compute_thread = ThreadPoolExecutor(1, "kbdesk-store-compute")

    def _check_open(self) -> None:
        if self._closed:
            raise StoreError(
                text("stores", "{path} has been closed.", path=self.path),
                text("stores", "Open it again."),
            )

    def _read(self, work: Callable[[sqlite3.Connection], T], stop: Event) -> T:
        self._ready_writer()  # makes the file when this is the first use
        with sqlite_errors(self.path):
            connection = self._take_reader()
            try:
                with _broken_off_by(stop, connection), transaction(connection, "BEGIN"):
                    return work(connection)
            finally:
                self._idle_readers.append(connection)

    def _take_reader(self) -> sqlite3.Connection:
        try:
            return self._idle_readers.pop()
        except IndexError:  # asking first would leave a moment for another thread to take the last one
            return self._connect()

    def _write(self, work: Callable[[sqlite3.Connection, Event], T], stop: Event) -> T:
        connection = self._ready_writer()
        with sqlite_errors(self.path), transaction(connection, "BEGIN IMMEDIATE"):
            return work(connection, stop)

    def _maintain(self, work: Callable[[sqlite3.Connection], T], stop: Event) -> T:
        connection = self._ready_writer()
        with sqlite_errors(self.path), _broken_off_by(stop, connection):
            return work(connection)

    def _ready_writer(self) -> sqlite3.Connection:
        with self._lock:
            if self._writer is None:
                self._writer = self._open_writer()
            return self._writer

    def _open_writer(self) -> sqlite3.Connection:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.touch(mode=0o600)  # SQLite gives its side files the same mode
        except OSError as exc:
            if exc.errno in FULL:
                raise disk_full(self.path) from exc
            raise StoreError(
                text("stores", "{path} cannot be made ({reason}).", path=self.path, reason=exc.strerror),
                text("stores", "Choose a folder your user may write to."),
            ) from exc
        with sqlite_errors(self.path):
            connection = self._connect()
            try:
                use_log(connection, _BUSY_S)
                migrate(connection, self.path)
            except BaseException:
                connection.close()
                raise
        return connection

    def _connect(self) -> sqlite3.Connection:
        """Return a connection; each is used by one thread at a time, not always the same."""
        connection = sqlite3.connect(self.path, timeout=_BUSY_S, isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA synchronous = FULL")
        overwrite_deleted(connection)
        connection.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
        connection.execute(f"PRAGMA journal_size_limit = {_LOG_BYTES}")
        return connection

    def _close(self) -> None:
        self._write_thread.shutdown()
        self._read_threads.shutdown()
        self._compute_thread.shutdown()
        while self._idle_readers:
            self._idle_readers.pop().close()
        if self._writer is not None:
            self._writer.close()  # the last connection of all processes also folds the write-ahead log into the file
            self._writer = None


@contextmanager
def _broken_off_by(stop: Event, connection: sqlite3.Connection) -> Generator[None, None, None]:
    """Have SQLite fail in the midst of a statement of the block once the event is set."""
    connection.set_progress_handler(stop.is_set, _STEPS_BETWEEN_LOOKS)
    try:
        yield
    finally:
        connection.set_progress_handler(None, 0)
