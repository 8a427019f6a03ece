"""Tells whoever comes back to a window of a program that was updated meanwhile to start it again."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication

from kbdesk.errors import replaced
from kbdesk.frozen import was_replaced
from kbdesk.ui.errors import ErrorReporter


class UpdateNotice(QObject):
    """Looks each time the program gets the keyboard, and tells once."""

    def __init__(self, app: QGuiApplication, reporter: ErrorReporter) -> None:
        super().__init__(app)
        self._reporter = reporter
        self._has_told = False
        app.applicationStateChanged.connect(self._look)

    def _look(self, state: Qt.ApplicationState) -> None:
        if not self._has_told and state == Qt.ApplicationState.ApplicationActive and was_replaced():
            self._has_told = True
            self._reporter.report(replaced())
