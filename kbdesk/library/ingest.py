"""One file through the pipeline: copy, read, cut, embed, store; whole or not at all."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from kbdesk import __version__
from kbdesk.embedding.base import EmbeddingModelBase
from kbdesk.errors import DiskFullError, KbError, replaced
from kbdesk.frozen import was_replaced
from kbdesk.library.concurrency import Turns, run_to_end
from kbdesk.library.curation.layers import Layered, Layers
from kbdesk.library.curation.unedited import of_document
from kbdesk.library.disk import disk_full
from kbdesk.library.documents import Documents, Ended, Reading
from kbdesk.library.file_reading import FileReading, Read
from kbdesk.library.identity import Identity, Twin
from kbdesk.library.inside import FileInside
from kbdesk.library.job_rows import Job, JobRows
from kbdesk.library.originals import Copy, ElsewhereError, Originals
from kbdesk.library.progress import ProgressMeter
from kbdesk.library.sketch import marks_of
from kbdesk.library.spool import Spool
from kbdesk.library.types import DocumentInfo, State
from kbdesk.library.walk import may_be_there
from kbdesk.rag.document import Chunk, VectorRecord
from kbdesk.rag.knowledge import KnowledgeBase
from kbdesk.rag.parsers.base import Progress
from kbdesk.rag.parsers.registry import ParsedFile
from kbdesk.rag.stores.disk import FULL
from kbdesk.texts import Text, text


class _OverError(Exception):
    """Somebody else decides on the document now: it was deleted, paused, stopped or changed."""


@dataclass(frozen=True)
class Tools:
    """What every piece of work uses.

    Attributes:
        documents: What is known of documents.
        rows: The queue.
        identity: What is already here.
        originals: The copies.
        files: Reads files.
        edits: Lays what people changed over what was read.
        committing: Turns of changing what is stored of a document.
        spool: Folders for files that were inside others.
        trash: Puts those of some documents in the trash that are still there, and returns what is gone.
    """

    documents: Documents
    rows: JobRows
    identity: Identity
    originals: Originals
    files: FileReading
    edits: Layers
    committing: Turns
    spool: Spool
    trash: Callable[[Sequence[str]], Awaitable[list[str]]]


@dataclass(frozen=True)
class Tell:
    """Whom the pipeline tells what happens.

    Attributes:
        changed: A row changed.
        removed: Rows are gone.
        came: Documents came with one, and are to be read.
        left: Documents were put in the trash, since what they came with is without them now.
    """

    changed: Callable[[DocumentInfo], None]
    removed: Callable[[list[str]], None]
    came: Callable[[str, Sequence[DocumentInfo]], None]
    left: Callable[[Sequence[str]], None]


class Pipeline:
    """Takes one file into one knowledge base."""

    def __init__(self, tools: Tools, tell: Tell) -> None:
        """Use the open parts of a library."""
        self._tools = tools
        self._documents = tools.documents
        self._tell = tell

    async def run(self, job: Job, knowledge_base: KnowledgeBase, meter: ProgressMeter) -> DocumentInfo | Twin | None:
        """Work on a document.

        Args:
            job: The work.
            knowledge_base: Where the passages go.
            meter: Told how far it is.

        Returns:
            Its row when it is done or has failed; the document that has its content already and whose row stays
            instead; or None when the work is over because somebody else decided on the document.

        Raises:
            DiskFullError: There is no room; nothing was changed and the document is still to be read.
            ReplacedError: Another version of kbdesk was installed; the same.
        """
        try:
            return await self._process(job, knowledge_base, meter)
        except _OverError:
            return None
        except DiskFullError:
            raise
        except KbError as exc:
            if was_replaced():  # then it is no fault of the file, whatever it is
                raise replaced() from exc
            message = exc.sentence
        except OSError as exc:
            if exc.errno in FULL:
                raise disk_full() from exc
            message = _unreadable(exc)
        return await self._fail(job, message, outcome="failed")

    async def _process(
        self, job: Job, knowledge_base: KnowledgeBase, meter: ProgressMeter
    ) -> DocumentInfo | Twin | None:
        self._tell.changed(job.document)
        copy = await self._tools.originals.keep(await _source(job.document))
        twin = await self._twin(job, copy)
        if twin is not None:
            return twin
        read, document = await self._read(job, copy, knowledge_base, meter)
        if not _says_something(read, knowledge_base.embedding_model):
            ended = await self._documents.end_without_text(job.document.id, job.owner, read.parsed.message)
            await self._store_what_was_added(document, knowledge_base)
            return await self._ended(job, ended)
        self._tell.changed(_mine(await self._tools.rows.enter(job, State.EMBEDDING)))
        ended = None
        while ended is None:
            layered = await self._tools.edits.over(document, read.chunks)
            records = await self._embed(document, layered.chunks, knowledge_base, meter)
            marks = await asyncio.to_thread(marks_of, layered.chunks)
            ended = await run_to_end(self._commit(job, copy, records, knowledge_base, layered=layered, marks=marks))
        return ended

    async def _twin(self, job: Job, copy: Copy) -> Twin | None:
        found = None
        while found is None:
            twin, gone = await self._tools.identity.find_twin(job, copy)
            if gone:
                self._tell.removed(gone)
            if twin is None:
                return None
            waiting = await self._tools.identity.wait(job, twin)
            if waiting is not None:
                self._tell.changed(waiting)
                raise _OverError
            is_there = await asyncio.to_thread(may_be_there, twin.document.path)
            is_inside = bool(twin.document.parent_id or job.document.parent_id)
            has_moved = not is_there and not is_inside and not twin.is_in_trash
            found = await self._tools.identity.give_way(job, twin, has_moved=has_moved)
            if found is None:  # two that were read when the program died may each give way to the other
                _mine(await self._tools.rows.enter(job, State.READING))
        self._tell.removed([job.document.id])
        if not found.is_in_trash:
            self._tell.changed(found.document)
        return found

    async def _read(
        self, job: Job, copy: Copy, knowledge_base: KnowledgeBase, meter: ProgressMeter
    ) -> tuple[Read, DocumentInfo]:
        """Read a copy, keep copies of the files inside it, and note both."""

        def on_progress(progress: Progress) -> None:
            meter.unit(job.document.id, progress.unit, progress.done, progress.total or 0)

        async with self._tools.spool.place() as place:
            model = knowledge_base.embedding_model
            read = await self._tools.files.read_and_cut(job, copy, model, on_progress, files=place)
            kept: dict[str, Copy] = {}  # held, so that no sweep takes them before they are noted
            for file in read.files:
                kept[file.name] = await self._tools.originals.keep(file.path, file.name)
                on_progress(Progress("file", len(kept), len(read.files)))
        files = [FileInside(name, each.sha256, each.name, each.size_bytes) for name, each in kept.items()]
        reading = _reading(copy, read.parsed, files)
        return read, _mine(await self._documents.has_read(job.document.id, job.owner, reading))

    async def _embed(
        self, document: DocumentInfo, chunks: list[Chunk], knowledge_base: KnowledgeBase, meter: ProgressMeter
    ) -> list[VectorRecord]:
        """Embed step by step; each step is kept in the model's cache, so a stop or a crash loses one step only."""

        def on_step(done: int, count: int) -> None:
            meter.unit(document.id, "passage", done, count)

        on_step(0, len(chunks))
        return await knowledge_base.embed_document(chunks, document.id, of_document(document), on_step=on_step)

    async def _commit(
        self,
        job: Job,
        copy: Copy,
        records: list[VectorRecord],
        knowledge_base: KnowledgeBase,
        *,
        layered: Layered,
        marks: Sequence[int],
    ) -> DocumentInfo | None:
        """Store a document and return its row; None if a person has changed its passages since they were laid over."""
        document_id = job.document.id
        async with self._tools.committing.of([document_id]):
            document = _mine(await self._tools.rows.enter(job, State.EMBEDDING))
            if await self._tools.edits.is_outdated(document_id, layered):
                return None
            metadata = {"name": document.name, "kind": document.kind, "sha256": copy.sha256}
            if records:
                await knowledge_base.insert_records(records, metadata)
            else:
                await knowledge_base.delete_document(document_id)
            ended = await self._documents.finish(
                document_id,
                sha256=copy.sha256,
                original=copy.name,
                passage_count=len(records),
                marks=marks,
                cut_with=job.chunking.fingerprint,
                edits=layered.applied,
            )
        replaced = job.document.original
        if replaced is not None and replaced != copy.path:
            await self._tools.originals.drop([replaced], self._documents.unused)
        return await self._ended(job, ended)

    async def _store_what_was_added(self, document: DocumentInfo, knowledge_base: KnowledgeBase) -> None:
        """Store what a person added to a document without text, if a program died before it could."""
        async with self._tools.committing.of([document.id]):
            layered = await self._tools.edits.added(document)
            if layered is None:
                return
            metadata = of_document(document)
            records = await knowledge_base.embed_document(layered.chunks, document.id, metadata)
            if records:
                await knowledge_base.insert_records(records, metadata)
            else:
                await knowledge_base.delete_document(document.id)
            self._tell.changed(await self._tools.edits.settle(document.id, layered))

    async def _ended(self, job: Job, ended: Ended) -> DocumentInfo:
        document = self._told(ended.document)
        if ended.came:
            self._tell.came(job.document.id, ended.came)
        if ended.left:
            self._tell.left(await self._tools.trash(ended.left))
        return document

    async def _fail(self, job: Job, message: Text | None, *, outcome: str | None = None) -> DocumentInfo | None:
        document = await self._documents.fail(job.document.id, job.owner, message=message, outcome=outcome)
        return None if document is None else self._told(document)

    def _told(self, document: DocumentInfo | None) -> DocumentInfo:
        self._tell.changed(_mine(document))
        return _mine(document)


