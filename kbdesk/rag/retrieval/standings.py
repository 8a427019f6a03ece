"""How the passages of one document stand in a search."""

from __future__ import annotations

import math
from dataclasses import replace

from kbdesk.rag.document import Chunk, VectorSearchResult
from kbdesk.rag.retrieval.finding import Candidate, Findings
from kbdesk.rag.retrieval.fusion import Mode, Standing
from kbdesk.rag.retrieval.narrowed import Key, Narrowed
from kbdesk.rag.retrieval.ranking import Chosen, rated
from kbdesk.rag.retrieval.relevance import Relevance

DEEP = 1000
"""So far down places are counted."""

_PAGE = 500


async def standings_of(
    source: Narrowed, found: Findings, document_id: str, *, mode: Mode, relevance: Relevance
) -> list[Standing]:
    """Return how the passages of a document stand, in the document's order, without those that are turned off.

    Args:
        source: Where was searched.
        found: What was found, at least `DEEP` passages if there are so many.
        document_id: The document.
        mode: How was searched.
        relevance: What the model's scores mean.
    """
    chunks = await _chunks(source, document_id)
    keys = [(document_id, chunk.chunk_index) for chunk in chunks]
    missing = [key for key in keys if key not in found.candidates]
    scores = await source.scores(found.query.vector, missing) if mode == "hybrid" else {}
    places = {key: place for place, key in enumerate(found.candidates, 1)}
    chosen: dict[Key, Chosen] = {}
    for key, chunk in zip(keys, chunks, strict=True):
        candidate = found.candidates.get(key) or _far(chunk, document_id, scores.get(key, 0.0))
        if math.isfinite(candidate.hit.score):  # what is turned off has minus infinity
            chosen[key] = Chosen(found.query, candidate)
    ranked = await rated(source, chosen, mode, relevance)
    return [
        Standing(places.get(key), one if key in places else replace(one, is_weak=True))
        for key, one in zip(chosen, ranked, strict=True)
    ]


async def _chunks(source: Narrowed, document_id: str) -> list[Chunk]:
    chunks: list[Chunk] = []
    while page := await source.chunks(document_id, offset=len(chunks), limit=_PAGE):
        chunks += page
    return chunks


def _far(chunk: Chunk, document_id: str, score: float) -> Candidate:
    """Return a passage that was not found."""
    return Candidate(VectorSearchResult(score=score, document_id=document_id, chunk=chunk), None, score)
