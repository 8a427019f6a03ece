"""How cells of the lists are painted."""

from __future__ import annotations

from PySide6.QtCore import QMargins, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget
from typing_extensions import override

from kbdesk.library.types import DocumentInfo, State
from kbdesk.ui.models.documents import DOCUMENT_ROLE, DUE_ROLE
from kbdesk.ui.models.knowledge_bases import SUBTITLE_ROLE
from kbdesk.ui.theme import Theme

Index = QModelIndex | QPersistentModelIndex

_ROOM = 5
"""Points around the words of a row in a tree."""

_STATE_ICONS = {
    State.QUEUED: ("clock", "muted"),
    State.READING: ("loader", "accent"),
    State.EMBEDDING: ("loader", "accent"),
    State.DONE: ("circle-check", "success"),
    State.FAILED: ("circle-alert", "error"),
    State.PAUSED: ("circle-pause", "warning"),
    State.STOPPED: ("circle-stop", "warning"),
}


def state_icon(theme: Theme, document: DocumentInfo) -> QIcon:
    """Return the sign of a document's state; the words beside it say the same."""
    if document.state == State.DONE and document.warnings:
        return theme.icon("triangle-alert", "warning")
    return theme.icon(*_STATE_ICONS[document.state])


class NameDelegate(QStyledItemDelegate):
    """Cuts a long name in its folders, which stand in front; in the middle if it has none."""

    @override
    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        has_folders = "/" in option.text
        option.textElideMode = Qt.TextElideMode.ElideLeft if has_folders else Qt.TextElideMode.ElideMiddle


class RowDelegate(NameDelegate):
    """Leaves room around a row of a tree, which a style sheet's padding does not reach."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return super().sizeHint(option, index).grownBy(QMargins(_ROOM, _ROOM, _ROOM, _ROOM))


class StateDelegate(QStyledItemDelegate):
    """Adds the sign of the state to a cell."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._draw_icons()
        theme.changed.connect(self._draw_icons)

    def _draw_icons(self) -> None:
        for name in _STATE_ICONS.values():
            self._theme.icon(*name)  # ahead of time, for drawing all of them takes longer than a frame may

    @override
    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        document = index.data(DOCUMENT_ROLE)
        if document is None:
            return
        option.features |= QStyleOptionViewItem.ViewItemFeature.HasDecoration
        option.icon = state_icon(self._theme, document)
        option.decorationSize = QSize(16, 16)


class ReviewDelegate(QStyledItemDelegate):
    """Adds a sign to the days that have come."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    @override
    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        if index.data(DUE_ROLE):
            option.features |= QStyleOptionViewItem.ViewItemFeature.HasDecoration
            option.icon = self._theme.icon("clock", "warning")
            option.decorationSize = QSize(16, 16)


class TwoLineDelegate(QStyledItemDelegate):
    """Paints a name and below it, smaller in weight, what is in it."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, 2 * option.fontMetrics.height() + 20)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        tokens = self._theme.tokens
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        card = option.rect.adjusted(6, 2, -6, -2)
        self._paint_card(painter, option, card)
        words = card.adjusted(12, 7, -10, -7)
        upper = QRect(words.left(), words.top(), words.width(), option.fontMetrics.height())
        lower = upper.translated(0, option.fontMetrics.height() + 2)
        font = option.font
        font.setBold(selected)
        painter.setFont(font)
        painter.setPen(QColor(tokens.on_selection if selected else tokens.text))
        _draw_line(painter, upper, str(index.data()))
        font.setBold(False)
        painter.setFont(font)
        painter.setPen(QColor(tokens.on_selection if selected else tokens.muted))
        _draw_line(painter, lower, str(index.data(SUBTITLE_ROLE)))
        painter.restore()

    def _paint_card(self, painter: QPainter, option: QStyleOptionViewItem, card: QRect) -> None:
        tokens = self._theme.tokens
        painter.setPen(Qt.PenStyle.NoPen)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.setBrush(QColor(tokens.selection))
            painter.drawRoundedRect(card, 6, 6)
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.setBrush(QColor(tokens.raised))
            painter.drawRoundedRect(card, 6, 6)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(tokens.accent), 2))
            painter.drawRoundedRect(card.adjusted(1, 1, -1, -1), 6, 6)


def _draw_line(painter: QPainter, area: QRect, words: str) -> None:
    elided = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, area.width())
    painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, elided)
