"""Copies of what was taken in, by the SHA-256 of their content."""

from __future__ import annotations

import asyncio
import hashlib
import os
import sys
import uuid
from collections.abc import Iterator, Set
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import BinaryIO

from kbdesk.rag.stores.threads import Stopped, run_whole

_BLOCK_BYTES = 1 << 20
_LONGEST_SUFFIX = 16
_FICLONE = 0x40049409  # Linux: share the blocks of a file instead of copying them


@dataclass(frozen=True)
class Copy:
    """A copy that is kept.

    Attributes:
        name: Its name below the folder of the originals, with "/".
        path: Where it is.
        sha256: Hash of its content, 64 hexadecimal digits.
        size_bytes: Its size.
    """

    name: str
    path: Path
    sha256: str
    size_bytes: int


class Originals:
    """The folder of the copies. Files are read and written in threads; a cancelled call stops at the next block."""

    def __init__(self, folder: Path) -> None:
        """Use an existing folder."""
        self._folder = folder
        self._threads = ThreadPoolExecutor(2, thread_name_prefix="originals")

    def close(self) -> None:
        """End the threads."""
        self._threads.shutdown(wait=False)

    async def hash(self, path: Path) -> str:
        """Return the SHA-256 of a file's content, 64 hexadecimal digits.

        Raises:
            OSError: The file cannot be read.
        """
        return await run_whole(self._threads, lambda stop: _hash(path, stop))

    async def keep(self, source: Path) -> Copy:
        """Copy a file, whole and durable, and return the copy; it takes the place of one with the same content.

        Raises:
            OSError: The file cannot be read, or the copy cannot be written.
        """
        return await run_whole(self._threads, lambda stop: self._keep(source, stop))

    async def sweep(self, in_use: Set[str]) -> None:
        """Delete what is not in use, and what a dead program left half copied; not while copies are made.

        Args:
            in_use: Names of the copies that documents have.
        """
        await asyncio.to_thread(self._sweep, in_use)

    def _keep(self, source: Path, stop: Event) -> Copy:
        temporary = self._folder / f"incoming-{uuid.uuid4().hex}"
        self._folder.mkdir(mode=0o700, exist_ok=True)  # somebody may have tidied it away
        try:
            _copy(source, temporary, stop)
            sha256 = _hash(temporary, stop)
            name = f"{sha256[:2]}/{sha256}{_suffix(source)}"
            target = self._folder / name
            target.parent.mkdir(mode=0o700, exist_ok=True)
            temporary.replace(target)
        finally:
            temporary.unlink(missing_ok=True)
        return Copy(name, target, sha256, target.stat().st_size)

    def _sweep(self, in_use: Set[str]) -> None:
        for path in [*self._folder.glob("incoming-*"), *self._folder.glob("??/*")]:
            if path.relative_to(self._folder).as_posix() in in_use:
                continue
            try:
                path.unlink(missing_ok=True)
            except PermissionError:  # Windows: some program shows it; the next sweep takes it
                continue


def _hash(path: Path, stop: Event) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        for block in _blocks(file, stop):
            digest.update(block)
    return digest.hexdigest()


def _copy(source: Path, target: Path, stop: Event) -> None:
    descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
    with os.fdopen(descriptor, "wb") as writer, source.open("rb") as reader:
        if not _clone(reader, writer):
            for block in _blocks(reader, stop):
                writer.write(block)
        writer.flush()
        os.fsync(writer.fileno())


def _blocks(file: BinaryIO, stop: Event) -> Iterator[bytes]:
    while block := file.read(_BLOCK_BYTES):
        if stop.is_set():
            raise Stopped
        yield block


def _clone(reader: BinaryIO, writer: BinaryIO) -> bool:
    """Share the blocks of a file where the file system can; return whether it did."""
    if sys.platform != "linux":
        return False
    import fcntl

    try:
        fcntl.ioctl(writer.fileno(), _FICLONE, reader.fileno())
    except OSError:
        return False
    return True


def _suffix(path: Path) -> str:
    """Return the name's ending, so that the system knows how to open the copy; "" for an odd one."""
    suffix = path.suffix.lower()
    return suffix if suffix.isascii() and suffix[1:].isalnum() and len(suffix) <= _LONGEST_SUFFIX else ""
