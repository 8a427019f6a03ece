"""Shows the licences of everything that kbdesk is made of."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from PySide6.QtCore import QObject, QUrl
from PySide6.QtWidgets import QWidget

from kbdesk.errors import KbError
from kbdesk.licences import collected
from kbdesk.ui.dialogs.licences import LicencesDialog
from kbdesk.ui.tasks import TaskScope
from kbdesk.ui.translate import shown

_GATHER = "licences"


class LicencesPresenter(QObject):
    """Owns the dialog while it is open."""

    def __init__(self, scope: TaskScope, *, open_url: Callable[[QUrl], bool], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._scope = scope
        self._open_url = open_url
        self.dialog: LicencesDialog | None = None

    def open(self, window: QWidget) -> None:
        """Open the dialog above `window`, or bring the one that is open to the front."""
        if self.dialog is not None:
            self.dialog.activateWindow()
            return
        dialog = self.dialog = LicencesDialog(window)
        dialog.page_requested.connect(self._open_page)
        dialog.finished.connect(self._close)
        dialog.open()
        self._scope.start(self._gather(dialog), key=_GATHER)

    def _close(self) -> None:
        self._scope.cancel(_GATHER)
        self.dialog = None

    def _open_page(self, address: str) -> None:
        self._open_url(QUrl(address))

    async def _gather(self, dialog: LicencesDialog) -> None:
        try:
            # Two megabytes of texts, in a hundred files where kbdesk is not built.
            parts = await asyncio.to_thread(collected)
        except KbError as error:
            dialog.show_problem(shown(error.sentence))
        else:
            dialog.show_parts(parts)
