"""The field for what is searched: one line, or a few, each a query of its own."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QMimeData, Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
    QResizeEvent,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import QPlainTextEdit, QWidget
from typing_extensions import override

from kbdesk.ui.drops import picture_in
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.buttons import make_icon_button

MOST_LINES = 4

_BUTTON = 24
_EDGES = 12
"""What the frame, its padding and the document's margin take of the height."""


class QueryField(QPlainTextEdit):
    """A field that grows with its lines; Enter searches, Shift+Enter begins another line.

    Signals:
        submitted: Enter was pressed.
        edited: The person typed, pasted or cleared something.
        left_downwards: Down was pressed on the last line.
        history_requested: Earlier searches are wanted: Down was pressed in the empty field, or the button.
        picture_offered: A picture was pasted, or dropped (a `Path` or a `QImage`).

    Attributes:
        takes_pictures: Whether a picture can be dropped here; else it is for the window, like all other files.
    """

    submitted = Signal()
    edited = Signal()
    left_downwards = Signal()
    history_requested = Signal()
    picture_offered = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTabChangesFocus(True)
        self.takes_pictures = False
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(1)
        self.setViewportMargins(0, 0, _BUTTON, 0)
        earlier = translate("QueryField", "Earlier searches")
        self.history_button = make_icon_button(theme.icon("clock", "muted"), earlier)
        self.clear_button = make_icon_button(theme.icon("x", "muted"), translate("QueryField", "Clear"))
        for button in (self.history_button, self.clear_button):
            button.setParent(self)
            button.setProperty("inner", True)
            button.resize(_BUTTON, _BUTTON)
            button.setCursor(Qt.CursorShape.ArrowCursor)
        self.history_button.clicked.connect(self.history_requested)
        self.clear_button.clicked.connect(self._clear)
        self.textChanged.connect(self._follow)
        self.textChanged.connect(self.edited)
        self.verticalScrollBar().rangeChanged.connect(self._follow)
        self._follow()

    @property
    def queries(self) -> tuple[str, ...]:
        """What is typed, a query for each line that is not blank."""
        return tuple(line.strip() for line in self.toPlainText().splitlines() if line.strip())

    def text(self) -> str:
        """Return what is typed."""
        return self.toPlainText()

    def setText(self, words: str) -> None:
        """Show this text; the person has not typed it."""
        self.blockSignals(True)
        self.setPlainText(words)
        self.moveCursor(QTextCursor.MoveOperation.End)
        self.blockSignals(False)
        self._follow()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and is_plain:
            self.submitted.emit()
        elif event.key() == Qt.Key.Key_Down and is_plain and not self.toPlainText().strip():
            self.history_requested.emit()
        elif event.key() == Qt.Key.Key_Down and is_plain and self._is_on_last_line():
            self.left_downwards.emit()
        else:
            super().keyPressEvent(event)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._follow()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._follow()

    @override
    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return picture_in(source) is not None or super().canInsertFromMimeData(source)

    @override
    def insertFromMimeData(self, source: QMimeData) -> None:
        picture = picture_in(source)
        if picture is None:
            super().insertFromMimeData(source)
        else:
            self.picture_offered.emit(picture)

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        self._judge(event)

    @override
    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        self._judge(event)

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        picture = picture_in(event.mimeData())
        if picture is not None:
            self.picture_offered.emit(picture)
        self._judge(event)

    def _judge(self, event: QDropEvent) -> None:
        """Take what is dragged if it is a picture; what is ignored goes to the window."""
        if self.takes_pictures and picture_in(event.mimeData()) is not None:
            event.setDropAction(Qt.DropAction.CopyAction)  # never Move: its source would delete the original
            event.accept()
        else:
            event.ignore()

    def _is_on_last_line(self) -> bool:
        return not QTextCursor(self.textCursor()).movePosition(QTextCursor.MoveOperation.Down)

    def _clear(self) -> None:
        self.clear()
        self.setFocus()

    def _follow(self) -> None:
        """Be as high as the lines, up to a few, and keep the button beside the first one."""
        line = self.fontMetrics().lineSpacing()
        lines = max(round(self.document().size().height()), 1)
        has_bar, policy = lines > MOST_LINES, Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(policy.ScrollBarAsNeeded if has_bar else policy.ScrollBarAlwaysOff)
        self.setFixedHeight(max(min(lines, MOST_LINES) * line + _EDGES, _BUTTON + 4))
        right = self.width() - 3 - (self.verticalScrollBar().width() if has_bar else 0)
        for button in (self.history_button, self.clear_button):
            button.move(right - _BUTTON, max((line + _EDGES - _BUTTON) // 2, 2))
        self.clear_button.setVisible(bool(self.toPlainText()))
        self.history_button.setVisible(not self.toPlainText())
