"""What fills a pane that has nothing to show: an icon, what is the case, and what to do about it."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.buttons import make_button
from kbdesk.ui.widgets.scroll_page import ScrollPage

_ICON = QSize(36, 36)
_WIDTH = 420


class StatePage(ScrollPage):
    """An icon, a title, a sentence or a few and, where it helps, a button to try again, in the middle of its room.

    Signals:
        retry_requested: The button was pressed.
    """

    retry_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(QWidget(), parent)
        self._theme = theme
        self._icon_name = ""
        self._icon = QLabel(alignment=Qt.AlignmentFlag.AlignCenter)
        self._title = QLabel(alignment=Qt.AlignmentFlag.AlignCenter, wordWrap=True)
        self._title.setTextFormat(Qt.TextFormat.PlainText)
        self._title.setProperty("role", "heading")
        self._body = QLabel(wordWrap=True)
        self._body.setProperty("role", "muted")
        self.retry_button = make_button(translate("StatePage", "Try again"))
        self.retry_button.clicked.connect(self.retry_requested)
        self._more_buttons: list[QPushButton] = []
        self._buttons = QVBoxLayout()
        self._lay_out()
        theme.changed.connect(self._draw_icon)

    @property
    def title(self) -> str:
        """What is the case."""
        return self._title.text()

    @property
    def body(self) -> str:
        """What to do about it."""
        return self._body.text()

    def add_button(self, label: str) -> QPushButton:
        """Return a new button for what can be done; it is there in the states that name it."""
        button = make_button(label)
        button.hide()
        self._more_buttons.append(button)
        self._buttons.addWidget(button, alignment=Qt.AlignmentFlag.AlignHCenter)
        return button

    def show_state(
        self,
        icon: str,
        title: str,
        body: str = "",
        *,
        points: Sequence[str] = (),
        can_retry: bool = False,
        buttons: Sequence[QPushButton] = (),
    ) -> None:
        """Show a state.

        Args:
            icon: The name of an icon of the theme, or "" for none.
            title: What is the case, in a few words.
            body: What to do about it, in sentences.
            points: What to do about it, as a list instead.
            can_retry: Whether there is a button to try again.
            buttons: Which of the buttons that were added are there.
        """
        self._icon_name = icon
        self._icon.setVisible(bool(icon))
        self._draw_icon()
        self._title.setText(title)
        self.setAccessibleName(title)
        self._body.setTextFormat(Qt.TextFormat.RichText if points else Qt.TextFormat.PlainText)
        self._body.setText(_list(points) if points else body)
        self._body.setVisible(bool(body or points))
        self._body.setAlignment(Qt.AlignmentFlag.AlignLeft if points else Qt.AlignmentFlag.AlignHCenter)
        self.retry_button.setVisible(can_retry)
        for button in self._more_buttons:
            button.setVisible(button in buttons)

    def _lay_out(self) -> None:
        column = QWidget(maximumWidth=_WIDTH)
        lines = QVBoxLayout(column)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(10)
        for widget in (self._icon, self._title, self._body):
            lines.addWidget(widget)
        lines.addWidget(self.retry_button, alignment=Qt.AlignmentFlag.AlignHCenter)
        lines.addLayout(self._buttons)
        middle = QHBoxLayout()
        middle.addStretch(1)
        middle.addWidget(column, 100)
        middle.addStretch(1)
        layout = QVBoxLayout(self.content)
        layout.setContentsMargins(24, 24, 24, 24)
        layout.addStretch(2)
        layout.addLayout(middle)
        layout.addStretch(3)

    def _draw_icon(self) -> None:
        if self._icon_name:
            self._icon.setPixmap(self._theme.icon(self._icon_name, "muted").pixmap(_ICON))


def _list(points: Sequence[str]) -> str:
    """Return a list whose lines hang behind their dots."""
    items = "".join(f"<li style='margin-bottom: 6px'>{escape(each)}</li>" for each in points)
    return f"<ul style='margin-left: 16px; -qt-list-indent: 0'>{items}</ul>"
