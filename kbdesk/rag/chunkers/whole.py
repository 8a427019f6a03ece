"""The chunker that leaves sections whole."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import ClassVar

from kbdesk.rag.chunkers.base import ChunkerBase
from kbdesk.rag.chunkers.pieces import assemble, placed
from kbdesk.rag.document import Chunk, Section


class WholeSectionChunker(ChunkerBase):
    """Makes one chunk of each section, for whoever cuts them later and elsewhere: see `sections_of`."""

    chunker_type: ClassVar[str] = "whole_section"

    async def chunk(self, sections: Sequence[Section]) -> list[Chunk]:
        """Return a chunk for each section that is not blank."""
        return await asyncio.to_thread(assemble, sections, lambda _, text: placed(text, [(0, len(text))]))


def sections_of(chunks: Sequence[Chunk]) -> list[Section]:
    """Return the sections that a `WholeSectionChunker` made chunks of."""
    places = ("start", "end")
    return [
        Section(
            content=chunk.content,
            source=chunk.source,
            metadata={key: value for key, value in chunk.metadata.items() if key not in places},
        )
        for chunk in chunks
    ]
