"""What is asked of a search and what it answers; plain values, no screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from kbdesk.errors import KbError
from kbdesk.library.types import DocumentInfo, Hit, KnowledgeBaseInfo
from kbdesk.message import DataBlock
from kbdesk.rag.retrieval.fusion import Mode
from kbdesk.texts import Text


@dataclass(frozen=True)
class Filters:
    """Which documents and passages may answer; an empty filter lets all through, several must all hold.

    Attributes:
        document_ids: One of these documents.
        folders: In one of these folders, or deeper: a path as document names have it, without a "/" at its end.
        tags: With all of these tags, without regard to case.
        kinds: Of one of these kinds (`DocumentInfo.kind`).
        languages: Passages in one of these languages (`kbdesk.rag.language`).
        added_from: Taken in on this day (UTC) or later.
        added_to: Taken in on this day (UTC) or earlier.
    """

    document_ids: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    added_from: date | None = None
    added_to: date | None = None

    @property
    def is_empty(self) -> bool:
        """Whether all is let through."""
        return self == Filters()


@dataclass(frozen=True)
class Request:
    """A search.

    Attributes:
        queries: What is looked for; blank ones count for nothing. A picture only where the model takes pictures.
        kb_ids: Where to look; everywhere when None.
        top_k: The most hits, weak ones counted too.
        min_score: Hits by meaning below this cosine are left out, -1 to 1.
        mode: How is searched; a knowledge base that cannot do it does what it can, and a notice says so.
        filters: What may answer.
    """

    queries: tuple[str | DataBlock, ...]
    kb_ids: tuple[str, ...] | None = None
    top_k: int = 10
    min_score: float | None = None
    mode: Mode = "hybrid"
    filters: Filters = Filters()


@dataclass(frozen=True)
class Failure:
    """A knowledge base that could not be searched.

    Attributes:
        base: The knowledge base.
        error: Why, and what to do.
    """

    base: KnowledgeBaseInfo
    error: KbError


@dataclass(frozen=True)
class Results:
    """What a search found.

    Attributes:
        hits: What answers, best first.
        weak: What was nearest besides and is no answer, best first; its ranks go on from those of `hits`.
        failures: Knowledge bases that could not be searched; the others answered.
        notices: What a person should know, for example that words are not searched somewhere.
        answered: Number of knowledge bases that were searched and did not fail; empty ones are not searched.
    """

    hits: Sequence[Hit] = ()
    weak: Sequence[Hit] = ()
    failures: Sequence[Failure] = ()
    notices: Sequence[Text] = ()
    answered: int = 0

    @property
    def has_failed(self) -> bool:
        """Whether nothing could be searched that was to be."""
        return bool(self.failures) and not self.answered


@dataclass(frozen=True)
class Occurrence:
    """A value that documents can be filtered by.

    Attributes:
        value: The value.
        count: Number of documents that have it; of a language: of passages.
    """

    value: str
    count: int


@dataclass(frozen=True)
class FilterValues:
    """What can be filtered by, each in the order of the alphabet.

    Attributes:
        folders: Folders of document names, with those above them.
        tags: Tags, as they were first written.
        kinds: Kinds of documents.
        languages: Languages of passages, as far as the stores can tell.
    """

    folders: Sequence[Occurrence] = ()
    tags: Sequence[Occurrence] = ()
    kinds: Sequence[Occurrence] = ()
    languages: Sequence[Occurrence] = ()


Act = Literal[
    "",
    "turn on",
    "try again",
    "resume",
    "restore",
    "remove filters",
    "search everywhere",
    "show more",
    "show in results",
]
"""What the program can do so that a passage is found; "" where it is a person's turn."""


@dataclass(frozen=True)
class Explanation:
    """Why a search finds a passage, or why not.

    Attributes:
        document: The passage's document; it may be in the trash.
        chunk_index: The passage: of a document without one being named, its best; None where it has none.
        found_at: Its rank among what the search finds, weak ones counted too; None: it is not there.
        reason: Why, one or two sentences.
        next_step: What to do, or an empty text.
        act: What the program can do about it.
    """

    document: DocumentInfo
    chunk_index: int | None
    found_at: int | None
    reason: Text
    next_step: Text
    act: Act = ""
