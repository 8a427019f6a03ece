"""What Word, PowerPoint and Excel files share: names without namespaces, drawings and diagrams."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from kbdesk.rag.parsers.numerals import whole_number


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


def diagram_lines(diagram: Element) -> list[str]:
    """Return the texts of a SmartArt diagram's data part, one a line: each point, then the points below it."""
    points = {attribute(point, "modelId") or str(i): point for i, point in enumerate(descendants(diagram, "pt"))}
    below: dict[str, list[tuple[int, str]]] = {}
    for link in descendants(diagram, "cxn"):
        if attribute(link, "type") in (None, "parOf"):
            place = whole_number(attribute(link, "srcOrd"), 0)
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
