"""How large an area the cells of binary spreadsheets span.

calamine makes room for every cell between the first and the last one, and ends the whole process where there is none.
Source: [MS-XLS] 2.1.4 and 2.4 (records), [MS-XLSB] 2.1.4 (records), 2.4 (BrtRowHdr and cells).
"""

from __future__ import annotations

import struct

from kbdesk.errors import LimitError
from kbdesk.rag.parsers import limits
from kbdesk.rag.parsers.faults import too_large
from kbdesk.texts import text

_XLS_SHEET = 0x0809
_XLS_CELLS = frozenset({0x0006, 0x00BD, 0x00D6, 0x00FD, 0x0203, 0x0204, 0x0205, 0x0207, 0x027E})
_XLS_NUMBERS = 0x00BD  # one record for several cells of a row
_XLS_RANGE = 0x0200
_ONE_CELL = {14: struct.pack("<2I3H", 0, 1, 0, 1, 0), 10: struct.pack("<5H", 0, 1, 0, 1, 0)}
"""What a record says that claims a range of one cell, by its size: it serves to make room only."""
_XLS_STRINGS = 0x00FC
_XLSB_ROW, _XLSB_CELLS = 0, range(1, 12)


def checked_xls(workbook: bytes) -> bytes:
    """Return the workbook stream of an Excel 97 file without claims for which too much room would be made.

    Raises:
        LimitError: Its cells span too much.
    """
    stream = bytearray(workbook)
    position = rows = columns = 0
    while position + 4 <= len(stream):
        kind, size = struct.unpack_from("<HH", stream, position)
        end = position + 4 + size
        if kind == _XLS_SHEET:
            rows = columns = 0
        elif kind == _XLS_RANGE and size in _ONE_CELL:
            stream[position + 4 : end] = _ONE_CELL[size]
        elif kind == _XLS_STRINGS and size >= 8:
            (count,) = struct.unpack_from("<I", stream, position + 8)
            struct.pack_into("<I", stream, position + 8, min(count, len(stream)))
        elif kind in _XLS_CELLS and size >= 4 and end <= len(stream):
            row, column = struct.unpack_from("<HH", stream, position + 4)
            if kind == _XLS_NUMBERS:
                (column,) = struct.unpack_from("<H", stream, end - 2)
            rows, columns = max(rows, row + 1), max(columns, column + 1)
            if rows * columns > limits.MAX_SHEET_AREA:
                raise _too_wide()
        position = end
    return bytes(stream)


def check_xlsb_area(sheet: bytes) -> None:
    """Refuse a sheet of a binary workbook whose cells span too much.

    Raises:
        LimitError: They do.
    """
    position = rows = columns = 0
    while position < len(sheet):
        kind, position = _number(sheet, position, longest=2)
        size, position = _number(sheet, position, longest=4)
        if (kind == _XLSB_ROW or kind in _XLSB_CELLS) and position + 4 <= len(sheet):
            (number,) = struct.unpack_from("<I", sheet, position)
            if kind == _XLSB_ROW:
                rows = max(rows, number + 1)
            else:
                columns = max(columns, number + 1)
            if rows * columns > limits.MAX_SHEET_AREA:
                raise _too_wide()
        position += size


def _number(data: bytes, position: int, *, longest: int) -> tuple[int, int]:
    """Read a number of seven bits a byte; return it and where it ends."""
    number = 0
    for index, byte in enumerate(data[position : position + longest]):
        number |= (byte & 0x7F) << (7 * index)
        if byte < 0x80:
            return number, position + index + 1
    return number, position + longest


def _too_wide() -> LimitError:
    return too_large(text("parsing", "The cells of this file span too many rows and columns."))
