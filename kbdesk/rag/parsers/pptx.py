"""PowerPoint (PPTX): a section per slide, its pictures after it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from kbdesk.errors import DamagedError, InputError
from kbdesk.message import TextBlock
from kbdesk.rag.document import Section
from kbdesk.rag.parsers.base import Outcome, ParserBase, ParseResult, Progress
from kbdesk.rag.parsers.faults import damaged
from kbdesk.rag.parsers.pictures import PictureCollector
from kbdesk.rag.parsers.ranges import ranges
from kbdesk.rag.parsers.tables import TableFormat, check_table_format, format_table, trim_table
from kbdesk.texts import Text, text

if TYPE_CHECKING:
    from kbdesk.rag.parsers.pptx_slide import SlideContent


class PPTParser(ParserBase):
    """Reads PowerPoint files: a text section per slide with {"slide": 1-based}, in reading order.

    "title" holds the slide's title; "hidden" is True on a hidden slide. Notes and comments end the slide's text. Each
    different picture becomes one data section after the text of the slide that shows it first. A slide without text
    gives no text section, so that no passage is made of the prefix and suffix alone.

    Args:
        include_image: Take pictures as data sections with {"slide", "media_type"}; alternative text becomes "caption".
        separate_table: Make every table a section of its own, after the slide's text.
        table_format: "markdown" or "json".
        slide_prefix: Begins a slide's text; `{index}` stands for its number. None for nothing.
        slide_suffix: Ends a slide's text; None for nothing.

    Raises:
        InputError: There is no such table format, or the prefix has another gap than `{index}`.
    """

    supported_media_types: ClassVar[list[str]] = [
        "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        "application/vnd.openxmlformats-officedocument.presentationml.slideshow",
        "application/vnd.openxmlformats-officedocument.presentationml.template",
        "application/vnd.ms-powerpoint.presentation.macroEnabled.12",
    ]
    extensions: ClassVar[tuple[str, ...]] = (".pptx", ".pptm", ".ppsx", ".potx")

    def __init__(
        self,
        include_image: bool = True,
        separate_table: bool = False,
        table_format: TableFormat = "markdown",
        slide_prefix: str | None = "<slide index={index}>",
        slide_suffix: str | None = "</slide>",
    ) -> None:
        self._include_image = include_image
        self._separate_table = separate_table
        self._table_format: TableFormat = check_table_format(table_format)
        self._prefix = _check_prefix(slide_prefix)
        self._suffix = slide_suffix or ""

    def read(
        self,
        data: bytes,
        filename: str,
        *,
        password: str | None = None,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> ParseResult:
        """Read a whole file; see `ParserBase.read`. A password is of no use yet: encrypted files are refused."""
        from kbdesk.rag.parsers.pptx_deck import Deck  # python-pptx takes long to import

        deck = Deck(data)
        pictures = PictureCollector(filename)
        result = ParseResult([], {"slides": deck.slide_count})
        failed: list[int] = []
        incomplete: list[int] = []
        for number in range(1, deck.slide_count + 1):
            try:
                slide = deck.slide(number)
            except DamagedError:
                failed.append(number)
            else:
                result.sections += self._sections(slide, number, pictures)
                incomplete += [] if slide.is_complete else [number]
            if on_progress is not None:
                on_progress(Progress("slide", number, deck.slide_count))
        if failed and len(failed) == deck.slide_count:
            raise damaged("PowerPoint")
        result.warnings = _warnings(result.sections, failed, incomplete)
        result.outcome = _outcome(result.sections)
        return result

    def _sections(self, slide: SlideContent, number: int, pictures: PictureCollector) -> list[Section]:
        place: dict[str, Any] = {"slide": number}
        if slide.title:
            place["title"] = slide.title
        if slide.is_hidden:
            place["hidden"] = True
        lines: list[str] = []
        tables: list[str] = []
        after: list[Section | None] = []
        for item in slide.items:
            lines += item.lines
            if item.rows:
                table = format_table(trim_table(item.rows), self._table_format)
                (tables if self._separate_table else lines).append(table)
            if item.picture is not None and self._include_image:
                after.append(pictures.section(item.picture, caption=item.caption, place=place))
        lines += [*slide.notes, *slide.comments]
        texts = [self._framed(lines, number), *tables]
        sections = [
            Section(content=TextBlock(text=body), source=pictures.source, metadata=dict(place))
            for body in texts
            if body
        ]
        return sections + [picture for picture in after if picture is not None]

    def _framed(self, lines: list[str], number: int) -> str:
        """Return the slide's text between prefix and suffix, or "" if there is none."""
        body = "\n".join(line for line in lines if line.strip())
        return "\n".join(filter(None, (self._prefix.format(index=number), body, self._suffix))) if body else ""


def _check_prefix(prefix: str | None) -> str:
    try:
        (prefix or "").format(index=1)
    except (LookupError, ValueError, AttributeError) as exc:
        raise InputError(
            text("parsing", "The text before a slide has a gap that cannot be filled: {prefix}", prefix=prefix),
            text("parsing", "Only {gap} may stand in braces.", gap="{index}"),
        ) from exc
    return prefix or ""


def _outcome(sections: list[Section]) -> Outcome:
    if any(isinstance(section.content, TextBlock) for section in sections):
        return "text"
    return "no_text" if sections else "empty"


def _warnings(sections: list[Section], failed: list[int], incomplete: list[int]) -> list[Text]:
    with_text = {section.metadata["slide"] for section in sections if isinstance(section.content, TextBlock)}
    pictures_only = sorted({section.metadata["slide"] for section in sections} - with_text)
    warnings: list[Text] = []
    if with_text and pictures_only:
        warnings.append(text("parsing", "No text on these slides: {slides}.", slides=ranges(pictures_only)))
    if failed:
        warnings.append(text("parsing", "These slides could not be read: {slides}.", slides=ranges(failed)))
    if incomplete:
        warnings.append(
            text("parsing", "Parts of these slides could not be read: {slides}.", slides=ranges(incomplete))
        )
    return warnings
