"""Numbers of a spreadsheet as it shows them: percent, currency, decimals, masks, fractions, powers of ten."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction

from kbdesk.rag.parsers.xlsx_codes import LITERALS, Token, code_sections

MAX_NUMBER = 1e15
"""Above it a number has digits that the file does not hold."""

_DATES = frozenset({"date", "half", "elapsed"})
_FRACTION = re.compile(r"(?:(?P<whole>[#0?]+) +)?[#0?]+/(?P<denominator>[#?]+|\d+)")
_EXACT = Context(prec=600, rounding=ROUND_HALF_UP)
"""Room for the digits of any number in a code of 255 characters."""


def plain_number(value: float) -> str:
    """Return a number as a person writes it: no 3.0 for 3."""
    if isinstance(value, int) or (value.is_integer() and abs(value) < MAX_NUMBER):
        return str(int(value))
    return f"{value:.15g}"


def shown_number(value: float, code: str) -> str | None:
    """Return a number as a format code shows it, or None for a code of another kind or one that shows nothing.

    Args:
        value: Any number; powers of ten are the only codes for one beyond `MAX_NUMBER`.
        code: For example '#,##0.00 "€"' or "0.0%".
    """
    tokens, has_own_sign = _section(value, code_sections(code))
    kinds = {kind for kind, _ in tokens}
    if kinds & _DATES or not (abs(value) < MAX_NUMBER or ("exponent" in kinds and abs(value) < float("inf"))):
        return None
    number = abs(Decimal(repr(value)))
    if "general" in kinds:
        shown = _literals(
            [("quoted", plain_number(abs(value))) if kind == "general" else (kind, text) for kind, text in tokens]
        )
    elif "exponent" in kinds:
        shown = _power(number, tokens)
    else:
        shown = _fraction(number, tokens) or _decimal(number, tokens)
    shown = shown.strip()
    return f"-{shown}" if shown and value < 0 and not has_own_sign else shown or None


def _section(value: float, sections: Sequence[list[Token]]) -> tuple[list[Token], bool]:
    """Return the section of a code that is for a value, and whether it says itself that it is below zero."""
    for section in sections:
        condition = next((text for kind, text in section if kind == "condition"), None)
        if condition is not None and _holds(value, condition):
            return section, condition.startswith("<") and value < 0
    free = [section for section in sections if all(kind != "condition" for kind, _ in section)]
    if len(free) < len(sections):
        return (free or sections)[-1], False
    if value < 0 and len(sections) > 1:
        return sections[1], True
    return sections[2] if value == 0 and len(sections) > 2 else sections[0], False


def _holds(value: float, condition: str) -> bool:
    sign = condition.rstrip("-.0123456789 ")
    try:
        bound = float(condition[len(sign) :])
    except ValueError:
        return False
    return {
        "<": value < bound,
        "<=": value <= bound,
        ">": value > bound,
        ">=": value >= bound,
        "=": value == bound,
        "<>": value != bound,
    }.get(sign, False)


def _literals(tokens: Sequence[Token]) -> str:
    """Return what a section shows beside its digits."""
    words = (
        text[1:].partition("-")[0] if kind == "currency" else text
        for kind, text in tokens
        if kind in LITERALS or kind in ("currency", "shown")
    )
    return "".join(words)


def _decimal(number: Decimal, tokens: Sequence[Token]) -> str:
    """Write a number into the digits of a section, from the decimal point to both sides."""
    point = next((index for index, token in enumerate(tokens) if token == ("plain", ".")), len(tokens))
    digits = [index for index, (kind, _) in enumerate(tokens) if kind == "digit"]
    whole, decimals = [index for index in digits if index < point], [index for index in digits if index > point]
    commas = [index for index, token in enumerate(tokens) if token == ("plain", ",") and digits]
    last = whole[-1] if whole else point
    scale = sum(index > last for index in commas)
    grouped = any(whole and whole[0] < index < last for index in commas)
    percents = sum(token == ("plain", "%") for token in tokens)
    scaled = _EXACT.scaleb(number, 2 * percents - 3 * scale)
    rounded = _EXACT.quantize(scaled, Decimal(1).scaleb(-len(decimals)))
    before, _, after = f"{rounded:f}".partition(".")
    shown = (
        dict.fromkeys(commas, "")
        | _whole(before.lstrip("0"), whole, tokens, grouped)
        | _decimals(after, decimals, tokens)
    )
    if not any(shown.get(index) for index in decimals):
        shown[point] = ""
    return _literals([("shown", shown[index]) if index in shown else token for index, token in enumerate(tokens)])


def _whole(digits: str, places: Sequence[int], tokens: Sequence[Token], grouped: bool) -> dict[int, str]:
    """Return what stands in each place before the point; more digits than places all stand in the first."""
    if not places:
        return {}
    zeros = [index for index, place in enumerate(reversed(places), 1) if tokens[place][1] == "0"]
    digits = digits.rjust(max(zeros, default=0), "0")
    groups = [digit + "," * (grouped and index > 0 and index % 3 == 0) for index, digit in enumerate(reversed(digits))]
    shown = dict.fromkeys(places, "") | dict(zip(reversed(places), groups, strict=False))
    shown[places[0]] = "".join(reversed(groups[len(places) - 1 :]))
    return shown


def _decimals(digits: str, places: Sequence[int], tokens: Sequence[Token]) -> dict[int, str]:
    shown = dict(zip(places, digits, strict=True))
    for place in reversed(places):
        if shown[place] != "0" or tokens[place][1] == "0":
            break
        shown[place] = ""
    return shown


def _power(number: Decimal, tokens: Sequence[Token]) -> str:
    """Write a number as one before "E" and a power of ten: 1.98E+08."""
    at = next(index for index, (kind, _) in enumerate(tokens) if kind == "exponent")
    head, sign, tail = tokens[:at], tokens[at][1][1:], tokens[at + 1 :]
    point = next((index for index, token in enumerate(head) if token == ("plain", ".")), len(head))
    width = max(sum(kind == "digit" for kind, _ in head[:point]), 1)
    decimals = sum(kind == "digit" for kind, _ in head[point:])
    exponent = number.adjusted() // width * width if number else 0
    if _EXACT.quantize(_EXACT.scaleb(number, -exponent), Decimal(1).scaleb(-decimals)) >= 10**width:
        exponent += width
    mark = "-" if exponent < 0 else "+" if sign == "+" else ""
    return f"{_decimal(_EXACT.scaleb(number, -exponent), head)}E{mark}{_decimal(Decimal(abs(exponent)), tail)}"


def _fraction(number: Decimal, tokens: Sequence[Token]) -> str | None:
    match = _FRACTION.fullmatch("".join(text for kind, text in tokens if kind in ("digit", "plain")).strip())
    if match is None:
        return None
    whole = int(number) if match["whole"] else 0
    rest, bound = Fraction(number) - whole, match["denominator"]
    if bound.isdigit() and int(bound):
        above, below = round(rest * int(bound)), int(bound)
    else:
        above, below = rest.limit_denominator(10 ** len(bound) - 1).as_integer_ratio()
    if above == below and match["whole"]:
        whole, above = whole + 1, 0
    return " ".join([str(whole)] * (whole > 0 or not above) + [f"{above}/{below}"] * (above > 0))
