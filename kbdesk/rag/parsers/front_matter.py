"""The block of facts at the head of a Markdown page, as Jekyll and Hugo use it."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from typing import Any, cast

_YAML = re.compile(r"---[ \t]*\n(.*?)^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.S | re.M)
_TOML = re.compile(r"\+\+\+[ \t]*\n(.*?)^\+\+\+[ \t]*(?:\n|\Z)", re.S | re.M)
_MAX_CHARACTERS = 64 * 1024


@dataclass(frozen=True)
class FrontMatter:
    """What stands before the text of a page.

    Attributes:
        facts: Its plain values and lists of plain values, as text, numbers and truth values.
        end: Where the text begins, in characters; 0 when there is no front matter or it is broken.
    """

    facts: dict[str, Any]
    end: int

    @property
    def title(self) -> str:
        """The page's title, or ""."""
        title = self.facts.get("title", "")
        return " ".join(str(title).split()) if isinstance(title, (str, int, float)) else ""


def front_matter(content: str) -> FrontMatter:
    """Return the front matter of a page; a broken one is left in the text."""
    head = content[:_MAX_CHARACTERS]
    for pattern, load in ((_YAML, _yaml), (_TOML, _toml)):
        if (match := pattern.match(head)) and (facts := load(match.group(1))):
            return FrontMatter(_plain(facts), match.end())
    return FrontMatter({}, 0)


def _yaml(source: str) -> dict[Any, Any]:
    import yaml

    try:
        loaded = yaml.safe_load(source)
    except (yaml.YAMLError, ValueError, RecursionError):  # ValueError: a date such as 2024-13-45
        return {}
    return cast("dict[Any, Any]", loaded) if isinstance(loaded, dict) else {}


def _toml(source: str) -> dict[Any, Any]:
    try:
        return tomllib.loads(source)
    except (tomllib.TOMLDecodeError, RecursionError):
        return {}


def _plain(facts: dict[Any, Any]) -> dict[str, Any]:
    """Keep what can be stored and shown: nested structures may be huge through YAML's references."""
    plain: dict[str, Any] = {}
    for key, value in facts.items():
        if isinstance(value, list):
            items = cast("list[Any]", value)[:100]
            plain[str(key)] = [_scalar(item) for item in items if _is_scalar(item)]
        elif _is_scalar(value):
            plain[str(key)] = _scalar(value)
    return plain


def _is_scalar(value: object) -> bool:
    return value is not None and not isinstance(value, (dict, list, tuple, set, bytes))


def _scalar(value: Any) -> str | int | float | bool:
    return value if isinstance(value, (bool, int, float)) else str(value)
