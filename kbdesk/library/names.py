"""Names as lists sort and filter them."""

from __future__ import annotations

import re
import unicodedata

_DIGITS = re.compile("[0-9]+")


def folded(name: str) -> str:
    """Return what a name is compared by: without regard to case and to how its accents are written."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def natural_key(name: str) -> str:
    """Return a sort key in which "page 9" comes before "page 10" and upper and lower case are alike."""
    return _DIGITS.sub(lambda number: _number_key(number[0].lstrip("0")), folded(name))


def _number_key(digits: str) -> str:
    """Return how many digits there are and then the digits: a longer number is a larger one."""
    return chr(ord("0") + len(digits)) + digits
