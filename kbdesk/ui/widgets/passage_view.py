"""The passages of one page as a text that can be read, selected and copied."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt, QUrl, Signal
from PySide6.QtGui import (
    QAction,
    QColor,
    QContextMenuEvent,
    QFont,
    QGuiApplication,
    QImage,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextImageFormat,
)
from PySide6.QtWidgets import QFrame, QTextBrowser, QWidget
from typing_extensions import override

from kbdesk.message import DataBlock
from kbdesk.rag.document import Chunk
from kbdesk.rag.place import place_of
from kbdesk.ui.models.marks import split_marked
from kbdesk.ui.models.passages import PassagePage
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import shown, translate

_PADDING = 14
_MARGIN = 12
_RADIUS = 8
_PICTURE_LIMIT = QSize(480, 420)


@dataclass(frozen=True)
class _Card:
    """Where a passage stands in the document: the numbers of its first and last text block."""

    chunk: Chunk
    is_hit: bool
    first_block: int
    last_block: int


class PassageView(QTextBrowser):
    """Shows a page of passages as cards.

    It is one text document, so that a sentence can be selected with the mouse or the keyboard, over several passages
    too, and a screen reader reads it as text. The cards are painted behind it.

    Signals:
        copied: A passage was copied as a whole.
    """

    copied = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._page: PassagePage | None = None
        self._sizes: Mapping[int, QSize] = {}
        self._pictures: dict[int, QImage] = {}
        self._cards: list[_Card] = []
        self.setAccessibleName(translate("PassageView", "Passages"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUndoRedoEnabled(False)
        self.setOpenLinks(False)
        self.setTabChangesFocus(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.document().setDocumentMargin(_MARGIN)
        self.copy_action = QAction(translate("PassageView", "Copy this passage"), self)
        self.copy_action.setShortcut(QKeySequence("Ctrl+Shift+C"))
        self.copy_action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self.copy_action.triggered.connect(self.copy_passage)
        self.addAction(self.copy_action)
        theme.changed.connect(self._render)

    @property
    def picture_limit(self) -> QSize:
        """The largest size in which a picture is shown."""
        return _PICTURE_LIMIT

    def show_page(self, page: PassagePage, sizes: Mapping[int, QSize]) -> None:
        """Show a page and scroll to its target.

        Args:
            page: The passages.
            sizes: In what size a picture will be shown, by `chunk_index`; those left out cannot be shown.
        """
        self._page = page
        self._sizes = sizes
        self._pictures = {}
        self._render()
        self._scroll_to(page.target)

    def set_picture(self, chunk_index: int, image: QImage) -> None:
        """Show a picture in the place that was kept for it."""
        self._pictures[chunk_index] = image
        self.document().addResource(QTextDocument.ResourceType.ImageResource.value, _picture_url(chunk_index), image)
        self.viewport().update()

    def clear_page(self) -> None:
        """Show nothing."""
        self._page = None
        self._render()

    def copy_passage(self) -> None:
        """Copy the passage with the text cursor, all of it."""
        card = self._card_at(self.textCursor().block())
        if card is not None:
            QGuiApplication.clipboard().setText(card.chunk.text)
            self.copied.emit()

    def card_rect(self, chunk_index: int) -> QRectF:
        """Return where a passage of the page is, in coordinates of the whole text; empty if it is not on the page."""
        for card in self._cards:
            if card.chunk.chunk_index == chunk_index:
                return self._rect(card)
        return QRectF()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(0, -self.verticalScrollBar().value())
        seen = QRectF(event.rect().translated(0, self.verticalScrollBar().value()))
        for card in self._cards:
            rect = self._rect(card)
            if rect.intersects(seen):
                self._paint_card(painter, rect, is_hit=card.is_hit)
        painter.end()
        super().paintEvent(event)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the passage at the top where it is while the lines break anew."""
        top = self._top_card()
        super().resizeEvent(event)
        if top is not None:
            self._scroll_to(top.chunk.chunk_index)

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        cursor = self.cursorForPosition(event.pos())
        if event.reason() == QContextMenuEvent.Reason.Mouse and not self.textCursor().hasSelection():
            self.setTextCursor(cursor)
        menu = self.createStandardContextMenu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.copy_action)
        menu.popup(event.globalPos())

    def _render(self) -> None:
        position = self.verticalScrollBar().value()
        self.clear()
        self._cards = []
        if self._page is None:
            return
        self._add_resources()
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        for chunk in self._page.chunks:
            self._write_passage(cursor, self._page, chunk)
        cursor.endEditBlock()
        self.moveCursor(QTextCursor.MoveOperation.Start)
        self.verticalScrollBar().setValue(position)

    def _add_resources(self) -> None:
        blank = QImage(1, 1, QImage.Format.Format_RGB32)
        blank.fill(QColor(self._theme.tokens.raised))
        for chunk_index in self._sizes:
            image = self._pictures.get(chunk_index, blank)
            self.document().addResource(
                QTextDocument.ResourceType.ImageResource.value, _picture_url(chunk_index), image
            )

    def _write_passage(self, cursor: QTextCursor, page: PassagePage, chunk: Chunk) -> None:
        is_hit = page.is_hit(chunk)
        if self._cards:
            cursor.insertBlock()
        first = cursor.blockNumber()
        cursor.setBlockFormat(_block_format(top=_PADDING if not self._cards else 2 * _PADDING + _MARGIN, bottom=8))
        cursor.insertText(_headline(chunk, is_hit=is_hit), self._headline_format(is_hit=is_hit))
        if isinstance(chunk.content, DataBlock):
            cursor.insertBlock(_block_format(bottom=6))
            self._write_picture(cursor, chunk)
        if chunk.text:
            cursor.insertBlock(_block_format(line_height=130))
            for piece, marked in split_marked(chunk.text, page.spans(chunk)):
                cursor.insertText(piece, self._text_format(marked=marked))
        self._cards.append(_Card(chunk, is_hit, first, cursor.blockNumber()))

    def _write_picture(self, cursor: QTextCursor, chunk: Chunk) -> None:
        size = self._sizes.get(chunk.chunk_index)
        if size is None:
            cursor.insertText(translate("PassageView", "This picture cannot be shown."), self._muted_format())
            return
        picture = QTextImageFormat()
        picture.setName(_picture_url(chunk.chunk_index).toString())
        picture.setWidth(size.width())
        picture.setHeight(size.height())
        cursor.insertImage(picture)

    def _text_format(self, *, marked: bool) -> QTextCharFormat:
        colors = self._theme.tokens
        text_format = QTextCharFormat()
        text_format.setForeground(QColor(colors.on_mark if marked else colors.text))
        if marked:
            text_format.setBackground(QColor(colors.mark))
        return text_format

    def _muted_format(self) -> QTextCharFormat:
        text_format = QTextCharFormat()
        text_format.setForeground(QColor(self._theme.tokens.muted))
        return text_format

    def _headline_format(self, *, is_hit: bool) -> QTextCharFormat:
        text_format = self._muted_format()
        text_format.setFontPointSize(self.font().pointSizeF() * 0.92)
        if is_hit:
            text_format.setForeground(QColor(self._theme.tokens.accent))
            text_format.setFontWeight(QFont.Weight.DemiBold)
        return text_format

    def _paint_card(self, painter: QPainter, rect: QRectF, *, is_hit: bool) -> None:
        colors = self._theme.tokens
        painter.setPen(QPen(QColor(colors.accent), 2) if is_hit else QPen(QColor(colors.border), 1))
        painter.setBrush(QColor(colors.base))
        painter.drawRoundedRect(rect, _RADIUS, _RADIUS)

    def _rect(self, card: _Card) -> QRectF:
        layout, document = self.document().documentLayout(), self.document()
        top = layout.blockBoundingRect(document.findBlockByNumber(card.first_block)).top()
        bottom = layout.blockBoundingRect(document.findBlockByNumber(card.last_block)).bottom()
        return QRectF(_MARGIN, top - _PADDING, self.viewport().width() - 2 * _MARGIN, bottom - top + 2 * _PADDING)

    def _scroll_to(self, chunk_index: int | None) -> None:
        self.document().documentLayout().documentSize()  # finishes the layout, and with it the scroll bar's range
        top = 0.0 if chunk_index is None else self.card_rect(chunk_index).top() - _MARGIN
        self.verticalScrollBar().setValue(int(top))

    def _top_card(self) -> _Card | None:
        top = self.verticalScrollBar().value()
        if top == 0:
            return None
        return next((card for card in self._cards if self._rect(card).bottom() > top + _MARGIN), None)

    def _card_at(self, block: QTextBlock) -> _Card | None:
        number = block.blockNumber()
        return next((card for card in self._cards if card.first_block <= number <= card.last_block), None)


