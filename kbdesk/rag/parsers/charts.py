"""Charts of Word, PowerPoint and Excel files as text."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from xml.etree.ElementTree import Element

from kbdesk.rag.parsers.numerals import whole_number
from kbdesk.rag.parsers.ooxml import attribute, child, descendants, shape_paragraphs
from kbdesk.rag.parsers.xlsx_codes import code_sections
from kbdesk.rag.parsers.xlsx_formats import shown_value

_MAX_LEVELS = 10
"""Of categories inside each other; people make two or three."""
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
        categories = _cached(child(series, "cat")) or _cached(child(series, "xVal"))
        values = _cached(child(series, "val")) or _cached(child(series, "yVal"))
        lines.append(_series_line(series, categories, values))
    data = {attribute(item, "id"): item for item in descendants(chart, "data")}
    for series in descendants(chart, "series"):
        own = data.get(attribute(child(series, "dataId"), "val"))
        lines.append(_series_line(series, _cached(child(own, "strDim")), _cached(child(own, "numDim"))))
    return [line for line in lines if line]


def _title(title: Element) -> list[str]:
    return shape_paragraphs(title) or list(_cached(child(title, "tx")).values())


def _series_line(series: Element, categories: dict[int, str], values: dict[int, str]) -> str:
    """Return a series of a chart as "name: category value, ...", or less where something is missing."""
    name = " ".join(_cached(child(series, "tx")).values())
    last = max(values or categories, default=0)
    places = (place for place in sorted({*categories, *values}) if place <= last)
    pairs = (f"{categories.get(place, '')} {values.get(place, '')}".strip() for place in places)
    return ": ".join(filter(None, (name, ", ".join(filter(None, pairs)))))


def _cached(reference: Element | None) -> dict[int, str]:
    """Return the values that a chart keeps beside a reference, by place; several levels joined, the outer first."""
    if reference is None:
        return {}
    levels = list(descendants(reference, "lvl")) or [reference]
    *outer, inner = (_points(level) for level in reversed(levels[:_MAX_LEVELS]))
    columns = [*(_repeated(column, inner) for column in outer), inner]
    places = sorted({place for column in columns for place in column})
    return {place: " ".join(filter(None, (column.get(place, "") for column in columns))) for place in places}


def _points(level: Element) -> dict[int, str]:
    """Return the points of a level by their places; some may be left out."""
    points = list(descendants(level, "pt"))
    if not points:
        return {index: (value.text or "").strip() for index, value in enumerate(descendants(level, "v"))}
    code = attribute(level, "formatCode") or next((item.text for item in descendants(level, "formatCode")), None)
    return {
        _place(point, index): _shown(" ".join("".join(point.itertext()).split()), code)
        for index, point in enumerate(points)
    }


def _place(point: Element, index: int) -> int:
    return whole_number(attribute(point, "idx"), index)


def _repeated(column: dict[int, str], inner: Iterable[int]) -> dict[int, str]:
    """Return an outer level with each label at all its places; it is written at the first of them."""
    filled: dict[int, str] = {}
    label = ""
    for place in sorted({*column, *inner}):
        label = column.get(place) or label
        filled[place] = label
    return filled


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
