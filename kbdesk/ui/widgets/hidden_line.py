"""A line for what nobody is to look at over one's shoulder."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from kbdesk.ui.theme import Theme
from kbdesk.ui.widgets.buttons import make_icon_button


class HiddenLine(QWidget):
    """Shows dots for what is typed, with a button that shows what it is."""

    def __init__(self, theme: Theme, name: str, reveal: str, parent: QWidget | None = None) -> None:
        """`name` is what a screen reader says of the line; `reveal` what the button does."""
        super().__init__(parent)
        self._theme = theme
        self.line = QLineEdit()
        self.line.setEchoMode(QLineEdit.EchoMode.Password)
        self.line.setAccessibleName(name)
        self.reveal_button = make_icon_button(theme.icon("eye"), reveal)
        self.reveal_button.setCheckable(True)
        self.reveal_button.toggled.connect(self._reveal)
        self.setFocusProxy(self.line)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.line, 1)
        layout.addWidget(self.reveal_button)

    def _reveal(self, is_shown: bool) -> None:
        self.line.setEchoMode(QLineEdit.EchoMode.Normal if is_shown else QLineEdit.EchoMode.Password)
        self.reveal_button.setIcon(self._theme.icon("eye-off" if is_shown else "eye"))
