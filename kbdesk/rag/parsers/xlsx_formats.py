"""Numbers of a spreadsheet as it shows them: percent, currency, decimals, thousands.

Source: ECMA-376 part 1, 18.8.30 and 18.8.31 (number formats). Dates are told from numbers elsewhere; fractions and
scientific notation are left to the plain form.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from xml.etree.ElementTree import Element

from kbdesk.rag.parsers.ooxml import attribute, child, children

Formats = Mapping[tuple[int, int], str]
"""Format codes of a sheet's cells by row (from 1) and column (from 0)."""

MAX_NUMBER = 1e15
"""Above it a number has digits that the file does not hold."""
MAX_DECIMALS = 10

_BUILT_IN = {
    1: "0",
    2: "0.00",
    3: "#,##0",
    4: "#,##0.00",
    9: "0%",
    10: "0.00%",
    **dict.fromkeys((5, 6), '"$"#,##0;-"$"#,##0'),
    **dict.fromkeys((7, 8, 44), '"$"#,##0.00;-"$"#,##0.00'),
    **dict.fromkeys((37, 38, 41), "#,##0;-#,##0"),
    **dict.fromkeys((39, 40, 43), "#,##0.00;-#,##0.00"),
}
_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|\[\$(?P<currency>[^\]-]*)[^\]]*\]|\[[^\]]*\]|[_*].'
    r"|(?P<digits>[0#?][0#?,]*(?:\.[0#?]*)?,*|\.[0#?]+,*)|(?P<plain>.)"
)
_NOT_PLAIN = re.compile(r"[ymdhsgeb@/]|general", re.IGNORECASE)


@dataclass(frozen=True)
class _Number:
    """How the digits of a number are written."""

    least_decimals: int
    most_decimals: int
    has_thousands: bool

    def write(self, value: Decimal) -> str:
        rounded = value.quantize(Decimal(1).scaleb(-self.most_decimals), ROUND_HALF_UP)
        written = f"{rounded:,f}" if self.has_thousands else f"{rounded:f}"
        spare = self.most_decimals - self.least_decimals
        while spare and written.endswith("0"):
            written, spare = written[:-1], spare - 1
        return written.removesuffix(".")


def number_formats(styles: Element | None) -> dict[str, str]:
    """Return the format codes of the cell styles that show numbers in a form of their own, by style index.

    Args:
        styles: The tree of the styles part, or None if there is none.
    """
    own = {
        attribute(item, "numFmtId"): attribute(item, "formatCode")
        for item in children(child(styles, "numFmts"), "numFmt")
    }
    codes: dict[str, str] = {}
    for index, style in enumerate(children(child(styles, "cellXfs"), "xf")):
        format_id = attribute(style, "numFmtId") or "0"
        code = own.get(format_id) or (_BUILT_IN.get(int(format_id)) if format_id.isdigit() else None)
        if code and shown_number(1, code) is not None:
            codes[str(index)] = code
    return codes


def shown_number(value: float, code: str) -> str | None:
    """Return a number as a format code shows it, or None for a code that this module does not know.

    Args:
        value: Any number; beyond `MAX_NUMBER` no code is known.
        code: For example '#,##0.00 "€"' or "0.0%".
    """
    if not abs(value) < MAX_NUMBER:
        return None
    sections = code.split(";")
    number = abs(Decimal(repr(value)))
    if value < 0 and len(sections) > 1:
        return _shown(number, sections[1])
    shown = _shown(number, sections[2] if value == 0 and len(sections) > 2 else sections[0])
    return f"-{shown}" if shown and value < 0 else shown


def _shown(number: Decimal, section: str) -> str | None:
    tokens = list(_TOKEN.finditer(section))
    plain = "".join(token["plain"] or "" for token in tokens)
    digits = [token for token in tokens if token["digits"]]
    if len(digits) > 1 or _NOT_PLAIN.search(plain):
        return None
    written = ""
    for token in tokens:
        if token["digits"]:
            form = token["digits"].rstrip(",")
            thousands = len(token["digits"]) - len(form)
            written += _number(form).write(number.scaleb(2 * plain.count("%") - 3 * thousands))
        else:
            written += token["quoted"] or token["escaped"] or token["currency"] or token["plain"] or ""
    return written.strip() or None


def _number(digits: str) -> _Number:
    whole, _, decimals = digits.partition(".")
    return _Number(
        least_decimals=min(decimals.count("0"), MAX_DECIMALS),
        most_decimals=min(len(decimals), MAX_DECIMALS),
        has_thousands="," in whole,
    )
