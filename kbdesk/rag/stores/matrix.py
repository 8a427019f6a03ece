"""The vectors of one collection in memory, for exact search; derived from the file and brought up to date from it."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, replace
from functools import cached_property
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kbdesk.rag.language import UNKNOWN
from kbdesk.rag.stores.checks import Vectors
from kbdesk.rag.stores.marks import OFF_MARK, Marks, counted, in_languages, is_in

Ids = NDArray[np.int64]
"""int64, one dimension."""

_SPARE = 1.5
_DEAD_SHARE = 0.25

_DOCUMENTS = "SELECT first_chunk, chunk_count FROM documents WHERE collection = ? ORDER BY first_chunk"
_MARKS = "SELECT marks FROM documents WHERE collection = ? AND first_chunk > ? ORDER BY first_chunk"
_CHANGED = (
    "SELECT first_chunk, chunk_count, marks FROM documents WHERE collection = ? AND first_chunk <= ? AND changed > ?"
)
_BLOCKS = """
    SELECT v.data FROM documents d
    CROSS JOIN vectors v ON v.first_chunk >= d.first_chunk AND v.first_chunk < d.first_chunk + d.chunk_count
    WHERE d.collection = ? AND d.first_chunk > ?
    ORDER BY d.first_chunk, v.first_chunk
