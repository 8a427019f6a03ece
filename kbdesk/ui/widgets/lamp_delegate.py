"""The rows of the knowledge bases, with the lamp of their check questions."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QEvent, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem, QWidget
from typing_extensions import override

from kbdesk.ui.models.knowledge_bases import LAMP_ROLE
from kbdesk.ui.models.lamps import Lamp
from kbdesk.ui.theme import Theme
from kbdesk.ui.widgets.delegates import TwoLineDelegate

Index = QModelIndex | QPersistentModelIndex

_ICON = 16
_GAP = 4


class LampDelegate(TwoLineDelegate):
    """Paints the lamp below the two lines, where there is one.

    Signals:
        lamp_clicked: The lamp in this row was clicked.
    """

    lamp_clicked = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._icons = theme

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        size = super().sizeHint(option, index)
        return size if _lamp(index) is None else size + QSize(0, self._height(option) + _GAP)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        lamp = _lamp(index)
        if lamp is None:
            return
        area = self.lamp_area(option)
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        tokens = self._icons.tokens
        painter.save()
        painter.setPen(QColor(tokens.on_selection if is_selected else tokens.text))
        icon = self._icons.icon(lamp.icon, lamp.color)
        icon.paint(painter, QRect(area.left(), area.center().y() - _ICON // 2 + 1, _ICON, _ICON))
        words = area.adjusted(_ICON + _GAP + 2, 0, 0, 0)
        elided = option.fontMetrics.elidedText(lamp.words, Qt.TextElideMode.ElideMiddle, words.width())
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, elided)
        painter.restore()

    @override
    def editorEvent(self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index) -> bool:
        if (
            isinstance(event, QMouseEvent)
            and event.type() == QEvent.Type.MouseButtonRelease
            and event.button() == Qt.MouseButton.LeftButton
            and _lamp(index) is not None
            and self.lamp_area(option).contains(event.position().toPoint())
        ):
            self.lamp_clicked.emit(index.row())
            return True
        return super().editorEvent(event, model, option, index)

    def lamp_area(self, option: QStyleOptionViewItem) -> QRect:
        """Return where the lamp of a row is."""
        height = self._height(option)
        card = option.rect.adjusted(6, 2, -6, -2)
        return QRect(card.left() + 12, card.bottom() - 6 - height, card.width() - 22, height)

    def _height(self, option: QStyleOptionViewItem) -> int:
        return max(_ICON, option.fontMetrics.height())


def _lamp(index: Index) -> Lamp | None:
    return index.data(LAMP_ROLE)
