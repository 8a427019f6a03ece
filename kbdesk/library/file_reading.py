"""Reads the kept copy of a file in a worker, with the passwords that may open it, or in another format."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import cast

from kbdesk.embedding.base import EmbeddingModelBase
from kbdesk.errors import ParseError
from kbdesk.library.job_rows import Job
from kbdesk.library.originals import Copy
from kbdesk.library.passwords import Passwords
from kbdesk.library.spool import Spool
from kbdesk.rag.chunkers.base import ChunkerBase
from kbdesk.rag.chunkers.whole import WholeSectionChunker, sections_of
from kbdesk.rag.parsers.base import Outcome, Progress, ReadOptions
from kbdesk.rag.parsers.legacy import convert
from kbdesk.rag.parsers.registry import ParsedFile
from kbdesk.rag.stores.threads import run_whole
from kbdesk.texts import text
from kbdesk.workers.pool import Read, WorkerPool


class FileReading:
    """Reads files."""

    def __init__(self, pool: WorkerPool, passwords: Passwords, spool: Spool) -> None:
        """Use the open parts of a library."""
        self._pool = pool
        self._passwords = passwords
        self._spool = spool
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="convert")

    def close(self) -> None:
        """End the thread."""
        self._threads.shutdown(wait=False)

    async def read_and_cut(
        self,
        job: Job,
        copy: Copy,
        model: EmbeddingModelBase,
        on_progress: Callable[[Progress], None],
        *,
        files: Path | None = None,
    ) -> Read:
        """Read a copy, and cut what is read as the knowledge base wants it.

        Args:
            job: The work.
            copy: The copy of the file.
            model: The model of the knowledge base.
            on_progress: Told how far it is.
            files: An empty folder for the files inside it; None leaves them out.

        Raises:
            WorkerError: The pool is closed, or no process could be started.
            EmbeddingError: The model has a say in it and cannot be reached.
        """
        if not job.chunking.needs(model):
            return await self.read(job, copy, job.chunking.chunker(), on_progress, files=files)

        def on_step(done: int, count: int) -> None:
            on_progress(Progress("sentence", done, count))

        read = await self.read(job, copy, WholeSectionChunker(), on_progress, files=files)
        chunker = job.chunking.semantic_chunker(model, on_step)
        return replace(read, chunks=await chunker.chunk(sections_of(read.chunks)))

    async def read(
        self,
        job: Job,
        copy: Copy,
        chunker: ChunkerBase,
        on_progress: Callable[[Progress], None],
        *,
        files: Path | None = None,
    ) -> Read:
        """Read a copy as the work on its document says.

        Args:
            job: The work.
            copy: The copy of the file.
            chunker: Cuts what is read.
            on_progress: Told how far it is.
            files: An empty folder for the files inside it; None leaves them out.

        Raises:
            WorkerError: The pool is closed, or no process could be started.
        """

        async def parse(path: Path, name: str, options: ReadOptions) -> Read:
            return await self._pool.parse_and_chunk(
                path, name, chunker, options=options, files=files, on_progress=on_progress
            )

        async def attempt(options: ReadOptions) -> Read:
            read = await parse(copy.path, job.document.name, options)
            if read.parsed.outcome == "unsupported_legacy" and job.may_convert:
                return await self._converted(copy, job.document.name, options, parse)
            return read

        first = await attempt(job.options)
        if first.parsed.outcome != "password":
            return first
        last = first
        for password in await self._passwords.candidates(copy.sha256, job.answering):
            last = await attempt(replace(job.options, password=password))
            if last.parsed.outcome != "password":
                self._passwords.note_fitting(copy.sha256, password)
                return last
        # Whoever typed a password for this file is told that it is wrong; nobody else has tried one.
        return last if self._passwords.is_asked_for(copy.sha256) else first

    async def _converted(
        self, copy: Copy, name: str, options: ReadOptions, parse: Callable[[Path, str, ReadOptions], Awaitable[Read]]
    ) -> Read:
        """Read what LibreOffice makes of an old file."""
        async with self._spool.place() as place:
            try:
                made = await run_whole(self._threads, lambda stop: convert(copy.path, place, options.password, stop))
            except ParseError as exc:
                return Read(ParsedFile(cast("Outcome", exc.outcome), message=exc.sentence))
            read = await parse(made, str(PurePosixPath(name).with_suffix(made.suffix)), options)
        read.parsed.warnings.insert(0, text("library", "LibreOffice converted it, so that it could be read."))
        return read
