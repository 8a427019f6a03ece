"""Sentences for people, kept apart from the language they are shown in."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, cast


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
        return json.dumps(_plain(self), default=str)

    @classmethod
    def from_json(cls, data: str) -> Text:
        """Return the text that `to_json` wrote."""
        return _from_plain(json.loads(data))


def _plain(sentence: Text) -> list[Any]:
    values = {
        name: {"text": _plain(value)} if isinstance(value, Text) else value for name, value in sentence.values.items()
    }
    return [sentence.context, sentence.template, values]


def _from_plain(plain: list[Any]) -> Text:
    context, template, values = plain
    return Text(context, template, {name: _value(value) for name, value in values.items()})


def _value(value: Any) -> Any:
    # Only texts are written as objects.
    return _from_plain(cast("dict[str, list[Any]]", value)["text"]) if isinstance(value, dict) else value


def text(context: str, template: str, **values: object) -> Text:
    """Return a `Text`.

    Both strings must be literals: the translation tool finds every call of this function by its name.
    """
    return Text(context, template, dict(values))
