"""Checks the library while a dialog shows how far it is."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from kbdesk.errors import KbError
from kbdesk.library.check_report import CheckProgress
from kbdesk.library.library import Library
from kbdesk.ui.dialogs.check import CheckDialog
from kbdesk.ui.tasks import TaskScope
from kbdesk.ui.translate import shown

_CHECK = "check"


class CheckPresenter(QObject):
    """Owns the dialog of a check while it is open.

    Signals:
        mended: Something may have been put right, so that documents may be others than before.
        progressed: A check goes on, in words.
        ended: A check has ended, with a sentence of what it found; "" where a person ended it.
    """

    mended = Signal()
    progressed = Signal(str)
    ended = Signal(str)

    def __init__(self, library: Library, scope: TaskScope, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._library = library
        self._scope = scope
        self.dialog: CheckDialog | None = None

    def open(self, window: QWidget) -> None:
        """Check the library in a dialog above `window`, or bring the one that is open to the front."""
        if self.dialog is not None:
            self.dialog.activateWindow()
            return
        dialog = self.dialog = CheckDialog(window)
        dialog.finished.connect(self._close)
        dialog.open()
        self.progressed.emit(dialog.title_label.text())
        self._scope.start(self._check(), key=_CHECK)

    def _close(self) -> None:
        self.dialog = None
        self._scope.cancel(_CHECK)

    async def _check(self) -> None:
        said = ""
        may_have_mended = True  # a check that is closed, or fails, has mended what it found until then
        try:
            report = await self._library.check(on_progress=self._show_progress)
            said = shown(report.summary)
            may_have_mended = any(finding.mended for finding in report.findings)
        except KbError as error:
            said = shown(error.title)
            if self.dialog is not None:
                self.dialog.show_problem(shown(error.sentence))
            return
        finally:
            if may_have_mended:
                self.mended.emit()
            self.ended.emit(said)
        if self.dialog is not None:
            self.dialog.show_report(report)

    def _show_progress(self, progress: CheckProgress) -> None:
        if self.dialog is not None:
            self.dialog.show_progress(progress)
