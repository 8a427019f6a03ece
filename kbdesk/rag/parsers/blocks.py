"""What a text document is made of, whatever its format: a flat run of blocks in reading order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from kbdesk.message import TextBlock
from kbdesk.rag.document import Section


@dataclass(frozen=True)
class Heading:
    """A heading; `level` is 1 to 9, 0 for the document's title."""

    level: int
    text: str


@dataclass(frozen=True)
class Paragraph:
    """A paragraph, list item, note or comment."""

    text: str


@dataclass(frozen=True)
class Picture:
    """A picture in the part `part`; `caption` is its alternative text, or ""."""

    part: str
    caption: str


@dataclass(frozen=True)
class Table:
    """A table; a merged cell's text stands in its first cell only."""

    rows: list[list[str]]
    pictures: list[Picture] = field(default_factory=list[Picture])


@dataclass(frozen=True)
class Embedded:
    """A whole file that stands in place of paragraphs (an "alternative format chunk")."""

    part: str


Block = Heading | Paragraph | Picture | Table | Embedded


def block_lines(blocks: Iterable[Block]) -> Iterator[str]:
    """Yield the text of blocks, a table's rows one a line."""
    for block in blocks:
        if isinstance(block, Heading | Paragraph):
            yield block.text
        elif isinstance(block, Table):
            yield from ("; ".join(cell for cell in row if cell) for row in block.rows)


def section_blocks(section: Section) -> Iterator[Block]:
    """Yield the text of a section that another parser made: the headings it begins with, and the rest."""
    if not isinstance(section.content, TextBlock):
        return
    path: list[str] = section.metadata.get("heading_path", [])
    lines = section.content.text.splitlines()
    while lines and (not lines[0].strip() or lines[0] in path):
        title = lines.pop(0)
        if title in path:
            yield Heading(path.index(title) + 1, title)
    if lines:
        yield Paragraph("\n".join(lines))


def remark(author: str, content: str) -> Paragraph:
    """Return a comment as a paragraph; `author` may be ""."""
    return Paragraph(f"[{author}: {content}]" if author else f"[{content}]")


def margin_lines(lines: Iterable[str]) -> list[str]:
    """Return the different lines of headers and footers, page numbers left out."""
    return [line for line in dict.fromkeys(lines) if any(mark.isalpha() for mark in line)]
