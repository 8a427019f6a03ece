"""An OpenDocument presentation, and its slides one by one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from xml.etree.ElementTree import Element

from kbdesk.rag.parsers.alt_text import useful_alt_text
from kbdesk.rag.parsers.base import Attachment
from kbdesk.rag.parsers.blocks import Block, Picture, Table, block_lines
from kbdesk.rag.parsers.faults import LIBRARY_FAULTS, damaged
from kbdesk.rag.parsers.odf import OdfFile, odf_child, odf_children, odf_name, odf_value
from kbdesk.rag.parsers.odf_body import OdfReader
from kbdesk.rag.parsers.slide_content import Item, SlideContent, SlidePicture, is_prompt, said, text_item
from kbdesk.rag.parsers.slide_order import Box, reading_order

KIND = "OpenDocument presentation"

_STYLE_HOLDERS = ("office:styles", "office:automatic-styles")
_TITLE = "title"
_COMMENTS = ("office:annotation", ":annotation")  # LibreOffice has a namespace of its own for them
_EDGES = frozenset({"header", "footer", "date-time"})
_LEFT_OUT = frozenset({"page", "page-number"})
_NO_SHAPES = ("presentation:", "anim:", "office:", "draw:layer-set", "draw:page-thumbnail", "draw:control", "svg:", ":")
_LENGTH = re.compile(r"(-?\d*\.?\d+)(cm|mm|in|pt|pc|px)")
_PIXELS = {"cm": 96 / 2.54, "mm": 96 / 25.4, "in": 96.0, "pt": 96 / 72, "pc": 16.0, "px": 1.0}
_MOVED = re.compile(r"translate\s*\(\s*(\S+)\s+(\S+?)\s*\)")


class OdpDeck:
    """Opens a presentation.

    Args:
        data: The file's bytes.
        password: For an encrypted file.

    Raises:
        EmptyFileError, PasswordError, DamagedError, LimitError: As `OdfFile`; also if it is no presentation.
    """

    def __init__(self, data: bytes, password: str | None) -> None:
        self._file = OdfFile(data, KIND, password)
        body = self._file.body
        if odf_name(body) != "office:presentation":
            raise damaged(KIND)
        self._reader = OdfReader(self._file, self._file.content)
        self._pages = list(odf_children(body, "draw:page"))
        self._footers = {
            odf_value(item, "presentation:name"): "".join(item.itertext()).strip()
            for item in odf_children(body, "presentation:footer-decl")
        }
        self._hidden = _hidden_styles(self._file)

    @property
    def slide_count(self) -> int:
        """Number of slides, hidden ones counted."""
        return len(self._pages)

    def slide(self, number: int) -> SlideContent:
        """Read a slide, from 1.

        Raises:
            DamagedError: The slide is broken.
        """
        page = self._pages[number - 1]
        footer = self._footers.get(odf_value(page, "presentation:use-footer-name"), "")
        try:
            content = _SlideReader(self._file, self._reader).read(page)
        except LIBRARY_FAULTS as exc:
            raise damaged(KIND) from exc
        footers = [*content.footers, footer] if footer else content.footers
        return replace(content, footers=footers, is_hidden=odf_value(page, "draw:style-name") in self._hidden)

    def attachments(self) -> list[Attachment]:
        """Return the documents that other programs embedded in slides."""
        return self._file.documents()


def _hidden_styles(file: OdfFile) -> set[str]:
    """Return the names of the styles that hide a slide from the show."""
    holders = [odf_child(root, name) for root in (file.styles, file.content) for name in _STYLE_HOLDERS]
    return {
        odf_value(style, "style:name")
        for holder in holders
        for style in odf_children(holder, "style:style")
        if odf_value(odf_child(style, "style:drawing-page-properties"), "presentation:visibility") == "hidden"
    }


class _SlideReader:
    """Reads one slide."""

    def __init__(self, file: OdfFile, reader: OdfReader) -> None:
        self._file = file
        self._reader = reader
        self._titles: list[str] = []
        self._footers: list[str] = []

    def read(self, page: Element) -> SlideContent:
        items = self._items(page)
        return SlideContent(
            title=" ".join(self._titles),
            items=items,
            footers=self._footers,
            notes=[line for notes in odf_children(page, "presentation:notes") for line in self._notes(notes)],
            comments=list(self._comments(page)),
        )

    def _items(self, shapes: Iterable[Element]) -> list[Item]:
        """Return what shapes hold, the titles first, then in reading order."""
        titles: list[Item] = []
        placed: list[tuple[Box, list[Item]]] = []
        unplaced: list[Item] = []
        for shape in shapes:
            found = [] if odf_name(shape).startswith(_NO_SHAPES) else self._shape(shape)
            if odf_value(shape, "presentation:class") == _TITLE:
                titles += found
                self._titles += [line for item in found for line in item.lines]
            elif found and (box := _box(shape)) is not None:
                placed.append((box, found))
            else:
                unplaced += found
        order = reading_order([box for box, _ in placed])
        return titles + [item for index in order for item in placed[index][1]] + unplaced

    def _shape(self, shape: Element) -> list[Item]:
        role = odf_value(shape, "presentation:class")
        if odf_name(shape) in ("draw:g", "draw:a"):
            return [*text_item([_alt_text(shape)]), *self._items(shape)]
        if role in _LEFT_OUT or odf_value(shape, "presentation:placeholder") == "true":
            return []
        blocks = list(self._reader.block(shape))
        if role in _EDGES:
            self._footers += said(block_lines(blocks))
            return []
        items = list(self._of_blocks(blocks, _box(shape)))
        if role and is_prompt("\n".join(line for item in items for line in item.lines)):
            return []
        return items or text_item([_alt_text(shape)])

    def _of_blocks(self, blocks: list[Block], box: Box | None) -> Iterator[Item]:
        for block in blocks:
            if isinstance(block, Table):
                yield Item(rows=block.rows)
            elif isinstance(block, Picture):
                yield from self._picture(block, box)
            else:
                yield from text_item(block_lines([block]))

    def _picture(self, picture: Picture, box: Box | None) -> list[Item]:
        caption = useful_alt_text(picture.caption)
        data = self._file.read(picture.part)
        if data is None:
            return text_item([caption])
        width, height = (box.width, box.height) if box is not None else (0, 0)
        return [Item(picture=SlidePicture(data, caption, width, height))]

    def _notes(self, notes: Element) -> list[str]:
        shapes = (shape for shape in notes if odf_value(shape, "presentation:class") in ("", "notes"))
        lines = [
            line
            for shape in shapes
            if odf_value(shape, "presentation:placeholder") != "true" and not odf_name(shape).startswith(_NO_SHAPES)
            for line in block_lines(self._reader.block(shape))
        ]
        return [] if is_prompt("\n".join(lines)) else [line for line in said(lines) if not line.isdigit()]

    def _comments(self, page: Element) -> Iterator[str]:
        for comment in odf_children(page, *_COMMENTS):
            author = odf_child(comment, "dc:creator")
            name = (author.text or "").strip() if author is not None else ""
            words = "\n".join(block_lines(self._reader.blocks(comment)))
            if words:
                yield f"{name}: {words}" if name else words


def _alt_text(shape: Element) -> str:
    """Return a shape's title and description, or "" if there is none that a person wrote."""
    texts = (useful_alt_text(item.text or "") for item in odf_children(shape, "svg:title", "svg:desc"))
    return ": ".join(filter(None, texts))


