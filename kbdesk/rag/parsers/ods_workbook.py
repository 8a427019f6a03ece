"""An OpenDocument spreadsheet, packed or flat: each cell as it is shown, which its file tells."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from xml.etree.ElementTree import Element

from kbdesk.rag.parsers import limits
from kbdesk.rag.parsers.blocks import Block, Paragraph, Picture, block_lines
from kbdesk.rag.parsers.faults import too_large
from kbdesk.rag.parsers.numerals import whole_number
from kbdesk.rag.parsers.odf import OdfFile, odf_child, odf_children, odf_name, odf_value
from kbdesk.rag.parsers.odf_body import OdfReader, repeated_columns, table_rows
from kbdesk.rag.parsers.xlsx_merges import Merges, Range
from kbdesk.rag.parsers.xlsx_regions import SheetRow, column_letters
from kbdesk.rag.parsers.xlsx_workbook import Sheet
from kbdesk.texts import text

_TEXTS = frozenset({"text:p", "text:h", "text:list"})
_STORED = ("office:string-value", "office:date-value", "office:value", "office:boolean-value", "office:time-value")


class OdsWorkbook:
    """An OpenDocument spreadsheet.

    Args:
        data: The file's bytes.
        password: For an encrypted file.

    Raises:
        ParseError: It cannot be opened; the class says why.
    """

    def __init__(self, data: bytes, password: str | None = None) -> None:
        self._file = OdfFile(data, "OpenDocument spreadsheet", password)
        self._reader = OdfReader(self._file, self._file.content)
        tables = odf_children(self._file.body, "table:table")
        self._tables = {odf_value(table, "table:name") or f"{n}": table for n, table in enumerate(tables, 1)}
        hidden = set(_hidden_styles(self._file.content))
        self._drawings: dict[str, list[tuple[str, Block]]] = {}
        self.sheets = [
            Sheet(name, odf_value(table, "table:style-name") in hidden) for name, table in self._tables.items()
        ]

    def rows(self, sheet: Sheet) -> Iterator[SheetRow]:
        """Yield the rows of a sheet that have something in them.

        Raises:
            LimitError: Its cells are repeated over too many rows and columns.
        """
        rows = list(self._shown_rows(sheet))
        merges = Merges(merged for row in rows for merged in row.merged)
        for row in rows:
            cells = dict(row.cells)
            repeated = merges.repeat_above(row.number, cells)
            yield SheetRow(row.number, cells, frozenset(row.values), merges.spans(row.number), repeated)

    def lacks_results(self, sheet: Sheet) -> bool:
        """Tell whether formulas of a sheet have no stored result: never in this format."""
        del sheet
        return False

    def lines(self, sheet: Sheet) -> Iterator[str]:
        """Yield the notes of a sheet's cells and the texts of its drawings."""
        for place, block in self._drawn(sheet):
            yield from (f"[{place}] {line}" if place else line for line in block_lines([block]))

    def pictures(self, sheet: Sheet) -> Iterator[tuple[bytes, str]]:
        """Yield a sheet's pictures and their alternative texts."""
        for _, block in self._drawn(sheet):
            if isinstance(block, Picture) and (data := self._file.read(block.part)) is not None:
                yield data, block.caption

    def _shown_rows(self, sheet: Sheet) -> Iterator[_Row]:
        room, number = limits.MAX_REPEATED_CELLS, 1
        for element in table_rows(self._tables[sheet.name]):
            row, times = self._row(element, number), _count(element, "table:number-rows-repeated")
            room -= len(row.cells) * times
            if room < 0:
                raise too_large(
                    text("parsing", "The cells of the sheet “{name}” span too many rows and columns.", name=sheet.name)
                )
            if row.cells:
                yield from (replace(row, number=number + index) for index in range(times))
            number += times

    def _row(self, element: Element, number: int) -> _Row:
        """Read a row; a cell that stands for more columns than a sheet can have stands for those it has."""
        row, column = _Row(number), 0
        for cell in odf_children(element, "table:table-cell", "table:covered-table-cell"):
            following = min(column + repeated_columns(cell), limits.MAX_SHEET_COLUMNS)
            if words := self._shown(cell):
                row.cells |= dict.fromkeys(range(column, following), words)
                if odf_value(cell, "office:value-type") not in ("string", ""):
                    row.values.update(range(column, following))
                last = number - 2 + _count(cell, "table:number-rows-spanned")
                last_column = column - 1 + _count(cell, "table:number-columns-spanned")
                if (last, last_column) != (number - 1, column):
                    row.merged.append(((number - 1, column), (last, last_column)))
            column = following
        return row

    def _shown(self, cell: Element) -> str:
        """Return a cell's text as it is shown, or its value where the file does not tell."""
        lines = [line for item in cell if odf_name(item) in _TEXTS for line in block_lines(self._reader.block(item))]
        stored = (odf_value(cell, name) for name in _STORED)
        return "\n".join(lines).strip() or next(filter(None, stored), "").strip()

    def _drawn(self, sheet: Sheet) -> list[tuple[str, Block]]:
        """Return notes, each with the name of its cell, and drawings, with ""; objects can be read once only."""
        if sheet.name not in self._drawings:
            self._drawings[sheet.name] = list(self._read_drawings(self._tables[sheet.name]))
        return self._drawings[sheet.name]

    def _read_drawings(self, table: Element) -> Iterator[tuple[str, Block]]:
        number = 1
        for row in table_rows(table):
            column = 0
            for cell in odf_children(row, "table:table-cell", "table:covered-table-cell"):
                for item in cell:
                    if odf_name(item) == "office:annotation":
                        words = " ".join(block_lines(self._reader.blocks(item)))
                        yield f"{column_letters(column)}{number}", Paragraph(words)
                    elif odf_name(item) not in _TEXTS:
                        yield from (("", block) for block in self._reader.block(item))
                column += repeated_columns(cell)
            number += _count(row, "table:number-rows-repeated")
        for shapes in odf_children(table, "table:shapes"):
            yield from (("", block) for block in self._reader.blocks(shapes))


@dataclass
class _Row:
    """A row: its texts by column, the columns of values, cells that are merged with others."""

    number: int
    cells: dict[int, str] = field(default_factory=dict[int, str])
    values: set[int] = field(default_factory=set[int])
    merged: list[Range] = field(default_factory=list[Range])


def _count(element: Element, name: str) -> int:
    return whole_number(odf_value(element, name), 1)


def _hidden_styles(content: Element) -> Iterator[str]:
    for style in odf_children(odf_child(content, "office:automatic-styles"), "style:style"):
        if odf_value(odf_child(style, "style:table-properties"), "table:display") == "false":
            yield odf_value(style, "style:name")
