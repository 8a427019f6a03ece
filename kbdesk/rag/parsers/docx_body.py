"""The body of a Word document as a flat run of headings, paragraphs, tables and pictures, in document order.

python-docx gives paragraphs and tables only; text boxes, content controls, notes, comments, tracked changes and
diagrams would have to be read from the same XML beside it, so this module reads all of it from there.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from kbdesk.rag.parsers.alt_text import useful_alt_text
from kbdesk.rag.parsers.blocks import Block, Embedded, Heading, Paragraph, Picture, Table, block_lines, remark
from kbdesk.rag.parsers.charts import chart_lines
from kbdesk.rag.parsers.docx_line import LEFT_OUT, NOTES, LineReader, chosen, is_placeholder
from kbdesk.rag.parsers.docx_numbering import Numbering
from kbdesk.rag.parsers.docx_styles import Styles
from kbdesk.rag.parsers.numerals import whole_number
from kbdesk.rag.parsers.ooxml import attribute, child, children, diagram_lines, local
from kbdesk.rag.parsers.package import Package

_MAX_SPAN = 100


class BodyReader:
    """Reads the blocks of one part of a Word file (body, header, notes, comments).

    Args:
        package: The file.
        part: The part's name.
        styles: The document's styles.
        numbering: The document's lists; their counters go on from part to part.
        is_note: The part holds notes or comments, which have none of their own.
    """

    def __init__(
        self, package: Package, part: str, *, styles: Styles, numbering: Numbering, is_note: bool = False
    ) -> None:
        self._package = package
        self._links = package.relationships(part)
        self._styles = styles
        self._numbering = numbering
        self._lines = LineReader(styles, self._note_marker)
        self._markers: dict[Element, str] = {}
        self._notes: dict[str, dict[str, Element]] = {}
        self._is_note = is_note
        self._carried = ""  # goes on in the next paragraph

    def blocks(self, container: Element) -> Iterator[Block]:
        """Yield the blocks below an element; what floats in a paragraph follows it."""
        for item in container:
            name = local(item)
            if name == "p":
                yield from self._paragraph(item)
                continue
            if name in ("tbl", "altChunk"):
                yield from self._released()
            if name == "tbl":
                yield from self._table(item)
            elif name == "altChunk":
                part = self._target(attribute(item, "id"))
                if part:
                    yield Embedded(part)
            elif name == "AlternateContent":
                yield from self.blocks(chosen(item))
            elif name not in LEFT_OUT and not is_placeholder(item):
                yield from self.blocks(item)
        if local(container) not in ("sdt", "sdtContent", "customXml"):
            yield from self._released()

    def _paragraph(self, paragraph: Element) -> Iterator[Block]:
        line = self._lines.read(paragraph)
        content, self._carried = (self._carried + line.text).strip(), ""
        if _goes_on(paragraph):
            self._carried = content
        else:
            yield from self._written(paragraph, content)
        for element in line.anchored:
            yield from self._anchored(element)

    def _released(self) -> Iterator[Block]:
        """Yield the text that no paragraph came for."""
        if self._carried:
            yield Paragraph(self._carried)
            self._carried = ""

    def _written(self, paragraph: Element, content: str) -> Iterator[Block]:
        listed = self._styles.numbering(paragraph)
        label = self._numbering.label(listed) if listed else ""  # an empty item counts, too
        level = self._styles.heading_level(paragraph)
        if content and level is None:
            yield Paragraph(label + content)
        elif content and level is not None:
            yield Heading(level, f"{label.strip(' -')} {content}".strip())

    def _anchored(self, element: Element) -> Iterator[Block]:
        match local(element):
            case "txbxContent":
                yield from self.blocks(element)
            case "commentReference":
                comment = self._noted("comments", "comment").get(attribute(element, "id") or "")
                if comment is not None:
                    yield remark(attribute(comment, "author") or "", self._note_text("comments", comment))
            case name if name in NOTES:
                note = self._note(element)
                if note is not None:
                    yield Paragraph(f"{self._markers[element]} {self._note_text(_notes_kind(element), note)}")
            case _:
                yield from self._drawing(element)

    def _note_marker(self, reference: Element) -> str:
        if self._note(reference) is None:
            return ""
        return self._markers.setdefault(reference, f"[{len(self._markers) + 1}]")

    def _note(self, reference: Element) -> Element | None:
        kind = _notes_kind(reference)
        return self._noted(kind, kind.removesuffix("s")).get(attribute(reference, "id") or "")

    def _noted(self, kind: str, name: str) -> dict[str, Element]:
        """Return the notes or comments of a part by their ids."""
        if self._is_note:
            return {}
        if kind not in self._notes:
            root = self._package.optional_xml(self._part(kind))
            self._notes[kind] = {attribute(note, "id") or "": note for note in children(root, name)}
        return self._notes[kind]

    def _note_text(self, kind: str, note: Element) -> str:
        reader = BodyReader(
            self._package, self._part(kind), styles=self._styles, numbering=self._numbering, is_note=True
        )
        return " ".join(block_lines(reader.blocks(note)))

    def _part(self, kind: str) -> str:
        return next((link.target for link in self._links.values() if link.kind == kind and not link.external), "")

    def _target(self, link_id: str | None) -> str | None:
        link = self._links.get(link_id or "")
        return link.target if link and not link.external else None

    def _drawing(self, drawing: Element) -> Iterator[Block]:
        """Yield what a drawing shows; what it is said to show goes with its picture, or before the rest."""
        properties = next((item for item in drawing.iter() if local(item) in ("docPr", "shape")), None)
        caption = useful_alt_text(attribute(properties, "descr") or attribute(properties, "alt") or "")
        found = list(self._drawn(drawing, caption))
        is_said = any(isinstance(block, Picture) for block in found) or caption in "\n".join(block_lines(found))
        if caption and not is_said:
            yield Paragraph(caption)
        yield from found

    def _drawn(self, element: Element, caption: str) -> Iterator[Block]:
        for item in element:
            match local(item):
                case "txbxContent":
                    yield from self.blocks(item)
                case "pic":
                    own = attribute(child(item, "nvPicPr", "cNvPr"), "descr")
                    yield from self._drawn(item, useful_alt_text(own or "") or caption)
                case "blip" | "imagedata":
                    part = self._target(attribute(item, "embed") or attribute(item, "id"))
                    if part:
                        yield Picture(part, caption)
                case "textpath":  # text drawn as a picture, such as a watermark
                    if words := (attribute(item, "string") or "").strip():
                        yield Paragraph(words)
                case "chart" | "relIds":
                    yield from self._graphic(item)
                case "AlternateContent":
                    yield from self._drawn(chosen(item), caption)
                case _:
                    yield from self._drawn(item, caption)

    def _graphic(self, reference: Element) -> Iterator[Block]:
        is_chart = local(reference) == "chart"
        part = self._target(attribute(reference, "id" if is_chart else "dm"))
        root = self._package.optional_xml(part) if part else None
        if root is not None:
            lines = chart_lines(root) if is_chart else diagram_lines(root)
            yield from (Paragraph(line) for line in lines)

    def _table(self, table: Element) -> Iterator[Block]:
        rows = [row for row in _unwrapped(table, "tr") if not _is_deleted(row)]
        properties = child(table, "tblPr")
        for name in ("tblCaption", "tblDescription"):
            if words := (attribute(child(properties, name), "val") or "").strip():
                yield Paragraph(words)
        if max((len(list(_unwrapped(row, "tc"))) for row in rows), default=0) < 2:  # a frame around text, not a table
            for row in rows:
                for cell in _unwrapped(row, "tc"):
                    yield from self.blocks(cell)
            return
        result = Table([])
        result.rows.extend(self._row(row, result.pictures) for row in rows)
        yield result
        yield from result.pictures

    def _row(self, row: Element, pictures: list[Picture]) -> list[str]:
        cells = [""] * _count(child(row, "trPr", "gridBefore"), default=0)
        for cell in _unwrapped(row, "tc"):
            cells += self._cell(cell, pictures)
        return cells

    def _cell(self, cell: Element, pictures: list[Picture]) -> list[str]:
        """Return the cell's text, followed by a blank for each further column it spans."""
        properties = child(cell, "tcPr")
        columns = _count(child(properties, "gridSpan"), default=1)
        merges = (child(properties, name) for name in ("vMerge", "hMerge"))
        goes_on = any(merge is not None and attribute(merge, "val") != "restart" for merge in merges)
        if goes_on or child(properties, "cellDel") is not None:
            return [""] * columns
        blocks = list(self.blocks(cell))
        pictures.extend(block for block in blocks if isinstance(block, Picture))
        return ["\n".join(block_lines(blocks))] + [""] * (columns - 1)


def _notes_kind(reference: Element) -> str:
    return local(reference).removesuffix("Reference") + "s"


def _goes_on(paragraph: Element) -> bool:
    """Tell whether the next paragraph continues this one: its end was deleted, or it is a large first letter."""
    properties = child(paragraph, "pPr")
    drop_cap = attribute(child(properties, "framePr"), "dropCap")
    return child(properties, "rPr", "del") is not None or drop_cap in ("drop", "margin")


def _count(element: Element | None, *, default: int) -> int:
    return min(whole_number(attribute(element, "val"), default), _MAX_SPAN)


def _unwrapped(element: Element, name: str) -> Iterator[Element]:
    """Yield the children of a name, also those inside content controls and tracked insertions."""
    for item in element:
        if local(item) == name:
            yield item
        elif local(item) in ("sdt", "sdtContent", "customXml", "ins", "moveTo"):
            yield from _unwrapped(item, name)


def _is_deleted(row: Element) -> bool:
    return child(row, "trPr", "del") is not None
