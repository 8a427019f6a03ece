"""What people did to a passage, in a few words, and where in its text a cursor of Qt stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QT_TRANSLATE_NOOP

from kbdesk.rag.document import EDIT, NOTE, OFF
from kbdesk.ui.translate import translate

_LAST_OF_ONE_UNIT = 0xFFFF
"""Characters beyond it are two units of UTF-16."""

_KINDS: dict[str, Any] = {
    "correct": QT_TRANSLATE_NOOP("Passages", "corrected"),
    "merge": QT_TRANSLATE_NOOP("Passages", "merged"),
    "split": QT_TRANSLATE_NOOP("Passages", "split"),
    "add": QT_TRANSLATE_NOOP("Passages", "added by hand"),
}


def is_off(metadata: Mapping[str, Any]) -> bool:
    """Return whether a person turned a passage off."""
    return bool(metadata.get(OFF))


def note_of(metadata: Mapping[str, Any]) -> str:
    """Return what a person noted on a passage, or ""."""
    return str(metadata.get(NOTE) or "")


def edit_of(metadata: Mapping[str, Any]) -> str:
    """Return the id of the edit from which a passage comes, or ""."""
    return str(metadata.get(EDIT) or "")


def marks_of(metadata: Mapping[str, Any], kinds: Mapping[str, str]) -> list[str]:
    """Return in a few words each whether a passage answers and what became of it; `kinds` are those of edits by id."""
    off = translate("Passages", "turned off: does not answer") if is_off(metadata) else ""
    kind = _KINDS.get(kinds.get(edit_of(metadata), ""))
    return [words for words in (off, translate("Passages", kind) if kind else "") if words]


def text_position(text: str, units: int) -> int:
    """Return how many characters of a text are as long as `units` of Qt, which counts UTF-16 and line ends as one."""
    for position in range(len(text)):
        if units <= 0:
            return position
        units -= _units_at(text, position)
    return len(text)


def units_before(text: str, position: int) -> int:
    """Return how long the first `position` characters of a text are as Qt counts them."""
    return sum(_units_at(text, each) for each in range(position))


def _units_at(text: str, position: int) -> int:
    if text.startswith("\r\n", position):
        return 0  # its "\n" counts
    return 2 if ord(text[position]) > _LAST_OF_ONE_UNIT else 1
