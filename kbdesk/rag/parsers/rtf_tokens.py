"""RTF as a run of tokens: groups, control words, bytes of text. Data of pictures and objects is passed over."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_TOKEN = re.compile(
    rb"""
    \\(?P<word>[a-zA-Z]{1,32})(?P<number>-?\d{1,10})?[ ]?
    |\\'(?P<hex>[0-9a-fA-F]{2})
    |\\(?P<symbol>.)
    |(?P<brace>[{}])
    |(?P<text>[^\\{}\r\n\x00]+)
    """,
    re.S | re.X,
)
_BOUND = re.compile(rb"\\bin(\d{1,10})[ ]?|\\.|([{}])", re.S)


@dataclass(frozen=True, slots=True)
class Word:
    """A control word, such as "par" or, with a number, "u" and "fs"."""

    name: str
    number: int | None


@dataclass(frozen=True, slots=True)
class Symbol:
    """A control symbol, such as "~" or "*"."""

    sign: str


@dataclass(frozen=True, slots=True)
class Characters:
    """Bytes of text in the encoding of the current font; `escaped` if written as a number."""

    data: bytes
    escaped: bool


@dataclass(frozen=True, slots=True)
class Brace:
    """The begin or the end of a group."""

    opens: bool


Token = Word | Symbol | Characters | Brace


class RtfTokens:
    """Cuts a file into tokens.

    Args:
        data: The file's bytes.
    """

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._position = 0

    def __iter__(self) -> Iterator[Token]:
        while match := _TOKEN.search(self._data, self._position):
            self._position = match.end()
            if match["text"] is not None:
                yield Characters(match["text"], escaped=False)
            elif match["word"] is not None:
                yield self._word(match["word"].decode("ascii"), match["number"])
            elif match["hex"] is not None:
                yield Characters(bytes.fromhex(match["hex"].decode("ascii")), escaped=True)
            elif match["brace"] is not None:
                yield Brace(match["brace"] == b"{")
            else:
                yield Symbol(match["symbol"].decode("latin-1"))

    def pass_over(self) -> bytes:
        """Go on before the end of the current group, whatever is inside it, and return what was passed over."""
        begin, depth = self._position, 1
        while match := _BOUND.search(self._data, self._position):
            self._position = match.end() + int(match[1] or 0)
            if match[2] is not None:
                depth += 1 if match[2] == b"{" else -1
                if not depth:
                    self._position = match.start()
                    return self._data[begin : self._position]
        self._position = len(self._data)
        return self._data[begin:]

    def _word(self, name: str, number: bytes | None) -> Word:
        if name == "bin":
            self._position += max(int(number or 0), 0)
        return Word(name, None if number is None else int(number))
