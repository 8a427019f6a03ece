"""Writes passages into a text document."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QSize, Qt, QUrl
from PySide6.QtGui import (
    QColor,
    QFont,
    QImage,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextImageFormat,
)

from kbdesk.message import DataBlock
from kbdesk.rag.document import Chunk
from kbdesk.rag.place import place_of
from kbdesk.ui.models.how_read import how_read
from kbdesk.ui.models.marks import split_marked
from kbdesk.ui.models.passage_marks import is_off, marks_of, note_of
from kbdesk.ui.models.passages import PassagePage
from kbdesk.ui.theme import Tokens
from kbdesk.ui.translate import shown, translate
from kbdesk.ui.widgets.passage_cards import MARGIN, PADDING, Card

_SMALL = 0.92


class PassageWriter:
    """Writes a page: each passage a line of facts, its picture, its text; between them room for the cards' edges."""

    def __init__(self, document: QTextDocument, colors: Tokens, room: int) -> None:
        """Write into an empty `document` in these colours; a picture is at most `room` points wide."""
        self._cursor = QTextCursor(document)
        self._document = document
        self._colors = colors
        self._room = room
        self._cards: list[Card] = []

    def write(self, page: PassagePage, sizes: Mapping[int, QSize]) -> list[Card]:
        """Write the passages of a page and return where they are; `sizes` are those of its pictures."""
        self._cursor.beginEditBlock()
        self._set_edges()
        for chunk in page.chunks:
            self._write_passage(page, chunk, sizes.get(chunk.chunk_index))
        self._cursor.endEditBlock()
        return self._cards

    def _set_edges(self) -> None:
        """Leave room above the first and below the last card; a text drops the margin of its first block."""
        edges = self._document.rootFrame().frameFormat()
        edges.setMargin(MARGIN)
        edges.setTopMargin(MARGIN + PADDING)
        edges.setBottomMargin(MARGIN + PADDING)
        self._document.rootFrame().setFrameFormat(edges)

    def _write_passage(self, page: PassagePage, chunk: Chunk, size: QSize | None) -> None:
        cursor, is_hit = self._cursor, page.is_hit(chunk)
        if self._cards:
            cursor.insertBlock()
        first = cursor.blockNumber()
        cursor.setBlockFormat(_block_format(top=2 * PADDING + MARGIN if self._cards else 0, bottom=8))
        cursor.insertText(headline(page, chunk), self._headline_format(is_hit=is_hit))
        if isinstance(chunk.content, DataBlock):
            cursor.insertBlock(_block_format(bottom=6))
            self._write_picture(chunk, size)
        text_block = self._write_text(page, chunk) if chunk.text else None
        self._write_note(note_of(chunk.metadata))
        self._cards.append(Card(chunk, is_hit, first, text_block, cursor.blockNumber()))

    def _write_text(self, page: PassagePage, chunk: Chunk) -> int:
        self._cursor.insertBlock(_block_format(line_height=130))
        first = self._cursor.blockNumber()
        plain = self._muted_format() if is_off(chunk.metadata) else self._text_format(marked=False)
        for piece, marked in split_marked(chunk.text, page.spans(chunk)):
            self._cursor.insertText(piece, self._text_format(marked=True) if marked else plain)
        return first

    def _write_note(self, note: str) -> None:
        if not note:
            return
        block_format = _block_format(top=8, line_height=120)
        block_format.setBackground(QColor(self._colors.raised))
        self._cursor.insertBlock(block_format)
        for number, line in enumerate(translate("PassageView", "Note: {note}").format(note=note).splitlines()):
            if number:
                block_format.setTopMargin(0)
                self._cursor.insertBlock(block_format)
            self._cursor.insertText(line, self._text_format(marked=False))

    def _write_picture(self, chunk: Chunk, size: QSize | None) -> None:
        if size is None:
            self._cursor.insertText(translate("PassageView", "This picture cannot be shown."), self._muted_format())
            return
        shown_size = QSize(size)
        if size.width() > self._room:
            shown_size.scale(self._room, size.height(), Qt.AspectRatioMode.KeepAspectRatio)
        picture = QTextImageFormat()
        picture.setName(picture_url(chunk.chunk_index).toString())
        picture.setWidth(shown_size.width())
        picture.setHeight(shown_size.height())
        self._cursor.insertImage(picture)

    def _text_format(self, *, marked: bool) -> QTextCharFormat:
        text_format = QTextCharFormat()
        text_format.setForeground(QColor(self._colors.on_mark if marked else self._colors.text))
        if marked:
            text_format.setBackground(QColor(self._colors.mark))
        return text_format

    def _muted_format(self) -> QTextCharFormat:
        text_format = QTextCharFormat()
        text_format.setForeground(QColor(self._colors.muted))
        return text_format

    def _headline_format(self, *, is_hit: bool) -> QTextCharFormat:
        text_format = self._muted_format()
        text_format.setFontPointSize(self._document.defaultFont().pointSizeF() * _SMALL)
        if is_hit:
            text_format.setForeground(QColor(self._colors.accent))
            text_format.setFontWeight(QFont.Weight.DemiBold)
        return text_format


def keep_places(document: QTextDocument, chunk_indexes: Iterable[int], colors: Tokens) -> None:
    """Have the places of these passages' pictures blank until the pictures are there."""
    blank = QImage(1, 1, QImage.Format.Format_RGB32)
    blank.fill(QColor(colors.raised))
    for chunk_index in chunk_indexes:
        add_picture(document, chunk_index, blank)


def add_picture(document: QTextDocument, chunk_index: int, image: QImage) -> None:
    """Show a picture in the place that was kept for it."""
    document.addResource(QTextDocument.ResourceType.ImageResource.value, picture_url(chunk_index), image)


def picture_url(chunk_index: int) -> QUrl:
    """Return the address under which the document keeps the picture of a passage."""
    return QUrl(f"picture:{chunk_index}")


def _block_format(*, top: float = 0, bottom: float = 0, line_height: float = 100) -> QTextBlockFormat:
    block_format = QTextBlockFormat()
    block_format.setLeftMargin(PADDING)
    block_format.setRightMargin(PADDING)
    block_format.setTopMargin(top)
    block_format.setBottomMargin(bottom)
    block_format.setLineHeight(line_height, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
    return block_format


def headline(page: PassagePage, chunk: Chunk) -> str:
    """Return what there is to know of a passage in a line."""
    parts = [
        translate("PassageView", "Found") if page.is_hit(chunk) else "",
        translate("PassageView", "Passage {number} of {total}").format(
            number=chunk.chunk_index + 1, total=chunk.total_chunks
        ),
        shown(place_of(chunk.metadata)),
        translate("PassageView", "%n character(s)", None, len(chunk.text)) if chunk.text else "",
        *how_read(chunk.metadata),
        *marks_of(chunk.metadata, page.kinds),
    ]
    return "  ·  ".join(part for part in parts if part)
