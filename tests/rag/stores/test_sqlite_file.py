"""What a cancel does to work on a SQLite file."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from threading import Event

import pytest

from kbdesk.rag.stores.sqlite_file import SQLiteFile

HOURS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 1e11) SELECT count(*) FROM n"


@pytest.mark.parametrize("way", ["read", "compute", "maintain"])
async def test_a_statement_without_an_end_breaks_off_when_its_caller_is_cancelled(tmp_path: Path, way: str) -> None:
    file = SQLiteFile(tmp_path / "store.sqlite3")
    await file.open()
    has_begun = Event()

    def count(connection: sqlite3.Connection) -> int:
        has_begun.set()
        return connection.execute(HOURS).fetchone()[0]

    counting = asyncio.create_task(getattr(file, way)(count))
    await asyncio.to_thread(has_begun.wait)
    counting.cancel()
    await asyncio.wait([counting])
    assert counting.cancelled()
    assert await getattr(file, way)(lambda connection: connection.execute("SELECT 1").fetchone()) == (1,)
    await file.close()
