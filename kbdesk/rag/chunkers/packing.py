"""Whole units of a text (sentences, paragraphs, blocks) put together up to a size; pure functions."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from kbdesk.rag.chunkers.spans import BYTES_PER_TOKEN, Span, byte_offsets, sentence_spans


def packed_spans(text: str, units: Sequence[Span], joints: Sequence[int], *, size: int, overlap: int) -> list[Span]:
    """Put as many whole units together as fit, and cut what is larger than a piece as `sentence_spans` does.

    The end of the text is not left over as a scrap: the piece before it gives some of its own.

    Args:
        text: Any text.
        units: Spans that together are the whole text, in order.
        joints: Places where what two neighbours share may begin, ascending.
        size: Tokens of a piece, at least 1; a text of that size or less stays whole.
        overlap: Most tokens that two neighbours share, less than `size`.
    """
    offsets = byte_offsets(text)
    if offsets[-1] // BYTES_PER_TOKEN <= size:
        return [(0, len(text))]
    ends = [end for unit in units for end in _ends(text, unit, size)]
    return list(_Packing(offsets, ends, joints, size * BYTES_PER_TOKEN).spans(overlap * BYTES_PER_TOKEN))


def refined(text: str, units: Iterable[Span], split: Callable[[str], list[Span]], *, size: int) -> list[Span]:
    """Return the units with each that is larger than `size` tokens replaced by its own parts."""
    return [part for unit in units for part in (_parts(text, unit, split) if tokens(text, unit) > size else [unit])]


def tokens(text: str, span: Span) -> int:
    """Return how many tokens a span of a text has, rounded down."""
    return byte_offsets(text[span[0] : span[1]])[-1] // BYTES_PER_TOKEN


def _parts(text: str, unit: Span, split: Callable[[str], list[Span]]) -> list[Span]:
    start, end = unit
    return [(start + first, start + last) for first, last in split(text[start:end])]


def _ends(text: str, unit: Span, size: int) -> list[int]:
    start, end = unit
    return [start + place for _, place in sentence_spans(text[start:end], size=size, overlap=0)]


@dataclass(frozen=True)
class _Packing:
    """A text that is put together from units.

    Attributes:
        offsets: Bytes before each code point.
        ends: Where the units end; none is larger than `budget`, but for a single grapheme.
        joints: Where what neighbours share may begin.
        budget: Bytes of a piece.
    """

    offsets: Sequence[int]
    ends: Sequence[int]
    joints: Sequence[int]
    budget: int

    def spans(self, overlap_bytes: int) -> Iterator[Span]:
        """Yield the pieces."""
        begin = -1
        covered = 0
        while covered < self.ends[-1]:
            first = bisect_right(self.ends, covered)
            begin = self._begin(begin, covered, self.ends[first], overlap_bytes)
            last = max(self._last_fitting(begin), first)
            yield begin, self.ends[last]
            covered = self.ends[last]

    def _begin(self, before: int, covered: int, first_end: int, overlap_bytes: int) -> int:
        """Return where the next piece begins: with some of the piece before it, if its first unit fits behind that."""
        if not overlap_bytes:
            return covered
        offsets = self.offsets
        earliest = max(offsets[covered] - overlap_bytes, offsets[first_end] - self.budget)
        place = max(bisect_left(offsets, earliest), before + 1)
        joint = bisect_left(self.joints, place)
        return min(self.joints[joint], covered) if joint < len(self.joints) else covered

    def _last_fitting(self, begin: int) -> int:
        total, room = self.offsets[-1], self.offsets[begin] + self.budget
        if total > room:
            room = min(room, total - self.budget // 4)
        return bisect_right(self.ends, bisect_right(self.offsets, room) - 1) - 1
