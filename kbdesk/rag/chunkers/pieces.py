"""From the pieces of each section to the numbered chunks of a document."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from kbdesk.message import ContentBlock, TextBlock
from kbdesk.rag.chunkers.spans import Span
from kbdesk.rag.document import Chunk, Section


@dataclass(frozen=True)
class Piece:
    """What becomes a chunk of a text.

    Attributes:
        text: Its text.
        metadata: What it adds to the metadata of its section.
    """

    text: str
    metadata: dict[str, Any]


def placed(text: str, spans: Iterable[Span], *, at: int = 0) -> list[Piece]:
    """Return a piece for each span of a text that begins at `at` in its section; each knows its place there."""
    return [Piece(text[start:end], {"start": at + start, "end": at + end}) for start, end in spans]


def assemble(sections: Sequence[Section], cut: Callable[[Section, str], Iterable[Piece]]) -> list[Chunk]:
    """Return the chunks of a document, numbered; data sections pass through, and blank pieces are left out.

    Args:
        sections: The sections of one document; they are not changed.
        cut: Gives the pieces of a section from the section and its text.
    """
    chunks: list[Chunk] = []
    for section in sections:
        if isinstance(section.content, TextBlock):
            pieces = cut(section, section.content.text)
            chunks += [
                _chunk(section, TextBlock(text=each.text), each.metadata) for each in pieces if each.text.strip()
            ]
        else:
            chunks.append(_chunk(section, section.content, {}))
    for index, chunk in enumerate(chunks):
        chunk.chunk_index = index
        chunk.total_chunks = len(chunks)
    return chunks


def _chunk(section: Section, content: ContentBlock, added: dict[str, Any]) -> Chunk:
    metadata = {**section.metadata, **added}
    return Chunk(content=content, source=section.source, chunk_index=0, total_chunks=0, metadata=metadata)
