"""The format codes of spreadsheets in pieces: '0.00" kg";[Red]-0.00' and the like."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

Token = tuple[str, str]
"""Kind and text of a piece of a code, for example ("digit", "0") or ("quoted", " kg")."""

MAX_CODE_LENGTH = 255
"""Excel's own limit."""

LITERALS = frozenset({"quoted", "escaped", "plain"})

_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"?|\\(?P<escaped>.)|[_*](?P<padding>.)|\[(?P<currency>\$[^\]]*)\]|\[(?P<elapsed>h+|m+|s+)\]'
    r"|\[(?P<condition>[<>=]{1,2} *-?[\d.]+)\]|\[(?P<setting>[^\]]*)\]|(?P<general>general)"
    r"|(?P<half>am/pm|a/p)|(?P<exponent>e[+-])|(?P<date>y+|m+|d+|h+|s+|e+|g+|b+|a{3,4})|(?P<digit>[0#?])|(?P<plain>.)",
    re.IGNORECASE | re.DOTALL,
)


@dataclass(frozen=True, eq=False)
class CodeSection:
    """A section of a code.

    Attributes:
        tokens: Its pieces.
    """

    tokens: tuple[Token, ...]

    @cached_property
    def kinds(self) -> frozenset[str]:
        """The kinds of its pieces."""
        return frozenset(kind for kind, _ in self.tokens)

    @cached_property
    def condition(self) -> str | None:
        """For which numbers it is, as in "<100"; None if it does not say."""
        return next((text for kind, text in self.tokens if kind == "condition"), None)

    @cached_property
    def plain(self) -> str:
        """What stands in it without quotes and brackets, as in "# ?/?"."""
        return "".join(text for kind, text in self.tokens if kind in ("digit", "plain")).strip()


def literal_text(tokens: Sequence[Token]) -> str:
    """Return what pieces show beside digits and dates: words, signs, currencies."""
    return "".join(
        text[1:].partition("-")[0] if kind == "currency" else text
        for kind, text in tokens
        if kind in LITERALS or kind == "currency"
    )


@lru_cache(maxsize=256)
def code_sections(code: str) -> tuple[CodeSection, ...]:
    """Return the sections of a code: for positive numbers, negative ones, zero and text."""
    sections: list[list[Token]] = [[]]
    for match in _TOKEN.finditer(code):
        kind = match.lastgroup or "plain"
        if (kind, match[kind]) == ("plain", ";"):
            sections.append([])
        else:
            sections[-1].append((kind, match[kind]))
    return tuple(CodeSection(tuple(tokens)) for tokens in sections)
