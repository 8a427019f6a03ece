"""Three panes beside each other, also where there is no room for all of them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget
from typing_extensions import override


class PaneSplitter(QSplitter):
    """In a narrow window the first two panes take turns, so that the third one is always there.

    Signals:
        narrowed: From now on the first two panes take turns (True), or all are there again (False).
    """

    narrowed = Signal(bool)

    def __init__(self, panes: Sequence[QWidget], least_widths: Sequence[int], parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.is_narrow = False
        self._first, self._second, self._third = panes
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
        for pane, width in zip(panes, least_widths, strict=True):
            pane.setMinimumWidth(max(width, pane.minimumSizeHint().width()))
            self.addWidget(pane)

    def show_first(self) -> None:
        """Have the first pane there, in a narrow window in place of the second."""
        self._take_turns(self._first, self._second)

    def show_second(self) -> None:
        """Have the second pane there, in a narrow window in place of the first."""
        self._take_turns(self._second, self._first)

    @override
    def minimumSizeHint(self) -> QSize:
        width = max(self._first.minimumWidth(), self._second.minimumWidth()) + self._third.minimumWidth()
        return QSize(width + self.handleWidth(), super().minimumSizeHint().height())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        panes = (self._first, self._second, self._third)
        needed = sum(pane.minimumWidth() for pane in panes) + 2 * self.handleWidth()
        is_narrow = event.size().width() < needed
        if is_narrow != self.is_narrow:
            self.is_narrow = is_narrow
            self._first.setVisible(not is_narrow)
            self._second.show()
            self.narrowed.emit(is_narrow)
        super().resizeEvent(event)

    def _take_turns(self, there: QWidget, gone: QWidget) -> None:
        if there.isHidden():
            there.show()
            there.setFocus()
            gone.hide()
