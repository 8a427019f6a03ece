"""What a search is narrowed to, besides the scope of a knowledge base."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Only:
    """Which passages may be found; None: all.

    Attributes:
        document_ids: Only those of these documents.
        languages: Only those in these languages (`kbdesk.rag.language`), and those of no language.
    """

    document_ids: frozenset[str] | None = None
    languages: frozenset[str] | None = None


EVERYTHING = Only()
