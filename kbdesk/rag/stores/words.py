"""Words of a text for full-text search, made the same way for passages and queries.

Words are folded (compatibility forms, case, accents) and cut down to their stems; scripts that are written without
spaces are cut into pairs of neighbouring characters, so that any word of two or more characters is found without a
dictionary.

A word has the stem of its passage's language, marked with that language where it is not English: in a German passage
"note" is "de·not", and so an English "not" is not found with it. A query asks for each of its words by the stems of all
languages.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

import regex
import Stemmer

from kbdesk.rag import language as languages_told
from kbdesk.rag.language import UNKNOWN
from kbdesk.rag.stores.stop_words import STOP_WORDS

VERSION = f"3/{unicodedata.unidata_version}/{Stemmer.version()}/{languages_told.VERSION}"
"""Changes when the same text may give other words: the full text is then built anew."""

_ACCENTS = re.compile("[\u0300-\u036f]")
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")
# Those that are about as right where accents are gone. The newer "dutch" cuts off the starts of words as well.
_ALGORITHMS = {
    "en": "english",
    "de": "german",
    "fr": "french",
    "es": "spanish",
    "it": "italian",
    "pt": "portuguese",
    "nl": "dutch_porter",
    "sv": "swedish",
    "da": "danish",
    "no": "norwegian",
    "fi": "finnish",
}
# Without a cache of its own a call changes nothing that another thread could see.
_STEMMERS = {language: Stemmer.Stemmer(algorithm, 0) for language, algorithm in _ALGORITHMS.items()}
_USUAL = "en"  # also where there is no other: what a Chinese passage has in Latin letters is mostly English
_SIGN = "·"  # stands in no word; and as it is not ASCII, the full text does not part words at it
MARKED_LANGUAGES = tuple(language for language in _STEMMERS if language != _USUAL)
"""The languages with stems of their own, which are marked."""

_ASCII_WORD = re.compile("[0-9a-z]+")
CJK = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}々ー"
"""Scripts that are written without spaces, for a set in a regular expression."""

_WORD = regex.compile(rf"(?P<cjk>[{CJK}]+)|[[\p{{L}}\p{{M}}\p{{N}}]--[{CJK}]]+", regex.VERSION1)


def words_of(text: str, language: str = UNKNOWN) -> list[str]:
    """Return the words of a passage in a language as the full text has them, in order, with repeats."""
    return [stem(form, language) for form in forms_of(text)]


@lru_cache(maxsize=1 << 16)
def stem(form: str, language: str) -> str:
    """Return what the forms of a word have in common in a language, as the full text has it.

    That is the word itself where it has other letters than a to z.
    """
    if not (form.isascii() and form.isalpha()):
        return form
    taken_for = _taken_for(language)
    stemmed = _STEMMERS[taken_for].stemWord(form)
    return stemmed if taken_for == _USUAL else f"{mark_of(language)}{stemmed}"


def _taken_for(language: str) -> str:
    return language if language in _STEMMERS else _USUAL


def is_stop_word(form: str, language: str) -> bool:
    """Return whether a word stands in every passage in a language, and says nothing there."""
    return form in STOP_WORDS.get(_taken_for(language), ())


def mark_of(language: str) -> str:
    """Return what the stems of a language start with that is one of `MARKED_LANGUAGES`, and no other word does."""
    return f"{language}{_SIGN}"


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


def query_words(text: str, languages: Iterable[str] = (UNKNOWN,)) -> list[tuple[str, ...]]:
    """Return the different words a query asks for, in order, each as it may stand in passages in these languages.

    One that ends in "*" asks for words that start so.
    """
    languages = tuple(languages)
    return list(dict.fromkeys(stems(form, languages) for form in query_forms(text)))


def telling_words(text: str, languages: Iterable[str] = (UNKNOWN,)) -> list[tuple[str, ...]]:
    """Return what `query_words` does, without the stop words of each language in which others remain."""
    forms = query_forms(text)
    telling = {
        language: [form for form in forms if not is_stop_word(form, language)] or forms for language in languages
    }
    words = (stems(form, [language for language in telling if form in telling[language]]) for form in forms)
    return list(dict.fromkeys(filter(None, words)))


def stems(form: str, languages: Iterable[str]) -> tuple[str, ...]:
    """Return the different stems of a word in some languages."""
    return tuple(dict.fromkeys(stem(form, language) for language in languages))


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
