"""The tables at the head of an RTF file: its encoding, its fonts, and which of its styles are headings."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kbdesk.rag.parsers.rtf_fonts import DEFAULT, SYMBOL, Font, charset_codec, decoded, page_codec
from kbdesk.rag.parsers.symbol_fonts import symbol_sign

TITLE_LEVEL = 0
_BODY_LEVEL = 9
_HEADING_NAME = re.compile(r"heading ([1-9])\b", re.I)
_MAX_PARENTS = 20
_NO_FONT = Font()


@dataclass
class _Style:
    name: str = ""
    based_on: int | None = None
    outline: int | None = None


class RtfTables:
    """Fonts and styles, as they are read."""

    def __init__(self) -> None:
        self._codec = DEFAULT
        self._default_font = 0
        self._fonts: dict[int, Font] = {}
        self._styles: dict[int, _Style] = {}
        self._entry = 0

    def begin_entry(self) -> None:
        """Begin a style; one that tells no number has the number 0."""
        self._entry = 0

    def take_font_word(self, name: str, number: int) -> None:
        """Take a control word of the font table."""
        if name == "f":
            self._entry = number
            self._fonts[number] = Font()
        elif name == "fcharset":
            self._font_entry().codec = charset_codec(number)
        elif name == "cpg":
            self._font_entry().codec = page_codec(number)

    def take_style_word(self, name: str, number: int) -> None:
        """Take a control word of the style sheet."""
        if name == "s":
            self._entry = number
        elif name == "sbasedon":
            self._style_entry().based_on = number
        elif name == "outlinelevel":
            self._style_entry().outline = number

    def take_file_word(self, name: str, number: int) -> None:
        """Take a control word that may say the encoding or the font of the whole file."""
        match name:
            case "deff":
                self._default_font = number
            case "ansicpg":
                self._codec = page_codec(number) or DEFAULT
            case "mac":
                self._codec = "mac-roman"
            case "pc":
                self._codec = "cp437"
            case "pca":
                self._codec = "cp850"
            case _:
                pass

    def name_font(self, part: str) -> None:
        """Add to the name of the current font."""
        self._font_entry().name += part.rstrip(";")

    def name_style(self, part: str) -> None:
        """Add to the name of the current style."""
        self._style_entry().name += part.rstrip(";")

    def decode(self, data: bytes, font: int | None) -> str:
        """Return bytes written in a font, None for the file's, as characters."""
        return decoded(data, self._font(font), self._codec)

    def character(self, code: int, font: int | None) -> str:
        """Return the character of a number written in a font: of a sign in a symbol font, what it looks like."""
        if 0xF000 <= code <= 0xF0FF:
            used = self._font(font)
            return symbol_sign(used.name if used.codec == SYMBOL else "", code)
        return chr(code) if 0 < code < 0x10000 else ""

    def heading_level(self, number: int, outline: int | None) -> int | None:
        """Return 1 to 9 for a heading, 0 for the document's title, None for other paragraphs.

        Args:
            number: The paragraph's style.
            outline: The paragraph's own outline level, or None.
        """
        following: int | None = number
        for _ in range(_MAX_PARENTS):
            style = self._styles.get(following) if following is not None else None
            if style is None:
                break
            if style.name.lower() == "title":
                return TITLE_LEVEL
            if named := _HEADING_NAME.match(style.name):
                return int(named[1])
            outline = style.outline if outline is None else outline
            following = style.based_on
        return outline + 1 if outline is not None and 0 <= outline < _BODY_LEVEL else None

    def _font(self, number: int | None) -> Font:
        return self._fonts.get(self._default_font if number is None else number, _NO_FONT)

    def _font_entry(self) -> Font:
        return self._fonts.setdefault(self._entry, Font())

    def _style_entry(self) -> _Style:
        return self._styles.setdefault(self._entry, _Style())
