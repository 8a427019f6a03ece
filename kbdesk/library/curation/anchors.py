"""Finding a quote in the text of a document again, also in another version of it; never in a wrong place."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import cache
from itertools import takewhile

import numpy as np
import numpy.typing as npt
import regex

from kbdesk.library.curation.pins import Quote
from kbdesk.library.curation.runs import Run
from kbdesk.rag.chunkers.spans import Span

CONTEXT = 120
"""Characters around a quote that are kept with it."""

_START, _END = "\x02", "\x03"
"""What stands for the beginning and the end of a section in the text around a quote."""

_ENOUGH = 16
"""Characters around a quote that must be as they were, where the quote alone is too short or stands there twice."""

_OWN_WORDS = 5
"""Words from which on a quote that stands there once needs nothing around it."""

_LIKE, _SHORT_LIKE, _AROUND_LIKE = 0.75, 0.5, 0.8
"""Share of the words that must be the same: of a quote, of a short one, and of what is around a short one."""

_NEARLY = 0.9
"""Share of the words of a quote that must be the same for it to say the same."""

_SENTENCE_WORDS = 5
"""New words in a row that say something of their own."""

_CLEARLY = 0.1
"""By how much the best place must be better than the next best."""

_MOST_WORDS = 20_000
"""A longer quote is found as it is, or not at all: to compare it takes too long."""

_PLACES_TRIED = 3
_WORD = r"[\p{Han}\p{Hiragana}\p{Katakana}]|[\p{L}\p{M}\p{N}]+"

Numbers = npt.NDArray[np.int64]
Code = tuple[str, int, int, int, int]
"""One of `SequenceMatcher.get_opcodes`."""


@dataclass(frozen=True)
class Found:
    """Where a quote is.

    Attributes:
        run: Number of the section.
        start: Where it begins in its text.
        end: Where it ends.
        is_same: Whether all its words are the same; blanks, punctuation and letter case aside.
        is_other: Whether it may well say something else: there is a sentence that was not there, or many words are
            others, as where another rule with the same wording stands in its place.
    """

    run: int
    start: int
    end: int
    is_same: bool = True
    is_other: bool = False

    def overlaps(self, other: Found) -> bool:
        """Return whether both have a part of the text in common; a place between two characters is none."""
        return self.run == other.run and max(self.start, other.start) < min(self.end, other.end)


class Anchors:
    """The sections of one document, to quote from and to find quotes in."""

    def __init__(self, runs: Sequence[Run]) -> None:
        """Use the sections of a document."""
        self.runs = runs
        self._words: dict[int, _Words] = {}

    def quote(self, run: int, start: int, end: int, head: str = "") -> Quote:
        """Return a quote of a piece of a section.

        Args:
            run: Number of the section.
            start: Where the piece begins.
            end: Where it ends.
            head: What a passage repeats above it.
        """
        section = self.runs[run]
        before, after = _around(section.text, start, end)
        text = section.text[start:end]
        quote = Quote(text, before, after, dict(section.place), head, section.picture)
        alike = [each for each in self._exact(quote) if self._fits(quote, each)]
        twin = alike.index(Found(run, start, end)) if Found(run, start, end) in alike else 0
        return replace(quote, twin=twin, twins=max(len(alike), 1), copies=len(self.copies(quote)))

    def copies(self, quote: Quote) -> list[Found]:
        """Return all places that say what a quote does, without the blanks around it; none of one that is short."""
        if quote.picture:
            return self._exact(quote)
        text = quote.text.strip()
        if len(_words_of(text)) < _OWN_WORDS:
            return []
        return [each for each in self._exact(Quote(text)) if self._is_whole(each)]

    def _is_whole(self, found: Found) -> bool:
        """Return whether a place begins and ends between words."""
        text = self.runs[found.run].text
        borders = (text[max(0, found.start - 1) : found.start + 1], text[found.end - 1 : found.end + 1])
        return not any((word := _word().match(border)) and word.end() == len(border) == 2 for border in borders)

    def places(self, quotes: Sequence[Quote]) -> list[Found | None]:
        """Return where each of some quotes is."""
        return [self.find(quote) for quote in quotes]

    def find(self, quote: Quote) -> Found | None:
        """Return where a quote is, or None where that is not certain."""
        found = self._exact(quote)
        if found:
            return self._chosen(quote, found)
        return self._caption(quote) if quote.picture else self._alike(quote)

    def _exact(self, quote: Quote) -> list[Found]:
        if quote.picture:
            return [
                Found(number, 0, len(run.text)) for number, run in enumerate(self.runs) if run.picture == quote.picture
            ]
        texts = [(number, run.text) for number, run in enumerate(self.runs) if not run.picture]
        if quote.text:
            return [Found(number, at, at + len(quote.text)) for number, text in texts for at in _all(text, quote.text)]
        before, after = quote.before.removeprefix(_START), quote.after.removesuffix(_END)
        around, to = (before, len(before)) if before else (after, 0)
        return [Found(number, at + to, at + to) for number, text in texts for at in _all(text, around)]

    def _chosen(self, quote: Quote, found: Sequence[Found]) -> Found | None:
        """Return the one of several places with the same text that is meant."""
        fitting = [each for each in found if self._fits(quote, each)]
        if fitting and len(fitting) == quote.twins:
            return fitting[quote.twin]
        is_enough = bool(fitting or quote.picture) or len(_words_of(quote.text)) >= _OWN_WORDS
        if len(found) == quote.twins == 1 and is_enough:
            return found[0]
        if len(fitting) > 1 or quote.picture:
            there = [each for each in fitting or found if self.runs[each.run].place == quote.place]
            return there[0] if len(there) == 1 else None
        scores = sorted(((self._same_around(quote, each), index) for index, each in enumerate(found)), reverse=True)
        best, second = scores[0], scores[1] if len(scores) > 1 else (0, 0)
        return found[best[1]] if best[0] >= max(_ENOUGH, second[0] + _ENOUGH // 2) else None

    def _fits(self, quote: Quote, found: Found) -> bool:
        if quote.picture:
            return True
        return _around(self.runs[found.run].text, found.start, found.end) == (quote.before, quote.after)

    def _same_around(self, quote: Quote, found: Found) -> int:
        before, after = _around(self.runs[found.run].text, found.start, found.end)
        return _same_length(before[::-1], quote.before[::-1]) + _same_length(after, quote.after)

    def _caption(self, quote: Quote) -> Found | None:
        """Return the only picture that the same text stands for: it was saved anew."""
        if len(_words_of(quote.text)) < _OWN_WORDS:
            return None
        found = [number for number, run in enumerate(self.runs) if run.picture and run.text == quote.text]
        return Found(found[0], 0, len(quote.text), is_same=False) if len(found) == 1 else None

    def _alike(self, quote: Quote) -> Found | None:
        """Return the place with nearly the same words, if it is clearly the best."""
        wanted = _Wanted.of(quote)
        if not 3 <= len(wanted.words) <= _MOST_WORDS:
            return None
        best: dict[Found, float] = {}
        for number, run in enumerate(self.runs):
            for found, score in self._alike_in(number, wanted) if not run.picture else ():
                best[found] = max(score, best.get(found, 0.0))
        if not best:
            return None
        first = max(best, key=best.__getitem__)
        others = [score for found, score in best.items() if not found.overlaps(first)]
        return first if best[first] - max(others, default=0.0) >= _CLEARLY else None

    def _alike_in(self, number: int, wanted: _Wanted) -> Iterator[tuple[Found, float]]:
        if number not in self._words:
            self._words[number] = _Words.of(self.runs[number].text)
        words = self._words[number]
        for start, end in words.windows(wanted):
            match = wanted.compare(words.words[start:end])
            if match is not None:
                first, last = words.border(start + match.first), words.border(start + match.last)
                yield Found(number, first, last, match.is_same, match.is_other), match.score


@dataclass(frozen=True)
class _Match:
    """Words that are those of a quote, from `first` to `last`; and how well, at most 1.5."""

    first: int
    last: int
    score: float
    is_same: bool
    is_other: bool


@dataclass(frozen=True)
class _Wanted:
    """The words of a quote and of what is around it; the quote's are those from `first` to `last`."""

    words: list[str]
    first: int
    last: int

    @classmethod
    def of(cls, quote: Quote) -> _Wanted:
        before, own, after = (_words_of(part) for part in (quote.before, quote.text, quote.after))
        return cls([*before, *own, *after], len(before), len(before) + len(own))

    def compare(self, words: Sequence[str]) -> _Match | None:
        """Return which of some words are those of the quote, or None if none are."""
        matcher = SequenceMatcher(None, self.words, words, autojunk=False)
        codes = matcher.get_opcodes()
        start, end = _mapped(codes, self.first, is_start=True), _mapped(codes, self.last, is_start=False)
        own, length = self.last - self.first, max(end - start, 0)
        same = sum(_common(first, last, self.first, self.last) for tag, first, last, *_ in codes if tag == "equal")
        all_same = sum(last - first for tag, first, last, *_ in codes if tag == "equal")
        around = (all_same - same) / max(len(self.words) - own, 1)
        likeness = 2 * same / (own + length) if own + length else 1.0
        if own < _OWN_WORDS:
            is_like = likeness >= _SHORT_LIKE and around >= _AROUND_LIKE and self._is_held(codes)
        else:
            is_like = likeness >= _LIKE
        if not is_like or (own and end <= start):
            return None
        is_same = list(words[start:end]) == self.words[self.first : self.last]
        more = max((self._more(code, start, end) for code in codes), default=0)
        is_other = more >= _SENTENCE_WORDS or likeness < _NEARLY
        return _Match(start, max(start, end), likeness + around / 2, is_same, is_other)

    def _more(self, code: Code, start: int, end: int) -> int:
        """Return how many more words there are than there were, where some have changed within the quote."""
        _, first, last, other_first, other_last = code
        return _common(other_first, other_last, start, end) - _common(first, last, self.first, self.last)

    def _is_held(self, codes: Sequence[Code]) -> bool:
        """Return whether the word before the quote is there, and the one behind it, as far as there are any."""
        equal = [(first, last) for tag, first, last, *_ in codes if tag == "equal"]
        needed = [place for place in (self.first - 1, self.last) if 0 <= place < len(self.words)]
        return all(any(first <= place < last for first, last in equal) for place in needed)


