"""A spreadsheet file as calamine reads it, with limits before and our errors behind."""

from __future__ import annotations

import io
import re
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kbdesk.errors import DamagedError
from kbdesk.rag.parsers import limits
from kbdesk.rag.parsers.faults import LIBRARY_FAULTS, damaged, empty, password_wanted, too_large
from kbdesk.rag.parsers.package import OLE_SIGNATURE, Package, is_encrypted_package
from kbdesk.rag.parsers.xls_area import check_xlsb_area
from kbdesk.rag.parsers.xls_container import rebuilt
from kbdesk.rag.parsers.xlsx_formats import RowFormats
from kbdesk.rag.parsers.xlsx_merges import Merges
from kbdesk.rag.parsers.xlsx_parts import WorkbookParts
from kbdesk.rag.parsers.xlsx_regions import SheetRow, sheet_rows
from kbdesk.texts import text

if TYPE_CHECKING:
    from python_calamine import CalamineWorkbook


@dataclass(frozen=True)
class Sheet:
    """A sheet; a hidden one is read too."""

    name: str
    is_hidden: bool

    def place(self) -> dict[str, Any]:
        """Return the metadata of its sections."""
        return {"sheet": self.name, "hidden": True} if self.is_hidden else {"sheet": self.name}


class Workbook:
    """A spreadsheet file.

    Args:
        data: The bytes of an XLSX, XLSB, XLS or ODS file.

    Raises:
        ParseError: It cannot be opened; the class says why.
    """

    def __init__(self, data: bytes) -> None:
        if not data:
            raise empty()
        if is_encrypted_package(data):
            raise password_wanted(None)
        self._package = None if data.startswith(OLE_SIGNATURE) else Package(data, "Excel")
        self._parts = WorkbookParts(self._package) if self._package and self._package.has("xl/workbook.xml") else None
        if self._package and self._parts is None:
            _check_binary_sheets(self._package)
        self._workbook = _open(data)
        self.sheets = [Sheet(sheet.name, not _is_visible(sheet)) for sheet in self._workbook.sheets_metadata]

    def rows(self, sheet: Sheet) -> Iterator[SheetRow]:
        """Yield the rows of a sheet that have something in them.

        Raises:
            DamagedError: The sheet cannot be read.
            LimitError: Its cells span too large a range.
        """
        if self._parts and self._parts.area(sheet.name) > limits.MAX_SHEET_AREA:
            raise too_large(
                text("parsing", "The cells of the sheet “{name}” span too many rows and columns.", name=sheet.name)
            )
        with _converted_faults():
            cells = self._workbook.get_sheet_by_name(sheet.name)
            _, first_column = cells.start or (0, 0)
            formats = self._parts.formats(sheet.name) if self._parts else RowFormats(iter(()))
            merges = Merges(cells.merged_cell_ranges or ())
            yield from sheet_rows(cells.iter_rows(), first_column, formats, merges)  # all rows, but used columns only

    def lacks_results(self, sheet: Sheet) -> bool:
        """Tell whether formulas of a sheet have no stored result, so that nothing of them can be read (XLSX only)."""
        return self._parts is not None and self._parts.lacks_results(sheet.name)

    def lines(self, sheet: Sheet) -> Iterator[str]:
        """Yield the texts of a sheet's text boxes, charts and notes (XLSX only)."""
        return self._parts.lines(sheet.name) if self._parts else iter(())

    def pictures(self, sheet: Sheet) -> Iterator[tuple[bytes, str]]:
        """Yield a sheet's pictures and their alternative texts (XLSX only)."""
        if self._package is None or self._parts is None:
            return
        for part, caption in self._parts.pictures(sheet.name):
            try:
                picture = self._package.read(part)
            except DamagedError:
                continue  # only this picture is broken
            yield picture, caption


def _check_binary_sheets(package: Package) -> None:
    for name in package.names:
        if re.search(r"sheets/[^/]*\.bin$", name, re.IGNORECASE):
            with suppress(DamagedError):  # the library that reads the cells says what is wrong
                check_xlsb_area(package.read(name))


def _open(data: bytes) -> CalamineWorkbook:
    from python_calamine import CalamineWorkbook

    if data.startswith(OLE_SIGNATURE):
        data = rebuilt(data)
    with _converted_faults():
        return CalamineWorkbook.from_filelike(io.BytesIO(data))


@contextmanager
def _converted_faults() -> Generator[None]:
    """Make errors of ours of what calamine raises on broken files."""
    from python_calamine import CalamineError, PasswordError

    try:
        yield
    except PasswordError as exc:
        raise password_wanted(None) from exc
    except (CalamineError, *LIBRARY_FAULTS) as exc:
        raise damaged("Excel") from exc
    except BaseException as exc:
        if type(exc).__name__ != "PanicException":  # of Rust, which is no Exception and cannot be imported
            raise
        raise damaged("Excel") from exc


def _is_visible(sheet: Any) -> bool:
    from python_calamine import SheetVisibleEnum

    return sheet.visible == SheetVisibleEnum.Visible
