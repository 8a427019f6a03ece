"""Full-text search in a store's file."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kbdesk.rag.stores.matrix import Ranges
from kbdesk.rag.stores.words import query_words

_COMMON_SHARE = 0.05
_COMMON_LEAST = 500
_MAX_WORDS = 64


@dataclass(frozen=True)
class WordCount:
    """A word of a query.

    Attributes:
        word: The word; with "*" at its end, any word that starts so.
        passages: Number of passages it stands in.
    """

    word: str
    passages: int


def best_by_words(
    connection: sqlite3.Connection, collection: int, query: str, *, top_k: int, only: Ranges | None
) -> tuple[list[int], list[float]]:
    """Return chunk ids and BM25 scores (above 0), best first.

    Args:
        connection: In a transaction.
        collection: Key of the collection.
        query: Any text; passages with any of its words are found.
        top_k: At most so many.
        only: The chunks to look at; None for all.
    """
    words = _telling_words(connection, collection, query)
    if not words:
        return [], []
    match = " OR ".join(f'"{word[:-1]}"*' if word.endswith("*") else f'"{word}"' for word in words)
    table = f"words_{collection}"
    rows = connection.execute(
        f"SELECT rowid, -rank FROM {table} WHERE {table} MATCH ? ORDER BY rank LIMIT ?",  # noqa: S608  # our own name
        (match, top_k if only is None else -1),
    )
    ids: list[int] = []
    scores: list[float] = []
    for chunk_id, score in rows:
        if only is None or _contains(only, chunk_id):
            ids.append(chunk_id)
            scores.append(score)
            if len(ids) == top_k:
                break
    rows.close()
    return ids, scores


def _contains(ranges: Ranges, chunk_id: int) -> bool:
    run = int(np.searchsorted(ranges.starts, chunk_id, side="right")) - 1
    return run >= 0 and chunk_id < ranges.starts[run] + ranges.counts[run]


def _telling_words(connection: sqlite3.Connection, collection: int, query: str) -> Sequence[str]:
    """Return the words that tell passages apart.

    Words that stand in many passages say little and cost most of the time (each passage they stand in is scored): they
    are left out when others remain. In a small collection nothing is common.
    """
    counts = [count for count in _counts(connection, collection, query_words(query)) if count.passages]
    if not counts:
        return []
    total = connection.execute("SELECT sum(chunk_count) FROM documents WHERE collection = ?", (collection,)).fetchone()[
        0
    ]
    common = max(_COMMON_LEAST, _COMMON_SHARE * total)
    rarest_first = sorted(counts, key=lambda count: count.passages)
    telling = [count.word for count in rarest_first if count.passages <= common]
    return (telling or [rarest_first[0].word])[:_MAX_WORDS]


def _counts(connection: sqlite3.Connection, collection: int, words: Sequence[str]) -> list[WordCount]:
    vocabulary = f"vocabulary_{collection}"
    counts: list[WordCount] = []
    for word in words:
        if word.endswith("*"):
            first, behind = word[:-1], word[:-1] + "\U0010ffff"
            condition, values = "term >= ? AND term < ?", (first, behind)
        else:
            condition, values = "term = ?", (word,)
        passages = connection.execute(
            f"SELECT sum(doc) FROM {vocabulary} WHERE {condition}",  # noqa: S608  # a number of our own
            values,
        ).fetchone()[0]
        counts.append(WordCount(word, passages or 0))
    return counts
