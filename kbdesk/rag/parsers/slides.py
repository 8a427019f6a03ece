"""Decks of any format as sections: a text section per slide, its pictures after it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol

from kbdesk.errors import DamagedError, InputError
from kbdesk.message import TextBlock
from kbdesk.rag.document import Section
from kbdesk.rag.parsers.base import Attachment, Outcome, PageState, ParserBase, ParseResult, Progress
from kbdesk.rag.parsers.faults import damaged
from kbdesk.rag.parsers.ocr import RecognizedText
from kbdesk.rag.parsers.picture_texts import PictureTexts
from kbdesk.rag.parsers.pictures import PictureCollector, picture_type
from kbdesk.rag.parsers.ranges import ranges
from kbdesk.rag.parsers.slide_content import SlideContent, SlidePicture
from kbdesk.rag.parsers.tables import (
    PIECE_BYTES,
    TableFormat,
    check_table_format,
    format_table,
    table_pieces,
    trim_table,
)
from kbdesk.texts import Text, text

LITTLE_TEXT = 300
"""Characters. A slide with more has said what its pictures show; they are not read."""
LEAST_WIDTH, LEAST_HEIGHT = 200, 100
"""Pixels of 1/96 inch. Smaller pictures are logos and ornaments."""


class Deck(Protocol):
    """An open deck."""

    @property
    def slide_count(self) -> int:
        """Number of slides, hidden and broken ones counted."""
        ...

    def slide(self, number: int) -> SlideContent:
        """Read a slide, from 1; raises DamagedError if it is gone or broken."""
        ...

    def attachments(self) -> list[Attachment]:
        """Return the documents that are embedded in the deck."""
        ...


class SlidesParser(ParserBase):
    """Reads decks: a text section per slide with {"slide": 1-based}, in reading order.

    "title" holds the slide's title, "heading_path" the part of the deck it belongs to and its title; "hidden" is True
    on a hidden slide; "ocr" is True and "ocr_confidence" 0 to 1 where most of the text was read from pictures. Notes
    and comments end the slide's text. Each different picture becomes one data section after the text of the slide that
    shows it first. A slide without text gives no text section, so that no passage is made of the prefix and suffix
    alone.

    Args:
        include_image: Take pictures as data sections with {"slide", "media_type"}; alternative text becomes "caption".
        separate_table: Make every table a section of its own, after the slide's text. Long tables are made several.
        table_format: "markdown" or "json".
        slide_prefix: Begins a slide's text; `{index}` stands for its number. None for nothing.
        slide_suffix: Ends a slide's text; None for nothing.
        ocr: Whether the text in large pictures is read on slides with little text of their own.
        ocr_slides: Slides, from 1, whose pictures are read in any case.

    Raises:
        InputError: There is no such table format, or the prefix has another gap than `{index}`.
    """

    _kind: ClassVar[str]
    """The format's name for people."""

    def __init__(
        self,
        include_image: bool = True,
        separate_table: bool = False,
        table_format: TableFormat = "markdown",
        slide_prefix: str | None = "<slide index={index}>",
        slide_suffix: str | None = "</slide>",
        *,
        ocr: bool = False,
        ocr_slides: Collection[int] = frozenset(),
    ) -> None:
        self._include_image = include_image
        self._separate_table = separate_table
        self._table_format: TableFormat = check_table_format(table_format)
        self._prefix = _check_prefix(slide_prefix)
        self._suffix = slide_suffix or ""
        self._ocr = ocr
        self._ocr_slides = ocr_slides

    @abstractmethod
    def _open(self, data: bytes, password: str | None) -> Deck:
        """Open a deck.

        Raises:
            ParseError: As `ParserBase.read`.
        """

    def read(
        self,
        data: bytes,
        filename: str,
        *,
        password: str | None = None,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> ParseResult:
        """Read a whole file; see `ParserBase.read`."""
        deck = self._open(data, password)
        found = _Findings(PictureCollector(filename))
        for number in range(1, deck.slide_count + 1):
            try:
                slide = deck.slide(number)
            except DamagedError:
                found.failed.append(number)
                found.pages.append(PageState.UNREAD)
            else:
                self._take(slide, number, found)
            if on_progress is not None:
                on_progress(Progress("slide", number, deck.slide_count))
        if found.failed and len(found.failed) == deck.slide_count:
            raise damaged(self._kind)
        return found.result(deck.attachments())

    def _take(self, slide: SlideContent, number: int, found: _Findings) -> None:
        words = _Words()
        place = _place(slide, number)
        pictures: list[Section] = []
        for item in slide.items:
            words.add(item.lines)
            if item.rows:
                self._take_table(trim_table(item.rows), slide.title, words)
            if item.picture is not None:
                if self._is_read(item.picture, slide, number):
                    words.add_recognized(found.texts.text_of(item.picture.data))
                pictures += self._picture(item.picture, words, place, found)
        words.add([*slide.notes, *slide.comments])
        if words.count:
            words.add(found.new_footers(slide.footers))
        found.note(slide, number, words)
        found.sections += [*self._texts(words, place, found.pictures.source), *pictures]

    def _take_table(self, rows: list[list[str]], title: str, words: _Words) -> None:
        """Add a table to the slide's text; a long one in pieces of their own, each below the title and the headings."""
        table = format_table(rows, self._table_format)
        if self._separate_table:
            words.set_apart([table] if table else [])
        elif len(table.encode(errors="replace")) > PIECE_BYTES:
            pieces = table_pieces(rows, self._table_format)
            words.set_apart("\n".join(filter(None, (title, piece.text))) for piece in pieces)
        else:
            words.add([table])
            words.in_tables += len(table)

    def _is_read(self, picture: SlidePicture, slide: SlideContent, number: int) -> bool:
        """Tell whether the text in a picture is to be read."""
        if number in self._ocr_slides:
            return True
        is_large = not picture.width or (picture.width >= LEAST_WIDTH and picture.height >= LEAST_HEIGHT)
        return self._ocr and is_large and slide.text_length < LITTLE_TEXT

    def _picture(self, picture: SlidePicture, words: _Words, place: dict[str, Any], found: _Findings) -> list[Section]:
        """Return a picture's section; where there is none, its alternative text joins the slide's."""
        if not self._include_image or picture_type(picture.data) is None:
            words.add([picture.caption])
            return []
        section = found.pictures.section(picture.data, caption=picture.caption, place=place)
        return [] if section is None else [section]

    def _texts(self, words: _Words, place: dict[str, Any], source: str) -> list[Section]:
        """Return the section of a slide's text, and those of tables set apart."""
        lines = [self._framed(words.lines, place["slide"]), *words.tables]
        metadata = place | words.origin()
        return [Section(content=TextBlock(text=line), source=source, metadata=dict(metadata)) for line in lines if line]

    def _framed(self, lines: list[str], number: int) -> str:
        """Return the slide's text between prefix and suffix, or "" if there is none."""
        body = "\n".join(lines)
        return "\n".join(filter(None, (self._prefix.format(index=number), body, self._suffix))) if body else ""


@dataclass
class _Words:
    """The text of one slide as it grows.

    Attributes:
        lines: What its section holds.
        tables: Tables that become sections of their own.
        count: Characters altogether.
        in_tables: How many of them stand in tables.
        recognized: How many of them were read from pictures.
        confidence: Their confidences, added.
    """

    lines: list[str] = field(default_factory=list[str])
    tables: list[str] = field(default_factory=list[str])
    count: int = 0
    in_tables: int = 0
    recognized: int = 0
    confidence: float = 0.0

    def add(self, lines: Iterable[str]) -> None:
        kept = [line for line in lines if line.strip()]
        self.lines += kept
        self.count += sum(map(len, kept))

    def set_apart(self, tables: Iterable[str]) -> None:
        """Add tables as sections of their own."""
        for table in tables:
            self.tables.append(table)
            self.count += len(table)
            self.in_tables += len(table)

    def add_recognized(self, found: RecognizedText) -> None:
        self.add([found.text])
        self.recognized += len(found.text)
        self.confidence += found.confidence * len(found.text)

    def origin(self) -> dict[str, Any]:
        """Return the metadata that tell where most of the text is from."""
        if 2 * self.recognized <= self.count:
            return {}
        return {"ocr": True, "ocr_confidence": round(self.confidence / self.recognized, 3)}

    def state(self, slide: SlideContent) -> PageState:
        if not self.count:
            has_pictures = any(item.picture is not None for item in slide.items)
            nothing = PageState.BLANK if slide.is_complete else PageState.UNREAD
            return PageState.PICTURE if has_pictures else nothing
        if 2 * self.recognized > self.count:
            return PageState.OCR
        return PageState.TABLE if 2 * self.in_tables > self.count else PageState.TEXT


@dataclass
class _Findings:
    """What was found in a deck so far; numbers are those of slides."""

    pictures: PictureCollector
    texts: PictureTexts = field(default_factory=PictureTexts)
    sections: list[Section] = field(default_factory=list[Section])
    pages: list[PageState] = field(default_factory=list[PageState])
    failed: list[int] = field(default_factory=list[int])
    incomplete: list[int] = field(default_factory=list[int])
    hidden: list[int] = field(default_factory=list[int])
    recognized: list[int] = field(default_factory=list[int])
    footers: set[str] = field(default_factory=set[str])

    def new_footers(self, footers: Iterable[str]) -> list[str]:
        """Return what was not at the edge of a slide before."""
        new = [line for line in dict.fromkeys(footers) if line not in self.footers]
        self.footers.update(new)
        return new

    def note(self, slide: SlideContent, number: int, words: _Words) -> None:
        self.pages.append(words.state(slide))
        self.incomplete += [] if slide.is_complete else [number]
        self.hidden += [number] if slide.is_hidden else []
        self.recognized += [number] if words.recognized else []

    def result(self, attachments: list[Attachment]) -> ParseResult:
        return ParseResult(
            self.sections,
            {"slides": len(self.pages)},
            self._warnings(),
            self._outcome(attachments),
            pages=self.pages,
            attachments=attachments,
        )

    def _outcome(self, attachments: list[Attachment]) -> Outcome:
        if attachments or any(isinstance(section.content, TextBlock) for section in self.sections):
            return "text"
        return "no_text" if PageState.PICTURE in self.pages else "empty"

    def _warnings(self) -> list[Text]:
        has_text = any(isinstance(section.content, TextBlock) for section in self.sections)
        pictures = [number for number, page in enumerate(self.pages, start=1) if page is PageState.PICTURE]
        unread = pictures if has_text else []
        sentences = [
            (unread, text("parsing", "No text on these slides: {slides}.", slides=ranges(unread))),
            (self.failed, text("parsing", "These slides could not be read: {slides}.", slides=ranges(self.failed))),
            (
                self.incomplete,
                text("parsing", "Parts of these slides could not be read: {slides}.", slides=ranges(self.incomplete)),
            ),
            (
                self.recognized,
                text(
                    "parsing",
                    "Partly read from pictures (OCR), so mistakes are possible: slide {slides}.",
                    slides=ranges(self.recognized),
                ),
            ),
            (
                self.hidden,
                text("parsing", "These slides are hidden in the show: {slides}.", slides=ranges(self.hidden)),
            ),
        ]
        said = [sentence for numbers, sentence in sentences if numbers]
        return [*said, *self.texts.warnings, *self.pictures.warnings]


def _place(slide: SlideContent, number: int) -> dict[str, Any]:
    place: dict[str, Any] = {"slide": number}
    title = " ".join(slide.title.split())
    if title:
        place["title"] = title
    if headings := [heading for heading in (slide.section, title) if heading]:
        place["heading_path"] = headings
    if slide.is_hidden:
        place["hidden"] = True
    return place


def _check_prefix(prefix: str | None) -> str:
    try:
        (prefix or "").format(index=1)
    except (LookupError, ValueError, AttributeError) as exc:
        raise InputError(
            text("parsing", "The text before a slide has a gap that cannot be filled: {prefix}", prefix=prefix),
            text("parsing", "Only {gap} may stand in braces.", gap="{index}"),
        ) from exc
    return prefix or ""
