"""The vectors of one collection in memory, for exact search; derived from the file and brought up to date from it."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from kbdesk.rag.stores.checks import Vectors

Ids = NDArray[np.int64]
"""int64, one dimension."""

_SPARE = 1.5
_DEAD_SHARE = 0.25

_DOCUMENTS = "SELECT first_chunk, chunk_count FROM documents WHERE collection = ? ORDER BY first_chunk"
_BLOCKS = """
    SELECT v.data FROM documents d
    CROSS JOIN vectors v ON v.first_chunk >= d.first_chunk AND v.first_chunk < d.first_chunk + d.chunk_count
    WHERE d.collection = ? AND d.first_chunk > ?
    ORDER BY d.first_chunk, v.first_chunk
"""


@dataclass(frozen=True)
class Ranges:
    """Runs of consecutive chunk ids, ascending: one per document.

    Attributes:
        starts: The first id of each run.
        counts: The length of each run.
    """

    starts: Ids
    counts: Ids

    def ids(self) -> Ids:
        """Return all ids, ascending."""
        ends = np.cumsum(self.counts)
        within = np.arange(ends[-1] if len(ends) else 0) - np.repeat(ends - self.counts, self.counts)
        return np.repeat(self.starts, self.counts) + within

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
        dead: Rows of deleted chunks.
        live: The chunks of the documents that exist.
        last_id: The largest chunk id ever seen.
    """

    version: int
    vectors: Vectors
    ids: Ids
    dead: Ids
    live: Ranges
    last_id: int

    def nearest(self, query: Vectors, top_k: int, only: Ranges | None = None) -> tuple[Ids, Vectors]:
        """Return chunk ids and cosines, best first; equal ones in order of insertion.

        Args:
            query: float32, shape (dimensions,), length 1 (or 0).
            top_k: At most so many.
            only: The chunks to look at; None for all.
        """
        if only is None:
            scores = self.vectors @ query
            scores[self.dead] = -np.inf
            rows = _best(scores, min(top_k, len(scores) - len(self.dead)))
            return self.ids[rows], scores[rows]
        selected = np.searchsorted(self.ids, only.ids())
        if len(selected) > len(self.ids) // 2:  # copying so many rows costs more than a few products too many
            scores = (self.vectors @ query)[selected]
        else:
            scores = self.vectors[selected] @ query
        best = _best(scores, top_k)
        return self.ids[selected[best]], scores[best]


def _best(scores: Vectors, top_k: int) -> Ids:
    """Return the positions of the largest scores, best first; equal ones by position."""
    if top_k < len(scores):
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
        self._view = MatrixView(-1, self._rows, nothing, nothing, Ranges(nothing, nothing), 0)

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
        vectors = self._append(connection, old, len(added))
        last_id = int(added[-1]) if len(added) else old.last_id
        return MatrixView(version, vectors, np.concatenate([old.ids, added]), dead, live, last_id)

    def _without(self, old: MatrixView, dead: Ids) -> MatrixView:
        """Return the view without its dead rows, in memory of its own."""
        self._rows = np.delete(old.vectors, dead, axis=0)
        return MatrixView(old.version, self._rows, np.delete(old.ids, dead), dead[:0], old.live, old.last_id)

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


def unit_rows(vectors: Vectors) -> Vectors:
    """Return the rows scaled to length 1; rows of zeros stay."""
    lengths = np.linalg.norm(vectors.astype(np.float64), axis=-1, keepdims=True)
    return (vectors / np.where(lengths == 0, 1, lengths)).astype(np.float32)
