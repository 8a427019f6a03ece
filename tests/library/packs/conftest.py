"""A knowledge base with a little of everything that people do, and a second library that takes it in."""

from __future__ import annotations

import asyncio
import json
import zipfile
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from datetime import date
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from kbdesk.library.chunking import Chunking
from kbdesk.library.facts.types import Change
from kbdesk.library.library import Library
from kbdesk.library.questions.types import Wanted
from kbdesk.library.types import DocumentInfo, KnowledgeBaseInfo
from kbdesk.library.watchers import Watcher
from kbdesk.paths import DataFolder

Write = Callable[[str, str], Path]

RULES = [
    f"Rule {number}. The number{number} form of the {what} is signed by the lead before the journey begins.\n\n"
    for number, what in enumerate(["flight", "train", "hotel", "taxi"])
]


@pytest.fixture
async def kb_id(library: Library, write: Write) -> str:
    """The knowledge base 员工手册, filled and curated."""
    base = await library.create_knowledge_base("员工手册", description="How we work. 我们如何工作。")
    await library.chunking.set(base.id, Chunking("paragraph", 40, 0))
    files = [
        write("规则.txt", "".join(RULES)),
        write("travel/read me.txt", "Travel. Flights are booked by the office, ten days ahead."),
        write("leave/read me.txt", "Leave. Every member has thirty days of paid holiday a year."),
        _mail(write("mail.eml", "")),
    ]
    await library.add(base.id, files)
    await library.notes.write(base.id, "Where to park", "Behind the house.")
    await _curate(library, base.id)
    return base.id


def _mail(path: Path) -> Path:
    mail = EmailMessage()
    mail["Subject"] = "Rooms"
    mail.set_content("See the list of rooms.")
    for name, content in (("rooms.txt", b"Room 7 has a large table."), ("spam.txt", b"Buy cheap watches.")):
        mail.add_attachment(content, maintype="application", subtype="octet-stream", filename=name)
    path.write_bytes(mail.as_bytes())
    return path


async def _curate(library: Library, kb_id: str) -> None:
    there = await named(library, kb_id)
    rules, rooms = there["规则.txt"].id, there["mail.eml/rooms.txt"].id
    await library.curation.correct(rules, 0, "By hand: flights need two signatures.")
    await library.curation.turn_off(rules, [1])
    await library.curation.annotate(rules, 2, "Ask Ann about hotels.")
    await library.curation.annotate(rooms, 0, "The table is gone.")
    await library.facts.change([rules], Change(("差旅", "rules"), (), "Ann", date(2030, 1, 2), "What holds.\nFor all."))
    await library.delete_documents([there["mail.eml/spam.txt"].id])
    await library.questions.save(
        kb_id, Wanted("How many signatures do flights need?", rules, "flights need two signatures", 3, "words")
    )
    await library.questions.save(kb_id, Wanted("Where is the large table?", rooms))


@dataclass
class Receiver:
    """A library that takes knowledge bases in.

    Attributes:
        library: The library.
        folder: Its data folder.
    """

    library: Library
    folder: DataFolder

    async def take_in(self, path: Path) -> KnowledgeBaseInfo:
        """Take a file in, and wait until all is read."""
        idle = asyncio.Event()
        stop_watching = self.library.watch(Watcher(on_idle=idle.set))
        base = await self.library.packs.take_in(path)
        if base.document_count:
            await asyncio.wait_for(idle.wait(), 60)
        stop_watching()
        return base


@pytest.fixture
async def receiver(tmp_path: Path, without_model: None) -> AsyncIterator[Receiver]:
    folder = DataFolder(tmp_path / "receiver")
    async with await Library.open(folder) as library:
        yield Receiver(library, folder)


@pytest.fixture
async def pack(library: Library, kb_id: str, tmp_path: Path) -> Path:
    """The knowledge base as a file."""
    return (await library.packs.export(kb_id, tmp_path / "handbook.kbpack")).path


DOCUMENT = {"file": "documents/rules.txt", "name": "rules.txt"}
PIN = {
    "id": "",
    "quotes": [{"text": "Rule", "place": {"page": 1}}],
    "wanted": [{"at": 0, "text": "By hand"}],
    "made_at": "2026-01-02T03:04:05+00:00",
}


def plain(**changes: Any) -> dict[str, Any]:
    """Return what is said of a knowledge base with one document."""
    return {"format": 1, "kbdesk": "0.1.0", "name": "Rules", "documents": [DOCUMENT], "questions": [], **changes}


@pytest.fixture
def write_pack(tmp_path: Path) -> Callable[..., Path]:
    """Write a file by hand, as a stranger could; `said` is what `plain` gives, or the bytes in place of its head."""

    def write(said: Any, *files: str, content: bytes = b"The first rule.") -> Path:
        path = tmp_path / "rules.kbpack"
        documents = said.pop("documents", ()) if isinstance(said, dict) else ()
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for file in files or ("documents/rules.txt",):
                archive.writestr(file, content)
            archive.writestr("kbdesk.json", said if isinstance(said, bytes) else json.dumps(said))
            archive.writestr("documents.jsonl", "\n".join(map(json.dumps, documents)))
        return path

    return write


async def named(library: Library, kb_id: str) -> dict[str, DocumentInfo]:
    return {document.name: document for document in await library.documents(kb_id)}
