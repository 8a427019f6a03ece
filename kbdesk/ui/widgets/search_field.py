"""The field for a question."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget
from typing_extensions import override

from kbdesk.ui.theme import Theme


class SearchField(QLineEdit):
    """A line to type in, from which the Down key leads to the results.

    Signals:
        left_downwards: Down was pressed.
    """

    left_downwards = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setClearButtonEnabled(True)
        self.setAcceptDrops(False)  # files dropped here are for the window
        self.addAction(theme.icon("search", "muted"), QLineEdit.ActionPosition.LeadingPosition)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Down:
            self.left_downwards.emit()
        else:
            super().keyPressEvent(event)
