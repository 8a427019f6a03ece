"""One slide as python-pptx has it: its texts, tables, charts, diagrams and pictures in reading order.

python-pptx gives shapes in the order they were drawn and knows no diagrams, comments, formulas and alternative shapes;
these are taken from the XML of its objects. Imported when the first deck is read: it loads python-pptx.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeVar
from xml.etree import ElementTree

from pptx.enum.shapes import PP_PLACEHOLDER
from pptx.opc.package import Part
from pptx.shapes.autoshape import Shape
from pptx.shapes.base import BaseShape
from pptx.shapes.graphfrm import GraphicFrame
from pptx.shapes.group import GroupShape
from pptx.shapes.picture import Movie, Picture
from pptx.slide import Slide
from pptx.text.text import TextFrame

from kbdesk.rag.parsers.ooxml import chart_lines, descendants, diagram_lines, shape_paragraphs
from kbdesk.rag.parsers.pptx_chart import chart_part_lines
from kbdesk.rag.parsers.pptx_faults import PPTX_FAULTS

Source = TypeVar("Source")
Found = TypeVar("Found")

_TITLES = frozenset({PP_PLACEHOLDER.TITLE, PP_PLACEHOLDER.CENTER_TITLE, PP_PLACEHOLDER.VERTICAL_TITLE})
_ALTERNATIVES = "{http://schemas.openxmlformats.org/markup-compatibility/2006}AlternateContent"
_FORMULA = "{http://schemas.microsoft.com/office/drawing/2010/main}m"


@dataclass(frozen=True)
class Item:
    """Something on a slide: lines of text, a table or a picture.

    Attributes:
        lines: Texts of a shape, one a paragraph.
        rows: Cells of a table; the texts of merged cells are joined in the first, the others are blank.
        picture: Bytes of a picture.
        caption: Alternative text of the picture, or "".
    """

    lines: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    picture: bytes | None = None
    caption: str = ""


@dataclass(frozen=True)
class SlideContent:
    """What is on a slide.

    Attributes:
        title: Text of the title, or "".
        is_hidden: True if it is skipped in a show.
        items: The title first, then rows from top to bottom, each from left to right.
        notes: The speaker's notes.
        comments: The reviewers' comments and replies.
        is_complete: False if something could not be read.
    """

    title: str
    is_hidden: bool
    items: list[Item]
    notes: list[str]
    comments: list[str]
    is_complete: bool


@dataclass(frozen=True)
class _Box:
    """Where a shape stands, in the units of its group."""

    left: int
    top: int
    height: int


class SlideReader:
    """Reads one slide; what is broken on it is left out."""

    def __init__(self, slide: Slide) -> None:
        self._slide = slide
        self._is_complete = True

    def read(self) -> SlideContent:
        """Return what is on the slide.

        Raises:
            One of PPTX_FAULTS: The slide is broken as a whole.
        """
        root: Any = self._slide.element  # lxml has no types
        _resolve_extensions(root)
        items = self._items(self._slide.shapes)
        titles = [shape for shape in self._slide.shapes if _placeholder(shape) in _TITLES]
        return SlideContent(
            title=" ".join(line for shape in titles for line in self._attempt(_text, shape)),
            is_hidden=root.get("show") in ("0", "false"),
            items=items,
            notes=self._attempt(_notes, self._slide),
            comments=self._attempt(_comments, self._slide),
            is_complete=self._is_complete,
        )

    def _items(self, shapes: Iterable[BaseShape]) -> list[Item]:
        return [item for shape in _reading_order(shapes) for item in self._attempt(self._shape, shape)]

    def _shape(self, shape: BaseShape) -> list[Item]:
        if isinstance(shape, GroupShape):
            return self._items(shape.shapes)
        if isinstance(shape, GraphicFrame):
            return _graphic(shape)
        if isinstance(shape, Picture | Movie):
            return _picture(shape)
        return _lines_item(_text(shape))

    def _attempt(self, read: Callable[[Source], list[Found]], source: Source) -> list[Found]:
        try:
            return read(source)
        except PPTX_FAULTS:
            self._is_complete = False
            return []


def _resolve_extensions(tree: Any) -> None:
    """Put what python-pptx passes over into terms it knows: of alternatives the first, formulas as text."""
    for alternatives in list(tree.iter(_ALTERNATIVES)):
        for chosen in list(next(alternatives.iterchildren("{*}*"), ())):
            alternatives.addprevious(chosen)
        alternatives.getparent().remove(alternatives)
    for formula in list(tree.iter(_FORMULA)):
        paragraph = formula.getparent()
        paragraph.replace(formula, paragraph.add_r("".join(formula.itertext())))


def _placeholder(shape: BaseShape) -> PP_PLACEHOLDER | None:
    return shape.placeholder_format.type if shape.is_placeholder else None


def _reading_order(shapes: Iterable[BaseShape]) -> list[BaseShape]:
    """Sort shapes: titles, then rows (shapes that begin above the middle of the row's first), then by left edge."""
    boxes = [(_box(shape), shape) for shape in shapes]
    ordered = [shape for _, shape in boxes if _placeholder(shape) in _TITLES]
    rest = sorted((pair for pair in boxes if _placeholder(pair[1]) not in _TITLES), key=lambda pair: pair[0].top)
    while rest:
        middle = rest[0][0].top + rest[0][0].height // 2
        row = [pair for pair in rest if pair[0].top <= middle]
        rest = rest[len(row) :]
        ordered += [shape for _, shape in sorted(row, key=lambda pair: (pair[0].left, pair[0].top))]
    return ordered


def _box(shape: BaseShape) -> _Box:
    try:
        return _Box(left=shape.left or 0, top=shape.top or 0, height=shape.height or 0)
    except PPTX_FAULTS:
        return _Box(0, 0, 0)  # nothing says where it stands, for example as its layout is gone


def _text(shape: BaseShape) -> list[str]:
    if not isinstance(shape, Shape) or _placeholder(shape) == PP_PLACEHOLDER.SLIDE_NUMBER:
        return []
    return _paragraphs(shape.text_frame)


def _paragraphs(frame: TextFrame) -> list[str]:
    texts = (paragraph.text.replace("\v", "\n").strip() for paragraph in frame.paragraphs)
    return [text for text in texts if text]


def _lines_item(lines: list[str]) -> list[Item]:
    return [Item(lines=lines)] if lines else []


def _graphic(frame: GraphicFrame) -> list[Item]:
    if frame.has_table:
        return [Item(rows=_table_rows(frame))]
    lines = chart_part_lines(frame.chart_part) if frame.has_chart else _unknown_graphic(frame)
    caption = _caption(frame)
    return _lines_item([caption, *lines] if caption and lines else lines)


def _unknown_graphic(frame: GraphicFrame) -> list[str]:
    """Return the texts of a diagram or of a chart of the newer kinds."""
    links: list[str] = frame.element.xpath("./a:graphic/a:graphicData/*/@r:*[local-name()='dm' or local-name()='id']")
    trees = [_tree(frame.part.related_part(link)) for link in links if link in frame.part.rels]
    return [line for tree in trees for line in (*chart_lines(tree), *diagram_lines(tree))]


def _tree(part: Part) -> ElementTree.Element:
    return ElementTree.fromstring(part.blob)  # noqa: S314 - `Package` has looked through it


def _picture(shape: Picture | Movie) -> list[Item]:
    caption = _caption(shape)
    try:
        image = shape.image if isinstance(shape, Picture) else shape.poster_frame
    except PPTX_FAULTS:
        image = None  # linked, or gone from the file; its caption is all that is left
    if image is None:
        return _lines_item([caption] if caption else [])
    return [Item(picture=image.blob, caption=caption)]


def _caption(shape: BaseShape) -> str:
    """Return the alternative text."""
    return "".join(shape.element.xpath("./*/p:cNvPr/@descr")).strip()


def _table_rows(frame: GraphicFrame) -> list[list[str]]:
    """Return the texts of the cells, those of a merged block joined in its first cell."""
    rows: list[Any] = frame.element.xpath("./a:graphic/a:graphicData/a:tbl/a:tr")
    found = frame.table.iter_cells()  # `table.rows` searches the table again for each row
    cells = [list(islice(found, len(row.tc_lst))) for row in rows]
    texts = [["\n".join(_paragraphs(cell.text_frame)) for cell in row] for row in cells]
    for y, row in enumerate(cells):
        for x, cell in enumerate(row):
            if cell.is_merge_origin:
                _join(texts, slice(y, y + cell.span_height), slice(x, x + cell.span_width))
    return texts


def _join(texts: list[list[str]], rows: slice, columns: slice) -> None:
    joined = "\n".join(text for row in texts[rows] for text in row[columns] if text)
    for row in texts[rows]:
        row[columns] = [""] * len(row[columns])
    texts[rows.start][columns.start] = joined


def _notes(slide: Slide) -> list[str]:
    frame = slide.notes_slide.notes_text_frame if slide.has_notes_slide else None
    return [] if frame is None else _paragraphs(frame)


def _comments(slide: Slide) -> list[str]:
    parts = [link.target_part for link in slide.part.rels.values() if link.reltype.endswith("/comments")]
    return [line for part in parts for line in _comment_lines(_tree(part))]


def _comment_lines(root: ElementTree.Element) -> list[str]:
    """Return the texts of both generations of comments: plain, and formatted like the text of shapes."""
    plain = [(text.text or "").strip() for text in descendants(root, "text")]
    return [*filter(None, plain), *shape_paragraphs(root)]
