"""What the screen says of what people did to passages."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QDateTime, QLocale

from kbdesk.library.curation.types import Edit, Kind
from kbdesk.ui.translate import shown, translate

_KINDS: dict[Kind, Any] = {
    "off": QT_TRANSLATE_NOOP("Edits", "Turned off"),
    "correct": QT_TRANSLATE_NOOP("Edits", "Corrected"),
    "merge": QT_TRANSLATE_NOOP("Edits", "Merged"),
    "split": QT_TRANSLATE_NOOP("Edits", "Split"),
    "note": QT_TRANSLATE_NOOP("Edits", "Note"),
    "add": QT_TRANSLATE_NOOP("Edits", "Added by hand"),
}


def kind_name(edit: Edit) -> str:
    """Return what was done."""
    return translate("Edits", _KINDS[edit.kind])


def place_words(edit: Edit) -> str:
    """Return where it was done, or ""."""
    return shown(edit.place)


def when(edit: Edit) -> str:
    """Return when it was done, as people read it here."""
    moment = QDateTime.fromSecsSinceEpoch(int(edit.made_at.timestamp()))
    return QLocale().toString(moment, QLocale.FormatType.ShortFormat)


def text_before(edit: Edit) -> str:
    """Return what the file says, or that it says nothing there."""
    return edit.text_before or translate("Edits", "(nothing)")


def text_now(edit: Edit) -> str:
    """Return what is wanted in place of that, with the note on it."""
    words = translate("Edits", "(turned off: does not answer)") if edit.is_off else edit.text_now
    note = translate("Edits", "Note: {note}").format(note=edit.note) if edit.note else ""
    return "\n\n".join(part for part in (words, note) if part)
