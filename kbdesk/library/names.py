"""Names as lists sort and filter them."""

from __future__ import annotations

import re
import unicodedata

_DIGITS = re.compile("[0-9]+")
_LONGEST_NUMBER = 20


def folded(name: str) -> str:
    """Return what a name is compared by: without regard to case and to how its accents are written."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def natural_key(name: str) -> str:
    """Return a sort key in which "page 9" comes before "page 10" and upper and lower case are alike."""
    return _DIGITS.sub(lambda number: number[0].zfill(_LONGEST_NUMBER), folded(name))
