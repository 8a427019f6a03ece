"""What Word, PowerPoint and Excel files share: names without namespaces, drawings, charts and diagrams."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element


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
    """Return a chart part as lines: its titles, then each series as "name: category value, ..."."""
    lines = [line for title in descendants(chart, "title") for line in shape_paragraphs(title)]
    for series in descendants(chart, "ser"):
        name = " ".join(_cached(child(series, "tx")))
        categories = _cached(child(series, "cat")) or _cached(child(series, "xVal"))
        values = _cached(child(series, "val")) or _cached(child(series, "yVal"))
        lines.append(series_line(name, categories, values))
    return [line for line in lines if line]


def series_line(name: str, categories: list[str], values: list[str]) -> str:
    """Return a series of a chart as "name: category value, ...", or less where something is missing."""
    padded = categories + [""] * (len(values) - len(categories))
    pairs = [f"{category} {value}".strip() for category, value in zip(padded, values, strict=False)]
    line = ", ".join(pairs or categories)
    return f"{name}: {line}" if name and line else name or line


def _cached(reference: Element | None) -> list[str]:
    """Return the values that a chart keeps beside a reference into its worksheet."""
    if reference is None:
        return []
    return [(value.text or "").strip() for value in descendants(reference, "v")]


def diagram_lines(diagram: Element) -> list[str]:
    """Return the texts of a SmartArt diagram's data part, one a line, in the order of its points."""
    return [" ".join(shape_paragraphs(point)) for point in descendants(diagram, "pt") if shape_paragraphs(point)]
