"""The passages of one page as a text that can be read, selected and copied."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import (
    QAction,
    QColor,
    QContextMenuEvent,
    QGuiApplication,
    QImage,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QShowEvent,
    QTextBlock,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QFrame, QTextBrowser, QWidget
from typing_extensions import override

from kbdesk.ui.models.passages import PassagePage
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.passage_writer import MARGIN, PADDING, Card, PassageWriter, picture_url

_RADIUS = 8
_PICTURE_LIMIT = QSize(480, 420)


class PassageView(QTextBrowser):
    """Shows a page of passages as cards.

    It is one text document, so that a sentence can be selected with the mouse or the keyboard, over several passages
    too, and a screen reader reads it as text. The cards are painted behind it.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._page: PassagePage | None = None
        self._sizes: Mapping[int, QSize] = {}
        self._pictures: dict[int, QImage] = {}
        self._cards: list[Card] = []
        self._was_seen = False
        self._rendered_room = 0
        self.setAccessibleName(translate("PassageView", "Passages"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUndoRedoEnabled(False)
        self.setOpenLinks(False)
        self.setTabChangesFocus(True)
        self.setAcceptDrops(False)  # files dropped here are for the window
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
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

    @property
    def _room(self) -> int:
        """Width of a passage's text."""
        return max(self.viewport().width() - 2 * (MARGIN + PADDING), 1)

    def show_page(self, page: PassagePage, sizes: Mapping[int, QSize]) -> None:
        """Show a page and scroll to its target.

        Args:
            page: The passages.
            sizes: In what size a picture will be shown, by `chunk_index`; those left out cannot be shown.
        """
        self._page = page
        self._sizes = sizes
        self._pictures = {}
        self._was_seen = self.isVisible()
        self._render()
        self._scroll_to(page.target)

    def set_picture(self, chunk_index: int, image: QImage) -> None:
        """Show a picture in the place that was kept for it."""
        self._pictures[chunk_index] = image
        self.document().addResource(QTextDocument.ResourceType.ImageResource.value, picture_url(chunk_index), image)
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
        widest = max((size.width() for size in self._sizes.values()), default=0)
        if min(widest, self._room) != min(widest, self._rendered_room):
            self._render()  # pictures do not shrink by themselves
        if top is not None:
            self._scroll_to(top.chunk.chunk_index)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        """Scroll to the target of a page that came while the view was hidden and had no size yet."""
        super().showEvent(event)
        if not self._was_seen and self._page is not None:
            self._was_seen = True
            self._scroll_to(self._page.target)

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
        self._rendered_room = self._room
        if self._page is None:
            return
        self._add_resources()
        writer = PassageWriter(self.document(), self._theme.tokens, self._room)
        self._cards = writer.write(self._page, self._sizes)
        self.moveCursor(QTextCursor.MoveOperation.Start)
        self.verticalScrollBar().setValue(position)

    def _add_resources(self) -> None:
        blank = QImage(1, 1, QImage.Format.Format_RGB32)
        blank.fill(QColor(self._theme.tokens.raised))
        for chunk_index in self._sizes:
            image = self._pictures.get(chunk_index, blank)
            self.document().addResource(QTextDocument.ResourceType.ImageResource.value, picture_url(chunk_index), image)

    def _paint_card(self, painter: QPainter, rect: QRectF, *, is_hit: bool) -> None:
        colors = self._theme.tokens
        painter.setPen(QPen(QColor(colors.accent), 2) if is_hit else QPen(QColor(colors.border), 1))
        painter.setBrush(QColor(colors.base))
        painter.drawRoundedRect(rect, _RADIUS, _RADIUS)

    def _rect(self, card: Card) -> QRectF:
        layout, document = self.document().documentLayout(), self.document()
        top = layout.blockBoundingRect(document.findBlockByNumber(card.first_block)).top()
        bottom = layout.blockBoundingRect(document.findBlockByNumber(card.last_block)).bottom()
        return QRectF(MARGIN, top - PADDING, self.viewport().width() - 2 * MARGIN, bottom - top + 2 * PADDING)

    def _scroll_to(self, chunk_index: int | None) -> None:
        self.document().documentLayout().documentSize()  # finishes the layout, and with it the scroll bar's range
        top = 0.0 if chunk_index is None else self.card_rect(chunk_index).top() - MARGIN
        self.verticalScrollBar().setValue(int(top))

    def _top_card(self) -> Card | None:
        top = self.verticalScrollBar().value()
        if top == 0:
            return None
        return next((card for card in self._cards if self._rect(card).bottom() > top + MARGIN), None)

    def _card_at(self, block: QTextBlock) -> Card | None:
        number = block.blockNumber()
        return next((card for card in self._cards if card.first_block <= number <= card.last_block), None)
