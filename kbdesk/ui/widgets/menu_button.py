"""A button that opens a menu below it, and says in few words what is chosen there."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QMenu, QSizePolicy, QStyle, QStyleOptionToolButton, QStylePainter, QToolButton, QWidget
from typing_extensions import override

from kbdesk.ui.theme import Theme

_PADDING = 9
_ARROW = 14
_FEWEST_CHARACTERS = 8


class MenuButton(QToolButton):
    """Its words end in "…" where they have no room, and are its tooltip then."""

    def __init__(self, menu: QMenu, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._said = ""
        self.popup = menu
        menu.setParent(self, menu.windowFlags())
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.clicked.connect(self.open)

    def say(self, name: str, words: str) -> None:
        """Show what is chosen; a screen reader hears the `name` of the choice before it."""
        self._said = words
        self.setText(words.replace("&", "&&"))  # else a letter of a knowledge base's name would be a key of the window
        self.setToolTip(words)
        self.setAccessibleName(f"{name}: {words}")

    def open(self) -> None:
        """Open the menu."""
        self.popup.popup(self.mapToGlobal(self.rect().bottomLeft()))  # a menu set to a button runs a loop of its own

    @override
    def sizeHint(self) -> QSize:
        return QSize(self.fontMetrics().horizontalAdvance(self._said) + self._chrome, super().sizeHint().height())

    @override
    def minimumSizeHint(self) -> QSize:
        widest = self.fontMetrics().averageCharWidth() * _FEWEST_CHARACTERS
        return QSize(min(widest + self._chrome, self.sizeHint().width()), super().minimumSizeHint().height())

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.open()
        else:
            super().keyPressEvent(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QStylePainter(self)
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        option.text = ""
        painter.drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option)
        inner = self.rect().adjusted(_PADDING, 0, -_PADDING, 0)
        self._paint_arrow(painter, inner)
        words = inner.adjusted(0, 0, -_ARROW - _PADDING // 2, 0)
        elided = self.fontMetrics().elidedText(self._said, Qt.TextElideMode.ElideRight, words.width())
        self.style().drawItemText(
            painter,
            words,
            Qt.AlignmentFlag.AlignVCenter,
            self.palette(),
            self.isEnabled(),
            elided,
            self.foregroundRole(),
        )

    @property
    def _chrome(self) -> int:
        return 2 * _PADDING + _PADDING // 2 + _ARROW + 2

    def _paint_arrow(self, painter: QPainter, inner: QRect) -> None:
        arrow = QRect(inner.right() - _ARROW + 1, inner.center().y() - _ARROW // 2 + 1, _ARROW, _ARROW)
        self._theme.icon("field-down").paint(painter, arrow)
