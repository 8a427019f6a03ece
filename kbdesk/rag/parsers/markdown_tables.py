"""Long tables in Markdown, cut into pieces that each carry the row of headings; every line stays as it was written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kbdesk.rag.parsers.tables import PIECE_BYTES

_DELIMITERS = re.compile(r" {0,3}\|?(?:[ \t]*:?-+:?[ \t]*\|)+(?:[ \t]*:?-+:?)?[ \t]*$")
_FENCE = re.compile(r"[ \t>]*(?:[-*+] +|\d{1,9}[.)] +)?(`{3,}|~{3,})")
_HEAD_LINES = 2


@dataclass(frozen=True)
class TextPiece:
    """A part of a text.

    Attributes:
        text: Its lines.
        line: Index of its first line; of a table's piece, of its first row.
        rows: Numbers of its first and last row, that of the headings is 1; None for what is no long table.
    """

    text: str
    line: int
    rows: tuple[int, int] | None = None


def table_apart(text: str) -> Iterator[TextPiece]:
    """Yield a text in pieces: long tables cut by rows, and what stands between them."""
    lines = text.split("\n")
    begin = 0
    for start, stop in _tables(lines):
        if sum(map(_size, lines[start:stop])) <= PIECE_BYTES:
            continue
        before = "\n".join(lines[begin:start])
        for piece in _pieces(lines[start:stop], start):
            if before.strip():
                piece = TextPiece(f"{before.strip()}\n\n{piece.text}", begin, piece.rows)
            before = ""
            yield piece
        begin = stop
    rest = "\n".join(lines[begin:]).strip()
    if rest:
        yield TextPiece(rest, begin)


def _tables(lines: list[str]) -> Iterator[tuple[int, int]]:
    """Yield the first line of each table and the line after its last; those in code are none."""
    fence = ""
    index = 0
    while index < len(lines):
        mark = _FENCE.match(lines[index])
        if mark and (not fence or mark[1].startswith(fence)):
            fence = "" if fence else mark[1]
        is_head = not fence and "|" in lines[index] and index + 1 < len(lines)
        if is_head and _DELIMITERS.match(lines[index + 1]):
            stop = index + _HEAD_LINES
            while stop < len(lines) and "|" in lines[stop]:
                stop += 1
            yield index, stop
            index = stop
        else:
            index += 1


def _pieces(table: list[str], line: int) -> Iterator[TextPiece]:
    head, rows = table[:_HEAD_LINES], table[_HEAD_LINES:]
    room = PIECE_BYTES - sum(map(_size, head))
    first, used = 0, 0
    for index, row in enumerate([*rows, ""]):
        if index == len(rows) or (used and used + _size(row) > room):
            shown = (first + 2 if first else 1, index + 1)
            yield TextPiece("\n".join([*head, *rows[first:index]]), line + (_HEAD_LINES + first if first else 0), shown)
            first, used = index, 0
        used += _size(row)


def _size(line: str) -> int:
    return len(line.encode(errors="replace")) + 1
