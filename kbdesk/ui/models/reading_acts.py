"""What can be done about how a document was read."""

from __future__ import annotations

from kbdesk.library.types import DocumentInfo, State

_CONVERTED = frozenset({"application/msword", "application/vnd.ms-powerpoint"})
"""Old formats that the library has converted; LibreOffice may know others, but nobody has looked how well."""


def has_health(document: DocumentInfo) -> bool:
    """Return whether there is something to show of how a document was read."""
    return bool(document.pages or document.passage_count)


def is_locked(document: DocumentInfo) -> bool:
    """Return whether a document was not read for want of a password."""
    return _has_failed(document, "password")


def is_old_format(document: DocumentInfo) -> bool:
    """Return whether a document was not read because of its format, which another program may convert."""
    return _has_failed(document, "unsupported_legacy") and document.media_type in _CONVERTED


def _has_failed(document: DocumentInfo, outcome: str) -> bool:
    return document.state == State.FAILED and document.outcome == outcome
