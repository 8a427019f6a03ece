"""The text of each section of a document, put together again from the passages it was cut into."""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kbdesk.library.curation.pins import place_in
from kbdesk.message import Base64Source, DataBlock
from kbdesk.rag.chunkers.spans import Span
from kbdesk.rag.document import Chunk

_OF_PASSAGES = frozenset({"start", "end", "rows", "heading_path"})
"""Metadata in which passages of one section may differ."""


@dataclass
class Run:
    """A section, as far as passages have it.

    Attributes:
        chunks: Its passages, in reading order.
        spans: Of each passage, which characters of the text it holds.
        text: Its text, with blanks where no passage has any; of a picture the text that stands for it.
        picture: Digest of the picture, or "".
    """

    chunks: list[Chunk] = field(default_factory=list[Chunk])
    spans: list[Span] = field(default_factory=list[Span])
    text: str = ""
    picture: str = ""

    @property
    def place(self) -> Mapping[str, Any]:
        """Where it stands in its document."""
        return place_in(self.chunks[0].metadata)

    def head(self, index: int) -> str:
        """Return what one of the passages repeats above the text that it holds."""
        start, end = self.spans[index]
        text = self.chunks[index].text
        return text[: len(text) - (end - start)]

    def at(self, place: int) -> int:
        """Return which of the passages has the text that begins at a place."""
        return max(0, bisect_right(self.spans, place, key=lambda span: span[0]) - 1)


def runs_of(chunks: Sequence[Chunk]) -> list[Run]:
    """Return the sections of a document in reading order, from all its passages."""
    runs: list[Run] = []
    pieces: list[str] = []
    length = 0
    for chunk in chunks:
        span = _span(chunk)
        if not (runs and span and _goes_on(runs[-1], chunk, span)):
            _close(runs, pieces)
            runs.append(Run(picture=digest_of(chunk)))
            length = 0
        start, end = span or (0, len(chunk.text))
        runs[-1].chunks.append(chunk)
        runs[-1].spans.append((start, end))
        pieces.append(_new_text(chunk.text, start, end, length))
        length += len(pieces[-1])
    _close(runs, pieces)
    return runs


def digest_of(chunk: Chunk) -> str:
    """Return the digest of the picture that a passage is, or "" for a text."""
    if not isinstance(chunk.content, DataBlock):
        return ""
    source = chunk.content.source
    data = source.data if isinstance(source, Base64Source) else source.url
    return hashlib.sha256(data.encode("utf-8", "surrogatepass")).hexdigest()


def _span(chunk: Chunk) -> Span | None:
    """Return which characters of its section a passage holds, if it says so rightly."""
    start, end = chunk.metadata.get("start"), chunk.metadata.get("end")
    if isinstance(chunk.content, DataBlock) or start is None or end is None:
        return None
    return (start, end) if 0 <= start < end <= start + len(chunk.text) else None


def _goes_on(run: Run, chunk: Chunk, span: Span) -> bool:
    last = run.chunks[-1]
    if run.picture or _span(last) is None or span[0] <= run.spans[-1][0]:
        return False
    return chunk.source == last.source and _of_section(chunk) == _of_section(last)


def _of_section(chunk: Chunk) -> dict[str, Any]:
    return {key: value for key, value in chunk.metadata.items() if key not in _OF_PASSAGES}


def _new_text(text: str, start: int, end: int, length: int) -> str:
    """Return what a passage adds to a text of some length: what it holds beyond that, behind what nobody holds."""
    own = text[len(text) - (end - start) :] if end > start else ""
    return " " * (start - length) + own[max(0, length - start) :]


def _close(runs: list[Run], pieces: list[str]) -> None:
    if runs:
        runs[-1].text = "".join(pieces)
        pieces.clear()
