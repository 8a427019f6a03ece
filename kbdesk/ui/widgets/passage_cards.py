"""Where passages stand in a text document, and the cards behind them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QTextDocument

from kbdesk.rag.document import Chunk
from kbdesk.ui.models.passage_marks import is_off, text_position
from kbdesk.ui.theme import Tokens

PADDING = 14
"""Room in points between the edge of a card and its text."""

MARGIN = 12
"""Room in points around cards."""

_RADIUS = 8
_STRIPE = 4


@dataclass(frozen=True, eq=False)
class Card:
    """Where a passage stands in the document: numbers of text blocks.

    Attributes:
        chunk: The passage.
        is_hit: Whether it is the one that was found.
        first_block: Of the line of facts.
        text_block: The first of its own text, or None if it has no text.
        last_block: Of its text or its note.
    """

    chunk: Chunk
    is_hit: bool
    first_block: int
    text_block: int | None
    last_block: int


class Cards:
    """The cards of a page in their order."""

    def __init__(self, document: QTextDocument, cards: Sequence[Card] = ()) -> None:
        self._document = document
        self.all = cards

    def at(self, position: int) -> Card | None:
        """Return the card with a position of the text document."""
        block = self._document.findBlock(position).blockNumber()
        return next((card for card in self.all if card.first_block <= block <= card.last_block), None)

    def of(self, chunk_index: int | None) -> Card | None:
        """Return the card of a passage."""
        return next((card for card in self.all if card.chunk.chunk_index == chunk_index), None)

    def beside(self, position: int, step: int) -> Card | None:
        """Return the card so many steps from the one with a position of the text document."""
        card = self.at(position)
        number = -1 if card is None else self.all.index(card) + step
        return self.all[number] if 0 <= number < len(self.all) else None

    def between(self, first: int, last: int) -> list[Card]:
        """Return the cards from one position of the text document to a later one, with those they stand in."""
        first_block = self._document.findBlock(first).blockNumber()
        last_block = self._document.findBlock(last).blockNumber()
        return [card for card in self.all if card.first_block <= last_block and card.last_block >= first_block]

    def text_position(self, position: int) -> int:
        """Return before which character of its passage's text a position of the text document is; 0 outside of it."""
        card = self.at(position)
        if card is None or card.text_block is None:
            return 0
        return text_position(card.chunk.text, position - self.start(card.text_block))

    def start(self, block_number: int) -> int:
        """Return the position at which a text block begins."""
        return self._document.findBlockByNumber(block_number).position()

    def rect(self, card: Card, width: int) -> QRectF:
        """Return where a card is in a view of this width, in coordinates of the whole text."""
        layout, document = self._document.documentLayout(), self._document
        top = layout.blockBoundingRect(document.findBlockByNumber(card.first_block)).top()
        bottom = layout.blockBoundingRect(document.findBlockByNumber(card.last_block)).bottom()
        return QRectF(MARGIN, top - PADDING, width - 2 * MARGIN, bottom - top + 2 * PADDING)


def nearest_scroll(value: int, height: int, rect: QRectF) -> int:
    """Return how far to scroll from `value` in a view of this height to see a card, or where it begins."""
    top, bottom = int(rect.top()) - MARGIN, int(rect.bottom()) + MARGIN
    if rect.isEmpty() or (top >= value and bottom <= value + height):
        return value
    return top if top < value or bottom - top > height else bottom - height


def paint_card(painter: QPainter, rect: QRectF, card: Card, *, colors: Tokens, is_chosen: bool) -> None:
    """Paint what is behind a passage: what was found has a strong edge, what is off no ground, what is chosen a bar."""
    off = is_off(card.chunk.metadata)
    line = Qt.PenStyle.DashLine if off else Qt.PenStyle.SolidLine
    painter.setPen(QPen(QColor(colors.accent), 2) if card.is_hit else QPen(QColor(colors.border), 1, line))
    painter.setBrush(QColor(colors.window if off else colors.base))
    painter.drawRoundedRect(rect, _RADIUS, _RADIUS)
    if is_chosen:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colors.accent))
        painter.drawRoundedRect(QRectF(rect.left(), rect.top(), _STRIPE, rect.height()), _STRIPE / 2, _STRIPE / 2)
