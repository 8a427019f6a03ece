"""A field for a key that nobody looks over one's shoulder at."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.buttons import make_button
from kbdesk.ui.widgets.hidden_line import HiddenLine


class KeyField(QWidget):
    """A hidden line with a button that shows it, and a sentence that says where the key is kept.

    Signals:
        forget_requested: The saved key is to be forgotten.
    """

    forget_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_saved = False
        self._hidden = HiddenLine(theme, translate("KeyField", "Key"), translate("KeyField", "Show the key"))
        self.line = self._hidden.line
        self.reveal_button = self._hidden.reveal_button
        self.forget_button = make_button(translate("KeyField", "Forget key"))
        self.forget_button.clicked.connect(self.forget_requested)
        self.place = QLabel(wordWrap=True)
        self.place.setProperty("role", "muted")
        self.setFocusProxy(self.line)
        self._lay_out()
        self.show_place(is_saved=False, sentence="")

    @property
    def typed(self) -> str | None:
        """The key as typed, or None."""
        return self.line.text().strip() or None

    @property
    def has_key(self) -> bool:
        """Whether a key is typed or saved."""
        return self._is_saved or self.typed is not None

    def show_place(self, *, is_saved: bool, sentence: str, can_forget: bool = True) -> None:
        """Say where the key is or will be kept."""
        self._is_saved = is_saved
        self.forget_button.setVisible(is_saved and can_forget)
        self.line.setPlaceholderText(translate("KeyField", "saved") if is_saved else "")
        self.place.setText(sentence)

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.addWidget(self._hidden, 1)
        row.addWidget(self.forget_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(row)
        layout.addWidget(self.place)
