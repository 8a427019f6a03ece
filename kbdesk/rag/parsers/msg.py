"""Outlook messages (MSG): properties in a compound file.

Source: [MS-OXMSG].
"""

from __future__ import annotations

import io
import struct
from typing import TYPE_CHECKING, ClassVar

from kbdesk.rag.parsers import limits
from kbdesk.rag.parsers.faults import too_large
from kbdesk.rag.parsers.mapi import MESSAGE_CODEPAGE, OBJECT, MapiAttachment, MapiMessage, OutlookParser, Properties
from kbdesk.texts import text

if TYPE_CHECKING:
    import olefile

_PROPERTIES = "__properties_version1.0"
_VALUE = "__substg1.0_"
_RECIPIENT, _ATTACHMENT = "__recip_version1.0_", "__attach_version1.0_"
_EMBEDDED = f"{_VALUE}3701{OBJECT:04X}"
_FILE_HEADER, _EMBEDDED_HEADER, _PART_HEADER = 32, 24, 8
_MAX_DEPTH = 20

_Path = tuple[str, ...]


class MsgParser(OutlookParser):
    """Reads MSG files; see `OutlookParser`."""

    supported_media_types: ClassVar[list[str]] = ["application/vnd.ms-outlook"]
    extensions: ClassVar[tuple[str, ...]] = (".msg",)

    def _message(self, data: bytes) -> MapiMessage:
        import olefile

        with olefile.OleFileIO(io.BytesIO(data)) as container:
            return _Container(container).message((), _FILE_HEADER)


class _Container:
    """The storages and streams of a file."""

    def __init__(self, container: olefile.OleFileIO) -> None:
        self._container = container
        self._streams: dict[_Path, list[str]] = {}
        self._storages: dict[_Path, list[str]] = {}
        for *folder, name in container.listdir(streams=True, storages=False):
            self._streams.setdefault(tuple(folder), []).append(name)
        for *folder, name in container.listdir(streams=False, storages=True):
            self._storages.setdefault(tuple(folder), []).append(name)
        self._bytes_left = limits.MAX_FILE_BYTES

    def message(self, path: _Path, header: int, codepage: int | None = None) -> MapiMessage:
        properties = self._properties(path, header, codepage)
        codepage = properties.number(MESSAGE_CODEPAGE) or codepage
        message = MapiMessage(properties)
        for name in sorted(self._storages.get(path, [])):
            part = (*path, name)
            if name.startswith(_RECIPIENT):
                message.recipients.append(self._properties(part, _PART_HEADER, codepage))
            elif name.startswith(_ATTACHMENT):
                message.attachments.append(self._attachment(part, codepage))
        return message

    def _attachment(self, path: _Path, codepage: int | None) -> MapiAttachment:
        inside = (*path, _EMBEDDED)
        is_message = _PROPERTIES in self._streams.get(inside, []) and len(path) < _MAX_DEPTH
        message = self.message(inside, _EMBEDDED_HEADER, codepage) if is_message else None
        return MapiAttachment(self._properties(path, _PART_HEADER, codepage), message)

    def _properties(self, path: _Path, header: int, codepage: int | None) -> Properties:
        """Return numbers and times, which stand in one stream, and texts and bytes, which have streams of their own."""
        found = Properties(codepage=codepage)
        names = self._streams.get(path, [])
        if _PROPERTIES in names:
            fixed = self._read((*path, _PROPERTIES))
            for start in range(header, len(fixed) - 15, 16):
                kind, number, value = struct.unpack_from("<HH4x8s", fixed, start)
                found.values[number] = (kind, value)
        for name in names:
            number, kind = _tag(name)
            if number is not None:
                found.values[number] = (kind, self._read((*path, name)))
        return found

    def _read(self, path: _Path) -> bytes:
        self._bytes_left -= self._container.get_size(list(path))
        if self._bytes_left < 0:
            raise too_large(text("parsing", "This message holds far more than its size allows."))
        with self._container.openstream(list(path)) as stream:
            return stream.read()


def _tag(name: str) -> tuple[int | None, int]:
    """Return the number and the type of the property in a stream of this name."""
    try:
        return (int(name[12:16], 16), int(name[16:], 16)) if name.startswith(_VALUE) and len(name) == 20 else (None, 0)
    except ValueError:
        return None, 0
