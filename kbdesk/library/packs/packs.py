"""Writes knowledge bases to files, and takes them in from files."""

from __future__ import annotations

import asyncio
import itertools
import os
import time
import uuid
from collections.abc import AsyncGenerator, Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import replace
from pathlib import Path, PurePosixPath
from threading import Event

from kbdesk.errors import DataFolderError, DiskFullError, InputError, KbError, StoreError
from kbdesk.library.catalog import Catalog
from kbdesk.library.concurrency import run_to_end
from kbdesk.library.database import Database
from kbdesk.library.disk import DiskGuard
from kbdesk.library.documents import Documents
from kbdesk.library.jobs import Queue
from kbdesk.library.names import file_name
from kbdesk.library.notes import write_new
from kbdesk.library.originals import Copy, Incoming, Originals
from kbdesk.library.packs.archives import Archive, ArchiveWriter, check_size, looks_like_a_bomb
from kbdesk.library.packs.arriving import Arrived, Kept, settle_in
from kbdesk.library.packs.gathering import Gathered, Source, gather
from kbdesk.library.packs.manifest import DocumentItem, Manifest
from kbdesk.library.packs.types import Exported, OnProgress, PackInfo, Progress
from kbdesk.library.snapshots import sync_folder
from kbdesk.library.types import KnowledgeBaseInfo
from kbdesk.library.walk import absolute
from kbdesk.paths import DataFolder
from kbdesk.rag.stores.disk import FULL
from kbdesk.rag.stores.threads import Stopped, run_whole
from kbdesk.texts import text

_TELL_EVERY_S = 0.1


