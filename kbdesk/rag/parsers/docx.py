"""Word (DOCX): a section for the text under each heading."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import PurePosixPath
from typing import Any, ClassVar
from xml.etree.ElementTree import Element

from kbdesk.errors import ParseError
from kbdesk.message import TextBlock
from kbdesk.rag.document import Section
from kbdesk.rag.parsers.base import Outcome, ParserBase, ParseResult, Progress
from kbdesk.rag.parsers.docx_body import (
    Block,
    BodyReader,
    Embedded,
    Heading,
    Paragraph,
    Picture,
    Table,
    block_lines,
)
from kbdesk.rag.parsers.docx_styles import Numbering, Styles
from kbdesk.rag.parsers.faults import damaged
from kbdesk.rag.parsers.html import HTMLParser
from kbdesk.rag.parsers.ooxml import child
from kbdesk.rag.parsers.package import Package
from kbdesk.rag.parsers.pictures import PictureCollector
from kbdesk.rag.parsers.tables import (
    PIECE_BYTES,
    TableFormat,
    check_table_format,
    format_table,
    table_pieces,
    trim_table,
)
from kbdesk.rag.parsers.text import TextParser
from kbdesk.texts import Text, text


class WordParser(ParserBase):
    """Reads Word files: a text section under each heading, with {"heading_path": [...]}, its pictures after it.

    A table longer than a passage becomes sections of its own, each with the row of headings and
    {"rows": [first, last]}.

    Args:
        include_image: Take pictures as data sections with {"media_type"}; alternative text becomes "caption".
        separate_table: Make every table a section of its own.
        table_format: "markdown" or "json".

    Raises:
        InputError: There is no such table format.
    """

    supported_media_types: ClassVar[list[str]] = [
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.template",
        "application/vnd.ms-word.document.macroEnabled.12",
    ]
    extensions: ClassVar[tuple[str, ...]] = (".docx", ".docm", ".dotx")

    def __init__(
        self, include_image: bool = True, separate_table: bool = False, table_format: TableFormat = "markdown"
    ) -> None:
        self._include_image = include_image
        self._separate_table = separate_table
        self._table_format: TableFormat = check_table_format(table_format)

    def read(
        self,
        data: bytes,
        filename: str,
        *,
        password: str | None = None,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> ParseResult:
        """Read a whole file; see `ParserBase.read`. A password is of no use yet: encrypted files are refused."""
        package = Package(data, "Word")
        pictures = PictureCollector(filename)
        sections = _Sections(filename, self._separate_table, self._table_format)
        warnings: list[Text] = []
        try:
            document = _Document(package)
            for block in document.body():
                if isinstance(block, Embedded):
                    warnings += _add_embedded(sections, package, block.part)
                elif not isinstance(block, Picture):
                    sections.add(block)
                elif self._include_image and package.has(block.part):
                    content = package.read(block.part)
                    sections.add_picture(pictures.section(content, caption=block.caption, place=sections.place()))
            found = sections.finish(document.margins())
        except RecursionError as exc:
            raise damaged("Word") from exc
        return ParseResult(found, warnings=warnings, outcome=_outcome(found))


def _add_embedded(sections: _Sections, package: Package, part: str) -> list[Text]:
    """Add the text of a file that stands in place of paragraphs; return a warning if it cannot be read."""
    try:
        for block in _embedded_blocks(package.read(part), part):
            if isinstance(block, Heading | Paragraph | Table):
                sections.add(block)
    except ParseError:
        return [text("parsing", "A file embedded in the document was not read: {name}.", name=part)]
    return []


def _embedded_blocks(content: bytes, part: str) -> Iterator[Block]:
    """Yield the blocks of a web page, a plain text or a Word file; of others, none.

    Raises:
        ParseError: It is of another kind, or damaged.
    """
    if content.startswith(b"PK"):
        yield from _Document(Package(content, "Word")).body()
        return
    readers = {".html": HTMLParser, ".htm": HTMLParser, ".xhtml": HTMLParser, ".txt": TextParser}
    reader = readers.get(PurePosixPath(part).suffix.lower())
    if reader is None:
        raise damaged("Word")
    for section in reader().read(content, part).sections:
        if isinstance(section.content, TextBlock):
            yield Paragraph(section.content.text)


def _outcome(sections: list[Section]) -> Outcome:
    if any(isinstance(section.content, TextBlock) for section in sections):
        return "text"
    return "no_text" if sections else "empty"


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

    def margins(self) -> list[str]:
        """Return the different lines of the headers and footers, page numbers left out."""
        lines: dict[str, None] = {}
        for link in self._links.values():
            root = self._package.optional_xml(link.target) if link.kind in ("header", "footer") else None
            if root is not None:
                lines |= dict.fromkeys(block_lines(self._reader(link.target).blocks(root)))
        return [line for line in lines if any(mark.isalpha() for mark in line)]

    def _reader(self, part: str) -> BodyReader:
        return BodyReader(self._package, part, self._styles, self._numbering)

    def _part(self, kind: str) -> Element | None:
        targets = (link.target for link in self._links.values() if link.kind == kind)
        return self._package.optional_xml(next(targets, ""))


class _Sections:
    """Collects blocks into sections by heading.

    Args:
        source: The document's name.
        separate_table: Make every table a section of its own.
        table_format: How tables are written.
    """

    def __init__(self, source: str, separate_table: bool, table_format: TableFormat) -> None:
        self._source = source
        self._separate_table = separate_table
        self._table_format: TableFormat = table_format
        self._sections: list[Section] = []
        self._pictures: list[Section] = []
        self._path: list[Heading] = []
        self._lines: list[str] = []
        self._has_body = False

    def place(self) -> dict[str, Any]:
        """Return the metadata of the current section."""
        return {"heading_path": [heading.text for heading in self._path]} if self._path else {}

    def add(self, block: Heading | Paragraph | Table) -> None:
        if isinstance(block, Heading):
            self._start(block)
        elif isinstance(block, Table):
            self._add_table(trim_table(block.rows))
        else:
            self._lines.append(block.text)
            self._has_body = True

    def add_picture(self, picture: Section | None) -> None:
        if picture is not None:
            self._pictures.append(picture)

    def finish(self, margins: list[str]) -> list[Section]:
        """Close the last section, add headers and footers as one more, and return all."""
        self._flush()
        self._path = []
        self._lines = margins
        self._flush()
        return self._sections

    def _start(self, heading: Heading) -> None:
        """Begin a section; a heading without text of its own goes on above the first heading below it."""
        if self._has_body or self._pictures or not self._path or heading.level <= self._path[-1].level:
            self._flush()
        while self._path and self._path[-1].level >= heading.level:
            self._path.pop()
        self._path.append(heading)
        self._lines.append(heading.text)

    def _add_table(self, rows: list[list[str]]) -> None:
        table = format_table(rows, self._table_format)
        if not table:
            return
        if not self._separate_table and len(table.encode(errors="replace")) <= PIECE_BYTES:
            self._lines.append(f"\n{table}")
            self._has_body = True
            return
        if self._has_body:
            self._flush()
        headings, self._lines = self._lines, []
        for piece in table_pieces(rows, self._table_format):
            self._append("\n".join([*headings, piece.text]), rows=[piece.first, piece.last])
            headings = []

    def _flush(self) -> None:
        body = "\n".join(self._lines).strip()
        if body:
            self._append(body)
        self._sections += self._pictures
        self._lines, self._pictures, self._has_body = [], [], False

    def _append(self, body: str, **place: Any) -> None:
        metadata = {**self.place(), **place}
        self._sections.append(Section(content=TextBlock(text=body), source=self._source, metadata=metadata))
