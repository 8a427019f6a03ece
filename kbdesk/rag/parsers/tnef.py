"""What Outlook packs a message in for other Outlooks (TNEF); other mail programs see a file winmail.dat.

Source: [MS-OXTNEF].
"""

from __future__ import annotations

import io
import struct
from collections.abc import Iterator
from typing import ClassVar

from kbdesk.rag.parsers.mapi import (
    BINARY,
    BODY,
    DISPLAY_NAME,
    FILE_DATA,
    OBJECT,
    STRING,
    STRING8,
    SUBJECT,
    MapiAttachment,
    MapiMessage,
    OutlookParser,
    Properties,
)

SIGNATURE = b"\x78\x9f\x3e\x22"
_CODEPAGE, _PROPERTIES = 0x69007, 0x69003
_NEXT_ATTACHMENT, _FILE, _FILE_NAME, _FILE_PROPERTIES = 0x69002, 0x6800F, 0x18010, 0x69005
# What old programs write in place of properties.
_OLD = {0x18004: (SUBJECT, STRING8), 0x2800C: (BODY, STRING8)}
_SIZES = {0x02: 2, 0x03: 4, 0x04: 4, 0x05: 8, 0x06: 8, 0x07: 8, 0x0A: 4, 0x0B: 2, 0x14: 8, 0x40: 8, 0x48: 16}
_VARIABLE = frozenset({STRING8, STRING, OBJECT, BINARY})
_MANY = 0x1000
_NAMED_FROM = 0x8000
_MAX_DEPTH = 20


class TnefParser(OutlookParser):
    """Reads winmail.dat; see `OutlookParser`."""

    supported_media_types: ClassVar[list[str]] = ["application/ms-tnef"]
    extensions: ClassVar[tuple[str, ...]] = (".tnef",)

    def _message(self, data: bytes) -> MapiMessage:
        return _message(data, 0)


def _message(data: bytes, depth: int) -> MapiMessage:
    message = MapiMessage(Properties())
    for attribute, value in _attributes(data):
        files = message.attachments
        if attribute == _CODEPAGE:
            message.properties.codepage = int.from_bytes(value[:4], "little")
        elif attribute == _PROPERTIES:
            message.properties.values |= dict(_properties(value))
        elif attribute in _OLD:
            number, kind = _OLD[attribute]
            message.properties.values.setdefault(number, (kind, value))
        elif attribute == _NEXT_ATTACHMENT:
            files.append(MapiAttachment(Properties(codepage=message.properties.codepage)))
        elif attribute == _FILE and files:
            files[-1].properties.values[FILE_DATA] = (BINARY, value)
        elif attribute == _FILE_NAME and files:
            files[-1].properties.values.setdefault(DISPLAY_NAME, (STRING8, value))
        elif attribute == _FILE_PROPERTIES and files:
            _fill(files[-1], value, depth)
    return message


def _fill(attachment: MapiAttachment, value: bytes, depth: int) -> None:
    """Take the properties of an attachment; one of them may be a message."""
    attachment.properties.values |= dict(_properties(value))
    kind, content = attachment.properties.values.get(FILE_DATA, (0, b""))
    inside = content[16:]  # after the identifier of its interface
    if kind == OBJECT and inside.startswith(SIGNATURE) and depth < _MAX_DEPTH:
        attachment.message = _message(inside, depth + 1)


def _attributes(data: bytes) -> Iterator[tuple[int, bytes]]:
    position = 6
    while position + 9 <= len(data):
        attribute, length = struct.unpack_from("<II", data, position + 1)
        yield attribute, data[position + 9 : position + 9 + length]
        position += 9 + length + 2


def _properties(data: bytes) -> Iterator[tuple[int, tuple[int, bytes]]]:
    """Yield numbers with types and values; what is damaged ends the list."""
    stream = io.BytesIO(data)
    try:
        for _ in range(_number(stream)):
            kind, number = struct.unpack("<HH", stream.read(4))
            if number >= _NAMED_FROM:
                _skip_name(stream)
            values = [_value(stream, kind & ~_MANY) for _ in range(_count(stream, kind))]
            if values and not kind & _MANY:
                yield number, (kind, values[0])
    except (struct.error, KeyError):
        return


def _count(stream: io.BytesIO, kind: int) -> int:
    return _number(stream) if kind & _MANY or kind in _VARIABLE else 1


def _value(stream: io.BytesIO, kind: int) -> bytes:
    length = _number(stream) if kind in _VARIABLE else _SIZES[kind]
    value = stream.read(length)
    stream.read(-length % 4)
    if len(value) < length:
        raise struct.error
    return value


def _skip_name(stream: io.BytesIO) -> None:
    _, kind = struct.unpack("<16sI", stream.read(20))
    length = _number(stream)  # the number itself where the name is one
    if kind:
        stream.read(length + -length % 4)


def _number(stream: io.BytesIO) -> int:
    return int(struct.unpack("<I", stream.read(4))[0])
