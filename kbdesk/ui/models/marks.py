"""Matched words in a text: which parts are marked, and the excerpt around them. Pure: no screen."""

from __future__ import annotations

import re
from collections.abc import Sequence

Span = tuple[int, int]
"""A character range (start, end) of a Python string, the end not included."""

_LONGEST_CUT = 24
"""How many characters of an unfinished last word are left out."""

_LEAD = 48
"""How many characters stay before the first marked word of an excerpt, so that it is read in its sentence."""


def split_marked(text: str, spans: Sequence[Span]) -> list[tuple[str, bool]]:
    """Return the pieces of `text` in order, each with whether it is marked; joined they give `text` again.

    Spans may come in any order, overlap or reach beyond the text.
    """
    pieces: list[tuple[str, bool]] = []
    position = 0
    for start, end in sorted(spans):
        start, end = max(start, position), min(end, len(text))
        if start >= end:
            continue
        if start > position:
            pieces.append((text[position:start], False))
        pieces.append((text[start:end], True))
        position = end
    if position < len(text):
        pieces.append((text[position:], False))
    return pieces


def excerpt(text: str, spans: Sequence[Span], length: int) -> list[tuple[str, bool]]:
    """Return pieces of about `length` characters from where most words are marked, white space run together.

    Text left out at either end is shown by "…".
    """
    start = _excerpt_start(text, sorted(spans), length)
    end = _word_end(text, start, start + length)
    pieces = split_marked(text[start:end], [(first - start, last - start) for first, last in spans if last > start])
    pieces = [(re.sub(r"\s+", " ", piece), marked) for piece, marked in pieces]
    if start > 0:
        pieces.insert(0, ("… ", False))
    if end < len(text):
        pieces.append((" …", False))
    return pieces


def _excerpt_start(text: str, spans: Sequence[Span], length: int) -> int:
    reach = length - _LEAD
    if len(text) <= length or not spans:
        return 0
    starts = [start for start, _ in spans]
    densest = max(starts, key=lambda start: (sum(start <= other < start + reach for other in starts), -start))
    start = max(0, min(densest - _LEAD, len(text) - length))
    return _word_start(text, start, densest) if start else 0


def _word_start(text: str, start: int, limit: int) -> int:
    """Return where the next word begins after `start`, or `start` itself where words have no spaces between them."""
    space = re.search(r"\s+", text[start:limit])
    return start + space.end() if space else start


def _word_end(text: str, start: int, limit: int) -> int:
    """Return where the last whole word before `limit` ends, or `limit` itself where words have no spaces."""
    if limit >= len(text):
        return len(text)
    space = max(text.rfind(" ", start, limit), text.rfind("\n", start, limit))
    return space if space > max(start, limit - _LONGEST_CUT) else limit


def utf16_ranges(pieces: Sequence[tuple[str, bool]]) -> list[tuple[int, int]]:
    """Return (start, length) of the marked pieces in UTF-16 units, in which Qt counts."""
    ranges: list[tuple[int, int]] = []
    position = 0
    for piece, marked in pieces:
        units = len(piece.encode("utf-16-le", "surrogatepass")) // 2
        if marked:
            ranges.append((position, units))
        position += units
    return ranges
