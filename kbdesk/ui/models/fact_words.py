"""What the screen says of what people say of documents."""

from __future__ import annotations

from datetime import date
from functools import lru_cache

from PySide6.QtCore import QDate, QLocale

from kbdesk.library.types import Facts
from kbdesk.ui.translate import translate


@lru_cache(maxsize=1000)  # formatting a date is ten times as slow as all the rest of a row
def day_words(day: date, locale: QLocale) -> str:
    """Return a day as people write it here."""
    return locale.toString(QDate(day.year, day.month, day.day), QLocale.FormatType.ShortFormat)


def tags_words(facts: Facts) -> str:
    """Return the tags in a row."""
    return translate("Facts", ", ").join(facts.tags)


def owner_words(facts: Facts) -> str:
    """Return who looks after a document, in a sentence."""
    return translate("Facts", "Owner: {name}").format(name=facts.responsible)


def is_due(facts: Facts, today: date) -> bool:
    """Return whether a document is to be looked over by now."""
    return facts.review_by is not None and facts.review_by <= today


def review_words(facts: Facts, today: date, locale: QLocale) -> str:
    """Return when a document is to be looked over, and whether that has come, or ""."""
    if facts.review_by is None:
        return ""
    day = day_words(facts.review_by, locale)
    if facts.review_by > today:
        return day
    if facts.review_by == today:
        return translate("Facts", "Due today")
    return translate("Facts", "Due since {day}").format(day=day)
