"""What there is to know of the selected documents, below their table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from kbdesk.library.types import DocumentInfo, Facts, State
from kbdesk.ui.models.document_words import state_name, state_words
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.attached_line import AttachedLine
from kbdesk.ui.widgets.buttons import make_icon_button, plain_label
from kbdesk.ui.widgets.delegates import state_icon
from kbdesk.ui.widgets.elided_label import ElidedLabel
from kbdesk.ui.widgets.facts_view import FactsView
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
        self.facts = FactsView(theme)
        self.attached = AttachedLine(theme)
        self.similar = SimilarLine(theme)
        self._buttons = [self._make_button(action) for action in actions]
        self._arrange()

    def show_document(self, document: DocumentInfo) -> None:
        """Show the one document that is selected."""
        self.attached.follow_selection(document.id)
        self.similar.follow_selection(document.id)
        self._icon.setPixmap(state_icon(self._theme, document).pixmap(18, 18))
        self.title.setText(document.name)
        self.state.setText(state_words(document))
        self.facts.show_facts(document.facts)

    def show_selection(self, count: int, states: Iterable[State]) -> None:
        """Show that so many documents are selected, and their states as far as they are known."""
        self._show_many(translate("Documents", "%n document(s) selected", None, count), _states_words(states))

    def show_list(self, shown: int, total: int) -> None:
        """Show of how many documents one could be selected."""
        words = translate("Documents", "%n document(s)", None, total)
        if shown < total:
            words = translate("Documents", "{shown} of %n document(s)", None, total).format(shown=shown)
        self._show_many(words, translate("Documents", "Select one to see how it was read and what is in it."))

    def _show_many(self, title: str, words: str) -> None:
        self.attached.follow_selection("")
        self.similar.follow_selection("")
        self.facts.show_facts(Facts())
        self._icon.setPixmap(self._theme.icon("list", "muted").pixmap(18, 18))
        self.title.setText(title)
        self.state.setText(words)

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
        words.addWidget(self.facts)
        words.addWidget(self.attached)
        words.addWidget(self.similar)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(14, 8, 10, 8)
        layout.setSpacing(8)
        layout.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        layout.addLayout(words, 1)
        for button in self._buttons:
            layout.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)


def _states_words(states: Iterable[State]) -> str:
    """Return for example "Ready: 10 · Failed: 2", the most frequent first."""
    sentence = translate("Documents", "{state}: {count}")
    counts = Counter(states).most_common()
    return " · ".join(sentence.format(state=state_name(state), count=count) for state, count in counts)
