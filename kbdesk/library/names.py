"""Names as lists sort and filter them, and as files may have them."""

from __future__ import annotations

import re
import unicodedata

_DIGITS = re.compile("[0-9]+")
_FORBIDDEN = str.maketrans(dict.fromkeys('/\\:*?"<>|\x7f' + "".join(map(chr, range(32))), " "))
_RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(1, 10))}
_LONGEST_BYTES = 200


def folded(name: str) -> str:
    """Return what a name is compared by: without regard to case and to how its accents are written."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def natural_key(name: str) -> str:
    """Return a sort key in which "page 9" comes before "page 10" and upper and lower case are alike."""
    return _DIGITS.sub(lambda number: _number_key(number[0].lstrip("0")), folded(name))


def _number_key(digits: str) -> str:
    """Return how many digits there are and then the digits: a longer number is a larger one."""
    return chr(ord("0") + len(digits)) + digits


def file_name(words: str, *, otherwise: str) -> str:
    """Return words as a file may be called on any system, without an ending.

    Args:
        words: What it is about.
        otherwise: What it is called where nothing is left of them; stands before them where the system has them.
    """
    stem = " ".join(words.translate(_FORBIDDEN).split()).strip(". ")
    while len(stem.encode()) > _LONGEST_BYTES:
        stem = stem[:-1].rstrip(". ")
    is_reserved = stem.partition(".")[0].rstrip().casefold() in _RESERVED  # Windows looks no further than the first dot
    return f"{otherwise} {stem}" if is_reserved else stem or otherwise
