"""One slide as python-pptx has it: its texts, tables, charts, diagrams and pictures in reading order.

python-pptx gives shapes in the order they were drawn and knows no diagrams, comments, formulas and alternative shapes;
these are taken from the XML of its objects. Imported when the first deck is read: it loads python-pptx.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from pptx.enum.shapes import PP_PLACEHOLDER
from pptx.shapes.base import BaseShape
from pptx.shapes.graphfrm import GraphicFrame
from pptx.shapes.group import GroupShape
from pptx.slide import Slide

from kbdesk.errors import DamagedError
from kbdesk.rag.parsers import limits
from kbdesk.rag.parsers.charts import chart_lines
from kbdesk.rag.parsers.ooxml import diagram_lines, shape_paragraphs
from kbdesk.rag.parsers.package import Package, Relationship
from kbdesk.rag.parsers.pptx_comments import comment_lines
from kbdesk.rag.parsers.pptx_faults import PPTX_FAULTS
from kbdesk.rag.parsers.pptx_shapes import (
    EDGES,
    TITLES,
    alt_text,
    box,
    paragraphs,
    placeholder,
    resolve_extensions,
    scale_of,
    shape_lines,
    table_rows,
)
from kbdesk.rag.parsers.slide_content import Item, SlideContent, SlidePicture, is_prompt, said, text_item
from kbdesk.rag.parsers.slide_order import Box, reading_order

Source = TypeVar("Source")
Found = TypeVar("Found")

_OWN_PLACE = "./p:spPr/a:xfrm | ./p:xfrm"
_EMU_A_PIXEL = 9_525
_PICTURE_FILLS = "./p:blipFill/a:blip/@r:embed | ./p:spPr/a:blipFill/a:blip/@r:embed"
_BACKGROUND = "./p:cSld/p:bg/p:bgPr/a:blipFill/a:blip/@r:embed"
_OBJECT_PICTURE = "./a:graphic/a:graphicData//p:oleObj/p:pic/p:blipFill/a:blip/@r:embed"
_GRAPHIC_PARTS = "./a:graphic/a:graphicData/*/@r:*[local-name()='dm' or local-name()='id']"


@dataclass(frozen=True)
class SlideSource:
    """A slide and what stands around it.

    Attributes:
        slide: As python-pptx has it.
        package: The deck; pictures, charts and comments are taken from it.
        links: The slide's links to them, by their ids.
        section: Name of the part of the deck that the slide belongs to, or "".
        authors: Names of reviewers by their ids.
        places: Where the layout has its placeholders, by their numbers, as far as known; slides of a layout share it.
    """

    slide: Slide
    package: Package
    links: Mapping[str, Relationship]
    section: str = ""
    authors: Mapping[str, str] = field(default_factory=dict[str, str])
    places: dict[str, Box | None] = field(default_factory=dict[str, "Box | None"])


class SlideReader:
    """Reads one slide; what is broken on it is left out."""

    def __init__(self, source: SlideSource) -> None:
        self._source = source
        self._is_complete = True
        self._footers: list[str] = []

    def read(self) -> SlideContent:
        """Return what is on the slide.

        Raises:
            One of PPTX_FAULTS: The slide is broken as a whole.
        """
        slide = self._source.slide
        root: Any = slide.element  # lxml has no types
        resolve_extensions(root)
        background = [item for link in root.xpath(_BACKGROUND) for item in self._attempt(self._picture, link)]
        items = self._items(slide.shapes, (1.0, 1.0))
        titles = [shape for shape in slide.shapes if placeholder(shape) in TITLES]
        return SlideContent(
            title=" ".join(line for shape in titles for line in self._attempt(_text, shape)),
            section=self._source.section,
            is_hidden=root.get("show") in ("0", "false"),
            items=[*items, *background],
            footers=self._footers,
            notes=self._attempt(_notes, slide),
            comments=self._attempt(self._comments, self._source.links),
            is_complete=self._is_complete,
        )

    def _items(self, shapes: Iterable[BaseShape], scale: tuple[float, float]) -> list[Item]:
        """Return what shapes hold, the titles first, then in reading order."""
        titles: list[Item] = []
        placed: list[tuple[Box, list[Item]]] = []
        unplaced: list[Item] = []
        for shape in shapes:
            found = self._attempt(lambda each: self._shape(each, scale), shape)
            if placeholder(shape) in TITLES:
                titles += found
            elif found and (frame := self._box(shape)) is not None:
                placed.append((frame, found))
            else:
                unplaced += found
        order = reading_order([frame for frame, _ in placed])
        return titles + [item for index in order for item in placed[index][1]] + unplaced

    def _box(self, shape: BaseShape) -> Box | None:
        """Return where a shape stands; python-pptx takes long to look up what a placeholder has from its layout."""
        element: Any = shape.element  # lxml has no types
        if not shape.is_placeholder or element.xpath(_OWN_PLACE):
            return box(shape)
        number = "".join(element.xpath("./*/p:nvPr/p:ph/@idx"))
        if number not in self._source.places:
            self._source.places[number] = box(shape)
        return self._source.places[number]

    def _shape(self, shape: BaseShape, scale: tuple[float, float]) -> list[Item]:
        if isinstance(shape, GroupShape):
            inner = scale_of(shape.element)
            items = self._items(shape.shapes, (scale[0] * inner[0], scale[1] * inner[1]))
            return [*text_item([alt_text(shape)]), *items]
        if isinstance(shape, GraphicFrame):
            return self._graphic(shape, scale)
        if placeholder(shape) in EDGES:
            self._footers += said(shape_lines(shape))
            return []
        words = text_item(_text(shape))
        links: list[str] = shape.element.xpath(_PICTURE_FILLS)
        pictures = [item for link in links[:1] for item in self._picture(link, shape, scale)]
        return [*words, *pictures] if words or pictures else text_item([alt_text(shape)])

    def _graphic(self, frame: GraphicFrame, scale: tuple[float, float]) -> list[Item]:
        if frame.has_table:
            return [*text_item([alt_text(frame)]), Item(rows=table_rows(frame))]
        pictures: list[str] = frame.element.xpath(_OBJECT_PICTURE)
        if pictures:
            shown = self._picture(pictures[0], frame, scale)
            return [*text_item([_object_name(frame)]), *shown] if not alt_text(frame) else shown
        lines = self._graphic_lines(frame)
        return text_item([alt_text(frame) or _object_name(frame), *lines])

    def _graphic_lines(self, frame: GraphicFrame) -> list[str]:
        """Return the texts of a chart or a diagram; of a diagram without its data those of its drawing."""
        wanted: list[str] = frame.element.xpath(_GRAPHIC_PARTS)
        links = [link for key in wanted if (link := self._source.links.get(key)) is not None]
        lines = [line for link in links for line in self._part_lines(link)]
        is_diagram = bool(frame.element.xpath("./a:graphic/a:graphicData/*/@r:dm"))
        if lines or not is_diagram:
            return lines
        drawings = [link for link in self._source.links.values() if link.kind == "diagramDrawing"]
        return [line for link in drawings for line in shape_paragraphs(self._source.package.xml(link.target))]

    def _part_lines(self, link: Relationship) -> list[str]:
        if link.kind not in ("chart", "chartEx", "diagramData") or link.external:
            return []
        try:
            root = self._source.package.xml(link.target)
        except DamagedError:
            self._is_complete = False
            return []
        return diagram_lines(root) if link.kind == "diagramData" else chart_lines(root)

    def _picture(self, link: str, shape: BaseShape | None = None, scale: tuple[float, float] = (1, 1)) -> list[Item]:
        """Return a picture; of one that is linked or gone from the file the alternative text."""
        caption = alt_text(shape) if shape is not None else ""
        place, package = self._source.links.get(link), self._source.package
        if place is None or place.external or not 0 < package.size(place.target) <= limits.MAX_PICTURE_BYTES:
            return text_item([caption])
        frame = box(shape) if shape is not None else None
        width, height = (frame.width * scale[0], frame.height * scale[1]) if frame is not None else (0.0, 0.0)
        data = package.read(place.target)
        return [Item(picture=SlidePicture(data, caption, width / _EMU_A_PIXEL, height / _EMU_A_PIXEL))]

    def _comments(self, links: Mapping[str, Relationship]) -> list[str]:
        parts = [link.target for link in links.values() if link.kind == "comments" and not link.external]
        roots = [self._source.package.xml(part) for part in parts]
        return [line for root in roots for line in comment_lines(root, self._source.authors)]

    def _attempt(self, read: Callable[[Source], list[Found]], source: Source) -> list[Found]:
        try:
            return read(source)
        except (DamagedError, *PPTX_FAULTS):
            self._is_complete = False
            return []


def _text(shape: BaseShape) -> list[str]:
    """Return the lines of a shape, without the number of the slide and what stands in an empty placeholder."""
    kind = placeholder(shape)
    if kind == PP_PLACEHOLDER.SLIDE_NUMBER:
        return []
    lines = said(shape_lines(shape))
    return [] if kind is not None and is_prompt("\n".join(lines)) else lines


def _object_name(frame: GraphicFrame) -> str:
    """Return the name a person gave an embedded object, or ""; programs name them "Object 5"."""
    objects: list[Any] = frame.element.xpath("./a:graphic/a:graphicData//p:oleObj")
    name = frame.name.strip() if objects else ""
    return "" if name[-1:].isdigit() else name


def _notes(slide: Slide) -> list[str]:
    """Return the notes, and what was written beside them; numbers alone are those of the slide."""
    if not slide.has_notes_slide:
        return []
    page = slide.notes_slide
    resolve_extensions(cast("Any", page).element)  # lxml has no types
    frame = page.notes_text_frame
    lines = [] if frame is None else paragraphs(frame)
    beside = (shape for shape in page.shapes if not shape.is_placeholder)
    lines += [line for shape in beside for line in shape_lines(shape) if not line.isdigit()]
    return [] if is_prompt("\n".join(lines)) else said(lines)
