"""Words of a text for full-text search, made the same way for passages and queries.

Words are folded (compatibility forms, case, accents) and cut down to their stems; scripts that are written without
spaces are cut into pairs of neighbouring characters, so that any word of two or more characters is found without a
dictionary.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

import regex
import Stemmer

VERSION = f"2/{unicodedata.unidata_version}/{Stemmer.version()}"
"""Changes when the same text may give other words: the full text is then built anew."""

_ACCENTS = re.compile("[\u0300-\u036f]")
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")
# One after the other, whatever the language, so that a word has one stem wherever it stands. On ../shared/eval nDCG@10
# of English questions by words rises from 0.16 to 0.23 and from 0.37 to 0.41 with it, as with the English one alone.
# Without a cache of its own a call changes nothing that another thread could see.
_STEMMERS = (Stemmer.Stemmer("english", 0), Stemmer.Stemmer("german", 0))
_ASCII_WORD = re.compile("[0-9a-z]+")
CJK = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}々ー"
"""Scripts that are written without spaces, for a set in a regular expression."""

_WORD = regex.compile(rf"(?P<cjk>[{CJK}]+)|[[\p{{L}}\p{{M}}\p{{N}}]--[{CJK}]]+", regex.VERSION1)


def words_of(text: str) -> list[str]:
    """Return the words of a passage as the full text has them, in order, with repeats."""
    return [stem(word) for word in forms_of(text)]


@lru_cache(maxsize=1 << 16)
def stem(word: str) -> str:
    """Return what the forms of a word have in common; the word itself where it has other letters than a to z."""
    if word.isascii() and word.isalpha():
        for stemmer in _STEMMERS:
            word = stemmer.stemWord(word)
    return word


def forms_of(text: str) -> list[str]:
    """Return the words of a passage as they stand there but for folding, in order, with repeats.

    A run of CJK characters gives its pairs and, so that each character starts some word, its last character.
    """
    text = folded(text)
    if text.isascii():
        return _ASCII_WORD.findall(text)
    words: list[str] = []
    for match in _WORD.finditer(text):
        word = match.group()
        if match.group("cjk") is None:
            words.append(word)
        else:
            words.extend(_pairs(word))
            words.append(word[-1])
    return words


def query_words(text: str) -> list[str]:
    """Return the different words a query asks for, in order; one that ends in "*" asks for words that start so."""
    return list(dict.fromkeys(stem(form) for form in query_forms(text)))


def query_forms(text: str) -> list[str]:
    """Return the different words of a query as they stand there but for folding, otherwise as `query_words`."""
    words: list[str] = []
    for match in _WORD.finditer(folded(text)):
        word = match.group()
        if match.group("cjk") is None:
            words.append(word)
        elif len(word) == 1:
            words.append(word + "*")
        else:
            words.extend(_pairs(word))
    return list(dict.fromkeys(words))


def is_piece(word: str) -> bool:
    """Return whether a word is a piece of a run of characters that is written without spaces."""
    match = _WORD.match(word)
    return match is not None and match.group("cjk") is not None


def _pairs(run: str) -> list[str]:
    return [run[start : start + 2] for start in range(len(run) - 1)]


def folded(text: str) -> str:
    """Return the text without what does not count when words are compared: case, accents, widths and the like."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text)
    without = _INVISIBLE.sub("", _ACCENTS.sub("", decomposed))
    return unicodedata.normalize("NFC", without).casefold()
