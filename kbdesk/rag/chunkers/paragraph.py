"""The chunker that keeps paragraphs whole."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from kbdesk.rag.chunkers.packing import packed_spans, refined
from kbdesk.rag.chunkers.pieces import Piece, placed
from kbdesk.rag.chunkers.sized import SizedChunker
from kbdesk.rag.chunkers.spans import Span, paragraphs, sentences
from kbdesk.rag.document import Section


class ParagraphChunker(SizedChunker):
    """Puts whole paragraphs together up to `chunk_size`; neighbours share whole sentences.

    A paragraph that is larger is cut between sentences. The metadata of a chunk gets "start" and "end", the characters
    of the section's text that it holds.
    """

    chunker_type: ClassVar[str] = "paragraph"

    def pieces(self, section: Section, text: str) -> Iterable[Piece]:
        """Return the pieces of a text."""
        return placed(text, paragraph_spans(text, self.parameters))


def paragraph_spans(text: str, parameters: SizedChunker.Parameters) -> list[Span]:
    """Return the spans of whole paragraphs, or of whole sentences of a long one, up to a size."""
    size = parameters.chunk_size
    units = refined(text, paragraphs(text), sentences, size=size)
    joints = [start for start, _ in sentences(text)]
    return packed_spans(text, units, joints, size=size, overlap=parameters.overlap)
