"""The text of a hit, laid out in a few lines, with what matched marked in it."""

from __future__ import annotations

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QFont, QFontMetrics, QTextCharFormat, QTextLayout, QTextOption

from kbdesk.library.types import Hit
from kbdesk.ui.models.marks import Piece, Span, excerpt, utf16_ranges
from kbdesk.ui.theme import Tokens

LINES = 3
"""How many lines a hit has room for."""


def lay_out(hit: Hit, sentence: Span | None, width: int, font: QFont, colors: Tokens) -> QTextLayout:
    """Return the lines of a hit: its words on the colour of marks, and the `sentence` nearest in meaning underlined."""
    pieces = excerpt(hit.chunk.text, hit.spans, _fitting_length(hit.chunk.text, width, font), sentence)
    layout = QTextLayout("".join(piece.text for piece in pieces), font)
    wrapping = QTextOption()
    wrapping.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(wrapping)
    layout.setCacheEnabled(True)
    ranges = zip(pieces, utf16_ranges(pieces), strict=True)
    layout.setFormats([_marked(piece, at, colors) for piece, at in ranges if piece.is_word or piece.is_sentence])
    layout.beginLayout()
    for number in range(LINES):
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(width)
        line.setPosition(QPointF(0, number * QFontMetrics(font).lineSpacing()))
    layout.endLayout()
    return layout


def _marked(piece: Piece, at: tuple[int, int], colors: Tokens) -> QTextLayout.FormatRange:
    text_format = QTextCharFormat()
    if piece.is_word:
        text_format.setBackground(QColor(colors.mark))
        text_format.setForeground(QColor(colors.on_mark))
    if piece.is_sentence:
        text_format.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
        text_format.setUnderlineColor(QColor(colors.accent))
    marked = QTextLayout.FormatRange()
    marked.start, marked.length = at
    marked.format = text_format
    return marked


def _fitting_length(text: str, width: int, font: QFont) -> int:
    """Return about how many characters of `text` fill the lines of a row."""
    sample = text[:200]
    if not sample:
        return 0
    advance = QFontMetrics(font).horizontalAdvance(sample) / len(sample)
    return int(LINES * width / max(advance, 1.0) * 0.9)
