"""A file that is brought to a newer version is old or new, whenever the program is killed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from kbdesk.library.database import Database
from kbdesk.message import TextBlock
from kbdesk.rag.document import Chunk, VectorRecord
from kbdesk.rag.stores.sqlite import SQLiteStore
from kbdesk.rag.stores.sqlite_schema import MIGRATIONS

VERSIONS = {"store": len(MIGRATIONS), "library": 1}


def content(version, colour):
    return {"integrity": "ok", "version": version, "colours": [colour] * 2}


def record_of(document_id):
    chunk = Chunk(content=TextBlock(text="travel costs"), source="a.md", chunk_index=0, total_chunks=1)
    return VectorRecord(vector=[1.0] * 8, document_id=document_id, chunk=chunk)


async def make_store(path):
    async with SQLiteStore(path) as store:
        await store.create_collection("c", 8)
        await store.insert("c", [record_of("a"), record_of("b")])


async def make_library(path):
    database = Database(path, [("CREATE TABLE documents (name TEXT)",)])
    await database.open()
    await database.write(lambda c: c.execute("INSERT INTO documents VALUES ('a'), ('b')"))
    await database.aclose()


def kills(kind, source):
    command = [sys.executable, Path(__file__).with_name("killed.py"), kind, source, source.parent]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert ran.stderr == ""
    return [json.loads(line) for line in ran.stdout.splitlines()]


@pytest.mark.skipif(sys.platform == "win32", reason="forks")
@pytest.mark.parametrize(("kind", "make"), [("store", make_store), ("library", make_library)])
async def test_killed_at_any_statement_of_a_migration_a_file_is_old_or_new_and_the_next_start_finishes(
    kind, make, tmp_path
):
    source = tmp_path / "source.sqlite3"
    await make(source)
    old, new = content(VERSIONS[kind], "none"), content(VERSIONS[kind] + 1, "blue")
    rounds = kills(kind, source)
    assert [one["killed"] for one in rounds] == [True] * (len(rounds) - 1) + [False]
    assert all(one["then"] == new for one in rounds)
    after = [one["after"] for one in rounds]
    assert after == [old] * after.index(new) + [new] * (len(rounds) - after.index(new))
    assert after.count(old) > 8
