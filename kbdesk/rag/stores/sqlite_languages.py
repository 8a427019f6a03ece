"""The languages of a document some of whose chunks are replaced: those that reading all of it anew would tell."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kbdesk.rag.document import Chunk
from kbdesk.rag.language import Spoken, main_of
from kbdesk.rag.stores.marks import OFF_MARK, is_off, marks_in
from kbdesk.rag.stores.sqlite_read import Document

_TEXTS = "SELECT text FROM chunks WHERE id >= ? AND id < ? ORDER BY id"


@dataclass(frozen=True)
class Languages:
    """What a document has of the languages of its chunks.

    Attributes:
        marks: The mark of each chunk.
        written: How much is written in each language, JSON.
    """

    marks: bytes
    written: str

    @classmethod
    def of(cls, chunks: Sequence[Chunk]) -> Languages:
        """Return those of a document with these chunks."""
        spoken = Spoken.of([chunk.text for chunk in chunks])
        return cls._in(spoken, [is_off(chunk.metadata) for chunk in chunks])

    @classmethod
    def _in(cls, spoken: Spoken, are_off: Sequence[bool]) -> Languages:
        written = spoken.written
        return cls(marks_in(spoken.languages(main_of(written)), are_off), json.dumps(written))

    @classmethod
    def after(
        cls, connection: sqlite3.Connection, document: Document, place: range, chunks: Sequence[Chunk]
    ) -> Languages:
        """Return those of a document after some of its chunks are replaced.

        What stays is only looked at where another language may be the one that most is written in now.

        Args:
            connection: In a transaction, before anything is replaced.
            document: The document.
            place: Chunk indices of those that go.
            chunks: Those that come.
        """
        query = "SELECT marks, written FROM documents WHERE id = ?"
        marks, data = connection.execute(query, (document.key,)).fetchone()
        texts, are_off = [chunk.text for chunk in chunks], [is_off(chunk.metadata) for chunk in chunks]
        come = Spoken.of(texts)
        before: dict[str, int] = json.loads(data) if data else {}
        gone = Spoken.of(_texts(connection, document, place)) if before else Spoken((), ())
        written = Counter(before)
        written.update(come.written)
        written.subtract(gone.written)
        if _is_clear(before) and _is_clear(written) and main_of(before) == main_of(written):
            new = marks_in(come.languages(main_of(written)), are_off)
            return cls(marks[: place.start] + new + marks[place.stop :], json.dumps(written))
        above = _texts(connection, document, range(place.start))
        below = _texts(connection, document, range(place.stop, document.chunk_count))
        others = [mark == OFF_MARK for mark in marks]
        return cls._in(Spoken.of([*above, *texts, *below]), [*others[: place.start], *are_off, *others[place.stop :]])


def _texts(connection: sqlite3.Connection, document: Document, indices: range) -> list[str]:
    ids = (document.first_chunk + indices.start, document.first_chunk + indices.stop)
    return [row[0] for row in connection.execute(_TEXTS, ids)]


def _is_clear(written: Mapping[str, int]) -> bool:
    """Return whether more is written in one language than in any other, so that the order does not matter."""
    first, second, *_ = [*sorted(written.values(), reverse=True), 0, 0]
    return first > second
