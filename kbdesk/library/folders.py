"""Folders kept in sync: what is put in them, changed or taken out of them is followed in a knowledge base."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from kbdesk.errors import InputError, KbError, unexpected
from kbdesk.library.concurrency import Turns
from kbdesk.library.folder_rows import FolderInfo, FolderRows, FolderState
from kbdesk.library.scanning import place_of
from kbdesk.library.sync_plan import SyncPlan
from kbdesk.library.syncing import SETTLE_S, Applied, Hands, Syncing
from kbdesk.library.walk import absolute, readable
from kbdesk.library.watching import POLL_S, Sleep, Watch
from kbdesk.texts import Text, text

_LONGEST_SETTLING_S = 16.0
_CLOSE_S = 2.5
_NEVER_S = float("inf")

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class FolderWatcher:
    """Who is told of folders.

    Attributes:
        on_change: Told that a folder is another than before, or was added or left.
        on_applied: Told that documents of a folder are others now.
    """

    on_change: Callable[[], None]
    on_applied: Callable[[Applied], None]


class Folders:
    """The folders kept in sync. Nothing happens by itself before `start`, and nothing any more after `aclose`.

    Attributes:
        sleep: Waits so many seconds.
    """

    def __init__(self, rows: FolderRows, hands: Hands, own: Path) -> None:
        """Use the open parts of a library.

        Args:
            rows: The folders.
            hands: What is done with documents.
            own: The data folder, which is never taken in.
        """
        self.sleep: Sleep = asyncio.sleep
        self._rows = rows
        self._own = absolute(own)  # as the walk names what it finds
        self._syncing = Syncing(
            rows, hands, own=self._own, sleep=lambda seconds: self.sleep(seconds), tell=self._tell_applied
        )
        self._turns = Turns()
        self._watchers: list[FolderWatcher] = []
        self._waiting: dict[str, SyncPlan] = {}
        self._watches: dict[str, Watch] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._has_started = False

    async def start(self) -> None:
        """Look at all folders and follow what happens in them from now on."""
        self._has_started = True
        for folder_id in await self._rows.ids():
            self._follow(folder_id)

    async def aclose(self) -> None:
        """End all watching and looking."""
        self._has_started = False
        for task in self._tasks.values():
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks.values(), timeout=_CLOSE_S)
        await self._syncing.aclose()

    def watch(self, watcher: FolderWatcher) -> Callable[[], None]:
        """Tell somebody of folders from now on; return what ends that."""
        self._watchers.append(watcher)
        return lambda: self._watchers.remove(watcher)

    async def list(self) -> list[FolderInfo]:
        """Return all folders, in the order they were added."""
        return [self._with_watch(folder) for folder in await self._rows.all()]

    async def keep(self, kb_id: str, path: Path) -> FolderInfo:
        """Keep a folder in sync from now on; its files are taken in by the first `sync`, which `start` does by itself.

        A folder inside one that is kept already is that one.

        Raises:
            InputError: It is no folder, or holds kbdesk's own data only, or there is no such knowledge base.
        """
        path = absolute(path)
        if not await asyncio.to_thread(path.is_dir):
            raise InputError(
                text("library", "There is no folder “{path}”.", path=readable(str(path))),
                text("library", "Check the name."),
            )
        if path.is_relative_to(self._own):
            raise InputError(
                text("library", "kbdesk keeps its own data in this folder, so it cannot be kept in sync."),
                text("library", "Choose the folder in which you keep your own files."),
            )
        folder_id, inner = await self._rows.keep(kb_id, path)
        await self._stop_following(inner)
        if self._has_started:
            self._follow(folder_id)
        self._tell()
        return self._with_watch(await self._rows.one(folder_id))

    async def leave(self, folder_id: str) -> None:
        """Keep a folder in sync no longer; its documents stay."""
        await self._stop_following([folder_id])
        async with self._turns.of([folder_id]):
            self._waiting.pop(folder_id, None)
            await self._rows.leave(folder_id)
        self._tell()

    def plan(self, folder_id: str) -> SyncPlan | None:
        """Return the plan of a folder that waits for a person, or None."""
        return self._waiting.get(folder_id)

    async def look(self, folder_id: str) -> SyncPlan:
        """Return what keeping a folder in sync would do; nothing is changed.

        Raises:
            InputError: It is not kept in sync.
        """
        async with self._turns.of([folder_id]):
            return await self._syncing.look(await self._rows.one(folder_id))

    async def apply(self, plan: SyncPlan) -> Applied:
        """Do what a plan says, as far as it still holds; the files to read are queued when this returns.

        Raises:
            InputError: The folder is not connected, or not kept in sync any more.
            EmbeddingError: The knowledge base's model cannot be used.
        """
        async with self._turns.of([plan.folder_id]):
            folder = await self._rows.one(plan.folder_id)
            applied = await self._syncing.apply(folder, plan)
            await self._note(folder, replace(plan, needs_consent=False))
            return applied

    async def sync(self, folder_id: str) -> SyncPlan:
        """Look at a folder and bring its knowledge base in step; a large plan waits for a person instead.

        Raises:
            InputError: It is not kept in sync.
            EmbeddingError: The knowledge base's model cannot be used.
            StoreError: The store cannot be used.
        """
        async with self._turns.of([folder_id]):
            folder = await self._rows.one(folder_id)
            try:
                plan = await self._syncing.look(folder)
                if not plan.needs_consent and not plan.is_empty:
                    await self._syncing.apply(folder, plan)
            except KbError as exc:
                await self._note_problem(folder, exc)
                raise
            await self._note(folder, plan)
            return plan

    async def finished(self) -> None:
        """Wait until all files that were queued have ended."""
        await self._syncing.finished()

    async def _note(self, folder: FolderInfo, plan: SyncPlan) -> None:
        self._waiting.pop(folder.id, None)
        if not plan.is_connected:
            state = FolderState.NOT_CONNECTED
        elif plan.needs_consent:
            state = FolderState.WAITS
            self._waiting[folder.id] = plan
        else:
            state = FolderState.IN_STEP
        await self._rows.note(folder.id, state, list(_remarks(plan)), has_looked=plan.is_connected)
        self._tell()

    async def _note_problem(self, folder: FolderInfo, error: KbError) -> None:
        remark = error.sentence
        await self._rows.note(folder.id, FolderState.PROBLEM, [remark], has_looked=False)
        self._tell()

    async def _stop_following(self, folder_ids: Sequence[str]) -> None:
        tasks = [self._tasks[each] for each in folder_ids if each in self._tasks]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    def _follow(self, folder_id: str) -> None:
        if folder_id not in self._tasks:
            task = asyncio.create_task(self._keep_following(folder_id))
            self._tasks[folder_id] = task
            task.add_done_callback(lambda ended: self._end(folder_id, ended))

    def _end(self, folder_id: str, task: asyncio.Task[None]) -> None:
        del self._tasks[folder_id]
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a folder is no longer followed: %s", unexpected(error), exc_info=error)

    async def _keep_following(self, folder_id: str) -> None:
        while folder_id in await self._rows.ids():
            try:
                folder = await self._rows.one(folder_id)
                await self._follow_while_connected(folder)
            except KbError as exc:  # it is in the state of the folder, or its knowledge base is in the trash
                log.debug("a folder could not be followed: %s", type(exc).__name__)
            await self.sleep(POLL_S)

    async def _follow_while_connected(self, folder: FolderInfo) -> None:
        async with Watch(folder.path, self.sleep, own=self._own) as watch:
            self._watches[folder.id] = watch
            try:
                place = await asyncio.to_thread(place_of, folder.path)
                pause_s = 0.0
                while (plan := await self.sync(folder.id)).is_connected:
                    if await asyncio.to_thread(place_of, folder.path) != place:
                        break  # another folder has its name now, and nobody watches that one
                    pause_s = _pause_s(plan, pause_s)
                    await watch.changes(pause_s or _NEVER_S)
            finally:
                del self._watches[folder.id]

    def _with_watch(self, folder: FolderInfo) -> FolderInfo:
        watch = self._watches.get(folder.id)
        if watch is None or watch.remark is None:
            return folder
        return replace(folder, remarks=(*folder.remarks, watch.remark))

    def _tell(self) -> None:
        for watcher in [*self._watchers]:
            watcher.on_change()

    def _tell_applied(self, applied: Applied) -> None:
        for watcher in [*self._watchers]:
            watcher.on_applied(applied)


def _pause_s(plan: SyncPlan, last_s: float) -> float:
    """Return when to look again although nobody tells of a change; 0: not before somebody does."""
    if plan.unsettled:  # for a file that grows for long, less and less often
        return min(max(SETTLE_S, last_s * 2), _LONGEST_SETTLING_S)
    return POLL_S if plan.unreadable else 0.0


def _remarks(plan: SyncPlan) -> Iterator[Text]:
    if not plan.is_connected:
        yield text("library", "The folder is not there, or its drive is not connected. Nothing was removed.")
    if plan.needs_consent:
        yield _waiting_words(plan)
    if plan.elsewhere:
        yield text(
            "library",
            "{count} files are not on this computer, for example “{name}”. In your file manager choose to keep them on"
            " this device, and they are read.",
            count=len(plan.elsewhere),
            name=plan.elsewhere[0].name,
        )
    for each in plan.unreadable[:1]:
        yield text(
            "library",
            "{count} files cannot be read yet and are tried again, for example “{name}”: {reason}",
            count=len(plan.unreadable),
            name=each.file.name,
            reason=each.reason,
        )
    if plan.unsettled:
        yield text(
            "library", "“{name}” is still being written; it is read when it is whole.", name=plan.unsettled[0].name
        )


def _waiting_words(plan: SyncPlan) -> Text:
    if plan.removed and not (plan.unchanged or plan.changed or plan.added or plan.moved):
        return text(
            "library",
            "All files of this folder are gone. Connect its drive if that is missing, or look at the changes.",
        )
    return text(
        "library",
        "{added} new, {changed} changed, {removed} removed: waits for you.",
        added=len(plan.added),
        changed=len(plan.changed),
        removed=len(plan.removed),
    )
