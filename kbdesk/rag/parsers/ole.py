"""The directory of OLE compound files, the container of old Office files, Outlook messages, encrypted Office files."""

from __future__ import annotations

import struct
from typing import BinaryIO

SIGNATURE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_LAST_SECTOR = 0xFFFFFFFA  # numbers from here on are marks, not sectors
_NO_ENTRY = 0xFFFFFFFF
_MAX_DIRECTORY_SECTORS = 4096


def top_level_names(file: BinaryIO) -> set[str]:
    """Return the names of the streams and storages directly under the root; what can be read of them if damaged.

    Names inside a storage are left out: they belong to objects that are embedded in the document.

    Source: [MS-CFB] 2.2 (header), 2.3 (FAT), 2.6 (directory).
    """
    file.seek(0)
    header = file.read(512)
    if len(header) < 512 or not header.startswith(SIGNATURE):
        return set()
    sector_size = 1 << min(struct.unpack_from("<H", header, 30)[0], 16)
    (first_directory_sector,) = struct.unpack_from("<I", header, 48)
    fat_sectors = [number for number in struct.unpack_from("<109I", header, 76) if number < _LAST_SECTOR]
    fat: list[int] = []
    for number in fat_sectors:
        sector = _sector(file, number, sector_size)
        fat.extend(struct.unpack(f"<{len(sector) // 4}I", sector[: len(sector) // 4 * 4]))
    directory = b""
    number = first_directory_sector
    for _ in range(_MAX_DIRECTORY_SECTORS):
        directory += _sector(file, number, sector_size)
        number = fat[number] if number < len(fat) else _LAST_SECTOR
        if number >= _LAST_SECTOR:
            break
    return _root_children(directory)


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
