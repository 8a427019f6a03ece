"""Two texts beside each other, each with a word above it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QSplitter, QVBoxLayout, QWidget

from kbdesk.ui.widgets.buttons import plain_label

_MARGIN = 8
"""Room in points between a field and the line that parts it from the other."""


class TextPair(QSplitter):
    """Two texts that can be read, selected and copied; who reads them sets how much room each has."""

    def __init__(self, first_title: str, second_title: str, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.first = make_text(read_only=True)
        self.second = make_text(read_only=True)
        self.first_label = add_titled(self, first_title, self.first)
        self.second_label = add_titled(self, second_title, self.second)
        self.setChildrenCollapsible(False)
        self.setHandleWidth(1)

    def show_texts(self, first: str, second: str) -> None:
        """Show two texts from their beginning."""
        self.first.setPlainText(first)
        self.second.setPlainText(second)


def make_text(*, read_only: bool) -> QPlainTextEdit:
    """Return a field for a text of many lines."""
    field = QPlainTextEdit()
    field.setReadOnly(read_only)
    field.setTabChangesFocus(True)
    field.setAcceptDrops(False)  # files dropped here are for the window
    return field


def add_titled(splitter: QSplitter, title: str, field: QPlainTextEdit) -> QLabel:
    """Put one of two fields with its title into a splitter and return the title."""
    label = QLabel(title, wordWrap=True, textFormat=Qt.TextFormat.PlainText)
    label.setBuddy(field)
    field.setAccessibleName(plain_label(title))
    part = QWidget()
    layout = QVBoxLayout(part)
    layout.setContentsMargins(_MARGIN if splitter.count() else 0, 0, 0 if splitter.count() else _MARGIN, 0)
    layout.setSpacing(4)
    layout.addWidget(label)
    layout.addWidget(field, 1)
    splitter.addWidget(part)
    return label
