"""Says that documents are due for review."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.buttons import make_button


class DueLine(QFrame):
    """A sentence with a way to see them; there only while there are any.

    Signals:
        show_requested: The documents are to be shown.
    """

    show_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icon = QLabel()
        self.label = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.show_button = make_button(translate("Due", "Show them"))
        self.show_button.clicked.connect(self.show_requested)
        words = QVBoxLayout()
        words.setSpacing(6)
        words.addWidget(self.label)
        words.addWidget(self.show_button, 0, Qt.AlignmentFlag.AlignLeft)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(14, 8, 8, 10)
        layout.setSpacing(8)
        layout.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        layout.addLayout(words, 1)
        theme.changed.connect(self._draw)
        self._draw()
        self.hide()

    def say(self, words: str) -> None:
        """Say how many there are, or nothing if there are none."""
        self.label.setText(words)
        self.setVisible(bool(words))

    def _draw(self) -> None:
        self._icon.setPixmap(self._theme.icon("clock", "warning").pixmap(16, 16))
