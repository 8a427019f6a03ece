"""OpenDocument's styles and lists: what is a heading, what is hidden, what stands before the items of lists."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from kbdesk.rag.parsers.numerals import NumberStyle, numeral, whole_number
from kbdesk.rag.parsers.odf import odf_child, odf_children, odf_name, odf_value

TITLE_LEVEL = 0
_DEEPEST = 9
_MAX_PARENTS = 20
_OUTLINE = "text:outline-style"
_NUMBER_STYLES: dict[str, NumberStyle] = {
    "": "none",
    "a": "lower_letter",
    "A": "upper_letter",
    "i": "lower_roman",
    "I": "upper_roman",
    "一, 二, 三, ...": "chinese",
}


class OdfStyles:
    """The styles that apply in one XML file of a document.

    Args:
        roots: Its root and that of the document's common styles; None where there is none.
    """

    def __init__(self, *roots: Element | None) -> None:
        self._styles: dict[tuple[str, str], Element] = {}
        for root in roots:
            for holder in odf_children(root, "office:styles", "office:automatic-styles"):
                for style in odf_children(holder, "style:style"):
                    key = odf_value(style, "style:family"), odf_value(style, "style:name")
                    self._styles[key] = style

    def heading_level(self, paragraph: Element) -> int | None:
        """Return 1 to 9 for a heading, 0 for the document's title, None for other paragraphs."""
        level = odf_value(paragraph, "text:outline-level")
        if not level:
            for style in self._chain("paragraph", odf_value(paragraph, "text:style-name")):
                if odf_value(style, "style:name") == "Title":
                    return TITLE_LEVEL
                level = level or odf_value(style, "style:default-outline-level")
        if odf_name(paragraph) == "text:h":
            level = level or "1"
        return min(whole_number(level, 0), _DEEPEST) or None

    def is_hidden(self, family: str, name: str) -> bool:
        """Tell whether text of a style is not shown."""
        for style in self._chain(family, name):
            shown = odf_value(odf_child(style, "style:text-properties"), "text:display")
            if shown:
                return shown == "none"
        return False

    def _chain(self, family: str, name: str) -> Iterator[Element]:
        """Yield a style and those it is based on."""
        for _ in range(_MAX_PARENTS):
            style = self._styles.get((family, name))
            if style is None:
                return
            yield style
            name = odf_value(style, "style:parent-style-name")


@dataclass(frozen=True)
class _Level:
    number_style: NumberStyle | None  # None for a bullet
    prefix: str
    suffix: str
    shown_levels: int
    start: int


@dataclass
class OdfList:
    """A list that is being read; its counters are shared with the lists inside it and those that continue it."""

    style: str
    level: int
    counters: dict[int, int] = field(default_factory=dict[int, int])


class OdfLists:
    """The labels of list items and numbered headings ("-", "2.", "b)"), counted in document order.

    Args:
        roots: The roots whose list styles apply; None where there is none.
    """

    def __init__(self, *roots: Element | None) -> None:
        self._levels: dict[str, dict[int, _Level]] = {}
        for root in roots:
            for holder in odf_children(root, "office:styles", "office:automatic-styles"):
                for style in odf_children(holder, "text:list-style", _OUTLINE):
                    name = odf_value(style, "style:name") if odf_name(style) != _OUTLINE else _OUTLINE
                    self._levels[name] = {_place(level): _level(level) for level in style}
        self._last: dict[str, OdfList] = {}
        self._by_id: dict[str, OdfList] = {}
        self._outline = OdfList(_OUTLINE, 1)

    def opened(self, element: Element, around: OdfList | None) -> OdfList:
        """Return the list that begins with an element, inside of the list `around` it."""
        style = odf_value(element, "text:style-name") or (around.style if around else "")
        if around is not None:
            return OdfList(style, around.level + 1, around.counters)
        continued, key = odf_value(element, "text:continue-list"), odf_value(element, "xml:id")
        before = self._by_id.get(continued) if continued else None
        if before is None and odf_value(element, "text:continue-numbering") == "true":
            before = self._last.get(style)
        begun = OdfList(style, 1, before.counters if before else {})
        self._last[style] = self._by_id[key] = begun
        return begun

    def label(self, within: OdfList, item: Element) -> str:
        """Count one more item and return its label, indented by two blanks a level."""
        indent = "  " * min(within.level - 1, _DEEPEST)
        level = self._levels.get(within.style, {}).get(within.level)
        if level is None or level.number_style is None:
            return f"{indent}- "
        label = self._count(within, level, odf_value(item, "text:start-value"))
        return f"{indent}{label} " if label else indent

    def heading_label(self, heading: Element, depth: int) -> str:
        """Count one more heading outside of lists and return its number with a blank, or "" if it has none."""
        level = self._levels.get(_OUTLINE, {}).get(depth)
        if level is None or level.number_style is None or odf_value(heading, "text:is-list-header") == "true":
            return ""
        start = odf_value(heading, "text:start-value")
        restarted = odf_value(heading, "text:restart-numbering") == "true"
        self._outline.level = depth
        label = self._count(self._outline, level, start or (str(level.start) if restarted else ""))
        return f"{label} " if label else ""

    def _count(self, within: OdfList, level: _Level, start: str) -> str:
        counters, depth = within.counters, within.level
        counters[depth] = whole_number(start, counters.get(depth, level.start - 1) + 1)
        for deeper in [known for known in counters if known > depth]:
            del counters[deeper]
        if level.number_style == "none":
            return ""
        numbers = [self._number(within, shown) for shown in range(depth - level.shown_levels + 1, depth + 1)]
        return level.prefix + ".".join(number for number in numbers if number) + level.suffix

    def _number(self, within: OdfList, depth: int) -> str:
        level = self._levels[within.style].get(depth)
        if level is None or level.number_style is None:
            return ""
        return numeral(within.counters.get(depth, level.start), level.number_style)


def _place(level: Element) -> int:
    return whole_number(odf_value(level, "text:level"), 1)


def _level(level: Element) -> _Level:
    is_number = odf_name(level) in ("text:list-level-style-number", "text:outline-level-style")
    return _Level(
        number_style=_NUMBER_STYLES.get(odf_value(level, "style:num-format"), "decimal") if is_number else None,
        prefix=odf_value(level, "style:num-prefix"),
        suffix=odf_value(level, "style:num-suffix"),
        shown_levels=min(whole_number(odf_value(level, "text:display-levels"), 1), _DEEPEST + 1),
        start=whole_number(odf_value(level, "text:start-value"), 1),
    )