def _box(shape: Element) -> Box | None:
    """Return where a shape stands, in pixels; of a group where its shapes stand; None if nothing says."""
    if odf_name(shape) in ("draw:g", "draw:a"):
        return _around([box for item in shape if (box := _box(item)) is not None])
    left, top = _length(shape, "svg:x"), _length(shape, "svg:y")
    if left is None or top is None:
        left, top = _length(shape, "svg:x1"), _length(shape, "svg:y1")
    moved = _MOVED.search(odf_value(shape, "draw:transform"))
    if moved is not None:  # a turned shape
        left, top = _pixels(moved[1]), _pixels(moved[2])
    if left is None or top is None:
        return None
    return Box(left, top, _length(shape, "svg:width") or 0, _length(shape, "svg:height") or 0)


def _around(boxes: list[Box]) -> Box | None:
    if not boxes:
        return None
    left, top = min(box.left for box in boxes), min(box.top for box in boxes)
    right, bottom = max(box.left + box.width for box in boxes), max(box.top + box.height for box in boxes)
    return Box(left, top, right - left, bottom - top)


def _length(shape: Element, name: str) -> int | None:
    return _pixels(odf_value(shape, name))


def _pixels(length: str) -> int | None:
    found = _LENGTH.fullmatch(length)
    return round(float(found[1]) * _PIXELS[found[2]]) if found else None
