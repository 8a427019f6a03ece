"""Says in the status bar that changes of passages no longer fit what the files say."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton, QWidget

from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate


class ConflictsButton(QPushButton):
    """There only while there are some."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setIcon(theme.icon("triangle-alert", "warning"))
        self.hide()

    def show_count(self, count: int) -> None:
        """Say how many there are."""
        self.setText(translate("ConflictsButton", "%n change(s) no longer fit…", None, count))
        self.setVisible(count > 0)
