"""What a collection finds for one query: by what passages mean, by their words, by both."""

from __future__ import annotations

import asyncio
import math
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from kbdesk.rag.document import VectorSearchResult
from kbdesk.rag.language import UNKNOWN, language_of
from kbdesk.rag.retrieval.fusion import WORDS_WEIGHT, by_reciprocal_ranks, exact_first, interleaved
from kbdesk.rag.retrieval.identifiers import exact_terms
from kbdesk.rag.retrieval.narrowed import Key, Narrowed, key_of
from kbdesk.rag.retrieval.relevance import Relevance

_BACKGROUND = 50
"""The passage at this place is hardly an answer: what is nearer than it is measured from it."""

_LEAST_SHARE = 0.15
"""Passages with less of the query's words, such as those with its “is” in a small handbook, are not found by words."""

_WEIGHED = 20
"""Of so many of the nearest passages the share is asked together with that of the others: each question takes time."""

Hits = Sequence[VectorSearchResult]


@dataclass(frozen=True)
class Query:
    """A query on its way through a search.

    Attributes:
        number: Its place among the queries, from 0.
        text: Its text; "" for a picture.
        vector: Its embedding; empty where only words are searched.
    """

    number: int
    text: str
    vector: Sequence[float] = ()


@dataclass(frozen=True)
class Candidate:
    """A passage that may answer a query.

    Attributes:
        hit: The passage with its score by meaning, or by words where no model was asked.
        language: The passage's; None where it was not told.
        strength: How near it is, as the model's `Relevance` says it; by words alone, their share.
        is_guest: Whether its language is another one than the query's.
        meaning_rank: Its place by meaning in its language, from 1.
        words_rank: Its place by words, from 1.
        terms: How many identifiers and phrases of the query stand in it.
        share: What share of the query's words stands in it, if that was asked.
    """

    hit: VectorSearchResult
    language: str | None
    strength: float
    is_guest: bool = False
    meaning_rank: int | None = None
    words_rank: int | None = None
    terms: int = 0
    share: float | None = None


@dataclass(frozen=True)
class Findings:
    """What one query found.

    Attributes:
        query: The query.
        candidates: All that may answer it, best first.
    """

    query: Query
    candidates: Mapping[Key, Candidate]


async def find_by_meaning(
    source: Narrowed, query: Query, depth: int, *, relevance: Relevance, least: float | None = None
) -> Findings:
    """Return the nearest passages, whatever their language.

    Args:
        source: Where is searched.
        query: The query.
        depth: At most so many.
        relevance: What the model's scores mean.
        least: Passages with a lower score are left out.
    """
    asked = max(depth, _BACKGROUND) if relevance.is_relative else depth
    hits = await source.nearest(query.vector, asked)
    languages = await languages_of(hits[:depth])
    background = _background(hits)
    ranks: dict[str, int] = {}
    candidates: dict[Key, Candidate] = {}
    for hit, language in zip(hits[:depth], languages, strict=True):
        ranks[language] = ranks.get(language, 0) + 1
        if least is None or hit.score >= least:
            strength = relevance.strength(hit.score, background)
            candidates[key_of(hit)] = Candidate(hit, language, strength, meaning_rank=ranks[language])
    return Findings(query, candidates)


async def find_by_words(source: Narrowed, query: Query, depth: int) -> Findings:
    """Return the passages with the query's words; its identifiers and phrases first. Scores are shares of its words."""
    hits, exact = await asyncio.gather(
        source.with_words(query.text, depth), source.with_terms(exact_terms(query.text), depth)
    )
    found = {key_of(hit): hit for hit in [*hits, *exact]}
    ranks = _ranks(hits)
    terms = _terms(exact)
    shares = await source.shares(query.text, list(found))
    candidates: dict[Key, Candidate] = {}
    for key in exact_first(list(ranks), terms):
        share = shares.get(key, found[key].score)
        hit = found[key].model_copy(update={"score": share})
        candidates[key] = Candidate(hit, None, share, words_rank=ranks.get(key), terms=terms.get(key, 0))
    return Findings(query, candidates)


async def find_by_both(
    source: Narrowed, query: Query, depth: int, *, relevance: Relevance, least: float | None = None
) -> Findings:
    """Return the passages that are nearest in each language, fused with those that have the query's words.

    Words count in the query's language only. The arguments are those of `find_by_meaning`.
    """
    language = await asyncio.to_thread(language_of, query.text) if query.text else UNKNOWN
    nearest = await source.nearest_by_language(query.vector, depth, language)
    host = _host(nearest, language)
    words, exact = await asyncio.gather(
        source.with_words(query.text, depth, host if len(nearest) > 1 else UNKNOWN),
        source.with_terms(exact_terms(query.text), depth),
    )
    shares = await source.shares(query.text, list(_ranks([*words, *nearest.get(host, ())[:_WEIGHED]])))
    telling = [hit for hit in words if shares.get(key_of(hit), 1.0) >= _LEAST_SHARE]
    gathered = _Gathered(nearest, language, host, telling, exact, shares)
    scores = await source.scores(query.vector, gathered.unscored())
    candidates = gathered.candidates(scores, relevance)
    ordered = {key: candidates[key] for key in gathered.order(relevance)}
    return Findings(query, {key: one for key, one in ordered.items() if _counts(one.hit.score, least)})


