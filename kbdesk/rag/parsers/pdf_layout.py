"""The text layer of a page in reading order, and what kind of page it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import accumulate

from kbdesk.rag.parsers.base import PageState
from kbdesk.rag.parsers.pdf_heads import EdgeLine, edge_lines, edges_of
from kbdesk.rag.parsers.pdf_pdfium import PdfiumPage
from kbdesk.rag.parsers.pdf_text import has_right_to_left
from kbdesk.rag.parsers.reading_order import (
    COLUMN_LINES,
    Box,
    Piece,
    column_strip,
    is_backwards,
    is_interleaved,
    lines_in_order,
    share_in_rows,
)

TABLE_SHARE = 0.6
"""A page is a table if so much of its text stands in rows of cells."""
LINE_END = "\r\n"


@dataclass(frozen=True)
class Layout:
    """How the text of a page stands on it.

    Attributes:
        text: In reading order, not cleaned yet.
        state: TEXT, TABLE or COLUMNS.
        edges: Lines that may be running heads.
    """

    text: str
    state: PageState = PageState.TEXT
    edges: list[EdgeLine] = field(default_factory=list[EdgeLine])


def layout(page: PdfiumPage, text: str) -> Layout:
    """Return a page's text as it is to be read.

    Writers set columns one after the other, and PDFium keeps that order. Only where they were written line by line
    across the page, or the right column first, is every character looked at and put in order by its place; whether that
    is right a person can see beside the picture of the page: its state is COLUMNS.

    Args:
        page: Its text was read.
        text: As PDFium gave it.
    """
    boxes = page.boxes()
    is_plain = _begins_at_the_left(boxes) or _is_turned(boxes)
    strip = None if is_plain else column_strip(boxes)
    if strip is not None and _is_out_of_order(boxes, strip) and not has_right_to_left(text):
        return _by_place(page, boxes)
    lines = text.split(LINE_END)
    starts = list(accumulate((len(line) + len(LINE_END) for line in lines), initial=0))

    def box_of(number: int) -> Box | None:
        return _around(page.boxes(starts[number], len(lines[number])))

    is_table = strip is None and not is_plain and share_in_rows(boxes) >= TABLE_SHARE
    state = PageState.TABLE if is_table else PageState.TEXT
    return Layout(text, state, edge_lines(lines, box_of, edges_of(boxes, page.height)))


def _is_out_of_order(boxes: Sequence[Box], strip: float) -> bool:
    return is_interleaved(boxes, strip) or is_backwards(boxes, strip)


def _by_place(page: PdfiumPage, boxes: Sequence[Box]) -> Layout:
    edges = edges_of(boxes, page.height)
    by_side: dict[int, list[Piece]] = {-1: [], 0: [], 1: []}
    for piece in page.pieces():
        by_side[edges.side(piece.box)].append(piece)
    pieces = [line for some in by_side.values() for line in lines_in_order(some)]
    lines = [" ".join(piece.text.strip() for piece in line) for line in pieces]

    def box_of(number: int) -> Box | None:
        return _around([piece.box for piece in pieces[number]])

    return Layout(LINE_END.join(lines), PageState.COLUMNS, edge_lines(lines, box_of, edges))


def _around(boxes: Sequence[Box]) -> Box | None:
    return reduce(Box.around, boxes) if boxes else None


def _begins_at_the_left(boxes: Sequence[Box]) -> bool:
    """Tell whether nearly all lines begin at the left: such a page, and most are, needs no closer look."""
    if not boxes:
        return True
    left, right = min(box.left for box in boxes), max(box.right for box in boxes)
    return sum(box.left > left + (right - left) / 5 for box in boxes) < COLUMN_LINES


def _is_turned(boxes: Sequence[Box]) -> bool:
    """Tell whether the lines run up or down, as on a sheet that lies on its side, and in Chinese and Japanese books."""
    return 2 * sum(box.height > box.width for box in boxes) > len(boxes)
