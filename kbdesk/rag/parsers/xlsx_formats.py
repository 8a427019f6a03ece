"""How a spreadsheet shows its values: the format codes of its cells, and values written by them.

Source: ECMA-376 part 1, 18.8.30 and 18.8.31 (number formats).
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from xml.etree.ElementTree import Element

from kbdesk.rag.parsers.ooxml import attribute, child, children
from kbdesk.rag.parsers.xlsx_codes import MAX_CODE_LENGTH
from kbdesk.rag.parsers.xlsx_dates import shown_date
from kbdesk.rag.parsers.xlsx_numbers import plain_number, shown_number

Value = int | float | str | bool | time | date | datetime | timedelta

# Without those that a program shows in the way of the country it is set to: 14, 22 and the dates of East Asia.
_BUILT_IN = {
    1: "0",
    2: "0.00",
    3: "#,##0",
    4: "#,##0.00",
    9: "0%",
    10: "0.00%",
    11: "0.00E+00",
    12: "# ?/?",
    13: "# ??/??",
    15: "d-mmm-yy",
    16: "d-mmm",
    17: "mmm-yy",
    18: "h:mm AM/PM",
    19: "h:mm:ss AM/PM",
    20: "h:mm",
    21: "h:mm:ss",
    45: "mm:ss",
    46: "[h]:mm:ss",
    47: "mm:ss.0",
    48: "##0.0E+0",
    **dict.fromkeys((5, 6), '"$"#,##0;-"$"#,##0'),
    **dict.fromkeys((7, 8, 44), '"$"#,##0.00;-"$"#,##0.00'),
    **dict.fromkeys((37, 38, 41), "#,##0;-#,##0"),
    **dict.fromkeys((39, 40, 43), "#,##0.00;-#,##0.00"),
}
_PLAIN = frozenset({"General", "@", ""})


def cell_formats(styles: Element | None) -> dict[str, str]:
    """Return the format codes of the cell styles that show values in a form of their own, by style index.

    Args:
        styles: The tree of the styles part, or None if there is none.
    """
    own = {
        attribute(item, "numFmtId"): attribute(item, "formatCode") or ""
        for item in children(child(styles, "numFmts"), "numFmt")
    }
    codes: dict[str, str] = {}
    for index, style in enumerate(children(child(styles, "cellXfs"), "xf")):
        format_id = attribute(style, "numFmtId") or "0"
        code = own.get(format_id) or (_BUILT_IN.get(int(format_id)) if format_id.isdigit() else None) or ""
        if code not in _PLAIN and len(code) <= MAX_CODE_LENGTH:
            codes[str(index)] = code
    return codes


class RowFormats:
    """The format codes of a sheet's cells, row after row, so that a long sheet needs little memory.

    Args:
        cells: Row (from 1), column (from 0) and code of each cell that has one, in the order of the rows.
    """

    def __init__(self, cells: Iterator[tuple[int, int, str]]) -> None:
        self._cells = cells
        self._next = next(cells, None)

    def of(self, row: int) -> dict[int, str]:
        """Return the codes of a row by column; rows are asked for in ascending order."""
        codes: dict[int, str] = {}
        while self._next is not None and self._next[0] <= row:
            if self._next[0] == row:
                codes[self._next[1]] = self._next[2]
            self._next = next(self._cells, None)
        return codes


def shown_value(value: Value, code: str | None = None) -> str:
    """Return a cell's value as its sheet shows it, or where that is unknown as a person writes it.

    Args:
        value: The value.
        code: The format code of the cell, if it has one.
    """
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, int | float):
        return (code and shown_number(value, code)) or plain_number(value)
    return (code and shown_date(value, code)) or _plain_date(value)


def _plain_date(value: time | date | timedelta) -> str:
    match value:
        case datetime():
            return value.date().isoformat() if value.time() == time() else f"{value:%Y-%m-%d} {_clock(value.time())}"
        case date():
            return value.isoformat()
        case time():
            return _clock(value)
        case timedelta():
            return _duration(value)


def _clock(value: time) -> str:
    return value.isoformat("seconds" if value.second else "minutes")


def _duration(value: timedelta) -> str:
    minutes, seconds = divmod(round(value.total_seconds()), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if seconds else f"{hours}:{minutes:02}"
