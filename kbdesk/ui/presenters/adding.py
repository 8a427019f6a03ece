"""The way of files from a drop into the library: looked at first, then asked about where there is something to ask."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog, QWidget

from kbdesk.library.library import Library
from kbdesk.library.plan import AddPlan, Fate, PlannedFile
from kbdesk.library.types import Choices
from kbdesk.library.walk import Found, absolute
from kbdesk.ui.dialogs.conflicts import ConflictsDialog
from kbdesk.ui.dialogs.folder_drop import FolderDropDialog
from kbdesk.ui.dialogs.plan import PlanDialog
from kbdesk.ui.errors import Message
from kbdesk.ui.models.conflicts import Answer
from kbdesk.ui.tasks import TaskScope
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.look_line import LookLine

MOST_WITHOUT_ASKING = 20
"""So many files are added at once, where nothing is paid for."""

_STAYS_OUT = frozenset({Fate.IN_TRASH, Fate.ELSEWHERE})

T = TypeVar("T")


class AddingPresenter(QObject):
    """Takes one drop after the other; each has its own dialogs, and the next one waits until they are answered.

    Signals:
        accepted: To be added: id of the knowledge base, the files (list of `Found`), and `Choices`.
        sync_requested: To be kept in sync: id of the knowledge base, the folders (list of `Path`).
        show_requested: The documents of these ids are to be shown.
        restore_requested: The documents of these ids are to be taken out of the trash.
        said: Something to show (`Message`).
    """

    accepted = Signal(str, list, Choices)
    sync_requested = Signal(str, list)
    show_requested = Signal(list)
    restore_requested = Signal(list)
    said = Signal(Message)

    def __init__(
        self, window: QWidget, line: LookLine, *, library: Library, scope: TaskScope, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._window = window
        self._line = line
        self._library = library
        self._scope = scope
        self._numbers = itertools.count()
        self._turn = asyncio.Lock()
        self._looking = ""
        line.cancel_requested.connect(self._cancel_look)

    def add(self, kb_id: str, paths: Sequence[Path]) -> None:
        """Take these files and folders into a knowledge base, after those that came before."""
        key = f"adding.{next(self._numbers)}"
        self._scope.start(self._take_turn(key, kb_id, paths), key=key)

    def _cancel_look(self) -> None:
        self._scope.cancel(self._looking)

    async def _take_turn(self, key: str, kb_id: str, paths: Sequence[Path]) -> None:
        async with self._turn:
            plan = await self._look(key, kb_id, paths)
            folders = [path for path in map(absolute, paths) if await asyncio.to_thread(path.is_dir)]
            keeps = await self._ask_for_sync(folders)
            if keeps is None:
                return
            synced = folders if keeps else []
            files = await self._choose(kb_id, plan, can_choose=not keeps)
            answers = None if files is None else await self._settle(files)
            if answers is None:
                return
            if synced:
                self.sync_requested.emit(kb_id, synced)
            self._accept(kb_id, plan, answers, synced)
            self._say_the_rest(plan)

    async def _look(self, key: str, kb_id: str, paths: Sequence[Path]) -> AddPlan:
        self._looking = key
        self._line.begin()
        try:
            return await self._library.plan(kb_id, paths, on_progress=self._line.show_count)
        finally:
            self._looking = ""
            self._line.end()

    async def _ask_for_sync(self, folders: Sequence[Path]) -> bool | None:
        """Return whether folders are to be kept in sync; None to add nothing."""
        if not folders:
            return False
        dialog = FolderDropDialog(folders, self._window)
        return await answer_of(dialog, lambda: dialog.keeps_in_sync)

    async def _choose(self, kb_id: str, plan: AddPlan, *, can_choose: bool) -> list[PlannedFile] | None:
        """Return the files that are wanted; None to add nothing."""
        is_small = len(plan.to_read) <= MOST_WITHOUT_ASKING
        if not plan.to_read or (is_small and plan.provider.host is None):
            return list(plan.files)
        names = {base.id: base.name for base in await self._library.knowledge_bases()}
        dialog = PlanDialog(plan, names.get(kb_id, ""), can_choose=can_choose, parent=self._window)
        return await answer_of(dialog, lambda: dialog.chosen)

    async def _settle(self, files: Sequence[PlannedFile]) -> list[tuple[PlannedFile, Answer | None]] | None:
        """Return every file with what was answered about it, if it was asked about; None to add nothing."""
        conflicts = [file for file in files if file.is_conflict]
        if not conflicts:
            return [(file, None) for file in files]
        dialog = ConflictsDialog(conflicts, self._window)
        answers = await answer_of(dialog, lambda: dialog.answers)
        if answers is None:
            return None
        return [*((file, None) for file in files if not file.is_conflict), *answers]

    def _accept(
        self,
        kb_id: str,
        plan: AddPlan,
        answers: Sequence[tuple[PlannedFile, Answer | None]],
        synced: Sequence[Path],
    ) -> None:
        wanted = {
            file.found.path: answer
            for file, answer in answers
            if file.fate not in _STAYS_OUT
            and answer is not Answer.LEAVE_OUT
            and not any(file.found.path.is_relative_to(folder) for folder in synced)
        }
        if not wanted and (plan.files or synced):
            return
        files: list[Found] = [file.found for file in plan.files if file.found.path in wanted]
        self.accepted.emit(kb_id, files, _choices(plan, wanted))

    def _say_the_rest(self, plan: AddPlan) -> None:
        elsewhere = len(plan.of(Fate.ELSEWHERE))
        if elsewhere:
            title = translate("Adding", "%n file(s) were left out: they are only in the cloud.", None, elsewhere)
            remedy = translate("Adding", "Let your cloud program keep them on this computer, then add them again.")
            self.said.emit(Message(title, remedy))
        here = _document_ids(plan.of(Fate.HERE))
        if here and len(plan.files) > 1:  # a single one is shown where it is
            title = translate("Adding", "%n of the files are already here.", None, len(plan.of(Fate.HERE)))
            show = translate("Adding", "Show them")
            self.said.emit(Message(title, action=show, act=lambda: self.show_requested.emit(here)))
        in_trash = _document_ids(plan.of(Fate.IN_TRASH))
        if in_trash:
            title = translate("Adding", "%n of the files are in the trash.", None, len(plan.of(Fate.IN_TRASH)))
            restore = translate("Adding", "Restore")
            self.said.emit(Message(title, action=restore, act=lambda: self.restore_requested.emit(in_trash)))


async def answer_of(dialog: QDialog, read: Callable[[], T]) -> T | None:
    """Open a dialog and wait; return what `read` gives once it is accepted, None when it is not.

    A task that is cancelled takes its dialog away.
    """
    answered: asyncio.Future[T | None] = asyncio.get_running_loop().create_future()

    def take(code: int) -> None:  # at once: the dialog is deleted after this
        if not answered.done():
            answered.set_result(read() if code == QDialog.DialogCode.Accepted else None)

    dialog.finished.connect(take)
    dialog.open()
    try:
        return await answered
    finally:
        if answered.cancelled():
            dialog.reject()


def _choices(plan: AddPlan, answers: dict[Path, Answer | None]) -> Choices:
    replaced = {file.found.path: file.document.id for file in plan.conflicts if file.document is not None}
    return Choices(
        keep_both=frozenset(path for path, answer in answers.items() if answer is Answer.KEEP_BOTH),
        replacing={path: replaced[path] for path, answer in answers.items() if answer is Answer.REPLACE},
    )


def _document_ids(files: Sequence[PlannedFile]) -> list[str]:
    return list(dict.fromkeys(file.document.id for file in files if file.document is not None))
