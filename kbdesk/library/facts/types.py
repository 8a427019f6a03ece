"""What is changed of the facts of documents, and what they have in common; plain values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Literal

from kbdesk.library.types import Facts
from kbdesk.texts import Text


@dataclass(frozen=True)
class Change:
    """What is to be said of documents from now on; what is None or empty stays as each of them has it.

    Attributes:
        add_tags: Tags that all of them get.
        remove_tags: Tags that none of them has any more, without regard to case; taken away before others are added.
        responsible: Who looks after them, or "" for nobody.
        review_by: The day on which they are to be looked over; "none": on no day.
        description: What they are for, or "".
    """

    add_tags: tuple[str, ...] = ()
    remove_tags: tuple[str, ...] = ()
    responsible: str | None = None
    review_by: date | Literal["none"] | None = None
    description: str | None = None

    @property
    def is_empty(self) -> bool:
        """Whether everything stays as it is."""
        return self == Change()


@dataclass(frozen=True)
class Changed:
    """Facts that were changed, which `DocumentFacts.undo` takes back.

    Attributes:
        label: What to say beside the Undo button.
        before: By document, what was said of those that changed.
        after: What is said of them since.
    """

    label: Text
    before: Mapping[str, Facts]
    after: Mapping[str, Facts]

    @property
    def count(self) -> int:
        """How many documents changed."""
        return len(self.after)


@dataclass(frozen=True)
class Common:
    """What is said of several documents; of each kind of fact, everything that occurs among them.

    Attributes:
        count: How many documents they are.
        tags: How many of them have each tag, in the order of the alphabet.
        responsibles: Who looks after them; "" where nobody does.
        review_days: The days on which they are to be looked over; None where there is none.
        descriptions: What they are for; "" where nothing is said.
    """

    count: int
    tags: Mapping[str, int]
    responsibles: frozenset[str]
    review_days: frozenset[date | None]
    descriptions: frozenset[str]
