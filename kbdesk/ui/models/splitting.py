"""Where a text may be cut in two. Pure: no screen."""

from __future__ import annotations

import re

_ENDS = re.compile(r"\n+|(?<=[.!?…])[ \t]+|(?<=[。！？])")


def good_place(text: str, wanted: int = 0) -> int:
    """Return the number of the character before which a text is cut: `wanted`, if both parts have words then.

    Else the end of a sentence or a paragraph that is next to the middle; the middle itself if there is none.
    """
    if halves(text, wanted) is not None:
        return wanted
    middle = len(text) // 2
    places = [match.end() for match in _ENDS.finditer(text) if halves(text, match.end()) is not None]
    return min(places, key=lambda place: abs(place - middle), default=middle)


def halves(text: str, position: int) -> tuple[str, str] | None:
    """Return both parts of a text without blanks at their ends, or None if one of them has no words."""
    first, second = text[:position].strip(), text[position:].strip()
    return (first, second) if first and second else None
