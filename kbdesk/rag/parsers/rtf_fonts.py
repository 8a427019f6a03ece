"""In which encoding RTF writes the bytes of a text: that of its font, or of the whole file."""

from __future__ import annotations

import codecs
from dataclasses import dataclass

from kbdesk.rag.parsers.symbol_fonts import symbol_sign

SYMBOL = "symbol"
_CHARSETS = {
    0: "cp1252",
    2: SYMBOL,
    77: "mac-roman",
    78: "cp932",
    79: "cp949",
    80: "gb18030",
    81: "cp950",
    82: "cp950",
    83: "mac-greek",
    85: "mac-cyrillic",
    89: "mac-latin2",
    128: "cp932",
    129: "cp949",
    130: "johab",
    134: "gb18030",
    136: "cp950",
    161: "cp1253",
    162: "cp1254",
    163: "cp1258",
    177: "cp1255",
    178: "cp1256",
    186: "cp1257",
    204: "cp1251",
    222: "cp874",
    238: "cp1250",
    254: "cp437",
    255: "cp850",
}
_PAGES = {
    0: "cp1252",
    42: SYMBOL,
    10000: "mac-roman",
    10007: "mac-cyrillic",
    65001: "utf-8",
    936: "gb18030",
    54936: "gb18030",
}
_TWO_BYTES = frozenset({"cp932", "gb18030", "cp949", "cp950", "johab"})
DEFAULT = "cp1252"


def charset_codec(charset: int) -> str | None:
    """Return the codec of a font's character set, or None for that of the file."""
    return _CHARSETS.get(charset)


def page_codec(page: int) -> str | None:
    """Return the codec of a code page, or None if it is not known."""
    name = _PAGES.get(page, f"cp{page}")
    try:
        codecs.lookup(name if name != SYMBOL else DEFAULT)
    except LookupError:
        return None
    return name


@dataclass
class Font:
    """A font of the font table; `codec` is None where the file's is meant."""

    name: str = ""
    codec: str | None = None


def decoded(data: bytes, font: Font, file_codec: str) -> str:
    """Return bytes of a text in a font as characters.

    Chinese, Japanese and Korean files written by careless programs have such text in fonts of the Western set.
    """
    if data.isascii() and font.codec != SYMBOL:
        return data.decode("ascii")
    if font.codec == SYMBOL:
        return "".join(symbol_sign(font.name, code) for code in data)
    codec = font.codec or file_codec
    if codec == DEFAULT and file_codec in _TWO_BYTES:
        try:
            return data.decode(file_codec)
        except UnicodeDecodeError:
            pass
    return data.decode(codec, "replace")
