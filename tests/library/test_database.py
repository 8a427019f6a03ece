from __future__ import annotations

import asyncio
import sqlite3
import stat
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from kbdesk.errors import DiskFullError, StoreError
from kbdesk.library.database import Database
from kbdesk.library.snapshots import schema_version

FIRST = ("CREATE TABLE things (name TEXT)",)
SECOND = ("ALTER TABLE things ADD COLUMN size INTEGER NOT NULL DEFAULT 7",)


async def opened(path: Path, *steps: tuple[str, ...]) -> Database:
    database = Database(path, steps)
    await database.open()
    return database


def modes_in(folder: Path) -> set[int]:
    return {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}


def bytes_in(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in folder.iterdir())


async def test_a_file_moves_forward(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite3"
    old = await opened(path, FIRST)
    await old.write(lambda connection: connection.execute("INSERT INTO things VALUES ('a')"))
    await old.aclose()
    new = await opened(path, FIRST, SECOND)
    assert await new.read(lambda c: [tuple(row) for row in c.execute("SELECT * FROM things")]) == [("a", 7)]
    await new.aclose()


@pytest.mark.skipif(sys.platform == "win32", reason="modes of POSIX")
async def test_the_file_is_private_wherever_it_lies(tmp_path: Path) -> None:
    database = await opened(tmp_path / "x.sqlite3", FIRST)
    assert modes_in(tmp_path) == {0o600}
    await database.aclose()


async def test_a_file_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    await (await opened(tmp_path / "x.sqlite3", FIRST, SECOND)).aclose()
    database = Database(tmp_path / "x.sqlite3", [FIRST])
    with pytest.raises(StoreError, match="newer"):
        await database.open()
    await database.aclose()


async def test_a_newer_program_that_is_quicker_at_moving_a_file_forward_wins(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite3"
    await (await opened(path, FIRST)).aclose()

    class Overtaken(list[Any]):
        """Steps of which the first is asked for when the file has gone through one more."""

        def __len__(self) -> int:
            with closing(sqlite3.connect(path)) as connection, connection:
                known = super().__len__()
                if connection.execute("PRAGMA user_version").fetchone()[0] == 1:
                    connection.execute(f"PRAGMA user_version = {known + 1}")
            return known

    database = Database(path, Overtaken([FIRST, SECOND]))
    with pytest.raises(StoreError, match="newer"):
        await database.open()
    await database.aclose()
    assert schema_version(path) == 3


async def test_a_file_that_is_no_database_is_said(tmp_path: Path) -> None:
    (tmp_path / "x.sqlite3").write_text("this is not a database at all " * 100)
    database = Database(tmp_path / "x.sqlite3", [FIRST])
    with pytest.raises(StoreError, match="damaged"):
        await database.open()
    await database.aclose()


async def test_a_transaction_that_raises_changes_nothing(tmp_path: Path) -> None:
    database = await opened(tmp_path / "x.sqlite3", FIRST)

    def half(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO things VALUES ('a')")
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await database.write(half)
    assert await database.read(lambda c: c.execute("SELECT count(*) FROM things").fetchone()[0]) == 0
    await database.aclose()


async def test_a_full_disk_is_said_and_the_next_write_works(tmp_path: Path) -> None:
    database = await opened(tmp_path / "x.sqlite3", FIRST)
    await database.read(lambda c: c.execute("PRAGMA max_page_count = 8").fetchall())  # as full a disk as can be had

    def much(connection: sqlite3.Connection) -> None:
        connection.executemany("INSERT INTO things VALUES (?)", [("a" * 5000,)] * 100)

    with pytest.raises(DiskFullError, match="disk is full"):
        await database.write(much)
    await database.write(lambda c: c.execute("INSERT INTO things VALUES ('a')"))
    assert await database.read(lambda c: c.execute("SELECT count(*) FROM things").fetchone()[0]) == 1
    await database.aclose()


async def test_what_was_deleted_leaves_the_disk_and_its_space_is_given_back(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite3"
    database = await opened(path, FIRST)
    await database.write(lambda c: c.executemany("INSERT INTO things VALUES (?)", [("secret sentence" * 100,)] * 200))
    await database.write(lambda c: c.execute("INSERT INTO things VALUES ('other')"))
    await database.write(lambda c: c.execute("DELETE FROM things WHERE name != 'other'"))
    await database.scrub()
    assert b"secret" not in bytes_in(tmp_path)
    free = await database.free_bytes()
    assert await database.reclaim() >= free > 200_000
    assert await database.free_bytes() == 0
    assert path.stat().st_size < 20_000
    assert await database.read(lambda c: c.execute("SELECT name FROM things").fetchone()[0]) == "other"
    await database.aclose()


async def test_two_programs_take_turns_at_opening_and_writing(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite3"
    first, second = await asyncio.gather(opened(path, FIRST, SECOND), opened(path, FIRST, SECOND))

    async def fill(database: Database) -> None:
        for _ in range(20):
            await database.write(lambda c: c.execute("INSERT INTO things (name) VALUES ('a')"))

    await asyncio.gather(fill(first), fill(second))
    assert await first.read(lambda c: c.execute("SELECT count(*) FROM things").fetchone()[0]) == 40
    await first.aclose()
    await second.aclose()
