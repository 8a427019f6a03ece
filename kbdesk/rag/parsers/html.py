"""Web pages: what a reader sees of them, by heading."""

from __future__ import annotations

import re
from typing import ClassVar

from kbdesk.errors import LimitError
from kbdesk.rag.parsers import limits
from kbdesk.rag.parsers.base import ParseResult
from kbdesk.rag.parsers.block_sections import BlockSections, SectionOptions
from kbdesk.rag.parsers.blocks import Block, Heading, Paragraph, Table
from kbdesk.rag.parsers.encodings import plain_line_ends
from kbdesk.rag.parsers.front_matter import front_matter
from kbdesk.rag.parsers.html_blocks import HtmlBlocks
from kbdesk.rag.parsers.text import TextFormatParser
from kbdesk.texts import Text, text

_DECLARED = re.compile(
    rb"""<meta[^>]{1,200}charset\s*=\s*["']?\s*([\w.:-]{2,40})|<\?xml[^>]{1,200}encoding\s*=\s*["']([\w.:-]{2,40})""",
    re.I,
)
_EMPTY_ELEMENT = re.compile(
    r"<(a|b|div|em|h[1-6]|i|iframe|li|p|pre|script|section|span|strong|style|sub|sup|table|td|textarea|th|title|tr|ul)"
    r"(\s[^<>]*)?/>",
    re.I,
)
_NESTING_TAG = re.compile(
    r"<(/?)(?:address|article|aside|blockquote|center|details|div|dl|fieldset|figure|footer|form|header|main|nav|ol|"
    r"section|span|table|ul)\b",
    re.I,
)


class HTMLParser(TextFormatParser):
    """HTML files: the visible text, a section per heading; nothing is ever fetched.

    Metadata: "heading_path". The page's title is the root of every path where there is no heading of the first level.
    """

    supported_media_types: ClassVar[list[str]] = ["text/html", "application/xhtml+xml"]
    extensions: ClassVar[tuple[str, ...]] = (".html", ".htm", ".xhtml")

    def __init__(self, encoding: str | None = None, *, title: str = "") -> None:
        """Make a parser.

        Args:
            encoding: The encoding of the files, strictly; found from each file if not given.
            title: Stands above pages without headings, in place of the title that they give themselves.
        """
        super().__init__(encoding)
        self._title = title

    def declared_encoding(self, data: bytes) -> str | None:
        """Return the encoding of the page's meta element or XML declaration."""
        match = _DECLARED.search(data[:4096])
        return (match[1] or match[2]).decode("ascii") if match else None

    def read_text(self, text: str, filename: str) -> ParseResult:
        """Return the sections of a page.

        Raises:
            LimitError: The page is nested too deeply.
        """
        from selectolax.lexbor import LexborHTMLParser

        _check_depth(text)
        content = plain_line_ends(text)
        front = front_matter(content)  # pages of site generators have one, too
        page = HtmlBlocks(LexborHTMLParser(_closed(content[front.end :]).encode("utf-8", "replace")))
        collected = BlockSections(filename, SectionOptions())
        has_headings = any(isinstance(block, Heading) for block in page.blocks)
        title = "" if has_headings else self._title
        for block in _below_title(page.blocks, title or front.title or page.title):
            if isinstance(block, Heading | Paragraph | Table):
                collected.add(block)
        sections = collected.finish([])
        outcome = "text" if sections else "empty"
        return ParseResult(sections, {"sections": len(sections)}, _frame_warnings(page.frames), outcome)


def _below_title(blocks: list[Block], title: str) -> list[Block]:
    """Return the blocks below the page's title, unless a heading of the page is the highest or says the same."""
    headings = [block for block in blocks if isinstance(block, Heading)]
    if not title or any(heading.level == 1 or heading.text == title for heading in headings):
        return blocks
    return [Heading(0, title), Paragraph(""), *blocks]


def _closed(content: str) -> str:
    """Write the empty elements of an XHTML page in full: HTML reads "<title/>" as a title that never ends."""
    if not content.lstrip().startswith("<?xml"):
        return content
    return _EMPTY_ELEMENT.sub(r"<\1\2></\1>", content)


def _check_depth(content: str) -> None:
    depth = 0
    for match in _NESTING_TAG.finditer(content):
        depth = max(depth - 1, 0) if match[1] else depth + 1
        if depth > limits.MAX_HTML_DEPTH:
            raise LimitError(
                text("parsing", "This web page is built in an unusual way, with thousands of boxes inside each other."),
                text("parsing", "Open it in a browser, copy the text you need and add it as a text file."),
            )


def _frame_warnings(frames: list[str]) -> list[Text]:
    if not frames:
        return []
    return [
        text(
            "parsing",
            "This page only shows other files: {names}. Add them, too.",
            names=", ".join(frames[:10]),
        )
    ]
