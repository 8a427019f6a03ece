"""A program that is going to be killed while it changes passages of a document, which is read anew again and again.

    python tests/end_to_end/curation_crash.py DATA_FOLDER FILE JOURNAL SEED [MOMENT:NUMBER]

The journal has a line before each act, with what becomes of each rule if it is done, and one as soon as it is: what the
program did is one of the two. A rule is "on", "off", or the text that stands in its place.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import sys
from pathlib import Path
from typing import Any

from kbdesk.library.chunking import Chunking
from kbdesk.library.curation.rows import EditRows
from kbdesk.library.documents import Documents
from kbdesk.library.library import Library
from kbdesk.library.watchers import Watcher
from kbdesk.paths import DataFolder
from kbdesk.rag.document import EDIT, OFF
from kbdesk.rag.stores.sqlite import SQLiteStore

MOMENTS: dict[str, tuple[type, str]] = {
    "noting": (EditRows, "act"),  # nothing is written yet
    "taking back": (EditRows, "mark"),  # the same
    "changing": (SQLiteStore, "replace_chunks"),  # the edit is noted; the store does not know
    "storing": (SQLiteStore, "insert"),  # the document is read; the store does not know
    "settling": (EditRows, "settle"),  # the store has what comes of the edit, the catalog does not know
    "finishing": (Documents, "finish"),  # the store has a new version with its edits, the catalog does not know
}
"""What is about to be called at each moment."""

RULES = 8


def rule(number: int) -> str:
    return f"Rule {number}. The form called number{number} is signed by the lead before the journey begins.\n\n"


async def state_of(library: Library, document_id: str) -> dict[str, str]:
    """Return what has become of each rule, as the passages have it."""
    document = await library.document(document_id)
    state: dict[str, str] = {}
    for chunk in await library.chunks(document_id, limit=document.passage_count):
        for number in range(RULES):
            if f"number{number} " in chunk.text:
                state[str(number)] = "off" if chunk.metadata.get(OFF) else "on"
            elif chunk.text.startswith(f"By hand {number}:") and EDIT in chunk.metadata:
                state[str(number)] = chunk.text
    return state


async def until_idle(library: Library) -> None:
    """Let the queue work until there is nothing to do."""
    idle = asyncio.Event()
    stop_watching = library.watch(Watcher(on_idle=idle.set))
    await library.queue.start()
    async with asyncio.timeout(60):
        while True:
            idle.clear()
            if not await library.queue.waiting():
                break
            await idle.wait()
    stop_watching()


class Restless:
    """Changes passages of one document, one after the other."""

    def __init__(self, library: Library, document_id: str, journal: int, dice: random.Random) -> None:
        self._library = library
        self._id = document_id
        self._journal = journal
        self._dice = dice
        self._undone: list[tuple[str, dict[str, str]]] = []

    async def run(self) -> None:
        state = await state_of(self._library, self._id)
        self._write("done", state)
        while True:
            await asyncio.sleep(self._dice.uniform(0, 0.05))
            state = await self._act(state)

    async def _act(self, state: dict[str, str]) -> dict[str, str]:
        curation = self._library.curation
        if self._undone and self._dice.random() < 0.3:
            edited_id, before = self._undone.pop()
            self._write("trying", before)
            await curation.undo(edited_id)
            self._write("done", before)
            return before
        number = self._dice.randrange(RULES)
        index = await self._index(number)
        if self._dice.random() < 0.5:
            text = f"By hand {number}: {self._dice.getrandbits(32)}"
            now = {**state, str(number): text}
            self._write("trying", now)
            edited = await curation.correct(self._id, index, text)
        elif state[str(number)] == "on":
            now = {**state, str(number): "off"}
            self._write("trying", now)
            edited = await curation.turn_off(self._id, [index])
        else:
            now = {**state, str(number): "on"}
            self._write("trying", now)
            edited = await curation.revert(self._id, index)
        self._write("done", now)
        self._undone.append((edited.id, state))
        return now

    async def _index(self, number: int) -> int:
        document = await self._library.document(self._id)
        chunks = await self._library.chunks(self._id, limit=document.passage_count)
        words = (f"number{number} ", f"By hand {number}:")
        return next(chunk.chunk_index for chunk in chunks if any(word in chunk.text for word in words))

    def _write(self, what: str, state: dict[str, str]) -> None:
        os.write(self._journal, json.dumps({"what": what, "state": state}).encode() + b"\n")


async def read_anew(library: Library, kb_id: str, path: Path, dice: random.Random) -> None:
    """Write versions of the file, which all have the rules, and cut it in other ways; each rule is a passage."""
    while True:
        await asyncio.sleep(dice.uniform(0, 0.3))
        preface = f"Version {dice.getrandbits(64)} of the rules of this house, so long that it is a passage alone.\n\n"
        content = preface + "".join(map(rule, range(RULES)))
        await asyncio.to_thread(path.write_text, content)
        await library.add(kb_id, [path])
        if dice.random() < 0.2:
            await library.chunking.set(kb_id, Chunking("paragraph", dice.randint(32, 36), 0))


def die_at(moment: str, number: int) -> None:
    """Let the program kill itself at the `number`th moment of a kind."""
    owner, name = MOMENTS[moment]
    method, calls = getattr(owner, name), iter(range(1, number))

    async def deadly(*args: Any, **more: Any) -> Any:
        if next(calls, None) is None:
            os.kill(os.getpid(), signal.SIGKILL)
        return await method(*args, **more)

    setattr(owner, name, deadly)


async def main(folder: Path, path: Path, journal: int, dice: random.Random) -> None:
    """Open the library and give it no rest."""
    async with await Library.open(DataFolder(folder), patience_s=10) as library:
        kb_id = (await library.knowledge_bases())[0].id
        await until_idle(library)
        document_id = (await library.documents(kb_id))[0].id
        await library.retry([document_id])  # it may have been set aside; what was noted of it is in the store then
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(read_anew(library, kb_id, path, random.Random(dice.random())))
            tasks.create_task(Restless(library, document_id, journal, dice).run())


if __name__ == "__main__":
    _, a_folder, a_file, a_journal, seed, *moments = sys.argv
    for a_moment in moments:
        kind, its_number = a_moment.split(":")
        die_at(kind, int(its_number))
    its_journal = os.open(a_journal, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    asyncio.run(main(Path(a_folder), Path(a_file), its_journal, random.Random(seed)))
