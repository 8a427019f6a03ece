"""Tables of web pages: which hold data and which are only layout, and the rows of the former."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from kbdesk.rag.parsers.numerals import whole_number

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

_MAX_CELL_CHARACTERS = 500
"""Of a table without headings; longer texts are those of a page that was laid out with a table."""
_MAX_SPAN = 100


def is_data_table(table: LexborNode) -> bool:
    """Tell whether a table has rows and columns of data: nothing larger in it, and headings or short cells."""
    if table.css_first("table table, h1, h2, h3, h4, h5, h6, pre") is not None:
        return False
    widths = {len(row.css("td, th")) for row in table.css("tr")}
    if max(widths, default=0) < 2:
        return False
    if table.css_first("th, caption") is not None:
        return True
    lengths = (len(cell.text() or "") for cell in table.css("td"))
    return len(widths) == 1 and len(table.css("tr")) > 1 and max(lengths, default=0) <= _MAX_CELL_CHARACTERS


class RowWriter:
    """Writes the cells of a table; one that spans several columns or rows says its text once.

    Attributes:
        rows: The rows so far.
        is_in_cell: Whether a cell has begun.
    """

    def __init__(self) -> None:
        self.rows: list[list[str]] = []
        self.is_in_cell = False
        self._column = 0
        self._current: set[int] = set()  # columns of this row that a cell above spans
        self._taken: deque[set[int]] = deque()  # columns of the rows to come that a cell above spans

    def start(self, node: LexborNode, tag: str) -> None:
        """Begin a row or a cell."""
        if tag == "tr":
            self.rows.append([])
            self.is_in_cell = False
            self._current = self._taken.popleft() if self._taken else set[int]()
            return
        if not self.rows:  # a cell outside of any row
            self.rows.append([])
            self._current = set[int]()
        row = self.rows[-1]
        while len(row) in self._current:
            row.append("")
        first = len(row)
        columns = _span(node, "colspan")
        row += [""] * columns
        for below in range(_span(node, "rowspan") - 1):
            if below == len(self._taken):
                self._taken.append(set())
            self._taken[below] |= set(range(first, first + columns))
        self._column = first
        self.is_in_cell = True

    def write(self, line: str) -> None:
        """Add a line to the current cell."""
        row = self.rows[-1]
        if line:
            row[self._column] = f"{row[self._column]}\n{line}" if row[self._column] else line


def _span(cell: LexborNode, name: str) -> int:
    return min(max(whole_number(cell.attributes.get(name), 1), 1), _MAX_SPAN)
