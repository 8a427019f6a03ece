"""Open a file of an older version, killed at each statement in turn: `python killed.py KIND SOURCE FOLDER`.

Says for each kill what the file held afterwards, and what it held once it was opened undisturbed.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import shutil
import signal
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from kbdesk.library.database import Database
from kbdesk.rag.stores import sqlite_schema, words
from kbdesk.rag.stores.sqlite import SQLiteStore

STATEMENTS = (
    "ALTER TABLE documents ADD COLUMN colour TEXT NOT NULL DEFAULT 'red'",
    "UPDATE documents SET colour = 'green'",
    "UPDATE documents SET colour = 'blue'",
)
connect = sqlite3.connect


def step(connection: sqlite3.Connection) -> None:
    for statement in STATEMENTS:
        connection.execute(statement)


async def open_store(path: Path) -> None:
    async with SQLiteStore(path):
        pass


async def open_library(path: Path) -> None:
    database = Database(path, [("CREATE TABLE documents (name TEXT)",), STATEMENTS])
    await database.open()
    await database.aclose()


def killed_at(number: int) -> Callable[..., sqlite3.Connection]:
    """Return a `sqlite3.connect` with which this process dies when it begins that statement, over all connections."""
    statements = itertools.count(1)

    def count(_: str) -> None:
        if next(statements) == number:
            os.kill(os.getpid(), signal.SIGKILL)

    def counting(*arguments: object, **options: object) -> sqlite3.Connection:
        connection = connect(*arguments, **options)
        connection.set_trace_callback(count)
        return connection

    return counting


def in_fork(work: Callable[[], None]) -> bool:
    """Run work in a process of its own and return whether that was killed."""
    pid = os.fork()
    if not pid:
        work()
        os._exit(0)
    status = os.waitpid(pid, 0)[1]
    assert status in (0, signal.SIGKILL)
    return status == signal.SIGKILL


def held(path: Path) -> dict[str, object]:
    with closing(connect(path)) as connection:
        columns = [row[1] for row in connection.execute("PRAGMA table_info(documents)")]
        colour = "colour" if "colour" in columns else "'none'"
        return {
            "integrity": connection.execute("PRAGMA integrity_check").fetchone()[0],
            "version": connection.execute("PRAGMA user_version").fetchone()[0],
            "colours": [row[0] for row in connection.execute(f"SELECT {colour} FROM documents")],
        }


def main(kind: str, source: str, folder: str) -> None:
    opened = {"store": open_store, "library": open_library}[kind]
    sqlite_schema.MIGRATIONS = (*sqlite_schema.MIGRATIONS, step)
    words.VERSION = "another"
    killed = True
    for number in itertools.count(1):
        path = Path(shutil.copy(source, Path(folder) / f"{number}.sqlite3"))

        def work(path: Path = path, number: int = number) -> None:
            sqlite3.connect = killed_at(number)
            asyncio.run(opened(path))

        killed = in_fork(work)
        after = held(path)
        in_fork(lambda path=path: asyncio.run(opened(path)))
        print(json.dumps({"killed": killed, "after": after, "then": held(path)}), flush=True)
        if not killed:
            break


if __name__ == "__main__":
    main(*sys.argv[1:])
