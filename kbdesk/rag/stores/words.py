"""Words of a text for full-text search, made the same way for passages and queries.

Words are folded (compatibility forms, case, accents); scripts that are written without spaces are cut into pairs of
neighbouring characters, so that any word of two or more characters is found without a dictionary.
"""

from __future__ import annotations

import re
import unicodedata

import regex

VERSION = f"1/{unicodedata.unidata_version}"
"""Changes when the same text may give other words: the full text is then built anew."""

_ACCENTS = re.compile("[\u0300-\u036f]")
_ASCII_WORD = re.compile("[0-9a-z]+")
_CJK = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}々ー"
_WORD = regex.compile(rf"(?P<cjk>[{_CJK}]+)|[[\p{{L}}\p{{M}}\p{{N}}]--[{_CJK}]]+", regex.VERSION1)


def words_of(text: str) -> list[str]:
    """Return the words of a passage, in order, with repeats.

    A run of CJK characters gives its pairs and, so that each character starts some word, its last character.
    """
    folded = _folded(text)
    if folded.isascii():
        return _ASCII_WORD.findall(folded)
    words: list[str] = []
    for match in _WORD.finditer(folded):
        word = match.group()
        if match.group("cjk") is None:
            words.append(word)
        else:
            words.extend(_pairs(word))
            words.append(word[-1])
    return words


def query_words(text: str) -> list[str]:
    """Return the different words a query asks for, in order; one that ends in "*" asks for words that start so."""
    folded = _folded(text)
    words: list[str] = []
    for match in _WORD.finditer(folded):
        word = match.group()
        if match.group("cjk") is None:
            words.append(word)
        elif len(word) == 1:
            words.append(word + "*")
        else:
            words.extend(_pairs(word))
    return list(dict.fromkeys(words))


def _pairs(run: str) -> list[str]:
    return [run[start : start + 2] for start in range(len(run) - 1)]


def _folded(text: str) -> str:
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text)
    return unicodedata.normalize("NFC", _ACCENTS.sub("", decomposed)).casefold()
