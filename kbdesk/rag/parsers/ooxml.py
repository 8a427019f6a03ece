"""What Word, PowerPoint and Excel files share: names without namespaces, drawings, charts and diagrams."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, zip_longest
from xml.etree.ElementTree import Element

_MAX_POINTS = 100_000
"""Of a chart's series: more than a worksheet's chart may have."""


def local(element: Element) -> str:
    """Return an element's name without its namespace."""
    return element.tag.rpartition("}")[2]


def attribute(element: Element | None, name: str) -> str | None:
    """Return the value of an attribute by its name without namespace, or None."""
    if element is None:
        return None
    for key, value in element.attrib.items():
        if key.rpartition("}")[2] == name:
            return value
    return None


def child(element: Element | None, *path: str) -> Element | None:
    """Return the first descendant along a path of names without namespaces, or None."""
    for name in path:
        if element is None:
            return None
        element = next((item for item in element if local(item) == name), None)
    return element


def children(element: Element | None, name: str) -> Iterator[Element]:
    """Yield the children of a name without namespace."""
    return (item for item in (() if element is None else element) if local(item) == name)


def descendants(element: Element, name: str) -> Iterator[Element]:
    """Yield the descendants of a name without namespace, in document order."""
    return (item for item in element.iter() if local(item) == name)


def shape_paragraphs(element: Element) -> list[str]:
    """Return the paragraphs of DrawingML text below an element, blank ones left out."""
    paragraphs = (
        "".join(
            "\n" if local(item) == "br" else item.text or "" for item in paragraph.iter() if local(item) in ("t", "br")
        )
        for paragraph in descendants(element, "p")
    )
    return [paragraph.strip() for paragraph in paragraphs if paragraph.strip()]


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
    filled = [_repeated(column) for column in columns[:-1]] + columns[-1:]
    return [" ".join(filter(None, parts)) for parts in zip_longest(*filled, fillvalue="")]


def _points(level: Element) -> list[str]:
    """Return the points of a level, "" for those left out."""
    points = list(descendants(level, "pt"))
    if not points:
        return [(value.text or "").strip() for value in descendants(level, "v")]
    places = [attribute(point, "idx") or "" for point in points]
    numbers = [int(place) if place.isdigit() else index for index, place in enumerate(places)]
    words = [" ".join("".join(point.itertext()).split()) for point in points]
    if max(numbers) >= _MAX_POINTS:  # what a broken file claims
        return words
    filled = [""] * (max(numbers) + 1)
    for number, word in zip(numbers, words, strict=True):
        filled[number] = word
    return filled


def _repeated(column: list[str]) -> list[str]:
    """Return a level with each label at all its places; it is written at the first of them."""
    return list(accumulate(column, lambda before, label: label or before))


def diagram_lines(diagram: Element) -> list[str]:
    """Return the texts of a SmartArt diagram's data part, one a line: each point, then the points below it."""
    points = {attribute(point, "modelId") or str(i): point for i, point in enumerate(descendants(diagram, "pt"))}
    below: dict[str, list[tuple[int, str]]] = {}
    for link in descendants(diagram, "cxn"):
        if attribute(link, "type") in (None, "parOf"):
            order = attribute(link, "srcOrd") or ""
            place = int(order) if order.isdigit() else 0
            below.setdefault(attribute(link, "srcId") or "", []).append((place, attribute(link, "destId") or ""))
    lines: list[str] = []
    waiting = [key for key, point in reversed(points.items()) if attribute(point, "type") == "doc"]
    while waiting or points:
        key = waiting.pop() if waiting else next(iter(points))  # a point that nothing leads to stands at the end
        point = points.pop(key, None)
        if point is None:
            continue
        lines.append(" ".join(shape_paragraphs(point)))
        waiting += [key for _, key in sorted(below.get(key, ()), key=lambda pair: pair[0], reverse=True)]
    return [line for line in lines if line]
