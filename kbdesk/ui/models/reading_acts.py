"""What can be done about how a document was read."""

from __future__ import annotations

from kbdesk.library.types import DocumentInfo, State


def has_health(document: DocumentInfo) -> bool:
    """Return whether there is something to show of how a document was read."""
    return document.state == State.DONE or bool(document.pages)


def is_locked(document: DocumentInfo) -> bool:
    """Return whether a document was not read for want of a password."""
    return _has_failed(document, "password")


def is_old_format(document: DocumentInfo) -> bool:
    """Return whether a document was not read because only another program knows its format."""
    return _has_failed(document, "unsupported_legacy")


def _has_failed(document: DocumentInfo, outcome: str) -> bool:
    return document.state == State.FAILED and document.outcome == outcome
