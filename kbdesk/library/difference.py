"""What differs between two documents, sentence by sentence, wherever lines, pages and passages are cut."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

from kbdesk.library.sketch import UNSPACED, texts_without_overlap
from kbdesk.rag.document import Chunk
from kbdesk.rag.place import place_of
from kbdesk.texts import Text, text

Span = tuple[int, int]

_LEAST_LIKE = 0.5
"""Share of common words from which two sentences are one that was changed."""

_REACH = 12
"""How many sentences further on the changed one is looked for."""

_LONGEST = 2_000
"""Words; of a longer sentence (a table in one line) it is not told which words changed."""

_WRAPPED_LINE = 40
"""Columns; a shorter line is not broken because it was full."""

_SENTENCE_END = re.compile(r"(?<=[.!?])[\"'”’)\]]*\s+|(?<=[。！？])[”’」』）】》\"']*\s*")
_STARTS_ITEM = re.compile(r"\s*(?:[-*+•–#>|]|\(?\w{1,3}[.)]\s)")
_WORD = re.compile(rf"[{UNSPACED}]|[^\W{UNSPACED}]+|[^\w\s]")


@dataclass(frozen=True)
class Change:
    """One place where two documents differ.

    Attributes:
        kind: "removed": only in the old one; "added": only in the new one; "changed": in both, with other words.
        old: What the old one says; "" when added.
        new: What the new one says; "" when removed.
        old_place: Where it stands in the old one.
        new_place: Where it stands in the new one.
        old_spans: The characters of `old` that changed; empty when all did.
        new_spans: The same of `new`.
    """

    kind: Literal["removed", "added", "changed"]
    old: str
    new: str
    old_place: Text
    new_place: Text
    old_spans: tuple[Span, ...] = ()
    new_spans: tuple[Span, ...] = ()


@dataclass(frozen=True)
class Difference:
    """What differs between two documents.

    Attributes:
        changes: In reading order.
        same_count: Sentences that both have.
    """

    changes: tuple[Change, ...]
    same_count: int


@dataclass(frozen=True)
class _Sentence:
    text: str
    key: str
    place: Text


def compare(old: Sequence[Chunk], new: Sequence[Chunk]) -> Difference:
    """Return what differs between two documents; layout does not count.

    Args:
        old: All passages of one document, in order.
        new: All passages of the other.
    """
    ours, theirs = _sentences(old), _sentences(new)
    # Sentences that stand everywhere are "junk" to difflib above 200 sentences: they cannot make it slow.
    matcher = SequenceMatcher(None, [each.key for each in ours], [each.key for each in theirs])
    changes: list[Change] = []
    same_count = 0
    for tag, old_start, old_end, new_start, new_end in matcher.get_opcodes():
        if tag == "equal":
            same_count += old_end - old_start
        else:
            changes += _joined(_paired(ours[old_start:old_end], theirs[new_start:new_end]))
    return Difference(tuple(changes), same_count)


def _paired(old: Sequence[_Sentence], new: Sequence[_Sentence]) -> Iterator[Change]:
    """Yield how some sentences became some others, in order."""
    at = 0
    words = [Counter(_WORD.findall(each.text.casefold())) for each in new]
    for sentence in old:
        reach = range(at, min(at + _REACH, len(new)))
        own = Counter(_WORD.findall(sentence.text.casefold()))
        best = max(reach, key=lambda index: _likeness(own, words[index]), default=None)
        if best is None or _likeness(own, words[best]) < _LEAST_LIKE:
            yield _removed(sentence)
            continue
        yield from (_added(each) for each in new[at:best])
        yield _changed(sentence, new[best])
        at = best + 1
    yield from (_added(each) for each in new[at:])


def _likeness(words: Counter[str], others: Counter[str]) -> float:
    return 2 * (words & others).total() / max(1, words.total() + others.total())


def _removed(old: _Sentence) -> Change:
    return Change("removed", old.text, "", old.place, text("place", ""))


def _added(new: _Sentence) -> Change:
    return Change("added", "", new.text, text("place", ""), new.place)


def _changed(old: _Sentence, new: _Sentence) -> Change:
    old_words, new_words = list(_WORD.finditer(old.text)), list(_WORD.finditer(new.text))
    old_spans: list[Span] = []
    new_spans: list[Span] = []
    if max(len(old_words), len(new_words)) <= _LONGEST:
        words = ([each.group() for each in side] for side in (old_words, new_words))
        for tag, old_start, old_end, new_start, new_end in SequenceMatcher(None, *words, autojunk=False).get_opcodes():
            if tag != "equal":
                old_spans += _span(old_words[old_start:old_end])
                new_spans += _span(new_words[new_start:new_end])
    return Change("changed", old.text, new.text, old.place, new.place, tuple(old_spans), tuple(new_spans))


def _span(words: Sequence[re.Match[str]]) -> list[Span]:
    return [(words[0].start(), words[-1].end())] if words else []


def _joined(changes: Iterator[Change]) -> Iterator[Change]:
    """Yield the changes with neighbours made one that were removed, or added, at the same place."""
    current: Change | None = None
    for change in changes:
        if current is None or not _is_one(current, change):
            if current is not None:
                yield current
            current = change
        else:
            old, new = (" ".join(filter(None, both)) for both in ((current.old, change.old), (current.new, change.new)))
            current = Change(change.kind, old, new, change.old_place, change.new_place)
    if current is not None:
        yield current


def _is_one(first: Change, second: Change) -> bool:
    if first.kind == "changed" or first.kind != second.kind:
        return False
    return (first.old_place, first.new_place) == (second.old_place, second.new_place)


def _sentences(chunks: Sequence[Chunk]) -> list[_Sentence]:
    """Return the sentences of a document; a line that was broken because it was full is put together again."""
    whole, starts = _whole_text(chunks)
    found: list[_Sentence] = []
    for start, end in _sentence_spans(whole):
        content = " ".join(whole[start:end].split())
        key = "".join(unicodedata.normalize("NFKC", content).split())
        if key:
            owner = chunks[max(0, bisect_right(starts, start) - 1)]
            found.append(_Sentence(content, key, place_of(owner.metadata)))
    return found


def _whole_text(chunks: Sequence[Chunk]) -> tuple[str, list[int]]:
    """Return the text of a document and where in it each passage starts."""
    parts: list[str] = []
    starts: list[int] = []
    length = 0
    for chunk, own in zip(chunks, texts_without_overlap(chunks), strict=True):
        is_new_section = not chunk.metadata.get("start")
        # A sentence may go on on the next page, but not behind the next heading.
        between = ("\n" if "page" in chunk.metadata else "\n\n") if is_new_section and parts else ""
        starts.append(length + len(between))
        parts.append(between + own)
        length += len(parts[-1])
    return "".join(parts), starts


def _sentence_spans(whole: str) -> Iterator[Span]:
    for start, end in _block_spans(whole):
        at = start
        for match in _SENTENCE_END.finditer(whole, start, end):
            if match.end() > at:
                yield at, match.end()
                at = match.end()
        if at < end:
            yield at, end


def _block_spans(whole: str) -> Iterator[Span]:
    """Yield the runs of lines that belong together: wrapped lines of a paragraph, or one line of a list or table."""
    start = at = 0
    before = ""
    for line in whole.splitlines(keepends=True):
        if not _goes_on(before, line):
            if at > start:
                yield start, at
            start = at
        at += len(line)
        before = line
    if at > start:
        yield start, at


def _goes_on(before: str, line: str) -> bool:
    if not before.strip() or not line.strip() or _STARTS_ITEM.match(line) or before.lstrip().startswith("|"):
        return False
    return _width(before.strip()) >= _WRAPPED_LINE


def _width(line: str) -> int:
    return len(line) if line.isascii() else sum(1 + (ord(character) >= 0x2E80) for character in line)
