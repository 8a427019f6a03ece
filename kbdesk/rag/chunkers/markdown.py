"""The chunker that goes by headings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import ClassVar

from kbdesk.rag.chunkers.blocks import Block, blocks, heading_parts, line_spans
from kbdesk.rag.chunkers.packing import packed_spans, refined, tokens
from kbdesk.rag.chunkers.pieces import Piece, placed
from kbdesk.rag.chunkers.sized import SizedChunker
from kbdesk.rag.chunkers.spans import Span, sentences
from kbdesk.rag.document import Section

_WHOLE = ("code", "table")


class MarkdownChunker(SizedChunker):
    """Puts whole blocks together up to `chunk_size`, never across a heading.

    Code and tables stay whole where they fit, and are cut between lines where not; long paragraphs are cut between
    sentences. The metadata of a chunk gets "start" and "end", the characters of the section's text that it holds, and,
    where the section has none, "heading_path", the headings above it.
    """

    chunker_type: ClassVar[str] = "markdown"

    def pieces(self, section: Section, text: str) -> Iterable[Piece]:
        """Return the pieces of a text."""
        for part in heading_parts(blocks(text)):
            start, end = part.span
            own = text[start:end]
            spans = self._spans(own, [_moved(block, -start) for block in part.blocks])
            for piece in placed(own, spans, at=start):
                if part.path and "heading_path" not in section.metadata:
                    piece.metadata["heading_path"] = list(part.path)
                yield piece

    def _spans(self, text: str, part: Sequence[Block]) -> list[Span]:
        size = self.parameters.chunk_size
        units: list[Span] = []
        joints: list[int] = []
        start = 0
        for block, following in zip_longest(part, part[1:]):
            joints += _joints(text, block)
            if block.kind == "heading" and following and _goes_with(text, start, following, size):
                continue
            unit = (start, block.end)
            units += refined(text, [unit], line_spans if block.kind in _WHOLE else sentences, size=size)
            start = block.end
        return packed_spans(text, units, joints, size=size, overlap=self.parameters.overlap)


def _goes_with(text: str, start: int, following: Block, size: int) -> bool:
    """Return whether a heading is kept together with the block behind it: unless that must be cut for it."""
    return following.kind not in _WHOLE or tokens(text, (start, following.end)) <= size


def _joints(text: str, block: Block) -> list[int]:
    if block.kind in _WHOLE:
        return [block.start]
    return [block.start + start for start, _ in sentences(text[block.start : block.end])]


def _moved(block: Block, by: int) -> Block:
    return Block(block.kind, block.start + by, block.end + by, block.level, block.title)
