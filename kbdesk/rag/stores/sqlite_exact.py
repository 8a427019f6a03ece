"""Which passages of a store's file hold identifiers and phrases as they are written."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass

from kbdesk.rag.stores.matrix import Ranges
from kbdesk.rag.stores.sqlite_read import read_texts
from kbdesk.rag.stores.sqlite_text import languages_in
from kbdesk.rag.stores.terms import Term

_MOST = 2000  # candidates of each term that are looked at, those first that its words tell apart best
_AT_ONCE = 50


@dataclass
class _Candidate:
    terms: int = 0
    rank: float = 0.0


def best_by_terms(
    connection: sqlite3.Connection, collection: int, written: Iterable[str], *, top_k: int, only: Ranges | None
) -> tuple[list[int], list[float]]:
    """Return ids of chunks in which terms stand, and how many, those with most of them first.

    Args:
        connection: In a transaction.
        collection: Key of the collection.
        written: The terms as a person wrote them.
        top_k: At most so many.
        only: The chunks to look at; None for all.
    """
    languages = languages_in(connection, collection)
    terms = {term: match for term in map(Term, dict.fromkeys(written)) if (match := term.match(languages))}
    candidates = _candidates(connection, collection, terms.values(), only)
    waiting = sorted(candidates, key=lambda key: (-candidates[key].terms, candidates[key].rank, key))
    found: list[tuple[int, int]] = []
    for start in range(0, len(waiting), _AT_ONCE):
        batch = waiting[start : start + _AT_ONCE]
        # None of those that wait can hold more terms than its words say.
        if sum(count >= candidates[batch[0]].terms for _, count in found) >= top_k:
            break
        texts = read_texts(connection, batch)
        counts = [(key, sum(term.stands_in(texts[key]) for term in terms)) for key in batch]
        found += [(key, count) for key, count in counts if count]
    found.sort(key=lambda one: -one[1])  # stable: within a number of terms, the better match of words first
    return [key for key, _ in found[:top_k]], [float(count) for _, count in found[:top_k]]


def _candidates(
    connection: sqlite3.Connection, collection: int, matches: Iterable[str], only: Ranges | None
) -> dict[int, _Candidate]:
    table = f"words_{collection}"
    candidates: dict[int, _Candidate] = {}
    for match in matches:
        rows = connection.execute(
            f"SELECT rowid, rank FROM {table} WHERE {table} MATCH ? ORDER BY rank",  # noqa: S608  # our own name
            (match,),
        )
        taken = 0
        for chunk_id, rank in rows:
            if only is not None and chunk_id not in only:
                continue
            candidate = candidates.setdefault(chunk_id, _Candidate())
            candidate.terms += 1
            candidate.rank += rank
            taken += 1
            if taken == _MOST:
                break
        rows.close()
    return candidates
