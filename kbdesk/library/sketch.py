"""Marks of what a document says: two documents that say much the same have many of them in common.

Every run of `RUN` words is a mark, wherever passages, lines and pages are cut; of these a document keeps the smallest
ones, which are a fair sample of all (Broder 1997; Schleimer, Wilkerson, Aiken 2003). Of two samples, the marks up to
the smaller of their two ends are samples of the same range and can be compared.
"""

from __future__ import annotations

import re
import sqlite3
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b

import numpy as np
import numpy.typing as npt

from kbdesk.rag.document import Chunk

RUN = 6
"""Words of a mark; where words are not set apart by blanks, characters."""

SAMPLE = 256
"""Marks that are kept of a document: a share that is estimated from them is wrong by three points, rarely by six."""

SAMPLE_RATE = 64
"""Of a long document one mark of so many is kept: a chapter of it that is also a document of its own is found."""

LARGEST_SAMPLE = 4096
"""The most marks that are kept, however long a document is."""

Marks = npt.NDArray[np.int64]

UNSPACED = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af\U00020000-\U0003ffff"
_WORD = re.compile(rf"[{UNSPACED}]|[^\W{UNSPACED}]+")
# Odd, so that no bit of a word is lost; a power for each place, so that the order counts.
_FACTOR = 0x9E3779B97F4A7C15


def marks_of(chunks: Sequence[Chunk]) -> list[int]:
    """Return the marks that are kept of a document, ascending; takes about 0.1 ms a passage.

    Args:
        chunks: All its passages, in order.
    """
    # Counting makes numpy sort them; left to itself it hashes, which takes ten times as long.
    marks, _ = np.unique(all_marks(chunks)[0], return_counts=True)
    return marks[: min(max(SAMPLE, len(marks) // SAMPLE_RATE), LARGEST_SAMPLE)].tolist()


def all_marks(chunks: Sequence[Chunk]) -> tuple[Marks, npt.NDArray[np.intp]]:
    """Return every mark of a document, in reading order, and the index in `chunks` of the passage it begins in."""
    words = [[_number(word) for word in _words(text)] for text in texts_without_overlap(chunks)]
    numbers = np.array([number for passage in words for number in passage], np.uint64)
    owners = np.repeat(np.arange(len(words)), [len(passage) for passage in words])
    if not len(numbers):
        return np.empty(0, np.int64), owners
    run = min(RUN, len(numbers))  # of a text that is shorter, all words are its one mark
    windows = np.lib.stride_tricks.sliding_window_view(numbers, run)
    factors = np.array([pow(_FACTOR, place, 1 << 64) for place in range(1, run + 1)], np.uint64)
    marks = (windows * factors).sum(axis=1, dtype=np.uint64)  # modulo 2 ** 64
    return marks.view(np.int64), owners[: len(marks)]


def texts_without_overlap(chunks: Sequence[Chunk]) -> Iterator[str]:
    """Yield the text of each passage without its beginning that repeats the end of the passage before."""
    before: Chunk | None = None
    for chunk in chunks:
        yield chunk.text[repeated(before, chunk) :]
        before = chunk


def repeated(before: Chunk | None, chunk: Chunk) -> int:
    """Return how many characters at the beginning of a passage stand before it already.

    They are the headings of a table, which each of its passages repeats, and what the passage before ends with.
    """
    start, end = chunk.metadata.get("start"), before.metadata.get("end") if before else None
    if before is None or not start or end is None or not before.metadata["start"] < start <= end:
        return 0
    headings = len(chunk.text) - (chunk.metadata["end"] - start)
    overlap = end - start
    return headings + overlap if before.text.endswith(chunk.text[headings : headings + overlap]) else 0


def _words(text: str) -> list[str]:
    return _WORD.findall(unicodedata.normalize("NFKC", text).casefold())


@lru_cache(1 << 16)
def _number(word: str) -> int:
    return int.from_bytes(blake2b(word.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")


def note(connection: sqlite3.Connection, document_id: str, marks: Sequence[int]) -> None:
    """Keep the marks of a document instead of those of its older content; `marks_of` gives them.

    Without any, it is one of which they are not known.
    """
    known = "SELECT 1 FROM documents WHERE id = ?"
    if connection.execute(known, (document_id,)).fetchone() is None:
        return  # deleted for good meanwhile
    connection.execute("DELETE FROM sketches WHERE document_id = ?", (document_id,))
    if not marks:
        return
    number = connection.execute("INSERT INTO sketches (document_id) VALUES (?)", (document_id,)).lastrowid
    connection.executemany("INSERT INTO sketch_marks VALUES (?, ?)", [(mark, number) for mark in marks])
