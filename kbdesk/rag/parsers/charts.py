"""Charts of Word, PowerPoint and Excel files as text."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import accumulate, zip_longest
from xml.etree.ElementTree import Element

from kbdesk.rag.parsers.ooxml import attribute, child, descendants, shape_paragraphs
from kbdesk.rag.parsers.xlsx_codes import code_sections
from kbdesk.rag.parsers.xlsx_formats import shown_value

_MAX_POINTS = 100_000
"""Of a chart's series: more than a worksheet's chart may have."""
_FIRST_DAY = datetime(1899, 12, 30)  # noqa: DTZ001 - a worksheet's days have no time zone
_LAST_NUMBER = 2_958_465
"""Of a day: 31 December 9999."""


def chart_lines(chart: Element) -> list[str]:
    """Return a chart part as lines: its titles, then each series as "name: category value, ...".

    The values are those that the chart keeps beside its references; its worksheet is not needed. Reads both
    generations of charts, also those that only the newer one has (funnel, treemap, ...).
    """
    lines = [line for title in descendants(chart, "title") for line in _title(title)]
    for series in descendants(chart, "ser"):
        name = " ".join(_cached(child(series, "tx")))
        categories = _cached(child(series, "cat")) or _cached(child(series, "xVal"))
        values = _cached(child(series, "val")) or _cached(child(series, "yVal"))
        lines.append(series_line(name, categories, values))
    data = {attribute(item, "id"): item for item in descendants(chart, "data")}
    for series in descendants(chart, "series"):
        name = " ".join(_cached(child(series, "tx")))
        own = data.get(attribute(child(series, "dataId"), "val"))
        lines.append(series_line(name, _cached(child(own, "strDim")), _cached(child(own, "numDim"))))
    return [line for line in lines if line]


def _title(title: Element) -> list[str]:
    return shape_paragraphs(title) or _cached(child(title, "tx"))


def series_line(name: str, categories: list[str], values: list[str]) -> str:
    """Return a series of a chart as "name: category value, ...", or less where something is missing."""
    padded = categories + [""] * (len(values) - len(categories))
    pairs = [f"{category} {value}".strip() for category, value in zip(padded, values, strict=False)]
    line = ", ".join(pairs or categories)
    return f"{name}: {line}" if name and line else name or line


def _cached(reference: Element | None) -> list[str]:
    """Return the values that a chart keeps beside a reference; those of several levels joined, the outer first."""
    if reference is None:
        return []
    levels = list(descendants(reference, "lvl")) or [reference]
    columns = [_points(level) for level in reversed(levels)]
    filled = [_repeated(column, len(columns[-1])) for column in columns[:-1]] + columns[-1:]
    return [" ".join(filter(None, parts)) for parts in zip_longest(*filled, fillvalue="")]


def _points(level: Element) -> list[str]:
    """Return the points of a level, "" for those left out."""
    points = list(descendants(level, "pt"))
    if not points:
        return [(value.text or "").strip() for value in descendants(level, "v")]
    places = [attribute(point, "idx") or "" for point in points]
    numbers = [int(place) if place.isdigit() else index for index, place in enumerate(places)]
    code = attribute(level, "formatCode") or next((item.text for item in descendants(level, "formatCode")), None)
    words = [_shown(" ".join("".join(point.itertext()).split()), code) for point in points]
    if max(numbers) >= _MAX_POINTS:  # what a broken file claims
        return words
    filled = [""] * (max(numbers) + 1)
    for number, word in zip(numbers, words, strict=True):
        filled[number] = word
    return filled


def _repeated(column: list[str], length: int) -> list[str]:
    """Return a level with each label at all its places; it is written at the first of them."""
    padded = column + [""] * (length - len(column))
    return list(accumulate(padded, lambda before, label: label or before))


def _shown(word: str, code: str | None) -> str:
    """Return a number as the chart shows it; other words, and numbers without a format code, as they are."""
    try:
        value = float(word)
    except ValueError:
        return word
    if code is None:
        return word
    if "date" in code_sections(code)[0].kinds and 0 <= value <= _LAST_NUMBER:
        return shown_value(_FIRST_DAY + timedelta(days=value), code)
    return shown_value(value, code)
