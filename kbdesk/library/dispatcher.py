"""Works on what is queued, a few documents at once, in their order."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import AsyncExitStack, contextmanager, suppress
from functools import partial

from kbdesk.embedding.base import EmbeddingModelBase
from kbdesk.errors import DiskFullError, KbError, ReplacedError, replaced, unexpected
from kbdesk.frozen import was_replaced
from kbdesk.library.bases import OpenBases
from kbdesk.library.batches import Batches
from kbdesk.library.disk import DiskGuard
from kbdesk.library.estimates import RunClock
from kbdesk.library.identity import Twin
from kbdesk.library.ingest import Pipeline, Tell, Tools
from kbdesk.library.job_rows import Job
from kbdesk.library.types import DocumentInfo, State
from kbdesk.library.watchers import Watchers
from kbdesk.logs import describe
from kbdesk.rag.knowledge import KnowledgeBase
from kbdesk.settings import EmbeddingChoice

# While one file is read, some wait with their passages for the model, so that it never runs dry.
_FILES_AT_ONCE = 6
_TRY_AGAIN_S = 5.0

log = logging.getLogger(__name__)


class FilledBases:
    """The knowledge bases that are being filled; each keeps its model until there is nothing to do.

    Attributes:
        choice: Gives the model that an empty knowledge base is filled with.
    """

    def __init__(self, bases: OpenBases, clock: RunClock) -> None:
        """Open nothing yet.

        Args:
            bases: Opens them.
            clock: Takes the time of the models.
        """
        self.choice: Callable[[], EmbeddingChoice] = EmbeddingChoice
        self._bases = bases
        self._clock = clock
        self._exits = AsyncExitStack()
        self._open: dict[str, KnowledgeBase] = {}
        self._embedded: dict[EmbeddingModelBase, int] = {}
        self._changing = asyncio.Lock()

    async def get(self, kb_id: str) -> KnowledgeBase:
        """Return an open knowledge base.

        Raises:
            InputError: There is no such knowledge base.
            EmbeddingError: Its model cannot be used.
            StoreError: Its store cannot be used.
        """
        async with self._changing:
            if kb_id not in self._open:
                opened = await self._exits.enter_async_context(self._bases.filling(kb_id, self.choice()))
                self._open[kb_id] = opened
                self._embedded.setdefault(opened.embedding_model, opened.embedding_model.embedded_passages)
            return self._open[kb_id]

    async def close_unless(self, is_needed: Callable[[], bool]) -> bool:
        """Close all and note how fast their models were; return False if they are needed after all."""
        async with self._changing:
            if is_needed():  # it came while a knowledge base was being opened for it
                return False
            for model, before in self._embedded.items():
                self._clock.count(model.identity, model.embedded_passages - before)
            self._open.clear()
            self._embedded.clear()
            await self._exits.aclose()
        await self._clock.end()
        return True


class Dispatcher:
    """Begins with the next document as soon as another one has ended, and looks after the work under way.

    Attributes:
        orders: Held by whoever changes what is to be done, so that nothing is begun meanwhile.
        watchers: Who is told what happens.
        batches: Who waits for which document.
        has_worked: Whether work on a document was begun.
    """

    def __init__(self, tools: Tools, bases: FilledBases, disk: DiskGuard, clock: RunClock) -> None:
        """Use the open parts of a library; nothing is worked on before `start`."""
        self.orders = asyncio.Lock()
        self.watchers = Watchers()
        self.batches = Batches()
        self.has_worked = False
        self._rows = tools.rows
        self._documents = tools.documents
        self._bases = bases
        self._disk = disk
        self._clock = clock
        tell = Tell(self.watchers.change, self.watchers.remove, self._note_came, self._note_left)
        self._pipeline = Pipeline(tools, tell)
        self._task: asyncio.Task[None] | None = None
        self._running: dict[str, asyncio.Task[None]] = {}
        self._broken: list[tuple[Job, BaseException]] = []
        self._must_try_again = False
        self._accepting = 0
        self._wake = asyncio.Event()

    def start(self) -> bool:
        """Be ready to work, after the next `wake`; return False if it was before."""
        if self._task is not None:
            return False
        self._begin()
        return True

    def _begin(self) -> None:
        self._task = asyncio.create_task(self._dispatch())
        self._task.add_done_callback(self._look_at_last_end)

    def wake(self) -> None:
        """Look for something to do."""
        self._wake.set()

    async def aclose(self, timeout_s: float) -> bool:
        """End the work; return whether it ended in time."""
        tasks = {*self._running.values(), *([self._task] if self._task else [])}
        for task in tasks:
            task.cancel()
        pending = (await asyncio.wait(tasks, timeout=timeout_s))[1] if tasks else tasks
        self.batches.abandon()
        return not pending and await self._bases.close_unless(lambda: False)

    @contextmanager
    def accepting(self) -> Generator[None]:
        """Tell nobody that there is nothing to do: there soon will be."""
        self._accepting += 1
        try:
            yield
        finally:
            self._accepting -= 1
            self.wake()

    async def interrupt(self, documents: Sequence[DocumentInfo]) -> None:
        """End the work on documents whose rows say that they rest or begin anew, and tell; `orders` is held."""
        for document in documents:
            self.watchers.change(document)
        ids = [document.id for document in documents]
        await self.halt(ids)
        now = await self._documents.get(ids)
        for document_id in ids:
            if document_id not in now or not now[document_id].state.is_work:
                self.settle(document_id, now.get(document_id))

    async def halt(self, document_ids: Iterable[str]) -> None:
        """End the work on documents whose rows say that it is over, and wait for the end; `orders` is held."""
        running = [self._running[each] for each in document_ids if each in self._running]
        tasks = [task for task in running if task is not asyncio.current_task()]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    def settle(self, document_id: str, ended: DocumentInfo | Twin | None) -> None:
        """Tell those who wait for a document how it ended; None: it is gone."""
        self.watchers.meter.finish(document_id)
        for result in self.batches.settle(document_id, ended):
            self.watchers.end(result)

    def _note_came(self, parent_id: str, documents: Sequence[DocumentInfo]) -> None:
        """Let those who wait for a document also wait for those that came with it."""
        self.watchers.expect(len(documents), sum(document.size_bytes for document in documents))
        self.batches.extend(parent_id, documents)
        for document in documents:
            self.watchers.change(document)
        self.wake()

    def _note_left(self, document_ids: Sequence[str]) -> None:
        self.watchers.remove(document_ids)
        for document_id in document_ids:
            if self.batches.has(document_id):
                self.settle(document_id, None)

    async def _dispatch(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(_TRY_AGAIN_S if self._must_try_again else None):
                    await self._wake.wait()
            self._wake.clear()
            try:
                await self._note_broken()
                await self._begin_more()
                self._must_try_again = False
            except KbError as exc:
                if not self._must_try_again:  # said once is enough
                    self.watchers.notice(exc.sentence)
                self._must_try_again = True
            if not self._has_work():
                await self._fall_idle()

    def _has_work(self) -> bool:
        return bool(self._running or self._accepting or self._must_try_again) or self._wake.is_set()

    def _look_at_last_end(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("the queue ended in %s", describe(error))
            self.watchers.notice(unexpected(error).sentence)
            self.batches.abandon(unexpected(error))
            self._begin()  # at the next wake

    async def _note_broken(self) -> None:
        """Let documents fail whose work ended in an error nobody foresaw, or whose end could not be written."""
        while self._broken:
            job, error = self._broken[0]
            if was_replaced():  # then it is no fault of the document, whatever it is
                error = replaced()
            if isinstance(error, (DiskFullError, ReplacedError)):  # so full that not even the pause could be written
                if await self._rows.enter(job, State.READING) is not None:  # else another one paused it since
                    await self._give_up(job, error)
                self._broken.pop(0)
                continue
            message = unexpected(error).sentence
            ended = await self._documents.fail(job.document.id, job.owner, message=message, outcome="failed")
            self._broken.pop(0)
            if ended is not None:
                self.watchers.change(ended)
                self.settle(job.document.id, ended)

    async def _begin_more(self) -> None:
        while len(self._running) < _FILES_AT_ONCE:
            async with self.orders:
                job = await self._rows.take_next(list(self._running))
                if job is None:
                    return
                task = asyncio.create_task(self._work(job))
                self._running[job.document.id] = task
                self._clock.begin()
                self.has_worked = True
                task.add_done_callback(partial(self._look_at_end, job))

    def _look_at_end(self, job: Job, task: asyncio.Task[None]) -> None:
        del self._running[job.document.id]
        self._wake.set()
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("work on a document ended in %s", describe(error))
            self._broken.append((job, error))

    async def _fall_idle(self) -> None:
        is_closed = await self._bases.close_unless(self._has_work)
        if is_closed and not self._has_work():  # some may have come meanwhile
            self.watchers.idle()

    async def _work(self, job: Job) -> None:
        document = job.document
        self.watchers.meter.begin(document.id, document.name, document.size_bytes)
        ended = await self._result(job)
        if isinstance(ended, Twin) and ended.document.state.is_work:
            await self._follow(document.id, ended.document)
        elif isinstance(ended, Twin) or (ended is not None and not ended.state.is_work):
            self.settle(document.id, ended)
        else:  # its row says that it is to be read once more, or rests
            self.watchers.meter.put_back(document.id)

    async def _follow(self, document_id: str, twin: DocumentInfo) -> None:
        """Let those who wait for a document wait for the one that is getting its content."""
        self.batches.pass_on(document_id, twin)
        self.watchers.meter.finish(document_id)
        now = (await self._documents.get([twin.id])).get(twin.id)
        if now is None or not now.state.is_work:  # it ended in between
            self.settle(twin.id, now)

    async def _result(self, job: Job) -> DocumentInfo | Twin | None:
        try:
            await self._disk.check(job.document.size_bytes)
            knowledge_base = await self._bases.get(job.document.knowledge_base_id)
        except DiskFullError as exc:
            return await self._give_up(job, exc)
        except KbError as exc:
            return await self._give_up(job, exc, only_base=True)
        try:
            return await self._pipeline.run(job, knowledge_base, self.watchers.meter)
        except (DiskFullError, ReplacedError) as exc:
            return await self._give_up(job, exc)

    async def _give_up(self, job: Job, error: KbError, *, only_base: bool = False) -> None:
        """Pause what cannot be done now, and say why."""
        why = error.sentence
        async with self.orders:
            if only_base:
                rested = await self._rows.pause_base(job.document.knowledge_base_id, why)
            else:
                rested = await self._rows.rest(None, State.PAUSED, why)
            await self.interrupt(rested)
        if rested:
            self.watchers.notice(why)
