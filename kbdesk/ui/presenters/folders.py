"""Folders kept in sync: shows how it is with them, and asks before many changes."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from kbdesk.errors import KbError
from kbdesk.library.folder_rows import FolderInfo, FolderState
from kbdesk.library.folders import Folders, FolderWatcher
from kbdesk.library.sync_plan import SyncPlan
from kbdesk.library.syncing import Applied
from kbdesk.library.types import Deletion
from kbdesk.ui.dialogs.folders import ChangesDialog, FoldersDialog
from kbdesk.ui.errors import Message
from kbdesk.ui.models.folders import state_words
from kbdesk.ui.tasks import TaskScope
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate

_REFRESH = "folders.refresh"
_CHANGES = "folders.changes"


class FoldersPresenter(QObject):
    """Owns the dialog of the folders while it is open, and says what waits for a person.

    Signals:
        said: Something to show (`Message`).
        applied: Documents of a folder are others now.
        deleted: Documents went to the trash because their files are gone: the `Deletion` and their ids.
    """

    said = Signal(Message)
    applied = Signal()
    deleted = Signal(Deletion, list)

    def __init__(
        self, window: QWidget, folders: Folders, scope: TaskScope, *, theme: Theme, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._window = window
        self._folders = folders
        self._scope = scope
        self._theme = theme
        self._said: dict[str, FolderState] = {}
        self.dialog: FoldersDialog | None = None
        self.changes: ChangesDialog | None = None
        folders.watch(FolderWatcher(self._follow, self._note_applied))

    async def start(self) -> None:
        """Follow the folders from now on."""
        await self._folders.start()
        await self._refresh()

    def keep(self, kb_id: str, folders: Sequence[Path]) -> None:
        """Keep these folders in sync with a knowledge base."""
        self._scope.start(self._keep(kb_id, folders))

    def open(self) -> None:
        """Open the dialog, or bring the one that is open to the front."""
        if self.dialog is not None:
            self.dialog.activateWindow()
            return
        self.dialog = FoldersDialog(self._theme, self._window)
        self.dialog.look_requested.connect(self._look)
        self.dialog.changes_requested.connect(self.show_changes)
        self.dialog.leave_requested.connect(self._leave)
        self.dialog.finished.connect(self._forget_dialog)
        self.dialog.open()
        self._follow()

    def show_changes(self, folder_id: str) -> None:
        """Show what has changed in a folder, to be applied or not."""
        self._scope.start(self._show_changes(folder_id), key=_CHANGES)

    def _forget_dialog(self) -> None:
        self.dialog = None

    def _forget_changes(self) -> None:
        self.changes = None

    def _follow(self) -> None:
        self._scope.start(self._refresh(), key=_REFRESH)

    def _note_applied(self, applied: Applied) -> None:
        self._scope.start(self._tell_applied(applied))  # not when the window is closed already

    def _look(self, folder_id: str) -> None:
        if self.dialog is not None:
            self.dialog.show_looking()
        self._scope.start(self._sync(folder_id))

    def _leave(self, folder_id: str) -> None:
        self._scope.start(self._folders.leave(folder_id))

    async def _keep(self, kb_id: str, folders: Sequence[Path]) -> None:
        for folder in folders:
            await self._folders.keep(kb_id, folder)

    async def _sync(self, folder_id: str) -> None:
        with suppress(KbError):  # it stands with the folder
            await self._folders.sync(folder_id)
        self._follow()

    async def _tell_applied(self, applied: Applied) -> None:
        if applied.deletion is not None:
            self.deleted.emit(applied.deletion, list(applied.removed))
        self.applied.emit()

    async def _refresh(self) -> None:
        folders = await self._folders.list()
        if self.dialog is not None:
            self.dialog.show_folders(folders)
        for folder in folders:
            self._say_news(folder)
        self._said = {folder.id: folder.state for folder in folders}

    def _say_news(self, folder: FolderInfo) -> None:
        if self._said.get(folder.id) == folder.state:
            return
        if folder.state is FolderState.WAITS:
            title = translate("Folders", "Much has changed in the synced folder “{folder}”.")
            show = translate("Folders", "Show changes…")
            message = Message(
                title.format(folder=folder.path.name),
                state_words(folder),
                action=show,
                act=lambda: self.show_changes(folder.id),
            )
            self.said.emit(message)
        elif folder.state is FolderState.PROBLEM:
            title = translate("Folders", "The synced folder “{folder}” could not be synced.")
            self.said.emit(Message(title.format(folder=folder.path.name), state_words(folder), level="error"))

    async def _show_changes(self, folder_id: str) -> None:
        plan = self._folders.plan(folder_id) or await self._folders.look(folder_id)
        paths = {folder.id: folder.path for folder in await self._folders.list()}
        if folder_id not in paths or self.changes is not None:
            return
        self.changes = ChangesDialog(plan, paths[folder_id], self.dialog or self._window)
        self.changes.accepted.connect(lambda: self._apply(plan))
        self.changes.finished.connect(self._forget_changes)
        self.changes.open()

    def _apply(self, plan: SyncPlan) -> None:
        self._scope.start(self._folders.apply(plan))
