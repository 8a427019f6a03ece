"""Looks at a folder that is kept in sync, and does what a plan says."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from kbdesk.errors import InputError
from kbdesk.library.concurrency import run_to_end
from kbdesk.library.folder_rows import FolderInfo, FolderRows
from kbdesk.library.scanning import Settled, scan, settle, still_holds
from kbdesk.library.sync_plan import Differences, Kept, Known, Move, SyncPlan, is_large
from kbdesk.library.types import AddResult, Deletion, DocumentInfo
from kbdesk.library.walk import Found, may_be_there
from kbdesk.library.watching import Sleep
from kbdesk.rag.stores.threads import run_whole
from kbdesk.texts import text

SETTLE_S = 2.0
"""A file counts as whole, and as gone, when it is the same in two looks so far apart."""

_THREADS = 4

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Hands:
    """What is done with documents.

    Attributes:
        add: Queues files in a knowledge base; each of them is a row when it returns, and what it returns gives the
            results when all have ended.
        delete: Puts documents in the trash.
        restore: Takes documents out of the trash.
    """

    add: Callable[[str, Sequence[Found]], Awaitable[Awaitable[Sequence[AddResult]]]]
    delete: Callable[[Sequence[str]], Awaitable[Deletion]]
    restore: Callable[[Sequence[str]], Awaitable[object]]


@dataclass(frozen=True)
class Applied:
    """What was done for a folder: documents were added, changed, renamed or removed.

    Attributes:
        deletion: What went to the trash because its files are gone, or None.
        removed: The ids of these documents.
    """

    deletion: Deletion | None = None
    removed: tuple[str, ...] = ()


class Syncing:
    """Brings a knowledge base in step with a folder."""

    def __init__(
        self, rows: FolderRows, hands: Hands, *, own: Path, sleep: Sleep, tell: Callable[[Applied], None]
    ) -> None:
        """Use the open parts of a library.

        Args:
            rows: The folders.
            hands: What is done with documents.
            own: The data folder, which is never taken in.
            sleep: Waits so many seconds.
            tell: Told whenever something was done.
        """
        self._rows = rows
        self._hands = hands
        self._own = own
        self._sleep = sleep
        self._tell = tell
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="folders")
        self._taking: set[asyncio.Task[None]] = set()

    async def aclose(self) -> None:
        """Stop waiting for files that were queued, which go on at the next start, and end the threads."""
        for task in self._taking:
            task.cancel()
        if self._taking:
            await asyncio.wait(self._taking)
        self._threads.shutdown(wait=False)

    async def look(self, folder: FolderInfo) -> SyncPlan:
        """Return what keeping a folder in sync would do; waits a moment if something seems to have changed."""
        known = await self._rows.known(folder)
        differences = await run_whole(self._threads, lambda stop: scan(folder.path, known, self._own, stop))
        if differences is None:
            return SyncPlan(folder.id, is_connected=False)
        await self._rows.remember(folder.id, differences.in_step, differences.forgotten)
        settled = await self._settled(folder, differences)
        if settled is None:
            return SyncPlan(folder.id, is_connected=False)
        return _plan(folder, known, differences, settled)

    async def apply(self, folder: FolderInfo, plan: SyncPlan) -> Applied:
        """Do what a plan says, as far as it still holds; the files to read are queued when this returns.

        Raises:
            InputError: The folder is not connected.
        """
        known = await self._rows.known(folder)
        held = await run_whole(self._threads, lambda stop: still_holds(folder.path, plan, known, stop))
        if held is None:
            raise InputError(
                text("library", "The folder is not connected, so nothing was changed."),
                text("library", "Connect its drive, then look again."),
            )
        if held.moved:
            await self._rows.follow(folder.id, held.moved)
        applied = await run_to_end(self._put_in_trash(folder, held))
        self._tell(applied)
        if files := [*held.added, *held.changed]:
            ended = await self._hands.add(folder.knowledge_base_id, files)
            await self._rows.remember_accepted(folder, files)
            self._start(self._bring_back(folder, files, ended))
        return applied

    async def finished(self) -> None:
        """Wait until everything that was queued has ended."""
        while self._taking:
            await asyncio.wait(self._taking)

    async def _settled(self, folder: FolderInfo, differences: Differences) -> Settled | None:
        if not (differences.added or differences.changed or differences.missing or differences.closed):
            return Settled()
        await self._sleep(SETTLE_S)
        return await run_whole(self._threads, lambda stop: settle(folder.path, differences, stop))

    async def _put_in_trash(self, folder: FolderInfo, plan: SyncPlan) -> Applied:
        if not plan.removed:
            return Applied()
        ids = [document.id for document in plan.removed]
        deletion = await self._hands.delete(ids)
        await self._rows.remember(folder.id, [], forget=[document.path for document in plan.removed])
        return Applied(deletion, tuple(ids))

    async def _bring_back(
        self, folder: FolderInfo, files: Sequence[Found], ended: Awaitable[Sequence[AddResult]]
    ) -> None:
        """Take out of the trash what went there because its file was away."""
        by_path = {file.path: file for file in files}
        back = [result for result in await ended if result.is_in_trash and result.path in by_path]
        if back:
            await self._hands.restore([result.document.id for result in back])
            moves = [
                Move(_kept(result.document), by_path[result.path])
                for result in back
                if not await asyncio.to_thread(may_be_there, result.document.path)
            ]
            await self._rows.follow(folder.id, moves)
        self._tell(Applied())

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._taking.add(task)
        task.add_done_callback(self._end)

    def _end(self, task: asyncio.Task[None]) -> None:
        self._taking.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("files of a folder were not taken in to the end", exc_info=error)


def _plan(folder: FolderInfo, known: Known, differences: Differences, settled: Settled) -> SyncPlan:
    plan = SyncPlan(
        folder.id,
        added=settled.added,
        changed=settled.changed,
        removed=settled.missing,
        moved=settled.moved,
        unsettled=settled.unsettled,
        elsewhere=tuple(differences.elsewhere),
        unreadable=settled.unreadable,
        unchanged=differences.unchanged,
        left_out=differences.left_out,
    )
    is_first = folder.last_look is None
    return replace(plan, needs_consent=is_large(plan, document_count=len(known.kept), is_first=is_first))


def _kept(document: DocumentInfo) -> Kept:
    return Kept(
        document.id,
        document.name,
        str(document.path),
        document.size_bytes,
        modified_ns=0,
        sha256=document.sha256,
        is_unread=False,
    )
