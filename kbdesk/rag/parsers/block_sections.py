"""Sections of a text document: its blocks by heading, long tables and pictures as sections of their own."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kbdesk.message import TextBlock
from kbdesk.rag.document import Section
from kbdesk.rag.parsers.alt_text import useful_alt_text
from kbdesk.rag.parsers.base import Outcome, Progress
from kbdesk.rag.parsers.blocks import Heading, Paragraph, Table
from kbdesk.rag.parsers.faults import LIBRARY_FAULTS
from kbdesk.rag.parsers.picture_texts import PictureTexts
from kbdesk.rag.parsers.pictures import PictureCollector, picture_type
from kbdesk.rag.parsers.tables import PIECE_BYTES, TableFormat, format_table, table_pieces, trim_table
from kbdesk.texts import Text

LEAST_WIDTH, LEAST_HEIGHT = 300, 150
"""Pixels of a picture in which text is looked for; smaller ones are logos and icons."""
LEAST_BYTES = 12
"""Of text in a picture, UTF-8: less is what is read into patterns."""


@dataclass(frozen=True)
class SectionOptions:
    """How blocks become sections.

    Attributes:
        include_image: Take pictures as data sections with {"media_type"}; alternative text becomes "caption".
        separate_table: Make every table a section of its own.
        table_format: How tables are written.
        ocr: Read the text in large pictures; it becomes a section with "ocr" and "ocr_confidence" after the picture.
    """

    include_image: bool = True
    separate_table: bool = False
    table_format: TableFormat = "markdown"
    ocr: bool = False


class BlockSections:
    """Collects blocks into sections by heading, each with {"heading_path": [...]}.

    A table longer than a passage becomes sections of its own, each with the row of headings and
    {"rows": [first, last]}.

    Args:
        source: The document's name.
        options: How blocks become sections.
        on_progress: Told after each picture that was read.
    """

    def __init__(
        self, source: str, options: SectionOptions, on_progress: Callable[[Progress], None] | None = None
    ) -> None:
        self._source = source
        self._on_progress = on_progress
        self._texts = PictureTexts()
        self._read_pictures = 0
        self._options = options
        self._collector = PictureCollector(source)
        self._sections: list[Section] = []
        self._pictures: list[Section] = []
        self._path: list[Heading] = []
        self._lines: list[str] = []
        self._has_body = False
        self._has_pictures = False

    def add(self, block: Heading | Paragraph | Table) -> None:
        """Add what comes next in the document."""
        if isinstance(block, Heading):
            self._start(block)
        elif isinstance(block, Table):
            self._add_table(trim_table(block.rows))
        else:
            self._lines.append(block.text)
            self._has_body = self._has_body or bool(block.text)

    def add_picture(self, content: bytes | None, caption: str) -> None:
        """Add a picture, which follows the text of its heading; of one that cannot be kept, what it is said to show.

        Args:
            content: The picture's bytes, or None if they cannot be had.
            caption: Its alternative text, or "".
        """
        self._has_pictures = self._has_pictures or content is not None
        if not self._options.include_image:
            return
        caption = useful_alt_text(caption)
        if content is None or picture_type(content) is None:
            if caption:
                self.add(Paragraph(caption))
            return
        picture = self._collector.section(content, caption=caption, place=self._place())
        if picture is not None:
            self._pictures.append(picture)
            if self._options.ocr:
                self._pictures += self._recognized(content)

    @property
    def warnings(self) -> list[Text]:
        """What a person should know about the pictures."""
        return [*self._texts.warnings, *self._collector.warnings]

    @property
    def outcome(self) -> Outcome:
        """How reading the document ended; pictures that cannot be kept, as drawings, count too."""
        if any(isinstance(section.content, TextBlock) for section in self._sections):
            return "text"
        return "no_text" if self._has_pictures else "empty"

    def finish(self, margins: list[str]) -> list[Section]:
        """Close the last section, add headers and footers as one more, and return all."""
        self._flush()
        self._path = []
        self._lines = margins
        self._flush()
        return self._sections

    def _place(self) -> dict[str, Any]:
        return {"heading_path": [" ".join(heading.text.split()) for heading in self._path]} if self._path else {}

    def _start(self, heading: Heading) -> None:
        """Begin a section; a heading without text of its own goes on above the first heading below it."""
        if self._has_body or self._pictures or not self._path or heading.level <= self._path[-1].level:
            self._flush()
        while self._path and self._path[-1].level >= heading.level:
            self._path.pop()
        self._path.append(heading)
        self._lines.append(heading.text)

    def _add_table(self, rows: list[list[str]]) -> None:
        table = format_table(rows, self._options.table_format)
        if not table:
            return
        if not self._options.separate_table and len(table.encode(errors="replace")) <= PIECE_BYTES:
            self._lines.append(f"\n{table}")
            self._has_body = True
            return
        if self._has_body:
            self._flush()
        headings, self._lines = self._lines, []
        for piece in table_pieces(rows, self._options.table_format):
            self._append("\n".join([*headings, piece.text]), rows=[piece.first, piece.last])
            headings = []

    def _flush(self) -> None:
        body = "\n".join(self._lines).strip()
        if body:
            self._append(body)
        self._sections += self._pictures
        self._lines, self._pictures, self._has_body = [], [], False

    def _recognized(self, picture: bytes) -> list[Section]:
        """Return the section of a picture's text, if it is large enough to hold some."""
        if not _is_large(picture):
            return []
        found = self._texts.text_of(picture)
        self._read_pictures += 1
        if self._on_progress is not None:
            self._on_progress(Progress("picture", self._read_pictures, None))
        if len(found.text.encode(errors="replace")) < LEAST_BYTES:
            return []
        metadata = {**self._place(), "ocr": True, "ocr_confidence": round(found.confidence, 3)}
        return [Section(content=TextBlock(text=found.text), source=self._source, metadata=metadata)]

    def _append(self, body: str, **place: Any) -> None:
        metadata = {**self._place(), **place}
        self._sections.append(Section(content=TextBlock(text=body), source=self._source, metadata=metadata))


def _is_large(picture: bytes) -> bool:
    from PIL import Image

    try:
        with Image.open(io.BytesIO(picture)) as image:
            return image.width >= LEAST_WIDTH and image.height >= LEAST_HEIGHT
    except (Image.DecompressionBombError, Image.DecompressionBombWarning, SyntaxError, *LIBRARY_FAULTS):
        return False
