"""Word's styles: which paragraphs are headings or items of lists, and what is hidden."""

from __future__ import annotations

import re
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from kbdesk.rag.parsers.numerals import whole_number
from kbdesk.rag.parsers.ooxml import attribute, child, children

TITLE_LEVEL = 0
BODY_LEVEL = 9
"""Word's outline level of text that is no heading; headings have 0 to 8 in its files."""

_HEADING_NAME = re.compile(r"heading ([1-9])$", re.IGNORECASE)
_MAX_PARENTS = 20
_OFF = frozenset({"0", "false", "off"})


@dataclass(frozen=True)
class ListPlace:
    """Which list a paragraph is in; `level` is from 0, None where only the list knows it, by the style."""

    list_id: str
    level: int | None
    style_id: str


@dataclass(frozen=True)
class _Style:
    id: str
    name: str
    parent: str | None
    properties: Element | None
    text_properties: Element | None


class Styles:
    """The paragraph and character styles of a document.

    Args:
        root: The tree of the styles part, or None if there is none.
    """

    def __init__(self, root: Element | None) -> None:
        self._styles: dict[str, _Style] = {}
        for style in children(root, "style"):
            style_id = attribute(style, "styleId") or ""
            self._styles[style_id] = _Style(
                id=style_id,
                name=attribute(child(style, "name"), "val") or "",
                parent=attribute(child(style, "basedOn"), "val"),
                properties=child(style, "pPr"),
                text_properties=child(style, "rPr"),
            )

    def heading_level(self, paragraph: Element) -> int | None:
        """Return 1 to 9 for a heading, 0 for the document's title, None for other paragraphs."""
        properties = child(paragraph, "pPr")
        outline = attribute(child(properties, "outlineLvl"), "val")
        for style in self._chain(attribute(child(properties, "pStyle"), "val")):
            if style.name.lower() == "title":
                return TITLE_LEVEL
            if named := _HEADING_NAME.match(style.name):
                return int(named.group(1))
            outline = outline or attribute(child(style.properties, "outlineLvl"), "val")
        level = whole_number(outline, BODY_LEVEL)
        return level + 1 if level < BODY_LEVEL else None

    def numbering(self, paragraph: Element) -> ListPlace | None:
        """Return the list of a list item, or None."""
        properties = child(paragraph, "pPr")
        level: str | None = None
        own_style = attribute(child(properties, "pStyle"), "val")
        holders = [("", properties), *((style.id, style.properties) for style in self._chain(own_style))]
        for style_id, holder in holders:
            numbering = child(holder, "numPr")
            level = level or attribute(child(numbering, "ilvl"), "val")
            list_id = attribute(child(numbering, "numId"), "val")
            if list_id is not None:
                return ListPlace(list_id, whole_number(level, None), style_id) if list_id != "0" else None
        return None

    def is_paragraph_hidden(self, paragraph: Element) -> bool:
        """Tell whether the text of a paragraph is not shown, unless a part of it says otherwise."""
        return self._hides(attribute(child(paragraph, "pPr", "pStyle"), "val")) or False

    def is_text_hidden(self, properties: Element | None, in_paragraph: bool) -> bool:
        """Tell whether a run of text is not shown.

        Args:
            properties: The properties of the run.
            in_paragraph: Whether the text of its paragraph is hidden.
        """
        own = _vanishes(properties)
        if own is None:
            own = self._hides(attribute(child(properties, "rStyle"), "val"))
        return in_paragraph if own is None else own

    def _hides(self, style_id: str | None) -> bool | None:
        found = (_vanishes(style.text_properties) for style in self._chain(style_id))
        return next((hides for hides in found if hides is not None), None)

    def _chain(self, style_id: str | None) -> list[_Style]:
        """Return a style and those it is based on."""
        chain: list[_Style] = []
        while style_id in self._styles and len(chain) < _MAX_PARENTS:
            chain.append(self._styles[style_id])
            style_id = chain[-1].parent
        return chain


def _vanishes(properties: Element | None) -> bool | None:
    """Return whether text with these properties is hidden, or None where they do not say."""
    vanish = child(properties, "vanish")
    return None if vanish is None else attribute(vanish, "val") not in _OFF
