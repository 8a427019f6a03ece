"""Which words of a passage a query asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

# Words that stand in every passage; marking them would hide the others.
_STOP_WORDS = frozenset(
    re.findall(
        r"\w+",
        "a an and any are as at be been but by can could did do does for from get had has have how i if in into is it"
        " its me my not of on or our should so than that the their them then there they this to was we were what when"
        " where which who whom whose why will with would you your",
    )
)
_WORD = re.compile(r"\w+(?:['’]\w+)*")
# Han, kana and Hangul are written without blanks between words: there a word is any two neighbours.
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af\U00020000-\U0003ffff]+")
_SHORTEST_STEM = 4

Span = tuple[int, int]


def matched_spans(queries: Sequence[str], passage: str) -> tuple[Span, ...]:
    """Return the character ranges of a passage that hold words of the queries.

    Case does not count; a word matches longer forms of it ("travel": "travelling"); in Chinese, Japanese and Korean
    two neighbouring characters that stand together in a query match.

    Args:
        queries: What was asked.
        passage: The text to mark.

    Returns:
        Ranges (start, end), ascending, not touching each other.
    """
    words: set[str] = set()
    pairs: set[str] = set()
    for query in queries:
        folded = query.casefold()
        words.update(word for word, _, _ in _spaced(folded) if word not in _STOP_WORDS)
        pairs.update(pair for pair, _, _ in _pairs(folded))
    stems = tuple(word for word in words if len(word) >= _SHORTEST_STEM)
    folded, origin = _fold(passage)
    found = [(start, end) for word, start, end in _spaced(folded) if word in words or word.startswith(stems)]
    found += [(start, end) for pair, start, end in _pairs(folded) if pair in pairs]
    found += [(index, index + 1) for index, character in enumerate(folded) if character in pairs]
    return tuple(_joined((origin[start], origin[end - 1] + 1) for start, end in sorted(found)))


def _spaced(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield the words of the scripts that put blanks between words, with their ranges."""
    # Blanks of the same length in place of the others keep the positions.
    for match in _WORD.finditer(_UNSPACED.sub(lambda run: " " * len(run.group()), text)):
        yield match.group(), match.start(), match.end()


def _pairs(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield the pairs of neighbours in the other scripts; a character alone stands for itself."""
    for run in _UNSPACED.finditer(text):
        start, end = run.span()
        for index in range(start, max(end - 1, start + 1)):
            stop = min(index + 2, end)
            yield text[index:stop], index, stop


def _fold(text: str) -> tuple[str, list[int]]:
    """Return the case-folded text, and for each of its characters the position it came from ("ß" becomes two)."""
    folded = [character.casefold() for character in text]
    return "".join(folded), [index for index, part in enumerate(folded) for _ in part]


def _joined(spans: Iterator[Span]) -> Iterator[Span]:
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
