"""Copies of what was taken in, by the SHA-256 of their content."""

from __future__ import annotations

import asyncio
import hashlib
import os
import sys
import uuid
from collections.abc import Awaitable, Callable, Generator, Iterable, Iterator, Sequence, Set
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from threading import Event, Lock
from typing import BinaryIO, TypeVar
from weakref import WeakSet

from kbdesk.library.concurrency import run_to_end
from kbdesk.library.durable import sync_all
from kbdesk.library.snapshots import place
from kbdesk.library.walk import lies_elsewhere
from kbdesk.rag.stores.threads import Stopped, run_whole

Value = TypeVar("Value")

_BLOCK_BYTES = 1 << 20
_LONGEST_SUFFIX = 16
_FICLONE = 0x40049409  # Linux: share the blocks of a file instead of copying them


class ElsewhereError(OSError):
    """The content of a file is only in the cloud; reading it would download it, so it was not opened."""


@dataclass(frozen=True)
class Incoming:
    """A file that is to be kept.

    Attributes:
        name: What it is called.
        blocks: Its content.
    """

    name: str
    blocks: Iterable[bytes]


@dataclass(frozen=True, eq=False)  # known by itself: two works may hold the same copy
class Copy:
    """A copy that is kept; no sweep takes it while somebody holds on to this.

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
        self._incoming = f"incoming-{uuid.uuid4().hex}"
        self._placing = Lock()
        self._held: WeakSet[Copy] = WeakSet()
        self._spared: set[str] = set()
        self._sweeping = asyncio.Lock()

    def close(self) -> None:
        """End the threads."""
        self._threads.shutdown(wait=False)

    async def hash(self, path: Path) -> str:
        """Return the SHA-256 of a file's content, 64 hexadecimal digits.

        Raises:
            OSError: The file cannot be read; `ElsewhereError` if its content is only in the cloud.
        """
        return await run_whole(self._threads, lambda stop: _hash(path, stop))

    async def keep(self, source: Path, name: str = "") -> Copy:
        """Copy a file, whole and durable, and return the copy; it takes the place of one with the same content.

        Args:
            source: The file.
            name: What it is called, where it lies under another name.

        Raises:
            OSError: The file cannot be read, or the copy cannot be written; `ElsewhereError` as for `hash`.
        """
        made: list[Copy] = []  # asyncio holds on to what its futures gave, until the next collection of cycles
        await run_whole(self._threads, lambda stop: made.append(self._keep(source, name or source.name, stop)))
        return made.pop()

    async def keep_all(self, files: Iterable[Incoming], on_kept: Callable[[], object]) -> list[Copy]:
        """Keep many files, all of them whole and durable, and return the copies; see `keep`.

        Args:
            files: The files; their content is read in a thread, one after the other.
            on_kept: Called in that thread after each.

        Raises:
            OSError: A copy cannot be written. Whatever else the files raise is passed on.
        """
        made: list[Copy] = []  # as in `keep`
        with _let_go_of(made):
            await run_whole(self._threads, lambda stop: self._keep_all(files, made, on_kept, stop))
        return made

    def hold(self, names: Iterable[str]) -> list[Copy]:
        """Return copies that are to stay for as long as somebody holds on to what is returned.

        Args:
            names: Their names below the folder.
        """
        copies = [Copy(name, self._folder / name, "", 0) for name in names]
        with self._placing:
            self._held.update(copies)
        return copies

    async def put(self, source: Path, name: str, *, may_share: bool) -> None:
        """Put a copy in its place, also of one that is there; a sweep meanwhile leaves it alone.

        Args:
            source: A file with the content it must have.
            name: Its name below the folder.
            may_share: Whether both may be one file on the disk, since the source never changes.

        Raises:
            OSError: The file cannot be read, or the copy cannot be written.
        """
        await run_whole(self._threads, lambda _: self._put(source, name, may_share=may_share))

    async def sweep(self, in_use: Callable[[], Awaitable[Set[str]]]) -> int:
        """Delete what nobody uses, and what a dead program left half copied; return how many bytes that gave back.

        It may go on while copies are made: what anybody holds when it begins, or makes until it ends, stays.

        Args:
            in_use: Gives the names of the copies that documents have.
        """
        return await self._among(in_use, self._sweep)

    async def drop(self, copies: Sequence[Path], unused: Callable[[Sequence[str]], Awaitable[list[str]]]) -> None:
        """Delete those of some copies that nobody uses and nobody holds.

        Args:
            copies: Where they are.
            unused: Gives those of their names that no document has.
        """
        names = await unused([path.relative_to(self._folder).as_posix() for path in copies])
        await run_to_end(asyncio.to_thread(self._drop, names))

    async def unused(self, in_use: Callable[[], Awaitable[Set[str]]]) -> list[Path]:
        """Return what `sweep` would delete now."""
        return await self._among(in_use, self._unused)

    async def _among(
        self, in_use: Callable[[], Awaitable[Set[str]]], work: Callable[[Set[str], Set[str]], Value]
    ) -> Value:
        """Run work on the names that are in use, and on those of copies that somebody holds or makes meanwhile."""
        async with self._sweeping:
            with self._placing:
                spared = self._spared = {copy.name for copy in self._held}
            names = await in_use()
            return await run_to_end(asyncio.to_thread(work, names, spared))  # the next one knows other names

    def _keep(self, source: Path, name: str, stop: Event) -> Copy:
        temporary = self._new_file()
        try:
            _copy(source, temporary, stop)
            return self._place(temporary, self._named(_hash(temporary, stop), name, temporary.stat().st_size))
        finally:
            temporary.unlink(missing_ok=True)

    def _keep_all(
        self, files: Iterable[Incoming], copies: list[Copy], on_kept: Callable[[], object], stop: Event
    ) -> None:
        temporaries: list[Path] = []
        try:
            for file in files:
                temporaries.append(self._new_file())
                copies.append(self._written(file, temporaries[-1], stop))
                on_kept()
            sync_all(self._folder, temporaries)  # before they take the place of others, by which documents live
            for temporary, copy in zip(temporaries, copies, strict=True):
                self._place(temporary, copy)
            sync_all(self._folder, [copy.path for copy in copies])
        finally:
            for temporary in temporaries:
                temporary.unlink(missing_ok=True)

    def _written(self, file: Incoming, temporary: Path, stop: Event) -> Copy:
        digest, size_bytes = hashlib.sha256(), 0
        with _new(temporary) as writer:
            for block in file.blocks:
                if stop.is_set():
                    raise Stopped
                digest.update(block)
                size_bytes += writer.write(block)
        return self._named(digest.hexdigest(), file.name, size_bytes)

    def _new_file(self) -> Path:
        self._folder.mkdir(mode=0o700, exist_ok=True)  # somebody may have tidied it away
        return self._folder / f"{self._incoming}-{uuid.uuid4().hex}"

    def _named(self, sha256: str, name: str, size_bytes: int) -> Copy:
        kept_as = f"{sha256[:2]}/{sha256}{_suffix(name)}"
        return Copy(kept_as, self._folder / kept_as, sha256, size_bytes)

    def _place(self, temporary: Path, copy: Copy) -> Copy:
        copy.path.parent.mkdir(mode=0o700, exist_ok=True)
        with self._placing:  # between a sweep's look at a copy and its deletion nothing takes its place
            temporary.replace(copy.path)
            self._held.add(copy)
            self._spared.add(copy.name)
        return copy

    def _put(self, source: Path, name: str, *, may_share: bool) -> None:
        temporary, target = self._new_file(), self._folder / name
        try:
            place(source, temporary, may_share=may_share)
            target.parent.mkdir(mode=0o700, exist_ok=True)
            temporary.replace(target)
        finally:
            temporary.unlink(missing_ok=True)

    def _sweep(self, in_use: Set[str], spared: Set[str]) -> int:
        freed = 0
        for path in self._files():
            with self._placing:
                if self._is_unused(path, in_use, spared):
                    freed += _delete(path)
        return freed

    def _drop(self, names: Sequence[str]) -> None:
        with self._placing:
            for name in names:
                if all(copy.name != name for copy in self._held):
                    _delete(self._folder / name)

    def _unused(self, in_use: Set[str], spared: Set[str]) -> list[Path]:
        with self._placing:
            return [path for path in self._files() if self._is_unused(path, in_use, spared)]

    def _is_unused(self, path: Path, in_use: Set[str], spared: Set[str]) -> bool:
        name = path.relative_to(self._folder).as_posix()
        return name not in in_use and name not in spared and not name.startswith(self._incoming)

    def _files(self) -> list[Path]:
        return [*self._folder.glob("incoming-*"), *self._folder.glob("??/*")]


@contextmanager
def _let_go_of(copies: list[Copy]) -> Generator[None]:
    """Hold on to no copy when the block fails: an error holds on to the functions it went through."""
    try:
        yield
    except BaseException:
        copies.clear()
        raise


def _delete(path: Path) -> int:
    """Delete a file and return how many bytes that gave back: none while a backup has it too, as the same file."""
    try:
        found = path.stat()
        path.unlink()
    except (FileNotFoundError, PermissionError):  # Windows: some program shows it; the next sweep takes it
        return 0
    return found.st_size if found.st_nlink == 1 else 0


def _hash(path: Path, stop: Event) -> str:
    digest = hashlib.sha256()
    with _open(path) as file:
        for block in _blocks(file, stop):
            digest.update(block)
    return digest.hexdigest()


def _copy(source: Path, target: Path, stop: Event) -> None:
    with _new(target) as writer, _open(source) as reader:
        if not _clone(reader, writer):
            for block in _blocks(reader, stop):
                writer.write(block)
        writer.flush()
        os.fsync(writer.fileno())


def _new(path: Path) -> BinaryIO:
    """Return a file that was not there, private to the person."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600), "wb")


def _open(path: Path) -> BinaryIO:
    if lies_elsewhere(path):
        raise ElsewhereError
    return path.open("rb")


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


def _suffix(name: str) -> str:
    """Return the name's ending, so that the system knows how to open the copy; "" for an odd one."""
    suffix = PurePosixPath(name).suffix.lower()
    return suffix if suffix.isascii() and suffix[1:].isalnum() and len(suffix) <= _LONGEST_SUFFIX else ""
