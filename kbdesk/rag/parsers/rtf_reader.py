"""The text of an RTF file as a flat run of blocks. Own code: the libraries there are give no headings and no tables."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from kbdesk.rag.parsers import limits
from kbdesk.rag.parsers.blocks import Block, Paragraph, Picture, block_lines, remark
from kbdesk.rag.parsers.faults import too_large
from kbdesk.rag.parsers.rtf_flow import Flow, Place
from kbdesk.rag.parsers.rtf_tables import RtfTables
from kbdesk.rag.parsers.rtf_tokens import Brace, Characters, RtfTokens, Symbol, Token, Word
from kbdesk.texts import text

_CHARACTERS = {
    "tab": "\t",
    "line": "\n",
    "softline": "\n",
    "page": "\n",
    "column": "\n",
    "emdash": "—",
    "endash": "–",
    "lquote": "‘",
    "rquote": "’",
    "ldblquote": "“",
    "rdblquote": "”",
    "bullet": "•",
    "emspace": " ",
    "enspace": " ",
    "qmspace": " ",
    "mden": "/",  # inside equations
    "msup": "^",
    "msub": "_",
}
_SYMBOLS = {"~": " ", "_": "-", "\n": "\n", "\r": "\n", "{": "{", "}": "}", "\\": "\\"}
_FLOWS = {
    "footnote": "note",
    "annotation": "comment",
    "atnauthor": "author",
    "shptxt": "box",
    "dptxbxtext": "box",
    "listtext": "label",
    "pntext": "label",
    "fonttbl": "fonts",
    "stylesheet": "styles",
    "sn": "shape property",
    "sv": "shape value",
    **dict.fromkeys(
        ("header", "headerl", "headerr", "headerf", "footer", "footerl", "footerr", "footerf"),
        "margin",
    ),
}
"""The groups whose text is a stream of its own."""
_LEFT_OUT = frozenset(
    {
        "colortbl", "filetbl", "revtbl", "rsidtbl", "listtable", "listoverridetable", "info", "fldinst",
        "nonshppict", "shprslt", "objdata", "objclass", "objname", "xe", "tc", "tcn", "txe", "rxe", "bkmkstart",
        "bkmkend", "themedata", "colorschememapping", "datastore", "latentstyles", "ftnsep", "ftnsepc", "ftncn",
        "aftnsep", "aftnsepc", "aftncn", "pntxta", "pntxtb", "mmathPict", "nonesttables", "private", "keywords",
        "template",
    }
)  # fmt: skip
_READ_ALTHOUGH_STARRED = frozenset(
    {"shppict", "shpinst", "do", "nesttableprops", "moMath", "moMathPara", "picprop", "shpgrp", *_FLOWS}
)
"""Groups marked as "to be ignored by old programs" that hold text."""
_SHAPE_TEXTS = frozenset({"wzDescription", "gtextUNICODE"})
"""Alternative text, and text drawn as a picture."""
_PICTURE_TYPE = re.compile(rb"\\(?:pngblip|jpegblip)\b")
_PICTURE_DATA = re.compile(rb"\\bin\d+ ?(.*)|([0-9a-fA-F\s]{80,})", re.S)
_ALT_TEXT = re.compile(rb"\{\\sn wzDescription\}\s*\{\\sv ([^{}]{0,4000})\}")


@dataclass
class _State:
    """What a group begins with from the group around it, and what it may change for itself."""

    flow: Flow
    font: int | None = None
    replacements: int = 1
    hidden: bool = False
    deleted: bool = False
    is_markup: bool = False  # of the web page that is wrapped in the file
    style: int = 0
    outline: int | None = None
    in_table: bool = False
    table_depth: int = 0
    list_level: int = 0

    @property
    def depth(self) -> int:
        return max(self.table_depth, 1) if self.in_table else 0


class RtfReader:
    """Reads a whole file.

    Attributes:
        blocks: The text in reading order.
        margins: The lines of headers and footers.
        pictures: PNG and JPEG pictures by the part named in their blocks.
        is_complete: False if the file ends in the middle.

    Raises:
        LimitError: Its groups are nested too deeply.
    """

    def __init__(self, data: bytes) -> None:
        self.margins: list[str] = []
        self.pictures: dict[str, bytes] = {}
        self._data = data
        self._tokens = RtfTokens(data)
        self._state = _State(Flow("body"))
        self._around: list[_State] = []
        self._pending = bytearray()
        self._skipped = 0
        self._starred = False
        self._tables = RtfTables()
        self._note_count = 0
        self._author = self._shape_property = ""
        for token in self._tokens:
            self._take(token)
        self._flush()
        self.is_complete = not self._around
        while self._around:
            self._end_group()
        self.blocks: list[Block] = self._state.flow.finished(self._place())

    def _take(self, token: Token) -> None:
        if isinstance(token, Characters):
            self._take_characters(token)
            return
        self._flush()
        if isinstance(token, Brace):
            self._skipped = 0
            if token.opens:
                self._begin_group()
            elif self._around:
                self._end_group()
        elif isinstance(token, Symbol):
            self._take_symbol(token.sign)
        else:
            self._take_word(token)

    def _take_characters(self, token: Characters) -> None:
        data = token.data
        if self._skipped:
            skipped = min(self._skipped, len(data))
            self._skipped -= skipped
            data = data[skipped:]
        self._pending += data

    def _flush(self) -> None:
        """Write the bytes that have come; those of one character may come as several tokens."""
        if self._pending:
            self._write(self._tables.decode(bytes(self._pending), self._state.font))
            self._pending.clear()

    def _write(self, content: str) -> None:
        state = self._state
        if state.flow.kind == "fonts":
            self._tables.name_font(content)
        elif state.flow.kind == "styles":
            self._tables.name_style(content)
        elif not (state.hidden or state.deleted or state.is_markup):
            state.flow.write(content)

    def _begin_group(self) -> None:
        if len(self._around) >= limits.MAX_RTF_DEPTH:
            raise too_large(text("parsing", "This RTF file has thousands of groups inside each other."))
        self._around.append(self._state)
        self._state = replace(self._state)
        if self._state.flow.kind == "styles":
            self._tables.begin_entry()

    def _end_group(self) -> None:
        flow = self._state.flow
        if flow is not self._around[-1].flow:
            self._end_flow(flow, self._around[-1].flow)
        self._state = self._around.pop()
        self._starred = False

    def _end_flow(self, flow: Flow, around: Flow) -> None:
        match flow.kind:
            case "note":
                self._note_count += 1
                around.write(f"[{self._note_count}]")
                around.floating.append(Paragraph(f"[{self._note_count}] {self._line(flow)}"))
            case "comment":
                around.floating.append(remark(self._author, self._line(flow)))
            case "author":
                self._author = flow.taken()
            case "box":
                around.floating += flow.finished(self._place())
            case "margin":
                self.margins += block_lines(flow.finished(self._place()))
            case "label":
                around.label = _label(flow.taken())
            case "shape property":
                self._shape_property = flow.taken()
            case "shape value" if self._shape_property in _SHAPE_TEXTS and (value := flow.taken()):
                around.floating.append(Paragraph(value))
            case _:
                pass

    def _line(self, flow: Flow) -> str:
        return " ".join(block_lines(flow.finished(self._place())))

    def _take_symbol(self, sign: str) -> None:
        if sign == "*":
            self._starred = True
        elif sign in ("\n", "\r"):
            self._end_paragraph()
        elif self._skipped:
            self._skipped -= 1
        elif sign in _SYMBOLS:
            self._write(_SYMBOLS[sign])

    def _take_word(self, word: Word) -> None:
        starred, self._starred = self._starred, False
        if word.name == "pict":
            self._picture()
        elif word.name in _LEFT_OUT or (starred and word.name not in _READ_ALTHOUGH_STARRED) or _is_math_setting(word):
            self._tokens.pass_over()
        elif word.name in _FLOWS:
            self._state = _State(Flow(_FLOWS[word.name]), font=self._state.font, replacements=self._state.replacements)
        elif word.name in _CHARACTERS:
            if self._skipped:
                self._skipped -= 1
            else:
                self._write(_CHARACTERS[word.name])
        elif self._state.flow.kind == "fonts":
            self._tables.take_font_word(word.name, word.number or 0)
        elif self._state.flow.kind == "styles":
            self._tables.take_style_word(word.name, word.number or 0)
        else:
            self._text_word(word)

    def _text_word(self, word: Word) -> None:
        state = self._state
        match word.name:
            case "par" | "sect":
                self._end_paragraph()
            case "cell" | "nestcell":
                state.flow.end_cell(self._place_in(1 if word.name == "cell" else max(state.depth, 2)))
            case "row" | "nestrow":
                state.flow.end_row(1 if word.name == "row" else max(state.depth, 2))
            case "u":
                self._unicode(word.number or 0)
            case "v":
                state.hidden = word.number != 0
            case "deleted":
                state.deleted = word.number != 0
            case "htmlrtf":
                state.is_markup = word.number != 0
            case _:
                self._state_word(word.name, word.number or 0)

    def _state_word(self, name: str, number: int) -> None:
        state = self._state
        match name:
            case "f":
                state.font = number
            case "plain":
                state.font, state.hidden, state.deleted = None, False, False
            case "uc":
                state.replacements = max(number, 0)
            case _:
                self._paragraph_word(name, number)

    def _paragraph_word(self, name: str, number: int) -> None:
        state = self._state
        match name:
            case "pard":
                state.style, state.outline, state.list_level = 0, None, 0
                state.in_table, state.table_depth = False, 0
            case "s":
                state.style = number
            case "outlinelevel":
                state.outline = number
            case "intbl":
                state.in_table = True
            case "itap":
                state.table_depth = max(number, 0)
            case "ilvl":
                state.list_level = min(max(number, 0), 9)
            case _:
                self._tables.take_file_word(name, number)

    def _unicode(self, number: int) -> None:
        code = number + 0x10000 if number < 0 else number
        self._write(self._tables.character(code, self._state.font))
        self._skipped = self._state.replacements

    def _end_paragraph(self) -> None:
        self._state.flow.end_paragraph(self._place())

    def _place(self) -> Place:
        return self._place_in(self._state.depth)

    def _place_in(self, table_depth: int) -> Place:
        state = self._state
        return Place(table_depth, self._tables.heading_level(state.style, state.outline), state.list_level)

    def _picture(self) -> None:
        """Keep a picture of a usual type; pass over others."""
        raw = self._tokens.pass_over()
        if self._state.hidden or self._state.deleted or not _PICTURE_TYPE.search(raw):
            return
        found = _PICTURE_DATA.search(raw)
        alt = _ALT_TEXT.search(raw)
        caption = " ".join(block_lines(RtfReader(b"{\\rtf1 " + alt[1] + b"}").blocks)) if alt else ""
        if found and len(raw) <= 2 * limits.MAX_PICTURE_BYTES:
            part = f"picture {len(self.pictures) + 1}"
            digits = b"".join((found[2] or b"").split())
            self.pictures[part] = found[1] or bytes.fromhex(digits[: len(digits) // 2 * 2].decode("ascii"))
            self._state.flow.floating.append(Picture(part, caption))


def _label(content: str) -> str:
    """Return what stands before an item: its number, or "- " for all kinds of bullets."""
    return f"{content} " if any(map(str.isalnum, content)) and content != "o" else "- "


def _is_math_setting(word: Word) -> bool:
    return word.name.startswith("m") and word.name.endswith("Pr")
