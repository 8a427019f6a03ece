"""Excel and its kin (XLSX, XLSB, XLS, ODS): a section per sheet, or several of a long one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from kbdesk.errors import ParseError
from kbdesk.message import TextBlock
from kbdesk.rag.document import Section
from kbdesk.rag.parsers.base import PageState, ParserBase, ParseResult, Progress
from kbdesk.rag.parsers.pictures import PictureCollector
from kbdesk.rag.parsers.tables import PIECE_BYTES, TableFormat, TablePiece, check_table_format
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
    ]
    extensions: ClassVar[tuple[str, ...]] = (".xlsx", ".xlsm", ".xltx", ".xlsb", ".xls", ".ods")

    def __init__(
        self,
        include_sheet_names: bool = True,
        include_cell_coordinates: bool = False,
        include_image: bool = False,
        separate_sheet: bool = True,
        table_format: TableFormat = "markdown",
    ) -> None:
        self._include_sheet_names = include_sheet_names
        self._include_cell_coordinates = include_cell_coordinates
        self._include_image = include_image
        self._separate_sheet = separate_sheet
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
        workbook = Workbook(data)
        pictures = PictureCollector(filename)
        result = ParseResult([], {"sheets": len(workbook.sheets)}, _hidden(workbook.sheets))
        failures: list[ParseError] = []
        for number, sheet in enumerate(workbook.sheets, 1):
            found: list[Section] = []
            try:
                found, state = self._sheet(workbook, sheet, filename)
            except ParseError as exc:
                failures.append(exc)
                state = PageState.UNREAD
                result.warnings.append(text("parsing", "The sheet “{name}” could not be read.", name=sheet.name))
            drawn = workbook.pictures(sheet, pictures) if self._include_image else []
            result.sections += [*found, *drawn]
            result.pages.append(PageState.PICTURE if drawn and state is PageState.BLANK else state)
            if workbook.lacks_results(sheet):
                result.warnings.append(_without_results(sheet))
            if on_progress is not None:
                on_progress(Progress("sheet", number, len(workbook.sheets)))
        if failures and not result.sections:
            raise failures[0]
        return self._finished(result, filename)

    def _sheet(self, workbook: Workbook, sheet: Sheet, filename: str) -> tuple[list[Section], PageState]:
        """Return the texts of a sheet and how it was read."""
        pieces: list[TablePiece] = []
        has_table = False
        for region in regions(workbook.rows(sheet)):
            has_table = has_table or region.is_table
            pieces += region.pieces(self._table_format, coordinates=self._include_cell_coordinates)
        texts = [(piece.text, {"rows": [piece.first, piece.last]}) for piece in _packed(pieces)]
        drawn = "\n".join(workbook.lines(sheet))
        if drawn:
            texts.append((drawn, {}))
        title = f"{sheet.name}\n\n" if self._include_sheet_names else ""
        sections = [_text_section(title + body, filename, {**sheet.place(), **rows}) for body, rows in texts]
        return sections, PageState.TABLE if has_table else PageState.TEXT if texts else PageState.BLANK

    def _finished(self, result: ParseResult, filename: str) -> ParseResult:
        texts = [section.content.text for section in result.sections if isinstance(section.content, TextBlock)]
        if texts and not self._separate_sheet:
            others = [section for section in result.sections if not isinstance(section.content, TextBlock)]
            result.sections = [_text_section("\n\n".join(texts), filename, {}), *others]
        result.outcome = "text" if texts else "no_text" if result.sections else "empty"
        return result


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