def _says_something(read: Read, model: EmbeddingModelBase) -> bool:
    """Return whether there is something to be found: text, files, or pictures where the model takes pictures."""
    if read.parsed.outcome == "no_text" and model.supports_multimodal:
        return bool(read.chunks)
    return read.parsed.outcome == "text" and bool(read.chunks or read.files)


async def _source(document: DocumentInfo) -> Path:
    """Return what to read: the file, or the copy of it when it is no longer there, or was inside another one."""
    if document.original is None:
        return document.path
    is_there = not document.parent_id and await asyncio.to_thread(document.path.is_file)
    return document.path if is_there else document.original


def _mine(document: DocumentInfo | None) -> DocumentInfo:
    if document is None:
        raise _OverError
    return document


def _reading(copy: Copy, parsed: ParsedFile, files: Sequence[FileInside]) -> Reading:
    return Reading(
        sha256=copy.sha256,
        original=copy.name,
        size_bytes=copy.size_bytes,
        kind=parsed.kind,
        media_type=parsed.media_type,
        outcome=parsed.outcome,
        warnings=parsed.warnings,
        message=parsed.message,
        reader=__version__,
        pages=parsed.pages,
        files=files,
    )


def _unreadable(error: OSError) -> Text:
    if isinstance(error, ElsewhereError):
        return text(
            "library",
            "The content of this file is only in the cloud. Let your cloud program keep it on this computer, then use"
            " Try again.",
        )
    if isinstance(error, FileNotFoundError):
        return text("library", "The file is no longer there. Put it back and use Try again.")
    if isinstance(error, PermissionError):
        return text("library", "You may not read this file. Ask its owner for it, then use Try again.")
    return text(
        "library",
        "The file could not be copied ({reason}). Check its disk and the free space, then use Try again.",
        reason=error.strerror or type(error).__name__,
    )
