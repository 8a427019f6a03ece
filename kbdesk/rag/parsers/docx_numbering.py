"""Word's lists: what stands before their items."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, replace
from xml.etree.ElementTree import Element

from kbdesk.rag.parsers.docx_styles import BODY_LEVEL, ListPlace
from kbdesk.rag.parsers.numerals import NumberStyle, numeral, whole_number
from kbdesk.rag.parsers.ooxml import attribute, child, children

_NUMBER_STYLES: dict[str, NumberStyle] = {
    "lowerLetter": "lower_letter",
    "upperLetter": "upper_letter",
    "lowerRoman": "lower_roman",
    "upperRoman": "upper_roman",
    "decimalZero": "two_digits",
    **dict.fromkeys(("chineseCounting", "chineseCountingThousand", "japaneseCounting", "ideographDigital"), "chinese"),
    "none": "none",
}


@dataclass(frozen=True)
class _Level:
    is_bullet: bool
    number_style: NumberStyle
    pattern: str
    start: int
    restart: int  # begins anew after an item of a level below this one, from 0
    is_plain: bool  # writes the numbers of all levels as 1, 2, 3
    style_id: str | None


_Levels = dict[int, _Level]


@dataclass(frozen=True)
class _List:
    counted_with: str
    levels: _Levels
    starts: dict[int, int]  # levels that begin anew with this list


class Numbering:
    """The labels of list items ("-", "2.", "b)"), counted in document order.

    Args:
        root: The tree of the numbering part, or None if there is none.
    """

    def __init__(self, root: Element | None) -> None:
        definitions = _definitions(root)
        self._lists: dict[str, _List] = {}
        for item in children(root, "num"):
            counted_with = attribute(child(item, "abstractNumId"), "val") or ""
            counted_with, levels = definitions.get(counted_with, (counted_with, {}))
            self._lists[attribute(item, "numId") or ""] = _with_overrides(item, _List(counted_with, levels, {}))
        self._counters: defaultdict[str, dict[int, int]] = defaultdict(dict)
        self._begun: set[tuple[str, int]] = set()

    def label(self, place: ListPlace) -> str:
        """Count one more item and return its label, indented by two blanks a level; "- " for an unknown list."""
        found = self._lists.get(place.list_id)
        level = _level_of(place, found)
        indent = "  " * min(level, BODY_LEVEL)
        definition = found.levels.get(level) if found else None
        if found is None or definition is None or definition.is_bullet:
            return f"{indent}- "
        counters = self._count(place.list_id, found, level)
        label = re.sub(
            r"%([1-9])",
            lambda match: _number(counters, found.levels, int(match[1]) - 1, is_plain=definition.is_plain),
            definition.pattern,
        )
        return f"{indent}{label} " if label else indent

    def _count(self, list_id: str, found: _List, level: int) -> dict[int, int]:
        counters = self._counters[found.counted_with]
        if level in found.starts and (list_id, level) not in self._begun:
            self._begun.add((list_id, level))
            counters[level] = found.starts[level]
        else:
            counters[level] = counters.get(level, found.levels[level].start - 1) + 1
        for deeper in [known for known in counters if known > level]:
            if deeper not in found.levels or level < found.levels[deeper].restart:
                del counters[deeper]
        return counters


def _definitions(root: Element | None) -> dict[str, tuple[str, _Levels]]:
    """Return the id under which a definition is counted and its levels, by its own id.

    One that only names a style means the definition that belongs to the style.
    """
    items = {attribute(item, "abstractNumId") or "": item for item in children(root, "abstractNum")}
    of_style = {attribute(child(item, "styleLink"), "val"): item_id for item_id, item in items.items()}
    found: dict[str, tuple[str, _Levels]] = {}
    for item_id, item in items.items():
        named = attribute(child(item, "numStyleLink"), "val")
        target = of_style.get(named, item_id) if named else item_id
        found[item_id] = target, _levels(items[target])
    return found


def _levels(holder: Element) -> _Levels:
    levels = enumerate(children(holder, "lvl"))
    return {place: _level(level, place) for index, level in levels for place in (_index(level, index),)}


def _with_overrides(item: Element, base: _List) -> _List:
    levels, starts = dict(base.levels), dict(base.starts)
    for override in children(item, "lvlOverride"):
        place = _index(override, 0)
        if (own := child(override, "lvl")) is not None:
            levels[place] = _level(own, place)
        start = whole_number(attribute(child(override, "startOverride"), "val"), None)
        if start is not None:
            starts[place] = start
            if place in levels:
                levels[place] = replace(levels[place], start=start)
    return _List(base.counted_with, levels, starts)


def _level_of(place: ListPlace, found: _List | None) -> int:
    if place.level is not None or found is None:
        return place.level or 0
    return next((level for level, known in found.levels.items() if known.style_id == place.style_id), 0)


def _index(element: Element, default: int) -> int:
    return whole_number(attribute(element, "ilvl"), default)


def _level(element: Element, place: int) -> _Level:
    number_format = attribute(child(element, "numFmt"), "val") or "decimal"
    return _Level(
        is_bullet=number_format == "bullet",
        number_style=_NUMBER_STYLES.get(number_format, "decimal"),
        pattern=attribute(child(element, "lvlText"), "val") or "",
        start=whole_number(attribute(child(element, "start"), "val"), 1),
        restart=min(whole_number(attribute(child(element, "lvlRestart"), "val"), place), place),
        is_plain=child(element, "isLgl") is not None,
        style_id=attribute(child(element, "pStyle"), "val"),
    )


def _number(counters: dict[int, int], levels: _Levels, level: int, *, is_plain: bool) -> str:
    if level not in levels or levels[level].is_bullet:
        return ""
    number = counters.get(level, levels[level].start)
    return numeral(number, "decimal" if is_plain else levels[level].number_style)
