"""What a reader sees on a web page, as a run of headings, lines and tables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from kbdesk.errors import ParseError
from kbdesk.rag.parsers.alt_text import useful_alt_text
from kbdesk.rag.parsers.blocks import Block, Heading, Paragraph, Table, block_lines
from kbdesk.rag.parsers.equations import equation_text
from kbdesk.rag.parsers.html_tables import RowWriter, is_data_table
from kbdesk.rag.parsers.numerals import NumberStyle, numeral, whole_number
from kbdesk.rag.parsers.package import parse_xml

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser, LexborNode

_UNSEEN = re.compile(
    "head|script|style|template|noscript|svg|object|embed|audio|video|canvas|select|datalist|nav|frameset|noframes|"
    "rt|rp"
)
_UNSEEN_ROLES = re.compile("navigation|search")
_BLOCK = re.compile(
    "address|article|aside|blockquote|body|caption|center|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|"
    "h[1-6]|header|hr|html|legend|li|main|ol|p|pre|section|summary|table|tbody|tfoot|thead|tr|ul"
)
_ALONE = re.compile("math|iframe")
"""Elements that are read whole, not walked through."""
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_HIDDEN_STYLE = re.compile(r"(?:display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all)", re.I)
_LISTS = frozenset({"ol", "ul", "menu"})
_CELL_END = " | "
_NUMBER_STYLES: dict[str, NumberStyle] = {
    "a": "lower_letter",
    "A": "upper_letter",
    "i": "lower_roman",
    "I": "upper_roman",
}
_MAX_EQUATION_BYTES = 100_000


class HtmlBlocks:
    """Reads a parsed page from top to bottom.

    Attributes:
        title: The page's title, or "".
        blocks: What is visible, a paragraph for each line; blank ones stand between paragraphs of the page.
        frames: Addresses of the files that the page shows in frames.

    Args:
        document: The page.
        is_inner: The page stands inside another one; those inside it are left out.
    """

    def __init__(self, document: LexborHTMLParser, *, is_inner: bool = False) -> None:
        title = document.css_first("title")
        self.title = " ".join(title.text().split()) if title is not None else ""
        self.frames = [
            str(frame.attributes.get("src")) for frame in document.css("frame") if frame.attributes.get("src")
        ]
        self.blocks: list[Block] = []
        self._is_inner = is_inner
        self._line: list[str] = []
        self._preformatted = 0
        self._table: RowWriter | None = None  # a table of data; other tables are only layout
        self._rows: list[bool] = []  # of the open rows: whether blocks inside their cells stay on one line
        self._lists: list[tuple[NumberStyle, int] | None] = []  # of the open lists: how and what is counted next
        if document.root is not None:
            for node, is_start in _walk(document.root):
                self._take(node, is_start=is_start)
        self._end_line()

    def _take(self, node: LexborNode, *, is_start: bool) -> None:
        tag = node.tag or ""
        if tag == "-text":
            self._add_text(node.text_content or "")
        elif is_start:
            self._start(node, tag)
        else:
            self._end(tag)

    def _add_text(self, content: str) -> None:
        if not self._preformatted:
            self._line.append(re.sub(r"\s+", " ", content))
            return
        first, *others = content.split("\n")
        self._line.append(first)
        for line in others:
            self._end_line()
            self._line.append(line)

    def _start(self, node: LexborNode, tag: str) -> None:
        if self._table is not None and tag in {"tr", "td", "th"}:
            self._end_line()
            self._table.start(node, tag)
        elif tag == "table" and is_data_table(node):
            self._end_line()
            self._table = RowWriter()
        elif tag == "tr":
            self._end_line()
            self._rows.append(len(node.css("td, th")) > 1)
        elif _BLOCK.fullmatch(tag) or tag == "br":
            self._break(tag)
        if tag in _LISTS:
            self._lists.append(_numbering(node) if tag == "ol" else None)
        elif tag == "pre":
            self._preformatted += 1
        else:
            self._line.append(self._said(node, tag))

    def _said(self, node: LexborNode, tag: str) -> str:
        """Return what an element says beside what is inside it."""
        match tag:
            case "li":
                return self._label(node)
            case "img":
                return f" {useful_alt_text(node.attributes.get('alt') or '')} "
            case "math":
                return f" {_equation(node)}"
            case "iframe":
                self._take_inner_page(node.attributes.get("srcdoc") or "")
                return ""
            case _:
                return ""

    def _end(self, tag: str) -> None:
        if tag in _HEADINGS:
            self._end_heading(_HEADINGS[tag])
        elif tag in {"td", "th"} and self._table is None and self._in_row():
            self._line.append(_CELL_END)
        elif _BLOCK.fullmatch(tag) or tag in {"td", "th"}:
            self._end_block(tag)
        if tag == "pre":
            self._preformatted -= 1
        elif tag in _LISTS and self._lists:
            self._lists.pop()
        if tag in {"p", "table", "ul", "ol", "pre"} and self._table is None and not self._in_row():
            self._blank_line()

    def _end_block(self, tag: str) -> None:
        if tag == "table" and self._table is not None:
            self._end_line()
            table, self._table = self._table, None
            self.blocks.append(Table(table.rows))
        elif tag == "tr" and self._table is None:
            self._end_line()
            if self._rows:
                self._rows.pop()
        elif self._table is not None:
            self._end_line()
        else:
            self._break(tag)

    def _in_row(self) -> bool:
        return bool(self._rows and self._rows[-1])

    def _break(self, tag: str) -> None:
        if self._table is None and self._in_row() and tag not in {"table", *_HEADINGS}:
            self._line.append(" ")
        else:
            self._end_line()

    def _end_heading(self, level: int) -> None:
        before = len(self.blocks)
        self._end_line()
        found = self.blocks[before:]
        if len(found) == 1 and isinstance(found[0], Paragraph):
            self.blocks[before] = Heading(level, found[0].text)

    def _end_line(self) -> None:
        content = "".join(self._line)
        self._line.clear()
        content = content.rstrip() if self._preformatted else " ".join(content.split())
        content = content.removesuffix(_CELL_END.rstrip()).rstrip()
        if self._table is not None and self._table.is_in_cell:
            self._table.write(content)
        elif content.strip("-| "):
            self.blocks.append(Paragraph(content))

    def _blank_line(self) -> None:
        if self.blocks and self.blocks[-1] != Paragraph("") and not isinstance(self.blocks[-1], Table):
            self.blocks.append(Paragraph(""))

    def _label(self, item: LexborNode) -> str:
        """Count one more item of the current list and return what stands before it."""
        counted = self._lists[-1] if self._lists else None
        if counted is None:
            return "- "
        style, number = counted
        number = whole_number(item.attributes.get("value"), number)
        self._lists[-1] = style, number + 1
        return f"{numeral(number, style)}. "

    def _take_inner_page(self, source: str) -> None:
        from selectolax.lexbor import LexborHTMLParser

        if source and not self._is_inner:
            self._end_line()
            inner = HtmlBlocks(LexborHTMLParser(source), is_inner=True)
            for line in block_lines(inner.blocks):
                self._line.append(line)
                self._end_line()


def _walk(root: LexborNode) -> Iterator[tuple[LexborNode, bool]]:
    """Yield each visible node at its start and, elements, again at their end; a deep page needs no deep stack."""
    waiting = [(root, True)]
    while waiting:
        node, is_start = waiting.pop()
        yield node, is_start
        if not is_start or node.tag == "-text":
            continue
        waiting.append((node, False))
        child = None if _ALONE.fullmatch(node.tag or "") else node.last_child
        while child is not None:
            if _is_seen(child):
                waiting.append((child, True))
            child = child.prev


def _is_seen(node: LexborNode) -> bool:
    """Tell whether a reader sees a node; what is only kept from screen readers (aria-hidden) is seen."""
    tag = node.tag
    if tag == "-text":
        return True
    if tag is None or tag.startswith(("-", "!")) or _UNSEEN.fullmatch(tag):
        return False
    attributes = node.attributes
    if not attributes:
        return True
    if "hidden" in attributes and attributes["hidden"] != "until-found":
        return False
    if _UNSEEN_ROLES.fullmatch(attributes.get("role") or ""):
        return False
    return not _HIDDEN_STYLE.search(attributes.get("style") or "")


def _numbering(node: LexborNode) -> tuple[NumberStyle, int]:
    style = _NUMBER_STYLES.get(node.attributes.get("type") or "", "decimal")
    return style, whole_number(node.attributes.get("start"), 1)


def _equation(node: LexborNode) -> str:
    """Return an equation on one line, or its bare signs where it is not written by the rules."""
    source = node.html or ""
    if len(source) <= _MAX_EQUATION_BYTES:
        try:
            return equation_text(parse_xml(source.encode("utf-8", "replace"), "HTML"))
        except (ParseError, RecursionError):
            pass
    return " ".join((node.text() or "").split())
