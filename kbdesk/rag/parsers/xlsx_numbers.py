"""Numbers of a spreadsheet as it shows them: percent, currency, decimals, masks, fractions, powers of ten."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import takewhile

from kbdesk.rag.parsers.xlsx_codes import CodeSection, Token, code_sections, literal_text

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
    section, has_own_sign = _section(value, code_sections(code))
    is_power = "exponent" in section.kinds
    if section.kinds & _DATES or not abs(value) < (math.inf if is_power else MAX_NUMBER):
        return None
    number = abs(Decimal(repr(value)))
    if is_power:
        shown = _power(number, section.tokens)
    elif "digit" not in section.kinds and "general" not in section.kinds:
        shown = literal_text(section.tokens)
    elif "general" in section.kinds:
        plain = plain_number(abs(value))
        shown = literal_text([("plain", plain) if kind == "general" else (kind, text) for kind, text in section.tokens])
    else:
        shown = _fraction(number, section) or _form(section).write(number)
    shown = shown.strip()
    return f"-{shown}" if shown and value < 0 and not has_own_sign else shown or None


def _section(value: float, sections: Sequence[CodeSection]) -> tuple[CodeSection, bool]:
    """Return the section of a code that is for a value, and whether it says itself that it is below zero."""
    for section in sections:
        if section.condition is not None and _holds(value, section.condition):
            return section, section.condition.startswith("<") and value < 0
    free = [section for section in sections if section.condition is None]
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


@dataclass(frozen=True)
class _Form:
    """How a section writes a number.

    Attributes:
        prefix: Words before the digits.
        suffix: Words behind them.
        joint: Words before the decimal point.
        mask: Words among the digits before the point: how many digits follow each, and the words; the most first.
        least_digits: How many digits stand before the point at least.
        least_decimals: How many decimals at least.
        most_decimals: How many at most.
        shift: Power of ten by which the number is multiplied first.
        has_groups: True where thousands are told apart.
    """

    prefix: str = ""
    suffix: str = ""
    joint: str = ""
    mask: tuple[tuple[int, str], ...] = ()
    least_digits: int = 0
    least_decimals: int = 0
    most_decimals: int = 0
    shift: int = 0
    has_groups: bool = False

    def write(self, number: Decimal) -> str:
        """Return a number that is not below zero in this form."""
        rounded = _EXACT.quantize(_EXACT.scaleb(number, self.shift), Decimal(1).scaleb(-self.most_decimals))
        before, _, decimals = (f"{rounded:,f}" if self.has_groups else f"{rounded:f}").partition(".")
        before = ("" if before == "0" else before).rjust(self.least_digits, "0")
        for following, words in self.mask:
            before = before[:-following] + words + before[-following:]
        decimals = decimals[: self.least_decimals] + decimals[self.least_decimals :].rstrip("0")
        return f"{self.prefix}{before}{self.joint}{'.' * bool(decimals)}{decimals}{self.suffix}"


@lru_cache(maxsize=256)
def _form(section: CodeSection) -> _Form:
    return _form_of(section.tokens)


def _form_of(tokens: Sequence[Token]) -> _Form:
    digits = [index for index, (kind, _) in enumerate(tokens) if kind == "digit"]
    if not digits:
        return _Form(prefix=literal_text(tokens))
    point = next((index for index, token in enumerate(tokens) if token == ("plain", ".")), digits[-1] + 1)
    before = [index for index in digits if index < point]
    zeros = [index for index in digits if tokens[index][1] == "0"]
    first, last = (before[0], before[-1]) if before else (point, point)
    commas = [index for index, token in enumerate(tokens) if token == ("plain", ",")]
    words = [("setting", "") if token in (("plain", ","), ("plain", ".")) else token for token in tokens]
    among = [index for index in range(first, last) if literal_text([words[index]])]
    decimals = [index for index in digits if index > point]
    return _Form(
        prefix=literal_text(words[: min(first, point)]),
        suffix=literal_text(words[max(digits[-1], point) :]),
        joint=literal_text(words[last:point]),
        mask=tuple((sum(digit > index for digit in before), literal_text([words[index]])) for index in among),
        least_digits=len([index for index in before if zeros and index >= zeros[0]]),
        least_decimals=max((decimals.index(zero) + 1 for zero in zeros if zero > point), default=0),
        most_decimals=len(decimals),
        shift=2 * sum(token == ("plain", "%") for token in tokens) - 3 * sum(index > last for index in commas),
        has_groups=any(first < index < last for index in commas),
    )


def _power(number: Decimal, tokens: Sequence[Token]) -> str:
    """Write a number as one before "E" and a power of ten: 1.98E+08."""
    at = next(index for index, (kind, _) in enumerate(tokens) if kind == "exponent")
    head, tail = _form_of(tokens[:at]), _form_of(tokens[at + 1 :])
    width = max(sum(kind == "digit" for kind, _ in takewhile(("plain", ".").__ne__, tokens[:at])), 1)
    exponent = number.adjusted() // width * width if number else 0
    if _EXACT.quantize(_EXACT.scaleb(number, -exponent), Decimal(1).scaleb(-head.most_decimals)) >= 10**width:
        exponent += width
    mark = "-" if exponent < 0 else "+" if tokens[at][1].endswith("+") else ""
    return f"{head.write(_EXACT.scaleb(number, -exponent))}E{mark}{tail.write(Decimal(abs(exponent)))}"


def _fraction(number: Decimal, section: CodeSection) -> str | None:
    match = "/" in section.plain and _FRACTION.fullmatch(section.plain)
    if not match:
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
