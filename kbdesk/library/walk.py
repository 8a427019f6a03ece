"""The files of dropped folders, and of those that are kept in sync."""

from __future__ import annotations

import errno
import os
import stat
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from kbdesk.errors import InputError
from kbdesk.rag.parsers.leftovers import is_leftover
from kbdesk.texts import text

# Windows: OFFLINE, RECALL_ON_OPEN, RECALL_ON_DATA_ACCESS. Reading such a file would download it.
_NOT_HERE = 0x1000 | 0x40000 | 0x400000
_HIDDEN = 0x2
# macOS: SF_DATALESS (the stat module has it since Python 3.13 only) and UF_HIDDEN.
_DATALESS = 0x40000000
_ICLOUD = ".icloud"
_NOTHING_THERE = (errno.ENOENT, errno.ENOTDIR, errno.ELOOP, errno.ENAMETOOLONG)


class Reach(StrEnum):
    """Whether a file can be read."""

    HERE = "here"
    ELSEWHERE = "elsewhere"
    """Its name is on this computer, its content only in the cloud: opening it would download it."""
    CLOSED = "closed"
    """It is there, or is a folder, and may not be looked at."""


@dataclass(frozen=True)
class Found:
    """A file that was found.

    Attributes:
        path: Where it is, absolute.
        name: Its path below the dropped folder with "/", or its own name; for people: undecodable bytes are replaced.
        size_bytes: Its size.
        modified_ns: When it was last changed, in nanoseconds since 1970.
        reach: Whether it can be read.
    """

    path: Path
    name: str
    size_bytes: int
    modified_ns: int = 0
    reach: Reach = Reach.HERE


def walk(paths: Sequence[Path | Found]) -> Iterator[Found]:
    """Yield the files at and below paths, each once, sorted by name within a folder; none is opened.

    What was found before is yielded as it is.

    A file that is named itself is always taken. In folders, hidden and temporary files are left out, links are
    followed once (loops end), and what is neither file nor folder (pipes, devices) is skipped. What may not be looked
    at is yielded too, so that somebody can say so.

    Raises:
        InputError: One of the paths is no file and no folder; nothing was yielded.
    """
    roots = [path if isinstance(path, Found) else absolute(path) for path in paths]
    check_there([root for root in roots if isinstance(root, Path)])
    seen: set[tuple[int, int]] = set()
    for root in roots:
        if isinstance(root, Found):
            yield root
        else:
            yield from _walk(str(root), root.name, seen, is_root=True)


def check_there(paths: Sequence[Path]) -> None:
    """Look whether there is something at each path, without opening it.

    Raises:
        InputError: One of them is no file and no folder.
    """
    for path in map(absolute, paths):
        if not may_be_there(path):
            raise InputError(
                text("library", "There is no file or folder “{path}”.", path=readable(str(path))),
                text("library", "Check the name."),
            )


def may_be_there(path: Path) -> bool:
    """Return whether there is a file or folder at a path; True also where nobody can tell, as on a lost drive."""
    try:
        mode = path.stat().st_mode
    except OSError as exc:
        return exc.errno not in _NOTHING_THERE
    return stat.S_ISREG(mode) or stat.S_ISDIR(mode)


def absolute(path: Path) -> Path:
    """Return where a path leads from the root, the way the walk gives it: links are not followed."""
    return Path(os.path.abspath(path))  # noqa: PTH100  # resolve() would follow links


def readable(name: str) -> str:
    """Return a file name that any screen can show and any query can find.

    Undecodable bytes become U+FFFD; letters with accents are one character each, also from macOS (NFC).
    """
    return unicodedata.normalize("NFC", os.fsencode(name).decode("utf-8", "replace"))


def is_ignored(name: str) -> bool:
    """Return whether a file or folder of this name is left out in folders."""
    return not _stands_for(name) and is_leftover(name)


def is_elsewhere(status: os.stat_result) -> bool:
    """Return whether a file's content is only in the cloud, so that reading it would download it."""
    attributes, flags = getattr(status, "st_file_attributes", 0), getattr(status, "st_flags", 0)
    return stat.S_ISREG(status.st_mode) and bool(attributes & _NOT_HERE or flags & _DATALESS)


def lies_elsewhere(path: Path) -> bool:
    """Return whether the content of a file is only in the cloud; it is not opened.

    Raises:
        OSError: There is no such file.
    """
    try:
        return is_elsewhere(path.stat())
    except FileNotFoundError:
        if path.with_name(f".{path.name}{_ICLOUD}").exists():
            return True
        raise


def _walk(path: str, name: str, seen: set[tuple[int, int]], *, is_root: bool) -> Iterator[Found]:
    try:
        status = os.stat(path)  # noqa: PTH116  # a Path for each of many files takes longer than the look itself
    except OSError as exc:
        if exc.errno not in _NOTHING_THERE:  # else a link to nowhere, or gone in the meantime
            yield Found(Path(path), readable(name), 0, reach=Reach.CLOSED)
        return
    if not _is_new(status, seen) or (_is_hidden(status) and not is_root):
        return
    if stat.S_ISREG(status.st_mode):
        reach = Reach.ELSEWHERE if is_elsewhere(status) else Reach.HERE
        yield Found(Path(path), readable(name), status.st_size, status.st_mtime_ns, reach)
    elif stat.S_ISDIR(status.st_mode):
        yield from _children(path, name, seen, is_root=is_root)


def _children(path: str, name: str, seen: set[tuple[int, int]], *, is_root: bool) -> Iterator[Found]:
    try:
        children = sorted(child for child in os.listdir(path) if not is_ignored(child))  # noqa: PTH208  # as above
    except OSError:
        yield Found(Path(path), readable(name), 0, reach=Reach.CLOSED)
        return
    for child in children:
        shown = child if is_root else f"{name}/{child}"
        if real := _stands_for(child):
            shown_real = shown.removesuffix(child) + real
            yield Found(Path(path, real), readable(shown_real), 0, reach=Reach.ELSEWHERE)
        else:
            yield from _walk(os.path.join(path, child), shown, seen, is_root=False)  # noqa: PTH118  # as above


def _is_new(status: os.stat_result, seen: set[tuple[int, int]]) -> bool:
    """Return whether a file was not seen before: the same one through two links is one file."""
    identity = (status.st_dev, status.st_ino)
    if not status.st_ino:  # some network drives number nothing
        return True
    is_new = identity not in seen
    seen.add(identity)
    return is_new


def _is_hidden(status: os.stat_result) -> bool:
    attributes, flags = getattr(status, "st_file_attributes", 0), getattr(status, "st_flags", 0)
    return bool(attributes & _HIDDEN or flags & stat.UF_HIDDEN)


def _stands_for(name: str) -> str:
    """Return the name of the file that a placeholder of iCloud (".name.icloud") stands for, or ""."""
    is_placeholder = name.startswith(".") and name.endswith(_ICLOUD) and len(name) > len(_ICLOUD) + 1
    return name[1 : -len(_ICLOUD)] if is_placeholder else ""
