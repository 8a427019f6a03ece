"""The text of one Word paragraph, and what is anchored in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from kbdesk.rag.parsers.docx_styles import Styles
from kbdesk.rag.parsers.equations import equation_text
from kbdesk.rag.parsers.numerals import whole_number
from kbdesk.rag.parsers.ooxml import attribute, child, children, local
from kbdesk.rag.parsers.symbol_fonts import PRIVATE_AREA, symbol_sign

LEFT_OUT = frozenset({"del", "moveFrom", "delText", "instrText", "delInstrText", "pPr", "rPr", "sdtPr", "rt"})
"""Deleted and moved-away text, field codes, properties, reading aids above characters."""

_CHARACTERS = {"tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}
_ANCHORED = frozenset({"drawing", "pict", "object", "txbxContent", "commentReference"})
_IN_RESULT = -1
_OFF = frozenset({"0", "false", "off"})
NOTES = frozenset({"footnoteReference", "endnoteReference"})


@dataclass
class Line:
    """What a paragraph says.

    Attributes:
        pieces: Its text in pieces.
        anchored: Elements that stand at this place but beside the text: drawings, references to notes and comments.
        open_fields: Where the codes of the open fields begin among the pieces; `_IN_RESULT` after them.
    """

    pieces: list[str] = field(default_factory=list[str])
    anchored: list[Element] = field(default_factory=list[Element])
    open_fields: list[int] = field(default_factory=list[int])

    @property
    def text(self) -> str:
        """Its text."""
        return "".join(self.pieces).strip()


class LineReader:
    """Reads paragraphs.

    Args:
        styles: The document's styles.
        note_marker: Returns what stands in the text for a reference to a note, "" if there is no such note.
    """

    def __init__(self, styles: Styles, note_marker: Callable[[Element], str]) -> None:
        self._styles = styles
        self._note_marker = note_marker

    def read(self, paragraph: Element) -> Line:
        """Return what a paragraph says: insertions, the results of fields, links' and controls' text."""
        line = Line()
        self._take_all(paragraph, line, is_hidden=self._styles.is_paragraph_hidden(paragraph))
        return line

    def _take_all(self, element: Element, line: Line, *, is_hidden: bool) -> None:
        for item in element:
            name = local(item)
            if name == "r":
                self._take_run(item, line, is_hidden=is_hidden)
            elif name in ("oMath", "oMathPara"):
                line.pieces.append(equation_text(item))
            elif name == "AlternateContent":
                self._take_all(chosen(item), line, is_hidden=is_hidden)
            elif name in _ANCHORED:
                line.anchored.append(item)
            elif name not in LEFT_OUT and not is_placeholder(item):
                self._take_all(item, line, is_hidden=is_hidden)

    def _take_run(self, run: Element, line: Line, *, is_hidden: bool) -> None:
        properties = child(run, "rPr")
        if self._styles.is_text_hidden(properties, is_hidden):
            return
        for item in run:
            name = local(item)
            if name in ("t", "sym") or name in _CHARACTERS:
                line.pieces.append(_characters(item, properties))
            elif name == "fldChar":
                _take_field(item, line)
            elif name in NOTES:
                line.pieces.append(self._note_marker(item))
                line.anchored.append(item)
            elif name in _ANCHORED:
                line.anchored.append(item)
            elif name == "AlternateContent":
                self._take_run(chosen(item), line, is_hidden=is_hidden)
            elif name not in LEFT_OUT:
                self._take_all(item, line, is_hidden=is_hidden)


def chosen(alternatives: Element) -> Element:
    """Return the form that a modern program shows of content that is written in several forms."""
    choices = [*children(alternatives, "Choice"), *children(alternatives, "Fallback")]
    return next((choice for choice in choices if len(choice)), alternatives)


def is_placeholder(element: Element) -> bool:
    """Tell whether an element is a control that nobody has filled in: it shows "Click here to enter text"."""
    placeholder = child(element, "sdtPr", "showingPlcHdr") if local(element) == "sdt" else None
    return placeholder is not None and attribute(placeholder, "val") not in _OFF


def _take_field(mark: Element, line: Line) -> None:
    """Take a mark of a field; what stands between its begin and its result is code."""
    match attribute(mark, "fldCharType"):
        case "begin":
            line.pieces.append(_form_field(mark))
            line.open_fields.append(len(line.pieces))
        case "separate" if line.open_fields:
            del line.pieces[line.open_fields.pop() :]
            line.open_fields.append(_IN_RESULT)
        case "end" if line.open_fields:
            begin = line.open_fields.pop()
            if begin != _IN_RESULT:
                del line.pieces[begin:]
        case _:
            pass


def _form_field(mark: Element) -> str:
    """Return what a box to tick or a list to choose from shows, or ""."""
    form = child(mark, "ffData")
    if (box := child(form, "checkBox")) is not None:
        state = child(box, "checked")
        default = child(box, "default")
        given = state if state is not None else default
        return "☒" if given is not None and attribute(given, "val") not in _OFF else "☐"
    if (choices := child(form, "ddList")) is not None:
        number = whole_number(attribute(child(choices, "result"), "val"), 0)
        entries = [attribute(entry, "val") or "" for entry in children(choices, "listEntry")]
        return entries[number] if number < len(entries) else ""
    return ""


def _characters(item: Element, properties: Element | None) -> str:
    """Return text, blanks, and the signs of symbol fonts as what they look like."""
    name = local(item)
    if name != "t":
        return _symbol(item) if name == "sym" else _CHARACTERS[name]
    content = item.text or ""
    if content.isascii() or not any(_is_private(character) for character in content):
        return content
    font = attribute(child(properties, "rFonts"), "ascii") or ""
    return "".join(symbol_sign(font, ord(sign)) if _is_private(sign) else sign for sign in content)


def _is_private(character: str) -> bool:
    return PRIVATE_AREA <= ord(character) <= PRIVATE_AREA + 0xFF


def _symbol(element: Element) -> str:
    code = attribute(element, "char") or ""
    try:
        return symbol_sign(attribute(element, "font") or "", int(code, 16))
    except ValueError:
        return ""
