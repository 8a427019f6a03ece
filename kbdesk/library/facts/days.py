"""Days of the calendar where the person is."""

from __future__ import annotations

from calendar import monthrange
from datetime import date, datetime


def today() -> date:
    """Return the day it is on this computer."""
    return datetime.now().astimezone().date()


def months_after(day: date, months: int) -> date:
    """Return the same day so many months later, or the last one of a month that is shorter."""
    years, month = divmod(day.month - 1 + months, 12)
    year, month = day.year + years, month + 1
    return date(year, month, min(day.day, monthrange(year, month)[1]))
