"""The sentence of a hit that is nearest in meaning to what was asked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kbdesk.embedding.base import EmbeddingModelBase
from kbdesk.errors import KbError
from kbdesk.library.bases import OpenBases
from kbdesk.library.catalog import Catalog
from kbdesk.library.models import WORDS
from kbdesk.library.provider import remote_host
from kbdesk.library.types import Hit
from kbdesk.rag.chunkers.spans import Span, sentences
from kbdesk.settings import EmbeddingChoice

MOST_SENTENCES = 120
"""Of all hits together, which the built-in model reads in two or three seconds; the first hits come first."""

_LONGEST_TEXT = 6000
_MOST_OF_A_HIT = 40


@dataclass(frozen=True)
class _Candidates:
    """What is to be compared for one hit.

    Attributes:
        number: Its place among the hits.
        query: The query.
        spans: The sentences of its text, without the blanks around them.
        sentences: What stands there.
    """

    number: int
    query: str
    spans: Sequence[Span]
    sentences: Sequence[str]


class Sentences:
    """Compares sentences with queries, where the model runs on this computer: nothing is sent, and nothing is paid."""

    def __init__(self, catalog: Catalog, bases: OpenBases) -> None:
        """Use the open parts of a library."""
        self._catalog = catalog
        self._bases = bases

    async def nearest(self, hits: Sequence[Hit]) -> list[Span | None]:
        """Return the range of the nearest sentence of each hit; see `Library.sentences`."""
        found: list[Span | None] = [None] * len(hits)
        by_base: dict[str, list[_Candidates]] = defaultdict(list)
        left = MOST_SENTENCES
        for number, hit in enumerate(hits):
            candidates = _candidates(number, hit)
            if candidates is not None and len(candidates.spans) <= left:
                left -= len(candidates.spans)
                by_base[hit.document.knowledge_base_id].append(candidates)
        for kb_id, of_base in by_base.items():
            model = await self._model(kb_id)
            if model is not None:
                await _compare(model, of_base, found)
        return found

    async def _model(self, kb_id: str) -> EmbeddingModelBase | None:
        """Return the model of a knowledge base if it runs on this computer."""
        try:
            base = await self._catalog.base(kb_id)
            if base.info.embedding == WORDS or remote_host(base.info, EmbeddingChoice()) is not None:
                return None
            return (await self._bases.knowledge_base(base)).embedding_model
        except KbError:  # it was searched a moment ago; whoever searches again is told
            return None


def _candidates(number: int, hit: Hit) -> _Candidates | None:
    """Return the sentences of a hit, or None where there is no choice between any, or too much to compare."""
    passage = hit.chunk.text
    if not hit.why.query or len(passage) > _LONGEST_TEXT:
        return None
    spans = [_trimmed(passage, *span) for span in sentences(passage)]
    spans = [(start, end) for start, end in spans if any(map(str.isalnum, passage[start:end]))]
    if not 1 < len(spans) <= _MOST_OF_A_HIT:
        return None
    return _Candidates(number, hit.why.query, spans, [passage[start:end] for start, end in spans])


def _trimmed(passage: str, start: int, end: int) -> Span:
    sentence = passage[start:end]
    return start + len(sentence) - len(sentence.lstrip()), start + len(sentence.rstrip())


async def _compare(model: EmbeddingModelBase, hits: Sequence[_Candidates], found: list[Span | None]) -> None:
    """Fill in the nearest sentence of each hit; all are embedded in one call, through the model's cache."""
    queries = list(dict.fromkeys(hit.query for hit in hits))
    try:
        asked = _directions((await model(queries, purpose="query")).embeddings)
        answers = _directions((await model([each for hit in hits for each in hit.sentences])).embeddings)
    except KbError:  # as above
        return
    start = 0
    for hit in hits:
        end = start + len(hit.sentences)
        nearest = int(np.argmax(answers[start:end] @ asked[queries.index(hit.query)]))
        found[hit.number] = hit.spans[nearest]
        start = end


def _directions(vectors: Sequence[Sequence[float]]) -> NDArray[np.float64]:
    matrix = np.asarray(vectors, np.float64)
    return matrix / np.maximum(np.linalg.norm(matrix, axis=1, keepdims=True), 1e-9)
