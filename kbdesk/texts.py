"""Sentences for people, kept apart from the language they are shown in."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Text:
    """A sentence for people: an English template and the values for its gaps.

    The core makes them and knows no screen; `str()` gives the English sentence for logs and the command line, the
    window translates `template` in `context` and then fills the gaps.

    Attributes:
        context: The translation context, one per room ("parsing", "library", ...).
        template: An English sentence with `{name}` gaps.
        values: What goes into the gaps.
    """

    context: str
    template: str
    values: dict[str, Any] = field(default_factory=dict[str, Any])

    def __str__(self) -> str:
        return self.template.format(**self.values)

    def to_json(self) -> str:
        """Return a JSON object that `from_json` reads back."""
        return json.dumps([self.context, self.template, self.values], ensure_ascii=False)

    @classmethod
    def from_json(cls, data: str) -> Text:
        """Return the text that `to_json` wrote."""
        return cls(*json.loads(data))


def text(context: str, template: str, **values: object) -> Text:
    """Return a `Text`.

    Both strings must be literals: the translation tool finds every call of this function by its name.
    """
    return Text(context, template, dict(values))
