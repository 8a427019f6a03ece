"""One page of a document's passages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kbdesk.library.types import DocumentInfo, Hit
from kbdesk.rag.document import Chunk
from kbdesk.ui.models.marks import Span

PAGE_SIZE = 30
"""Passages on a page."""


def page_count(passage_count: int) -> int:
    """Return how many pages the passages fill, at least 1."""
    return max(1, -(-passage_count // PAGE_SIZE))


def page_of(chunk_index: int) -> int:
    """Return the number, from 1, of the page that holds a passage."""
    return chunk_index // PAGE_SIZE + 1


@dataclass(frozen=True)
class PassagePage:
    """A page of passages, ready to be shown.

    Attributes:
        document: The document.
        number: The page, from 1.
        chunks: Its passages in order, at most `PAGE_SIZE`.
        hit: The hit from which the document was opened, or None; its passage need not be on this page.
        target: `chunk_index` of the passage to choose and to scroll to, or None for the top.
        stays: Whether what is on screen stays there as far as the target can be seen.
        kinds: What people did to the document, by the id of the edit.
    """

    document: DocumentInfo
    number: int
    chunks: Sequence[Chunk]
    hit: Hit | None = None
    target: int | None = None
    stays: bool = False
    kinds: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def count(self) -> int:
        """Pages of the document, at least 1."""
        return page_count(self.document.passage_count)

    @property
    def unit(self) -> str:
        """What the document itself is counted in: "page", "slide" or "" (it has no such units)."""
        for unit in ("page", "slide"):
            if any(unit in chunk.metadata for chunk in self.chunks):
                return unit
        return ""

    @property
    def unit_number(self) -> int | None:
        """The page or slide of the document with which this page begins, or on which its target is."""
        targets = [chunk for chunk in self.chunks if chunk.chunk_index == self.target]
        first = next(iter((*targets, *self.chunks)), None)
        return first.metadata.get(self.unit) if first is not None else None

    def is_hit(self, chunk: Chunk) -> bool:
        """Return whether `chunk` is the passage that was found, and still says the same."""
        hit = self.hit
        return hit is not None and (hit.chunk.chunk_index, hit.chunk.text) == (chunk.chunk_index, chunk.text)

    def spans(self, chunk: Chunk) -> Sequence[Span]:
        """Return the character ranges of the matched words of `chunk`."""
        return self.hit.spans if self.hit is not None and self.is_hit(chunk) else ()
