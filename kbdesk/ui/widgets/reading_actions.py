"""What can be done about how documents were read, as actions for menus."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction

from kbdesk.library.types import DocumentInfo
from kbdesk.ui.models.reading_acts import has_health, is_locked, is_old_format
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate


class ReadingActions(QObject):
    """Each action is enabled while it is for one of the selected documents at least.

    Signals:
        health_requested: What was read of this document (`DocumentInfo`) is to be shown.
        password_requested: A password is to be asked for these documents (a list of `DocumentInfo`).
        conversion_requested: These documents (a list of ids) are to be converted and read.
    """

    health_requested = Signal(object)
    password_requested = Signal(list)
    conversion_requested = Signal(list)

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._selected: Sequence[DocumentInfo] = ()
        self.health = QAction(theme.icon("text-search"), translate("Documents", "W&hat was read…"), self)
        self.health.triggered.connect(self._request_health)
        self.password = QAction(theme.icon("key"), translate("Documents", "Enter pass&word…"), self)
        self.password.triggered.connect(lambda: self.password_requested.emit(self._locked()))
        self.convert = QAction(
            theme.icon("file-text"), translate("Documents", "Con&vert with LibreOffice and read"), self
        )
        self.convert.setVisible(False)
        self.convert.triggered.connect(
            lambda: self.conversion_requested.emit([each.id for each in self._old_formats()])
        )
        self.show_selection(())

    @property
    def all(self) -> list[QAction]:
        """All of them in their order."""
        return [self.health, self.password, self.convert]

    def show_selection(self, documents: Sequence[DocumentInfo]) -> None:
        """Take the selected documents, as far as they are known."""
        self._selected = documents
        self.health.setEnabled(len(documents) == 1 and has_health(documents[0]))
        self.password.setEnabled(bool(self._locked()))
        self.convert.setEnabled(bool(self._old_formats()))

    def _request_health(self) -> None:
        if self._selected:
            self.health_requested.emit(self._selected[0])

    def _locked(self) -> list[DocumentInfo]:
        return [each for each in self._selected if is_locked(each)]

    def _old_formats(self) -> list[DocumentInfo]:
        return [each for each in self._selected if is_old_format(each)]
