"""The head of a pane: whose documents are shown."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.buttons import make_icon_button
from kbdesk.ui.widgets.elided_label import ElidedLabel


class PaneTitle(QWidget):
    """A name and a line about it; in a narrow window also a button for what has no room beside it.

    Attributes:
        bases_button: Leads to the knowledge bases.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bases_button = make_icon_button(
            theme.icon("library"), translate("Documents", "Show the knowledge bases (Ctrl+1)")
        )
        self.bases_button.hide()
        self._title = ElidedLabel()
        self._title.setProperty("role", "title")
        self._description = ElidedLabel()
        self._description.setProperty("role", "muted")
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self._title)
        words.addWidget(self._description)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.bases_button)
        layout.addLayout(words, 1)

    @property
    def title(self) -> str:
        """What it says."""
        return self._title.text()

    def say(self, title: str, description: str) -> None:
        """Show a name and what is said of it."""
        self._title.setText(title)
        self._description.setText(description)
        self._description.setVisible(bool(description))
