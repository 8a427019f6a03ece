"""The cells of one sheet as text: table regions, their headings, and the values as a person reads them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from kbdesk.rag.parsers.tables import PIECE_BYTES, TableFormat, TablePiece, table_pieces
from kbdesk.rag.parsers.xlsx_formats import RowFormats, Value, shown_value
from kbdesk.rag.parsers.xlsx_merges import Merges

_YEAR = re.compile(r"(19|20)\d\d")


@dataclass(frozen=True)
class SheetRow:
    """A row with something in it.

    Attributes:
        number: Its number in the sheet, from 1.
        cells: The texts of its cells by column, from 0; blank cells are left out.
        values: Columns of cells that are no text: numbers, dates.
        spans: Last column of each cell that is merged with those to its right, by its column.
        repeated: Columns of cells that are merged with one above.
    """

    number: int
    cells: dict[int, str]
    values: frozenset[int] = frozenset()
    spans: dict[int, int] = field(default_factory=dict[int, int])
    repeated: frozenset[int] = frozenset()

    @property
    def is_textual(self) -> bool:
        """Tell whether every cell is a text, as in a row of headings."""
        return not self.cells.keys() & self.values

    def own(self) -> set[int]:
        """Return the columns whose text stands in this row."""
        return self.cells.keys() - self.repeated


@dataclass
class Region:
    """Rows that belong together: a table, or lines of text.

    Attributes:
        captions: Rows of one cell above the headings.
        rows: The rows; the first is the row of headings if there are two columns or more.
    """

    captions: list[SheetRow] = field(default_factory=list[SheetRow])
    rows: list[SheetRow] = field(default_factory=list[SheetRow])

    @property
    def is_table(self) -> bool:
        """Tell whether it has columns."""
        return len(_used_columns(self.rows)) > 1

    def continues_with(self, block: list[SheetRow]) -> bool:
        """Tell whether a block below a blank row is more of this table: it has no headings and the same columns."""
        columns = set(self.rows[0].cells) if self.rows else set[int]()
        return len(columns) > 1 and not block[0].is_textual and set(block[0].cells) <= columns

    def pieces(self, table_format: TableFormat, *, coordinates: bool) -> list[TablePiece]:
        """Return the region as texts of about a passage's size, each with the headings.

        Args:
            table_format: How tables are written.
            coordinates: Put "[B2]" before each cell.
        """
        columns = sorted(_used_columns(self.rows))
        numbers = [row.number for row in self.rows]
        rows = [[_cell(row, column, coordinates) for column in columns] for row in self.rows]
        pieces = table_pieces(rows, table_format, numbers=numbers) if len(columns) > 1 else _line_pieces(numbers, rows)
        if not self.captions:
            return pieces
        lines = "\n".join(_cell(row, column, coordinates) for row in self.captions for column in row.cells)
        if not pieces:
            return [TablePiece(lines, self.captions[0].number, self.captions[-1].number)]
        first = pieces[0]
        return [TablePiece(f"{lines}\n{first.text}", self.captions[0].number, first.last), *pieces[1:]]


def sheet_rows(
    values: Iterable[Sequence[Value]], first_column: int, formats: RowFormats, merges: Merges
) -> Iterator[SheetRow]:
    """Yield the rows with something in them.

    Args:
        values: The rows of a sheet from its first one on.
        first_column: Column of their first cell, from 0.
        formats: How the sheet shows its values, where not plainly.
        merges: Its merged cells.
    """
    for number, row in enumerate(values, 1):
        present = {column: value for column, value in enumerate(row, first_column) if value != ""}
        codes = formats.of(number)
        cells = {column: shown for column, value in present.items() if (shown := shown_value(value, codes.get(column)))}
        repeated = merges.repeat_above(number, cells)
        if cells:
            no_texts = frozenset(column for column, value in present.items() if type(value) is not str)
            yield SheetRow(number, cells, no_texts, merges.spans(number), repeated)


def regions(rows: Iterable[SheetRow]) -> Iterator[Region]:
    """Group rows into regions at blank rows and between tables that stand side by side.

    A table goes on below a blank row if no new headings stand there.
    """
    current = Region()
    for block in _tables(rows):
        if current.continues_with(block):
            current.rows += block
            continue
        if current.rows or current.captions:
            yield current
        current = _region(block)
    if current.rows or current.captions:
        yield current


def _tables(rows: Iterable[SheetRow]) -> Iterator[list[SheetRow]]:
    for block in _blocks(rows):
        parts = _side_by_side(block)
        if len(parts) == 1:
            yield from _stacked(block)
        else:
            for part in parts:
                yield from _tables(part)


def _side_by_side(block: list[SheetRow]) -> list[list[SheetRow]]:
    """Cut a block at blank columns where both sides have two columns or more and mostly fill other rows."""
    groups: list[set[int]] = []
    for column in sorted(_used_columns(block)):
        if groups and column == max(groups[-1]) + 1:
            groups[-1].add(column)
        else:
            groups.append({column})
    merged = groups[:1]
    for group in groups[1:]:
        if min(len(group), len(merged[-1])) > 1 and not _fill_same_rows(block, merged[-1], group):
            merged.append(group)
        else:
            merged[-1] |= group
    return [_columns_of(block, group) for group in merged] if len(merged) > 1 else [block]


def _stacked(block: list[SheetRow]) -> Iterator[list[SheetRow]]:
    """Cut a block above a title and its row of headings where a table with numbers stands above them."""
    start = 0
    for index in range(1, len(block) - 2):
        title, headings, below = block[index : index + 3]
        is_head = len(title.own()) == 1 and title.is_textual and len(headings.cells) > 1 and headings.is_textual
        if is_head and not below.is_textual and not block[index - 1].is_textual:
            yield block[start:index]
            start = index
    yield block[start:]


def _fill_same_rows(block: list[SheetRow], left: set[int], right: set[int]) -> bool:
    filled = [{row.number for row in block if side & row.own()} for side in (left, right)]
    return 2 * len(filled[0] & filled[1]) >= len(filled[0] | filled[1])


def _columns_of(block: list[SheetRow], columns: set[int]) -> list[SheetRow]:
    parts = (
        replace(row, cells={column: cell for column, cell in row.cells.items() if column in columns}) for row in block
    )
    return [part for part in parts if part.own()]


def _used_columns(rows: list[SheetRow]) -> set[int]:
    return set[int]().union(*(row.cells for row in rows))


def _blocks(rows: Iterable[SheetRow]) -> Iterator[list[SheetRow]]:
    block: list[SheetRow] = []
    for row in rows:
        if block and row.number > block[-1].number + 1:
            yield block
            block = []
        block.append(row)
    if block:
        yield block


def _region(block: list[SheetRow]) -> Region:
    columns = _used_columns(block)
    start = 0
    while len(columns) > 1 and start < len(block) and len(block[start].cells) == 1:
        start += 1
    return Region(captions=block[:start], rows=_one_heading(block[start:]))


def _one_heading(rows: list[SheetRow]) -> list[SheetRow]:
    """Join rows of headings above each other: "Costs" over "2023" and "2024" is "Costs 2023" and "Costs 2024"."""
    while len(rows) > 2 and _is_upper_heading(rows[0], rows[1]):
        top, below, *others = rows
        spread = {column: top.cells[first] for first, column in _spanned(top) if column in below.cells} | top.cells
        cells = {
            column: " ".join(dict.fromkeys(filter(None, (spread.get(column), below.cells.get(column)))))
            for column in sorted(spread.keys() | below.cells.keys())
        }
        rows = [SheetRow(top.number, cells, spans=below.spans), *others]
    return rows


def _is_upper_heading(top: SheetRow, below: SheetRow) -> bool:
    """Tell whether the merged cells of a row of headings stand over those of the row below."""
    under = {column for _, column in _spanned(top)}
    parted = [cell for column, cell in below.cells.items() if column in under]
    if len(parted) < 2 or not (below.is_textual or all(map(_YEAR.fullmatch, parted))):
        return False
    is_all_merged = top.cells.keys() <= top.spans.keys()
    return is_all_merged or all(
        column in under or top.cells.get(column) == cell for column, cell in below.cells.items()
    )


def _spanned(row: SheetRow) -> Iterator[tuple[int, int]]:
    """Yield the first and each column of the row's cells that are merged with those to their right."""
    for first in row.spans.keys() & row.cells.keys():
        yield from ((first, column) for column in range(first, row.spans[first] + 1))


def _line_pieces(numbers: list[int], rows: list[list[str]]) -> list[TablePiece]:
    """Return rows of one column as lines, cut into pieces between rows."""
    pieces: list[TablePiece] = []
    lines: list[str] = []
    for number, row in zip(numbers, rows, strict=True):
        if lines and sum(map(len, lines)) + len(row[0]) > PIECE_BYTES:
            pieces.append(TablePiece("\n".join(lines), number - len(lines), number - 1))
            lines = []
        lines.append(row[0])
    if lines:
        pieces.append(TablePiece("\n".join(lines), numbers[-1] - len(lines) + 1, numbers[-1]))
    return pieces


def _cell(row: SheetRow, column: int, coordinates: bool) -> str:
    shown = row.cells.get(column, "")
    return f"[{column_letters(column)}{row.number}] {shown}" if coordinates and shown else shown


def column_letters(column: int) -> str:
    """Return "A" for 0, "Z" for 25, "AA" for 26, as spreadsheets name columns."""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters
