"""What chunkers share whose chunks keep to a size."""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import Self

from pydantic import Field, model_validator

from kbdesk.rag.chunkers.base import ChunkerBase
from kbdesk.rag.chunkers.pieces import Piece, assemble
from kbdesk.rag.document import Chunk, Section


class SizedChunker(ChunkerBase):
    """Cuts each text by itself, into pieces of about `chunk_size` tokens; four bytes of UTF-8 count as one token."""

    class Parameters(ChunkerBase.Parameters):
        """The settings of the chunker.

        Attributes:
            chunk_size: Tokens of a chunk, at most.
            overlap: Tokens that two neighbours share, less than `chunk_size`.
        """

        chunk_size: int = Field(default=512, ge=1)
        overlap: int = Field(default=50, ge=0)

        @model_validator(mode="after")
        def _overlap_is_smaller(self) -> Self:
            if self.overlap >= self.chunk_size:
                message = f"overlap must be less than chunk_size ({self.chunk_size}), not {self.overlap}"
                raise ValueError(message)
            return self

    # Set once, in the base class.
    parameters: Parameters  # pyright: ignore[reportIncompatibleVariableOverride]

    async def chunk(self, sections: Sequence[Section]) -> list[Chunk]:
        """Return the chunks of one document, in reading order.

        Args:
            sections: The sections of one document; they are not changed.
        """
        return await asyncio.to_thread(assemble, sections, self.pieces)

    @abstractmethod
    def pieces(self, section: Section, text: str) -> Iterable[Piece]:
        """Return the pieces of a section with a text, in reading order."""
