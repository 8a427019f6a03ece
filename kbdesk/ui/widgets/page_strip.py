"""A strip with a small cell for each page of a document, which shows by colour and letter how it was read."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from typing_extensions import override

from kbdesk.library.types import PageState
from kbdesk.ui.models.pages import PAGE_ROLE, PagesModel
from kbdesk.ui.theme import Theme, Tokens
from kbdesk.ui.translate import translate

_MOST_ROWS = 4
"""Rows of cells in sight; more are scrolled to."""

_GAP = 3
_RADIUS = 3


class Look(NamedTuple):
    """How a state looks: a letter, and tokens for the ground and the letter."""

    letter: str
    ground: str
    ink: str


_LOOKS = {
    PageState.TEXT: Look("T", "raised", "text"),
    PageState.TABLE: Look("#", "raised", "text"),
    PageState.COLUMNS: Look("C", "warning", "base"),
    PageState.OCR: Look("O", "accent", "on_accent"),
    PageState.PICTURE: Look("P", "warning", "base"),
    PageState.GARBLED: Look("?", "error", "base"),
    PageState.UNREAD: Look("!", "error", "base"),
    PageState.BLANK: Look("–", "base", "muted"),
}


def draw_cell(painter: QPainter, rect: QRect, state: PageState, tokens: Tokens) -> None:
    """Draw the sign of a state."""
    look = _LOOKS[state]
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(tokens.border), 1))
    painter.setBrush(QColor(getattr(tokens, look.ground)))
    painter.drawRoundedRect(rect, _RADIUS, _RADIUS)
    painter.setPen(QColor(getattr(tokens, look.ink)))
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, look.letter)


def cell_size(widget: QWidget) -> QSize:
    """Return the size of a sign in a widget's font."""
    height = widget.fontMetrics().height() + 4
    return QSize(height, height)


class PageStrip(QListView):
    """The pages as cells in rows; pages are selected as files are, and the arrow keys go from page to page."""

    def __init__(self, model: PagesModel, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cell = cell_size(self) + QSize(2 * _GAP, 2 * _GAP)
        self.setModel(model)
        self.setItemDelegate(_CellDelegate(theme, self._cell, self))
        self.setAccessibleName(translate("Health", "Pages"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setUniformItemSizes(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setSelectionRectVisible(False)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        policy = self.sizePolicy()
        policy.setHeightForWidth(True)
        policy.setVerticalPolicy(policy.Policy.Fixed)
        self.setSizePolicy(policy)
        model.modelReset.connect(self.updateGeometry)
        theme.changed.connect(self.viewport().update)

    @override
    def hasHeightForWidth(self) -> bool:
        return True

    @override
    def heightForWidth(self, width: int) -> int:
        edges = self.contentsMargins()
        columns = max((width - edges.left() - edges.right()) // self._cell.width(), 1)
        rows = min(-(-self.model().rowCount() // columns), _MOST_ROWS)
        return rows * self._cell.height() + edges.top() + edges.bottom()

    @override
    def sizeHint(self) -> QSize:
        width = 30 * self._cell.width()
        return QSize(width, self.heightForWidth(width))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(5 * self._cell.width(), self._cell.height())

    @override
    def moveCursor(self, cursorAction: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        """Go on at the next row where one ends: left and right are the page before and after."""
        action = QAbstractItemView.CursorAction
        step = {action.MoveLeft: -1, action.MoveRight: 1}.get(cursorAction)
        if step is None:
            return super().moveCursor(cursorAction, modifiers)
        row = min(max(self.currentIndex().row() + step, 0), self.model().rowCount() - 1)
        return self.model().index(row, 0)


class _CellDelegate(QStyledItemDelegate):
    """Paints a page's sign; a selected one stands on the colour of selected rows."""

    def __init__(self, theme: Theme, size: QSize, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._size = size

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return self._size

    @override
    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        tokens, state = self._theme.tokens, option.state
        painter.save()
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, QColor(tokens.text))
        font = QFont(option.font)
        font.setBold(True)
        painter.setFont(font)
        cell = option.rect.adjusted(_GAP, _GAP, -_GAP, -_GAP)
        draw_cell(painter, cell, index.data(PAGE_ROLE).state, tokens)
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(QColor(tokens.accent), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(option.rect.adjusted(1, 1, -1, -1))
        painter.restore()
