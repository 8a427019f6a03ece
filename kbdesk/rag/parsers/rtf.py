"""RTF: a section for the text under each heading."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from kbdesk.rag.parsers.base import ParserBase, ParseResult, Progress
from kbdesk.rag.parsers.block_sections import BlockSections, SectionOptions
from kbdesk.rag.parsers.blocks import Embedded, Picture, margin_lines
from kbdesk.rag.parsers.faults import damaged, empty
from kbdesk.rag.parsers.rtf_reader import RtfReader
from kbdesk.rag.parsers.tables import TableFormat, check_table_format
from kbdesk.texts import text


class RtfParser(ParserBase):
    """Reads RTF files: a text section under each heading, with {"heading_path": [...]}.

    A table longer than a passage becomes sections of its own, each with the row of headings and
    {"rows": [first, last]}. Headers and footers are one more section at the end.

    Args:
        include_image: Take PNG and JPEG pictures as data sections with {"media_type"}.
        separate_table: Make every table a section of its own.
        table_format: "markdown" or "json".
        ocr: Read the text in large pictures; needs `include_image`.

    Raises:
        InputError: There is no such table format.
    """

    supported_media_types: ClassVar[list[str]] = ["application/rtf", "text/rtf"]
    extensions: ClassVar[tuple[str, ...]] = (".rtf",)

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
        """Read a whole file; see `ParserBase.read`. RTF knows no passwords."""
        if not data:
            raise empty()
        if not data.lstrip()[:5].startswith(b"{\\rtf"):
            raise damaged("RTF")
        reader = RtfReader(data)
        sections = BlockSections(filename, self._options, on_progress)
        for block in reader.blocks:
            if isinstance(block, Picture):
                sections.add_picture(reader.pictures.get(block.part), block.caption)
            elif not isinstance(block, Embedded):
                sections.add(block)
        found = sections.finish(margin_lines(reader.margins))
        if not reader.is_complete and not found:
            raise damaged("RTF")
        warnings = sections.warnings
        if not reader.is_complete:
            warnings.append(text("parsing", "The file breaks off; what comes before was read."))
        return ParseResult(found, warnings=warnings, outcome=sections.outcome)
