"""What speaks for a hit, in sentences."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from kbdesk.library.types import Hit
from kbdesk.ui.models.why import why_sentences
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.buttons import make_icon_button


class WhyView(QFrame):
    """A panel that says why a hit was found; its text can be selected.

    Signals:
        closed: The person closed it.
    """

    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("card", True)
        heading = QLabel(translate("Why", "Why this hit?"))
        heading.setProperty("role", "heading")
        self.close_button = make_icon_button(theme.icon("x"), translate("Why", "Close"))
        self.close_button.clicked.connect(self.closed)
        self._sentences = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self._sentences.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self._sentences.setAccessibleName(translate("Why", "Why this hit?"))
        head = QHBoxLayout()
        head.addWidget(heading, 1)
        head.addWidget(self.close_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 4, 6, 10)
        layout.setSpacing(2)
        layout.addLayout(head)
        layout.addWidget(self._sentences)
        self.hide()

    @property
    def text(self) -> str:
        """What is said."""
        return self._sentences.text()

    def show_hit(self, hit: Hit | None) -> None:
        """Say what speaks for this hit, or what to do where none is chosen."""
        if hit is None:
            self._sentences.setText(translate("Why", "Choose a hit in the list."))
        else:
            self._sentences.setText("\n".join(why_sentences(hit)))
