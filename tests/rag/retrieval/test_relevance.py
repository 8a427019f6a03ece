"""From where on a hit is an answer."""

from __future__ import annotations

import pytest

from kbdesk.message import TextBlock
from kbdesk.rag.document import Chunk, VectorSearchResult
from kbdesk.rag.retrieval.finding import Candidate, Query
from kbdesk.rag.retrieval.narrowed import Narrowed
from kbdesk.rag.retrieval.ranking import Chosen, rated
from kbdesk.rag.retrieval.relevance import relevance_of

LOCAL = relevance_of("local|multilingual-e5-small|384|1")
UNKNOWN = relevance_of("some service|some model|1536|1")


class Shares:
    """A store that only says what share of a query's words stands in passages."""

    def __init__(self, share):
        self._share = share

    async def word_shares(self, collection, query, passages):
        if self._share is None:
            raise NotImplementedError
        return [self._share] * len(passages)


async def is_weak(relevance, strength, *, share=None, mode="hybrid", **known):
    chunk = Chunk(content=TextBlock(text="text"), source="a.md", chunk_index=0, total_chunks=1)
    hit = VectorSearchResult(score=strength, document_id="a", chunk=chunk)
    chosen = {("a", 0): Chosen(Query(0, "what?"), Candidate(hit, "en", strength, **known))}
    [ranked] = await rated(Narrowed(Shares(share), "c", {}), chosen, mode, relevance)
    return ranked.is_weak


@pytest.mark.parametrize(
    ("strength", "share", "weak"),
    [
        (0.6, 0.0, False),
        (0.44, 0.0, False),
        (0.42, 0.0, True),
        (0.35, 0.5, False),
        (0.25, 1.0, False),
        (0.25, 0.5, True),
        (0.39, None, False),
        (0.37, None, True),
    ],
)
async def test_meaning_and_words_together_make_an_answer(strength, share, weak):
    assert await is_weak(LOCAL, strength, share=share) == weak


@pytest.mark.parametrize(("strength", "weak"), [(0.25, False), (0.23, True)])
async def test_in_another_language_less_is_enough_and_words_do_not_count(strength, weak):
    assert await is_weak(LOCAL, strength, share=1.0, is_guest=True) == weak


async def test_what_is_meant_to_the_letter_is_never_weak():
    for mode in ("hybrid", "words"):
        assert not await is_weak(LOCAL, -0.5, share=0.0, mode=mode, terms=1)


@pytest.mark.parametrize(("strength", "weak"), [(0.4, False), (0.3, True)])
async def test_by_words_alone_a_third_of_them_is_enough(strength, weak):
    assert await is_weak(LOCAL, strength, mode="words") == weak


def test_of_an_unknown_model_scores_count_from_the_background_whatever_their_range():
    spread, narrow = UNKNOWN.strength(0.5, 0.3), UNKNOWN.strength(0.95, 0.93)
    assert spread == pytest.approx(narrow)
    assert UNKNOWN.strength(0.3, 0.3) == 0
    assert UNKNOWN.strength(1.0, 1.0) == 0
    assert LOCAL.strength(0.5, 0.3) == 0.5
