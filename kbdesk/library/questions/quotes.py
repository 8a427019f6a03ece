"""Whether a passage holds a quote, however the text around it is cut."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from itertools import pairwise

from kbdesk.library.types import Hit

LEAST_SHARE = 0.6
"""A passage holds a quote when so much of it stands there; a few words may have been changed."""

LEAST_WORDS = 12
"""A shorter passage counts as so long, so that a heading is not taken for the text below it."""

LONGEST_PROPOSAL = 400
"""Characters of a quote that is proposed: a long one is cut apart when the document is cut in another way."""

# Scripts without blanks between words: there every character counts as a word.
_UNSPACED = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af\U00020000-\U0003ffff"
_WORD = re.compile(rf"[{_UNSPACED}]|[^\W{_UNSPACED}]+")
_SENTENCE = re.compile(r"[^.!?。！？\n]+[.!?。！？]*\s*")


def share_of(passage: str, quote: str) -> float:
    """Return how much of a quote a passage says, or how much of the passage where that is the shorter one; at most 1.

    Compared are pairs of neighbouring words, so that the order counts and words that stand everywhere tell nothing;
    letter case, blanks and punctuation do not count.

    Args:
        passage: The text of a passage.
        quote: What it is to say; without any word in it, every passage will do.
    """
    wanted, there = _words(quote), _words(passage)
    if len(wanted) < 2:
        return float(set(wanted) <= set(there))
    pairs, pairs_there = Counter(pairwise(wanted)), Counter(pairwise(there))
    shorter = min(pairs.total(), max(pairs_there.total(), LEAST_WORDS))
    return (pairs & pairs_there).total() / shorter


def quote_of(hit: Hit) -> str:
    """Return what to remember of a passage: all of a short one, of a longer one the part that the query asked for."""
    text = hit.chunk.text
    if len(text.strip()) <= LONGEST_PROPOSAL:
        return text.strip()
    sentences = [match.span() for match in _SENTENCE.finditer(text)]
    start, end = max(sentences, key=lambda span: sum(span[0] <= mark < span[1] for mark, _ in hit.spans))
    end = max(stop for _, stop in sentences if stop <= max(end, start + LONGEST_PROPOSAL))
    return text[start : min(end, start + LONGEST_PROPOSAL)].strip()


def _words(text: str) -> list[str]:
    return _WORD.findall(unicodedata.normalize("NFKC", text).casefold())
