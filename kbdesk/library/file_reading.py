"""Reads the kept copy of a file in a worker, with the passwords that may open it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from kbdesk.embedding.base import EmbeddingModelBase
from kbdesk.library.job_rows import Job
from kbdesk.library.originals import Copy
from kbdesk.library.passwords import Passwords
from kbdesk.rag.chunkers.base import ChunkerBase
from kbdesk.rag.chunkers.whole import WholeSectionChunker, sections_of
from kbdesk.rag.parsers.base import Progress, ReadOptions
from kbdesk.workers.pool import Read, WorkerPool


class FileReading:
    """Reads files."""

    def __init__(self, pool: WorkerPool, passwords: Passwords) -> None:
        """Use the open parts of a library."""
        self._pool = pool
        self._passwords = passwords

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

        async def attempt(options: ReadOptions) -> Read:
            name = job.document.name
            return await self._pool.parse_and_chunk(
                copy.path, name, chunker, options=options, files=files, on_progress=on_progress
            )

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
