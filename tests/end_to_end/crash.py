"""A program that is going to be killed: it takes in a handbook, and changes, deletes and orders at random meanwhile.

    python tests/end_to_end/crash.py DATA_FOLDER HANDBOOK JOURNAL SEED

What it does stands in the journal, line by line, as soon as the library has told of it: "opening"; "document" with a
row; "wrote" with the content that a file gets; "leaving" with rows that are cancelled or deleted from now on.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import random
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

from kbdesk.errors import InputError
from kbdesk.library.library import Library
from kbdesk.library.types import DocumentInfo, State
from kbdesk.library.watchers import Watcher
from kbdesk.paths import DataFolder


class Journal:
    """Lines that outlive the program."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    def write(self, what: str, **more: object) -> None:
        os.write(self._file, json.dumps({"what": what, **more}).encode() + b"\n")


class Restless:
    """Gives a library one order after the other."""

    def __init__(self, library: Library, kb_id: str, handbook: Path, *, journal: Journal, dice: random.Random) -> None:
        self._library = library
        self._kb_id = kb_id
        self._handbook = handbook
        self._journal = journal
        self._dice = dice
        self._adding: set[asyncio.Task[object]] = set()
        library.watch(Watcher(on_document=self._note))

    async def run(self) -> None:
        """Go on until somebody kills the program."""
        acts: list[Callable[[], Awaitable[None]]] = [
            *[self._replace] * 4,
            *[self._delete_and_undo] * 2,
            *[self._go_on] * 2,
            self._delete,
            self._cancel,
            self._pause,
            self._stop,
            self._move,
        ]
        self._add(self._handbook)
        while True:
            await asyncio.sleep(self._dice.uniform(0, 0.2))
            await self._dice.choice(acts)()

    def _note(self, document: DocumentInfo) -> None:
        self._journal.write("document", id=document.id, path=str(document.path), state=document.state)

    def _add(self, path: Path) -> None:
        task: asyncio.Task[object] = asyncio.create_task(self._library.add(self._kb_id, [path]))
        self._adding.add(task)
        task.add_done_callback(self._adding.discard)

    async def _some(self, *states: State) -> list[str]:
        documents = await self._library.documents(self._kb_id)
        ids = [document.id for document in documents if document.state in states]
        return self._dice.sample(ids, min(len(ids), self._dice.randint(1, 3)))

    async def _replace(self) -> None:
        path = self._dice.choice(sorted(self._handbook.rglob("*.md")))
        content = f"# Version {self._dice.getrandbits(64)}\n\nTravel is booked by the office.\n".encode()
        self._journal.write("wrote", path=str(path), sha256=hashlib.sha256(content).hexdigest())
        path.write_bytes(content)
        self._add(path)

    async def _delete_and_undo(self) -> None:
        if ids := await self._some(State.DONE, State.READING, State.QUEUED):
            deletion = await self._delete_these(ids)
            if deletion is not None:
                await self._library.undo(deletion)

    async def _delete(self) -> None:
        await self._delete_these((await self._some(State.DONE, State.PAUSED))[:1])

    async def _delete_these(self, ids: list[str]):
        self._journal.write("leaving", ids=ids)
        try:
            return await self._library.delete_documents(ids) if ids else None
        except InputError:  # it turned out to be a copy of another one in this moment
            return None

    async def _cancel(self) -> None:
        ids = (await self._some(State.QUEUED, State.READING, State.PAUSED))[:1]
        self._journal.write("leaving", ids=ids)
        await self._library.queue.cancel(ids)

    async def _pause(self) -> None:
        await self._library.queue.pause(await self._some(State.QUEUED, State.READING, State.EMBEDDING))

    async def _stop(self) -> None:
        await self._library.queue.stop(await self._some(State.QUEUED, State.READING, State.EMBEDDING))

    async def _go_on(self) -> None:
        await self._library.queue.resume(await self._some(State.PAUSED, State.STOPPED))

    async def _move(self) -> None:
        await self._library.queue.move(await self._some(State.QUEUED), self._dice.choice(["front", "back"]))


async def main(folder: Path, handbook: Path, journal: Journal, dice: random.Random) -> None:
    """Open the library and give it no rest."""
    journal.write("opening")
    async with await Library.open(DataFolder(folder), patience_s=10) as library:
        kb_id = (await library.knowledge_bases())[0].id
        await library.queue.start()
        await Restless(library, kb_id, handbook, journal=journal, dice=dice).run()


if __name__ == "__main__":
    _, a_folder, a_handbook, a_journal, seed = sys.argv
    asyncio.run(main(Path(a_folder), Path(a_handbook), Journal(Path(a_journal)), random.Random(seed)))
