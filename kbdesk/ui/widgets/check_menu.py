"""A menu in which several things can be ticked one after the other."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QMenu
from typing_extensions import override


class CheckMenu(QMenu):
    """Stays open when something in it is ticked by the mouse or by Space; Enter ticks and closes it."""

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        action = self.actionAt(event.position().toPoint())
        if self._can_tick(action):
            action.trigger()
        else:
            super().mouseReleaseEvent(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and self._can_tick(self.activeAction()):
            self.activeAction().trigger()
        else:
            super().keyPressEvent(event)

    @staticmethod
    def _can_tick(action: QAction | None) -> bool:
        return action is not None and action.isCheckable() and action.isEnabled()
