"""Shows a text as it is cut, each passage on a ground of its own."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QLocale
from PySide6.QtGui import (
    QColor,
    QFont,
    QTextCharFormat,
    QTextCursor,
    QTextLength,
    QTextTableCellFormat,
    QTextTableFormat,
)
from PySide6.QtWidgets import QTextBrowser, QWidget

from kbdesk.library.cutting import Passage
from kbdesk.message import DataBlock
from kbdesk.rag.place import place_of
from kbdesk.ui.theme import Theme, Tokens
from kbdesk.ui.translate import shown, translate

_PADDING = 10
_SMALL = 0.92


class CutsView(QTextBrowser):
    """Some passages below each other on two grounds in turn; what stands before them already is marked."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._passages: Sequence[Passage] = ()
        self.setAccessibleName(translate("Cuts", "The document as it is cut"))
        self.setUndoRedoEnabled(False)
        self.setOpenLinks(False)
        self.setTabChangesFocus(True)
        self.setAcceptDrops(False)
        theme.changed.connect(self._write)

    def show_passages(self, passages: Sequence[Passage]) -> None:
        """Show these passages from the first one on."""
        self._passages = passages
        self._write()

    def _write(self) -> None:
        self.clear()
        writer = _Writer(QTextCursor(self.document()), self._theme.tokens)
        writer.write(self._passages)
        self.moveCursor(QTextCursor.MoveOperation.Start)


class _Writer:
    """Writes passages into an empty text document."""

    def __init__(self, cursor: QTextCursor, colors: Tokens) -> None:
        self._cursor = cursor
        self._colors = colors
        self._plain = _format(colors.text)
        self._repeated = _format(colors.on_mark)
        self._repeated.setBackground(QColor(colors.mark))
        self._headline = _format(colors.muted)
        self._headline.setFontWeight(QFont.Weight.DemiBold)
        self._headline.setFontPointSize(cursor.document().defaultFont().pointSizeF() * _SMALL)

    def write(self, passages: Sequence[Passage]) -> None:
        """Write the passages, each in a cell of a table."""
        if not passages:
            return
        self._cursor.beginEditBlock()
        table = self._cursor.insertTable(len(passages), 1, _table_format())
        for row, passage in enumerate(passages):
            ground = QTextTableCellFormat()
            ground.setBackground(QColor(self._colors.base if passage.chunk.chunk_index % 2 else self._colors.raised))
            cell = table.cellAt(row, 0)
            cell.setFormat(ground)
            self._write_passage(cell.firstCursorPosition(), passage)
        self._cursor.endEditBlock()

    def _write_passage(self, cursor: QTextCursor, passage: Passage) -> None:
        cursor.insertText(headline(passage), self._headline)
        cursor.insertBlock()
        words = passage.chunk.text.rstrip("\n")
        cursor.insertText(words[: passage.repeated], self._repeated)
        cursor.insertText(words[passage.repeated :], self._plain)


def _table_format() -> QTextTableFormat:
    table = QTextTableFormat()
    table.setBorder(0)
    table.setCellPadding(_PADDING)
    table.setCellSpacing(0)
    table.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
    return table


def headline(passage: Passage) -> str:
    """Return for example "Passage 3  ·  page 4  ·  1,520 characters  ·  200 of them repeated"."""
    chunk = passage.chunk
    number = QLocale().toString(chunk.chunk_index + 1)
    parts = [translate("Cuts", "Passage {number}").format(number=number), shown(place_of(chunk.metadata))]
    if isinstance(chunk.content, DataBlock):
        parts.append(translate("Cuts", "a picture"))
    if chunk.text:
        parts.append(translate("Cuts", "%n character(s)", None, len(chunk.text)))
    if passage.repeated:
        parts.append(translate("Cuts", "%n of them repeated", None, passage.repeated))
    return "  ·  ".join(part for part in parts if part)


def _format(color: str) -> QTextCharFormat:
    made = QTextCharFormat()
    made.setForeground(QColor(color))
    return made
