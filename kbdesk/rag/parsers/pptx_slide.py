"""One slide of a PowerPoint file: its texts, tables, charts, diagrams and pictures in reading order.

python-pptx gives shapes in the order they were drawn and refuses a whole deck for one missing part; positions, diagrams
and comments would have to be read from the same XML beside it, so this module reads all of it from there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from kbdesk.rag.parsers.ooxml import (
    attribute,
    chart_lines,
    child,
    children,
    descendants,
    diagram_lines,
    local,
    shape_paragraphs,
)
from kbdesk.rag.parsers.package import Package, Relationship

_SHAPES = frozenset({"sp", "pic", "graphicFrame", "grpSp", "cxnSp"})
_TITLES = frozenset({"title", "ctrTitle"})


@dataclass(frozen=True)
class Lines:
    """Text of a shape, one paragraph a line."""

    lines: list[str]


@dataclass(frozen=True)
class Table:
    """A table; the texts of merged cells are joined in the first, the others are blank."""

    rows: list[list[str]]


@dataclass(frozen=True)
class Picture:
    """A picture in the part `part`; `caption` is its alternative text, or ""."""

    part: str
    caption: str


Item = Lines | Picture | Table


@dataclass(frozen=True)
class _Box:
    """Where a shape stands, in the units of its group."""

    left: int
    top: int
    height: int


class Slide:
    """Reads one slide.

    Args:
        package: The file.
        part: The slide's part.

    Raises:
        DamagedError: There is no such part, or it is no XML.
    """

    def __init__(self, package: Package, part: str) -> None:
        self._package = package
        self._root = package.xml(part)
        self._links = package.relationships(part)
        self._layouts = list(_layouts(package, self._links))

    @property
    def is_hidden(self) -> bool:
        """True if the slide is skipped in a show."""
        return attribute(self._root, "show") in ("0", "false")

    @property
    def title(self) -> str:
        """The text of the title, or ""."""
        titles = (shape for shape in descendants(self._root, "sp") if _placeholder(shape)[0] in _TITLES)
        return " ".join(line for shape in titles for line in shape_paragraphs(shape))

    def items(self) -> Iterator[Item]:
        """Yield what is on the slide: the title first, then rows from top to bottom, each from left to right."""
        tree = child(self._root, "cSld", "spTree")
        if tree is not None:
            yield from self._items(tree)

    def notes(self) -> list[str]:
        """Return the speaker's notes."""
        root = self._linked("notesSlide")
        if root is None:
            return []
        bodies = (shape for shape in descendants(root, "sp") if _placeholder(shape)[0] == "body")
        return [line for shape in bodies for line in shape_paragraphs(shape)]

    def comments(self) -> list[str]:
        """Return the reviewers' comments and replies."""
        root = self._linked("comments")
        if root is None:
            return []
        plain = [(text.text or "").strip() for text in descendants(root, "text")]
        return [*filter(None, plain), *shape_paragraphs(root)]

    def _linked(self, kind: str) -> Element | None:
        targets = (link.target for link in self._links.values() if link.kind == kind and not link.external)
        return self._package.optional_xml(next(targets, ""))

    def _items(self, tree: Element) -> Iterator[Item]:
        for shape in self._reading_order(list(_shapes(tree))):
            if local(shape) == "grpSp":
                yield from self._items(shape)
            elif local(shape) == "graphicFrame":
                yield from self._graphic(shape)
            elif local(shape) == "pic":
                yield from self._picture(shape)
            elif lines := _text_lines(shape):
                yield Lines(lines)

    def _graphic(self, frame: Element) -> Iterator[Item]:
        data = child(frame, "graphic", "graphicData")
        if (table := child(data, "tbl")) is not None:
            yield Table(_table_rows(table))
        chart = self._part_tree(attribute(child(data, "chart"), "id"))
        diagram = self._part_tree(attribute(child(data, "relIds"), "dm"))
        lines = [] if chart is None else chart_lines(chart)
        lines += [] if diagram is None else diagram_lines(diagram)
        if lines:
            caption = _caption(frame)
            yield Lines([caption, *lines] if caption else lines)

    def _picture(self, picture: Element) -> Iterator[Item]:
        link = self._links.get(attribute(child(picture, "blipFill", "blip"), "embed") or "")
        caption = _caption(picture)
        if link is not None and not link.external and self._package.has(link.target):
            yield Picture(link.target, caption)
        elif caption:
            yield Lines([caption])

    def _part_tree(self, link_id: str | None) -> Element | None:
        link = self._links.get(link_id or "")
        return self._package.optional_xml(link.target) if link is not None and not link.external else None

    def _reading_order(self, shapes: list[Element]) -> list[Element]:
        """Sort shapes: titles, then rows (shapes that begin above the middle of the row's first), then by left edge."""
        boxes = [(self._box(shape), shape) for shape in shapes]
        titles = [shape for shape in shapes if _placeholder(shape)[0] in _TITLES]
        rest = sorted((pair for pair in boxes if pair[1] not in titles), key=lambda pair: pair[0].top)
        ordered: list[Element] = []
        while rest:
            middle = rest[0][0].top + rest[0][0].height // 2
            row = [pair for pair in rest if pair[0].top <= middle]
            rest = rest[len(row) :]
            ordered += [shape for _, shape in sorted(row, key=lambda pair: (pair[0].left, pair[0].top))]
        return titles + ordered

    def _box(self, shape: Element) -> _Box:
        for holder in (shape, *self._inherited(shape)):
            box = _own_box(holder)
            if box is not None:
                return box
        return _Box(0, 0, 0)

    def _inherited(self, shape: Element) -> Iterator[Element]:
        """Yield the placeholders of the layout and the master that a placeholder takes its position from."""
        kind, index = _placeholder(shape)
        if kind is None:
            return
        for layout in self._layouts:
            for other in descendants(layout, "sp"):
                other_kind, other_index = _placeholder(other)
                if other_kind is not None and (other_index == index if index else other_kind == kind):
                    yield other


