"""The carriers of the pipeline. Each stage adds in a wrapper, never inside `Chunk`."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from kbdesk.message import ContentBlock, TextBlock

__all__ = ["Chunk", "DocumentSummary", "Section", "VectorRecord", "VectorSearchResult"]

CAPTION = "caption"
"""Metadata key of a data section: the text that stands for it where only text can be embedded (OCR, alt text)."""

OFF = "off"
"""Metadata key of a chunk that a person turned off: it is listed and never found."""

NOTE = "note"
"""Metadata key of a chunk: what a person noted on it, searched with its text."""

EDIT = "edit"
"""Metadata key of a chunk that a person changed or added: the id of that edit."""


class Section(BaseModel):
    """A parsed natural unit of a document (page, slide, sheet, the text under a heading); a hard boundary.

    Attributes:
        content: The text or the data.
        source: The document's name.
        metadata: Its place ("page", "slide", "sheet", "heading_path", ...) and what else the parser knows.
    """

    content: ContentBlock
    source: str
    metadata: dict[str, Any] = Field(default_factory=dict)


class Chunk(BaseModel):
    """What is embedded and found; "passage" on screen.

    Attributes:
        content: The text or the data.
        source: The document's name.
        chunk_index: 0 to total_chunks - 1, dense over the document.
        total_chunks: Number of chunks of the document.
        metadata: Inherited from the section; may add "start" and "end", character offsets in the section's text.
    """

    content: ContentBlock
    source: str
    chunk_index: int
    total_chunks: int
    metadata: dict[str, Any] = Field(default_factory=dict)

    @property
    def text(self) -> str:
        """The text, or what stands for it: a data chunk's caption, or ""."""
        if isinstance(self.content, TextBlock):
            return self.content.text
        return str(self.metadata.get(CAPTION) or "")


class VectorRecord(BaseModel):
    """A chunk with its vector, on the way into a store.

    Attributes:
        vector: `dimensions` finite numbers.
        document_id: The document's id.
        chunk: The chunk.
    """

    vector: list[float]
    document_id: str
    chunk: Chunk


class VectorSearchResult(BaseModel):
    """A chunk with its score.

    Attributes:
        score: Higher is better; -1 to 1 for cosine.
        document_id: The document's id.
        chunk: The chunk.
        language: The language in which the store has the chunk (`kbdesk.rag.language`); None if it does not say.
    """

    score: float
    document_id: str
    chunk: Chunk
    language: str | None = None


class DocumentSummary(BaseModel):
    """A document as a store lists it.

    Attributes:
        document_id: The document's id.
        source: The document's name.
        chunk_count: Number of chunks.
        metadata: The document's own metadata, not a chunk's.
    """

    document_id: str
    source: str
    chunk_count: int
    metadata: dict[str, Any] = Field(default_factory=dict)
