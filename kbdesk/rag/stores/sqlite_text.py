"""Full-text search in a store's file."""

from __future__ import annotations

import itertools
import math
import re
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kbdesk.rag.language import UNKNOWN
from kbdesk.rag.stores.matrix import Ranges
from kbdesk.rag.stores.sqlite_read import read_languages, read_texts
from kbdesk.rag.stores.words import (
    MARKED_LANGUAGES,
    folded,
    is_piece,
    mark_of,
    query_forms,
    query_words,
    stems,
    telling_words,
    words_of,
)

_COMMON_SHARE = 0.05
_COMMON_LEAST = 500
_MAX_WORDS = 64
_LOOKED_FARTHER = 20
_TRIED_FIRST = 4
# With none, of 36 questions that nothing answers in ../shared/eval 64 % find no passage that has enough of their words
# and meaning to look like an answer; with a half 92 %, with the whole 94 %.
_PIECE_NOWHERE = 0.5
_FORM_BONUS = 0.1  # on ../shared/eval more costs, and less brings no more


@dataclass(frozen=True)
class _Word:
    """A word of a query.

    Attributes:
        stems: As it stands in passages of each language; with "*" at its end, any word that starts so.
        passages: Number of passages it stands in.
    """

    stems: tuple[str, ...]
    passages: int


def best_by_words(
    connection: sqlite3.Connection, collection: int, query: str, *, top_k: int, only: Ranges | None
) -> tuple[list[int], list[float]]:
    """Return chunk ids and scores above 0, best first: BM25, and a little more for the very forms that were asked for.

    Args:
        connection: In a transaction.
        collection: Key of the collection.
        query: Any text; passages with any of its words are found.
        top_k: At most so many.
        only: The chunks to look at; None for all.
    """
    languages = languages_in(connection, collection)
    words = _uncommon(connection, collection, telling_words(query, languages))
    if not words:
        return [], []
    told = set(words)
    forms = [
        form
        for form in query_forms(query)
        if form.isascii() and form.isalpha() and not told.isdisjoint(stems(form, languages))
    ]
    found = _ranked(connection, collection, words, top_k=top_k + _LOOKED_FARTHER if forms else top_k, only=only)
    if forms:
        found = _with_forms(connection, found, forms)
    best = sorted(found, key=lambda one: -found[one])[:top_k]
    return best, [found[one] for one in best]


def _ranked(
    connection: sqlite3.Connection, collection: int, words: Iterable[str], *, top_k: int, only: Ranges | None
) -> dict[int, float]:
    """Return the BM25 scores of the best chunks, best first."""
    match = " OR ".join(f'"{word[:-1]}"*' if word.endswith("*") else f'"{word}"' for word in words)
    table = f"words_{collection}"
    query = f"SELECT rowid, -rank FROM {table} WHERE {table} MATCH ? ORDER BY rank LIMIT ?"  # noqa: S608  # our own name
    # Sorting all that match takes longer than finding the best; most often enough of those are wanted.
    found: dict[int, float] = {}
    for limit in (top_k,) if only is None else (_TRIED_FIRST * top_k, -1):
        rows: list[tuple[int, float]] = connection.execute(query, (match, limit)).fetchall()
        found = {key: score for key, score in rows if only is None or key in only}
        if len(found) >= top_k or len(rows) < limit:
            break
    return dict(itertools.islice(found.items(), top_k))


def _with_forms(connection: sqlite3.Connection, found: dict[int, float], forms: Sequence[str]) -> dict[int, float]:
    """Return the scores, larger where words stand in the very form that was asked for."""
    patterns = [re.compile(rf"(?<![0-9a-z]){form}(?![0-9a-z])") for form in forms]
    texts = read_texts(connection, found)
    return {
        chunk_id: score * (1 + _FORM_BONUS * _share(patterns, folded(texts[chunk_id])))
        for chunk_id, score in found.items()
    }


