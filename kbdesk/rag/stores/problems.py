"""What can be wrong with a store, for its check."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from kbdesk.texts import Text, text

ProblemKind = Literal["file", "missing", "unknown", "passages", "vectors", "full_text", "orphans"]


@dataclass(frozen=True)
class StoreProblem:
    """Something that is not as it should be.

    Attributes:
        kind: "file": the file is damaged, and nothing else was looked at. "missing": a document is not there.
            "unknown": a document is there that nobody expects. "passages", "vectors": those of a document are not all
            there or not sound. "full_text": not in step with the passages. "orphans": left over from something that
            is gone.
        document_id: The document's id; "" where it is about no document.
        can_mend: Whether the store's `mend` puts it right. Otherwise the document has to be inserted again, or
            deleted if it is unknown.
        text: It in words.
    """

    kind: ProblemKind
    document_id: str
    can_mend: bool
    text: Text


def missing_documents(expected: Mapping[str, int], found: set[str]) -> list[StoreProblem]:
    """Return a problem for each document that should have passages and is not there."""
    sentence = text("stores", "None of its passages are stored.")
    return [
        StoreProblem("missing", document_id, can_mend=False, text=sentence)
        for document_id, planned in expected.items()
        if planned and document_id not in found
    ]


def document_problems(document_id: str, planned: int | None, stored: int, *, are_sound: bool) -> list[StoreProblem]:
    """Return what is wrong with a document that is there.

    Args:
        document_id: Its id.
        planned: The number of passages it should have; None if nobody expects it.
        stored: The number of its passages that can be read, 0 if their numbering has gaps.
        are_sound: Whether each has its numbers.
    """
    if planned is None:
        sentence = text("stores", "Passages of a document are stored that is no longer in the knowledge base.")
        return [StoreProblem("unknown", document_id, can_mend=False, text=sentence)]
    if stored != planned:
        sentence = text("stores", "{stored} of {planned} passages are stored.", stored=stored, planned=planned)
        return [StoreProblem("passages", document_id, can_mend=False, text=sentence)]
    if not are_sound:
        sentence = text("stores", "Some passages lack what they are found by when you search for their meaning.")
        return [StoreProblem("vectors", document_id, can_mend=False, text=sentence)]
    return []
