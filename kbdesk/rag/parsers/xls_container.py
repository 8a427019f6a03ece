"""The container of an Excel 97 file, rebuilt around its workbook.

calamine runs in circles on containers whose chains of sectors are broken, so it is given one that is known to be whole.
Source: [MS-CFB] 2.2 (header), 2.3 (FAT), 2.6 (directory).
"""

from __future__ import annotations

import io
import struct

from kbdesk.errors import ParseError
from kbdesk.rag.parsers.faults import LIBRARY_FAULTS, damaged
from kbdesk.rag.parsers.ole import SIGNATURE
from kbdesk.rag.parsers.xls_area import checked_xls

_SECTOR = 4096
_SMALLEST = 4096
"""Bytes; a smaller stream would have to stand in a stream of streams."""
_FREE, _END, _FAT = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD
_STREAMS = ("Workbook", "Book")


def rebuilt(data: bytes) -> bytes:
    """Return a container with nothing but the workbook stream of a file.

    Raises:
        DamagedError: There is no such stream, or it cannot be read.
        LimitError: Its cells span too large a range.
    """
    try:
        import olefile

        with olefile.OleFileIO(io.BytesIO(data)) as container:
            found = {path[0].lower(): path for path in container.listdir() if len(path) == 1}
            name = next((name for name in _STREAMS if name.lower() in found), None)
            path = found[name.lower()] if name else []
            if name is None or container.get_size(path) > len(data):  # a chain in circles is followed to its size
                raise damaged("Excel")
            return _container(name, checked_xls(container.openstream(path).read()))
    except ParseError:
        raise
    except LIBRARY_FAULTS as exc:  # olefile's own errors are OSErrors
        raise damaged("Excel") from exc


def _container(name: str, stream: bytes) -> bytes:
    """Write a compound file: the stream, an unused sector for small streams, the directory, the allocation table."""
    stream = stream.ljust(_SMALLEST, b"\0")
    count = -(-len(stream) // _SECTOR)
    fat_count = -(-(count + 2) * 4 // _SECTOR) + 1
    fat = [*range(1, count), _END, _END, _END, *[_FAT] * fat_count]
    table = struct.pack(f"<{len(fat)}I", *fat).ljust(fat_count * _SECTOR, b"\xff")
    directory = _entry("Root Entry", kind=5, child=1, start=count, size=_SECTOR)
    directory += _entry(name, kind=2, child=_FREE, start=0, size=len(stream))
    header = SIGNATURE + struct.pack("<16x5H6x", 0x3E, 4, 0xFFFE, 12, 6)
    header += struct.pack("<9I", 1, fat_count, count + 1, 0, _SMALLEST, _END, 0, _END, 0)
    header += struct.pack("<109I", *range(count + 2, count + 2 + fat_count), *[_FREE] * (109 - fat_count))
    sectors = stream.ljust((count + 1) * _SECTOR, b"\0") + directory.ljust(_SECTOR, b"\0")
    return header.ljust(_SECTOR, b"\0") + sectors + table


def _entry(name: str, *, kind: int, child: int, start: int, size: int) -> bytes:
    encoded = name.encode("utf-16-le")
    head = struct.pack("<64sHBB3I", encoded, len(encoded) + 2, kind, 1, _FREE, _FREE, child)
    return head + struct.pack("<36xIQ", start, size)
