"""reStructuredText: a section per heading."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar

from kbdesk.message import TextBlock
from kbdesk.rag.document import Section
from kbdesk.rag.parsers.base import ParseResult
from kbdesk.rag.parsers.encodings import plain_line_ends
from kbdesk.rag.parsers.outline import Heading, parts
from kbdesk.rag.parsers.text import TextFormatParser

_ADORNMENT = re.compile(r"""([!-/:-@\[-`{-~])\1{1,}$""")
_MARKS = re.compile(
    r":[\w:.+-]+:`([^`<]*?)(?:\s*<[^`]*>)?`|`{1,2}([^`]+?)(?:\s*<[^`]*>)?`{1,2}_{0,2}|\*{1,2}([^*]+)\*{1,2}"
)
_MAX_TITLE = 500


class RstParser(TextFormatParser):
    """RST files: the text as it is written, a section per heading.

    Metadata: "heading_path", "line" (the section's first line, from 1).
    """

    supported_media_types: ClassVar[list[str]] = ["text/x-rst"]
    extensions: ClassVar[tuple[str, ...]] = (".rst",)

    def read_text(self, text: str, filename: str) -> ParseResult:
        """Return the sections of a text."""
        lines = plain_line_ends(text).split("\n")
        sections: list[Section] = []
        for part in parts(lines, list(_headings(lines))):
            metadata = {"heading_path": part.path} if part.path else {}
            content = TextBlock(text=part.text)
            sections.append(
                Section(content=content, source=filename, metadata={**metadata, "line": part.first_line + 1})
            )
        return ParseResult(sections, units={"sections": len(sections)}, outcome="text" if sections else "empty")


def _headings(lines: list[str]) -> Iterator[Heading]:
    """Yield the headings; their levels follow from the order in which kinds of lines below and above them come."""
    kinds: list[tuple[str, bool]] = []
    index = 0
    while index < len(lines):
        found = _heading_at(lines, index)
        if found is None:
            index += 1
            continue
        kind, title, line_count = found
        if kind not in kinds:
            kinds.append(kind)
        yield Heading(kinds.index(kind) + 1, title, index, line_count)
        index += line_count


def _heading_at(lines: list[str], index: int) -> tuple[tuple[str, bool], str, int] | None:
    """Return the kind, the words and the number of lines of the heading that begins at a line, or None."""
    if index and lines[index - 1].strip():  # inside of a paragraph, or of a table
        return None
    first, second, third = (line.rstrip() for line in [*lines[index : index + 3], "", ""][:3])
    if _is_adornment(first) and second.strip() and first == third and len(third) >= len(second.strip()):
        return (first[0], True), _plain(second), 3
    is_title = first and not first[0].isspace() and not _is_adornment(first) and not third.strip()
    if is_title and _is_adornment(second) and len(second) >= min(len(first), 4):
        return (second[0], False), _plain(first), 2
    return None


def _is_adornment(line: str) -> bool:
    return _ADORNMENT.match(line) is not None


def _plain(title: str) -> str:
    words = _MARKS.sub(lambda match: next(group for group in match.groups() if group is not None), title[:_MAX_TITLE])
    return " ".join(words.split())
