"""The body of a Word document as a flat run of headings, paragraphs, tables and pictures, in document order.

python-docx gives paragraphs and tables only; text boxes, content controls, notes, comments, tracked changes and
diagrams would have to be read from the same XML beside it, so this module reads all of it from there.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from kbdesk.rag.parsers.blocks import Block, Embedded, Heading, Paragraph, Picture, Table, block_lines, remark
from kbdesk.rag.parsers.docx_styles import Numbering, Styles
from kbdesk.rag.parsers.ooxml import attribute, chart_lines, child, children, descendants, diagram_lines, local
from kbdesk.rag.parsers.package import Package

_LEFT_OUT = frozenset(
    {"del", "moveFrom", "delText", "instrText", "delInstrText", "pPr", "rPr", "sdtPr", "rt", "Fallback"}
)
"""Deleted and moved-away text, field codes, properties, reading aids above characters, doubles for old programs."""
_CHARACTERS = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}
_DRAWINGS = frozenset({"drawing", "pict", "object", "txbxContent"})


class BodyReader:
    """Reads the blocks of one part of a Word file (body, header, notes, comments).

    Args:
        package: The file.
        part: The part's name.
        styles: The document's styles.
        numbering: The document's lists; their counters go on from part to part.
    """

    def __init__(self, package: Package, part: str, styles: Styles, numbering: Numbering) -> None:
        self._package = package
        self._links = package.relationships(part)
        self._styles = styles
        self._numbering = numbering
        self._note_count = 0
        self._notes: dict[str, dict[str, Element]] = {}

    def blocks(self, container: Element) -> Iterator[Block]:
        """Yield the blocks below an element; what floats in a paragraph follows it."""
        for item in container:
            match local(item):
                case "p":
                    yield from self._paragraph(item)
                case "tbl":
                    yield from self._table(item)
                case "altChunk":
                    part = self._target(attribute(item, "id"))
                    if part:
                        yield Embedded(part)
                case name if name not in _LEFT_OUT:
                    yield from self.blocks(item)
                case _:
                    pass

    def _paragraph(self, paragraph: Element) -> Iterator[Block]:
        floating: list[Block] = []
        content = "".join(self._inline(paragraph, floating)).strip()
        level = self._styles.heading_level(paragraph)
        if content:
            listed = self._styles.numbering(paragraph)
            label = self._numbering.label(*listed) if listed else ""
            if level is None:
                yield Paragraph(label + content)
            else:
                yield Heading(level, label.strip(" -") + " " + content if label.strip(" -") else content)
        yield from floating

    def _inline(self, element: Element, floating: list[Block]) -> Iterator[str]:
        for item in element:
            name = local(item)
            if name in _LEFT_OUT:
                continue
            if name == "t":
                yield item.text or ""
            elif name in _CHARACTERS:
                yield _CHARACTERS[name]
            elif name in _DRAWINGS:
                floating.extend(self._drawing(item))
            elif name in ("footnoteReference", "endnoteReference"):
                yield self._note(name.removesuffix("Reference"), attribute(item, "id") or "", floating)
            elif name == "commentReference":
                floating.extend(self._comment(attribute(item, "id") or ""))
            else:
                yield from self._inline(item, floating)

    def _note(self, kind: str, note_id: str, floating: list[Block]) -> str:
        note = self._noted(kind + "s", kind).get(note_id)
        if note is None:
            return ""
        self._note_count += 1
        marker = f"[{self._note_count}]"
        floating.append(Paragraph(f"{marker} {self._part_text(kind + 's', note)}"))
        return marker

    def _comment(self, comment_id: str) -> Iterator[Block]:
        comment = self._noted("comments", "comment").get(comment_id)
        if comment is not None:
            yield remark(attribute(comment, "author") or "", self._part_text("comments", comment))

    def _noted(self, kind: str, name: str) -> dict[str, Element]:
        """Return the notes or comments of a part by their ids."""
        if kind not in self._notes:
            root = self._package.optional_xml(self._part(kind))
            self._notes[kind] = {attribute(note, "id") or "": note for note in children(root, name)}
        return self._notes[kind]

    def _part_text(self, kind: str, note: Element) -> str:
        reader = BodyReader(self._package, self._part(kind), self._styles, self._numbering)
        return " ".join(block_lines(reader.blocks(note)))

    def _part(self, kind: str) -> str:
        return next((link.target for link in self._links.values() if link.kind == kind and not link.external), "")

    def _target(self, link_id: str | None) -> str | None:
        link = self._links.get(link_id or "")
        return link.target if link and not link.external else None

    def _drawing(self, drawing: Element) -> list[Block]:
        """Return the text boxes, pictures, charts and diagrams of a drawing."""
        if local(drawing) == "txbxContent":
            return list(self.blocks(drawing))
        properties = next((item for item in drawing.iter() if local(item) in ("docPr", "shape")), None)
        caption = attribute(properties, "descr") or attribute(properties, "alt") or ""
        return list(self._drawn(drawing, caption.strip()))

    def _drawn(self, element: Element, caption: str) -> Iterator[Block]:
        for item in element:
            match local(item):
                case "txbxContent":
                    yield from self.blocks(item)
                case "blip" | "imagedata":
                    part = self._target(attribute(item, "embed") or attribute(item, "id"))
                    if part:
                        yield Picture(part, caption)
                case "chart" | "relIds":
                    yield from self._graphic(item)
                case "Fallback":
                    pass
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
        rows = [list(_unwrapped(row, "tc")) for row in _unwrapped(table, "tr") if not _is_deleted(row)]
        if max(map(len, rows), default=0) < 2:  # a frame around text, not a table
            for row in rows:
                for cell in row:
                    yield from self.blocks(cell)
            return
        result = Table([])
        for row in rows:
            result.rows.append([text for cell in row for text in self._cell(cell, result.pictures)])
        yield result
        yield from result.pictures

    def _cell(self, cell: Element, pictures: list[Picture]) -> list[str]:
        """Return the cell's text, followed by a blank for each further column it spans."""
        properties = child(cell, "tcPr")
        span = attribute(child(properties, "gridSpan"), "val") or "1"
        columns = min(int(span), 100) if span.isdigit() else 1
        merged = child(properties, "vMerge")
        if merged is not None and attribute(merged, "val") != "restart":
            return [""] * columns
        blocks = list(self.blocks(cell))
        pictures.extend(block for block in blocks if isinstance(block, Picture))
        return ["\n".join(block_lines(blocks))] + [""] * (columns - 1)


def _unwrapped(element: Element, name: str) -> Iterator[Element]:
    """Yield the children of a name, also those inside content controls and tracked insertions."""
    for item in element:
        if local(item) == name:
            yield item
        elif local(item) in ("sdt", "sdtContent", "customXml", "ins", "moveTo"):
            yield from _unwrapped(item, name)


def _is_deleted(row: Element) -> bool:
    return (
        any(True for _ in descendants(properties, "del")) if (properties := child(row, "trPr")) is not None else False
    )
