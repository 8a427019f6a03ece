"""Excel and its kin (XLSX, XLSB, XLS, ODS): a section per sheet, or several of a long one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar

from kbdesk.errors import ParseError
from kbdesk.message import TextBlock
from kbdesk.rag.document import Section
from kbdesk.rag.parsers.base import PageState, ParserBase, ParseResult, Progress
from kbdesk.rag.parsers.ods_workbook import OdsWorkbook
from kbdesk.rag.parsers.office_password import opened
from kbdesk.rag.parsers.picture_texts import PictureTexts
from kbdesk.rag.parsers.pictures import PictureCollector
from kbdesk.rag.parsers.tables import PIECE_BYTES, TableFormat, TablePiece, check_table_format
from kbdesk.rag.parsers.types import sniff_bytes
from kbdesk.rag.parsers.xlsx_regions import regions
from kbdesk.rag.parsers.xlsx_workbook import Sheet, Workbook
from kbdesk.texts import Text, text


class ExcelParser(ParserBase):
    """Reads spreadsheets: text sections with {"sheet": name, "rows": [first, last]}.

    "hidden" is True on a hidden sheet; the texts of drawings and notes follow the cells, without "rows".
    A heading in merged cells is repeated for each of them. A sheet that is longer than a passage becomes several
    sections, and each repeats the row of headings of its table.

    Args:
        include_sheet_names: Begin each section with the sheet's name.
        include_cell_coordinates: Put "[B2]" before each cell.
        include_image: Take pictures as data sections with {"sheet", "media_type"}.
        separate_sheet: False makes one section of the whole workbook. (True here, for sections are hard boundaries;
            the reference's own default is False.)
        table_format: "markdown" or "json".
        ocr: Whether the text in the pictures of sheets without other text is read; needs `include_image`.
        ocr_sheets: Sheets, from 1, whose pictures are read in any case.

    Raises:
        InputError: There is no such table format.
    """

    supported_media_types: ClassVar[list[str]] = [
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.template",
        "application/vnd.ms-excel.sheet.macroEnabled.12",
        "application/vnd.ms-excel.sheet.binary.macroEnabled.12",
        "application/vnd.ms-excel",
        "application/vnd.oasis.opendocument.spreadsheet",
        "application/vnd.oasis.opendocument.spreadsheet-flat-xml",
    ]
    extensions: ClassVar[tuple[str, ...]] = (".xlsx", ".xlsm", ".xltx", ".xlsb", ".xls", ".ods", ".fods")

    def __init__(
        self,
        include_sheet_names: bool = True,
        include_cell_coordinates: bool = False,
        include_image: bool = False,
        separate_sheet: bool = True,
        table_format: TableFormat = "markdown",
        *,
        ocr: bool = False,
        ocr_sheets: Collection[int] = frozenset(),
    ) -> None:
        self._include_sheet_names = include_sheet_names
        self._include_cell_coordinates = include_cell_coordinates
        self._include_image = include_image
        self._separate_sheet = separate_sheet
        self._table_format: TableFormat = check_table_format(table_format)
        self._ocr = ocr
        self._ocr_sheets = ocr_sheets

    def read(
        self,
        data: bytes,
        filename: str,
        *,
        password: str | None = None,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> ParseResult:
        """Read a whole file; see `ParserBase.read`."""
        is_open_document = sniff_bytes(data, filename).id == "ods"
        workbook = OdsWorkbook(data, password) if is_open_document else Workbook(opened(data, password))
        reading = _Reading(workbook, PictureCollector(filename))
        for number, sheet in enumerate(workbook.sheets, 1):
            self._read_sheet(sheet, number, reading)
            if on_progress is not None:
                on_progress(Progress("sheet", number, len(workbook.sheets)))
        if reading.failures and not reading.sections:
            raise reading.failures[0]
        return self._result(reading, filename)

    def _read_sheet(self, sheet: Sheet, number: int, reading: _Reading) -> None:
        texts: list[Section] = []
        try:
            texts, state = self._texts(sheet, reading)
        except ParseError as exc:
            state = PageState.UNREAD
            reading.failures.append(exc)
            reading.warnings.append(text("parsing", "The sheet “{name}” could not be read.", name=sheet.name))
        if reading.workbook.lacks_results(sheet):
            reading.warnings.append(_without_results(sheet))
        drawn: list[Section] = []
        for picture, caption in reading.workbook.pictures(sheet) if self._include_image else ():
            section = reading.collector.section(picture, caption=caption, place=sheet.place())
            drawn += [section] if section is not None else []
            if self._ocr and (state is PageState.BLANK or number in self._ocr_sheets):
                texts += self._recognized(picture, sheet, reading)
        if state is PageState.BLANK and drawn:
            state = PageState.OCR if texts else PageState.PICTURE
        reading.sections += [*texts, *drawn]
        reading.pages.append(state)

    def _texts(self, sheet: Sheet, reading: _Reading) -> tuple[list[Section], PageState]:
        """Return the texts of a sheet's cells and drawings, and how it was read."""
        pieces: list[TablePiece] = []
        has_table = False
        for region in regions(reading.workbook.rows(sheet)):
            has_table = has_table or region.is_table
            pieces += region.pieces(self._table_format, coordinates=self._include_cell_coordinates)
        found = [self._text(sheet, reading, piece.text, rows=[piece.first, piece.last]) for piece in _packed(pieces)]
        drawn = "\n".join(reading.workbook.lines(sheet))
        if drawn:
            found.append(self._text(sheet, reading, drawn))
        return found, PageState.TABLE if has_table else PageState.TEXT if found else PageState.BLANK

    def _recognized(self, picture: bytes, sheet: Sheet, reading: _Reading) -> list[Section]:
        """Return the text in a picture of a sheet, if there is any."""
        found = reading.picture_texts.text_of(picture)
        if not found.text:
            return []
        return [self._text(sheet, reading, found.text, ocr=True, ocr_confidence=round(found.confidence, 3))]

    def _text(self, sheet: Sheet, reading: _Reading, body: str, **metadata: Any) -> Section:
        title = f"{sheet.name}\n\n" if self._include_sheet_names else ""
        return _text_section(title + body, reading.collector.source, {**sheet.place(), **metadata})

    def _result(self, reading: _Reading, filename: str) -> ParseResult:
        sheets = reading.workbook.sheets
        sections = reading.sections
        texts = [section.content.text for section in sections if isinstance(section.content, TextBlock)]
        if texts and not self._separate_sheet:
            others = [section for section in sections if not isinstance(section.content, TextBlock)]
            sections = [_text_section("\n\n".join(texts), filename, {}), *others]
        return ParseResult(
            sections,
            {"sheets": len(sheets)},
            [*_hidden(sheets), *reading.warnings, *reading.picture_texts.warnings, *reading.collector.warnings],
            outcome="text" if texts else "no_text" if sections else "empty",
            pages=reading.pages,
        )


@dataclass
class _Reading:
    """A workbook that is being read, and what was found in it so far."""

    workbook: Workbook | OdsWorkbook
    collector: PictureCollector
    picture_texts: PictureTexts = field(default_factory=PictureTexts)
    sections: list[Section] = field(default_factory=list[Section])
    pages: list[PageState] = field(default_factory=list[PageState])
    warnings: list[Text] = field(default_factory=list[Text])
    failures: list[ParseError] = field(default_factory=list[ParseError])


def _hidden(sheets: list[Sheet]) -> list[Text]:
    names = ", ".join(sheet.name for sheet in sheets if sheet.is_hidden)
    return [text("parsing", "Hidden sheets were read too: {names}.", names=names)] if names else []


def _without_results(sheet: Sheet) -> Text:
    return text(
        "parsing",
        "On the sheet “{name}” the results of formulas are missing. "
        "Open the file in Excel or LibreOffice, save it and drop it again.",
        name=sheet.name,
    )


def _packed(pieces: list[TablePiece]) -> Iterator[TablePiece]:
    """Join small pieces that follow each other up to the size of a passage."""
    joined: TablePiece | None = None
    for piece in pieces:
        if joined is None:
            joined = piece
        elif len((joined.text + piece.text).encode(errors="replace")) <= PIECE_BYTES:
            span = min(joined.first, piece.first), max(joined.last, piece.last)
            joined = TablePiece(f"{joined.text.rstrip()}\n\n{piece.text}", *span)
        else:
            yield joined
            joined = piece
    if joined is not None:
        yield joined


def _text_section(body: str, filename: str, metadata: dict[str, Any]) -> Section:
    return Section(content=TextBlock(text=body), source=filename, metadata=metadata)
