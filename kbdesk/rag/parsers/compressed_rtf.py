"""The packed RTF in which Outlook keeps the text of a message.

Source: [MS-OXRTFCP].
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

from kbdesk.rag.parsers import limits

_PACKED, _PLAIN = b"LZFu", b"MELA"
_WINDOW = 4096
# What every window begins with, so that short texts are packed well too.
_START = (
    rb"{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}{\f0\fnil \froman \fswiss \fmodern \fscript \fdecor MS Sans Serif"
    rb"SymbolArialTimes New RomanCourier{\colortbl\red0\green0\blue0"
    + b"\r\n"
    + rb"\par \pard\plain\f0\fs20\b\i\u\tab\tx"
)


def decompressed(data: bytes) -> bytes:
    """Return the RTF; of damaged data what comes before the damage."""
    if len(data) < 16:
        return b""
    _, raw_size, kind = struct.unpack_from("<II4s", data)
    if kind == _PLAIN:
        return data[16 : 16 + raw_size]
    return _unpacked(data[16:], min(raw_size, limits.MAX_TEXT_FILE_BYTES)) if kind == _PACKED else b""


def _unpacked(data: bytes, size: int) -> bytes:
    """Unpack: of each eight pieces a byte says which are references into the window, and which single bytes."""
    window = bytearray(_START.ljust(_WINDOW, b"\0"))
    out = bytearray()
    pieces = _pieces(data)
    while len(out) < size and (piece := next(pieces, None)) is not None:
        at = len(_START) + len(out)
        if isinstance(piece, int):
            added = bytes([piece])
        else:
            source, length = piece
            if source == at % _WINDOW:  # the mark of the end
                break
            added = bytes(_referenced(window, source, length, at))
        for step, byte in enumerate(added):
            window[(at + step) % _WINDOW] = byte
        out += added
    return bytes(out[:size])


def _pieces(data: bytes) -> Iterator[int | tuple[int, int]]:
    """Yield single bytes, and places in the window with a length."""
    position = 0
    while position < len(data):
        control = data[position]
        position += 1
        for bit in range(8):
            if control >> bit & 1:
                reference = int.from_bytes(data[position : position + 2], "big")
                if position + 2 > len(data):
                    return
                yield reference >> 4, (reference & 15) + 2
                position += 2
            elif position < len(data):
                yield data[position]
                position += 1


def _referenced(window: bytearray, source: int, length: int, at: int) -> Iterator[int]:
    """Yield bytes of the window; a piece that reaches into what it writes itself repeats it."""
    gap = (at - source) % _WINDOW
    for step in range(length):
        yield window[(source + step % gap) % _WINDOW]
