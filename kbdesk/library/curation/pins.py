"""Edits as they are kept: pieces of a document's text, and the passages that a person wants in their place."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, Literal

from kbdesk.library.curation.types import Kind

Made = Literal["", "merge", "split", "add"]
"""How a pin came to differ from the passages that the document was cut into; "": it does not."""

_PLACES = ("page", "page_label", "slide", "sheet", "heading_path")


@dataclass(frozen=True)
class Quote:
    """A piece of the text of one section as the file says it, or a place in it, or a picture.

    Attributes:
        text: The piece; "" for a place between two characters; of a picture the text that stands for it.
        before: Some text before it in its section, which `anchors` marks where that begins.
        after: Some text behind it, the same way.
        place: Where its section stands (`Section.metadata`).
        head: Headings of a table that its passage repeats above it.
        picture: Digest of the picture, or "".
        twin: Which it is of several that are alike, with all that is around them, from 0.
        twins: How many such there are.
        copies: How often the piece stands in the document, whatever is around it; 0 where that says nothing.
    """

    text: str
    before: str = ""
    after: str = ""
    place: Mapping[str, Any] = field(default_factory=dict[str, Any])
    head: str = ""
    picture: str = ""
    twin: int = 0
    twins: int = 1
    copies: int = 0


@dataclass(frozen=True)
class Wanted:
    """A passage that a person wants.

    Attributes:
        at: Number of the quote in whose place it stands.
        text: Its text; None for what the file says there.
        is_off: Whether it shall not be found.
        note: A person's note, or "".
    """

    at: int = 0
    text: str | None = None
    is_off: bool = False
    note: str = ""


@dataclass(frozen=True)
class Pin:
    """An edit: quotes of a document, in its order, and the passages in their place.

    Attributes:
        id: 32 hexadecimal digits.
        quotes: What it replaces; none: it stands at the end of the document.
        wanted: The passages.
        made: How it came to be.
        position: Of two at the same place, the one with the smaller number comes first.
        made_at: When it was last changed, UTC, ISO 8601.
        is_copy: Whether it was made like another one, since a new version of the file says the same once more; until a
            person looks at it.
    """

    id: str
    quotes: tuple[Quote, ...]
    wanted: tuple[Wanted, ...]
    made: Made = ""
    position: float = 0.0
    made_at: str = ""
    is_copy: bool = False

    @classmethod
    def new(cls, quotes: tuple[Quote, ...], wanted: tuple[Wanted, ...], made: Made = "", position: float = 0.0) -> Pin:
        """Return a pin with an id of its own."""
        return cls(uuid.uuid4().hex, quotes, wanted, made, position, now())

    @classmethod
    def copy(cls, quotes: tuple[Quote, ...], wanted: tuple[Wanted, ...], position: float) -> Pin:
        """Return a pin with an id of its own that no person has looked at."""
        return replace(cls.new(quotes, wanted, position=position), is_copy=True)

    @classmethod
    def from_json(cls, data: str) -> Pin:
        """Return what `to_json` wrote."""
        plain = json.loads(data)
        quotes = tuple(Quote(**quote) for quote in plain.pop("quotes"))
        wanted = tuple(Wanted(**each) for each in plain.pop("wanted"))
        return cls(quotes=quotes, wanted=wanted, **plain)

    def to_json(self) -> str:
        """Return a JSON object in plain ASCII: texts may hold lone surrogates, which SQLite refuses."""
        return json.dumps(asdict(self))

    def with_wanted(self, number: int, wanted: Wanted) -> Pin:
        """Return it with another passage in place of one."""
        all_wanted = (*self.wanted[:number], wanted, *self.wanted[number + 1 :])
        return replace(self, wanted=all_wanted, made_at=now(), is_copy=False)

    @property
    def says_nothing(self) -> bool:
        """Whether all is as it would be without it."""
        return not self.made and self.wanted == (Wanted(),)

    @property
    def kind(self) -> Kind:
        """What is most to be said of it."""
        if all(each.is_off for each in self.wanted):
            return "off"
        if self.made:
            return self.made
        return "note" if all(each.text is None for each in self.wanted) else "correct"

    @property
    def text_before(self) -> str:
        """What the file says."""
        return "\n\n".join(quote.head + quote.text for quote in self.quotes if quote.text).strip()

    @property
    def text_now(self) -> str:
        """What is found in place of that."""
        return "\n\n".join(self.text_of(each) for each in self.wanted).strip()

    @property
    def notes(self) -> str:
        """The notes on it."""
        return "\n\n".join(each.note for each in self.wanted if each.note)

    def text_of(self, wanted: Wanted) -> str:
        """Return the text of one of the passages."""
        if wanted.text is not None:
            return wanted.text
        quote = self.quotes[wanted.at]
        return quote.head + quote.text


def place_in(metadata: Mapping[str, Any]) -> dict[str, Any]:
    """Return of a section's or a passage's metadata what tells where it stands."""
    return {key: metadata[key] for key in _PLACES if metadata.get(key)}


def now() -> str:
    """Return this moment as it is kept."""
    return datetime.now(UTC).isoformat()
