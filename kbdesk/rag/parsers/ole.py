"""The directory of OLE compound files, the container of old Office files, Outlook messages, encrypted Office files."""

from __future__ import annotations

import io
import struct
from collections.abc import Iterator
from itertools import islice
from typing import BinaryIO

SIGNATURE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_LAST_SECTOR = 0xFFFFFFFA  # numbers from here on are marks, not sectors
_NO_ENTRY = 0xFFFFFFFF
_MAX_DIRECTORY_SECTORS = 4096
_MAX_TABLE_SECTORS = 128  # name the table of a file of 1 GB
_SECTOR_SHIFTS = frozenset({9, 12})
"""Sectors have 512 or 4,096 bytes."""
_TABLE_LENGTHS = (44, 64, 72)  # where the header says how many sectors its three tables have
_WITH_SIZE = (2, 5)  # kinds of entries: a stream, and the root, which has the small ones


def top_level_names(file: BinaryIO) -> set[str]:
    """Return the names of the streams and storages directly under the root; what can be read of them if damaged.

    Names inside a storage are left out: they belong to objects that are embedded in the document.

    Source: [MS-CFB] 2.2 (header), 2.3 (FAT), 2.5 (DIFAT), 2.6 (directory).
    """
    return _root_children(_directory(file))


def claims_too_much(data: bytes) -> bool:
    """Tell whether a compound file claims more sectors, or longer streams, than it has bytes for.

    Libraries follow a chain of sectors that runs in circles as far as such a claim goes: for minutes.
    """
    directory = _directory(io.BytesIO(data))
    if not directory:
        return False
    (shift,) = struct.unpack_from("<H", data, 30)
    if any(struct.unpack_from("<I", data, offset)[0] > len(data) >> shift for offset in _TABLE_LENGTHS):
        return True
    form = "<I" if shift == min(_SECTOR_SHIFTS) else "<Q"  # in small sectors what follows may be anything
    return any(
        struct.unpack_from(form, directory, start + 120)[0] > len(data)
        for start in range(0, len(directory) - 127, 128)
        if directory[start + 66] in _WITH_SIZE
    )


def _directory(file: BinaryIO) -> bytes:
    """Return the bytes of the directory, b"" if the file is no compound file."""
    file.seek(0)
    header = file.read(512)
    if len(header) < 512 or not header.startswith(SIGNATURE):
        return b""
    shift, first_directory_sector = struct.unpack_from("<H16xI", header, 30)
    if shift not in _SECTOR_SHIFTS:
        return b""
    fat = _fat(file, header, 1 << shift)
    sectors = islice(_chain(first_directory_sector, fat), _MAX_DIRECTORY_SECTORS)
    return b"".join(_sector(file, number, 1 << shift) for number in sectors)


def _fat(file: BinaryIO, header: bytes, sector_size: int) -> list[int]:
    """Return which sector follows each; the header names the first sectors of this table, others name the rest."""
    places = list(struct.unpack_from("<109I", header, 76))
    more, count = struct.unpack_from("<2I", header, 68)
    for _ in range(min(count, _MAX_TABLE_SECTORS)):
        *named, more = _numbers(_sector(file, more, sector_size)) or [_LAST_SECTOR]
        places += named
    used = dict.fromkeys(place for place in places if place < _LAST_SECTOR)
    return [number for place in used for number in _numbers(_sector(file, place, sector_size))]


def _chain(number: int, fat: list[int]) -> Iterator[int]:
    """Yield a sector and those that follow it, each once."""
    seen: set[int] = set()
    while number < _LAST_SECTOR and number not in seen:
        seen.add(number)
        yield number
        number = fat[number] if number < len(fat) else _LAST_SECTOR


def _numbers(sector: bytes) -> list[int]:
    return list(struct.unpack(f"<{len(sector) // 4}I", sector[: len(sector) // 4 * 4]))


def _sector(file: BinaryIO, number: int, size: int) -> bytes:
    file.seek((number + 1) * size)
    return file.read(size)


def _root_children(directory: bytes) -> set[str]:
    """Walk the tree of siblings that hangs below the root entry."""
    if len(directory) < 128:
        return set()
    names: set[str] = set()
    seen: set[int] = set()
    waiting = [struct.unpack_from("<I", directory, 76)[0]]
    while waiting:
        entry = waiting.pop()
        offset = entry * 128
        if entry == _NO_ENTRY or entry in seen or offset + 128 > len(directory):
            continue
        seen.add(entry)
        length = min(struct.unpack_from("<H", directory, offset + 64)[0], 64)
        names.add(directory[offset : offset + max(length - 2, 0)].decode("utf-16-le", "replace"))
        waiting.extend(struct.unpack_from("<2I", directory, offset + 68))
    return names
