"""The chunker that keeps sentences whole."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from kbdesk.rag.chunkers.packing import packed_spans
from kbdesk.rag.chunkers.pieces import Piece, placed
from kbdesk.rag.chunkers.sized import SizedChunker
from kbdesk.rag.chunkers.spans import sentences
from kbdesk.rag.document import Section


class SentenceChunker(SizedChunker):
    """Puts whole sentences together up to `chunk_size`; neighbours share whole sentences.

    A sentence that is larger is cut at clauses, lines or words. The metadata of a chunk gets "start" and "end", the
    characters of the section's text that it holds.
    """

    chunker_type: ClassVar[str] = "sentence"

    def pieces(self, section: Section, text: str) -> Iterable[Piece]:
        """Return the pieces of a text."""
        units = sentences(text)
        joints = [start for start, _ in units]
        size, overlap = self.parameters.chunk_size, self.parameters.overlap
        return placed(text, packed_spans(text, units, joints, size=size, overlap=overlap))
