"""Which words of a passage a query asked for."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import regex

from kbdesk.rag.stores.words import query_words, words_of

# Words that stand in every passage; marking them would hide the others.
_STOP_WORDS = frozenset(
    re.findall(
        r"\w+",
        "a an and any are as at be been but by can could did do does for from get had has have how i if in into is it"
        " its me my not of on or our should so than that the their them then there they this to was we were what when"
        " where which who whom whose why will with would you your",
    )
)
_ASCII_WORD = re.compile("[0-9A-Za-z]+")
_CJK = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}々ー"
# Apostrophes and all other marks part words, as in the full text.
_WORD = regex.compile(rf"[[\p{{L}}\p{{M}}\p{{N}}]--[{_CJK}]]+", regex.VERSION1)
# Forms of characters that fonts and old encodings have beside the usual ones: radicals, half-width, doubles.
_OTHER_FORMS = re.compile("[\u2e80-\u2fdf\uf900-\ufaff\uff66-\uff9d]")
_UNSPACED = regex.compile(f"[{_CJK}]")
_SHORTEST_STEM = 4

Span = tuple[int, int]


@dataclass(frozen=True)
class Marks:
    """What stands in a passage of what was asked.

    Attributes:
        spans: Character ranges (start, end), ascending, not touching each other.
        words: What stands there, each once.
    """

    spans: tuple[Span, ...]
    words: tuple[str, ...]


class Marker:
    """Marks passages for some queries; made once for all hits of a search."""

    def __init__(self, queries: Sequence[str]) -> None:
        """Take the queries apart.

        Args:
            queries: What was asked.
        """
        asked = {word for query in queries for word in query_words(query)}
        characters = {word.removesuffix("*") for word in asked if _is_unspaced(word)}
        self._words = {word for word in asked if not _is_unspaced(word)} - _STOP_WORDS
        self._stems = tuple(word for word in self._words if len(word) >= _SHORTEST_STEM)
        self._characters = re.compile("|".join(map(re.escape, sorted(characters, key=len)))) if characters else None
        self._matching: dict[str, bool] = {}

    def marks(self, passage: str) -> Marks:
        """Return what stands in a passage of the queries' words.

        They match as in the full text: case, accents and widths do not count, and a word matches other forms of it. In
        Chinese, Japanese and Korean any two neighbouring characters of a query are such a word.
        """
        found = sorted([*self._found_words(passage), *self._found_characters(passage)])
        spans = tuple(_joined(found))
        words = dict.fromkeys(passage[start:end] for start, end in spans)
        return Marks(spans, tuple(words))

    def _found_words(self, passage: str) -> Iterator[Span]:
        if not self._words:
            return
        # Looking for the few words that match takes half the time of going from word to word.
        for word in set(_pattern(passage).findall(passage)):
            if (matches := self._matching.get(word)) is None:
                matches = self._matching[word] = self._matches(word)
            if matches:
                yield from _occurrences(word, passage)

    def _matches(self, word: str) -> bool:
        return any(form in self._words or form.startswith(self._stems) for form in words_of(word))

    def _found_characters(self, passage: str) -> Iterator[Span]:
        if self._characters is None or passage.isascii():
            return
        passage = _OTHER_FORMS.sub(_usual_form, passage)
        match = self._characters.search(passage)
        while match is not None:
            yield match.span()
            match = self._characters.search(passage, match.start() + 1)


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


def _usual_form(match: re.Match[str]) -> str:
    """Return the character that another one stands for, if it is one."""
    usual = unicodedata.normalize("NFKD", match.group())
    return usual if len(usual) == 1 else match.group()


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
