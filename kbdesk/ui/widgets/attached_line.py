"""Says what a document came with."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.buttons import make_icon_button
from kbdesk.ui.widgets.elided_label import ElidedLabel


class AttachedLine(QWidget):
    """A sentence with a way to go there; there only while it is about what is selected.

    Signals:
        parent_requested: The document that it came with is to be selected.
    """

    parent_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._selected_id = ""
        self._about_id = ""
        self.label = ElidedLabel()
        self.label.setProperty("role", "muted")
        self.go_button = make_icon_button(theme.icon("arrow-right"), translate("Attached", "Go there"))
        self.go_button.clicked.connect(self.parent_requested)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.label, 1)
        layout.addWidget(self.go_button, 0, Qt.AlignmentFlag.AlignTop)
        self.hide()

    def follow_selection(self, document_id: str) -> None:
        """Go away if it is about another document than the one selected now."""
        self._selected_id = document_id
        self._follow()

    def show_words(self, document_id: str, words: str) -> None:
        """Say what a document came with, unless another one was selected meanwhile."""
        self._about_id = document_id
        self.label.setText(words)
        self._follow()

    def clear(self) -> None:
        """Say nothing any more."""
        self._about_id = ""
        self._follow()

    def _follow(self) -> None:
        self.setVisible(bool(self._about_id) and self._about_id == self._selected_id)