def _layouts(package: Package, links: dict[str, Relationship]) -> Iterator[Element]:
    """Yield the slide's layout and that one's master."""
    for kind in ("slideLayout", "slideMaster"):
        target = next((link.target for link in links.values() if link.kind == kind), "")
        root = package.optional_xml(target)
        if root is None:
            return
        yield root
        links = package.relationships(target)


def _shapes(tree: Element) -> Iterator[Element]:
    for item in tree:
        if local(item) in _SHAPES:
            yield item
        elif local(item) == "AlternateContent":
            for choice in list(children(item, "Choice"))[:1] or children(item, "Fallback"):
                yield from _shapes(choice)


def _placeholder(shape: Element) -> tuple[str | None, str | None]:
    """Return the type and index of a placeholder, (None, None) for other shapes."""
    for name in ("nvSpPr", "nvPicPr", "nvGraphicFramePr"):
        found = child(shape, name, "nvPr", "ph")
        if found is not None:
            return attribute(found, "type") or "obj", attribute(found, "idx")
    return None, None


def _own_box(shape: Element) -> _Box | None:
    frame = child(shape, "xfrm")
    for name in ("spPr", "grpSpPr"):
        frame = child(shape, name, "xfrm") if frame is None else frame
    offset, extent = child(frame, "off"), child(frame, "ext")
    try:
        return _Box(
            left=int(attribute(offset, "x") or ""),
            top=int(attribute(offset, "y") or ""),
            height=int(attribute(extent, "cy") or "0"),
        )
    except ValueError:
        return None


def _text_lines(shape: Element) -> list[str]:
    body = child(shape, "txBody")
    if body is None or _placeholder(shape)[0] == "sldNum":
        return []
    return shape_paragraphs(body)


def _caption(shape: Element) -> str:
    for name in ("nvPicPr", "nvGraphicFramePr"):
        caption = attribute(child(shape, name, "cNvPr"), "descr")
        if caption:
            return caption.strip()
    return ""


def _table_rows(table: Element) -> list[list[str]]:
    """Return the texts of the cells, those of a merged block joined in its first cell."""
    cells = [list(children(row, "tc")) for row in children(table, "tr")]
    texts = [["\n".join(shape_paragraphs(cell)) for cell in row] for row in cells]
    for y, row in enumerate(cells):
        for x, cell in enumerate(row):
            height, width = _span(cell, "rowSpan"), _span(cell, "gridSpan")
            if (height, width) != (1, 1):
                _join(texts, range(y, y + height), range(x, x + width))
    return texts


def _span(cell: Element, name: str) -> int:
    value = attribute(cell, name) or "1"
    return min(int(value), 1000) if value.isdigit() else 1


def _join(texts: list[list[str]], rows: Iterable[int], columns: Iterable[int]) -> None:
    block = [(y, x) for y in rows for x in columns if y < len(texts) and x < len(texts[y])]
    joined = "\n".join(texts[y][x] for y, x in block if texts[y][x])
    for y, x in block:
        texts[y][x] = ""
    first_row, first_column = block[0]
    texts[first_row][first_column] = joined
