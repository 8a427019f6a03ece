"""One search in one collection, in one of the modes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kbdesk.rag.retrieval.finding import Findings, Query, find_by_both, find_by_meaning, find_by_words
from kbdesk.rag.retrieval.fusion import Mode, Ranked, Standing
from kbdesk.rag.retrieval.narrowed import Narrowed
from kbdesk.rag.retrieval.ranking import choose_by_ranks, choose_by_scores, rated
from kbdesk.rag.retrieval.relevance import Relevance
from kbdesk.rag.retrieval.standings import DEEP, standings_of

_DEPTH = 30
"""So many passages are looked at for fusing at least; what is farther behind hardly counts."""

_RESERVE = 2
"""So many times more are judged than are wanted, so that no weak one stands in the place of one that is not."""


@dataclass(frozen=True)
class Search:
    """How is searched.

    Attributes:
        source: Where.
        mode: By what.
        relevance: What the model's scores mean.
        least: Passages whose score by meaning is below it are left out.
    """

    source: Narrowed
    mode: Mode
    relevance: Relevance
    least: float | None = None

    async def find(self, query: Query, top_k: int) -> Findings:
        """Return what one query finds, at least `top_k` passages if there are so many."""
        if self.mode == "words":
            return await find_by_words(self.source, query, max(top_k, _DEPTH))
        if self.mode == "meaning":
            return await find_by_meaning(self.source, query, top_k, relevance=self.relevance, least=self.least)
        depth = max(top_k, _DEPTH)
        return await find_by_both(self.source, query, depth, relevance=self.relevance, least=self.least)

    async def ranked(self, findings: Sequence[Findings], top_k: int) -> list[Ranked]:
        """Return the best `top_k` passages of all queries, each once.

        Weak ones are last, there only for want of others; but by meaning the order is that of the scores.
        """
        if self.mode == "meaning":
            return await rated(self.source, choose_by_scores(findings, top_k), self.mode, self.relevance)
        chosen = choose_by_ranks(findings, top_k * _RESERVE)
        ranked = await rated(self.source, chosen, self.mode, self.relevance)
        return sorted(ranked, key=lambda one: one.is_weak)[:top_k]

    async def standings(self, query: Query, document_id: str) -> list[Standing]:
        """Return how the passages of a document stand, in the document's order."""
        found = await self.find(query, DEEP)
        return await standings_of(self.source, found, document_id, mode=self.mode, relevance=self.relevance)
