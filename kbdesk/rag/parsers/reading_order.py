"""In which order the pieces of a page are read: lines from top to bottom, one column after the other.

Source: Nagy and Seth, "Hierarchical representation of optically scanned documents" (1984): a page is cut along its
white strips, again and again. Here only at strips between columns of running text; a table is read row by row.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
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
_FEW_MORE = 0.05
"""Of a page's pieces: uneven line ends do not make a strip narrower."""
ALIGNED = 0.3
"""Times the height of a line: cells whose left ends differ less stand below each other, not only by chance."""
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


def is_backwards(boxes: Sequence[Box], strip: float) -> bool:
    """Tell whether the right column was written before the left one."""
    left = [number for number, box in enumerate(boxes) if box.right <= strip]
    right = [number for number, box in enumerate(boxes) if box.left >= strip]
    return median(right) < median(left)


def joined_runs(runs: Iterable[tuple[float, float, float, float]]) -> list[Box]:
    """Return boxes in the order they were written, with those that continue a line joined to it.

    Args:
        runs: (left, top, right, bottom) of each; plain numbers, since a page has hundreds.
    """
    boxes: list[Box] = []
    left = top = right = bottom = 0.0
    for run_left, run_top, run_right, run_bottom in runs:
        is_beside = top < (run_top + run_bottom) / 2 < bottom or run_top < (top + bottom) / 2 < run_bottom
        height = max(bottom - top, run_bottom - run_top)  # a hyphen's own is next to nothing
        if is_beside and abs(run_left - right) < WORD_GAP * height:
            left, top = min(left, run_left), min(top, run_top)
            right, bottom = max(right, run_right), max(bottom, run_bottom)
        else:
            boxes.append(Box(left, top, right, bottom))
            left, top, right, bottom = run_left, run_top, run_right, run_bottom
    return [*boxes[1:], Box(left, top, right, bottom)] if boxes else []


def share_in_rows(boxes: Sequence[Box]) -> float:
    """Return how much of the boxes' width stands in rows of several cells that stand below each other, 0 to 1."""
    rows = [row for row in _lines([Piece(box) for box in boxes]) if len(row) > 1]
    total = sum(box.width for box in boxes)
    edges = sorted(piece.box.left for row in rows for piece in row[1:])
    tolerance = ALIGNED * median(box.height for box in boxes) if boxes else 0.0
    aligned = sum(after - before < tolerance for before, after in zip(edges, edges[2:], strict=False))
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
    """Yield the strips from left to right that no more than `most` boxes cross, each where few do."""
    low: list[tuple[int, float, float]] = []
    for crossing, left, right in _crossings(boxes):
        if crossing <= most:
            low.append((crossing, left, right))
        elif low:
            yield _widest(low, _FEW_MORE * len(boxes))
            low = []


def _crossings(boxes: Sequence[Box]) -> Iterator[tuple[int, float, float]]:
    """Yield from left to right how many boxes cross each stretch between two of their ends."""
    changes = sorted([(box.left, 1) for box in boxes] + [(box.right, -1) for box in boxes])
    crossing = 0
    for (at, change), (following, _) in pairwise(changes):
        crossing += change
        if following > at:
            yield crossing, at, following


def _widest(stretches: Sequence[tuple[int, float, float]], tolerance: float) -> tuple[float, float]:
    """Return the widest stretch that hardly more boxes cross than the emptiest part of it."""
    most = min(crossing for crossing, _, _ in stretches) + tolerance
    widest = start = end = 0.0
    found = (0.0, 0.0)
    for crossing, left, right in stretches:
        if crossing > most:
            continue
        start = start if left == end else left
        end = right
        if end - start > widest:
            widest, found = end - start, (start, end)
    return found


def _is_column(boxes: Sequence[Box], height: float) -> bool:
    return len(boxes) >= COLUMN_LINES and median(box.width for box in boxes) >= COLUMN_WIDTH * height
