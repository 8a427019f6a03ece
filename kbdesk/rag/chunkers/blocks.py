"""The blocks of a text as Markdown writes them: headings, code, tables, and everything else; pure functions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from kbdesk.rag.chunkers.spans import Span

Kind = Literal["heading", "code", "table", "text"]

_LINE = re.compile(r"[^\n]*\n|[^\n]+\Z")
_FENCE = re.compile(r"[ \t>]*(?:[-*+] +|\d{1,9}[.)] +)?(`{3,}(?=[^`]*$)|~{3,})")
_ATX = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*))?$")
_CLOSING_MARKS = re.compile(r"(?:^|(?<=[ \t]))#+$")
_SETEXT = re.compile(r" {0,3}(=+|-+)$")
_NOT_A_TITLE = re.compile(r" {4}|\t| {0,3}(?:[-*+>|]|\d+[.)])")
_DELIMITERS = re.compile(r"[ \t]*\|?(?:[ \t]*:?-+:?[ \t]*\|)+(?:[ \t]*:?-+:?)?$")


@dataclass(frozen=True)
class Block:
    """Some lines that belong together, with the blank lines behind them.

    Attributes:
        kind: A table is a pipe table, code stands between fences, "text" is a paragraph or a list.
        start: Where it begins.
        end: Where it ends.
        level: Of a heading, from 1 (highest); else 0.
        title: Of a heading, without marks; else "".
    """

    kind: Kind
    start: int
    end: int
    level: int = 0
    title: str = ""


@dataclass(frozen=True)
class HeadingPart:
    """A heading with the blocks below it, up to the next one; or the blocks before the first.

    Attributes:
        path: The headings above it and its own, from the highest.
        blocks: Never empty.
    """

    path: tuple[str, ...]
    blocks: Sequence[Block]

    @property
    def span(self) -> Span:
        """The characters of the text that it holds."""
        return self.blocks[0].start, self.blocks[-1].end


def blocks(text: str) -> list[Block]:
    """Return the blocks of a text, in order; together they are the whole text, but of a blank one there are none."""
    matches = list(_LINE.finditer(text))
    lines = [match.group().rstrip() for match in matches]
    found: list[Block] = []
    index = _behind_blank(lines, 0)
    start = 0
    while index < len(lines):
        kind, count, level, title = _block_at(lines, index)
        index = _behind_blank(lines, index + count)
        end = matches[index].start() if index < len(lines) else len(text)
        found.append(Block(kind, start, end, level, title))
        start = end
    return found


def heading_parts(found: Sequence[Block]) -> Iterator[HeadingPart]:
    """Yield the blocks by heading; a heading without text goes with the first one below it."""
    above: list[Block] = []
    part: list[Block] = []
    path: tuple[str, ...] = ()
    for block in found:
        if block.kind == "heading":
            is_bare = bool(part) and part[-1].kind == "heading" and part[-1].level < block.level
            if part and not is_bare:
                yield HeadingPart(path, part)
                part = []
            above = [upper for upper in above if upper.level < block.level] + [block]
            path = tuple(upper.title for upper in above if upper.title)
        part.append(block)
    if part:
        yield HeadingPart(path, part)


def line_spans(text: str) -> list[Span]:
    """Return the lines of a text."""
    return [match.span() for match in _LINE.finditer(text)] or [(0, len(text))]


def _block_at(lines: Sequence[str], index: int) -> tuple[Kind, int, int, str]:
    """Return kind, number of lines, level and title of the block that begins with a line, which is not blank."""
    line = lines[index]
    if fence := _FENCE.match(line):
        return "code", _code_lines(lines, index, fence[1]), 0, ""
    if heading := _ATX.match(line):
        return "heading", 1, len(heading[1]), _CLOSING_MARKS.sub("", heading[2] or "").strip(" \t*_`")
    if _is_table(lines, index):
        return "table", _count(lines, index, lambda at: "|" not in lines[at]), 0, ""
    under = _SETEXT.match(lines[index + 1]) if index + 1 < len(lines) else None
    if under and not _NOT_A_TITLE.match(line):
        return "heading", 2, 1 if under[1].startswith("=") else 2, line.strip(" \t*_`")
    return "text", _count(lines, index, lambda at: _begins_other(lines, at)), 0, ""


def _begins_other(lines: Sequence[str], index: int) -> bool:
    return bool(not lines[index] or _FENCE.match(lines[index]) or _ATX.match(lines[index]) or _is_table(lines, index))


def _is_table(lines: Sequence[str], index: int) -> bool:
    return "|" in lines[index] and index + 1 < len(lines) and bool(_DELIMITERS.match(lines[index + 1]))


def _count(lines: Sequence[str], index: int, is_over: Callable[[int], bool]) -> int:
    """Return the number of lines from the one at `index`, which counts in any case, to where something is over."""
    end = index + 1
    while end < len(lines) and not is_over(end):
        end += 1
    return end - index


def _code_lines(lines: Sequence[str], index: int, mark: str) -> int:
    closing = re.compile(rf"[ \t>]*{re.escape(mark[0])}{{{len(mark)},}}$")
    for end in range(index + 1, len(lines)):
        if closing.match(lines[end]):
            return end + 1 - index
    return len(lines) - index


def _behind_blank(lines: Sequence[str], index: int) -> int:
    while index < len(lines) and not lines[index]:
        index += 1
    return index
