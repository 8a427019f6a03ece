"""Says that a document is mostly in another one as well."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.buttons import make_button


class SimilarLine(QWidget):
    """A sentence and what can be done; there only while it is about what is selected.

    Signals:
        differences_requested: The two documents are to be compared.
        other_requested: The other document is to be selected.
    """

    differences_requested = Signal()
    other_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._selected_id = ""
        self._about_id = ""
        self.label = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.differences_button = make_button(translate("Similar", "Show differences…"), theme.icon("list"))
        self.differences_button.clicked.connect(self.differences_requested)
        self.other_button = make_button(translate("Similar", "Go to it"), theme.icon("arrow-right"))
        self.other_button.clicked.connect(self.other_requested)
        buttons = QHBoxLayout()
        buttons.addWidget(self.differences_button)
        buttons.addWidget(self.other_button)
        buttons.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 4, 0, 0)
        layout.addWidget(self.label)
        layout.addLayout(buttons)
        self.hide()

    @property
    def selected_id(self) -> str:
        """The one selected document, or ""."""
        return self._selected_id

    def follow_selection(self, document_id: str) -> None:
        """Go away if it is about another document than the one selected now; "" where there is not one."""
        self._selected_id = document_id
        self.setVisible(bool(self._about_id) and self._about_id == document_id)

    def show_similar(self, document_id: str, words: str) -> None:
        """Say something about a document."""
        self._about_id = document_id
        self.label.setText(words)
        self.show()

    def clear(self) -> None:
        """Say nothing any more."""
        self._about_id = ""
        self.hide()
