"""A library in a fresh folder, and files to put in it."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from pypdf import PdfWriter
from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject

from kbdesk.library.backups import Backups
from kbdesk.library.folder_rows import FolderInfo
from kbdesk.library.library import Library
from kbdesk.library.syncing import SETTLE_S
from kbdesk.paths import DataFolder

Write = Callable[[str, str], Path]
Sync = Callable[[FolderInfo], Awaitable[FolderInfo]]


@pytest.fixture
def folder(tmp_path: Path) -> DataFolder:
    return DataFolder(tmp_path / "data")


@pytest.fixture
def without_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a computer without the weights: passages are kept and found by their words, which is also much faster."""
    monkeypatch.setenv("KBDESK_MODEL_FILE", "/nowhere/weights.bin")


@pytest.fixture
async def library(folder: DataFolder, without_model: None) -> AsyncIterator[Library]:
    async with await Library.open(folder) as opened:
        yield opened


@pytest.fixture
async def kb_id(library: Library) -> str:
    return (await library.knowledge_bases())[0].id


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a file of a handbook and return its path."""

    def write(name: str, content: str) -> Path:
        path = tmp_path / "handbook" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
        return path

    return write


@pytest.fixture
def handbook(write: Write) -> Path:
    """A folder with three documents."""
    write("travel.txt", "Travel. Flights are booked by the office, in economy, ten days ahead.")
    write("leave/holidays.txt", "Holidays. Every member has thirty days of paid holiday a year.")
    return write("leave/sick.txt", "Sick leave. Call your lead before nine in the morning.").parent.parent


@pytest.fixture
async def filled(folder: DataFolder, without_model: None, handbook: Path) -> Path:
    """The handbook, taken in; the library is closed."""
    async with await Library.open(folder) as library:
        await library.add((await library.knowledge_bases())[0].id, [handbook])
    return handbook


@pytest.fixture
async def backups(folder: DataFolder) -> AsyncIterator[Backups]:
    """The backups of a data folder in which no library is open."""
    opened = Backups(folder.prepare())
    yield opened
    opened.close()


class Clock:
    """Two looks follow each other at once; all other waits last until a test ends them.

    Attributes:
        between: What happens between two looks.
    """

    def __init__(self) -> None:
        self.between: Callable[[], object] = lambda: None
        self._waits: list[tuple[float, asyncio.Event]] = []
        self._waited = asyncio.Event()

    async def sleep(self, seconds: float) -> None:
        if seconds == SETTLE_S:
            self.between()
            return
        over = asyncio.Event()
        self._waits.append((seconds, over))
        self._waited.set()
        await over.wait()

    async def waiting(self, seconds: float) -> list[asyncio.Event]:
        """Wait until somebody waits for so many seconds; return what ends that."""
        async with asyncio.timeout(20):
            while not (due := [over for wanted, over in self._waits if wanted == seconds and not over.is_set()]):
                self._waited.clear()
                await self._waited.wait()
        return due

    async def pass_(self, seconds: float) -> None:
        """Wait until somebody waits for so many seconds, and let them pass."""
        for over in await self.waiting(seconds):
            over.set()


@pytest.fixture
def clock(library: Library) -> Clock:
    clock = Clock()
    library.folders.sleep = clock.sleep
    return clock


@pytest.fixture
def sync(library: Library) -> Sync:
    """Look at a folder, wait until all is read, and return what is said of it."""

    async def sync(folder: FolderInfo) -> FolderInfo:
        await library.folders.sync(folder.id)
        await library.folders.finished()
        (found,) = await library.folders.list()
        return found

    return sync


@pytest.fixture
async def kept(library: Library, clock: Clock, kb_id: str, handbook: Path, sync: Sync) -> FolderInfo:
    """The handbook, in sync."""
    return await sync(await library.folders.keep(kb_id, handbook))


async def by_name(library: Library, kb_id: str) -> dict[str, str]:
    """Return the ids of the documents by their names."""
    return {document.name: document.id for document in await library.documents(kb_id)}


async def texts(library: Library, kb_id: str) -> list[str]:
    found = [chunk.text for one in await library.documents(kb_id) for chunk in await library.chunks(one.id)]
    return sorted(found)


def pdf_of(*pages: str, password: str | None = None) -> bytes:
    """Return a PDF with a line of text on each page; "" is a blank one."""
    writer = PdfWriter()
    font = DictionaryObject(
        {
            NameObject("/Type"): NameObject("/Font"),
            NameObject("/Subtype"): NameObject("/Type1"),
            NameObject("/BaseFont"): NameObject("/Helvetica"),
        }
    )
    fonts = DictionaryObject({NameObject("/Font"): DictionaryObject({NameObject("/F1"): font})})
    for line in pages:
        page = writer.add_blank_page(width=595, height=842)
        content = DecodedStreamObject()
        content.set_data(f"BT /F1 12 Tf 40 800 Td ({line}) Tj ET".encode() if line else b"")
        page[NameObject("/Resources")] = fonts
        page[NameObject("/Contents")] = writer._add_object(content)
    if password is not None:
        writer.encrypt(password, algorithm="RC4-128")
    target = io.BytesIO()
    writer.write(target)
    return target.getvalue()
