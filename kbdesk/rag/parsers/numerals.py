"""Numbers that documents write: 3, c, C, iii, III, 三."""

from __future__ import annotations

from typing import Literal, TypeVar

NumberStyle = Literal[
    "decimal", "lower_letter", "upper_letter", "lower_roman", "upper_roman", "two_digits", "chinese", "none"
]

Default = TypeVar("Default", int, None)

_MAX_DIGITS = 9
_ROMAN = (
    (1000, "M"),
    (900, "CM"),
    (500, "D"),
    (400, "CD"),
    (100, "C"),
    (90, "XC"),
    (50, "L"),
    (40, "XL"),
    (10, "X"),
    (9, "IX"),
    (5, "V"),
    (4, "IV"),
    (1, "I"),
)
_CHINESE = "〇一二三四五六七八九"


def whole_number(word: str | None, default: Default) -> int | Default:
    """Return the number that digits say; `default` for other words, and for more digits than a file ever needs."""
    return int(word) if word and word.isdecimal() and len(word) <= _MAX_DIGITS else default


def numeral(number: int, style: NumberStyle) -> str:
    """Return a number as a list of that style shows it."""
    match style:
        case "lower_letter":
            return _letters(number).lower()
        case "upper_letter":
            return _letters(number)
        case "lower_roman":
            return _roman(number).lower()
        case "upper_roman":
            return _roman(number)
        case "two_digits":
            return f"{number:02}"
        case "chinese":
            return _chinese(number)
        case "none":
            return ""
        case "decimal":
            return str(number)


def _letters(number: int) -> str:
    """Return A to Z, then AA, BB, ... as word processors count."""
    return chr(ord("A") + (number - 1) % 26) * min((number - 1) // 26 + 1, 10) if number > 0 else ""


def _roman(number: int) -> str:
    if not 0 < number < 4000:
        return str(number)
    numerals = ""
    for value, sign in _ROMAN:
        numerals += sign * (number // value)
        number %= value
    return numerals


def _chinese(number: int) -> str:
    """Return 一 to 九十九, which is as far as headings go; above, the digits one by one."""
    if not 0 < number < 100:
        return "".join(_CHINESE[int(digit)] for digit in str(max(number, 0)))
    tens, ones = divmod(number, 10)
    return ("" if tens < 2 else _CHINESE[tens]) + "十" * bool(tens) + (_CHINESE[ones] if ones else "")
