"""Errors and notices, above the panes and in nobody's way."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from kbdesk.ui.errors import Message
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.buttons import make_button, make_icon_button


class MessageBar(QFrame):
    """Shows the newest message; closing it shows the one before, until none is left."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("banner", True)
        self._theme = theme
        self._messages: list[Message] = []
        self.icon = QLabel()
        self.title = self._line()
        self.title.setProperty("role", "heading")
        self.remedy = self._line()
        self.action_button = make_button("")
        self.action_button.clicked.connect(self._act)
        self.copy_button = make_button(translate("Messages", "Copy details"), theme.icon("copy"))
        self.copy_button.clicked.connect(self._copy_details)
        self.close_button = make_icon_button(theme.icon("x"), translate("Messages", "Close this message"))
        self.close_button.clicked.connect(self._close_current)
        self._arrange()
        self.hide()
        theme.changed.connect(self._refresh)

    def show_message(self, message: Message) -> None:
        """Show a message; one that waits already is only brought to the front."""
        self._messages = [each for each in self._messages if each != message] + [message]
        self._refresh()

    def _arrange(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self.title)
        words.addWidget(self.remedy)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 8, 8, 8)
        layout.setSpacing(10)
        layout.addWidget(self.icon, 0, Qt.AlignmentFlag.AlignTop)
        layout.addLayout(words, 1)
        layout.addWidget(self.action_button, 0, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self.copy_button, 0, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)

    def _line(self) -> QLabel:
        label = QLabel()
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        return label

    def _refresh(self) -> None:
        self.setVisible(bool(self._messages))
        if not self._messages:
            return
        message = self._messages[-1]
        name, color = ("circle-alert", "error") if message.level == "error" else ("info", "accent")
        self.icon.setPixmap(self._theme.icon(name, color).pixmap(20, 20))
        self.title.setText(message.title)
        self.remedy.setText(message.remedy)
        self.remedy.setVisible(bool(message.remedy))
        self.action_button.setText(message.action)
        self.action_button.setVisible(bool(message.action))
        self.copy_button.setVisible(bool(message.details))
        self.setAccessibleName(f"{message.title} {message.remedy}")

    def _copy_details(self) -> None:
        QGuiApplication.clipboard().setText(self._messages[-1].details)

    def _act(self) -> None:
        act = self._messages[-1].act
        self._close_current()
        if act is not None:
            act()

    def _close_current(self) -> None:
        self._messages.pop()
        self._refresh()
