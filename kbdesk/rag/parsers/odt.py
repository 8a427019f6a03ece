"""OpenDocument text (ODT): a section for the text under each heading."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar
from xml.etree.ElementTree import Element

from kbdesk.rag.parsers.base import ParseResult, Progress
from kbdesk.rag.parsers.block_sections import BlockSections
from kbdesk.rag.parsers.blocks import Embedded, Picture, block_lines, margin_lines
from kbdesk.rag.parsers.faults import damaged
from kbdesk.rag.parsers.odf import OdfFile, odf_child, odf_children, odf_name, odf_value
from kbdesk.rag.parsers.odf_body import OdfReader
from kbdesk.rag.parsers.text_document import TextDocumentParser

_KIND = "OpenDocument text"


class OdtParser(TextDocumentParser):
    """Reads OpenDocument texts, packed or flat; see `TextDocumentParser`."""

    supported_media_types: ClassVar[list[str]] = [
        "application/vnd.oasis.opendocument.text",
        "application/vnd.oasis.opendocument.text-template",
        "application/vnd.oasis.opendocument.text-flat-xml",
    ]
    extensions: ClassVar[tuple[str, ...]] = (".odt", ".ott", ".fodt")

    def read(
        self,
        data: bytes,
        filename: str,
        *,
        password: str | None = None,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> ParseResult:
        """Read a whole file; see `ParserBase.read`."""
        file = OdfFile(data, _KIND, password)
        sections = BlockSections(filename, self._options, on_progress)
        try:
            for block in OdfReader(file, file.content).blocks(file.body):
                if isinstance(block, Picture):
                    sections.add_picture(file.read(block.part), block.caption)
                elif not isinstance(block, Embedded):
                    sections.add(block)
            found = sections.finish(margin_lines(_margins(file)))
        except RecursionError as exc:
            raise damaged(_KIND) from exc
        return ParseResult(found, warnings=sections.warnings, outcome=sections.outcome, attachments=file.documents())


def _margins(file: OdfFile) -> Iterator[str]:
    """Yield the lines of the headers and footers."""
    reader = OdfReader(file, file.styles)
    pages: Iterator[Element] = odf_children(odf_child(file.styles, "office:master-styles"), "style:master-page")
    for page in pages:
        for margin in page:
            is_margin = odf_name(margin).startswith(("style:header", "style:footer"))
            if is_margin and odf_value(margin, "style:display") != "false":
                yield from block_lines(reader.blocks(margin))
