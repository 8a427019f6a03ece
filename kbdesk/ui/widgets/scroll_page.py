"""What is shown whole where there is room for it, and scrolled where there is not."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget
from typing_extensions import override

_LEAST_LINES = 3


class ScrollPage(QScrollArea):
    """Wants as much room as its content does, and makes do with a few lines.

    Attributes:
        content: What is shown.
    """

    def __init__(self, content: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.content = content
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setWidget(content)
        for part in (self.viewport(), content):
            part.setAutoFillBackground(False)  # what is behind it is seen
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.verticalScrollBar().rangeChanged.connect(self._let_keys_scroll)

    def _let_keys_scroll(self, _: int, end: int) -> None:
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if end else Qt.FocusPolicy.NoFocus)

    @override
    def sizeHint(self) -> QSize:
        # Not a height for each width: a layout never gives less than that, and others would have to make room.
        size = self.content.sizeHint()
        if self.content.hasHeightForWidth():
            size.setHeight(self.content.heightForWidth(self.viewport().width()))
        return size + self.size() - self.viewport().size()

    @override
    def minimumSizeHint(self) -> QSize:
        least = self.content.minimumSizeHint()
        return QSize(least.width(), min(least.height(), _LEAST_LINES * self.fontMetrics().height()))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()
