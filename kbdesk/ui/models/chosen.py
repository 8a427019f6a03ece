"""The passages that a person has chosen, and what can be done with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kbdesk.library.types import DocumentInfo
from kbdesk.message import TextBlock
from kbdesk.rag.document import Chunk
from kbdesk.ui.models.passage_marks import edit_of, is_off, note_of


@dataclass(frozen=True)
class Chosen:
    """Neighbours in one document, at least one.

    Attributes:
        document: Their document, as it was when they were shown.
        chunks: The passages in their order.
        position: Before which character of the one with the cursor that is.
    """

    document: DocumentInfo
    chunks: Sequence[Chunk]
    position: int = 0

    @property
    def first(self) -> Chunk:
        """The first of them."""
        return self.chunks[0]

    @property
    def last(self) -> Chunk:
        """The last of them."""
        return self.chunks[-1]

    @property
    def is_one(self) -> bool:
        """Whether it is a single passage."""
        return len(self.chunks) == 1

    @property
    def are_off(self) -> bool:
        """Whether none of them answers."""
        return all(is_off(chunk.metadata) for chunk in self.chunks)

    @property
    def is_text(self) -> bool:
        """Whether it is a single passage that is a text."""
        return self.is_one and isinstance(self.first.content, TextBlock)

    @property
    def can_be_merged(self) -> bool:
        """Whether they can become one passage, a single one with the next."""
        has_others = not self.is_one or self.first.chunk_index + 1 < self.first.total_chunks
        return has_others and all(isinstance(chunk.content, TextBlock) for chunk in self.chunks)

    @property
    def can_be_reverted(self) -> bool:
        """Whether it is a single passage that is not as the file has it."""
        metadata = self.first.metadata
        return self.is_one and bool(edit_of(metadata) or note_of(metadata) or is_off(metadata))
