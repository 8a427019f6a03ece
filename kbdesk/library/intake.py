"""The pieces of work under way; each is a task of its own, so that closing the library can stop it."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from kbdesk.library.bases import OpenBases
from kbdesk.library.ingest import Ingest, Tools
from kbdesk.library.progress import ProgressMeter
from kbdesk.library.types import AddResult, DocumentInfo, IngestProgress
from kbdesk.library.walk import Found, walk
from kbdesk.settings import EmbeddingChoice


@dataclass(frozen=True)
class Watcher:
    """Who is told of a piece of work.

    Attributes:
        on_progress: Told how far it is.
        on_document: Told of every change of a row.
    """

    on_progress: Callable[[IngestProgress], None] | None
    on_document: Callable[[DocumentInfo], None] | None


class Intake:
    """Starts pieces of work and stops them.

    Attributes:
        has_worked: Whether there was any.
    """

    def __init__(self, bases: OpenBases, tools: Tools) -> None:
        """Use the open parts of a library."""
        self._bases = bases
        self._tools = tools
        self._tasks: set[asyncio.Task[list[AddResult]]] = set()
        self.has_worked = False

    async def add(
        self, kb_id: str, paths: Sequence[Path | Found], choice: EmbeddingChoice, watcher: Watcher
    ) -> list[AddResult]:
        """Take in files and folders; see `Library.add`."""
        files = await asyncio.to_thread(lambda: list(walk(paths)))
        return await self._run(kb_id, choice, watcher, partial(Ingest.add, kb_id=kb_id, files=files))

    async def retry(self, document_ids: Sequence[str], choice: EmbeddingChoice, watcher: Watcher) -> list[AddResult]:
        """Read documents again; see `Library.retry`."""
        found = [await self._tools.documents.one(document_id) for document_id in dict.fromkeys(document_ids)]
        by_base: defaultdict[str, list[DocumentInfo]] = defaultdict(list)
        for document in found:
            by_base[document.knowledge_base_id].append(document)
        results: list[AddResult] = []
        for kb_id, documents in by_base.items():
            results += await self._run(kb_id, choice, watcher, partial(Ingest.retry, documents=documents))
        return results

    async def stop(self, timeout_s: float) -> bool:
        """Stop all work; return whether it ended in time."""
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=timeout_s)
        return not self._tasks

    async def _run(
        self,
        kb_id: str,
        choice: EmbeddingChoice,
        watcher: Watcher,
        work: Callable[[Ingest], Coroutine[Any, Any, list[AddResult]]],
    ) -> list[AddResult]:
        async def run() -> list[AddResult]:
            async with self._bases.filling(kb_id, choice) as knowledge_base:
                meter = ProgressMeter(watcher.on_progress, asyncio.get_running_loop().time)
                return await work(Ingest(self._tools, knowledge_base, meter, watcher.on_document))

        self.has_worked = True
        task = asyncio.create_task(run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.cancel()
            await asyncio.wait([task])
            raise
