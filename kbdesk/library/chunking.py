"""How the documents of a knowledge base are cut into passages."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Literal

from pydantic import BaseModel

from kbdesk.embedding.base import EmbeddingModelBase
from kbdesk.errors import InputError
from kbdesk.rag.chunkers.approx_token import ApproxTokenChunker
from kbdesk.rag.chunkers.base import ChunkerBase
from kbdesk.rag.chunkers.markdown import MarkdownChunker
from kbdesk.rag.chunkers.paragraph import ParagraphChunker
from kbdesk.rag.chunkers.semantic import SemanticChunker
from kbdesk.rag.chunkers.sentence import SentenceChunker
from kbdesk.rag.chunkers.sized import SizedChunker
from kbdesk.rag.chunkers.table_rows import TableRowsChunker
from kbdesk.texts import text

Way = Literal["approx_token", "sentence", "paragraph", "markdown", "table_rows", "semantic"]
"""The `chunker_type` of a chunker."""

SMALLEST, LARGEST = 32, 4096
"""Tokens of a passage: fewer say nothing alone, and more than the largest no model reads at once."""

MOST_ROWS = 100

_KINDS: dict[Way, type[SizedChunker]] = {
    "approx_token": ApproxTokenChunker,
    "sentence": SentenceChunker,
    "paragraph": ParagraphChunker,
    "markdown": MarkdownChunker,
    "table_rows": TableRowsChunker,
}


@dataclass(frozen=True)
class Chunking:
    """A way of cutting with its settings, each of which only some ways use.

    Attributes:
        way: The way.
        chunk_size: Tokens of a passage, at most; four bytes of UTF-8 count as one.
        overlap: Tokens that two neighbours share, less than `chunk_size`; not of "semantic".
        rows: Rows of a table in a passage, at most; of "table_rows".
    """

    way: Way = "approx_token"
    chunk_size: int = 512
    overlap: int = 50
    rows: int = 5

    @classmethod
    def from_json(cls, data: str) -> Chunking:
        """Return what `to_json` wrote; "" is the way of old."""
        return cls(**json.loads(data)) if data else cls()

    def to_json(self) -> str:
        """Return a JSON object."""
        return json.dumps(asdict(self))

    def check(self) -> None:
        """Raise `InputError` for settings with which nobody would be happy."""
        if not SMALLEST <= self.chunk_size <= LARGEST:
            raise InputError(
                text("library", "A passage cannot have that size."),
                text("library", "Choose a size of {smallest} to {largest}.", smallest=SMALLEST, largest=LARGEST),
            )
        if self.way != "semantic" and not 0 <= self.overlap < self.chunk_size:
            raise InputError(
                text("library", "Neighbouring passages cannot share as much as a whole passage."),
                text("library", "Choose an overlap that is smaller than the size."),
            )
        if not 1 <= self.rows <= MOST_ROWS:
            raise InputError(
                text("library", "A passage cannot have that many rows of a table."),
                text("library", "Choose 1 to {most} rows.", most=MOST_ROWS),
            )

    def needs(self, model: EmbeddingModelBase) -> bool:
        """Return whether the model of the knowledge base has a say in it, where there is one."""
        return self.way == "semantic" and model.dimensions > 1

    @property
    def fingerprint(self) -> str:
        """What tells whether a document was cut with other settings; see `ChunkerBase.fingerprint`."""
        return f"{self.way}:{self._parameters().model_dump_json()}"

    def chunker(self) -> ChunkerBase:
        """Return what cuts this way without a model; in place of meaning, paragraphs."""
        if self.way == "semantic":
            return ParagraphChunker(ParagraphChunker.Parameters(chunk_size=self.chunk_size, overlap=0))
        return _KINDS[self.way](self._parameters())

    def semantic_chunker(
        self, model: EmbeddingModelBase, on_step: Callable[[int, int], None] | None = None
    ) -> SemanticChunker:
        """Return what cuts by meaning; see `SemanticChunker`."""
        return SemanticChunker(model, SemanticChunker.Parameters(chunk_size=self.chunk_size), on_step=on_step)

    def _parameters(self) -> BaseModel:
        if self.way == "semantic":
            return SemanticChunker.Parameters(chunk_size=self.chunk_size)
        own = {"approx_token": {"boundaries": "sentence"}, "table_rows": {"rows": self.rows}}
        parameters = {"chunk_size": self.chunk_size, "overlap": self.overlap, **own.get(self.way, {})}
        return _KINDS[self.way].Parameters.model_validate(parameters)
