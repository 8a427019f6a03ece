"""OpenDocument text (ODT): a section for the text under each heading."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar
from xml.etree.ElementTree import Element

from kbdesk.rag.parsers.base import ParserBase, ParseResult, Progress
from kbdesk.rag.parsers.block_sections import BlockSections, SectionOptions
from kbdesk.rag.parsers.blocks import Embedded, Picture, block_lines, margin_lines
from kbdesk.rag.parsers.faults import damaged
from kbdesk.rag.parsers.odf import OdfFile, odf_child, odf_children, odf_name, odf_value
from kbdesk.rag.parsers.odf_body import OdfReader
from kbdesk.rag.parsers.tables import TableFormat, check_table_format

_KIND = "OpenDocument text"


class OdtParser(ParserBase):
    """Reads OpenDocument texts, packed or flat: a text section under each heading, with {"heading_path": [...]}.

    A table longer than a passage becomes sections of its own, each with the row of headings and
    {"rows": [first, last]}. Headers and footers are one more section at the end.

    Args:
        include_image: Take pictures as data sections with {"media_type"}; alternative text becomes "caption".
        separate_table: Make every table a section of its own.
        table_format: "markdown" or "json".
        ocr: Read the text in large pictures; needs `include_image`.

    Raises:
        InputError: There is no such table format.
    """

    supported_media_types: ClassVar[list[str]] = [
        "application/vnd.oasis.opendocument.text",
        "application/vnd.oasis.opendocument.text-template",
        "application/vnd.oasis.opendocument.text-flat-xml",
    ]
    extensions: ClassVar[tuple[str, ...]] = (".odt", ".ott", ".fodt")

    def __init__(
        self,
        include_image: bool = True,
        separate_table: bool = False,
        table_format: TableFormat = "markdown",
        *,
        ocr: bool = False,
    ) -> None:
        self._options = SectionOptions(include_image, separate_table, check_table_format(table_format), ocr)

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