@dataclass(frozen=True)
class _Words:
    """The words of a section.

    Attributes:
        text: Its text.
        words: Its words, folded.
        spans: Where they stand.
        runs: Numbers for each three words that follow each other.
    """

    text: str
    words: list[str]
    spans: list[Span]
    runs: Numbers

    @classmethod
    def of(cls, text: str) -> _Words:
        spans = [match.span() for match in _word().finditer(text)]
        words = [_folded(text[start:end]) for start, end in spans]
        return cls(text, words, spans, _threes(words))

    def windows(self, wanted: _Wanted) -> list[Span]:
        """Return the places where most of the words that are looked for follow each other as they should."""
        threes = _threes(wanted.words)
        there = np.flatnonzero(np.isin(self.runs, threes))
        numbers: list[int] = threes.tolist()
        at = {number: place for place, number in reversed(list(enumerate(numbers)))}
        width = max(8, len(wanted.words) // 4)
        shifts = (int(place) - at[int(self.runs[place])] for place in there)
        votes = Counter(shift // width for shift in shifts)
        margin = len(wanted.words) // 3 + width
        places = [shift * width for shift, _ in votes.most_common(_PLACES_TRIED)]
        return [
            (max(0, place - margin), min(len(self.words), place + len(wanted.words) + width + margin))
            for place in places
        ]

    def border(self, number: int) -> int:
        """Return where the text before a word ends: a mark before it goes with it, one behind a word with that."""
        if number == 0:
            return 0
        if number == len(self.spans):
            return len(self.text)
        start, end = self.spans[number - 1][1], self.spans[number][0]
        between = self.text[start:end]
        line = between.rfind("\n") + 1
        blank = next((index for index in range(len(between), 0, -1) if between[index - 1].isspace()), len(between))
        return start + (line or blank)


def _mapped(codes: Sequence[Code], place: int, *, is_start: bool) -> int:
    """Return the border between two words that one of the other words became; what was put there is outside of it."""
    found = 0
    for tag, first, last, other_first, other_last in codes:
        if tag == "insert" and first == place:
            return other_last if is_start else other_first
        if first <= place <= last:
            share = (place - first) / (last - first) if last > first else 0
            found = other_first + round(share * (other_last - other_first))
            if place < last:
                return found
    return found


def _common(first: int, last: int, other_first: int, other_last: int) -> int:
    return max(0, min(last, other_last) - max(first, other_first))


def _around(text: str, start: int, end: int) -> tuple[str, str]:
    before = text[max(0, start - CONTEXT) : start]
    after = text[end : end + CONTEXT]
    return (before if start > CONTEXT else _START + before), (after if end + CONTEXT < len(text) else after + _END)


def _same_length(text: str, other: str) -> int:
    """Return how many characters are the same from the beginning on."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(text, other, strict=False)))


def _all(text: str, wanted: str) -> Iterator[int]:
    at = text.find(wanted)
    while at >= 0:
        yield at
        at = text.find(wanted, at + 1)


@cache
def _word() -> regex.Pattern[str]:
    return regex.compile(_WORD)


def _folded(word: str) -> str:
    return unicodedata.normalize("NFKC", word).casefold()


def _words_of(text: str) -> list[str]:
    return [_folded(word) for word in _word().findall(text)]


def _threes(words: Iterable[str]) -> Numbers:
    numbers = np.array([hash(word) for word in words], np.int64)
    if len(numbers) < 3:
        return np.empty(0, np.int64)
    return numbers[:-2] * 31 + numbers[1:-1] * 1009 + numbers[2:]