def _share(patterns: Sequence[re.Pattern[str]], text: str) -> float:
    return sum(pattern.search(text) is not None for pattern in patterns) / len(patterns)


def word_shares(connection: sqlite3.Connection, collection: int, query: str, ids: Sequence[int]) -> list[float]:
    """Return for each chunk what share of the query's words stands in it, each weighed by its rarity.

    A word that stands nowhere counts most, a pair of characters half of that: it may be the end of one word and the
    start of the next.
    """
    total = _total(connection, collection)
    words = _counted(connection, collection, query_words(query, languages_in(connection, collection)))
    weights = [_weight(word, total) for word in words]
    if not any(weights):
        return [0.0] * len(ids)
    texts, languages = read_texts(connection, ids), read_languages(connection, ids)
    return [
        sum(itertools.compress(weights, _are_in(texts[one], languages[one], words))) / sum(weights)
        if one in texts
        else 0.0
        for one in ids
    ]


def _weight(word: _Word, total: int) -> float:
    rarity = math.log(1 + (total - word.passages + 0.5) / (word.passages + 0.5))
    return rarity if word.passages or not is_piece(word.stems[0]) else _PIECE_NOWHERE * rarity


def _are_in(text: str, language: str, words: Sequence[_Word]) -> list[bool]:
    """Return for each word whether it stands in a passage."""
    # Pieces are looked for in the text as it is: cutting it into all of its own takes ten times as long.
    characters = folded(text)
    pieces = [word.stems[0].removesuffix("*") if is_piece(word.stems[0]) else "" for word in words]
    own: set[str] = set() if all(pieces) else set(words_of(text, language))
    return [
        piece in characters if piece else not own.isdisjoint(word.stems)
        for piece, word in zip(pieces, words, strict=True)
    ]


def _total(connection: sqlite3.Connection, collection: int) -> int:
    query = "SELECT coalesce(sum(chunk_count), 0) FROM documents WHERE collection = ?"
    return connection.execute(query, (collection,)).fetchone()[0]


def languages_in(connection: sqlite3.Connection, collection: int) -> list[str]:
    """Return the languages whose stems occur in a collection; "" for those that have none of their own."""
    query = f"SELECT 1 FROM vocabulary_{collection} WHERE term >= ? AND term < ? LIMIT 1"  # noqa: S608  # a number of our own
    return [
        UNKNOWN,
        *(
            language
            for language in MARKED_LANGUAGES
            if connection.execute(query, (mark_of(language), mark_of(language) + "\U0010ffff")).fetchone()
        ),
    ]


def _uncommon(connection: sqlite3.Connection, collection: int, words: Sequence[tuple[str, ...]]) -> list[str]:
    """Return those of the words that tell passages apart, each stem by itself.

    Words that stand in many passages say little and cost most of the time (each passage they stand in is scored): they
    are left out when others remain. In a small collection nothing is common.
    """
    counted = [word for word in _counted(connection, collection, words) if word.passages]
    if not counted:
        return []
    common = max(_COMMON_LEAST, _COMMON_SHARE * _total(connection, collection))
    rarest_first = sorted(counted, key=lambda word: word.passages)
    telling = [word for word in rarest_first if word.passages <= common] or rarest_first[:1]
    return list(dict.fromkeys(stem for word in telling[:_MAX_WORDS] for stem in word.stems))


def _counted(connection: sqlite3.Connection, collection: int, words: Sequence[tuple[str, ...]]) -> list[_Word]:
    return [_Word(stems, sum(_passages(connection, collection, stem) for stem in stems)) for stems in words]


def _passages(connection: sqlite3.Connection, collection: int, word: str) -> int:
    if word.endswith("*"):
        condition, values = "term >= ? AND term < ?", (word[:-1], word[:-1] + "\U0010ffff")
    else:
        condition, values = "term = ?", (word,)
    query = f"SELECT coalesce(sum(doc), 0) FROM vocabulary_{collection} WHERE {condition}"  # noqa: S608  # our own name
    return connection.execute(query, values).fetchone()[0]
