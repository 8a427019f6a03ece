"""Texts with headings, cut into a part per heading that knows the path above it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest


@dataclass(frozen=True)
class Heading:
    """A heading among the lines of a text.

    Attributes:
        level: From 1 (highest).
        title: Its words, for the path.
        first_line: Index of its line.
        line_count: Lines it takes.
    """

    level: int
    title: str
    first_line: int
    line_count: int = 1


@dataclass(frozen=True)
class Part:
    """A heading and the text below it, up to the next one.

    Attributes:
        path: The headings above it and its own, from the highest.
        first_line: Index of its first line.
        text: Its lines, that of the heading too; never blank.
    """

    path: list[str]
    first_line: int
    text: str


def parts(lines: Sequence[str], headings: Sequence[Heading], *, root: str = "", root_line: str = "") -> Iterator[Part]:
    """Yield the text before the first heading and the part of each heading.

    A heading without text of its own goes with the first heading below it, so that no passage is a bare title.

    Args:
        lines: The text.
        headings: Its headings, in order.
        root: Stands above all headings in every path, unless it is "" or one of them.
        root_line: How `root` is written at the head of the first part.
    """
    if any(heading.title == root for heading in headings):
        root = ""
    intro = "\n".join(lines[: headings[0].first_line] if headings else lines).strip()
    waiting = root_line if root else ""
    if intro or (waiting and not headings):
        yield Part([root] if root else [], 0, f"{waiting}\n\n{intro}".strip())
        waiting = ""
    above: list[Heading] = []
    waiting_line: int | None = None
    for heading, following in zip_longest(headings, headings[1:]):
        above = [upper for upper in above if upper.level < heading.level] + [heading]
        stop = following.first_line if following else len(lines)
        content = f"{waiting}\n\n".lstrip() + "\n".join(lines[heading.first_line : stop]).strip()
        first_line = heading.first_line if waiting_line is None else waiting_line
        is_bare = not any(line.strip() for line in lines[heading.first_line + heading.line_count : stop])
        if is_bare and following and following.level > heading.level:
            waiting, waiting_line = content, first_line
            continue
        if content.strip():
            path = [root] * bool(root) + [upper.title for upper in above if upper.title]
            yield Part(path, first_line, content.strip())
        waiting, waiting_line = "", None
