"""What a person should know besides what is shown, a line for each thing."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from kbdesk.ui.theme import Theme


class NoteLines(QWidget):
    """Lines with an icon each; there only while there is something to say."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._lines: list[tuple[QWidget, QLabel, str]] = []
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(4)
        theme.changed.connect(self._draw)
        self.hide()

    @property
    def texts(self) -> list[str]:
        """What is said."""
        return [line.findChildren(QLabel)[1].text() for line, _, _ in self._lines]

    def show_notes(self, problems: Sequence[str], remarks: Sequence[str]) -> None:
        """Say what went wrong, and below it what else there is to know."""
        for line, _, _ in self._lines:
            self._layout.removeWidget(line)
            line.deleteLater()
        self._lines = [self._add(words, "triangle-alert") for words in problems]
        self._lines += [self._add(words, "info") for words in remarks]
        self.setVisible(bool(self._lines))
        self._draw()

    def _add(self, words: str, icon_name: str) -> tuple[QWidget, QLabel, str]:
        line, icon = QWidget(), QLabel()
        label = QLabel(words, wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        row = QHBoxLayout(line)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(icon, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(label, 1)
        self._layout.addWidget(line)
        return line, icon, icon_name

    def _draw(self) -> None:
        for _, icon, name in self._lines:
            color = "warning" if name == "triangle-alert" else "muted"
            icon.setPixmap(self._theme.icon(name, color).pixmap(16, 16))
