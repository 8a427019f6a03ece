"""The text of an OpenDocument file as a flat run of headings, paragraphs, tables and pictures, in document order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from kbdesk.rag.parsers.alt_text import useful_alt_text
from kbdesk.rag.parsers.blocks import Block, Heading, Paragraph, Picture, Table, block_lines, remark
from kbdesk.rag.parsers.equations import equation_text
from kbdesk.rag.parsers.numerals import whole_number
from kbdesk.rag.parsers.odf import OdfFile, odf_child, odf_children, odf_name, odf_value
from kbdesk.rag.parsers.odf_styles import OdfList, OdfLists, OdfStyles
from kbdesk.rag.parsers.pictures import picture_type

_LEFT_OUT = frozenset(
    {
        "text:note-citation",
        "text:ruby-text",
        "text:placeholder",
        "text:script",
        "office:forms",
        "office:event-listeners",
        "svg:title",
        "svg:desc",
        "anim:par",
    }
)
_CHARACTERS = {"text:tab": "\t", "text:line-break": "\n", "text:s": " "}
_BLANKS = re.compile(r"[ \t\r\n]+")
_MAX_COLUMNS = 1_000
_MAX_BLANKS = 100


class OdfReader:
    """Reads the blocks below elements of one XML file of a document.

    Args:
        file: The document.
        root: The root of the XML file: `file.content`, or `file.styles` for headers and footers.
    """

    def __init__(self, file: OdfFile, root: Element | None) -> None:
        self._file = file
        self._styles = OdfStyles(file.styles, root)
        self._lists = OdfLists(file.styles, root)
        self._note_count = 0
        self._objects: set[str] = set()
        self._deletions: set[str] = set()
        self._open_deletions: set[str] = set()

    def blocks(self, container: Element, around: OdfList | None = None) -> Iterator[Block]:
        """Yield the blocks below an element; what floats in a paragraph follows it."""
        for item in container:
            yield from self.block(item, around)

    def block(self, item: Element, around: OdfList | None = None) -> Iterator[Block]:
        """Yield the blocks of an element."""
        match odf_name(item):
            case "text:p" | "text:h":
                yield from self._paragraph(item, None)
            case "text:list":
                yield from self._list(item, around)
            case "table:table":
                yield from self._table(item)
            case "draw:frame":
                yield from self._frame(item)
            case "office:annotation":
                yield from self._comment(item)
            case "text:tracked-changes":  # what was deleted; what was inserted stands in the text
                self._deletions = {
                    odf_value(region, "text:id") or odf_value(region, "xml:id")
                    for region in odf_children(item, "text:changed-region")
                    if odf_child(region, "text:deletion") is not None
                } - {""}
            case name if name not in _LEFT_OUT and not _is_switched_off(item):
                yield from self.blocks(item, around)
            case _:
                pass

    def _paragraph(self, paragraph: Element, label: str | None) -> Iterator[Block]:
        """Yield a paragraph; `label` stands before it in a list, None outside of lists."""
        if self._styles.is_hidden("paragraph", odf_value(paragraph, "text:style-name")):
            return
        floating: list[Block] = []
        content = "".join(self._inline(paragraph, floating)).strip()
        level = self._styles.heading_level(paragraph)
        if not content or any(odf_name(item) == "text:hidden-paragraph" and _is_off(item) for item in paragraph):
            pass
        elif level is None:
            yield Paragraph((label or "") + content)
        else:
            if label is None and level:
                label = self._lists.heading_label(paragraph, level)
            yield Heading(level, f"{(label or '').strip(' -')} {content}".strip())
        yield from floating

    def _inline(self, element: Element, floating: list[Block]) -> Iterator[str]:
        yield self._shown(element.text)
        for item in element:
            yield from self._inline_item(item, floating)
            yield self._shown(item.tail)

    def _shown(self, content: str | None) -> str:
        return "" if self._open_deletions else _BLANKS.sub(" ", content or "")

    def _inline_item(self, item: Element, floating: list[Block]) -> Iterator[str]:
        name = odf_name(item)
        if name in _CHARACTERS:
            yield _CHARACTERS[name] * min(whole_number(odf_value(item, "text:c"), 1), _MAX_BLANKS)
        elif name == "text:note":
            yield self._note(item, floating)
        elif (name.startswith("draw:") and name != "draw:a") or name == "office:annotation":
            floating.extend(self.block(item))
        elif name == "text:change-start":  # flat files keep deleted text in its place
            self._open_deletions |= self._deletions & {odf_value(item, "text:change-id")}
        elif name == "text:change-end":
            self._open_deletions.discard(odf_value(item, "text:change-id"))
        elif name in _LEFT_OUT or _is_switched_off(item):
            return
        elif name != "text:span" or not self._styles.is_hidden("text", odf_value(item, "text:style-name")):
            yield from self._inline(item, floating)

    def _note(self, note: Element, floating: list[Block]) -> str:
        self._note_count += 1
        marker = f"[{self._note_count}]"
        floating.append(Paragraph(f"{marker} {' '.join(block_lines(self.blocks(note)))}"))
        return marker

    def _comment(self, comment: Element) -> Iterator[Block]:
        author = odf_child(comment, "dc:creator")
        content = " ".join(block_lines(self.blocks(comment)))
        if content:
            yield remark((author.text or "") if author is not None else "", content)

    def _list(self, element: Element, around: OdfList | None) -> Iterator[Block]:
        current = self._lists.opened(element, around)
        for item in odf_children(element, "text:list-item", "text:list-header"):
            label = None
            for block in item:
                if odf_name(block) not in ("text:p", "text:h"):
                    yield from self.block(block, current)
                    continue
                if label is None and odf_name(item) == "text:list-item":
                    label = self._lists.label(current, item)
                    yield from self._paragraph(block, label)
                else:
                    yield from self._paragraph(block, "")

    def _frame(self, frame: Element) -> Iterator[Block]:
        """Yield a text box, or the first of an object and the pictures of it that can be read."""
        words = (useful_alt_text(item.text or "") for item in odf_children(frame, "svg:title", "svg:desc"))
        caption = ": ".join(filter(None, words))
        drawn = False
        for item in frame:
            match odf_name(item):
                case "draw:object":
                    found = list(self._object(item))
                    drawn = drawn or bool(found)
                    if found and caption:
                        yield Paragraph(caption)
                    yield from found
                case "draw:image":
                    pass
                case _:
                    yield from self.block(item)
        if not drawn:
            yield from self._pictures(frame, caption)

    def _pictures(self, frame: Element, caption: str) -> Iterator[Picture]:
        """Yield one picture: those of a frame show the same in several formats."""
        parts = [part for image in odf_children(frame, "draw:image") if (part := self._file.picture_part(image))]
        shown = (part for part in parts if len(parts) == 1 or picture_type(self._file.read(part) or b""))
        if parts:
            yield Picture(next(shown, parts[0]), caption)

    def _object(self, obj: Element) -> Iterator[Block]:
        """Yield what an embedded formula, chart, sheet or text says, the first time it is met."""
        link = odf_value(obj, "xlink:href")
        root = None if link in self._objects else self._file.embedded(obj)
        if link:
            self._objects.add(link)
        if root is None:
            return
        if odf_name(root) != "math:math":
            yield from self.blocks(root)
        elif equation := equation_text(root):
            yield Paragraph(equation)

    def _table(self, table: Element) -> Iterator[Block]:
        rows = list(table_rows(table))
        if max(map(_width, rows), default=0) < 2:  # a frame around text, not a table
            for row in rows:
                yield from self.blocks(row)
            return
        result = Table([])
        result.rows.extend(self._row(row, result.pictures) for row in rows)
        yield result
        yield from result.pictures

    def _row(self, row: Element, pictures: list[Picture]) -> list[str]:
        cells: list[str] = []
        for cell in odf_children(row, "table:table-cell", "table:covered-table-cell"):
            blocks = list(self.blocks(cell)) if odf_name(cell) == "table:table-cell" else []
            pictures.extend(block for block in blocks if isinstance(block, Picture))
            cells += ["\n".join(block_lines(blocks))] * min(repeated_columns(cell), _MAX_COLUMNS - len(cells))
        return cells


def _width(row: Element) -> int:
    return sum(map(repeated_columns, odf_children(row, "table:table-cell", "table:covered-table-cell")))


def repeated_columns(cell: Element) -> int:
    """Return for how many columns a cell stands."""
    return whole_number(odf_value(cell, "table:number-columns-repeated"), 1)


def table_rows(table: Element) -> Iterator[Element]:
    """Yield the rows, also those in groups."""
    for item in table:
        match odf_name(item):
            case "table:table-row":
                yield item
            case "table:table-header-rows" | "table:table-rows" | "table:table-row-group":
                yield from table_rows(item)
            case _:
                pass


def _is_switched_off(element: Element) -> bool:
    """Tell whether a section or a piece of text is not shown, always or for now."""
    if odf_name(element) == "text:section":
        return odf_value(element, "text:display") == "none" or _is_off(element)
    return odf_name(element) == "text:hidden-text" and _is_off(element)


def _is_off(element: Element) -> bool:
    return odf_value(element, "text:is-hidden") == "true"
