"""A program that is going to be killed: it takes in a handbook, and changes, deletes and orders at random meanwhile.

    python tests/end_to_end/crash.py DATA_FOLDER HANDBOOK JOURNAL SEED [MOMENT:NUMBER]

What it does stands in the journal, line by line, as soon as the library has told of it: "opening"; "document" with a
row; "wrote" with the content that a file gets; "deleting" and "cancelling" with the rows that are from now on; "dying"
with the moment at which it kills itself, the NUMBERth of its kind, where chance alone would seldom hit.
"""

from __future__ import annotations

import asyncio
import hashlib
import io
import json
import os
import random
import signal
import sys
import zipfile
from collections.abc import Awaitable, Callable, Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from kbdesk.errors import InputError
from kbdesk.library import parts, versions
from kbdesk.library.documents import Documents
from kbdesk.library.library import Library
from kbdesk.library.returns import Returns
from kbdesk.library.trash_rows import TrashRows
from kbdesk.library.types import DocumentInfo, State
from kbdesk.library.watchers import Watcher
from kbdesk.paths import DataFolder
from kbdesk.rag.stores.sqlite import SQLiteStore

BETWEEN_TWO_TRANSACTIONS: dict[str, tuple[type, str]] = {
    "replace": (Documents, "finish"),  # the store has the new content, the catalog does not know
    "delete": (TrashRows, "put_documents"),  # the trash has the passages, the document is not yet in it
    "forget": (SQLiteStore, "delete"),  # the document is in the trash, the store has it still
    "restore": (Returns, "take_back"),  # the store has it again, the trash as well
}
"""What is about to be called at each moment."""
MIGRATION = "migration"


class Journal:
    """Lines that outlive the program."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    def write(self, what: str, **more: object) -> None:
        os.write(self._file, json.dumps({"what": what, **more}).encode() + b"\n")


class DeadlyStep(tuple[str, ...]):
    """A step of the schema, in the middle of which the program dies."""

    die: Callable[[], None]
    number: int

    def __iter__(self) -> Iterator[str]:
        yield from self[: self.number]
        self.die()


def die_at(moment: str, number: int, journal: Journal) -> None:
    """Let the program kill itself at the `number`th moment of a kind, or before that statement of the migration."""

    def die() -> None:
        journal.write("dying", moment=moment)
        os.kill(os.getpid(), signal.SIGKILL)

    if moment == MIGRATION:
        step = DeadlyStep(parts.MIGRATIONS[-1])
        step.die, step.number = die, number
        for module in (parts, versions):  # whoever opens the library first
            module.MIGRATIONS = (*module.MIGRATIONS[:-1], step)
        return
    owner, name = BETWEEN_TWO_TRANSACTIONS[moment]
    method, calls = getattr(owner, name), iter(range(1, number))

    async def deadly(*args: Any, **more: Any) -> Any:
        if next(calls, None) is None:
            die()
        return await method(*args, **more)

    setattr(owner, name, deadly)


def mail_of(number: int) -> bytes:
    """Return a message with the files of `inside`."""
    mail = EmailMessage()
    mail["Subject"] = f"Trip {number}"
    mail.set_content(f"The rules of trip {number} are attached.")
    for name, content in inside("mail", number).items():
        mail.add_attachment(content, maintype="application", subtype="octet-stream", filename=name)
    return mail.as_bytes()


def archive_of(number: int) -> bytes:
    """Return an archive with the files of `inside`."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, content in inside("archive", number).items():
            archive.writestr(name, content)
    return target.getvalue()


def inside(what: str, number: int) -> dict[str, bytes]:
    """Return the files inside a message or an archive by their names: some of each version, one that stays the same."""
    return {
        "rules.txt": f"Rules of the {what} {number}: fly in economy.".encode(),
        "hotels.md": f"# Hotels\n\nOf the {what} {number}.".encode(),
        "same.txt": f"This stands in every {what}.".encode(),
    }


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
        pattern = self._dice.choice(["*.md", "*.md", "*.eml", "*.zip"])
        path = self._dice.choice(sorted(self._handbook.rglob(pattern)) or sorted(self._handbook.rglob("*.md")))
        number = self._dice.getrandbits(64)
        if path.suffix == ".md":
            content = f"# Version {number}\n\nTravel is booked by the office.\n".encode()
        else:
            content = mail_of(number) if path.suffix == ".eml" else archive_of(number)
            for name, data in inside("mail" if path.suffix == ".eml" else "archive", number).items():
                self._journal.write("wrote", path=str(path / name), sha256=hashlib.sha256(data).hexdigest())
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
        self._journal.write("deleting", ids=await self._library._parts.documents.family(ids))
        try:
            return await self._library.delete_documents(ids) if ids else None
        except InputError:  # it turned out to be a copy of another one in this moment
            return None

    async def _cancel(self) -> None:
        ids = (await self._some(State.QUEUED, State.READING, State.PAUSED))[:1]
        self._journal.write("cancelling", ids=ids)
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
    _, a_folder, a_handbook, a_journal, seed, *moments = sys.argv
    its_journal = Journal(Path(a_journal))
    for a_moment in moments:
        kind, its_number = a_moment.split(":")
        die_at(kind, int(its_number), its_journal)
    asyncio.run(main(Path(a_folder), Path(a_handbook), its_journal, random.Random(seed)))
