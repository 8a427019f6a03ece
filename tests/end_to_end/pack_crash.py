"""A program that is going to be killed while it takes in a knowledge base from a file.

python tests/end_to_end/pack_crash.py DATA_FOLDER FILE MOMENT:NUMBER

When it dies it has written into DATA_FOLDER/kept.json what a power cut could not take any more: the paths of files, and
contents, each the number of a file and its size.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from kbdesk.library import durable
from kbdesk.library.library import Library
from kbdesk.library.originals import Originals
from kbdesk.library.packs import arriving, packs
from kbdesk.library.packs.archives import Archive
from kbdesk.library.watchers import Watchers
from kbdesk.paths import DataFolder
from kbdesk.rag.stores.sqlite import SQLiteStore

MOMENTS: dict[str, tuple[Any, str]] = {
    "unpacking": (Archive, "blocks"),  # some of the documents are copied
    "naming": (Originals, "_place"),  # all are copied, and some have their names
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


def note_what_is_kept(folder: Path) -> None:
    """Let the program write down what the disk has been told to keep: a content, the names in a folder, or all."""
    names: set[str] = set()
    contents: set[tuple[int, int]] = set()
    sync_one, sync_all = os.fsync, durable._sync_file_system

    def note(named: Iterable[Path], filled: Iterable[Path]) -> None:
        names.update(map(str, named))
        contents.update((path.stat().st_ino, path.stat().st_size) for path in filled if path.is_file())
        folder.mkdir(exist_ok=True)
        (folder / "kept.json").write_text(json.dumps([sorted(names), sorted(contents)]), encoding="utf-8")

    def fsync(descriptor: int) -> None:
        sync_one(descriptor)
        path = Path(f"/proc/self/fd/{descriptor}").readlink()
        note(path.iterdir() if path.is_dir() else (), [path])

    def sync_file_system(below: Path) -> None:
        sync_all(below)
        everything = list(folder.rglob("*"))
        note(everything, everything)

    note((), ())
    os.fsync, durable._sync_file_system = fsync, sync_file_system


async def main(folder: Path, path: Path) -> None:
    async with await Library.open(DataFolder(folder)) as library:
        await library.packs.take_in(path)
        await asyncio.Event().wait()


if __name__ == "__main__":
    _, a_folder, a_file, a_moment = sys.argv
    kind, its_number = a_moment.split(":")
    note_what_is_kept(Path(a_folder))
    die_at(kind, int(its_number))
    asyncio.run(main(Path(a_folder), Path(a_file)))
