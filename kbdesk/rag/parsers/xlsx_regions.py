"""The cells of one sheet as text: table regions, their headings, and the values as a person reads them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta

from kbdesk.rag.parsers.tables import PIECE_BYTES, TableFormat, TablePiece, table_pieces
from kbdesk.rag.parsers.xlsx_formats import Formats, shown_number

Value = int | float | str | bool | time | date | datetime | timedelta


@dataclass(frozen=True)
class SheetRow:
    """A row with something in it.

    Attributes:
        number: Its number in the sheet, from 1.
        cells: The texts of its cells by column, from 0; blank cells are left out.
        is_textual: True if every cell is a text, as in a row of headings.
    """

    number: int
    cells: dict[int, str]
    is_textual: bool


@dataclass
class Region:
    """Rows that belong together: a table, or lines of text.

    Attributes:
        captions: Rows of one cell above the headings.
        rows: The rows; the first is the row of headings if there are two columns or more.
    """

    captions: list[SheetRow] = field(default_factory=list[SheetRow])
    rows: list[SheetRow] = field(default_factory=list[SheetRow])

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


def sheet_rows(values: Iterable[Sequence[Value]], first_column: int, formats: Formats) -> Iterator[SheetRow]:
    """Yield the rows with something in them.

    Args:
        values: The rows of a sheet from its first one on.
        first_column: Column of their first cell, from 0.
        formats: How the sheet shows its numbers, where not plainly.
    """
    for number, row in enumerate(values, 1):
        present = {column: value for column, value in enumerate(row, first_column) if value != ""}
        cells = {
            column: shown
            for column, value in present.items()
            if (shown := shown_value(value, formats.get((number, column)) if formats else None))
        }
        if cells:
            yield SheetRow(number, cells, all(type(value) is str for value in present.values()))


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
            yield block
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
    return [_columns_of(block, group) for group in merged]


def _fill_same_rows(block: list[SheetRow], left: set[int], right: set[int]) -> bool:
    filled = [{row.number for row in block if side & row.cells.keys()} for side in (left, right)]
    return 2 * len(filled[0] & filled[1]) >= len(filled[0] | filled[1])


def _columns_of(block: list[SheetRow], columns: set[int]) -> list[SheetRow]:
    parts = (
        replace(row, cells={column: cell for column, cell in row.cells.items() if column in columns}) for row in block
    )
    return [part for part in parts if part.cells]


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
    return Region(captions=block[:start], rows=block[start:])


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


def shown_value(value: Value, code: str | None = None) -> str:
    """Return a cell's value as a person reads it: no 45123.0 for a date, no 3.0 for 3.

    Args:
        value: The value.
        code: The format code of a number that is not shown plainly.
    """
    if code and isinstance(value, int | float) and (shown := shown_number(value, code)):
        return shown
    match value:
        case str():
            return value.strip()
        case bool():
            return "TRUE" if value else "FALSE"
        case int():
            return str(value)
        case float():
            return str(int(value)) if value.is_integer() and abs(value) < 1e15 else f"{value:.15g}"
        case datetime():
            return value.date().isoformat() if value.time() == time() else f"{value:%Y-%m-%d} {_clock(value.time())}"
        case date():
            return value.isoformat()
        case time():
            return _clock(value)
        case timedelta():
            return _duration(value)


def _clock(value: time) -> str:
    return value.isoformat("seconds" if value.second else "minutes")


def _duration(value: timedelta) -> str:
    minutes, seconds = divmod(round(value.total_seconds()), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if seconds else f"{hours}:{minutes:02}"
