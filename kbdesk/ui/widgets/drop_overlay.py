"""Says in words what a drop will do, over the whole window, while something is dragged."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from kbdesk.ui.theme import Theme


class DropOverlay(QWidget):
    """Covers its parent and follows its size; the parent takes the drag events."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._covered = parent
        self._words = ""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        parent.installEventFilter(self)
        self.hide()

    @property
    def words(self) -> str:
        """What is said now."""
        return self._words

    def announce(self, words: str) -> None:
        """Cover the window and say what will happen."""
        self._words = words
        self.setAccessibleName(words)
        self.setGeometry(self._covered.rect())
        self.raise_()
        self.show()
        self.update()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self.setGeometry(self._covered.rect())
        return super().eventFilter(watched, event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = self._theme.tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        veil = QColor(tokens.window)
        veil.setAlphaF(0.93)
        painter.fillRect(self.rect(), veil)
        frame = QRectF(self.rect()).adjusted(20, 20, -20, -20)
        painter.setPen(QPen(QColor(tokens.accent), 2, Qt.PenStyle.DashLine))
        painter.drawRoundedRect(frame, 14, 14)
        center = self.rect().center()
        self._theme.icon("download", "accent").paint(painter, center.x() - 28, center.y() - 76, 56, 56)
        font = self.font()
        font.setPointSizeF(font.pointSizeF() * 1.6)
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(QColor(tokens.text))
        below = frame.adjusted(30, frame.height() / 2, -30, 0)
        painter.drawText(
            below, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap, self._words
        )
