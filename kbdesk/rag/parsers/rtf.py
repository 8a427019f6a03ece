"""RTF: a section for the text under each heading."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from kbdesk.rag.parsers.base import ParseResult, Progress
from kbdesk.rag.parsers.block_sections import BlockSections
from kbdesk.rag.parsers.blocks import Embedded, Picture, margin_lines
from kbdesk.rag.parsers.faults import damaged, empty
from kbdesk.rag.parsers.rtf_reader import RtfReader
from kbdesk.rag.parsers.text_document import TextDocumentParser
from kbdesk.texts import text


class RtfParser(TextDocumentParser):
    """Reads RTF files, of their pictures PNG and JPEG; see `TextDocumentParser`."""

    supported_media_types: ClassVar[list[str]] = ["application/rtf", "text/rtf"]
    extensions: ClassVar[tuple[str, ...]] = (".rtf",)

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
