"""What there is to know of the selected documents, below their table."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from kbdesk.library.types import DocumentInfo
from kbdesk.ui.models.documents import reason, state_words
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.buttons import make_icon_button, plain_label
from kbdesk.ui.widgets.delegates import state_icon
from kbdesk.ui.widgets.elided_label import ElidedLabel


class DocumentDetails(QFrame):
    """Name, state and reason of one document, or how many there are, and what can be done with them."""

    def __init__(self, theme: Theme, actions: Sequence[QAction], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icon = QLabel()
        self.title = ElidedLabel()
        self.title.setProperty("role", "heading")
        self.reason = QLabel()
        self.reason.setTextFormat(Qt.TextFormat.PlainText)
        self.reason.setWordWrap(True)
        self.reason.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._buttons = [self._make_button(action) for action in actions]
        self._arrange()

    def show_documents(self, documents: Sequence[DocumentInfo], total_count: int) -> None:
        """Show the selected documents, or if there are none, of how many one could be selected."""
        if len(documents) == 1:
            document = documents[0]
            self._icon.setPixmap(state_icon(self._theme, document).pixmap(18, 18))
            self.title.setText(document.name)
            self.reason.setText(reason(document) or state_words(document))
        else:
            self._icon.setPixmap(self._theme.icon("list", "muted").pixmap(18, 18))
            self.title.setText(
                translate("Documents", "%n document(s) selected", "", len(documents))
                if documents
                else translate("Documents", "%n document(s)", "", total_count)
            )
            self.reason.setText(translate("Documents", "Select one to see how it was read and what is in it."))

    def _make_button(self, action: QAction) -> QToolButton:
        button = make_icon_button(action.icon(), plain_label(action.text()))
        button.clicked.connect(action.trigger)
        action.enabledChanged.connect(button.setEnabled)
        button.setEnabled(action.isEnabled())
        return button

    def _arrange(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self.title)
        words.addWidget(self.reason)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(14, 8, 10, 8)
        layout.setSpacing(8)
        layout.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        layout.addLayout(words, 1)
        for button in self._buttons:
            layout.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
