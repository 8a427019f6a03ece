"""The line of a dialog that says what is being done, and how it ended."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel


class ResultLabel(QLabel):
    """Hidden while there is nothing to say."""

    def __init__(self, name: str) -> None:
        """`name` is what a screen reader says of it."""
        super().__init__(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.setAccessibleName(name)
        self.hide()

    def say(self, sentence: str, *, is_problem: bool = False) -> None:
        """Show a sentence, or nothing if there is none."""
        self.setProperty("role", "error" if is_problem else "muted")
        self.style().polish(self)
        self.setText(sentence)
        self.setVisible(bool(sentence))
