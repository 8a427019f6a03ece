"""Asks for a new version when a person wants to know."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from PySide6.QtCore import QObject, QUrl
from PySide6.QtWidgets import QWidget

from kbdesk import __version__
from kbdesk.errors import UpdateError
from kbdesk.ui.dialogs.new_version import NewVersionDialog
from kbdesk.ui.tasks import TaskScope
from kbdesk.ui.translate import shown, translate
from kbdesk.updates import HOST, RELEASES_PAGE, Release

_ASK = "new_version"

AskForNewest = Callable[[], Awaitable[Release | None]]


class NewVersionPresenter(QObject):
    """Owns the dialog while it is open; closing it takes the question back."""

    def __init__(
        self,
        scope: TaskScope,
        *,
        ask_for_newest: AskForNewest,
        open_url: Callable[[QUrl], bool],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._scope = scope
        self._ask_for_newest = ask_for_newest
        self._open_url = open_url
        self._page = RELEASES_PAGE
        self.dialog: NewVersionDialog | None = None

    def open(self, window: QWidget) -> None:
        """Open the dialog above `window`, or bring the one that is open to the front."""
        if self.dialog is not None:
            self.dialog.activateWindow()
            return
        dialog = self.dialog = NewVersionDialog(HOST, window)
        dialog.ask_requested.connect(self._ask)
        dialog.page_requested.connect(lambda: self._open_url(QUrl(self._page)))
        dialog.finished.connect(self._close)
        dialog.open()

    def _close(self) -> None:
        self._scope.cancel(_ASK)
        self.dialog = None

    def _ask(self) -> None:
        if self.dialog is not None:
            self.dialog.show_busy()
            self._scope.start(self._look(self.dialog), key=_ASK)

    async def _look(self, dialog: NewVersionDialog) -> None:
        try:
            newest = await self._ask_for_newest()
        except UpdateError as error:
            self._page = RELEASES_PAGE
            dialog.show_result(shown(error.sentence), has_page=True, is_problem=True)
            return
        if newest is None:
            dialog.show_result(translate("NewVersion", "No version was released yet."))
        elif newest.is_newer:
            self._page = newest.page
            sentence = translate("NewVersion", "kbdesk {version} is there. What changed:")
            plain = translate("NewVersion", "kbdesk {version} is there.")
            said = (sentence if newest.changes else plain).format(version=newest.version)
            dialog.show_result(said, changes=newest.changes, has_page=True)
        else:
            sentence = translate("NewVersion", "Your kbdesk {version} is up to date.")
            dialog.show_result(sentence.format(version=__version__))
