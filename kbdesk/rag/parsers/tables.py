"""Tables as text: the reference's Markdown and JSON, and long tables in pieces that each carry the headings."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from kbdesk.errors import InputError
from kbdesk.texts import text

TableFormat = Literal["markdown", "json"]
Row = Sequence[str]

PIECE_BYTES = 1_600
"""Size a piece of a long table aims at, UTF-8: below one passage of the default chunker (2,051 bytes)."""

JSON_MARKER = "<system-info>The next line is a table: a JSON array of its rows.</system-info>"


@dataclass(frozen=True)
class TablePiece:
    """Some rows of a table, understandable alone.

    Attributes:
        text: The headings and the rows.
        first: Number of the first row, not counting the repeated headings.
        last: Number of the last row.
    """

    text: str
    first: int
    last: int


def check_table_format(table_format: str) -> TableFormat:
    """Return the format if it is one.

    Raises:
        InputError: It is neither "markdown" nor "json".
    """
    if table_format == "markdown" or table_format == "json":
        return table_format
    raise InputError(
        text("parsing", "There is no table format “{name}”.", name=table_format),
        text("parsing", "Use “markdown” or “json”."),
    )


def format_table(rows: Sequence[Row], table_format: TableFormat) -> str:
    """Return a table as one text, or "" when it has no rows."""
    if not rows:
        return ""
    return markdown_table(rows) if table_format == "markdown" else json_table(rows)


def markdown_table(rows: Sequence[Row]) -> str:
    """Return a pipe table whose first row is the header.

    Short rows are padded and long ones cut to the header's width; ends with a line break.
    """
    width = len(rows[0])
    lines = [_markdown_row(rows[0], width), "|" + " --- |" * width]
    lines += [_markdown_row(row, width) for row in rows[1:]]
    return "\n".join(lines) + "\n"


def _markdown_row(row: Row, width: int) -> str:
    cells = [_markdown_cell(cell) for cell in row[:width]]
    cells += [""] * (width - len(cells))
    return "| " + " | ".join(cells) + " |"


def _markdown_cell(cell: str) -> str:
    escaped = cell.replace("\\", "\\\\").replace("|", "\\|")
    return escaped.replace("\r\n", "<br>").replace("\n", "<br>").replace("\r", "<br>")


def json_table(rows: Sequence[Row]) -> str:
    """Return a one-line marker and, on the next line, the rows as a JSON array of arrays."""
    return JSON_MARKER + "\n" + json.dumps([list(row) for row in rows], ensure_ascii=False)


def table_pieces(
    rows: Sequence[Row],
    table_format: TableFormat,
    *,
    numbers: Sequence[int] | None = None,
    piece_bytes: int = PIECE_BYTES,
) -> list[TablePiece]:
    """Cut a long table into pieces; each repeats the row of headings and holds whole rows.

    Args:
        rows: All rows; the first is the row of headings.
        table_format: How each piece is written.
        numbers: Number of each row for people, from 1; counted from 1 if not given.
        piece_bytes: Size a piece aims at, UTF-8; a single long row makes a longer piece.
    """
    if not rows:
        return []
    numbers = numbers or range(1, len(rows) + 1)
    starts = _piece_starts(rows, piece_bytes)
    pieces: list[TablePiece] = []
    for start, stop in zip(starts, [*starts[1:], len(rows)], strict=True):
        part = rows[start:stop] if start == 0 else [rows[0], *rows[start:stop]]
        pieces.append(TablePiece(format_table(part, table_format), numbers[start], numbers[stop - 1]))
    return pieces


def _piece_starts(rows: Sequence[Row], piece_bytes: int) -> list[int]:
    room = piece_bytes - _row_bytes(rows[0])
    starts, used = [0], 0
    for index, row in enumerate(rows[1:], start=1):
        size = _row_bytes(row)
        if used and used + size > room:
            starts.append(index)
            used = 0
        used += size
    return starts


def _row_bytes(row: Row) -> int:
    return len("".join(row).encode(errors="replace")) + 3 * len(row) + 2


def trim_table(rows: Sequence[Row]) -> list[list[str]]:
    """Return the rows without blank rows and without columns that are blank in every row."""
    kept = [row for row in rows if any(cell.strip() for cell in row)]
    width = max((len(row) for row in kept), default=0)
    columns = [i for i in range(width) if any(i < len(row) and row[i].strip() for row in kept)]
    return [[row[i] if i < len(row) else "" for i in columns] for row in kept]
