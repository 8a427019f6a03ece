"""Hits by meaning and by words in one list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kbdesk.rag.document import VectorSearchResult

Mode = Literal["hybrid", "meaning", "words"]
"""How is searched: by both, by what passages mean, or by their words."""


@dataclass(frozen=True)
class Ranked:
    """A hit with what speaks for it.

    Attributes:
        result: The passage. Its score by meaning where the model was asked, whatever found it: larger is better and
            comparable between queries of one model; by words alone, the share of the query's words that stand in it,
            each weighted by its rarity, 0 to 1.
        query: Which of the queries it answers best, from 0.
        language: The passage's.
        meaning_rank: Its place by meaning among the passages of its language, from 1; None: too far away.
        words_rank: Its place by words, from 1; None: no word of the query tells it apart.
        is_exact: Whether an identifier or a quoted phrase of the query stands in it.
        is_weak: Whether nothing speaks for it strongly enough to call it an answer.
    """

    result: VectorSearchResult
    query: int
    language: str
    meaning_rank: int | None
    words_rank: int | None
    is_exact: bool
    is_weak: bool
