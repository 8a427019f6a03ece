"""Word (DOCX): a section for the text under each heading."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar
from xml.etree.ElementTree import Element

from kbdesk.errors import ParseError
from kbdesk.rag.parsers import limits
from kbdesk.rag.parsers.base import ParserBase, ParseResult, Progress
from kbdesk.rag.parsers.block_sections import BlockSections
from kbdesk.rag.parsers.blocks import Block, Embedded, Picture, block_lines, margin_lines, section_blocks
from kbdesk.rag.parsers.docx_body import BodyReader
from kbdesk.rag.parsers.docx_numbering import Numbering
from kbdesk.rag.parsers.docx_styles import Styles
from kbdesk.rag.parsers.embedded import embedded_documents
from kbdesk.rag.parsers.faults import damaged
from kbdesk.rag.parsers.html import HTMLParser
from kbdesk.rag.parsers.mail import MailParser
from kbdesk.rag.parsers.office_password import opened
from kbdesk.rag.parsers.ooxml import child
from kbdesk.rag.parsers.package import Package
from kbdesk.rag.parsers.rtf_reader import RtfReader
from kbdesk.rag.parsers.text import TextParser
from kbdesk.rag.parsers.text_document import TextDocumentParser
from kbdesk.rag.parsers.types import sniff_bytes
from kbdesk.texts import Text, text

_EMBEDDED_PARSERS: dict[str, type[ParserBase]] = {
    "html": HTMLParser,
    "mhtml": MailParser,
    "eml": MailParser,  # Word's own saved pages have the headers of a message
    "txt": TextParser,
}


class WordParser(TextDocumentParser):
    """Reads Word files; see `TextDocumentParser`."""

    supported_media_types: ClassVar[list[str]] = [
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.template",
        "application/vnd.ms-word.document.macroEnabled.12",
    ]
    extensions: ClassVar[tuple[str, ...]] = (".docx", ".docm", ".dotx")

    def read(
        self,
        data: bytes,
        filename: str,
        *,
        password: str | None = None,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> ParseResult:
        """Read a whole file; see `ParserBase.read`."""
        package = Package(opened(data, password), "Word")
        sections = BlockSections(filename, self._options, on_progress)
        warnings: list[Text] = []
        try:
            document = _Document(package)
            for block in document.body():
                if isinstance(block, Embedded):
                    warnings += _add_embedded(sections, package, block.part)
                elif isinstance(block, Picture):
                    sections.add_picture(package.optional(block.part, limits.MAX_PICTURE_BYTES), block.caption)
                else:
                    sections.add(block)
            found = sections.finish(margin_lines(document.margins()))
        except RecursionError as exc:
            raise damaged("Word") from exc
        return ParseResult(
            found,
            warnings=warnings + sections.warnings,
            outcome=sections.outcome,
            attachments=embedded_documents(package, [package.main_part()]),
        )


def _add_embedded(sections: BlockSections, package: Package, part: str) -> list[Text]:
    """Add the text of a file that stands in place of paragraphs; return a warning if it cannot be read."""
    try:
        for block in _embedded_blocks(package.read(part), part):
            if not isinstance(block, Picture | Embedded):
                sections.add(block)
    except ParseError:
        return [text("parsing", "A file embedded in the document was not read: {name}.", name=part)]
    return []


def _embedded_blocks(content: bytes, part: str) -> Iterator[Block]:
    """Yield the blocks of a web page, a text, an RTF or a Word file; of others, none.

    Raises:
        ParseError: It is of another kind, or damaged.
    """
    found = sniff_bytes(content, part).id
    if found == "docx":
        yield from _Document(Package(content, "Word")).body()
    elif found == "rtf":
        yield from RtfReader(content).blocks
    elif found in _EMBEDDED_PARSERS:
        for section in _EMBEDDED_PARSERS[found]().read(content, part).sections:
            yield from section_blocks(section)
    else:
        raise damaged("Word")


class _Document:
    """The parts of a Word file that hold text.

    Args:
        package: The file.

    Raises:
        DamagedError: It has no body.
    """

    def __init__(self, package: Package) -> None:
        self._package = package
        self._main = package.main_part()
        self._links = package.relationships(self._main)
        self._styles = Styles(self._part("styles"))
        self._numbering = Numbering(self._part("numbering"))

    def body(self) -> Iterator[Block]:
        body = child(self._package.xml(self._main), "body")
        if body is None:
            raise damaged("Word")
        return self._reader(self._main).blocks(body)

    def margins(self) -> Iterator[str]:
        """Yield the lines of the headers and footers."""
        for link in self._links.values():
            root = self._package.optional_xml(link.target) if link.kind in ("header", "footer") else None
            if root is not None:
                yield from block_lines(self._reader(link.target).blocks(root))

    def _reader(self, part: str) -> BodyReader:
        return BodyReader(self._package, part, styles=self._styles, numbering=self._numbering)

    def _part(self, kind: str) -> Element | None:
        targets = (link.target for link in self._links.values() if link.kind == kind)
        return self._package.optional_xml(next(targets, ""))
