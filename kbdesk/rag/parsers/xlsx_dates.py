"""Dates, times and durations of a spreadsheet as it shows them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from functools import lru_cache

from kbdesk.rag.parsers.xlsx_codes import LITERALS, Token, code_sections

_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_ENGLISH = 0x09
_LANGUAGE_BITS = 0x3FF


@lru_cache(maxsize=4096)
def shown_date(value: time | date | datetime | timedelta, code: str) -> str | None:
    """Return a date, time or duration as a format code shows it.

    None for a code of another kind, and where the form or the names depend on the language a program is set to.

    Args:
        value: The value.
        code: For example "dd.mm.yyyy" or "[h]:mm".
    """
    section = code_sections(code)[0]
    is_elapsed = "elapsed" in section.kinds
    if is_elapsed != isinstance(value, timedelta) or section.kinds.isdisjoint(("date", "elapsed")):
        return None
    tokens = section.tokens
    words = [_word(tokens, index, value) for index in range(len(tokens))]
    return None if None in words else "".join(filter(None, words)).strip() or None


def _word(tokens: Sequence[Token], index: int, value: time | date | timedelta) -> str | None:
    """Return what a piece of the code shows, or None if that is unknown."""
    kind, text = tokens[index]
    if kind in LITERALS:
        return text
    if kind == "currency":
        return "" if _is_english(text) or not _has_names(tokens) else None
    if kind == "half":
        return None if isinstance(value, timedelta) else _half(text, value)
    if kind == "digit":
        return _fraction_of_second(tokens, index, value)
    if kind not in ("date", "elapsed"):
        return "" if kind in ("padding", "condition", "setting") else None
    unit = "min" if text[0].lower() == "m" and _is_minute(tokens, index) else text[0].lower()
    if isinstance(value, timedelta):
        return _of_duration(value, unit, len(text), is_total=kind == "elapsed")
    if unit in ("h", "min", "s"):
        return _of_time(_time(value), unit, len(text), is_half_day=any(kind == "half" for kind, _ in tokens))
    return _of_date(value, unit, len(text)) if isinstance(value, date) else None


def _of_date(value: date, unit: str, length: int) -> str | None:
    if unit == "y":
        return f"{value.year:04}" if length > 2 else f"{value.year % 100:02}"
    if unit == "e":
        return str(value.year)
    if unit not in ("m", "d"):
        return None  # eras, and the names of weekdays in East Asia
    number, names = (value.month, _MONTHS) if unit == "m" else (value.day, _DAYS)
    if length < 3:
        return f"{number:0{length}}"
    name = names[value.month - 1 if unit == "m" else value.weekday()]
    return name[:3] if length == 3 else name if length == 4 else name[0]


def _of_time(value: time, unit: str, length: int, *, is_half_day: bool) -> str:
    number = {"h": value.hour, "min": value.minute, "s": value.second}[unit]
    if unit == "h" and is_half_day:
        number = number % 12 or 12
    return f"{number:0{min(length, 2)}}"


def _of_duration(value: timedelta, unit: str, length: int, *, is_total: bool) -> str | None:
    if unit not in ("h", "m", "min", "s"):
        return None
    seconds = abs(value).total_seconds()
    total = int(seconds // {"h": 3600, "m": 60, "min": 60, "s": 1}[unit])
    if not is_total:
        return f"{total % 60:0{min(length, 2)}}"
    return f"{'-' if value < timedelta() else ''}{total:0{length}}"


def _half(text: str, value: time | date) -> str:
    halves = text.split("/")
    return halves[_time(value).hour >= 12]


def _fraction_of_second(tokens: Sequence[Token], index: int, value: time | date | timedelta) -> str | None:
    """Return a digit after the point that follows seconds, as in "ss.00"."""
    start = index
    while start and tokens[start - 1][0] == "digit":
        start -= 1
    if start < 2 or tokens[start - 1] not in (("plain", "."), ("plain", ",")) or not _is(tokens[start - 2], "s"):
        return None
    microsecond = value.microseconds if isinstance(value, timedelta) else _time(value).microsecond
    return f"{microsecond:06}"[index - start : index - start + 1] or "0"


def _is_minute(tokens: Sequence[Token], index: int) -> bool:
    """Tell whether an "m" is for minutes: it stands after hours or before seconds."""
    if tokens[index][0] == "elapsed":
        return True
    before = next((token for token in reversed(tokens[:index]) if token[0] in ("date", "elapsed")), None)
    after = next((token for token in tokens[index + 1 :] if token[0] in ("date", "elapsed")), None)
    return _is(before, "h") or _is(after, "s")


def _is(token: Token | None, letter: str) -> bool:
    return token is not None and token[0] in ("date", "elapsed") and token[1][0].lower() == letter


def _time(value: time | date) -> time:
    if isinstance(value, time):
        return value
    return value.time() if isinstance(value, datetime) else time()


def _has_names(tokens: Sequence[Token]) -> bool:
    return any(
        kind == "date" and len(text) > 2 and text[0].lower() in "md" and not _is_minute(tokens, index)
        for index, (kind, text) in enumerate(tokens)
    )


def _is_english(locale: str) -> bool:
    """Tell whether the locale of a code, as in "$-409" or "$-en-US", is English or none."""
    name = locale.partition("-")[2]
    if name[:2].lower() == "en":
        return True
    try:
        number = int(name or "0", 16)
    except ValueError:
        return False
    return number == 0 or (number <= 0xFFFF and number & _LANGUAGE_BITS == _ENGLISH)
