"""Passages as the library shows them."""

from __future__ import annotations

from kbdesk.library.types import DocumentInfo
from kbdesk.rag.document import Chunk


def with_name(chunk: Chunk, document: DocumentInfo) -> Chunk:
    """Return a passage with the name that its document has now; its store has the one under which it was read."""
    if chunk.source == document.name:
        return chunk
    named = {"name": document.name} if "name" in chunk.metadata else {}
    return chunk.model_copy(update={"source": document.name, "metadata": {**chunk.metadata, **named}})
