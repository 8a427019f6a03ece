"""Laying edits over the passages that a document was cut into; pure functions.

The document is cut as always. What an edit pins becomes the passages it wants; a passage that has some of the pinned
text and some other keeps the other. All the rest stays as it was cut, so that an edit changes nothing far from it, and
gives the same when the document is read anew as when a person makes it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Any

from kbdesk.library.curation.anchors import Anchors, Found
from kbdesk.library.curation.pins import Pin, Quote, Wanted
from kbdesk.library.curation.runs import Run, runs_of
from kbdesk.library.curation.types import Trouble
from kbdesk.message import TextBlock
from kbdesk.rag.chunkers.spans import Span
from kbdesk.rag.document import CAPTION, EDIT, NOTE, OFF, Chunk

_SCRAP = 40
"""Characters below which what is left of a passage says nothing alone."""


@dataclass(frozen=True)
class Piece:
    """A passage, and what it comes of.

    Attributes:
        chunk: The passage.
        run: Number of its section; -1 for one that stands in none.
        span: Which characters of that it stands for.
        head: What it repeats above them.
        pin: Id of the edit it comes of, or "".
        number: Which of the passages of that edit it is.
    """

    chunk: Chunk
    run: int
    span: Span
    head: str = ""
    pin: str = ""
    number: int = 0


@dataclass(frozen=True)
class Laid:
    """A document with its edits.

    Attributes:
        anchors: Its text.
        pins: Its edits.
        places: Where each quote of each edit is, by id.
        found: Where the text of each edit is that could be laid over, by id.
        pieces: Its passages, in reading order.
    """

    anchors: Anchors
    pins: Sequence[Pin]
    places: Mapping[str, Sequence[Found | None]]
    found: Mapping[str, Sequence[Found]]
    pieces: Sequence[Piece]

    @classmethod
    def of(
        cls, anchors: Anchors, pins: Sequence[Pin], places: Mapping[str, Sequence[Found | None]], source: str
    ) -> Laid:
        """Return a document with its edits."""
        found = _settled(pins, places)
        return cls(anchors, pins, places, found, list(_pieces(anchors.runs, pins, found, source)))

    def over(self, pins: Sequence[Pin], source: str) -> Laid:
        """Return the document with other edits; what is the same edit as before is not looked for again."""
        known = {pin.id: pin for pin in self.pins}
        places = {
            pin.id: self.places[pin.id] if known.get(pin.id) is pin else self.anchors.places(pin.quotes) for pin in pins
        }
        return Laid.of(self.anchors, pins, places, source)

    @property
    def chunks(self) -> list[Chunk]:
        """The passages, numbered."""
        return [
            piece.chunk.model_copy(update={"chunk_index": index, "total_chunks": len(self.pieces)})
            for index, piece in enumerate(self.pieces)
        ]

    def pin(self, pin_id: str) -> Pin:
        """Return one of the edits."""
        return next(pin for pin in self.pins if pin.id == pin_id)

    @cached_property
    def troubles(self) -> dict[str, Trouble]:
        """What is the matter with each edit, by id."""
        return {pin.id: self._trouble(pin) for pin in self.pins}

    def pinned_anew(self) -> list[Pin]:
        """Return the edits with what the text says now where it had changed, so that many small changes do not add up.

        One that a person should look at stays as it is.
        """
        return [pin if self.troubles[pin.id] else replace(pin, quotes=self.quotes_now(pin)) for pin in self.pins]

    def quotes_now(self, pin: Pin) -> tuple[Quote, ...]:
        """Return the quotes of an edit that could be laid over, as the text has them."""
        return tuple(
            self.anchors.quote(found.run, found.start, found.end, quote.head)
            for quote, found in zip(pin.quotes, self.found[pin.id], strict=True)
        )

    def _trouble(self, pin: Pin) -> Trouble:
        if pin.id not in self.found:
            return "gone"
        if pin.is_copy:
            return "copied"
        found = self.found[pin.id]
        is_same = all(each.is_same for each in found) or all(each.text is None for each in pin.wanted)
        return "" if is_same and not any(each.is_other for each in found) else "changed"


def lay_over(chunks: Sequence[Chunk], pins: Sequence[Pin], source: str) -> Laid:
    """Return a document with its edits.

    Args:
        chunks: All passages that it was cut into.
        pins: Its edits.
        source: Its name.
    """
    anchors = Anchors(runs_of(chunks))
    return Laid.of(anchors, pins, {pin.id: anchors.places(pin.quotes) for pin in pins}, source)


def _settled(pins: Sequence[Pin], places: Mapping[str, Sequence[Found | None]]) -> dict[str, list[Found]]:
    """Return where the text of each edit is; of two that want the same text, the one that is sure of it gets it."""
    whole = {pin.id: [found for found in places[pin.id] if found] for pin in pins if None not in places[pin.id]}
    taken: defaultdict[int, list[Span]] = defaultdict(list)
    settled: dict[str, list[Found]] = {}
    for pin_id in sorted(whole, key=lambda each: not all(found.is_same for found in whole[each])):
        wanted = whole[pin_id]
        if any(one.overlaps(other) for one, other in combinations(wanted, 2)):
            continue
        if all(_is_free(taken[each.run], each) for each in wanted):
            settled[pin_id] = wanted
            for each in wanted:
                if each.start < each.end:
                    insort(taken[each.run], (each.start, each.end))
    return settled


def _is_free(taken: Sequence[Span], found: Found) -> bool:
    """Return whether a place has nothing in common with any of some spans, which are in order and apart."""
    before = bisect_left(taken, found.end, key=lambda span: span[0])
    return found.start == found.end or before == 0 or taken[before - 1][1] <= found.start


def _pieces(
    runs: Sequence[Run], pins: Sequence[Pin], found: Mapping[str, Sequence[Found]], source: str
) -> Iterator[Piece]:
    pinned: defaultdict[int, list[tuple[Found, Pin, int]]] = defaultdict(list)
    for pin in sorted(pins, key=lambda pin: pin.position):
        for number, place in enumerate(found.get(pin.id, ())):
            pinned[place.run].append((place, pin, number))
    for number, run in enumerate(runs):
        if number not in pinned:
            yield from (_untouched(run, number, index) for index in range(len(run.chunks)))
        else:
            yield from _with_pins(run, number, pinned[number])
    for pin in sorted(pins, key=lambda pin: pin.position):
        if not pin.quotes:
            for number, wanted in enumerate(pin.wanted):
                yield _by_hand(pin, number, wanted, Chunk(content=TextBlock(text=""), source=source, **_UNNUMBERED))


_UNNUMBERED: dict[str, Any] = {"chunk_index": 0, "total_chunks": 0}


def _untouched(run: Run, number: int, index: int) -> Piece:
    return Piece(run.chunks[index], number, run.spans[index], run.head(index))


def _with_pins(run: Run, number: int, pinned: Sequence[tuple[Found, Pin, int]]) -> list[Piece]:
    taken = sorted((place.start, place.end) for place, _, _ in pinned)
    kept = list(_left(run, number, [span for span in taken if span[0] < span[1] or run.picture]))
    for place, pin, quote in pinned:
        for each, wanted in enumerate(pin.wanted):
            if wanted.at == quote:
                kept.append(_wanted(run, place, pin, each))
    return sorted(kept, key=lambda piece: (piece.span[1], piece.span[0] == piece.span[1]))  # what is added comes behind


def _left(run: Run, number: int, taken: Sequence[Span]) -> Iterator[Piece]:
    """Yield what of the passages of a section is not pinned."""
    if run.picture:
        return
    parts: list[tuple[int, Span]] = []
    end = 0
    for index, span in enumerate(run.spans):
        left = list(_without(span, taken))
        # What is trimmed and has only blanks, or what the passage before has, is none.
        parts += [(index, part) for part in left if part == span or run.text[max(part[0], end) : part[1]].strip()]
        end = max([end, *(part[1] for part in left)])
    for index, part in _without_scraps(run, parts):
        if part == run.spans[index]:
            yield _untouched(run, number, index)
        else:
            yield _trimmed(run, number, index, part)


def _without_scraps(run: Run, parts: Sequence[tuple[int, Span]]) -> list[tuple[int, Span]]:
    """Return parts of passages with each that is a few words only put together with the one before it, or behind it."""
    kept: list[tuple[int, Span]] = []
    for index, (start, end) in parts:
        before, (first, last) = kept[-1] if kept else (index, (0, -1))
        if last < start or not (_is_scrap(run, before, (first, last)) or _is_scrap(run, index, (start, end))):
            kept.append((index, (start, end)))
        else:
            whole = index if _is_scrap(run, before, (first, last)) else before
            kept[-1] = whole, (min(first, start), max(last, end))
    return kept


def _is_scrap(run: Run, index: int, part: Span) -> bool:
    return part != run.spans[index] and len(run.text[part[0] : part[1]].strip()) < _SCRAP


def _without(span: Span, taken: Sequence[Span]) -> Iterator[Span]:
    start, end = span
    for first, last in taken[bisect_right(taken, start, key=lambda each: each[1]) :]:
        if first >= end:
            break
        if first > start:
            yield start, first
        start = max(start, last)
    if start < end:
        yield start, end


def _trimmed(run: Run, number: int, index: int, span: Span) -> Piece:
    head = run.head(index)
    chunk = run.chunks[index]
    metadata = {**_without_rows(chunk), "start": span[0], "end": span[1]}
    content = TextBlock(text=head + run.text[span[0] : span[1]])
    return Piece(chunk.model_copy(update={"content": content, "metadata": metadata}), number, span, head)


def _wanted(run: Run, place: Found, pin: Pin, number: int) -> Piece:
    """Return a passage that an edit wants."""
    wanted = pin.wanted[number]
    quote = pin.quotes[wanted.at]
    span = place.start, place.end
    index = run.spans.index(span) if span in run.spans else -1
    if index >= 0 and (wanted.text is None or run.picture):
        chunk = run.chunks[index]
        metadata = chunk.metadata if wanted.text is None else {**chunk.metadata, CAPTION: wanted.text}
        marked = chunk.model_copy(update={"metadata": {**metadata, **_marks(pin, wanted)}})
        return Piece(marked, place.run, span, run.head(index), pin.id, number)
    chunk = run.chunks[run.at(place.start if span[0] < span[1] else max(0, span[0] - 1))]
    if wanted.text is not None:
        like = chunk if index >= 0 else chunk.model_copy(update={"metadata": _without_rows(chunk)})
        return replace(_by_hand(pin, number, wanted, like), run=place.run, span=span)
    metadata = {**_without_rows(chunk), "start": span[0], "end": span[1], **_marks(pin, wanted)}
    content = TextBlock(text=quote.head + run.text[span[0] : span[1]])
    marked = chunk.model_copy(update={"content": content, "metadata": metadata})
    return Piece(marked, place.run, span, quote.head, pin.id, number)


def _by_hand(pin: Pin, number: int, wanted: Wanted, like: Chunk) -> Piece:
    """Return a passage with a person's own text, which holds no characters of the file."""
    own = {key: value for key, value in like.metadata.items() if key not in ("start", "end", CAPTION)}
    content = TextBlock(text=pin.text_of(wanted))
    chunk = like.model_copy(update={"content": content, "metadata": {**own, **_marks(pin, wanted)}})
    return Piece(chunk, -1, (0, 0), "", pin.id, number)


def _marks(pin: Pin, wanted: Wanted) -> dict[str, Any]:
    marks: dict[str, Any] = {EDIT: pin.id}
    if wanted.is_off:
        marks[OFF] = True
    if wanted.note:
        marks[NOTE] = wanted.note
    return marks


def _without_rows(chunk: Chunk) -> dict[str, Any]:
    """Return the metadata of a passage without the numbers of its rows, which are others now."""
    return {key: value for key, value in chunk.metadata.items() if key != "rows"}
