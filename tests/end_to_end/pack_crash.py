"""A program that is going to be killed while it takes in a knowledge base from a file.

python tests/end_to_end/pack_crash.py DATA_FOLDER FILE MOMENT:NUMBER
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kbdesk.library.library import Library
from kbdesk.library.packs import arriving, packs
from kbdesk.library.packs.archives import Archive
from kbdesk.library.watchers import Watchers
from kbdesk.paths import DataFolder
from kbdesk.rag.stores.sqlite import SQLiteStore

MOMENTS: dict[str, tuple[Any, str]] = {
    "unpacking": (Archive, "unpack"),  # some of the documents are copied
    "placing": (packs, "write_new"),  # all are copied, and some of the notes are files
    "writing": (arriving, "write_facts"),  # some of the rows are written
    "committed": (Watchers, "expect"),  # the knowledge base is there, and nobody works on it
    "reading": (SQLiteStore, "insert"),  # some of the documents are being read
}
"""What is about to be called at each moment."""


def die_at(moment: str, number: int) -> None:
    """Let the program kill itself at the `number`th moment of a kind."""
    owner, name = MOMENTS[moment]
    function: Callable[..., Any] = getattr(owner, name)
    calls = iter(range(1, number))

    def deadly(*args: Any, **more: Any) -> Any:
        if next(calls, None) is None:
            os.kill(os.getpid(), signal.SIGKILL)
        return function(*args, **more)

    setattr(owner, name, deadly)


async def main(folder: Path, path: Path) -> None:
    async with await Library.open(DataFolder(folder)) as library:
        await library.packs.take_in(path)
        await asyncio.Event().wait()


if __name__ == "__main__":
    _, a_folder, a_file, a_moment = sys.argv
    kind, its_number = a_moment.split(":")
    die_at(kind, int(its_number))
    asyncio.run(main(Path(a_folder), Path(a_file)))
