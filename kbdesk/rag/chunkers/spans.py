"""Where a text is cut: pure functions from a text to spans (start, end) of code points.

A size is counted in bytes of UTF-8, four of them to a token. Lone surrogates count three bytes, as if they could be
encoded.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate

import regex

Span = tuple[int, int]

BYTES_PER_TOKEN = 4

_CJK = r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}]"
_PARAGRAPH = r"\n[^\S\n]*+\n\s*+"
# Not after a single letter ("e.g.", "J. Smith") nor after the number of a list item. The first lookbehind lets a match
# begin only at the head of a run of marks: without it a page of dots takes quadratic time.
_SENTENCE = (
    r"(?<![.!?])(?<!\b\p{L})(?<!^[ \t]{0,8}\d{1,3})[.!?]++[\"'”’)\]]*+\s++"
    r"|(?<![。！？…])[。！？…]++[”’」』）】》\"']*+\s*+"
)
_CLAUSE = r"[，、；：]\s*+|[,;:]\s++"
_LINE = r"\n\s*+"
# Before the next item of a list, row of a table, or heading.
_ITEM = r"\n(?=[ \t]*+(?:[-*+•#>|]|\d{1,3}[.)]\s))"
# Of two code points or more, and in some cases of one; much faster than to look at each.
_LONG_GRAPHEME = r"(?=\r\n|\P{ASCII}|\p{ASCII}\P{ASCII})\X"
_WORD = rf"\s++|(?<={_CJK})(?=\w)|(?<=\w)(?={_CJK})"


def byte_offsets(text: str) -> Sequence[int]:
    """Return the bytes before each code point and, last, the bytes of the whole text."""
    if text.isascii():
        return range(len(text) + 1)
    return array("Q", accumulate(map(_byte_length, text), initial=0))


def window_spans(text: str, *, size: int, overlap: int) -> list[Span]:
    """Cut a text into windows of equal size, wherever their borders fall.

    Args:
        text: Any text.
        size: Tokens of a window, at least 1; a text of that size or less stays whole.
        overlap: Tokens that two neighbours share, less than `size`.
    """
    offsets = byte_offsets(text)
    if offsets[-1] // BYTES_PER_TOKEN <= size:
        return [(0, len(text))]
    spans: list[Span] = []
    start = end = 0
    while end < len(text):
        end = max(_last_fitting(offsets, offsets[start] + size * BYTES_PER_TOKEN), start + 1)
        spans.append((start, end))
        start = max(_last_fitting(offsets, offsets[end] - overlap * BYTES_PER_TOKEN), start + 1)
    return spans


def sentence_spans(text: str, *, size: int, overlap: int) -> list[Span]:
    """Cut a text where a reader would: at paragraphs, sentences, clauses, lines, words, else between graphemes.

    A piece takes the last place of the strongest kind that fills it at least to the half. The end of the text is not
    left over as a scrap: the piece before it gives some of its own. A grapheme (an accented letter, a flag, a family
    of emoji) is never cut; one larger than `size` is a piece of its own.

    Args:
        text: Any text.
        size: Tokens of a piece, at least 1; a text of that size or less stays whole.
        overlap: Most tokens that two neighbours share, less than `size`: whole sentences where one is short enough.
    """
    if byte_offsets(text)[-1] // BYTES_PER_TOKEN <= size:
        return [(0, len(text))]
    places = _find_places(text)
    budget = size * BYTES_PER_TOKEN
    spans: list[Span] = []
    start = end = 0
    while end < len(text):
        cut = _piece_end(places, start, end, budget)
        if cut is None:  # nothing new fits behind the overlap
            start = end
            cut = _piece_end(places, start, end, budget) or places.grapheme_after(start)
        spans.append((start, cut))
        start, end = _overlap_start(places, start, cut, overlap * BYTES_PER_TOKEN), cut
    return spans


def paragraphs(text: str) -> list[Span]:
    """Return the paragraphs of a text, which blank lines part; together they are the whole text."""
    return _split(text, _borders(_PARAGRAPH))


def sentences(text: str) -> list[Span]:
    """Return the sentences, items of lists, rows of tables and headings of a text; together they are the whole text."""
    return _split(text, _borders(f"{_PARAGRAPH}|{_SENTENCE}|{_ITEM}"))


def _split(text: str, border: regex.Pattern[str]) -> list[Span]:
    """Cut a text behind each border, not inside a grapheme, and so that no part is blank unless all of it is."""
    inside = _inside_graphemes(text)
    spans: list[Span] = []
    start = 0
    for match in border.finditer(text):
        end = match.end()
        if end not in inside and text[start:end].strip():
            spans.append((start, end))
            start = end
    if text[start:].strip() or not spans:
        spans.append((start, len(text)))
    elif start < len(text):
        spans[-1] = spans[-1][0], len(text)
    return spans


@cache
def _borders(source: str) -> regex.Pattern[str]:
    return regex.compile(source, regex.MULTILINE)


@dataclass(frozen=True)
class _Places:
    """Where a text may be cut.

    Attributes:
        text: The text.
        offsets: Bytes before each code point.
        inside: Places within a grapheme, never to be cut.
    """

    text: str
    offsets: Sequence[int]
    inside: set[int]

    def last_between(self, low: int, high: int) -> int | None:
        """Return the last place in (low, high] of the strongest kind that has one."""
        for kind in _kinds():
            places = [place for place in self._of(kind, low, high) if place > low]
            if places:
                return places[-1]
        return None

    def first_sentence_between(self, low: int, high: int) -> int | None:
        """Return the first place in [low, high) of the strongest kind from sentences down that has one."""
        for kind in _kinds()[1:]:
            for place in self._of(kind, low, high):
                if place < high:
                    return place
        return None

    def grapheme_before(self, place: int) -> int:
        """Return the last border of graphemes up to `place`."""
        while place in self.inside:
            place -= 1
        return place

    def grapheme_after(self, place: int) -> int:
        """Return the first border of graphemes behind `place`."""
        place += 1
        while place in self.inside:
            place += 1
        return place

    def _of(self, kind: regex.Pattern[str], low: int, high: int) -> Iterator[int]:
        for match in kind.finditer(self.text, low, high):
            if (place := match.end()) not in self.inside:
                yield place


def _find_places(text: str) -> _Places:
    return _Places(text, byte_offsets(text), _inside_graphemes(text))


def _inside_graphemes(text: str) -> set[int]:
    graphemes = regex.finditer(_LONG_GRAPHEME, text)
    return {place for match in graphemes for place in range(match.start() + 1, match.end())}


@cache
def _kinds() -> list[regex.Pattern[str]]:
    """Return what ends where a text may be cut, the strongest kind first."""
    sources = [_PARAGRAPH, f"{_PARAGRAPH}|{_SENTENCE}", _CLAUSE, _LINE, _WORD]
    return [_borders(source) for source in sources]


def _piece_end(places: _Places, start: int, covered: int, budget: int) -> int | None:
    """Return the end of the piece that begins at `start`, behind `covered`, or None when nothing fits."""
    offsets = places.offsets
    begin, total = offsets[start], offsets[-1]
    if total - begin <= budget:
        return len(offsets) - 1
    limit = _last_fitting(offsets, min(begin + budget, total - budget // 4))
    half = _last_fitting(offsets, begin + budget // 2)
    cut = places.last_between(max(half, covered), limit) or places.grapheme_before(limit)
    return cut if cut > covered else None


def _overlap_start(places: _Places, start: int, end: int, overlap_bytes: int) -> int:
    earliest = max(bisect_left(places.offsets, places.offsets[end] - overlap_bytes), start + 1)
    place = places.first_sentence_between(earliest, end)
    return place or min(places.grapheme_after(earliest - 1), end)


def _last_fitting(offsets: Sequence[int], bytes_end: int) -> int:
    return bisect_right(offsets, bytes_end) - 1


def _byte_length(character: str) -> int:
    code = ord(character)
    if code < 0x80:
        return 1
    if code < 0x800:
        return 2
    return 3 if code < 0x10000 else 4
