"""In which order the pieces of a page are read: lines from top to bottom, one column after the other.

Source: Nagy and Seth, "Hierarchical representation of optically scanned documents" (1984): a page is cut along its
white strips, again and again. Here only at strips between columns of running text; a table is read row by row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import NamedTuple

COLUMN_WIDTH = 8.0
"""Times the height of a line: narrower pieces are cells of a table, wider ones lines of a column."""
COLUMN_LINES = 4
"""A column has as many; fewer are captions side by side."""
CROSSING_SHARE = 0.2
"""Of a page's pieces may cross the strip between two columns: titles, pictures' captions, footnotes."""
WORD_GAP = 1.0
"""Times the height of a line: pieces that far apart are not words of one line."""
STRIP_WIDTH = 0.6
"""Times the height of a line: what is narrower is a blank between words, one above the other by chance."""


class Box(NamedTuple):
    """Where something stands on an upright page; y grows downwards."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """From left to right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From top to bottom."""
        return self.bottom - self.top

    @property
    def middle(self) -> float:
        """Between top and bottom."""
        return (self.top + self.bottom) / 2

    def around(self, other: Box) -> Box:
        """Return the smallest box that holds both."""
        return Box(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    def is_beside(self, other: Box) -> bool:
        """Tell whether both stand on one line."""
        return other.top < self.middle < other.bottom or self.top < other.middle < self.bottom


@dataclass(frozen=True)
class Piece:
    """A part of a line without a wide gap in it.

    Attributes:
        box: Where it stands.
        text: What it says.
        confidence: How sure that is, 0 to 1.
    """

    box: Box
    text: str = ""
    confidence: float = 1.0


def lines_in_order(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """Return the lines in reading order; the pieces of a line from left to right."""
    strip = column_strip([piece.box for piece in pieces])
    if strip is None:
        return _lines(pieces)
    lines: list[list[Piece]] = []
    for band in _bands(pieces, strip):
        left = [piece for piece in band if piece.box.right <= strip]
        right = [piece for piece in band if piece.box.left >= strip]
        if len(left) + len(right) < len(band) or not left or not right:
            lines += _lines(band)
        else:
            lines += [*lines_in_order(left), *lines_in_order(right)]
    return lines


def column_strip(boxes: Sequence[Box]) -> float | None:
    """Return the middle of the widest white strip that has a column of running text on both sides, or None."""
    if len(boxes) < 2 * COLUMN_LINES:
        return None
    height = median(box.height for box in boxes)
    found: tuple[float, float] | None = None
    for left, right in _strips(boxes, CROSSING_SHARE * len(boxes)):
        middle = (left + right) / 2
        if right - left < STRIP_WIDTH * height or (found and right - left <= found[0]):
            continue
        sides = ([box for box in boxes if box.right <= middle], [box for box in boxes if box.left >= middle])
        if all(_is_column(side, height) for side in sides):
            found = (right - left, middle)
    return found[1] if found else None


def is_interleaved(boxes: Sequence[Box], strip: float) -> bool:
    """Tell whether the boxes, in the order in which they were written, jump from column to column line by line."""
    sides = [box.left >= strip for box in boxes if box.right <= strip or box.left >= strip]
    jumps = sum(side != following for side, following in pairwise(sides))
    # Cells of two lines each make as many jumps as the shorter column has lines; line by line it is twice as many.
    return jumps >= 1.2 * min(sides.count(True), sides.count(False))


def joined_runs(runs: Sequence[Box]) -> list[Box]:
    """Return boxes in the order they were written, with those that continue a line joined to it."""
    boxes: list[Box] = []
    for run in runs:
        if boxes and run.is_beside(boxes[-1]) and abs(run.left - boxes[-1].right) < WORD_GAP * run.height:
            boxes[-1] = boxes[-1].around(run)
        else:
            boxes.append(run)
    return boxes


def share_in_rows(boxes: Sequence[Box]) -> float:
    """Return how much of the boxes' width stands in rows of several cells that stand below each other, 0 to 1."""
    rows = [row for row in _lines([Piece(box) for box in boxes]) if len(row) > 1]
    total = sum(box.width for box in boxes)
    edges = [round(piece.box.left / 4) for row in rows for piece in row[1:]]
    aligned = sum(edges.count(edge) > 2 for edge in edges)
    if not edges or 2 * aligned < len(edges):
        return 0.0
    return sum(piece.box.width for row in rows for piece in row) / total if total else 0.0


def _lines(pieces: Sequence[Piece]) -> list[list[Piece]]:
    lines: list[list[Piece]] = []
    for piece in sorted(pieces, key=lambda piece: piece.box.middle):
        if lines and lines[-1][0].box.top < piece.box.middle < lines[-1][0].box.bottom:
            lines[-1].append(piece)
        else:
            lines.append([piece])
    return [sorted(line, key=lambda piece: piece.box.left) for line in lines]


def _bands(pieces: Sequence[Piece], strip: float) -> Iterator[list[Piece]]:
    """Yield the pieces between those that cross the strip, and those that do, from top to bottom."""
    band: list[Piece] = []
    band_crosses = False
    for piece in sorted(pieces, key=lambda piece: piece.box.middle):
        crosses = piece.box.left < strip < piece.box.right
        if band and crosses is not band_crosses:
            yield band
            band = []
        band_crosses = crosses
        band.append(piece)
    if band:
        yield band


def _strips(boxes: Sequence[Box], most: float) -> Iterator[tuple[float, float]]:
    """Yield the strips from left to right that no more than `most` boxes cross, each where the fewest do."""
    changes = sorted([(box.left, 1) for box in boxes] + [(box.right, -1) for box in boxes])
    crossing = 0
    best: tuple[int, float, float] | None = None
    for (at, change), (following, _) in pairwise(changes):
        crossing += change
        if crossing > most:
            if best:
                yield best[1:]
            best = None
        elif following > at and (best is None or (crossing, at - following) < (best[0], best[1] - best[2])):
            best = (crossing, at, following)


def _is_column(boxes: Sequence[Box], height: float) -> bool:
    return len(boxes) >= COLUMN_LINES and median(box.width for box in boxes) >= COLUMN_WIDTH * height
