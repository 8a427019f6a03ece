"""Makes, deletes and restores backups while a dialog lists them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtWidgets import QWidget

from kbdesk.library.backup_folder import Progress
from kbdesk.library.library import Library
from kbdesk.ui.dialogs.backups import BackupsDialog
from kbdesk.ui.presenters.asked import Asked
from kbdesk.ui.tasks import TaskScope
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate

_LOAD = "backups.load"


class BackupsPresenter(QObject):
    """Owns the dialog of backups while it is open; what was begun in it goes on when it is closed.

    Signals:
        restart_requested: The program is to end: at its next start the backup is in place.
    """

    restart_requested = Signal()

    def __init__(
        self,
        library: Library,
        scope: TaskScope,
        *,
        theme: Theme,
        open_url: Callable[[QUrl], bool],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._library = library
        self._scope = scope
        self._theme = theme
        self._open_url = open_url
        self.dialog: BackupsDialog | None = None
        self._asked = Asked(scope, lambda: self.dialog, self._load)

    def open(self, window: QWidget) -> None:
        """Open the dialog above `window`, or bring the one that is open to the front."""
        if self.dialog is not None:
            self.dialog.activateWindow()
            return
        dialog = self.dialog = BackupsDialog(self._theme, self._open_url, window)
        dialog.make_requested.connect(self._make)
        dialog.delete_requested.connect(self._delete)
        dialog.restore_requested.connect(self._restore)
        dialog.finished.connect(self._close)
        dialog.open()
        self._scope.start(self._load(), key=_LOAD)

    def _close(self) -> None:
        self._scope.cancel(_LOAD)
        self.dialog = None

    def _make(self) -> None:
        async def work() -> str:
            made = await self._library.backups.make(on_progress=self._show_progress)
            if not made.left_out:
                return translate("Backups", "The backup is made.")
            sentence = translate(
                "Backups",
                "The backup is made. The passages of these knowledge bases are not in it, since they have a folder of "
                "their own: {names}.",
            )
            return sentence.format(names=", ".join(made.left_out))

        self._asked.start(translate("Backups", "Backing up…"), work)

    def _delete(self, backup_id: str) -> None:
        async def work() -> str:
            await self._library.backups.delete(backup_id)
            return translate("Backups", "The backup is deleted.")

        self._asked.start(translate("Backups", "Deleting…"), work)

    def _restore(self, backup_id: str) -> None:
        async def work() -> str:
            await self._library.backups.restore(backup_id)
            self.restart_requested.emit()
            return translate("Backups", "The backup is in place when kbdesk is started the next time.")

        self._asked.start(translate("Backups", "Looking whether the backup is whole…"), work)

    async def _load(self) -> None:
        backups = await self._library.backups.list()
        if self.dialog is not None:
            self.dialog.show_backups(backups)

    def _show_progress(self, progress: Progress) -> None:
        if self.dialog is not None and progress.total:
            sentence = translate("Backups", "Backing up: {done} of {total} files…")
            self.dialog.show_busy(sentence.format(done=progress.done, total=progress.total))
