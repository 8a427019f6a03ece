"""Shapes as python-pptx has them: where they stand and what is written in them.

Imported when the first deck is read: it loads python-pptx.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

from pptx.enum.shapes import PP_PLACEHOLDER
from pptx.shapes.base import BaseShape
from pptx.shapes.graphfrm import GraphicFrame
from pptx.text.text import TextFrame

from kbdesk.rag.parsers.alt_text import useful_alt_text
from kbdesk.rag.parsers.pptx_faults import PPTX_FAULTS
from kbdesk.rag.parsers.slide_order import Box

TITLES = frozenset({PP_PLACEHOLDER.TITLE, PP_PLACEHOLDER.CENTER_TITLE, PP_PLACEHOLDER.VERTICAL_TITLE})
EDGES = frozenset({PP_PLACEHOLDER.DATE, PP_PLACEHOLDER.FOOTER, PP_PLACEHOLDER.HEADER})

_ALTERNATIVES = "{http://schemas.openxmlformats.org/markup-compatibility/2006}AlternateContent"
_IS_FORMULA = "local-name()='m' and namespace-uri()='http://schemas.microsoft.com/office/drawing/2010/main'"
_NOWHERE = Box(0, 0, 0, 0)
_PICTURES_ONLY = frozenset({"v", "am3d", "aink", "p14"})
"""Extensions (old drawings, 3-D models, ink) whose replacement is a picture of them, and which hold no text."""


def resolve_extensions(tree: Any) -> None:
    """Put what python-pptx passes over into terms it knows: of alternatives the one with text, formulas as text.

    The number of the slide is left out of texts; ink, at which python-pptx stops, is left out of shapes.

    Args:
        tree: The XML of a slide; changed in place.
    """
    for alternatives in list(tree.iter(_ALTERNATIVES)):
        for chosen in list(_chosen(list(alternatives.iterchildren("{*}*")))):
            alternatives.addprevious(chosen)
        alternatives.getparent().remove(alternatives)
    for formula in tree.xpath(f".//a:p/*[{_IS_FORMULA}]"):
        paragraph = formula.getparent()
        paragraph.replace(formula, paragraph.add_r("".join(formula.itertext())))
    for left_out in tree.xpath(".//a:fld[@type='slidenum'] | .//p:contentPart"):
        left_out.getparent().remove(left_out)


def _chosen(alternatives: list[Any]) -> Any:
    """Return the first alternative, or the last where that is a picture of what cannot be read."""
    if not alternatives:
        return ()
    wanted = set(alternatives[0].get("Requires", "").split())
    return alternatives[-1 if wanted & _PICTURES_ONLY else 0]


def placeholder(shape: BaseShape) -> PP_PLACEHOLDER | None:
    """Return which placeholder of its layout a shape fills, or None."""
    return shape.placeholder_format.type if shape.is_placeholder else None


def box(shape: BaseShape) -> Box | None:
    """Return where a shape stands, in the units of its group; None if nothing says, as when its layout is gone."""
    try:
        found = Box(left=shape.left or 0, top=shape.top or 0, width=shape.width or 0, height=shape.height or 0)
    except PPTX_FAULTS:
        return None
    return None if found == _NOWHERE else found


def alt_text(shape: BaseShape) -> str:
    """Return the alternative text, or "" if there is none that a person wrote."""
    return useful_alt_text("".join(shape.element.xpath("./*/p:cNvPr/@descr")))


def paragraphs(frame: TextFrame) -> list[str]:
    """Return the paragraphs of a text, blank ones left out."""
    texts = (paragraph.text.replace("\v", "\n").strip() for paragraph in frame.paragraphs)
    return [text for text in texts if text]


def shape_lines(shape: BaseShape) -> list[str]:
    """Return the paragraphs of any shape that has a text, also of those that should have none (connectors)."""
    bodies: list[Any] = shape.element.xpath("./p:txBody")
    return paragraphs(TextFrame(bodies[0], shape)) if bodies else []


def table_rows(frame: GraphicFrame) -> list[list[str]]:
    """Return the texts of the cells, those of a merged block joined in its first cell."""
    rows: list[Any] = frame.element.xpath("./a:graphic/a:graphicData/a:tbl/a:tr")
    found = frame.table.iter_cells()  # `table.rows` searches the table again for each row
    cells = [list(islice(found, len(row.tc_lst))) for row in rows]
    texts = [["\n".join(paragraphs(cell.text_frame)) for cell in row] for row in cells]
    for y, row in enumerate(cells):
        for x, cell in enumerate(row):
            if texts[y][x] and cell.is_merge_origin:  # blank: part of a block before
                _join(texts, slice(y, y + cell.span_height), slice(x, x + cell.span_width))
    return texts


def _join(texts: list[list[str]], rows: slice, columns: slice) -> None:
    joined = "\n".join(text for row in texts[rows] for text in row[columns] if text)
    for row in texts[rows]:
        row[columns] = [""] * len(row[columns])
    texts[rows.start][columns.start] = joined


def scale_of(group: Any) -> tuple[float, float]:
    """Return how much larger the shapes of a group are shown than their measures say, in width and height.

    Args:
        group: The XML of the group.
    """

    def ratio(side: str) -> float:
        frame = "./p:grpSpPr/a:xfrm"
        shown: Sequence[str] = group.xpath(f"{frame}/a:ext/@{side}")
        inner: Sequence[str] = group.xpath(f"{frame}/a:chExt/@{side}")
        try:
            return int(shown[0]) / int(inner[0])
        except (LookupError, ValueError, ArithmeticError):
            return 1.0

    return ratio("cx"), ratio("cy")
