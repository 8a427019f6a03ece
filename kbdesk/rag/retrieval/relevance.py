"""From where on a hit is an answer and not only the nearest there is."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Relevance:
    """What scores of one model mean.

    Attributes:
        least: A hit of which only the meaning is known counts from this score on.
        least_with_words: From this sum on a hit counts of which also the share of the query's words is known.
        share_weight: How much that share adds.
        least_across: A hit in another language than the query's counts from this score on.
        across: With how much a score in another language is multiplied to compare it with one in the query's.
        is_relative: Whether the scores meant here are measured from the background of the query to 1, not from 0 to 1.
    """

    least: float
    least_with_words: float
    share_weight: float
    least_across: float
    across: float
    is_relative: bool = False

    def strength(self, score: float, background: float) -> float:
        """Return how near a hit is, on the scale of the other numbers.

        Args:
            score: Its cosine.
            background: That of a passage that is hardly an answer to the same query.
        """
        return (score - background) / max(1 - background, 1e-6) if self.is_relative else score


LEAST_SHARE = 0.33
"""By words alone a hit counts from this share of the query's words on, each weighed by its rarity."""

# Measured by tests/benchmarks/retrieval.py on ../shared/eval: of the right passages among the first ten 92 % are above
# the line; of 36 questions that have nothing to do with the handbooks 89 % find nothing above it.
_MEASURED = {
    "local|multilingual-e5-small|384|1": Relevance(
        least=0.38, least_with_words=0.43, share_weight=0.2, least_across=0.24, across=1.4
    ),
}

# For a model of which nothing is known: the 50th passage is taken for the background, so that it does not matter in
# what range its cosines lie. Taken for such a model, the built-in one has 84 and 86 %.
_ESTIMATED = Relevance(
    least=0.08, least_with_words=0.18, share_weight=0.3, least_across=0.16, across=1.0, is_relative=True
)


def relevance_of(identity: str) -> Relevance:
    """Return what the scores of a model mean, by its identity (`EmbeddingModelBase.identity`)."""
    return _MEASURED.get(identity, _ESTIMATED)