class Packs:
    """Knowledge bases as files. What is written, or taken in, is so whole or not at all."""

    def __init__(
        self,
        folder: DataFolder,
        database: Database,
        *,
        catalog: Catalog,
        documents: Documents,
        originals: Originals,
        queue: Queue,
        disk: DiskGuard,
    ) -> None:
        """Use the open parts of a library; `folder` is the data folder."""
        self._folder = folder.root
        self._copies = folder.originals
        self._notes = absolute(folder.notes)
        self._database = database
        self._catalog = catalog
        self._documents = documents
        self._originals = originals
        self._queue = queue
        self._disk = disk
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="packs")

    def close(self) -> None:
        """End the thread."""
        self._thread.shutdown(wait=False)

    async def export(self, kb_id: str, path: Path, *, on_progress: OnProgress | None = None) -> Exported:
        """Write a knowledge base to a file; a file of that name is replaced once the new one is whole.

        Args:
            kb_id: The knowledge base.
            path: The file.
            on_progress: Told how far it is, at most ten times a second.

        Raises:
            InputError: There is no such knowledge base, it is too large for one file, or that cannot be written.
            DiskFullError: The disk is full; nothing was left behind.
        """
        gathered = await self._database.view(lambda connection: gather(connection, kb_id, self._notes))
        check_size(gathered.manifest.name, document_count=len(gathered.sources))
        held = self._originals.hold(source.original for source in gathered.sources)  # newer versions may come meanwhile
        tell = _on_loop(on_progress)
        try:
            return await run_whole(self._thread, lambda stop: self._write(gathered, path, tell, stop))
        finally:
            held.clear()

    def _write(self, gathered: Gathered, path: Path, tell: OnProgress, stop: Event) -> Exported:
        part = path.with_name(f"kbdesk-{uuid.uuid4().hex}.part")  # another program may write to the same file just now
        with _write_errors(path):
            try:
                left_out, unpacked_bytes = self._write_to(part, gathered, tell, stop, compress=True)
                if looks_like_a_bomb(unpacked_bytes, part.stat().st_size):  # nobody would take it in
                    left_out, _ = self._write_to(part, gathered, tell, stop, compress=False)
                part.replace(path)
            finally:
                part.unlink(missing_ok=True)
            size_bytes = path.stat().st_size
        return Exported(path, len(gathered.sources) - len(left_out), size_bytes, [each.item.name for each in left_out])

    def _write_to(
        self, path: Path, gathered: Gathered, tell: OnProgress, stop: Event, *, compress: bool
    ) -> tuple[list[Source], int]:
        """Write everything to a file; return the documents that there is no copy of, and the bytes of the others."""
        left_out: list[Source] = []
        with path.open("wb") as file:
            with ArchiveWriter(file, _check(stop), compress=compress) as writer:
                for number, source in enumerate(gathered.sources, 1):
                    if not self._add(source, writer):
                        left_out.append(source)
                    tell(Progress(number, len(gathered.sources)))
                writer.describe(gathered.without({each.item.file for each in left_out}))
            file.flush()
            os.fsync(file.fileno())
        return left_out, writer.unpacked_bytes

    def _add(self, source: Source, writer: ArchiveWriter) -> bool:
        """Put a document into an archive; return False if it has no copy, or somebody took it away."""
        try:
            copy = (self._copies / source.original).open("rb") if source.original else None
        except OSError:
            copy = None
        if copy is None:
            return False
        with copy:
            writer.add(source.item.file, copy, os.fstat(copy.fileno()).st_size)
        return True

    async def look_into(self, path: Path) -> PackInfo:
        """Return what is in a file; nothing is taken in.

        Raises:
            InputError: It cannot be read, is damaged, of a newer kbdesk, or unpacks to far more than it should.
        """

        def work(stop: Event) -> PackInfo:
            with Archive(path, _check(stop)) as archive:
                return archive.info

        return await run_whole(self._thread, work)

    async def take_in(self, path: Path, *, on_progress: OnProgress | None = None) -> KnowledgeBaseInfo:
        """Make a knowledge base of a file; its documents are queued, with all that a person did to them.

        A program that dies before this returns has the whole knowledge base, or nothing of it.

        Args:
            path: The file.
            on_progress: Told how far unpacking is, at most ten times a second.

        Raises:
            InputError: As for `look_into`.
            DiskFullError: There is too little room.
            DataFolderError: The data folder cannot be written.
        """
        held: list[Copy] = []  # by nobody else, so that giving up can let go of them
        try:
            async with self._archive(path) as archive, AsyncExitStack() as regrets:
                regrets.push_async_callback(lambda: run_to_end(self._give_up(held)))  # also when cancelled once more
                await self._check_room(archive.size_bytes)
                files = await self._unpack(archive, held, _on_loop(on_progress))
                kb_id = await run_to_end(self._settle_in(archive.manifest, files))
                regrets.pop_all()
        except OSError as exc:
            raise _cannot_keep(exc, self._folder) from exc
        return (await self._catalog.base(kb_id)).info

    @asynccontextmanager
    async def _archive(self, path: Path) -> AsyncGenerator[Archive]:
        archive = await run_whole(self._thread, lambda stop: Archive(path, _check(stop)))
        try:
            yield archive
        finally:
            await run_to_end(asyncio.to_thread(archive.close))

    async def _check_room(self, size_bytes: int) -> None:
        try:
            await self._disk.check(size_bytes)
        except DiskFullError as exc:
            raise DiskFullError(
                text("packs", "There is too little free space for the {size} MB in it.", size=-(-size_bytes // 10**6)),
                text("packs", "Free some space, then open the file again."),
            ) from exc

    async def _give_up(self, held: list[Copy]) -> None:
        held.clear()
        await self._originals.sweep(self._documents.originals_in_use)

    async def _unpack(self, archive: Archive, held: list[Copy], tell: OnProgress) -> list[Kept]:
        """Keep a copy of each document, and hold on to it."""
        documents = archive.manifest.documents
        numbers = itertools.count(1)
        files = (Incoming(document.name, archive.blocks(document.file)) for document in documents)
        held += await self._originals.keep_all(files, lambda: tell(Progress(next(numbers), len(documents))))
        return [Kept.of(copy) for copy in held]

    async def _settle_in(self, manifest: Manifest, files: Sequence[Kept]) -> str:
        """Have the knowledge base, and begin to read it; return its id."""
        placed = await asyncio.to_thread(self._place_notes, manifest, files)
        arrived: list[Arrived] = []

        async def make() -> Sequence[str]:
            arrived.append(await self._database.write(lambda connection: settle_in(connection, manifest, placed)))
            return arrived[0].document_ids

        try:
            await self._queue.take_up(make)
        except StoreError:
            if not arrived:
                await asyncio.to_thread(_take_back, placed, files)
            raise
        return arrived[0].kb_id

    def _place_notes(self, manifest: Manifest, files: Sequence[Kept]) -> list[Kept]:
        """Give each document that was written in kbdesk a file of its own; return all files."""
        placed: list[Kept] = []
        try:
            for document, file in zip(manifest.documents, files, strict=True):
                placed.append(self._placed(document, file) if document.is_note else file)
            if self._notes.exists():
                sync_folder(self._notes)
        except OSError:
            _take_back(placed, files)
            raise
        return placed

    def _placed(self, document: DocumentItem, file: Kept) -> Kept:
        stem = file_name(PurePosixPath(document.name).stem, otherwise="note")
        with file.path.open("rb") as source:
            return replace(file, path=write_new(self._notes, stem, source))


def _take_back(placed: Sequence[Kept], files: Sequence[Kept]) -> None:
    """Delete the files of notes that no document has."""
    for mine, file in zip(placed, files, strict=False):
        if mine is not file:
            mine.path.unlink()


def _check(stop: Event) -> Callable[[], None]:
    def check() -> None:
        if stop.is_set():
            raise Stopped

    return check


def _on_loop(on_progress: OnProgress | None) -> OnProgress:
    """Return what tells progress from another thread; more often than a person looks would take half the time."""
    loop, told = asyncio.get_running_loop(), 0.0

    def tell(progress: Progress) -> None:
        nonlocal told
        is_due = progress.done == progress.total or time.monotonic() - told >= _TELL_EVERY_S
        if on_progress is not None and is_due:
            told = time.monotonic()
            loop.call_soon_threadsafe(on_progress, progress)

    return tell


@contextmanager
def _write_errors(path: Path) -> Generator[None]:
    try:
        yield
    except OSError as exc:
        if exc.errno in FULL:
            raise DiskFullError(
                text("packs", "The disk is full; the knowledge base was not exported."),
                text("packs", "Free some space, or choose another disk, then export it again."),
            ) from exc
        raise InputError(
            text("packs", "The file “{name}” cannot be written.", name=path.name),
            text("packs", "Choose another folder, or close the program that has the file open."),
        ) from exc


def _cannot_keep(error: OSError, folder: Path) -> KbError:
    if error.errno in FULL:
        return DiskFullError(
            text("packs", "The disk is full; the knowledge base was not added."),
            text("packs", "Free some space, then open the file again."),
        )
    return DataFolderError(
        text("packs", "The knowledge base could not be written into {folder}.", folder=str(folder)),
        text("packs", "Check that the disk is there and that the folder belongs to you, then open the file again."),
    )
