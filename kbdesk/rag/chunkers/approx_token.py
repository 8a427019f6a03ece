"""The chunker that counts four bytes of UTF-8 as one token."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Iterable
from typing import Any, ClassVar, Literal

from kbdesk.rag.chunkers.pieces import Piece, placed
from kbdesk.rag.chunkers.sized import SizedChunker
from kbdesk.rag.chunkers.spans import sentence_spans, window_spans
from kbdesk.rag.document import Section

_HIGH_COST = 4.0

_logger = logging.getLogger(__name__)


class ApproxTokenChunker(SizedChunker):
    """Cuts texts into pieces of about `chunk_size` tokens; four bytes of UTF-8 count as one token.

    With boundaries "window" the pieces are windows of equal size, as in the reference. With "sentence" they keep to
    the same size but end where a sentence, a clause, a line or a word ends, never inside a grapheme, and their metadata
    gets "start" and "end", the characters of the section's text that they hold.
    """

    chunker_type: ClassVar[str] = "approx_token"

    class Parameters(SizedChunker.Parameters):
        """The settings of the chunker.

        Attributes:
            boundaries: Where chunks end.
        """

        boundaries: Literal["window", "sentence"] = "window"

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

    def pieces(self, section: Section, text: str) -> Iterable[Piece]:
        """Return the pieces of a text."""
        size, overlap = self.parameters.chunk_size, self.parameters.overlap
        if self.parameters.boundaries == "sentence":
            return placed(text, sentence_spans(text, size=size, overlap=overlap))
        return [Piece(text[start:end], {}) for start, end in window_spans(text, size=size, overlap=overlap)]


def cost_factor(parameters: SizedChunker.Parameters) -> float:
    """Return how many times a long text is embedded because chunks overlap; 1.0 without overlap."""
    return parameters.chunk_size / (parameters.chunk_size - parameters.overlap)
