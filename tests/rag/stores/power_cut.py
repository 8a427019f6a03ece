"""Write to a file without end, whole versions at a time: `python power_cut.py KIND PATH`."""

from __future__ import annotations

import asyncio
import itertools
import sys
from pathlib import Path

from kbdesk.library.database import Database
from kbdesk.message import TextBlock
from kbdesk.rag.document import Chunk, VectorRecord
from kbdesk.rag.stores.sqlite import SQLiteStore


def record_of(document_id: str, version: int, index: int, total: int) -> VectorRecord:
    content = TextBlock(text=f"{version} passage{index} " + "of some length " * (index % 40))
    chunk = Chunk(content=content, source="a.md", chunk_index=index, total_chunks=total)
    return VectorRecord(vector=[float(version), *[1.0] * 63], document_id=document_id, chunk=chunk)


async def write_store(path: Path) -> None:
    async with SQLiteStore(path) as store:
        await store.create_collection("c", 64)
        for version in itertools.count():
            total = 50 + version % 200
            await store.insert("c", [record_of(f"d{version % 7}", version, i, total) for i in range(total)])
            print(version, flush=True)


async def write_library(path: Path) -> None:
    database = Database(path, [("CREATE TABLE things (version INTEGER, content TEXT)",)])
    await database.open()
    for version in itertools.count():
        rows = [(version, "content " * (number % 500)) for number in range(100)]
        await database.write(lambda c, old=version - 5: c.execute("DELETE FROM things WHERE version = ?", (old,)))
        await database.write(lambda c, rows=rows: c.executemany("INSERT INTO things VALUES (?, ?)", rows))
        print(version, flush=True)


asyncio.run({"store": write_store, "library": write_library}[sys.argv[1]](Path(sys.argv[2])))
