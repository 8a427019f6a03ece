"""Identifiers and phrases that must stand in a passage as they are written, give or take what nobody sees."""

from __future__ import annotations

from collections.abc import Iterable

import regex

from kbdesk.rag.language import UNKNOWN
from kbdesk.rag.stores.words import CJK, folded, words_of

_HYPHENS = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"
_APOSTROPHES = "\u2018\u2019\u02bc\u2032"
_SAME = str.maketrans(dict.fromkeys(_HYPHENS, "-") | dict.fromkeys(_APOSTROPHES, "'"))
_LETTER = rf"[[\p{{L}}\p{{M}}\p{{N}}]--[{CJK}]]"
_PIECE = regex.compile(rf"(?P<cjk>[{CJK}]+)|(?P<word>{_LETTER}+)|(?P<blank>\s+)|(?P<sign>.)", regex.V1)
# A number or a name with a number goes on behind these: 4711 does not stand in 4711.5, nor REQ-0417 in REQ-0417-B.
_NOT_BEFORE = rf"(?<!{_LETTER}[-_])(?<!\d[.,])"
_NOT_BEHIND = rf"(?![-_]{_LETTER})(?![.,]\d)"


class Term:
    """An identifier or a phrase.

    It stands in a text where its letters, digits and signs follow each other there as words of their own; case,
    accents, widths and the kinds of blanks and hyphens do not count, nor blanks beside signs, nor where a line ends.

    Attributes:
        pattern: Finds it in a text made `comparable`.
    """

    def __init__(self, written: str) -> None:
        """Take it apart.

        Args:
            written: As a person wrote it.
        """
        self._written = written
        self.pattern = regex.compile(_pattern(comparable(written).strip()), regex.V1)

    def match(self, languages: Iterable[str] = (UNKNOWN,)) -> str:
        """Return what to look for in the full text; "" where it has no word, and so cannot be looked for.

        Finds all passages in these languages that it stands in, and perhaps more.
        """
        phrases = dict.fromkeys(_phrase(self._written, language) for language in languages)
        return " OR ".join(filter(None, phrases))

    def stands_in(self, text: str) -> bool:
        """Return whether it stands in a text."""
        return self.pattern.search(comparable(text)) is not None


def comparable(text: str) -> str:
    """Return a text without what does not count when terms are looked for."""
    return folded(text).translate(_SAME)


def _phrase(written: str, language: str) -> str:
    words = words_of(written, language)
    if not words:
        return ""
    if not regex.search(rf"[{CJK}]\P{{L}}*$", folded(written)):
        return f'"{" ".join(words)}"'
    # The run of characters may go on in the passage: then its last one is not the last there.
    *others, last = words
    goes_on = len(others) > 0 and others[-1].endswith(last) and len(others[-1]) > 1
    return f'"{" ".join(others)}"' if goes_on else f'"{" ".join(words)}" *'


def _pattern(term: str) -> str:
    """Return the regular expression for a term made comparable."""
    pieces = [(match.lastgroup, match.group()) for match in _PIECE.finditer(term)]
    parts: list[str] = []
    for place, (kind, piece) in enumerate(pieces):
        if kind == "blank":
            are_words = pieces[place - 1][0] == "word" == pieces[place + 1][0]
            parts.append(r"\s+" if are_words else r"\s*")
            continue
        if place and pieces[place - 1][0] != "blank":
            parts.append(r"\s*")
        parts.append(regex.escape(piece))
    is_numbered = any(character.isdigit() for character in term)
    before = rf"(?<!{_LETTER}|_)" + _NOT_BEFORE * is_numbered if pieces and pieces[0][0] == "word" else ""
    behind = rf"(?!{_LETTER}|_)" + _NOT_BEHIND * is_numbered if pieces and pieces[-1][0] == "word" else ""
    return before + "".join(parts) + behind
