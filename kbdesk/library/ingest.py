"""Files through the pipeline: copy, read, cut, embed, store; a few at once, each whole or not at all."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from kbdesk import __version__
from kbdesk.errors import KbError
from kbdesk.library.bases import CHUNKER
from kbdesk.library.concurrency import Turns, run_to_end, run_together
from kbdesk.library.documents import Candidate, Documents, Reading
from kbdesk.library.originals import Copy, ElsewhereError, Originals
from kbdesk.library.progress import ProgressMeter
from kbdesk.library.types import AddResult, DocumentInfo, State
from kbdesk.library.walk import Found
from kbdesk.rag.document import Chunk
from kbdesk.rag.knowledge import KnowledgeBase
from kbdesk.rag.parsers.base import Progress
from kbdesk.rag.parsers.registry import ParsedFile
from kbdesk.texts import Text, text
from kbdesk.workers.pool import WorkerPool

# One more than there are workers: a file is copied while one is read and one embedded.
_FILES_AT_ONCE = 3
# Each finished step is kept in the cache, and moves the progress.
_PASSAGES_A_STEP = 32


class _GoneError(Exception):
    """The document was deleted while it was worked on."""


@dataclass(frozen=True)
class Tools:
    """What every piece of work uses.

    Attributes:
        documents: The rows.
        originals: The copies.
        pool: The workers.
        working: Turns of working on a document.
        committing: Turns of changing what is stored of a document.
        in_work: Documents that some piece of work has not finished.
    """

    documents: Documents
    originals: Originals
    pool: WorkerPool
    working: Turns
    committing: Turns
    in_work: set[str] = field(default_factory=set[str])


@dataclass(frozen=True)
class _Job:
    document: DocumentInfo
    source: Path


class Ingest:
    """One piece of work: some files into one knowledge base."""

    def __init__(
        self,
        tools: Tools,
        knowledge_base: KnowledgeBase,
        meter: ProgressMeter,
        tell: Callable[[DocumentInfo], None] | None,
    ) -> None:
        """Get ready; nothing is read.

        Args:
            tools: What it works with.
            knowledge_base: Where the passages go.
            meter: Told how far it is.
            tell: Told of every change of a row.
        """
        self._tools = tools
        self._documents = tools.documents
        self._knowledge_base = knowledge_base
        self._meter = meter
        self._tell = tell
        self._jobs: asyncio.Queue[_Job | None] = asyncio.Queue()
        self._results: list[AddResult] = []
        self._taken: set[str] = set()
        self._unfinished: set[str] = set()

    async def add(self, kb_id: str, files: Sequence[Found]) -> list[AddResult]:
        """Take files in; see `Library.add`."""
        self._meter.count(len(files), sum(file.size_bytes for file in files))
        order = {file.path: number for number, file in enumerate(files)}
        await self._run(self._accept(kb_id, files))
        return sorted(await self._ended(), key=lambda result: order[result.path])

    async def retry(self, documents: Sequence[DocumentInfo]) -> list[AddResult]:
        """Read documents again; see `Library.retry`."""
        self._meter.count(len(documents), sum(document.size_bytes for document in documents))
        order = {document.id: number for number, document in enumerate(documents)}
        await self._run(self._queue_again(documents))
        return sorted(self._results, key=lambda result: order[result.document.id])

    async def _ended(self) -> list[AddResult]:
        """Return the results; a row that a file found already there may still have been in work then."""
        rows = await self._documents.get([result.document.id for result in self._results if not result.is_new])
        return [replace(result, document=rows.get(result.document.id, result.document)) for result in self._results]

    async def _run(self, feed: Coroutine[Any, Any, None]) -> None:
        async def feed_and_finish() -> None:
            await feed
            for _ in range(_FILES_AT_ONCE):
                self._jobs.put_nowait(None)

        try:
            await run_together([feed_and_finish(), *(self._work() for _ in range(_FILES_AT_ONCE))])
        finally:
            await run_to_end(self._stop_the_rest())

    async def _accept(self, kb_id: str, files: Sequence[Found]) -> None:
        for file in files:
            # A row that is written is also in the queue, or nobody would mark it as stopped.
            await run_to_end(self._accept_one(kb_id, file, await self._candidate(file)))

    async def _accept_one(self, kb_id: str, file: Found, candidate: Candidate) -> None:
        accepted = await self._documents.accept(kb_id, candidate, self._tools.in_work, self._taken)
        if accepted.is_new:
            self._queue(accepted.document, file.path)
            return
        message = text("library", "This content is already here as “{name}”.", name=accepted.document.name)
        self._results.append(AddResult(file.path, accepted.document, is_new=False, message=message))
        self._meter.finish(str(file.path), file.size_bytes)

    async def _queue_again(self, documents: Sequence[DocumentInfo]) -> None:
        for document in documents:
            there = await asyncio.to_thread(document.path.is_file)
            source = document.path if there or document.original is None else document.original
            found = Found(document.path, document.name, document.size_bytes)
            await run_to_end(self._queue_one_again(document.id, await self._candidate(found, source), source))

    async def _queue_one_again(self, document_id: str, candidate: Candidate, source: Path) -> None:
        queued = await self._documents.queue_again(document_id, candidate)
        if queued is not None:
            self._queue(queued, source)

    async def _candidate(self, file: Found, source: Path | None = None) -> Candidate:
        try:
            sha256 = await self._tools.originals.hash(source or file.path)
        except OSError:  # reading it will say why
            sha256 = ""
        return Candidate(file.path, file.name, file.size_bytes, sha256)

    def _queue(self, document: DocumentInfo, source: Path) -> None:
        self._taken.add(document.id)
        self._unfinished.add(document.id)
        self._tools.in_work.add(document.id)
        self._note(document)
        self._jobs.put_nowait(_Job(document, source))

    async def _work(self) -> None:
        while (job := await self._jobs.get()) is not None:
            key = job.document.id
            async with self._tools.working.of([key]):
                self._meter.begin(key, job.document.name, job.document.size_bytes)
                document = await self._end_of(job)
            self._unfinished.discard(key)
            self._tools.in_work.discard(key)
            self._meter.finish(key, job.document.size_bytes)
            if document is None:
                message = text("library", "It was deleted while it was being read.")
                document = replace(job.document, state=State.STOPPED, message=message)
            else:
                self._note(document)
            self._results.append(AddResult(job.document.path, document, is_new=True, message=document.message))

    async def _end_of(self, job: _Job) -> DocumentInfo | None:
        """Return how a document ended, None if it was deleted meanwhile; what is wrong with one file stays with it."""
        try:
            return await self._process(job)
        except _GoneError:
            return None
        except KbError as exc:
            message = text("library", "{title} {remedy}", title=exc.title, remedy=exc.remedy)
        except OSError as exc:
            message = _unreadable(exc)
        return await self._documents.end(job.document.id, State.FAILED, message=message, outcome="failed")

    async def _process(self, job: _Job) -> DocumentInfo:
        document = await self._enter(job.document, State.READING)
        copy = await self._tools.originals.keep(job.source)
        parsed, chunks = await self._read(document, copy)
        document = _present(await self._documents.has_read(document.id, _reading(copy, parsed)))
        if parsed.outcome != "text" or not chunks:
            return _present(await self._documents.end(document.id, State.FAILED, message=parsed.message))
        document = await self._enter(document, State.EMBEDDING)
        await self._embed(document, chunks)
        return await run_to_end(self._commit(document, copy, chunks))

    async def _read(self, document: DocumentInfo, copy: Copy) -> tuple[ParsedFile, list[Chunk]]:
        def on_progress(progress: Progress) -> None:
            self._meter.unit(document.id, progress.unit, progress.done, progress.total or 0)

        return await self._tools.pool.parse_and_chunk(
            copy.path, document.name, chunker=CHUNKER, on_progress=on_progress
        )

    async def _embed(self, document: DocumentInfo, chunks: Sequence[Chunk]) -> None:
        """Put the embeddings in the model's cache step by step: a stop or a crash loses one step only."""
        model = self._knowledge_base.embedding_model
        texts = [chunk.text for chunk in chunks if chunk.text.strip()]
        for start in range(0, len(texts), _PASSAGES_A_STEP):
            self._meter.unit(document.id, "passage", start + 1, len(texts))
            await model(texts[start : start + _PASSAGES_A_STEP])

    async def _commit(self, document: DocumentInfo, copy: Copy, chunks: Sequence[Chunk]) -> DocumentInfo:
        async with self._tools.committing.of([document.id]):
            _present((await self._documents.get([document.id])).get(document.id))
            metadata = {"name": document.name, "kind": document.kind, "sha256": copy.sha256}
            await self._knowledge_base.insert_document(chunks, document.id, metadata)
            stored = await self._knowledge_base.list_chunks(document.id, limit=1)
            finished = await self._documents.finish(
                document.id,
                sha256=copy.sha256,
                original=copy.name,
                passage_count=stored[0].total_chunks if stored else 0,
            )
            return _present(finished)

    async def _enter(self, document: DocumentInfo, state: State) -> DocumentInfo:
        entered = _present(await self._documents.enter(document.id, state))
        self._note(entered)
        return entered

    async def _stop_the_rest(self) -> None:
        message = text("library", "It was stopped before it was done. Use Try again to go on.")
        self._tools.in_work.difference_update(self._unfinished)
        for document_id in self._unfinished:
            document = await self._documents.stop(document_id, message)
            if document is not None:
                self._note(document)

    def _note(self, document: DocumentInfo) -> None:
        if self._tell is not None:
            self._tell(document)


def _present(document: DocumentInfo | None) -> DocumentInfo:
    if document is None:
        raise _GoneError
    return document


def _reading(copy: Copy, parsed: ParsedFile) -> Reading:
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
