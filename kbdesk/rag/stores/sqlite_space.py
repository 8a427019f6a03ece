"""Space in a SQLite file that holds nothing any more, and text that was deleted but still lies in it."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

from kbdesk.errors import DiskFullError
from kbdesk.texts import text


def overwrite_deleted(connection: sqlite3.Connection) -> None:
    """Have everything that is deleted through the connection overwritten with zeros in the file."""
    # Not FAST: that leaves the text in pages that become free as a whole.
    connection.execute("PRAGMA secure_delete = ON")


def fold_log(connection: sqlite3.Connection) -> None:
    """Write the write-ahead log into the file and empty it; outside a transaction.

    Where somebody reads an older state for longer than the connection is patient, the next one does it.
    """
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()


def free_bytes(connection: sqlite3.Connection, path: Path) -> int:
    """Return how many bytes of the file hold nothing, with those of its log, which is empty after a `reclaim`."""
    return max(0, _size(path) - _used(connection))


def reclaim(connection: sqlite3.Connection, path: Path) -> int:
    """Make the file as small as what is in it, and return the bytes given back; outside a transaction.

    Others may read meanwhile, and wait to write.

    Raises:
        DiskFullError: There is too little space to do it.
    """
    _check_space(connection, path)
    before = _size(path)
    connection.execute("VACUUM")
    fold_log(connection)
    return max(0, before - _size(path))


def _check_space(connection: sqlite3.Connection, path: Path) -> None:
    needed = 2 * _used(connection)  # once as a temporary file, once as log
    free = shutil.disk_usage(path.parent).free
    if free < needed:
        raise DiskFullError(
            text(
                "stores",
                "There is too little free space to make {path} smaller: it takes {needed} MB for a while, and {free} MB"
                " are free.",
                path=path,
                needed=-(-needed // 1_000_000),
                free=free // 1_000_000,
            ),
            text("stores", "Free some space, then try again."),
        )


def _used(connection: sqlite3.Connection) -> int:
    return (_number(connection, "page_count") - _number(connection, "freelist_count")) * _number(
        connection, "page_size"
    )


def _number(connection: sqlite3.Connection, pragma: str) -> int:
    return int(connection.execute(f"PRAGMA {pragma}").fetchone()[0])


def _size(path: Path) -> int:
    return sum(file.stat().st_size for file in (path, path.with_name(f"{path.name}-wal")) if file.exists())
