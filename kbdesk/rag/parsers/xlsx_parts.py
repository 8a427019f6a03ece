"""What an XLSX file holds beside the values of its cells: sizes of sheets, text boxes, charts, notes, pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from kbdesk.errors import DamagedError
from kbdesk.rag.parsers.charts import chart_lines
from kbdesk.rag.parsers.ooxml import attribute, child, children, descendants, shape_paragraphs
from kbdesk.rag.parsers.package import Package, Relationship
from kbdesk.rag.parsers.xlsx_formats import RowFormats, cell_formats

_ROW = re.compile(rb"<(?:\w+:)?row\s[^>]*?\br=\"(\d+)\"")
_COLUMNS = tuple(re.compile(rb"\br=\"([A-Z]{%d})\d" % letters) for letters in (3, 2, 1))
_STYLED = re.compile(rb'<(?:\w+:)?c\s(?=[^>]*?\br="([A-Z]{1,3})(\d{1,7})")[^>]*?\bs="(\d+)"')
_WITHOUT_RESULT = re.compile(
    rb'<(?:\w+:)?c(?![^>]*\bt="str")\s[^>]*>\s*<(?:\w+:)?f\b[^<]*(?:</(?:\w+:)?f>)?\s*'
    rb"(?:<(?:\w+:)?v\s*/>|<(?:\w+:)?v></(?:\w+:)?v>)?\s*</(?:\w+:)?c>"
)
_BLOCK_BYTES = 1 << 20
_OVERLAP_BYTES = 256


class WorkbookParts:
    """The parts of an XLSX file by sheet.

    Args:
        package: The file.
    """

    def __init__(self, package: Package) -> None:
        self._package = package
        main = package.main_part()
        links = package.relationships(main)
        self._sheets: dict[str, str] = {}
        for sheet in children(child(package.optional_xml(main), "sheets"), "sheet"):
            link_id = next((value for key, value in sheet.attrib.items() if key.endswith("}id")), "")
            if link_id in links:
                self._sheets[attribute(sheet, "name") or ""] = links[link_id].target
        styles = next((link.target for link in links.values() if link.kind == "styles"), "")
        self._codes = cell_formats(package.optional_xml(styles))

    def area(self, sheet: str) -> int:
        """Return rows times columns of the range that a sheet's cells span, blank ones included."""
        rows, columns = 0, 0
        try:
            for block in self._package.blocks(self._sheets.get(sheet, ""), _BLOCK_BYTES, _OVERLAP_BYTES):
                rows = max(rows, max(map(int, _ROW.findall(block)), default=0))
                columns = max(columns, _last_column(block))
        except DamagedError:
            return 0  # the library that reads the cells says what is wrong
        return rows * columns

    def formats(self, sheet: str) -> RowFormats:
        """Return the format codes of the cells that show values in a form of their own."""
        return RowFormats(self._formatted(sheet) if self._codes else iter(()))

    def _formatted(self, sheet: str) -> Iterator[tuple[int, int, str]]:
        codes = {index.encode(): code for index, code in self._codes.items()}
        try:
            for block in self._package.blocks(self._sheets.get(sheet, ""), _BLOCK_BYTES, _OVERLAP_BYTES):
                for letters, row, index in _STYLED.findall(block):
                    if index in codes:
                        yield int(row), _column_number(letters) - 1, codes[index]
        except DamagedError:
            return  # as in `area`

    def lacks_results(self, sheet: str) -> bool:
        """Tell whether a formula has no stored result; that of one for text may be blank."""
        blocks = self._package.blocks(self._sheets.get(sheet, ""), _BLOCK_BYTES, _OVERLAP_BYTES)
        try:
            return any(_WITHOUT_RESULT.search(block) for block in blocks)
        except DamagedError:
            return False  # as in `area`

    def lines(self, sheet: str) -> Iterator[str]:
        """Yield the texts of a sheet's text boxes, charts and notes."""
        parts = list(self._linked(self._sheets.get(sheet, "")))
        threads = [root for link, root in parts if link.kind == "threadedComment"]
        threaded = {attribute(comment, "ref") for root in threads for comment in descendants(root, "threadedComment")}
        for link, root in parts:
            if link.kind == "drawing":
                yield from _text_boxes(root)
                yield from (
                    line
                    for chart, tree in self._linked(link.target)
                    if chart.kind == "chart"
                    for line in chart_lines(tree)
                )
            elif link.kind == "comments":
                yield from _notes(root, threaded)
            elif link.kind == "threadedComment":
                yield from _thread(root)

    def pictures(self, sheet: str) -> Iterator[tuple[str, str]]:
        """Yield the part and the alternative text of each of a sheet's pictures."""
        for link, root in self._linked(self._sheets.get(sheet, "")):
            if link.kind != "drawing":
                continue
            links = self._package.relationships(link.target)
            for picture in descendants(root, "pic"):
                image = links.get(attribute(child(picture, "blipFill", "blip"), "embed") or "")
                if image is not None and not image.external and self._package.has(image.target):
                    yield image.target, (attribute(child(picture, "nvPicPr", "cNvPr"), "descr") or "").strip()

    def _linked(self, part: str) -> Iterator[tuple[Relationship, Element]]:
        for link in self._package.relationships(part).values():
            root = None if link.external else self._package.optional_xml(link.target)
            if root is not None:
                yield link, root


def _text_boxes(drawing: Element) -> Iterator[str]:
    for body in descendants(drawing, "txBody"):
        yield from shape_paragraphs(body)


def _notes(comments: Element, threaded: set[str | None]) -> Iterator[str]:
    """Yield the notes, without those that only tell older programs that there are comments with answers."""
    for comment in descendants(comments, "comment"):
        if attribute(comment, "ref") not in threaded:
            yield from _note(comment, descendants(comment, "t"))


def _thread(comments: Element) -> Iterator[str]:
    for comment in descendants(comments, "threadedComment"):
        yield from _note(comment, children(comment, "text"))


def _note(comment: Element, parts: Iterator[Element]) -> Iterator[str]:
    words = "".join(part.text or "" for part in parts).strip()
    if words:
        yield f"[{attribute(comment, 'ref') or ''}] {words}"


def _last_column(block: bytes) -> int:
    """Return the number of the last column named in a piece of a sheet, from 1; 0 for none."""
    for pattern in _COLUMNS:  # names of more letters come later, and most sheets have none
        named = set[bytes](pattern.findall(block))
        if named:
            return max(map(_column_number, named))
    return 0


def _column_number(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + letter - ord("A") + 1
    return number
