"""Hits by meaning and by words in one list."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

from kbdesk.rag.document import VectorSearchResult

SMOOTHING = 10
"""What is added to a rank. With few, the first places of a list count for much more than the next."""

WORDS_WEIGHT = 0.25
"""The weight of words beside meaning. On ../shared/eval all from 0.15 to 0.4 are better than meaning alone."""

_GUESTS_FROM = 5
_HOSTS_A_GUEST = 2

K = TypeVar("K", bound=Hashable)

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


@dataclass(frozen=True)
class Standing:
    """A passage among all.

    Attributes:
        place: Its place in the whole list, from 1; None: so far behind that it was not counted.
        ranked: The passage, with what speaks for it.
    """

    place: int | None
    ranked: Ranked


def by_reciprocal_ranks(
    rankings: Sequence[Sequence[K]], weights: Sequence[float] | None = None, smoothing: int = SMOOTHING
) -> list[K]:
    """Return what stands in any of the rankings, best first; ties stay in order of appearance.

    Args:
        rankings: Each best first, nothing twice.
        weights: How much each ranking counts; all the same by default.
        smoothing: Added to each rank.

    Source: Cormack, Clarke and Büttcher 2009, Reciprocal Rank Fusion Outperforms Condorcet and Individual Rank Learning
    Methods.
    """
    points: dict[K, float] = defaultdict(float)
    for ranking, weight in zip(rankings, weights or [1.0] * len(rankings), strict=True):
        for rank, key in enumerate(ranking, 1):
            points[key] += weight / (smoothing + rank)
    return sorted(points, key=lambda key: -points[key])


def interleaved(hosts: Sequence[K], guests: Sequence[Sequence[tuple[K, int]]]) -> list[K]:
    """Return passages in the query's language with those in other languages among them.

    A guest stands behind as many hosts as are nearer to the query. Whatever the scores say, the first of each language
    comes behind the fifth host at the latest, and another one every two hosts: so the page is on the list that answers
    in another language, though a model puts texts in one language closer together. Within a language the order stays.

    Args:
        hosts: Passages in the query's language, best first.
        guests: For each other language its passages, best first, each with the number of hosts that are nearer.
    """
    places: list[tuple[float, int, K]] = [(rank, 0, key) for rank, key in enumerate(hosts)]
    for ranking in guests:
        behind = 0
        for rank, (key, nearer) in enumerate(ranking):
            behind = max(behind, min(nearer, _GUESTS_FROM + _HOSTS_A_GUEST * rank))
            places.append((behind - 0.5, rank, key))
    places.sort(key=lambda place: place[:2])
    return list(dict.fromkeys(key for _, _, key in places))


def exact_first(ranking: Sequence[K], terms: Mapping[K, int]) -> list[K]:
    """Return the ranking with those first that hold terms to the letter, the more of them the earlier.

    Args:
        ranking: Best first.
        terms: How many terms each passage holds that holds any; those that are not in the ranking stand behind others
            that hold as many.
    """
    return sorted(dict.fromkeys([*ranking, *terms]), key=lambda key: -terms.get(key, 0))
