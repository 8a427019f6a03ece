"""What is said of knowledge bases as files; plain values, no screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Progress:
    """How far writing a file, or taking one in, is; told at most ten times a second.

    Attributes:
        done: Documents that are done.
        total: Documents in all.
    """

    done: int
    total: int


OnProgress = Callable[[Progress], None]


@dataclass(frozen=True)
class Exported:
    """A knowledge base that was written to a file.

    Attributes:
        path: The file.
        document_count: Documents in it.
        size_bytes: Its size.
        left_out: Names of documents that are not in it, since there is no copy of their files.
    """

    path: Path
    document_count: int
    size_bytes: int
    left_out: Sequence[str]


@dataclass(frozen=True)
class PackInfo:
    """What is in a file.

    Attributes:
        path: The file.
        name: The name of the knowledge base.
        description: What it is for; may be empty.
        documents: The names of its documents.
        size_bytes: Size of the documents, unpacked.
        edit_count: Changes to passages by hand.
        question_count: Check questions.
    """

    path: Path
    name: str
    description: str
    documents: Sequence[str]
    size_bytes: int
    edit_count: int
    question_count: int
