"""The chunker that counts four bytes of UTF-8 as one token."""

from __future__ import annotations

import asyncio
import logging
import warnings
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Literal, Self

from pydantic import Field, model_validator

from kbdesk.message import DataBlock, TextBlock
from kbdesk.rag.chunkers.base import ChunkerBase
from kbdesk.rag.chunkers.spans import sentence_spans, window_spans
from kbdesk.rag.document import Chunk, Section

_HIGH_COST = 4.0

_logger = logging.getLogger(__name__)


class ApproxTokenChunker(ChunkerBase):
    """Cuts texts into pieces of about `chunk_size` tokens; four bytes of UTF-8 count as one token.

    With boundaries "window" the pieces are windows of equal size, as in the reference. With "sentence" they keep to
    the same size but end where a sentence, a clause, a line or a word ends, never inside a grapheme, and their metadata
    gets "start" and "end", the characters of the section's text that they hold.
    """

    chunker_type: ClassVar[str] = "approx_token"

    class Parameters(ChunkerBase.Parameters):
        """The settings of the chunker.

        Attributes:
            chunk_size: Tokens of a chunk, at most.
            overlap: Tokens that two neighbours share, less than `chunk_size`.
            boundaries: Where chunks end.
        """

        chunk_size: int = Field(default=512, ge=1)
        overlap: int = Field(default=50, ge=0)
        boundaries: Literal["window", "sentence"] = "window"

        @model_validator(mode="after")
        def _overlap_is_smaller(self) -> Self:
            if self.overlap >= self.chunk_size:
                message = f"overlap must be less than chunk_size ({self.chunk_size}), not {self.overlap}"
                raise ValueError(message)
            return self

    # Set once, in the base class.
    parameters: Parameters  # pyright: ignore[reportIncompatibleVariableOverride]

    def __init__(self, parameters: Parameters | None = None, **settings: Any) -> None:
        if settings:
            message = "pass ApproxTokenChunker.Parameters(...) instead of keywords"
            warnings.warn(message, DeprecationWarning, stacklevel=2)
        super().__init__(parameters, **settings)
        factor = cost_factor(self.parameters)
        if factor > _HIGH_COST:
            _logger.warning("With this overlap every text is embedded about %.0f times.", factor)

    async def chunk(self, sections: Sequence[Section]) -> list[Chunk]:
        """Return the chunks of one document, in reading order.

        Args:
            sections: The sections of one document; they are not changed.
        """
        return await asyncio.to_thread(self._cut_all, sections)

    def _cut_all(self, sections: Sequence[Section]) -> list[Chunk]:
        chunks = [chunk for section in sections for chunk in self._cut(section)]
        for index, chunk in enumerate(chunks):
            chunk.chunk_index = index
            chunk.total_chunks = len(chunks)
        return chunks

    def _cut(self, section: Section) -> Iterator[Chunk]:
        if not isinstance(section.content, TextBlock):
            yield _chunk_of(section, section.content, {})
            return
        with_offsets = self.parameters.boundaries == "sentence"
        spans = sentence_spans if with_offsets else window_spans
        text = section.content.text
        for start, end in spans(text, size=self.parameters.chunk_size, overlap=self.parameters.overlap):
            piece = text[start:end]
            if piece.strip():
                place = {"start": start, "end": end} if with_offsets else {}
                yield _chunk_of(section, TextBlock(text=piece), place)


def cost_factor(parameters: ApproxTokenChunker.Parameters) -> float:
    """Return how many times a long text is embedded because chunks overlap; 1.0 without overlap."""
    return parameters.chunk_size / (parameters.chunk_size - parameters.overlap)


def _chunk_of(section: Section, content: TextBlock | DataBlock, place: dict[str, int]) -> Chunk:
    metadata = {**section.metadata, **place}
    return Chunk(content=content, source=section.source, chunk_index=0, total_chunks=0, metadata=metadata)