@dataclass(frozen=True)
class _Gathered:
    """What the store gave for one query.

    Attributes:
        nearest: The nearest passages by language, with scores that compare within it.
        language: The query's, as far as it can be told.
        host: The same; where the collection has none in it, that of the nearest passage.
        words: The passages with its words.
        exact: The passages with its identifiers and phrases.
        shares: What share of its words stands in passages, as far as it was asked.
    """

    nearest: Mapping[str, Hits]
    language: str
    host: str
    words: Hits
    exact: Hits
    shares: Mapping[Key, float]

    @property
    def hosts(self) -> Hits:
        """The nearest passages in the query's language."""
        return self.nearest.get(self.host, ())

    @property
    def guests(self) -> dict[str, Hits]:
        """The nearest passages in each other language."""
        return {language: hits for language, hits in self.nearest.items() if language != self.host}

    def unscored(self) -> list[Key]:
        """Return the passages whose score with the query as it is was not told."""
        known = {} if self.is_guest(self.host) else _ranks(self.hosts)
        others = [*self.words, *self.exact, *(hit for hits in self.nearest.values() for hit in hits)]
        return [key for key in dict.fromkeys(map(key_of, others)) if key not in known]

    def is_guest(self, language: str) -> bool:
        """Return whether passages in a language are in another one than the query."""
        return language != (self.language or self.host)

    def order(self, relevance: Relevance) -> list[Key]:
        """Return all passages, best first."""
        hosts = by_reciprocal_ranks(
            [list(_ranks(self.hosts)), list(_ranks(self.words))], [1 - WORDS_WEIGHT, WORDS_WEIGHT]
        )
        farther = [-hit.score for hit in self.hosts]
        guests = [
            [(key_of(hit), bisect_left(farther, -relevance.across * hit.score)) for hit in hits]
            for hits in self.guests.values()
        ]
        return exact_first(interleaved(hosts, guests), _terms(self.exact))

    def candidates(self, scores: Mapping[Key, float], relevance: Relevance) -> dict[Key, Candidate]:
        """Return all passages with what is known of them.

        Args:
            scores: The scores by meaning that were asked for besides.
            relevance: What scores mean.
        """
        words, terms = _ranks(self.words), _terms(self.exact)
        found: dict[Key, Candidate] = {}
        for language, hits in [(self.host, self.hosts), *self.guests.items()]:
            is_guest, background = self.is_guest(language), _background(hits)
            for rank, hit in enumerate(hits, 1):
                score = scores.get(key_of(hit), hit.score)
                strength = relevance.strength(hit.score if is_guest else score, background)
                found.setdefault(key_of(hit), Candidate(_scored(hit, score), language, strength, is_guest, rank))
        background = _background(self.hosts)
        lowest = self.hosts[-1].score if self.hosts else 0.0  # the others are farther away than all that was found
        for language, hits in ((self.host, self.words), (None, self.exact)):
            for hit in hits:
                score = scores.get(key_of(hit), lowest)
                strength = relevance.strength(score, background)
                found.setdefault(key_of(hit), Candidate(_scored(hit, score), language, strength))
        return {
            key: replace(one, words_rank=words.get(key), terms=terms.get(key, 0), share=self.shares.get(key))
            for key, one in found.items()
        }


def _scored(hit: VectorSearchResult, score: float) -> VectorSearchResult:
    return hit.model_copy(update={"score": score})


def _counts(score: float, least: float | None) -> bool:
    """Return whether a score is large enough; minus infinity is that of a passage that has gone meanwhile."""
    return math.isfinite(score) if least is None else score >= least


def _host(nearest: Mapping[str, Hits], language: str) -> str:
    """Return the query's language, or where the collection has none in it, that of the nearest passage."""
    if language in nearest:
        return language
    return max(nearest, key=lambda other: max((hit.score for hit in nearest[other]), default=-1.0), default=UNKNOWN)


def _background(hits: Hits) -> float:
    return hits[min(_BACKGROUND, len(hits)) - 1].score if hits else 0.0


def _ranks(hits: Hits) -> dict[Key, int]:
    return {key_of(hit): rank for rank, hit in enumerate(hits, 1)}


def _terms(exact: Hits) -> dict[Key, int]:
    return {key_of(hit): round(hit.score) for hit in exact}


async def languages_of(hits: Hits) -> list[str]:
    """Return the languages of passages; where a store does not say them, the first call loads a model."""
    told = [hit.language for hit in hits]
    if None not in told:
        return [language or UNKNOWN for language in told]
    return await asyncio.to_thread(lambda: [_language_of(hit) for hit in hits])


def _language_of(hit: VectorSearchResult) -> str:
    return language_of(hit.chunk.text) if hit.language is None else hit.language
