"""A few worker processes for an asyncio program. The loop never waits for one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Generic, Literal, Self, TypeVar

from kbdesk.errors import WorkerCrashError, WorkerLimitError
from kbdesk.rag.chunkers.base import ChunkerBase
from kbdesk.rag.document import Chunk
from kbdesk.rag.parsers.base import Progress, ReadOptions
from kbdesk.rag.parsers.registry import ParsedFile
from kbdesk.workers import reading
from kbdesk.workers.child import Report
from kbdesk.workers.process import Limits, WorkerProcess, closing
from kbdesk.workers.reading import FileInside

Result = TypeVar("Result")
Lane = Literal["reading", "embedding", "drawing"]

_CLOSE_S = 3.0
_DEFAULT_LIMITS = Limits()
_AS_ALWAYS = ReadOptions()


@dataclass(frozen=True)
class Read:
    """What was read from a file.

    Attributes:
        parsed: How reading ended, without the sections and the files inside.
        chunks: What it was cut into.
        files: The files inside it.
    """

    parsed: ParsedFile
    chunks: list[Chunk] = field(default_factory=list[Chunk])
    files: list[FileInside] = field(default_factory=list[FileInside])


@dataclass
class _Job(Generic[Result]):
    """A task, who is told of it, and the process that does it now."""

    task: Callable[[Report], Result]
    on_progress: Report | None
    limits: Limits
    is_wanted: bool = True
    worker: WorkerProcess | None = None

    def tell(self, value: Any) -> None:
        if self.is_wanted and self.on_progress:
            self.on_progress(value)

    def kill(self) -> None:
        if self.worker is not None:
            self.worker.kill()


@dataclass
class _Lane:
    """The processes for one kind of work, which keep what they have loaded for it.

    Attributes:
        idle_s: Seconds after which a process without a task leaves.
        slots: One for each process that there may be.
        idle: Processes without a task, each with the timer after which it leaves; the last one worked last.
    """

    idle_s: float
    slots: asyncio.Semaphore
    idle: dict[WorkerProcess, asyncio.TimerHandle] = field(default_factory=dict[WorkerProcess, asyncio.TimerHandle])


class WorkerPool:
    """Does tasks in child processes, each started when it is needed; idle ones leave.

    One process is kept for embedding, so that a query never waits for a file, and one for drawing, so that whoever
    looks at a page does not.

    A program that calls it must be importable without running (`if __name__ == "__main__":`), since children are
    started by spawn, and a frozen one calls `multiprocessing.freeze_support()` first.
    """

    def __init__(self, max_workers: int = 2, idle_s: float = 60.0, *, embedding_idle_s: float = 600.0) -> None:
        """Start nothing yet.

        Args:
            max_workers: Most processes at a time that read or embed, at least 2.
            idle_s: Seconds after which a process without a task leaves.
            embedding_idle_s: The same for the embedding process, without which the next query takes a second longer.
        """
        self._lanes: dict[Lane, _Lane] = {
            "reading": _Lane(idle_s, asyncio.Semaphore(max_workers - 1)),
            "embedding": _Lane(embedding_idle_s, asyncio.Semaphore(1)),
            "drawing": _Lane(idle_s, asyncio.Semaphore(1)),
        }
        # One thread talks to each process, one more says good-bye to idle ones.
        self._threads = ThreadPoolExecutor(max_workers + 2, thread_name_prefix="kbdesk-worker")
        self._working: set[WorkerProcess] = set()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._is_closed = False

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def parse(
        self,
        path: Path,
        name: str,
        *,
        options: ReadOptions = _AS_ALWAYS,
        on_progress: Callable[[Progress], None] | None = None,
        limits: Limits = _DEFAULT_LIMITS,
    ) -> ParsedFile:
        """Read a file; see `kbdesk.rag.parsers.registry.parse_file`.

        A file whose reading hangs or takes too much memory gets the outcome "limit", one whose reading crashes twice
        "damaged".

        Args:
            path: Where the file is.
            name: Its name for people.
            options: How it is to be read.
            on_progress: Called on the loop, at most ten times a second.
            limits: When to stop reading.

        Raises:
            WorkerError: The pool is closed, or no process could be started.
        """
        task = partial(reading.read, path, name, options)
        try:
            return await self.run(task, on_progress=on_progress, limits=limits)
        except (WorkerLimitError, WorkerCrashError) as exc:
            return reading.unread(exc)

    async def parse_and_chunk(
        self,
        path: Path,
        name: str,
        chunker: ChunkerBase,
        *,
        options: ReadOptions = _AS_ALWAYS,
        files: Path | None = None,
        on_progress: Callable[[Progress], None] | None = None,
        limits: Limits = _DEFAULT_LIMITS,
    ) -> Read:
        """Read a file as `parse` does, and cut it in the same process.

        Args:
            path: Where the file is.
            name: Its name for people.
            chunker: Picklable; cuts the sections.
            options: How it is to be read.
            files: An empty folder for the files inside it; None leaves them out.
            on_progress: Called on the loop, at most ten times a second.
            limits: When to stop reading.

        Raises:
            WorkerError: The pool is closed, or no process could be started.
            OSError: The files inside it cannot be written.
        """
        chunks: list[Chunk] = []

        def tell(report: Progress | list[Chunk]) -> None:
            if isinstance(report, list):
                chunks[report[0].chunk_index :] = report  # those of a process that crashed are replaced
            elif on_progress:
                on_progress(report)

        task = partial(reading.read_and_chunk, path, name, options, chunker, files)
        try:
            parsed, inside = await self.run(task, on_progress=tell, limits=limits)
        except (WorkerLimitError, WorkerCrashError) as exc:
            return Read(reading.unread(exc))
        return Read(parsed, chunks, inside)

    async def draw(
        self, path: Path, name: str, page: int, *, longest_side: int, options: ReadOptions = _AS_ALWAYS
    ) -> bytes | None:
        """Return the picture of a page as PNG, or None if there is none; see `page_pictures.draw_page`.

        Args:
            path: Where the file is.
            name: Its name for people.
            page: Which one, from 1.
            longest_side: Of the picture, in pixels.
            options: How the file is to be read.

        Raises:
            WorkerError: The pool is closed, or no process could be started.
            OSError: The file cannot be read.
        """
        task = partial(reading.draw, path, name, page, longest_side, options)
        try:
            return await self.run(task, lane="drawing")
        except (WorkerLimitError, WorkerCrashError):
            return None

    async def run(
        self,
        task: Callable[[Report], Result],
        *,
        lane: Lane = "reading",
        on_progress: Callable[[Any], None] | None = None,
        limits: Limits = _DEFAULT_LIMITS,
        patience_s: float = 0.0,
    ) -> Result:
        """Do a task in a process, as soon as one is free, and return its result.

        If the process crashes, the task is done once more in another one.

        Args:
            task: Picklable, for example a `functools.partial` of a module's function. It gets a function that takes
                what it has to report; each report is a sign of progress.
            lane: Which of the processes.
            on_progress: Called on the loop with each report, in order, never after this call has ended. After a crash
                the reports begin anew.
            limits: When to stop it.
            patience_s: How long after a cancel the process may go on, finish the task for nobody and so keep what it
                has loaded, before it is killed. The call itself ends at once.

        Raises:
            WorkerLimitError: It was stopped at a limit.
            WorkerCrashError: Its process crashed, and so did the second one.
            WorkerError: The pool is closed, or no process could be started.
            KbError: What the task raised, or in place of any other error one without its words.
            OSError: The same.
        """
        processes = self._lanes[lane]
        await processes.slots.acquire()
        job = _Job(task, on_progress, limits)
        work = self._keep(self._do(job, processes))
        try:
            return await asyncio.shield(work)
        except asyncio.CancelledError:
            timer = asyncio.get_running_loop().call_later(patience_s, job.kill)
            work.add_done_callback(lambda _: timer.cancel())
            raise
        finally:
            job.is_wanted = False

    async def aclose(self) -> None:
        """End every process; waits at most three seconds. Calls that still run end with `WorkerError`."""
        self._is_closed = True
        for worker in self._working:
            worker.kill()
        for lane in self._lanes.values():
            for worker in list(lane.idle):
                worker.kill()
                self._dismiss(worker, lane)
        with suppress(TimeoutError):
            async with asyncio.timeout(_CLOSE_S):
                while self._tasks:
                    await asyncio.wait(self._tasks)
        self._threads.shutdown(wait=not self._tasks, cancel_futures=True)

    async def _do(self, job: _Job[Result], lane: _Lane) -> Result:
        """Do a job, once more if its process crashed; then the slot is free."""
        try:
            try:
                return await self._do_once(job, lane)
            except WorkerCrashError:
                if not job.is_wanted:
                    raise
                return await self._do_once(job, lane)
        finally:
            lane.slots.release()

    async def _do_once(self, job: _Job[Result], lane: _Lane) -> Result:
        if self._is_closed:
            raise closing()
        loop = asyncio.get_running_loop()
        worker = job.worker = self._take(lane)

        def report(value: Any) -> None:
            loop.call_soon_threadsafe(job.tell, value)

        try:
            return await self._in_thread(worker.run, job.task, report, job.limits)
        finally:
            job.worker = None
            self._working.discard(worker)
            lane.idle[worker] = loop.call_later(lane.idle_s, self._dismiss, worker, lane)
            # A process that has grown would make the next file pay for the last one.
            if self._is_closed or not worker.is_alive or worker.memory_bytes > job.limits.memory_bytes // 2:
                self._dismiss(worker, lane)

    def _take(self, lane: _Lane) -> WorkerProcess:
        while lane.idle:
            worker, timer = lane.idle.popitem()
            timer.cancel()
            if worker.is_alive:
                break
            self._keep(self._in_thread(worker.leave))
        else:
            worker = WorkerProcess()
        self._working.add(worker)
        return worker

    def _dismiss(self, worker: WorkerProcess, lane: _Lane) -> None:
        lane.idle.pop(worker).cancel()
        self._keep(self._in_thread(worker.leave))

    async def _in_thread(self, function: Callable[..., Result], *args: Any) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._threads, function, *args)

    def _keep(self, work: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
        """Start a task that outlives its caller, and is waited for when the pool closes."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._forget)
        return task

    def _forget(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # seen by the caller, or by nobody who still wants to know
