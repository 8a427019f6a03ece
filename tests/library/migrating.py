"""A kbdesk of the future, whose files have one more step than ours: it opens a data folder and says what is in it.

    python tests/library/migrating.py DATA_FOLDER [library|store|open]

It dies, as by `kill -9`, in the middle of that step of the named file; "open": it only opens the folder, to read.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path

from kbdesk.library import schema
from kbdesk.rag.stores import sqlite_schema

WORK = "CREATE TABLE later AS SELECT * FROM documents"


class DeadlyStep(tuple[str, ...]):
    def __iter__(self) -> Iterator[str]:
        yield from super().__iter__()
        die()


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def store_step(connection: sqlite3.Connection) -> None:
    connection.execute(WORK)


def deadly_store_step(connection: sqlite3.Connection) -> None:
    store_step(connection)
    die()


async def main(folder: Path, way: str) -> None:
    schema.MIGRATIONS = (*schema.MIGRATIONS, DeadlyStep((WORK,)) if way == "library" else (WORK,))
    step = deadly_store_step if way == "store" else store_step
    sqlite_schema.MIGRATIONS = (*sqlite_schema.MIGRATIONS, step)
    from kbdesk.library.library import Library  # only now: who imports the steps gets those of the future
    from kbdesk.paths import DataFolder

    async with await Library.open(DataFolder(folder), access="read" if way == "open" else "write") as library:
        if way == "open":
            return
        [base] = await library.knowledge_bases()
        documents = [document.name for document in await library.documents(base.id)]
        hits = [hit.document.name for hit in await library.search(["travel holidays sick"], top_k=9)]
    print(json.dumps({"documents": sorted(documents), "hits": sorted(hits)}))


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), "".join(sys.argv[2:])))