def _block_format(*, top: float = 0, bottom: float = 0, line_height: float = 100) -> QTextBlockFormat:
    block_format = QTextBlockFormat()
    block_format.setLeftMargin(_PADDING)
    block_format.setRightMargin(_PADDING)
    block_format.setTopMargin(top)
    block_format.setBottomMargin(bottom)
    block_format.setLineHeight(line_height, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
    return block_format


def _picture_url(chunk_index: int) -> QUrl:
    return QUrl(f"picture:{chunk_index}")


def _headline(chunk: Chunk, *, is_hit: bool) -> str:
    parts = [
        translate("PassageView", "Found") if is_hit else "",
        translate("PassageView", "Passage {number} of {total}").format(
            number=chunk.chunk_index + 1, total=chunk.total_chunks
        ),
        shown(place_of(chunk.metadata)),
        translate("PassageView", "%n character(s)", None, len(chunk.text)) if chunk.text else "",
        _read_by(chunk),
    ]
    return "  ·  ".join(part for part in parts if part)


def _read_by(chunk: Chunk) -> str:
    if not chunk.metadata.get("ocr"):
        return ""
    confidence = chunk.metadata.get("ocr_confidence")
    if isinstance(confidence, float):
        return translate("PassageView", "read by OCR, {percent} % sure").format(percent=round(100 * confidence))
    return translate("PassageView", "read by OCR")
