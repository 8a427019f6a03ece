"""A row of the hits: a hit with its score, document, place and text; a document's name; the line above weak hits."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QTextLayout
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from kbdesk.library.types import Hit
from kbdesk.ui.models.hit_words import answers_words, score_number, score_share, weak_line
from kbdesk.ui.models.hits import ROW_ROLE, HitsModel, Row
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.hit_text import LINES, lay_out

_PADDING = 12
_GAP = 16
_LINE_GAP = 4
_BAR_HEIGHT = 4
_EDGE = 3
_CHEVRON = 16

_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
_MIDDLE = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_WRAPPED = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignVCenter


class HitDelegate(QStyledItemDelegate):
    """Paints the rows.

    A row's text is laid out once and kept until its width, the font, the colours or the hits change: laying out ten
    rows costs four times as much as painting them.
    """

    def __init__(self, hits: HitsModel, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._hits = hits
        self._theme = theme
        self._layouts: dict[int, QTextLayout] = {}
        self._kept_for: tuple[int, str] | None = None
        theme.changed.connect(self.forget)
        hits.modelReset.connect(self.forget)
        hits.dataChanged.connect(self.forget)

    def forget(self) -> None:
        """Lay all rows out again when they are painted next."""
        self._layouts.clear()

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        row: Row = index.data(ROW_ROLE)
        line = QFontMetrics(option.font).lineSpacing()
        if row.kind == "hit":
            count = LINES + 1 + self._hits.names_queries
            return QSize(0, count * line + _LINE_GAP + 2 * _PADDING)
        return QSize(0, line * (2 if row.kind == "weak" else 1) + 2 * _PADDING)

    @override
    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        row: Row = index.data(ROW_ROLE)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter, option.rect, selected=selected)
        painter.setFont(option.font)
        inner = option.rect.adjusted(_GAP, _PADDING, -_GAP, -_PADDING)
        if row.hit is not None:
            self._paint_hit(painter, inner, row.hit, index.row(), selected=selected)
        elif row.kind == "document":
            self._paint_document(painter, inner, row, selected=selected)
        else:
            painter.setPen(QColor(self._theme.tokens.muted))
            painter.drawText(inner, _WRAPPED, weak_line())
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

    def _paint_hit(self, painter: QPainter, inner: QRect, hit: Hit, row: int, *, selected: bool) -> None:
        font = painter.font()
        color = self._text_color(selected=selected, is_weak=hit.is_weak)
        column = QFontMetrics(_bold(font)).horizontalAdvance("-00.00")
        self._paint_score(painter, inner.adjusted(0, 0, column - inner.width(), 0), hit, color)
        words = inner.adjusted(column + _GAP, 0, 0, 0)
        self._paint_title(painter, words, hit, selected=selected)
        painter.setFont(font)
        line = QFontMetrics(font).lineSpacing()
        top = words.top() + line + _LINE_GAP
        if self._hits.names_queries:
            painter.setPen(self._muted(selected=selected))
            answers = QFontMetrics(font).elidedText(answers_words(hit), Qt.TextElideMode.ElideRight, words.width())
            painter.drawText(QRect(words.left(), top - _LINE_GAP, words.width(), line), _LEFT, answers)
            top += line
        painter.setPen(color)
        self._layout(words.width(), font, hit, row).draw(painter, QPointF(words.left(), top))

    def _paint_score(self, painter: QPainter, rect: QRect, hit: Hit, color: QColor) -> None:
        colors, font = self._theme.tokens, painter.font()
        painter.setPen(color)
        painter.setFont(_bold(font))
        painter.drawText(rect, _LEFT, score_number(hit))
        painter.setFont(font)
        top = rect.top() + QFontMetrics(font).lineSpacing() + _LINE_GAP + _BAR_HEIGHT
        bar = QRectF(rect.left(), top, rect.width(), _BAR_HEIGHT)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colors.border))
        painter.drawRoundedRect(bar, _BAR_HEIGHT / 2, _BAR_HEIGHT / 2)
        bar.setWidth(bar.width() * score_share(hit))
        painter.setBrush(QColor(colors.muted if hit.is_weak else colors.accent))
        painter.drawRoundedRect(bar, _BAR_HEIGHT / 2, _BAR_HEIGHT / 2)

    def _paint_title(self, painter: QPainter, rect: QRect, hit: Hit, *, selected: bool) -> None:
        """Paint the document's name in bold and behind it the place; where a row above names it, the place alone."""
        font, place, left = painter.font(), self._hits.place_of(hit), rect.left()
        if not self._hits.is_grouped:
            bold = QFontMetrics(_bold(font))
            place_width = min(QFontMetrics(font).horizontalAdvance(place), rect.width() // 3)
            room = rect.width() - (place_width + _PADDING if place else 0)
            name = bold.elidedText(_short_name(hit.document.name), Qt.TextElideMode.ElideMiddle, room)
            painter.setPen(self._text_color(selected=selected, is_weak=hit.is_weak))
            painter.setFont(_bold(font))
            painter.drawText(rect, _LEFT, name)
            left += bold.horizontalAdvance(name) + _PADDING
        painter.setFont(font)
        painter.setPen(self._muted(selected=selected))
        rest = QRect(left, rect.top(), rect.right() - left, rect.height())
        painter.drawText(rest, _LEFT, QFontMetrics(font).elidedText(place, Qt.TextElideMode.ElideLeft, rest.width()))

    def _paint_document(self, painter: QPainter, inner: QRect, row: Row, *, selected: bool) -> None:
        if row.document is None:
            return
        font = painter.font()
        chevron = self._theme.icon("field-down" if row.is_open else "chevron-right", "muted")
        chevron.paint(painter, QRect(inner.left(), inner.top(), _CHEVRON, inner.height()))
        count = translate("Hits", "%n passage(s)", None, row.count)
        count_width = QFontMetrics(font).horizontalAdvance(count)
        words = inner.adjusted(_CHEVRON + _LINE_GAP, 0, -count_width - _PADDING, 0)
        painter.setPen(self._text_color(selected=selected, is_weak=row.is_weak))
        painter.setFont(_bold(font))
        name = QFontMetrics(_bold(font)).elidedText(
            _short_name(row.document.name), Qt.TextElideMode.ElideMiddle, words.width()
        )
        painter.drawText(words, _MIDDLE, name)
        painter.setFont(font)
        painter.setPen(self._muted(selected=selected))
        painter.drawText(inner, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, count)

    def _text_color(self, *, selected: bool, is_weak: bool) -> QColor:
        colors = self._theme.tokens
        return QColor(colors.on_selection if selected else colors.muted if is_weak else colors.text)

    def _muted(self, *, selected: bool) -> QColor:
        colors = self._theme.tokens
        return QColor(colors.on_selection if selected else colors.muted)

    def _layout(self, width: int, font: QFont, hit: Hit, row: int) -> QTextLayout:
        if self._kept_for != (width, font.key()):
            self._layouts.clear()
            self._kept_for = width, font.key()
        if row not in self._layouts:
            sentence = self._hits.sentence_of(hit)
            self._layouts[row] = lay_out(hit, sentence, width, font, self._theme.tokens)
        return self._layouts[row]


def _bold(font: QFont) -> QFont:
    bold = QFont(font)
    bold.setWeight(QFont.Weight.DemiBold)
    return bold


def _short_name(name: str) -> str:
    """Return a document's name without its folders."""
    return name.rpartition("/")[2]
