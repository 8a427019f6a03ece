"""Running heads: headers and footers that repeat from page to page, told apart from what a page says.

A line is one if it
- stands apart from the rest of its page, above or below it, by a gap that is larger than between the page's lines,
- and says the same on three pages or more, and on two of five from its first to its last one (left and right pages
  differ, chapters change theirs); a number in it may count with the pages, but a word or two with a number far ahead
  of the page, as "Invoice 1003" on the third one, are what that page says.

The first page keeps it unless it is only a number, so that nothing is lost that the document says; what stands on one
page only, or in the running text or a table, is never touched.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from kbdesk.rag.parsers.reading_order import Box

_LEAST_PAGES = 3
_LEAST_SHARE = 0.4
_EDGE_SHARE = 0.2
"""Of the page's height: a running head stands within."""
_LINES_LOOKED_AT = 4
"""First and last ones of a page, as it was written: heads are written before all else, or at the end."""
_APART = 1.3
"""Times the usual gap between the lines of the page."""
_FEW_GAPS = 4
_NUMBER = re.compile(r"\d{1,6}|(?<!\w)[ivxlc]{1,8}(?!\w)")
_MOST_NUMBERS = 8
_LABEL_WORDS = 3
"""Of a label and its number; volumes and chapters have longer heads."""
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}


@dataclass(frozen=True)
class EdgeLine:
    """A line that stands apart at the upper or lower edge of its page.

    Attributes:
        number: Of the line on its page, from 0.
        text: What it says.
    """

    number: int
    text: str


@dataclass(frozen=True)
class Edges:
    """Where what stands apart at the upper edge of a page ends, and where what does at the lower one begins."""

    upper: float = -math.inf
    lower: float = math.inf

    def side(self, box: Box) -> int:
        """Return -1 for what stands at the upper edge, 1 at the lower one, 0 between."""
        return -1 if box.middle <= self.upper else int(box.middle >= self.lower)


def edge_lines(lines: Sequence[str], box_of: Callable[[int], Box | None], edges: Edges) -> list[EdgeLine]:
    """Return the lines of a page that may be running heads.

    Args:
        lines: Of the page, in the order they were written.
        box_of: From the number of a line to where it stands.
        edges: Of the page.
    """
    if edges == Edges():
        return []
    filled = [number for number, line in enumerate(lines) if line.strip()]
    found: list[EdgeLine] = []
    for number in sorted({*filled[:_LINES_LOOKED_AT], *filled[-_LINES_LOOKED_AT:]}):
        box = box_of(number)
        if box and edges.side(box):
            found.append(EdgeLine(number, " ".join(lines[number].split())))
    return found


def edges_of(boxes: Sequence[Box], height: float) -> Edges:
    """Return the edges of a page of this height, on which lines stand there."""
    blocks: list[tuple[float, float]] = []
    for box in sorted(boxes, key=lambda box: box.top):
        if blocks and box.top <= blocks[-1][1]:
            blocks[-1] = (blocks[-1][0], max(blocks[-1][1], box.bottom))
        else:
            blocks.append((box.top, box.bottom))
    gaps = [below[0] - above[1] for above, below in pairwise(blocks)]
    if not gaps:
        return Edges()
    line_height = median(box.height for box in boxes)
    least = max(line_height, _APART * median(gaps) if len(gaps) >= _FEW_GAPS else 0.0)
    upper = next((block[1] for block, gap in zip(blocks, gaps, strict=False) if gap >= least), math.inf)
    lower = next((block[0] for block, gap in zip(blocks[::-1], gaps[::-1], strict=False) if gap >= least), -math.inf)
    return Edges(
        upper if upper <= _EDGE_SHARE * height else -math.inf,
        lower if lower >= (1 - _EDGE_SHARE) * height else math.inf,
    )


def running_heads(pages: Sequence[Sequence[EdgeLine]]) -> list[list[EdgeLine]]:
    """Return for each page which of its edge lines only repeat those of other pages."""
    places: defaultdict[str, list[int]] = defaultdict(list)
    for page, lines in enumerate(pages):
        for key in {key for line in lines for key in _keys(line.text, page)}:
            places[key].append(page)
    running = {key for key, found in places.items() if _repeats(found)}
    seen: set[str] = set()
    heads: list[list[EdgeLine]] = []
    for page, lines in enumerate(pages):
        heads.append([])
        for line in lines:
            keys = running.intersection(_keys(line.text, page))
            if keys and (keys & seen or _is_number(line.text)):
                heads[-1].append(line)
            seen |= keys
    return heads


def _repeats(pages: Sequence[int]) -> bool:
    return len(pages) >= _LEAST_PAGES and len(pages) >= _LEAST_SHARE * (pages[-1] - pages[0] + 1)


def _keys(line: str, page: int) -> Iterator[str]:
    """Yield what the line says, and with each of its numbers told by how far it is ahead of the page's."""
    is_number = _is_number(line)
    if not is_number:
        yield line
    is_label = not is_number and len(line.split()) <= _LABEL_WORDS
    for match in list(_NUMBER.finditer(line))[:_MOST_NUMBERS]:
        ahead = _value(match.group()) - page
        if ahead <= 1 or not is_label:
            yield f"{line[: match.start()]}\0{ahead}\0{line[match.end() :]}"


def _is_number(line: str) -> bool:
    return not any(map(str.isalpha, _NUMBER.sub("", line)))


def _value(number: str) -> int:
    if number.isdigit():
        return int(number)
    values = [_ROMAN[letter] for letter in number]
    return sum(-value if value < max(values[at:]) else value for at, value in enumerate(values))
