"""What people see of edits of passages; plain values, no screen."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from kbdesk.library.types import DocumentInfo
from kbdesk.texts import Text

Kind = Literal["off", "correct", "merge", "split", "note", "add"]
"""What is most to be said of an edit."""

Trouble = Literal["", "gone", "changed", "copied"]
"""What is the matter with an edit. "gone": its text is no longer found, so nothing was done. "changed": the file says
something else there now, or more, and the edit still stands. "copied": it was turned off like another passage, since a
new version says the same once more."""


@dataclass(frozen=True)
class Edited:
    """What a person did to passages and can take back with `Curation.undo`.

    Attributes:
        id: 32 hexadecimal digits.
        label: What to say beside the Undo button, for example "A passage of “travel.pdf” was turned off.".
        document: The document, as it is now.
        chunk_index: The passage to show, as it is numbered now.
    """

    id: str
    label: Text
    document: DocumentInfo
    chunk_index: int


@dataclass(frozen=True)
class Edit:
    """What stands of a person's acts upon one piece of a document.

    Attributes:
        id: 32 hexadecimal digits; passages that come of it carry it in their metadata (`kbdesk.rag.document.EDIT`).
        kind: What is most to be said of it.
        text_before: What the file says, as far as it was read when the edit was made; "" for an added passage.
        text_now: What is found in place of that.
        note: The notes on it, or "".
        is_off: Whether all of it is turned off.
        place: Where it stands, for example "page 12"; empty where nothing is known.
        made_at: When it was last changed, UTC.
    """

    id: str
    kind: Kind
    text_before: str
    text_now: str
    note: str
    is_off: bool
    place: Text
    made_at: datetime


@dataclass(frozen=True)
class Conflict:
    """An edit that a person should look at.

    Attributes:
        edit: The edit.
        document: Its document.
        trouble: What is the matter.
        reason: The same in words, with what can be done.
    """

    edit: Edit
    document: DocumentInfo
    trouble: Literal["gone", "changed", "copied"]
    reason: Text
