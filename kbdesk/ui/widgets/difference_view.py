"""Shows what differs between two documents, each difference with a sign, words and a colour."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QColor, QFont, QTextBlockFormat, QTextCharFormat, QTextCursor, QTextFormat
from PySide6.QtWidgets import QTextBrowser, QTextEdit, QWidget

from kbdesk.library.difference import Change, Difference
from kbdesk.ui.theme import Theme, Tokens
from kbdesk.ui.translate import shown, translate

MOST_SHOWN = 500
"""Differences; more would keep the window waiting, and nobody reads them one by one."""

MINUS = "\N{MINUS SIGN}"

_Span = tuple[int, int]


class DifferenceView(QTextBrowser):
    """One difference below the other; the current one is marked.

    Signals:
        current_changed: Another difference is the current one (its number from 0).
    """

    current_changed = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._difference = Difference((), 0)
        self._names = ("", "")
        self._blocks: list[int] = []
        self._current = -1
        self.setAccessibleName(translate("Compare", "Differences"))
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        theme.changed.connect(self._write)

    @property
    def count(self) -> int:
        """Number of differences that are shown."""
        return len(self._blocks)

    @property
    def current(self) -> int:
        """The number of the current difference from 0, or -1 before there is any."""
        return self._current

    def show_difference(self, difference: Difference, first: str, second: str) -> None:
        """Show what differs between two documents of these names."""
        self._difference = difference
        self._names = first, second
        self._current = 0
        self._write()

    def go_on(self, step: int) -> None:
        """Make the next difference (1) or the one before (-1) the current one."""
        self._go_to(self._current + step)

    def _go_to(self, number: int) -> None:
        if not 0 <= number < self.count:
            return
        self._current = number
        cursor = QTextCursor(self.document().findBlockByNumber(self._blocks[number]))
        self.setTextCursor(QTextCursor(self.document().lastBlock()))  # so that scrolling back puts it at the top
        self.setTextCursor(cursor)
        mark = QTextEdit.ExtraSelection()
        mark.cursor = cursor  # pyright: ignore[reportAttributeAccessIssue]  (missing in the stubs of PySide6)
        mark.format = QTextCharFormat()  # pyright: ignore[reportAttributeAccessIssue]  (the same)
        mark.format.setBackground(QColor(self._theme.tokens.selection))
        mark.format.setForeground(QColor(self._theme.tokens.on_selection))
        mark.format.setProperty(QTextFormat.Property.FullWidthSelection, True)
        self.setExtraSelections([mark])
        self.current_changed.emit(number)

    def _write(self) -> None:
        self.clear()
        writer = _Writer(QTextCursor(self.document()), self._theme.tokens, self._names)
        self._blocks = writer.write(self._difference.changes[:MOST_SHOWN])
        self._go_to(max(self._current, 0))


class _Writer:
    """Writes differences into an empty text document."""

    def __init__(self, cursor: QTextCursor, colors: Tokens, names: tuple[str, str]) -> None:
        self._cursor = cursor
        self._names = names
        self._plain = _format(colors.text)
        self._headline = _format(colors.text)
        self._headline.setFontWeight(QFont.Weight.DemiBold)
        self._old = _format(colors.error)
        self._new = _format(colors.success)
        self._struck = _format(colors.error)
        self._struck.setFontStrikeOut(True)
        self._struck.setFontWeight(QFont.Weight.Bold)
        self._underlined = _format(colors.success)
        self._underlined.setFontUnderline(True)
        self._underlined.setFontWeight(QFont.Weight.Bold)

    def write(self, changes: Sequence[Change]) -> list[int]:
        """Write the changes and return the number of the text block that each begins with."""
        self._cursor.beginEditBlock()
        blocks = [self._write_change(change) for change in changes]
        self._cursor.endEditBlock()
        return blocks

    def _write_change(self, change: Change) -> int:
        self._start_block(16)
        block = self._cursor.blockNumber()
        self._cursor.insertText(headline(change, *self._names), self._headline)
        is_changed = change.kind == "changed"
        if change.old:
            self._start_line(MINUS, self._old)
            self._write_words(change.old, change.old_spans, (self._plain if is_changed else self._old, self._struck))
        if change.new:
            self._start_line("+", self._new)
            formats = (self._plain if is_changed else self._new, self._underlined)
            self._write_words(change.new, change.new_spans, formats)
        return block

    def _start_line(self, sign: str, form: QTextCharFormat) -> None:
        self._start_block(4)
        self._cursor.insertText(f"{sign} ", form)

    def _write_words(
        self, words: str, spans: Sequence[_Span], formats: tuple[QTextCharFormat, QTextCharFormat]
    ) -> None:
        plain, marked = formats
        at = 0
        for start, end in spans:
            self._cursor.insertText(words[at:start], plain)
            self._cursor.insertText(words[start:end], marked)
            at = end
        self._cursor.insertText(words[at:], plain)

    def _start_block(self, above: int) -> None:
        block = QTextBlockFormat()
        block.setTopMargin(above)
        if self._cursor.position():
            self._cursor.insertBlock(block)
        else:
            self._cursor.setBlockFormat(block)


def headline(change: Change, first: str, second: str) -> str:
    """Return for example "~ Changed: page 3" or "− Only in “travel-2024.md”: Flights"."""
    old_place, new_place = shown(change.old_place), shown(change.new_place)
    if change.kind == "removed":
        words = f"{MINUS} " + translate("Compare", "Only in “{name}”").format(name=first)
        places = old_place
    elif change.kind == "added":
        words = "+ " + translate("Compare", "Only in “{name}”").format(name=second)
        places = new_place
    else:
        words = "~ " + translate("Compare", "Changed")
        places = old_place if old_place == new_place else f"{old_place} → {new_place}"
    return translate("Compare", "{what}: {place}").format(what=words, place=places) if places.strip() else words


def _format(color: str) -> QTextCharFormat:
    made = QTextCharFormat()
    made.setForeground(QColor(color))
    return made
