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
        values: What goes into the gaps: strings, numbers, other texts.
    """

    context: str
    template: str
    values: dict[str, Any] = field(default_factory=dict[str, Any])

    def __str__(self) -> str:
        return self.template.format(**self.values)

    def to_json(self) -> str:
        """Return a JSON array that `from_json` reads back; values that are texts stay texts, paths become strings.

        It is plain ASCII: file names may hold lone surrogates, which SQLite and UTF-8 files refuse.
        """
        return json.dumps(self._plain(), default=str)

    @classmethod
    def from_json(cls, data: str) -> Text:
        """Return the text that `to_json` wrote."""
        return cls._from_plain(json.loads(data))

    def _plain(self) -> list[Any]:
        values = {
            name: {"text": value._plain()} if isinstance(value, Text) else value for name, value in self.values.items()
        }
        return [self.context, self.template, values]

    @classmethod
    def _from_plain(cls, plain: list[Any]) -> Text:
        context, template, values = plain
        nested: dict[str, Any] = {
            name: cls._from_plain(value["text"]) if isinstance(value, dict) else value
            for name, value in values.items()
        }
        return cls(context, template, nested)


def text(context: str, template: str, **values: object) -> Text:
    """Return a `Text`.

    Both strings must be literals: the translation tool finds every call of this function by its name.
    """
    return Text(context, template, dict(values))
