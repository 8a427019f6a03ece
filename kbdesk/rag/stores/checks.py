"""What every store checks before it writes or reads, so that nothing half right reaches a file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kbdesk.errors import InputError
from kbdesk.rag.document import VectorRecord
from kbdesk.rag.stores.scope import has_forbidden
from kbdesk.texts import text

Vectors = NDArray[np.float32]
"""float32, shape (rows, dimensions)."""

BATCH_ROWS = 128
"""Rows turned from Python numbers into an array at once: that holds the interpreter, so each turn must be short."""

_MAX_NAME_LENGTH = 512


@dataclass(frozen=True)
class DocumentRecords:
    """All records of one document.

    Attributes:
        document_id: Its id.
        records: Ascending by chunk index, which runs from 0 without a gap.
    """

    document_id: str
    records: list[VectorRecord]


def check_name(name: object) -> None:
    """Check the id of a document or the name of a collection.

    Raises:
        InputError: It is empty, longer than 512 characters, or has control characters.
    """
    if not isinstance(name, str) or not 0 < len(name) <= _MAX_NAME_LENGTH or has_forbidden(name):
        raise InputError(
            text("stores", "The id or name of a document or knowledge base cannot be used."),
            text("stores", "Use a text of 1 to 512 characters without control characters."),
        )


def check_top_k(top_k: int) -> None:
    """Check a number of results.

    Raises:
        InputError: It is not above zero.
    """
    if top_k < 1:
        raise InputError(
            text("stores", "The number of results is {top_k}.", top_k=top_k),
            text("stores", "Ask for at least one result."),
        )


def check_dimensions(dimensions: int) -> None:
    """Check the size of a collection's vectors.

    Raises:
        InputError: It is not above zero.
    """
    if dimensions < 1:
        raise InputError(
            text("stores", "A search model with {dimensions} numbers a passage cannot be used.", dimensions=dimensions),
            text("stores", "Give the number of dimensions of the search model."),
        )


def grouped(records: Iterable[VectorRecord]) -> list[DocumentRecords]:
    """Return the records by document, in order of first appearance.

    Raises:
        InputError: An id cannot be used, or chunk indices of a document are missing or double.
    """
    by_document: dict[str, list[VectorRecord]] = {}
    for record in records:
        by_document.setdefault(record.document_id, []).append(record)
    for document_id, group in by_document.items():
        check_name(document_id)
        group.sort(key=lambda record: record.chunk.chunk_index)
        if [record.chunk.chunk_index for record in group] != list(range(len(group))):
            raise InputError(
                text("stores", "The passages of a document are not numbered from 0 without gaps or doubles."),
                text("stores", "Hand over all passages of a document at once, each with its own number."),
            )
    return [DocumentRecords(*item) for item in by_document.items()]


def check_replacing(records: Sequence[VectorRecord], *, document_id: str, place: range, count: int) -> None:
    """Check chunks that are to take the place of some of a document's.

    Args:
        records: The new chunks.
        document_id: The document.
        place: Indices of the chunks that go.
        count: Number of the document's chunks.

    Raises:
        InputError: There are no such chunks, the new ones are not numbered for their place, or none would be left.
    """
    is_there = 0 <= place.start <= place.stop <= count and place.step == 1
    expected = [(document_id, index) for index in range(place.start, place.start + len(records))]
    is_fit = [(record.document_id, record.chunk.chunk_index) for record in records] == expected
    if not is_there or not is_fit or count - len(place) + len(records) == 0:
        raise InputError(
            text("stores", "The passages cannot take the place of others in this document."),
            text("stores", "Hand over passages that follow those before them, and leave one at least."),
        )


def as_vectors(rows: Sequence[Sequence[float]], dimensions: int) -> Vectors:
    """Return vectors as one array.

    Args:
        rows: At most `BATCH_ROWS` vectors.
        dimensions: Size each must have.

    Raises:
        InputError: A vector has another size, or a number that float32 cannot hold.
    """
    if any(len(row) != dimensions for row in rows):
        sizes = sorted({len(row) for row in rows} - {dimensions})
        raise InputError(
            text("stores", "A passage has {size} numbers instead of {right}.", size=sizes[0], right=dimensions),
            text("stores", "Use the search model this knowledge base was made with."),
        )
    with np.errstate(over="ignore"):
        vectors = np.array(rows, dtype=np.float32).reshape(len(rows), dimensions)
    if not np.isfinite(vectors).all():
        raise InputError(
            text("stores", "The search model answered with something that is not a number."),
            text("stores", "Try again, or use another search model."),
        )
    return vectors
