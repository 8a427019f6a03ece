"""The format codes of spreadsheets in pieces: '0.00" kg";[Red]-0.00' and the like."""

from __future__ import annotations

import re
from functools import lru_cache

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


@lru_cache(maxsize=256)
def code_sections(code: str) -> list[list[Token]]:
    """Return the sections of a code, each as its pieces: for positive numbers, negative ones, zero and text."""
    sections: list[list[Token]] = [[]]
    for match in _TOKEN.finditer(code):
        kind = match.lastgroup or "plain"
        if (kind, match[kind]) == ("plain", ";"):
            sections.append([])
        else:
            sections[-1].append((kind, match[kind]))
    return sections
