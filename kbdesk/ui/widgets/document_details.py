"""What there is to know of the selected documents, below their table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from kbdesk.library.types import DocumentInfo
from kbdesk.ui.models.documents import DocumentsModel, state_name, state_words
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.buttons import make_icon_button, plain_label
from kbdesk.ui.widgets.delegates import state_icon
from kbdesk.ui.widgets.elided_label import ElidedLabel
from kbdesk.ui.widgets.similar_line import SimilarLine


class DocumentDetails(QFrame):
    """Name and state of one document, or how many there are, and what can be done with them."""

    def __init__(self, theme: Theme, actions: Sequence[QAction], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icon = QLabel()
        self.title = ElidedLabel()
        self.title.setProperty("role", "heading")
        self.state = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.similar = SimilarLine(theme)
        self._buttons = [self._make_button(action) for action in actions]
        self._arrange()

    def show_documents(self, documents: Sequence[DocumentInfo], model: DocumentsModel) -> None:
        """Show the selected documents, or if there are none, of how many one could be selected."""
        self.similar.follow_selection(documents[0].id if len(documents) == 1 else "")
        if len(documents) == 1:
            self._icon.setPixmap(state_icon(self._theme, documents[0]).pixmap(18, 18))
            self.title.setText(documents[0].name)
        else:
            self._icon.setPixmap(self._theme.icon("list", "muted").pixmap(18, 18))
            self.title.setText(_count_words(len(documents), model.rowCount(), model.total_count))
        if documents:
            self.state.setText(_states_words(documents))
        else:
            self.state.setText(translate("Documents", "Select one to see how it was read and what is in it."))

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
        words.addWidget(self.state)
        words.addWidget(self.similar)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(14, 8, 10, 8)
        layout.setSpacing(8)
        layout.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        layout.addLayout(words, 1)
        for button in self._buttons:
            layout.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)


def _count_words(selected: int, shown: int, total: int) -> str:
    if selected:
        return translate("Documents", "%n document(s) selected", None, selected)
    if shown < total:
        sentence = translate("Documents", "{shown} of %n document(s)", None, total)
        return sentence.format(shown=shown)
    return translate("Documents", "%n document(s)", None, total)


def _states_words(documents: Sequence[DocumentInfo]) -> str:
    """Return for example "Ready: 10 · Failed: 2", the most frequent first; of one document only its state."""
    if len(documents) == 1:
        return state_words(documents[0])
    counts = Counter(each.state for each in documents)
    sentence = translate("Documents", "{state}: {count}")
    return " · ".join(sentence.format(state=state_name(state), count=count) for state, count in counts.most_common())
