"""The durable queue: it works on the documents that are to be read, a few at once, and takes orders meanwhile."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from contextlib import AsyncExitStack, suppress
from functools import partial
from typing import Literal

from kbdesk.errors import DiskFullError, KbError, unexpected
from kbdesk.library.bases import OpenBases
from kbdesk.library.batches import Batch, Batches, already_here
from kbdesk.library.disk import DiskGuard
from kbdesk.library.identity import Candidate, Twin
from kbdesk.library.ingest import Pipeline, Tell, Tools
from kbdesk.library.job_rows import Job
from kbdesk.library.types import AddResult, Choices, DocumentInfo, State
from kbdesk.library.walk import Found
from kbdesk.library.watchers import Watchers
from kbdesk.logs import describe
from kbdesk.rag.knowledge import KnowledgeBase
from kbdesk.settings import EmbeddingChoice
from kbdesk.texts import Text, text

# While one file is read, some wait with their passages for the model, so that it never runs dry.
_FILES_AT_ONCE = 6
_ROWS_A_TRANSACTION = 200
_TRY_AGAIN_S = 5.0

log = logging.getLogger(__name__)


class Queue:
    """Reads what is queued, in order; orders take effect at once.

    Attributes:
        watchers: Who is told what happens.
        choice: Gives the model that an empty knowledge base is filled with.
    """

    def __init__(self, tools: Tools, bases: OpenBases, disk: DiskGuard) -> None:
        """Use the open parts of a library; nothing is worked on before `start`."""
        self.watchers = Watchers()
        self.choice: Callable[[], EmbeddingChoice] = EmbeddingChoice
        self._tools = tools
        self._rows = tools.rows
        self._bases = bases
        self._disk = disk
        self._pipeline = Pipeline(tools, Tell(self.watchers.change, self._remove))
        self._batches = Batches()
        self._running: dict[str, asyncio.Task[None]] = {}
        self._dispatcher: asyncio.Task[None] | None = None
        self._broken: list[tuple[Job, BaseException]] = []
        self._accepting = 0
        self._wake = asyncio.Event()
        self._orders = asyncio.Lock()
        self._filling = AsyncExitStack()
        self._open: dict[str, KnowledgeBase] = {}
        self._opening = asyncio.Lock()

    async def start(self, *, paused: bool = False) -> None:
        """Go on with what was left; nothing more happens here when it has begun.

        Args:
            paused: Let everything rest that was left, instead.
        """
        if self._dispatcher is not None:
            return
        self._dispatcher = asyncio.create_task(self._dispatch())
        if paused:
            await self.pause()
        elif left := await self._rows.waiting():
            self.watchers.expect(len(left), sum(document.size_bytes for document in left))
        self._wake.set()

    async def aclose(self, timeout_s: float) -> bool:
        """End the work, which goes on at the next start; return whether it ended in time."""
        tasks = {*self._running.values(), *([self._dispatcher] if self._dispatcher else [])}
        for task in tasks:
            task.cancel()
        pending = (await asyncio.wait(tasks, timeout=timeout_s))[1] if tasks else tasks
        self._batches.abandon()
        if pending:
            return False
        await self._filling.aclose()
        await self._rows.give_back()
        return True

    @property
    def has_worked(self) -> bool:
        """Whether work was begun since the library was opened."""
        return self._dispatcher is not None

    async def add(self, kb_id: str, files: Sequence[Found], choices: Choices) -> Batch:
        """Accept files; each of them is a row when this returns.

        Raises:
            InputError: There is no such knowledge base.
            EmbeddingError: Its model cannot be used.
            StoreError: Its store cannot be used; DiskFullError: the disk is nearly full.
        """
        await self._disk.check(0)
        await self._knowledge_base(kb_id)
        batch = Batch(files)
        if not files:
            return batch
        self._accepting += 1
        await self.start()
        self.watchers.expect(len(files), sum(file.size_bytes for file in files))
        try:
            for start in range(0, len(files), _ROWS_A_TRANSACTION):
                await self._accept(kb_id, batch, files[start : start + _ROWS_A_TRANSACTION], choices)
                self._wake.set()
        finally:
            self._accepting -= 1
            self._wake.set()
        return batch

    async def _accept(self, kb_id: str, batch: Batch, files: Sequence[Found], choices: Choices) -> None:
        candidates = await self._candidates(kb_id, files, choices)
        async with self._orders:
            accepted = await self._tools.identity.accept(kb_id, candidates, choices)
            changed = [one.document.id for one in accepted if one.is_new]
            await self._halt(changed)  # work on an older content of the same file is over
        for file, one in zip(files, accepted, strict=True):
            if one.is_new:
                self.watchers.change(one.document)
            if one.document.state.is_work:
                self._batches.wait(batch, file.path, one.document, is_new=one.is_new)
            else:
                self.watchers.meter.finish(str(file.path), file.size_bytes)
                self._end(batch, already_here(file.path, one.document))

    def _end(self, batch: Batch, result: AddResult) -> None:
        batch.end(result)
        self.watchers.end(result)

    async def _candidates(self, kb_id: str, files: Sequence[Found], choices: Choices) -> list[Candidate]:
        """Look into the files that may be other versions of documents; the others are rows first."""
        known = await self._tools.identity.known_paths(kb_id, [file.path for file in files])
        known |= {file.path for file in files if file.path in choices.replacing}
        return [Candidate(file, await self._hash(file) if file.path in known else "") for file in files]

    async def _hash(self, file: Found) -> str:
        try:
            return await self._tools.originals.hash(file.path)
        except OSError:  # reading it will say why
            return ""

    async def retry(self, document_ids: Sequence[str]) -> Batch:
        """Queue documents again, from where the file was or else from the copy kept of it.

        Raises:
            EmbeddingError: The model of a knowledge base cannot be used.
        """
        documents = {each: await self._tools.documents.one(each) for each in dict.fromkeys(document_ids)}
        for kb_id in dict.fromkeys(document.knowledge_base_id for document in documents.values()):
            await self._knowledge_base(kb_id)
        await self.start()  # counts what waits already
        queued = await self._rows.retry(document_ids)
        batch = Batch([Found(one.path, one.name, one.size_bytes) for one in documents.values()])
        for document in documents.values():
            self._batches.wait(batch, document.path, document, is_new=True)
        self._requeued(queued)
        return batch

    async def pause(self, document_ids: Sequence[str] | None = None, *, message: Text | None = None) -> None:
        """Let documents rest until `resume`; what is embedded of them stays in the cache. None: all."""
        why = message or text("library", "Paused. Use Go on to read it.")
        async with self._orders:
            await self._rested(await self._rows.rest(document_ids, State.PAUSED, why))

    async def stop(self, document_ids: Sequence[str] | None = None) -> None:
        """End the work on documents; what is done stays. None: all."""
        why = text("library", "It was stopped before it was done. Use Try again to go on.")
        async with self._orders:
            await self._rested(await self._rows.rest(document_ids, State.STOPPED, why))

    async def resume(self, document_ids: Sequence[str] | None = None) -> None:
        """Go on with what is paused, or with these documents also if they were stopped. None: all that is paused."""
        await self.start()  # counts what waits already
        self._requeued(await self._rows.resume(document_ids))

    async def cancel(self, document_ids: Sequence[str] | None = None) -> None:
        """Take documents out as if they had never been dropped; an older version answers as before. None: all."""
        async with self._orders:
            rested = await self._rows.rest(document_ids, State.PAUSED, text("library", "Paused. Use Go on to read it."))
            await self._halt([document.id for document in rested])
            async with self._tools.committing.of([document.id for document in rested]):
                gone, kept = await self._rows.take_out(document_ids)
        for document in kept:
            self.watchers.change(document)
            self._settle(document.id, document)
        for document_id in gone:
            self._settle(document_id, None)
        self._remove(gone)

    async def move(self, document_ids: Sequence[str], to: Literal["front", "back"]) -> None:
        """Read documents before or after all others, in the order given."""
        await self._rows.move(document_ids, to)

    async def let_go(self, document_ids: Iterable[str]) -> None:
        """End the work on documents that were deleted."""
        ids = list(document_ids)
        async with self._orders:
            await self._halt(ids)
        for document_id in ids:
            self._settle(document_id, None)

    async def waiting(self) -> list[DocumentInfo]:
        """Return everything that is to be read, in the order of work."""
        return await self._rows.waiting()

    async def _dispatch(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(_TRY_AGAIN_S if self._broken else None):
                    await self._wake.wait()
            self._wake.clear()
            try:
                await self._note_broken()
                await self._begin_more()
            except KbError as exc:
                self.watchers.notice(_words(exc))
            if not self._has_work():
                await self._fall_idle()

    def _has_work(self) -> bool:
        return bool(self._running or self._accepting or self._broken) or self._wake.is_set()

    async def _note_broken(self) -> None:
        """Let documents fail whose work ended in an error nobody foresaw, or whose end could not be written."""
        while self._broken:
            job, error = self._broken[0]
            if isinstance(error, DiskFullError):  # so full that not even the pause could be written
                await self._give_up(job, error)
                self._broken.pop(0)
                continue
            message = _words(unexpected(error))
            ended = await self._tools.documents.fail(job.document.id, job.owner, message=message, outcome="failed")
            self._broken.pop(0)
            if ended is not None:
                self.watchers.change(ended)
                self._settle(job.document.id, ended)

    async def _begin_more(self) -> None:
        while len(self._running) < _FILES_AT_ONCE:
            async with self._orders:
                job = await self._rows.take_next(list(self._running))
                if job is None:
                    return
                task = asyncio.create_task(self._work(job))
                self._running[job.document.id] = task
                task.add_done_callback(partial(self._look_at_end, job))

    def _look_at_end(self, job: Job, task: asyncio.Task[None]) -> None:
        del self._running[job.document.id]
        self._wake.set()
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("work on a document ended in %s", describe(error))
            self._broken.append((job, error))

    async def _fall_idle(self) -> None:
        async with self._opening:
            if self._has_work():  # it came while a knowledge base was being opened for it
                return
            self._open.clear()
            await self._filling.aclose()
            self.watchers.idle()

    async def _work(self, job: Job) -> None:
        document = job.document
        self.watchers.meter.begin(document.id, document.name, document.size_bytes)
        ended = await self._result(job)
        if isinstance(ended, Twin) and ended.document.state.is_work:
            self._batches.pass_on(document.id, ended.document)
            self.watchers.meter.finish(document.id)
            now = (await self._tools.documents.get([ended.document.id])).get(ended.document.id)
            if now is None or not now.state.is_work:  # it ended in between
                self._settle(ended.document.id, now)
        elif ended is not None:
            self._settle(document.id, ended)

    async def _result(self, job: Job) -> DocumentInfo | Twin | None:
        try:
            await self._disk.check(job.document.size_bytes)
            knowledge_base = await self._knowledge_base(job.document.knowledge_base_id)
        except DiskFullError as exc:
            return await self._give_up(job, exc)
        except KbError as exc:
            return await self._give_up(job, exc, only_base=True)
        try:
            return await self._pipeline.run(job, knowledge_base, self.watchers.meter)
        except DiskFullError as exc:
            return await self._give_up(job, exc)

    async def _give_up(self, job: Job, error: KbError, *, only_base: bool = False) -> None:
        """Pause what cannot be done now, and say why."""
        why = _words(error)
        async with self._orders:
            if only_base:
                rested = await self._rows.pause_base(job.document.knowledge_base_id, why)
            else:
                rested = await self._rows.rest(None, State.PAUSED, why)
            await self._rested(rested)
        if rested:
            self.watchers.notice(why)

    async def _knowledge_base(self, kb_id: str) -> KnowledgeBase:
        """Return an open knowledge base; it keeps its model until the queue has nothing to do."""
        async with self._opening:
            if kb_id not in self._open:
                filling = self._bases.filling(kb_id, self.choice())
                self._open[kb_id] = await self._filling.enter_async_context(filling)
            return self._open[kb_id]

    async def _halt(self, document_ids: Iterable[str]) -> None:
        """End the work on documents whose rows say that it is over, and wait for the end."""
        running = [self._running[each] for each in document_ids if each in self._running]
        tasks = [task for task in running if task is not asyncio.current_task()]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    async def _rested(self, documents: Sequence[DocumentInfo]) -> None:
        for document in documents:
            self.watchers.change(document)
        await self._halt([document.id for document in documents])
        now = await self._tools.documents.get([document.id for document in documents])
        for document in documents:
            self._settle(document.id, now.get(document.id))

    def _requeued(self, documents: Sequence[DocumentInfo]) -> None:
        self.watchers.expect(len(documents), sum(document.size_bytes for document in documents))
        for document in documents:
            self.watchers.change(document)
        self._wake.set()

    def _remove(self, document_ids: list[str]) -> None:
        if document_ids:
            self.watchers.remove(document_ids)

    def _settle(self, document_id: str, ended: DocumentInfo | Twin | None) -> None:
        self.watchers.meter.finish(document_id)
        for result in self._batches.settle(document_id, ended):
            self.watchers.end(result)


def _words(error: KbError) -> Text:
    return text("library", "{title} {remedy}", title=error.title, remedy=error.remedy)
