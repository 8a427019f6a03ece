"""Matched words in a text: which parts are marked, and the excerpt around them. Pure: no screen."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

Span = tuple[int, int]
"""A character range (start, end) of a Python string, the end not included."""

_LONGEST_CUT = 24
"""How many characters of an unfinished last word are left out."""

_LEAD = 48
"""How many characters stay before the first marked word of an excerpt, so that it is read in its sentence."""


class Piece(NamedTuple):
    """A part of a text.

    Attributes:
        text: The characters.
        is_word: Whether words of the search stand here.
        is_sentence: Whether it is of the sentence that is nearest in meaning.
    """

    text: str
    is_word: bool = False
    is_sentence: bool = False


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


def excerpt(text: str, spans: Sequence[Span], length: int, sentence: Span | None = None) -> list[Piece]:
    """Return pieces of about `length` characters, white space run together.

    They begin where most words are marked, or where the `sentence` begins that would not be in them otherwise. Text
    left out at either end is shown by "…".
    """
    start = _excerpt_start(text, sorted(spans), length)
    if sentence is not None and not (start <= sentence[0] and sentence[1] <= start + length):
        start = max(0, min(sentence[0], len(text) - length))
        start = _word_start(text, start, sentence[0]) if 0 < start < sentence[0] else start
    end = _word_end(text, start, start + length)
    pieces = [
        piece._replace(text=re.sub(r"\s+", " ", piece.text)) for piece in _pieces(text, start, end, spans, sentence)
    ]
    if start > 0:
        pieces.insert(0, Piece("… "))
    if end < len(text):
        pieces.append(Piece(" …"))
    return pieces


def _pieces(text: str, start: int, end: int, spans: Sequence[Span], sentence: Span | None) -> Iterator[Piece]:
    sentences = [] if sentence is None else [sentence]
    edges = {min(max(edge, start), end) for span in (*spans, *sentences) for edge in span}
    for first, last in pairwise(sorted(edges | {start, end})):
        yield Piece(text[first:last], _covers(spans, first, last), _covers(sentences, first, last))


def _covers(spans: Sequence[Span], first: int, last: int) -> bool:
    return any(start <= first and last <= end for start, end in spans)


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


def utf16_ranges(pieces: Sequence[Piece]) -> list[tuple[int, int]]:
    """Return (start, length) of each piece in UTF-16 units, in which Qt counts."""
    ranges: list[tuple[int, int]] = []
    position = 0
    for piece in pieces:
        units = len(piece.text.encode("utf-16-le", "surrogatepass")) // 2
        ranges.append((position, units))
        position += units
    return ranges
