"""A hit in the list: its score with a bar, its document and place, and the words that matched."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from kbdesk.library.types import Hit
from kbdesk.ui.models.hits import HIT_ROLE, SHARE_ROLE, place_words
from kbdesk.ui.models.marks import excerpt, utf16_ranges
from kbdesk.ui.theme import Theme

_LINES = 3
_PADDING = 12
_GAP = 16
_LINE_GAP = 4
_BAR_HEIGHT = 4
_EDGE = 3


class HitDelegate(QStyledItemDelegate):
    """Paints hits in rows of one height.

    A row's text is laid out once and kept until its width, the font, the colours or the hits change: laying out ten
    rows costs four times as much as painting them.
    """

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._layouts: dict[int, QTextLayout] = {}
        self._kept_for: tuple[int, str] | None = None
        theme.changed.connect(self.forget)

    def forget(self) -> None:
        """Lay all rows out again when they are painted next."""
        self._layouts.clear()

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        lines = QFontMetrics(option.font).lineSpacing() * (_LINES + 1)
        return QSize(0, lines + _LINE_GAP + 2 * _PADDING)

    @override
    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        colors = self._theme.tokens
        text_color = QColor(colors.on_selection if selected else colors.text)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter, option.rect, selected=selected)
        inner = option.rect.adjusted(_GAP, _PADDING, -_GAP, -_PADDING)
        column = QFontMetrics(_bold(option.font)).horizontalAdvance("-00.00")
        painter.setPen(text_color)
        self._paint_score(painter, inner.adjusted(0, 0, column - inner.width(), 0), option.font, index)
        words = inner.adjusted(column + _GAP, 0, 0, 0)
        self._paint_title(painter, words, option.font, index.data(HIT_ROLE))
        painter.setPen(text_color)
        top = words.top() + QFontMetrics(option.font).lineSpacing() + _LINE_GAP
        self._layout(words.width(), option.font, index).draw(painter, QPointF(words.left(), top))
        painter.restore()

    def _paint_ground(self, painter: QPainter, rect: QRect, *, selected: bool) -> None:
        colors = self._theme.tokens
        if selected:
            painter.fillRect(rect, QColor(colors.selection))
            painter.fillRect(QRect(rect.left(), rect.top(), _EDGE, rect.height()), QColor(colors.accent))
        else:
            painter.fillRect(
                QRect(rect.left() + _GAP, rect.bottom(), rect.width() - 2 * _GAP, 1), QColor(colors.border)
            )

    def _paint_score(
        self, painter: QPainter, rect: QRect, font: QFont, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        colors = self._theme.tokens
        hit: Hit = index.data(HIT_ROLE)
        painter.setFont(_bold(font))
        painter.drawText(rect, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, f"{hit.score:.2f}")
        top = rect.top() + QFontMetrics(font).lineSpacing() + _LINE_GAP + _BAR_HEIGHT
        bar = QRectF(rect.left(), top, rect.width(), _BAR_HEIGHT)
        painter.save()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colors.border))
        painter.drawRoundedRect(bar, _BAR_HEIGHT / 2, _BAR_HEIGHT / 2)
        bar.setWidth(bar.width() * index.data(SHARE_ROLE))
        painter.setBrush(QColor(colors.accent))
        painter.drawRoundedRect(bar, _BAR_HEIGHT / 2, _BAR_HEIGHT / 2)
        painter.restore()

    def _paint_title(self, painter: QPainter, rect: QRect, font: QFont, hit: Hit) -> None:
        """Paint the document's name without its folders in bold and behind it the place, on a third at least."""
        place, bold = place_words(hit), QFontMetrics(_bold(font))
        place_width = min(QFontMetrics(font).horizontalAdvance(place), rect.width() // 3)
        name = bold.elidedText(
            hit.document.name.rpartition("/")[2],
            Qt.TextElideMode.ElideMiddle,
            rect.width() - (place_width + _PADDING if place else 0),
        )
        painter.setFont(_bold(font))
        painter.drawText(rect, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, name)
        painter.setFont(font)
        painter.setPen(QColor(self._theme.tokens.muted))
        rest = rect.adjusted(bold.horizontalAdvance(name) + _PADDING, 0, 0, 0)
        place = QFontMetrics(font).elidedText(place, Qt.TextElideMode.ElideLeft, rest.width())
        painter.drawText(rest, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, place)

    def _layout(self, width: int, font: QFont, index: QModelIndex | QPersistentModelIndex) -> QTextLayout:
        if self._kept_for != (width, font.key()):
            self._layouts.clear()
            self._kept_for = width, font.key()
        row = index.row()
        if row not in self._layouts:
            self._layouts[row] = self._lay_out(width, font, index.data(HIT_ROLE))
        return self._layouts[row]

    def _lay_out(self, width: int, font: QFont, hit: Hit) -> QTextLayout:
        pieces = excerpt(hit.chunk.text, hit.spans, _fitting_length(hit.chunk.text, width, font))
        layout = QTextLayout("".join(piece for piece, _ in pieces), font)
        wrapping = QTextOption(Qt.AlignmentFlag.AlignLeft)
        wrapping.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(wrapping)
        layout.setCacheEnabled(True)
        layout.setFormats([self._marked(start, length) for start, length in utf16_ranges(pieces)])
        layout.beginLayout()
        for number in range(_LINES):
            line = layout.createLine()
            if not line.isValid():
                break
            line.setLineWidth(width)
            line.setPosition(QPointF(0, number * QFontMetrics(font).lineSpacing()))
        layout.endLayout()
        return layout

    def _marked(self, start: int, length: int) -> QTextLayout.FormatRange:
        text_format = QTextCharFormat()
        text_format.setBackground(QColor(self._theme.tokens.mark))
        text_format.setForeground(QColor(self._theme.tokens.on_mark))
        marked = QTextLayout.FormatRange()
        marked.start, marked.length, marked.format = start, length, text_format
        return marked


def _bold(font: QFont) -> QFont:
    bold = QFont(font)
    bold.setWeight(QFont.Weight.DemiBold)
    return bold


def _fitting_length(text: str, width: int, font: QFont) -> int:
    """Return about how many characters of `text` fill the lines of a row."""
    sample = text[:200]
    if not sample:
        return 0
    advance = QFontMetrics(font).horizontalAdvance(sample) / len(sample)
    return int(_LINES * width / max(advance, 1.0) * 0.9)
