"""What SQLite says, in words a person can act on."""

from __future__ import annotations

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from kbdesk.errors import StoreError, StoreInUseError
from kbdesk.rag.stores.disk import disk_full, is_full
from kbdesk.texts import text


@contextmanager
def sqlite_errors(path: Path) -> Generator[None, None, None]:
    """Turn SQLite's errors on the file into `StoreError`s.

    Raises:
        StoreInUseError: Another program holds the file.
        DiskFullError: Its disk is full.
        StoreError: It is read-only, damaged or unreachable.
    """
    try:
        yield
    except sqlite3.Error as exc:
        raise _store_error(exc, path) from exc


def _store_error(exc: sqlite3.Error, path: Path) -> StoreError:
    code = getattr(exc, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF  # the low byte is the kind, the rest detail
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return StoreInUseError(
            text("stores", "Another program is writing to {path}.", path=path),
            text("stores", "Wait until it is done, then try again."),
        )
    # A used-up share of a disk, or one without room for the index of the log, is only called a failed write.
    if code == sqlite3.SQLITE_FULL or (code == sqlite3.SQLITE_IOERR and is_full(path.parent)):
        return disk_full(path)
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH):
        return StoreError(
            text("stores", "{path} cannot be written.", path=path),
            text("stores", "Allow your user to write to the file and its folder, then try again."),
        )
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return StoreError(
            text("stores", "{path} is damaged.", path=path),
            text("stores", "Move it away and put back a copy, or start anew and add your files again."),
        )
    if code == sqlite3.SQLITE_CANTOPEN:
        return StoreError(
            text("stores", "{path} cannot be opened.", path=path),
            text("stores", "See that the folder is there and that your user may use it."),
        )
    return StoreError(
        text("stores", "{path} cannot be read or written ({kind}).", path=path, kind=_name(exc)),
        text("stores", "See that its disk is connected and has space, then try again."),
    )


def _name(exc: sqlite3.Error) -> str:
    return getattr(exc, "sqlite_errorname", type(exc).__name__)
