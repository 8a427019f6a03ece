"""What several knowledge bases answer in one list."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from kbdesk.rag.retrieval.fusion import Ranked, by_reciprocal_ranks

ScoreKind = Literal["meaning", "words"]
Key = tuple[str, str | int]


@dataclass(frozen=True)
class Answer:
    """What one knowledge base found.

    Attributes:
        embedding: Identity of the model that gave the scores; only scores of one model can be compared.
        score_kind: What the scores are.
        ranked: Best first, weak ones last.
    """

    embedding: str
    score_kind: ScoreKind
    ranked: Sequence[Ranked]


@dataclass(frozen=True)
class Scored:
    """A hit among all.

    Attributes:
        ranked: The hit in its knowledge base.
        score_kind: What its score is.
    """

    ranked: Ranked
    score_kind: ScoreKind


def merge(answers: Sequence[Answer]) -> list[Scored]:
    """Return all hits, strong before weak, best first, the same passage of the same content once.

    Hits with scores of one model are compared; the lists of several models are fused by reciprocal rank, so that what
    two of them find comes before what one of them finds.
    """
    best: dict[Key, Scored] = {}
    rankings: list[list[Key]] = []
    for scored_list in _lists(answers):
        rankings.append([_key(scored.ranked) for scored in scored_list])
        for key, scored in zip(rankings[-1], scored_list, strict=True):
            if key not in best or best[key].ranked.is_weak > scored.ranked.is_weak:
                best[key] = scored
    fused = [best[key] for key in by_reciprocal_ranks(rankings)]
    return sorted(fused, key=lambda scored: (scored.ranked.is_weak, not scored.ranked.is_exact))


def _lists(answers: Sequence[Answer]) -> list[list[Scored]]:
    """Return a list for each model, best first, no passage twice."""
    groups: dict[tuple[str, ScoreKind], list[Answer]] = defaultdict(list)
    for answer in answers:
        groups[answer.embedding, answer.score_kind].append(answer)
    return [
        [Scored(ranked, score_kind) for ranked in _distinct(_compared([answer.ranked for answer in group]))]
        for (_, score_kind), group in groups.items()
    ]


def _compared(lists: Sequence[Sequence[Ranked]]) -> list[Ranked]:
    """Return the hits of one model from several knowledge bases, best first.

    A hit stands behind those before it in its own knowledge base, and behind those of the others that have a better
    score: of its language, since a model puts texts in one language closer together.
    """
    scores = [_scores_by_language(found) for found in lists]
    placed: list[tuple[int, float, Ranked]] = []
    for own, found in enumerate(lists):
        others = [each for number, each in enumerate(scores) if number != own]
        for place, ranked in enumerate(found):
            score = ranked.result.score
            better = sum(len(of[ranked.language]) - bisect_right(of[ranked.language], score) for of in others)
            placed.append((place + better, -score, ranked))
    return [ranked for *_, ranked in sorted(placed, key=lambda each: each[:2])]


def _scores_by_language(found: Sequence[Ranked]) -> dict[str, list[float]]:
    """Return the scores of the hits in each language, ascending."""
    scores: dict[str, list[float]] = defaultdict(list)
    for ranked in sorted(found, key=lambda ranked: ranked.result.score):
        scores[ranked.language].append(ranked.result.score)
    return scores


def _distinct(hits: Iterable[Ranked]) -> list[Ranked]:
    kept: dict[Key, Ranked] = {}
    for ranked in hits:
        kept.setdefault(_key(ranked), ranked)
    return list(kept.values())


def _key(ranked: Ranked) -> Key:
    """Return what tells a passage from all others: what its file holds, and what it says.

    Its index does not: another knowledge base may cut the same file elsewhere. The hash is the one that was stored with
    the passage: the document's row may already tell of a newer content.
    """
    chunk = ranked.result.chunk
    return chunk.metadata.get("sha256", ranked.result.document_id), chunk.text or chunk.chunk_index
