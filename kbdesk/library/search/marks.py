"""Which words of a passage a query asked for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import regex

from kbdesk.rag.language import UNKNOWN
from kbdesk.rag.retrieval.identifiers import exact_terms
from kbdesk.rag.stores.terms import Term, comparable
from kbdesk.rag.stores.words import is_stop_word, query_forms, stem, words_of

_STOP_PHRASES = re.compile(
    "什么|怎么样?|怎样|多少|哪些|哪里|如何|是否|可以|我们|你们|他们"
    "|ください|でしょうか|ですか|です|ますか|ます|ました|して|した|する|こと|どのように|どの|ため"
)
_ASCII_WORD = re.compile("[0-9A-Za-z]+")
_CJK = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}々ー"
_INVISIBLE = "\u00ad\u200b-\u200f\u2060\ufeff"  # soft hyphens and the like stand within words
# Apostrophes and all other marks part words, as in the full text.
_WORD = regex.compile(rf"[[\p{{L}}\p{{M}}\p{{N}}{_INVISIBLE}]--[{_CJK}]]+", regex.VERSION1)
# Forms of characters that fonts and old encodings have beside the usual ones: radicals, half-width, doubles.
_OTHER_FORMS = re.compile("[\u2e80-\u2fdf\uf900-\ufaff\uff66-\uff9d]")
_UNSPACED = regex.compile(f"[{_CJK}]")

Span = tuple[int, int]


@dataclass(frozen=True)
class Marks:
    """What stands in a passage of what was asked.

    Attributes:
        spans: Character ranges (start, end), ascending, not touching each other.
        words: What stands there, each once.
        exact: Identifiers and quoted phrases that stand there, each once.
    """

    spans: tuple[Span, ...]
    words: tuple[str, ...]
    exact: tuple[str, ...]


class Marker:
    """Marks passages for some queries; made once for all hits of a search."""

    def __init__(self, queries: Sequence[str]) -> None:
        """Take the queries apart.

        Args:
            queries: What was asked.
        """
        said = [_STOP_PHRASES.sub(" ", query) for query in queries]
        asked = {form for query in said for form in query_forms(query)}
        characters = {form.removesuffix("*") for form in asked if _is_unspaced(form)}
        self._forms = [form for form in asked if not _is_unspaced(form)]
        self._words: dict[str, set[str]] = {}
        self._initials = frozenset(form[0] for form in self._forms)
        self._characters = re.compile("|".join(map(re.escape, sorted(characters, key=len)))) if characters else None
        self._terms = [Term(term).pattern for query in queries for term in exact_terms(query)]
        self._matching: dict[tuple[str, str], bool] = {}

    def marks(self, passage: str, language: str = UNKNOWN) -> Marks:
        """Return what stands in a passage of the queries' words.

        They match as in the full text: case, accents and widths do not count, and a word matches other forms of it in
        the passage's language; those that stand in every passage are left out. In Chinese, Japanese and Korean any two
        neighbouring characters of a query are such a word.
        """
        words = list(_joined(sorted([*self._found_words(passage, language), *self._found_characters(passage)])))
        exact = sorted(self._found_terms(passage))
        return Marks(
            spans=tuple(_joined(sorted([*words, *exact]))),
            words=tuple(dict.fromkeys(passage[slice(*span)] for span in words)),
            exact=tuple(dict.fromkeys(passage[slice(*span)] for span in exact)),
        )

    def _found_words(self, passage: str, language: str) -> Iterator[Span]:
        if not self._forms:
            return
        # Looking for the few words that match takes half the time of going from word to word.
        for word in set(_pattern(passage).findall(passage)):
            if (matches := self._matching.get((word, language))) is None:
                matches = self._matching[word, language] = self._matches(word, language)
            if matches:
                yield from _occurrences(word, passage)

    def _matches(self, word: str, language: str) -> bool:
        if word.isascii() and word[0].lower() not in self._initials:  # much faster than to look for its stem
            return False
        if language not in self._words:
            self._words[language] = {stem(form, language) for form in self._forms if not is_stop_word(form, language)}
        return not self._words[language].isdisjoint(words_of(word, language))

    def _found_characters(self, passage: str) -> Iterator[Span]:
        if self._characters is None or passage.isascii():
            return
        passage = _OTHER_FORMS.sub(lambda other: _folded_character(other.group()), passage)
        match = self._characters.search(passage)
        while match is not None:
            yield match.span()
            match = self._characters.search(passage, match.start() + 1)

    def _found_terms(self, passage: str) -> Iterator[Span]:
        if self._terms:
            plain = "".join(map(_folded_character, passage))
            for term in self._terms:
                yield from (match.span() for match in term.finditer(plain))


@lru_cache(maxsize=1 << 12)
def _folded_character(character: str) -> str:
    """Return a character as it is compared, in one character, so that places stay."""
    usual = comparable(character)
    return usual if len(usual) == 1 else character


def _pattern(passage: str) -> re.Pattern[str] | regex.Pattern[str]:
    return _ASCII_WORD if passage.isascii() else _WORD


def _occurrences(word: str, passage: str) -> Iterator[Span]:
    """Yield where a word stands that is not a part of another one."""
    pattern = _pattern(passage)
    start = passage.find(word)
    while start >= 0:
        end = start + len(word)
        if not pattern.match(passage, end) and not (start and pattern.match(passage, start - 1, start)):
            yield start, end
        start = passage.find(word, end)


def _is_unspaced(word: str) -> bool:
    return _UNSPACED.match(word) is not None


def _joined(spans: Iterable[Span]) -> Iterator[Span]:
    """Yield ascending spans with those that overlap or touch made one."""
    current: Span | None = None
    for start, end in spans:
        if current is not None and start <= current[1]:
            current = current[0], max(current[1], end)
            continue
        if current is not None:
            yield current
        current = start, end
    if current is not None:
        yield current
