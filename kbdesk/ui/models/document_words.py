"""What the screen says of documents, and which of them a filter therefore finds."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QT_TRANSLATE_NOOP

from kbdesk.library.listing import Status, Values, Word
from kbdesk.library.names import folded
from kbdesk.library.types import DocumentInfo, State
from kbdesk.ui.translate import shown, translate

_STATES: dict[State, Any] = {
    State.QUEUED: QT_TRANSLATE_NOOP("Documents", "Waiting"),
    State.READING: QT_TRANSLATE_NOOP("Documents", "Reading"),
    State.EMBEDDING: QT_TRANSLATE_NOOP("Documents", "Preparing"),
    State.DONE: QT_TRANSLATE_NOOP("Documents", "Ready"),
    State.PAUSED: QT_TRANSLATE_NOOP("Documents", "Paused"),
    State.STOPPED: QT_TRANSLATE_NOOP("Documents", "Stopped"),
    State.FAILED: QT_TRANSLATE_NOOP("Documents", "Failed"),
}

_FAILURES: dict[str, Any] = {
    "no_text": QT_TRANSLATE_NOOP("Documents", "Failed: no text"),
    "empty": QT_TRANSLATE_NOOP("Documents", "Failed: empty"),
    "damaged": QT_TRANSLATE_NOOP("Documents", "Failed: damaged"),
    "password": QT_TRANSLATE_NOOP("Documents", "Failed: password"),
    "unreadable_text": QT_TRANSLATE_NOOP("Documents", "Failed: unreadable"),
    "unsupported": QT_TRANSLATE_NOOP("Documents", "Failed: not supported"),
    "unsupported_legacy": QT_TRANSLATE_NOOP("Documents", "Failed: old format"),
    "limit": QT_TRANSLATE_NOOP("Documents", "Failed: too large"),
}


def state_name(state: State) -> str:
    """Return a state in a word."""
    return translate("Documents", _STATES[state])


def status_words(status: Status) -> str:
    """Return a status in a few words."""
    if status.has_notes:
        return translate("Documents", "Ready, with a note")
    words = _STATES[status.state]
    return translate("Documents", _FAILURES.get(status.outcome, words) if status.state == State.FAILED else words)


def state_words(document: DocumentInfo) -> str:
    """Return a document's state in a few words."""
    return status_words(Status.of(document))


def kind_name(kind: str) -> str:
    """Return a kind in the language of the program; brand names stay as they are."""
    return translate("Kinds", kind)


def kind_words(document: DocumentInfo) -> str:
    """Return a document's kind in the language of the program."""
    return kind_name(document.kind)


def reason(document: DocumentInfo) -> str:
    """Return what a person should know of a document, one line for each thing, or ""."""
    texts = [document.message] if document.message else []
    return "\n".join(shown(each) for each in (*texts, *document.warnings))


def filter_words(query: str, values: Values) -> tuple[Word, ...]:
    """Return the words of a filter; they are looked for in names, and in what the screen says of kinds and states.

    Args:
        query: What was typed.
        values: What occurs in the knowledge base.
    """
    kinds = [(kind, folded(kind_name(kind))) for kind in values.kinds]
    statuses = [(status, folded(status_words(status))) for status in values.statuses]
    return tuple(
        Word(
            word,
            frozenset(kind for kind, words in kinds if word in words),
            frozenset(status for status, words in statuses if word in words),
        )
        for word in folded(query).split()
    )