"""
_BLOCKS_OF_DOCUMENT = "SELECT data FROM vectors WHERE first_chunk >= ? AND first_chunk < ? ORDER BY first_chunk"


@dataclass(frozen=True)
class Ranges:
    """Runs of consecutive chunk ids, ascending: one per document.

    Attributes:
        starts: The first id of each run.
        counts: The length of each run.
    """

    starts: Ids
    counts: Ids

    def __contains__(self, one: int) -> bool:
        run = int(np.searchsorted(self.starts, one, side="right")) - 1
        return run >= 0 and one < self.starts[run] + self.counts[run]

    def ids(self) -> Ids:
        """Return all ids, ascending."""
        ends = np.cumsum(self.counts)
        within = np.arange(ends[-1] if len(ends) else 0) - np.repeat(ends - self.counts, self.counts)
        return np.repeat(self.starts, self.counts) + within

    def where_ids(self, mask: NDArray[np.bool_]) -> Ranges:
        """Return the runs of the ids the mask selects, one of its values for each id."""
        ids = self.ids()[mask]
        starts = np.flatnonzero(np.diff(ids, prepend=-2) != 1)
        return Ranges(ids[starts], np.diff(starts, append=len(ids)))

    def where(self, mask: NDArray[np.bool_]) -> Ranges:
        """Return the runs the mask selects."""
        return Ranges(self.starts[mask], self.counts[mask])


@dataclass(frozen=True)
class MatrixView:
    """One state of a collection's vectors; never changes, so that a search needs no lock.

    Attributes:
        version: The collection's version in the file.
        vectors: float32, shape (rows, dimensions), each row of length 1 (or 0).
        ids: Chunk id of each row, ascending.
        marks: The mark of each row; those of deleted chunks are turned off.
        dead: Rows of deleted chunks.
        live: The chunks of the documents that exist.
        last_id: The largest chunk id ever seen.
    """

    version: int
    vectors: Vectors
    ids: Ids
    marks: Marks
    dead: Ids
    live: Ranges
    last_id: int

    @cached_property
    def hidden(self) -> Ids:
        """The rows that are never found."""
        return np.flatnonzero(self.marks == OFF_MARK)

    def nearest(self, query: Vectors, top_k: int, only: Ranges | None = None) -> tuple[Ids, Vectors]:
        """Return chunk ids and cosines, best first; equal ones in order of insertion.

        Args:
            query: float32, shape (dimensions,), length 1 (or 0).
            top_k: At most so many.
            only: The chunks to look at; None for all.
        """
        rows = self._rows(only)
        scores = self._cosines(query, rows)
        if rows is None:
            scores[self.hidden] = -np.inf
            best = _best(scores, min(top_k, len(scores) - len(self.hidden)))
            return self.ids[best], scores[best]
        best = _best(scores, top_k)
        return self.ids[rows[best]], scores[best]

    def nearest_by_language(
        self, query: Vectors, top_k: int, only: Ranges | None = None, *, language: str = UNKNOWN
    ) -> dict[str, tuple[Ids, Vectors]]:
        """Return for each language that occurs what `nearest` gives; chunks of no language count to every one.

        Args:
            query: float32, shape (dimensions,), length 1 (or 0).
            top_k: At most so many of each language.
            only: The chunks to look at; None for all.
            language: The query's. Others are compared with the query without its part along the mean vector of this.

        Returns:
            By language; where none occurs, all is under "".
        """
        rows = self._rows(only)
        ids, marks = (self.ids, self.marks) if rows is None else (self.ids[rows], self.marks[rows])
        present = set(counted(marks))
        told = present - {UNKNOWN} or present
        own = self._cosines(query, rows)
        others = own if told == {language} else self._without_language(own, query, rows, language)
        found: dict[str, tuple[Ids, Vectors]] = {}
        for one in told:
            places = np.flatnonzero(in_languages(marks, [one]))
            scores = (own if one == language else others)[places]
            best = _best(scores, top_k)
            found[one] = (ids[places[best]], scores[best])
        return found

    def _without_language(self, cosines: Vectors, query: Vectors, rows: Ids | None, language: str) -> Vectors:
        """Return the cosines with the query without its part along the mean vector of a language.

        A product with the mean is subtracted, not the mean from the query: that product stays the same for all queries.
        """
        if language not in self._along:
            members = (is_in(self.marks, language) & (language != UNKNOWN)).astype(np.float32)
            mean = unit_rows(members @ self.vectors)
            self._along[language] = (mean, self.vectors @ mean)
        mean, along = self._along[language]
        part = np.float32(query @ mean)
        length = np.sqrt(np.maximum(1 - part * part, np.finfo(np.float32).eps))
        return (cosines - part * (along if rows is None else along[rows])) / length

    @cached_property
    def _along(self) -> dict[str, tuple[Vectors, Vectors]]:
        """For languages that were asked for: the mean vector, of length 1 (or 0), and its product with each row."""
        return {}

    def scores(self, query: Vectors, chunks: Ids) -> Vectors:
        """Return the cosines of chunks; minus infinity for one that is not there or turned off."""
        rows = np.minimum(np.searchsorted(self.ids, chunks), max(len(self.ids) - 1, 0))
        found = np.full(len(chunks), -np.inf, np.float32)
        if len(self.ids):
            there = (self.ids[rows] == chunks) & (self.marks[rows] != OFF_MARK)
            found[there] = self.vectors[rows[there]] @ query
        return found

    def _rows(self, only: Ranges | None) -> Ids | None:
        """Return the rows of chunks that can be found; None for all."""
        if only is None:
            return None
        rows = np.searchsorted(self.ids, only.ids())
        return rows[self.marks[rows] != OFF_MARK]

    def _cosines(self, query: Vectors, rows: Ids | None) -> Vectors:
        if rows is None:
            return self.vectors @ query
        if len(rows) > len(self.ids) // 2:  # copying so many rows costs more than a few products too many
            return (self.vectors @ query)[rows]
        return self.vectors[rows] @ query


def _best(scores: Vectors, top_k: int) -> Ids:
    """Return the positions of the largest scores, best first; equal ones by position."""
    if 0 < top_k < len(scores):
        least = np.partition(scores, len(scores) - top_k)[len(scores) - top_k]
        candidates = np.flatnonzero(scores >= least)
    else:
        candidates = np.arange(len(scores))
    return candidates[np.argsort(-scores[candidates], kind="stable")][:top_k]


class Matrix:
    """Keeps the newest view of one collection; safe to use from several threads."""

    def __init__(self, collection: int, dimensions: int) -> None:
        self._collection = collection
        self._lock = Lock()
        nothing = np.empty(0, np.int64)
        # Rows below the newest view's end are never written again: older views go on using them.
        self._rows = np.empty((0, dimensions), np.float32)
        self._view = MatrixView(-1, self._rows, nothing, np.empty(0, np.uint8), nothing, Ranges(nothing, nothing), 0)

    def view(self, connection: sqlite3.Connection, version: int) -> MatrixView | None:
        """Return the view of the state that the connection's transaction sees.

        Args:
            connection: In a transaction.
            version: The collection's version in that transaction.

        Returns:
            The view, or None when a later state is already in memory: read again from a new transaction.
        """
        with self._lock:
            if self._view.version < version:
                self._view = self._newer(connection, version)
            return self._view if self._view.version == version else None

    def _newer(self, connection: sqlite3.Connection, version: int) -> MatrixView:
        old = self._view
        documents = np.array(connection.execute(_DOCUMENTS, (self._collection,)).fetchall(), np.int64).reshape(-1, 2)
        live = Ranges(documents[:, 0], documents[:, 1])
        gone = old.live.where(~np.isin(old.live.starts, live.starts, assume_unique=True))
        dead = np.concatenate([old.dead, np.searchsorted(old.ids, gone.ids())])
        if len(dead) > _DEAD_SHARE * len(old.ids):
            old = self._without(old, dead)
            dead = old.dead
        added = live.where(live.starts > old.last_id).ids()
        old = self._changed(connection, old)
        vectors = self._append(connection, old, len(added))
        last_id = int(added[-1]) if len(added) else old.last_id
        marks = np.concatenate([old.marks, self._marks_after(connection, old.last_id)])
        marks[dead] = OFF_MARK
        return MatrixView(version, vectors, np.concatenate([old.ids, added]), marks, dead, live, last_id)

    def _marks_after(self, connection: sqlite3.Connection, last_id: int) -> Marks:
        rows = connection.execute(_MARKS, (self._collection, last_id))
        return np.frombuffer(b"".join(row[0] for row in rows), np.uint8)

    def _changed(self, connection: sqlite3.Connection, old: MatrixView) -> MatrixView:
        """Return the view with the chunks that were replaced under their ids, in memory of its own if need be."""
        vectors, marks = old.vectors, old.marks.copy()
        values = (self._collection, old.last_id, old.version)
        changed: list[tuple[int, int, bytes]] = connection.execute(_CHANGED, values).fetchall()
        for first, count, marked in changed:
            start = int(np.searchsorted(old.ids, first))
            rows = slice(start, start + count)
            marks[rows] = np.frombuffer(marked, np.uint8)
            blocks = connection.execute(_BLOCKS_OF_DOCUMENT, (first, first + count))
            data = b"".join(row[0] for row in blocks)
            now = unit_rows(np.frombuffer(data, "<f4").reshape(count, -1))
            if not np.array_equal(vectors[rows], now):
                vectors = vectors.copy() if vectors is old.vectors else vectors
                vectors[rows] = now
        if vectors is not old.vectors:
            self._rows = vectors
        return replace(old, vectors=vectors, marks=marks)

    def _without(self, old: MatrixView, dead: Ids) -> MatrixView:
        """Return the view without its dead rows, in memory of its own."""
        self._rows = np.delete(old.vectors, dead, axis=0)
        ids, marks = np.delete(old.ids, dead), np.delete(old.marks, dead)
        return MatrixView(old.version, self._rows, ids, marks, dead[:0], old.live, old.last_id)

    def _append(self, connection: sqlite3.Connection, old: MatrixView, count: int) -> Vectors:
        """Return the view's vectors with those of the later documents behind them."""
        start, end = len(old.ids), len(old.ids) + count
        dimensions = self._rows.shape[1]
        if end > len(self._rows):
            spare = int(end * _SPARE) if start else end
            grown = np.empty((spare, dimensions), np.float32)
            grown[:start] = old.vectors
            self._rows = grown
        position = start
        for (data,) in connection.execute(_BLOCKS, (self._collection, old.last_id)):
            block = np.frombuffer(data, "<f4").reshape(-1, dimensions)
            self._rows[position : position + len(block)] = unit_rows(block)
            position += len(block)
        return self._rows[:end]


def unit_rows(vectors: NDArray[np.floating[Any]]) -> Vectors:
    """Return the rows scaled to length 1; rows of zeros stay."""
    lengths = np.linalg.norm(vectors.astype(np.float64), axis=-1, keepdims=True)
    return (vectors / np.where(lengths == 0, 1, lengths)).astype(np.float32)
