"""Copies of files of the library: of one moment, whole, durable, private."""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
from collections.abc import Callable, Generator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from kbdesk.rag.stores.sqlite_errors import sqlite_errors

_BUSY_S = 30.0
_PAGES_A_STEP = 4096
_BLOCK_BYTES = 1 << 20

Check = Callable[[], object]
"""Raises where the work shall end early."""


def copy_databases(library: Path, others: Sequence[Path], target: Path, check: Check) -> None:
    """Copy SQLite files, all as they were at one moment, also while programs write to them.

    Args:
        library: The file whose commits say what is so; no commit gets between the copies.
        others: Further files; one that is not there is left out.
        target: The folder of the copies, which get the same names.
        check: Called again and again; what it raises ends the work.

    Raises:
        StoreError: A file cannot be read, or its copy cannot be written.
    """
    with _held([library, *(path for path in others if path.exists())]) as connections:
        for path, connection in connections.items():
            _copy_database(connection, target / path.name, check)


@contextmanager
def _held(paths: Sequence[Path]) -> Generator[dict[Path, sqlite3.Connection], None, None]:
    """Hold files as they are at one moment; the first one takes no commit while that moment lasts."""
    connections: dict[Path, sqlite3.Connection] = {}
    try:
        with sqlite_errors(paths[0]), closing(_open(paths[0])) as gate:
            gate.execute("BEGIN IMMEDIATE")
            for path in paths:
                with sqlite_errors(path):
                    connections[path] = _open(path)
                    connections[path].execute("BEGIN")
                    connections[path].execute("SELECT count(*) FROM sqlite_schema").fetchone()  # now the view is fixed
        yield connections
    finally:
        for connection in connections.values():
            connection.close()


def _copy_database(source: sqlite3.Connection, target: Path, check: Check) -> None:
    def progress(_status: int, _left: int, _total: int) -> None:
        check()

    target.touch(mode=0o600)
    with sqlite_errors(target), closing(sqlite3.connect(target, isolation_level=None)) as copy:
        source.backup(copy, pages=_PAGES_A_STEP, progress=progress)
        copy.execute("PRAGMA journal_mode = DELETE")  # one file is all of it


def _open(path: Path, mode: str = "mode=rw") -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?{mode}", uri=True, timeout=_BUSY_S, isolation_level=None)


def schema_version(path: Path) -> int:
    """Return the version of a SQLite file, 0 if there is none; nothing is written to it or beside it.

    Raises:
        StoreError: The file cannot be read.
    """
    if not path.exists():
        return 0
    # Only where a program that died, or is at work, has left something in the log, that may say more than the file.
    mode = "mode=ro" if _size(path.with_name(f"{path.name}-wal")) else "mode=ro&immutable=1"
    with sqlite_errors(path), closing(_open(path, mode)) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:  # a program that ends takes its log with it
        return 0


def place(source: Path, target: Path, *, may_share: bool = True) -> None:
    """Give a file a second place, whole or not at all; what was there is replaced.

    Args:
        source: The file; it never changes.
        target: Its second place.
        may_share: Whether both may be one file on the disk, which takes no space.

    Raises:
        OSError: There is no such file, or no space for it.
    """
    target.parent.mkdir(mode=0o700, exist_ok=True)
    temporary = target.with_name(f"{target.name}.part")
    temporary.unlink(missing_ok=True)
    if not (may_share and _link(source, temporary)):
        shutil.copyfile(source, temporary)
        temporary.chmod(0o600)
        with temporary.open("rb+") as file:
            os.fsync(file.fileno())
    temporary.replace(target)
    temporary.unlink(missing_ok=True)  # two names of one file: renaming one to the other leaves both


def _link(source: Path, target: Path) -> bool:
    try:
        target.hardlink_to(source)
    except FileNotFoundError:
        raise
    except OSError:  # another disk, or a file system that cannot
        return False
    return True


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable, where the system can."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sha256_of(path: Path, check: Check) -> str:
    """Return the SHA-256 of a file, 64 hexadecimal digits.

    Raises:
        OSError: It cannot be read.
    """
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(_BLOCK_BYTES):
            check()
            digest.update(block)
    return digest.hexdigest()
