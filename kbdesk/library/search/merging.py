"""Hits of several knowledge bases in one list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from kbdesk.rag.document import VectorSearchResult

ScoreKind = Literal["meaning", "words"]


@dataclass(frozen=True)
class Answer:
    """What one knowledge base found.

    Attributes:
        embedding: Identity of the model that gave the scores; only scores of one model can be compared.
        score_kind: What the scores are.
        results: Best first.
    """

    embedding: str
    score_kind: ScoreKind
    results: Sequence[VectorSearchResult]


@dataclass(frozen=True)
class Ranked:
    """A hit among all.

    Attributes:
        result: The passage with its score.
        score_kind: What the score is.
    """

    result: VectorSearchResult
    score_kind: ScoreKind


def merge(answers: Sequence[Answer]) -> list[Ranked]:
    """Return all hits, best first.

    Those of one model stand in the order of their scores; those of different models take turns by their rank.
    """
    groups: dict[tuple[str, str], list[Ranked]] = {}
    for answer in answers:
        group = groups.setdefault((answer.embedding, answer.score_kind), [])
        group.extend(Ranked(result, answer.score_kind) for result in answer.results)
    placed: list[tuple[int, Ranked]] = []
    for group in groups.values():
        group.sort(key=lambda ranked: -ranked.result.score)
        placed.extend(enumerate(group))
    placed.sort(key=lambda pair: pair[0])
    return [ranked for _, ranked in placed]
