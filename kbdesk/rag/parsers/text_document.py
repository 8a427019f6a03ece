"""What the parsers of text documents have in common: Word, OpenDocument and RTF."""

from __future__ import annotations

from kbdesk.rag.parsers.base import ParserBase
from kbdesk.rag.parsers.block_sections import SectionOptions
from kbdesk.rag.parsers.tables import TableFormat, check_table_format


class TextDocumentParser(ParserBase):
    """Reads a text document: a text section under each heading, with {"heading_path": [...]}, its pictures after it.

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

    def __init__(
        self,
        include_image: bool = True,
        separate_table: bool = False,
        table_format: TableFormat = "markdown",
        *,
        ocr: bool = False,
    ) -> None:
        self._options = SectionOptions(include_image, separate_table, check_table_format(table_format), ocr)
