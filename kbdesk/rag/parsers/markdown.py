"""Markdown: a section per heading."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Any, ClassVar

from kbdesk.message import TextBlock
from kbdesk.rag.document import Section
from kbdesk.rag.parsers.base import ParseResult
from kbdesk.rag.parsers.encodings import plain_line_ends
from kbdesk.rag.parsers.front_matter import front_matter
from kbdesk.rag.parsers.markdown_tables import table_apart
from kbdesk.rag.parsers.outline import Heading, parts
from kbdesk.rag.parsers.text import TextFormatParser

_INLINE_TAGS = (
    "a|abbr|b|bdi|bdo|big|cite|code|del|dfn|em|font|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|tt|u|var"
)
_BLOCK_TAGS = (
    "address|article|aside|blockquote|body|br|button|caption|center|col|colgroup|dd|details|div|dl|dt|figcaption|figure|"
    "footer|form|h[1-6]|head|header|hr|html|iframe|label|li|link|main|meta|nav|ol|p|picture|pre|section|source|summary|"
    "table|tbody|td|tfoot|th|thead|title|tr|ul|video"
)
# What is not prose, leftmost first. Code stays as it is; what a reader would not see goes; the number of lines is kept.
_TOKENS = re.compile(
    rf"""
    (?P<fence>^[ \t>]*(?:[-*+]\ +|\d+[.)]\ +)?(?P<mark>`{{3,}}(?=[^`\n]*$)|~{{3,}})[^\n]*
        (?:\n.*?^[ \t>]*(?P=mark)[`~]*[ \t]*$|.*\Z))
    |(?P<code>(?<!`)(?P<tick>`{{1,2}})(?!`)[^\n]{{1,1000}}?(?<!`)(?P=tick)(?!`))
    |(?P<hidden><!--.*?(?:-->|\Z)|<(?P<raw>script|style|template)\b.*?(?:</(?P=raw)\s*>|\Z))
    |(?P<image>!\[(?P<alt>[^\]\n]{{0,1000}})\]\(\s*<?data:[^)\[]*\))
    |(?P<data>data:[\w/+.-]{{1,80}};base64,[\w+/=]*)
    |(?P<picture><img\b[^<>]*>)
    |(?P<inline></?(?:{_INLINE_TAGS})(?:\s[^<>]*)?/?>)
    |(?P<block></?(?:{_BLOCK_TAGS})(?:\s[^<>]*)?/?>)
    |(?P<entity>&(?:\#\d{{1,7}}|\#x[0-9a-f]{{1,6}}|[a-z][a-z0-9]{{1,30}});)
    """,
    re.M | re.S | re.I | re.X,
)
_ALT = re.compile(r"""\balt\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))""", re.I)

_ATX = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*))?$")
_CLOSING_MARKS = re.compile(r"(?:^|(?<=[ \t]))#+$")
_SETEXT = re.compile(r" {0,3}(=+|-+)[ \t]*$")
_NOT_A_PARAGRAPH = re.compile(r"\s*$| {4}|\t| {0,3}(?:[-*+>|]|\d+[.)]|#{1,6}[ \t]|```|~~~)")
MAX_TITLE = 500
"""Characters of a heading that go into the path; the whole of it stays in the text."""
_EMPHASIS = re.compile(r"(\*\*|__|\*|`+)(?=\S)(.+?)(?<=\S)\1")
_LINK = re.compile(r"!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])")
_ANCHOR = re.compile(r"\s*\{[#:.][^}]*\}\s*$")


class MarkdownParser(TextFormatParser):
    """Markdown files: a section per heading, with the path of headings above it.

    Metadata: "heading_path", "line" (1-based), and on the first section "front_matter". The title of the front matter
    is the root of every path where the page has no heading of the first level.
    """

    supported_media_types: ClassVar[list[str]] = ["text/markdown", "text/x-markdown"]
    extensions: ClassVar[tuple[str, ...]] = (".md", ".markdown", ".mdown", ".mkd", ".mdx", ".qmd", ".rmd")

    def read_text(self, text: str, filename: str) -> ParseResult:
        """Return the sections of a page; HTML tags, comments and embedded data are left out."""
        content = plain_line_ends(text)
        front = front_matter(content)
        lines_before = content.count("\n", 0, front.end)
        body, code_lines = _readable(content[front.end :])
        lines = body.split("\n")
        headings = list(_headings(lines, code_lines))
        root = front.title if all(heading.level > 1 for heading in headings) else ""
        sections: list[Section] = []
        for part in parts(lines, headings, root=root, root_line=f"# {root}"):
            metadata: dict[str, Any] = {"heading_path": part.path} if part.path else {}
            for piece in table_apart(part.text):
                place = {**metadata, "line": lines_before + part.first_line + piece.line + 1}
                if piece.rows is not None:
                    place["rows"] = list(piece.rows)
                sections.append(Section(content=TextBlock(text=piece.text), source=filename, metadata=place))
        if sections and front.facts:
            sections[0].metadata["front_matter"] = front.facts
        return ParseResult(sections, units={"sections": len(sections)}, outcome="text" if sections else "empty")


def _readable(body: str) -> tuple[str, set[int]]:
    """Return the text without what a reader would not see, and the indices of its lines of code."""
    pieces: list[str] = []
    code_lines: set[int] = set()
    position = line = 0
    for match in _TOKENS.finditer(body):
        before, found = body[position : match.start()], match.group()
        line += before.count("\n")
        if match["fence"]:
            code_lines.update(range(line, line + found.count("\n") + 1))
        pieces += before, _readable_token(match)
        line += found.count("\n")
        position = match.end()
    pieces.append(body[position:])
    return "".join(pieces), code_lines


def _readable_token(match: re.Match[str]) -> str:
    found = match.group()
    if match["fence"] or match["code"]:
        return found
    line_ends = "\n" * found.count("\n")
    if match["image"]:
        return match["alt"] + line_ends
    if match["picture"]:
        alt = _ALT.search(found)
        return (next((group for group in alt.groups() if group), "") if alt else "") + line_ends
    if match["entity"]:
        return html.unescape(found)
    return line_ends or (" " if match["block"] else "")


def _headings(lines: list[str], code_lines: set[int]) -> Iterator[Heading]:
    for index, line in enumerate(lines):
        if index in code_lines:
            continue
        if match := _ATX.match(line.rstrip()):
            yield Heading(len(match[1]), _plain(_CLOSING_MARKS.sub("", match[2] or "")), index, 1)
        elif index and (match := _SETEXT.match(line)) and _stands_alone(lines, index - 1, code_lines):
            yield Heading(1 if match[1].startswith("=") else 2, _plain(lines[index - 1]), index - 1, 2)


def _stands_alone(lines: list[str], index: int, code_lines: set[int]) -> bool:
    """Return whether a line is a paragraph of its own; only such a line is taken for an underlined heading."""
    is_paragraph = not _NOT_A_PARAGRAPH.match(lines[index]) and index not in code_lines
    return is_paragraph and (index == 0 or not lines[index - 1].strip() or index - 1 in code_lines)


def _plain(title: str) -> str:
    without_marks = _EMPHASIS.sub(r"\2", _LINK.sub(r"\1", _ANCHOR.sub("", title[:MAX_TITLE])))
    return " ".join(without_marks.replace("\\", "").split())
