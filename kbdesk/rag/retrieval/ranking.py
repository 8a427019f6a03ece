"""What several queries found in one list, with what speaks for each hit."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from kbdesk.rag.language import UNKNOWN
from kbdesk.rag.retrieval.finding import Candidate, Findings, Query, languages_of
from kbdesk.rag.retrieval.fusion import Mode, Ranked, by_reciprocal_ranks, exact_first
from kbdesk.rag.retrieval.narrowed import Key, Narrowed
from kbdesk.rag.retrieval.relevance import LEAST_SHARE, Relevance


@dataclass(frozen=True)
class Chosen:
    """A passage with the query that it answers best.

    Attributes:
        query: The query.
        candidate: The passage.
    """

    query: Query
    candidate: Candidate


def choose_by_ranks(findings: Sequence[Findings], top_k: int) -> dict[Key, Chosen]:
    """Return the best passages of all queries, each once: those to the letter first, the others by their ranks."""
    chosen = _best(findings, lambda place, _: -place)
    order = by_reciprocal_ranks([list(found.candidates) for found in findings])
    terms = {key: one.candidate.terms for key, one in chosen.items() if one.candidate.terms}
    return {key: chosen[key] for key in exact_first(order, terms)[:top_k]}


def choose_by_scores(findings: Sequence[Findings], top_k: int) -> dict[Key, Chosen]:
    """Return the passages with the best scores of all queries, each once; equal ones in order of appearance."""
    chosen = _best(findings, lambda _, candidate: candidate.hit.score)
    order = sorted(chosen, key=lambda key: -chosen[key].candidate.hit.score)
    return {key: chosen[key] for key in order[:top_k]}


def _best(findings: Sequence[Findings], value: Callable[[int, Candidate], float]) -> dict[Key, Chosen]:
    """Return each passage with the query for which its place and what is known of it are worth most."""
    best: dict[Key, tuple[float, Chosen]] = {}
    for found in findings:
        for place, (key, candidate) in enumerate(found.candidates.items()):
            worth = value(place, candidate)
            if key not in best or worth > best[key][0]:
                best[key] = (worth, Chosen(found.query, candidate))
    return {key: chosen for key, (_, chosen) in best.items()}


async def rated(source: Narrowed, chosen: Mapping[Key, Chosen], mode: Mode, relevance: Relevance) -> list[Ranked]:
    """Return the passages in their order, with whether they are weak."""
    shares = await _shares(source, chosen) if mode == "hybrid" else {}
    languages = await _languages(chosen)
    return [
        Ranked(
            one.candidate.hit,
            one.query.number,
            languages.get(key) or one.candidate.language or UNKNOWN,
            one.candidate.meaning_rank,
            one.candidate.words_rank,
            is_exact=one.candidate.terms > 0,
            is_weak=_is_weak(one.candidate, mode, relevance, shares.get(key, one.candidate.share)),
        )
        for key, one in chosen.items()
    ]


async def _languages(chosen: Mapping[Key, Chosen]) -> dict[Key, str]:
    """Return the languages that are not known yet."""
    untold = {key: one.candidate.hit for key, one in chosen.items() if one.candidate.language is None}
    return dict(zip(untold, await languages_of(list(untold.values())), strict=True))


async def _shares(source: Narrowed, chosen: Mapping[Key, Chosen]) -> dict[Key, float]:
    """Return what share of its query's words stands in each passage in the query's language that was not asked for."""
    by_query: dict[str, list[Key]] = defaultdict(list)
    for key, one in chosen.items():
        if not one.candidate.is_guest and one.candidate.share is None:
            by_query[one.query.text].append(key)
    answers = await asyncio.gather(*(source.shares(text, keys) for text, keys in by_query.items()))
    return {key: share for answer in answers for key, share in answer.items()}


def _is_weak(candidate: Candidate, mode: Mode, relevance: Relevance, share: float | None) -> bool:
    if candidate.terms:
        return False
    if mode == "words":
        return candidate.strength < LEAST_SHARE
    if candidate.is_guest:
        return candidate.strength < relevance.least_across
    if share is None:
        return candidate.strength < relevance.least
    return candidate.strength + relevance.share_weight * share < relevance.least_with_words
