"""The lines of text that a reader sees on a web page, and which of them are headings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from kbdesk.rag.parsers.outline import Heading

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser, LexborNode

_UNSEEN = re.compile(
    "head|script|style|template|noscript|svg|math|object|embed|iframe|audio|video|canvas|select|datalist|nav|frameset|"
    "noframes"
)
_UNSEEN_ROLES = re.compile("navigation|search")
_BLOCK = re.compile(
    "address|article|aside|blockquote|body|caption|center|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|"
    "h[1-6]|header|hr|html|legend|li|main|ol|p|pre|section|summary|table|tbody|tfoot|thead|tr|ul"
)
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_HIDDEN_STYLE = re.compile(r"(?:display\s*:\s*none|visibility\s*:\s*hidden)", re.I)
_CELL_END = " | "


class HtmlLines:
    """Reads a parsed page from top to bottom.

    Attributes:
        title: The page's title, or "".
        lines: The visible lines, a table's row on one line with " | " between its cells.
        headings: The headings among them.
        frames: Addresses of the files that the page shows in frames.
    """

    def __init__(self, document: LexborHTMLParser) -> None:
        title = document.css_first("title")
        self.title = " ".join(title.text().split()) if title is not None else ""
        self.frames = [
            str(frame.attributes.get("src")) for frame in document.css("frame") if frame.attributes.get("src")
        ]
        self.lines: list[str] = []
        self.headings: list[Heading] = []
        self._line: list[str] = []
        self._preformatted = 0
        self._rows: list[bool] = []  # of the open table rows: whether blocks inside their cells stay on one line
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
        if tag == "tr":
            self._end_line()
            self._rows.append(len(node.css("td, th")) > 1)
        elif _BLOCK.fullmatch(tag):
            self._break(tag)
        if tag == "br":
            self._break(tag)
        elif tag == "li":
            self._line.append("- ")
        elif tag == "pre":
            self._preformatted += 1
        elif tag == "img":
            self._line.append(f" {node.attributes.get('alt') or ''} ")

    def _end(self, tag: str) -> None:
        if tag in _HEADINGS:
            self._end_heading(_HEADINGS[tag])
        elif tag in {"td", "th"} and self._rows and self._rows[-1]:
            self._line.append(_CELL_END)
        elif tag == "tr":
            self._end_line()
            if self._rows:
                self._rows.pop()
        elif _BLOCK.fullmatch(tag):
            self._break(tag)
        if tag == "pre":
            self._preformatted -= 1
        if tag in {"p", "table", "ul", "ol", "pre"} and not self._in_row():
            self._blank_line()

    def _in_row(self) -> bool:
        return bool(self._rows and self._rows[-1])

    def _break(self, tag: str) -> None:
        if self._in_row() and tag not in {"table", *_HEADINGS}:
            self._line.append(" ")
        else:
            self._end_line()

    def _end_heading(self, level: int) -> None:
        before = len(self.lines)
        self._end_line()
        if len(self.lines) > before:
            self.headings.append(Heading(level, self.lines[-1], before))

    def _end_line(self) -> None:
        content = "".join(self._line)
        self._line.clear()
        content = content.rstrip() if self._preformatted else " ".join(content.split())
        content = content.removesuffix(_CELL_END.rstrip()).rstrip()
        if content.strip("-| "):
            self.lines.append(content)

    def _blank_line(self) -> None:
        if self.lines and self.lines[-1]:
            self.lines.append("")


def _walk(root: LexborNode) -> Iterator[tuple[LexborNode, bool]]:
    """Yield each visible node at its start and, elements, again at their end; a deep page needs no deep stack."""
    waiting = [(root, True)]
    while waiting:
        node, is_start = waiting.pop()
        yield node, is_start
        if not is_start or node.tag == "-text":
            continue
        waiting.append((node, False))
        child = node.last_child
        while child is not None:
            if _is_seen(child):
                waiting.append((child, True))
            child = child.prev


def _is_seen(node: LexborNode) -> bool:
    tag = node.tag
    if tag == "-text":
        return True
    if tag is None or tag.startswith(("-", "!")) or _UNSEEN.fullmatch(tag):
        return False
    attributes = node.attributes
    if not attributes:
        return True
    if "hidden" in attributes or _UNSEEN_ROLES.fullmatch(attributes.get("role") or ""):
        return False
    return not _HIDDEN_STYLE.search(attributes.get("style") or "")
