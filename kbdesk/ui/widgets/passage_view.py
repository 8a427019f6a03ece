"""The passages of one page as a text that can be read, selected and copied."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAction,
    QContextMenuEvent,
    QGuiApplication,
    QImage,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
    QTextCursor,
)
from PySide6.QtWidgets import QFrame, QTextBrowser, QWidget
from typing_extensions import override

from kbdesk.ui.models.chosen import Chosen
from kbdesk.ui.models.passages import PassagePage
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.passage_cards import MARGIN, PADDING, Card, Cards, nearest_scroll, paint_card
from kbdesk.ui.widgets.passage_writer import PassageWriter, add_picture, headline, keep_places

_PICTURE_LIMIT = QSize(480, 420)


class PassageView(QTextBrowser):
    """Shows a page of passages as cards.

    It is one text document, so that a sentence can be selected with the mouse or the keyboard, over several passages
    too, and a screen reader reads it as text. The cards are painted behind it. Those from one end of the selection to
    the other are chosen; Ctrl+Up and Ctrl+Down go from card to card.

    Signals:
        chosen_changed: Other passages are chosen.
        chosen_moved: They are elsewhere in the viewport now.
    """

    chosen_changed = Signal()
    chosen_moved = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._page: PassagePage | None = None
        self._sizes: Mapping[int, QSize] = {}
        self._pictures: dict[int, QImage] = {}
        self._cards = Cards(self.document())
        self._chosen: list[Card] = []
        self._is_rendering = False
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
        self.cursorPositionChanged.connect(self._follow_cursor)
        theme.changed.connect(self._render)

    @property
    def picture_limit(self) -> QSize:
        """The largest size in which a picture is shown."""
        return _PICTURE_LIMIT

    @property
    def page(self) -> PassagePage | None:
        """The page that is shown."""
        return self._page

    @property
    def chosen(self) -> Chosen | None:
        """The passages that are chosen, or None on no page."""
        if self._page is None or not self._chosen:
            return None
        chunks = [card.chunk for card in self._chosen]
        return Chosen(self._page.document, chunks, self._cards.text_position(self.textCursor().position()))

    @property
    def chosen_rect(self) -> QRectF:
        """Where the first of them is in the viewport; empty if none is chosen."""
        if not self._chosen:
            return QRectF()
        return self._rect(self._chosen[0]).translated(0, -self.verticalScrollBar().value())

    def choose(self, chunk_index: int) -> None:
        """Choose a passage of the page."""
        card = self._cards.of(chunk_index)
        if card is not None:
            self._set_cursor(card)

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
        self._render(page.chunks[0].chunk_index if page.target is None and page.chunks else page.target)
        if page.stays:
            self._scroll_near(page.target)
        else:
            self._scroll_to(page.target)

    def set_picture(self, chunk_index: int, image: QImage) -> None:
        """Show a picture in the place that was kept for it."""
        self._pictures[chunk_index] = image
        add_picture(self.document(), chunk_index, image)
        self.viewport().update()

    def clear_page(self) -> None:
        """Show nothing."""
        self._page = None
        self._render()

    def copy_passage(self) -> None:
        """Copy the passage with the text cursor, all of it."""
        card = self._cards.at(self.textCursor().position())
        if card is not None:
            QGuiApplication.clipboard().setText(card.chunk.text)

    def card_rect(self, chunk_index: int | None) -> QRectF:
        """Return where a passage of the page is, in coordinates of the whole text; empty if it is not on the page."""
        card = self._cards.of(chunk_index)
        return QRectF() if card is None else self._rect(card)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(0, -self.verticalScrollBar().value())
        seen = QRectF(event.rect().translated(0, self.verticalScrollBar().value()))
        for card in self._cards.all:
            rect = self._rect(card)
            if rect.intersects(seen):
                paint_card(painter, rect, card, colors=self._theme.tokens, is_chosen=card in self._chosen)
        painter.end()
        super().paintEvent(event)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the passage at the top where it is while the lines break anew."""
        top = self._top_card() if event.size().width() != event.oldSize().width() else None
        super().resizeEvent(event)
        widest = max((size.width() for size in self._sizes.values()), default=0)
        if min(widest, self._room) != min(widest, self._rendered_room):
            self._render()  # pictures do not shrink by themselves
        if top is not None:
            self._scroll_to(top.chunk.chunk_index)
        self.chosen_moved.emit()

    @override
    def scrollContentsBy(self, dx: int, dy: int) -> None:
        super().scrollContentsBy(dx, dy)
        self.chosen_moved.emit()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        extends = bool(keys & Qt.KeyboardModifier.ShiftModifier)
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if step is not None and keys & ~Qt.KeyboardModifier.ShiftModifier == Qt.KeyboardModifier.ControlModifier:
            self._go_on(step, extends=extends)
        else:
            super().keyPressEvent(event)

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
        is_elsewhere = self._cards.at(cursor.position()) not in self._chosen or not self.textCursor().hasSelection()
        if event.reason() == QContextMenuEvent.Reason.Mouse and is_elsewhere:
            self.setTextCursor(cursor)
        menu = self.createStandardContextMenu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addSeparator()
        menu.addActions(self.actions())
        menu.popup(event.globalPos())

    def _render(self, chosen: int | None = None) -> None:
        """Write the page anew; `chosen` is the passage to choose, else the same one as before."""
        position = self.verticalScrollBar().value()
        if chosen is None and self._chosen:
            chosen = self._chosen[0].chunk.chunk_index
        self._is_rendering = True
        self.clear()
        self._cards = Cards(self.document())
        self._rendered_room = self._room
        if self._page is not None:
            keep_places(self.document(), self._sizes, self._theme.tokens)
            for chunk_index, image in self._pictures.items():
                add_picture(self.document(), chunk_index, image)
            writer = PassageWriter(self.document(), self._theme.tokens, self._room)
            self._cards = Cards(self.document(), writer.write(self._page, self._sizes))
            self.moveCursor(QTextCursor.MoveOperation.Start)
            if chosen is not None:
                self.choose(chosen)
        self._is_rendering = False
        self._follow_cursor()
        self.document().documentLayout().documentSize()  # finishes the layout, and with it the scroll bar's range
        self.verticalScrollBar().setValue(position)

    def _go_on(self, step: int, *, extends: bool) -> None:
        card = self._cards.beside(self.textCursor().position(), step)
        if card is not None:
            self._set_cursor(card, extends=extends)
            self._scroll_near(card.chunk.chunk_index)

    def _set_cursor(self, card: Card, *, extends: bool = False) -> None:
        cursor = self.textCursor()
        mode = QTextCursor.MoveMode.KeepAnchor if extends else QTextCursor.MoveMode.MoveAnchor
        cursor.setPosition(self._cards.start(card.first_block), mode)
        self.setTextCursor(cursor)

    def _follow_cursor(self) -> None:
        if self._is_rendering:
            return
        cursor = self.textCursor()
        chosen = self._cards.between(cursor.selectionStart(), cursor.selectionEnd())
        if chosen != self._chosen:
            self._chosen = chosen
            self.viewport().update()
            self._announce()
            self.chosen_changed.emit()
            self.chosen_moved.emit()

    def _announce(self) -> None:
        """Let a screen reader say which passage was entered; it reads only the line with the cursor by itself."""
        card = self._cards.at(self.textCursor().position())
        if card is not None and self._page is not None and self.hasFocus():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, headline(self._page, card.chunk)))

    def _rect(self, card: Card) -> QRectF:
        return self._cards.rect(card, self.viewport().width())

    def _scroll_to(self, chunk_index: int | None) -> None:
        self.document().documentLayout().documentSize()
        top = self.card_rect(chunk_index).top() - MARGIN
        self.verticalScrollBar().setValue(int(top))

    def _scroll_near(self, chunk_index: int | None) -> None:
        """Scroll as little as shows a passage, or its beginning if it is higher than the view."""
        bar, rect = self.verticalScrollBar(), self.card_rect(chunk_index)
        bar.setValue(nearest_scroll(bar.value(), self.viewport().height(), rect))

    def _top_card(self) -> Card | None:
        top = self.verticalScrollBar().value()
        if top == 0:
            return None
        return next((card for card in self._cards.all if self._rect(card).bottom() > top + MARGIN), None)
