"""What is asked of a search and what it answers; plain values, no screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from kbdesk.errors import KbError
from kbdesk.library.types import Hit, KnowledgeBaseInfo
from kbdesk.message import DataBlock
from kbdesk.rag.fusion import Mode
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
    """

    hits: Sequence[Hit] = ()
    weak: Sequence[Hit] = ()
    failures: Sequence[Failure] = ()
    notices: Sequence[Text] = ()
