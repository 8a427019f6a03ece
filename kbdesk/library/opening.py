"""Whether the system may open a file that kbdesk keeps: messages and knowledge bases bring anything."""

from __future__ import annotations

from pathlib import Path

from kbdesk.library.types import DocumentInfo
from kbdesk.rag.parsers.types import type_of_name

_MAY_RUN = frozenset({"program", "link", "chm"})
"""Types of files that are run, or lead to something that is, when they are opened."""


def may_run(document: DocumentInfo, path: Path) -> bool:
    """Return whether the system could run a file instead of showing it.

    Of a copy that is said unless its name ends like a document's: a script is plain text, and there are many kinds. The
    file of a person's own, which could be opened where it lies, is never kept from them.

    Args:
        document: The document.
        path: Its file: where it came from, or the copy that is kept.
    """
    if path != document.original:
        return False
    claimed = type_of_name(path.name)
    return claimed is None or claimed.id in _MAY_RUN
