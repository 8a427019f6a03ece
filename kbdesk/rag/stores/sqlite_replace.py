"""Other chunks in the place of some of a document's, inside a transaction; what stays is not made anew."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kbdesk.rag.document import VectorRecord
from kbdesk.rag.stores.checks import BATCH_ROWS, Vectors, as_vectors
from kbdesk.rag.stores.sqlite_languages import Languages
from kbdesk.rag.stores.sqlite_read import Collection, Document
from kbdesk.rag.stores.sqlite_schema import add_words, delete_words, insert_words, remove_words, words_in
from kbdesk.rag.stores.sqlite_write import delete_unused, insert_chunks, next_chunk, pictures_in

_INSIDE = "id >= ? AND id < ?"
Ids = tuple[int, int]
"""A half-open range of the ids of chunks."""


@dataclass(frozen=True)
class Replacement:
    """Chunks that take the place of some.

    Attributes:
        collection: The collection.
        document: A document of it.
        place: Chunk indices of those that go.
        records: Those that come.
    """

    collection: Collection
    document: Document
    place: range
    records: Sequence[VectorRecord]

    def write(self, connection: sqlite3.Connection) -> None:
        """Write it."""
        pictures = pictures_in(connection, _INSIDE, self._ids(self.place))
        chunks = [record.chunk for record in self.records]
        languages = Languages.after(connection, self.document, self.place, chunks)
        if len(self.records) == len(self.place):
            self._write_in_place(connection, languages)
        else:
            self._write_and_move(connection, languages)
        delete_unused(connection, pictures)

    def _write_in_place(self, connection: sqlite3.Connection, languages: Languages) -> None:
        """Write as many chunks as go: all keep their ids, and `changed` says from which version on they are others."""
        ids = self._ids(self.place)
        words = [ids, *self._told_otherwise(connection, languages)]
        for each in words:
            remove_words(connection, self.collection.id, each)
        connection.execute(f"DELETE FROM chunks WHERE {_INSIDE}", ids)  # noqa: S608  # our own words
        connection.execute(
            "UPDATE documents SET marks = ?, written = ?, changed = ? WHERE id = ?",
            (languages.marks, languages.written, self.collection.version + 1, self.document.key),
        )
        insert_chunks(connection, self.document.key, ids[0], self.records)
        for each in words:
            add_words(connection, self.collection.id, each)
        self._write_vectors_in_place(connection, ids)

    def _write_vectors_in_place(self, connection: sqlite3.Connection, ids: Ids) -> None:
        vectors = self._vectors()
        blocks = connection.execute(
            "SELECT first_chunk, data FROM vectors WHERE first_chunk < ?2 AND first_chunk >="
            " (SELECT max(first_chunk) FROM vectors WHERE first_chunk <= ?1)",
            ids,
        )
        for start, data in blocks.fetchall():
            block = np.frombuffer(data, "<f4").reshape(-1, self.collection.dimensions).copy()
            first, last = max(start, ids[0]), min(start + len(block), ids[1])
            block[first - start : last - start] = vectors[first - ids[0] : last - ids[0]]
            connection.execute("UPDATE vectors SET data = ? WHERE first_chunk = ?", (block.tobytes(), start))

    def _write_and_move(self, connection: sqlite3.Connection, languages: Languages) -> None:
        """Write more or fewer chunks than go: all get new ids, for those of a document follow each other."""
        first = next_chunk(connection)
        new = (first + self.place.start, first + self.place.start + len(self.records))
        by = first - self.document.first_chunk
        before = (self._ids(range(self.place.start)), by)
        behind = (
            self._ids(range(self.place.stop, self.document.chunk_count)),
            by + len(self.records) - len(self.place),
        )
        is_told_otherwise = bool(self._told_otherwise(connection, languages))
        words = list(words_in(connection, self._all))
        delete_words(connection, self.collection.id, words)
        self._move_vectors(connection, first)
        for ids, more in (before, behind):
            connection.execute(
                "INSERT INTO chunks (id, document, text, source, metadata, block, picture)"  # noqa: S608  # our own words
                f" SELECT id + ?, document, text, source, metadata, block, picture FROM chunks WHERE {_INSIDE}",
                (more, *ids),
            )
        insert_chunks(connection, self.document.key, new[0], self.records)
        connection.execute(f"DELETE FROM chunks WHERE {_INSIDE}", self._all)  # noqa: S608  # our own words
        last = behind[0][1] + behind[1]
        connection.execute(
            "UPDATE documents SET first_chunk = ?, chunk_count = ?, marks = ?, written = ? WHERE id = ?",
            (first, last - first, languages.marks, languages.written, self.document.key),
        )
        if is_told_otherwise:
            add_words(connection, self.collection.id, (first, last))
            return
        moved = [
            [(chunk_id + more, text) for chunk_id, text in words if ids[0] <= chunk_id < ids[1]]
            for ids, more in (before, behind)
        ]
        insert_words(connection, self.collection.id, [*moved[0], *words_in(connection, new), *moved[1]])

    def _move_vectors(self, connection: sqlite3.Connection, first: int) -> None:
        inside = "first_chunk >= ? AND first_chunk < ?"
        query = f"SELECT data FROM vectors WHERE {inside} ORDER BY first_chunk"  # noqa: S608  # our own words
        data = b"".join(row[0] for row in connection.execute(query, self._all))
        stored = np.frombuffer(data, "<f4").reshape(-1, self.collection.dimensions)
        vectors = np.concatenate([stored[: self.place.start], self._vectors(), stored[self.place.stop :]])
        connection.execute(f"DELETE FROM vectors WHERE {inside}", self._all)  # noqa: S608  # our own words
        connection.executemany(
            "INSERT INTO vectors VALUES (?, ?)",
            [(first + at, vectors[at : at + BATCH_ROWS].tobytes()) for at in range(0, len(vectors), BATCH_ROWS)],
        )

    @property
    def _all(self) -> Ids:
        return self._ids(range(self.document.chunk_count))

    def _ids(self, indices: range) -> Ids:
        return self.document.first_chunk + indices.start, self.document.first_chunk + indices.stop

    def _told_otherwise(self, connection: sqlite3.Connection, languages: Languages) -> list[Ids]:
        """Return the chunks that stay and are told to be in another language now."""
        (marks,) = connection.execute("SELECT marks FROM documents WHERE id = ?", (self.document.key,)).fetchone()
        behind = languages.marks[self.place.start + len(self.records) :]
        now = languages.marks[: self.place.start] + marks[self.place.start : self.place.stop] + behind
        if now == marks:
            return []
        return [self._ids(range(index, index + 1)) for index in range(len(marks)) if marks[index] != now[index]]

    def _vectors(self) -> Vectors:
        dimensions = self.collection.dimensions
        batches = [self.records[start : start + BATCH_ROWS] for start in range(0, len(self.records), BATCH_ROWS)]
        rows = [as_vectors([record.vector for record in batch], dimensions) for batch in batches]
        return np.concatenate([np.empty((0, dimensions), "<f4"), *rows], dtype="<f4")
