"""Word's styles and numbering: which paragraphs are headings, and what stands before the items of lists."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from kbdesk.rag.parsers.numerals import NumberStyle, numeral
from kbdesk.rag.parsers.ooxml import attribute, child, children

TITLE_LEVEL = 0
BODY_LEVEL = 9
"""Word's outline level of text that is no heading; headings have 0 to 8 in its files."""

_NUMBER_STYLES: dict[str, NumberStyle] = {
    "lowerLetter": "lower_letter",
    "upperLetter": "upper_letter",
    "lowerRoman": "lower_roman",
    "upperRoman": "upper_roman",
    **dict.fromkeys(("chineseCounting", "chineseCountingThousand", "japaneseCounting", "ideographDigital"), "chinese"),
    "none": "none",
}
_HEADING_NAME = re.compile(r"heading ([1-9])$", re.IGNORECASE)
_MAX_PARENTS = 20


@dataclass(frozen=True)
class _Style:
    name: str
    parent: str | None
    properties: Element | None


class Styles:
    """The paragraph styles of a document.

    Args:
        root: The tree of the styles part, or None if there is none.
    """

    def __init__(self, root: Element | None) -> None:
        self._styles = {
            attribute(style, "styleId") or "": _Style(
                name=attribute(child(style, "name"), "val") or "",
                parent=attribute(child(style, "basedOn"), "val"),
                properties=child(style, "pPr"),
            )
            for style in children(root, "style")
        }

    def heading_level(self, paragraph: Element) -> int | None:
        """Return 1 to 9 for a heading, 0 for the document's title, None for other paragraphs."""
        properties = child(paragraph, "pPr")
        outline = attribute(child(properties, "outlineLvl"), "val")
        chain = self._chain(properties)
        for style in chain:
            if style.name.lower() == "title":
                return TITLE_LEVEL
            if named := _HEADING_NAME.match(style.name):
                return int(named.group(1))
            outline = outline or attribute(child(style.properties, "outlineLvl"), "val")
        if outline is None or not outline.isdigit() or int(outline) >= BODY_LEVEL:
            return None
        return int(outline) + 1

    def numbering(self, paragraph: Element) -> tuple[str, int] | None:
        """Return the id of the list and the level (from 0) of a list item, or None."""
        properties = child(paragraph, "pPr")
        level: str | None = None
        for holder in (properties, *(style.properties for style in self._chain(properties))):
            numbering = child(holder, "numPr")
            level = level or attribute(child(numbering, "ilvl"), "val")
            list_id = attribute(child(numbering, "numId"), "val")
            if list_id is not None:
                return (list_id, int(level or 0)) if list_id != "0" else None
        return None

    def _chain(self, properties: Element | None) -> list[_Style]:
        """Return the paragraph's style and those it is based on."""
        chain: list[_Style] = []
        style_id = attribute(child(properties, "pStyle"), "val")
        while style_id in self._styles and len(chain) < _MAX_PARENTS:
            chain.append(self._styles[style_id])
            style_id = chain[-1].parent
        return chain


@dataclass(frozen=True)
class _Level:
    number_format: str
    pattern: str
    start: int


class Numbering:
    """The labels of list items ("-", "2.", "b)"), counted in document order.

    Args:
        root: The tree of the numbering part, or None if there is none.
    """

    def __init__(self, root: Element | None) -> None:
        abstract = {
            attribute(item, "abstractNumId"): [_level(level) for level in children(item, "lvl")]
            for item in children(root, "abstractNum")
        }
        self._lists: dict[str, tuple[str, list[_Level]]] = {}
        for item in children(root, "num"):
            abstract_id = attribute(child(item, "abstractNumId"), "val") or ""
            self._lists[attribute(item, "numId") or ""] = (abstract_id, abstract.get(abstract_id, []))
        self._counters: defaultdict[str, dict[int, int]] = defaultdict(dict)

    def label(self, list_id: str, level: int) -> str:
        """Count one more item and return its label, indented by two blanks a level; "- " for an unknown list."""
        indent = "  " * min(level, BODY_LEVEL)
        counter_id, levels = self._lists.get(list_id, ("", []))
        if level >= len(levels) or levels[level].number_format == "bullet":
            return f"{indent}- "
        counters = self._counters[counter_id]
        counters[level] = counters.get(level, levels[level].start - 1) + 1
        for deeper in [known for known in counters if known > level]:
            del counters[deeper]
        label = re.sub(r"%([1-9])", lambda match: _number(counters, levels, int(match[1]) - 1), levels[level].pattern)
        return f"{indent}{label} " if label else indent


def _level(element: Element) -> _Level:
    start = attribute(child(element, "start"), "val") or "1"
    return _Level(
        number_format=attribute(child(element, "numFmt"), "val") or "decimal",
        pattern=attribute(child(element, "lvlText"), "val") or "",
        start=int(start) if start.isdigit() else 1,
    )


def _number(counters: dict[int, int], levels: list[_Level], level: int) -> str:
    if level >= len(levels):
        return ""
    number = counters.get(level, levels[level].start)
    return numeral(number, _NUMBER_STYLES.get(levels[level].number_format, "decimal"))
