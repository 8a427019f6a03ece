"""The files of dropped folders."""

from __future__ import annotations

import os
import stat
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from kbdesk.errors import InputError
from kbdesk.texts import text

_IGNORED_NAMES = frozenset({"thumbs.db", "desktop.ini", "__macosx"})


@dataclass(frozen=True)
class Found:
    """A file that was found.

    Attributes:
        path: Where it is, absolute.
        name: Its path below the dropped folder with "/", or its own name; for people: undecodable bytes are replaced.
        size_bytes: Its size.
        modified_ns: When it was last changed, in nanoseconds since 1970.
    """

    path: Path
    name: str
    size_bytes: int
    modified_ns: int = 0


def walk(paths: Sequence[Path]) -> Iterator[Found]:
    """Yield the files at and below paths, each once, sorted by name within a folder.

    A file that is named itself is always taken. In folders, hidden and temporary files are left out, links are
    followed once (loops end), and what is neither file nor folder (pipes, devices) is skipped. A folder that may not be
    read is yielded itself, so that somebody can say so.

    Raises:
        InputError: One of the paths is no file and no folder; nothing was yielded.
    """
    roots = [Path(os.path.abspath(path)) for path in paths]  # noqa: PTH100  # resolve() would follow links
    for root in roots:
        if not (root.is_file() or root.is_dir()):
            raise InputError(
                text("library", "There is no file or folder “{path}”.", path=readable(str(root))),
                text("library", "Check the name."),
            )
    seen: set[tuple[int, int]] = set()
    for root in roots:
        yield from _walk(root, root.name, seen, is_root=True)


def readable(name: str) -> str:
    """Return a file name that any screen can show and any query can find.

    Undecodable bytes become U+FFFD; letters with accents are one character each, also from macOS (NFC).
    """
    return unicodedata.normalize("NFC", os.fsencode(name).decode("utf-8", "replace"))


def _walk(path: Path, name: str, seen: set[tuple[int, int]], *, is_root: bool) -> Iterator[Found]:
    try:
        status = path.stat()
    except OSError:  # a link to nowhere, or gone in the meantime
        return
    # The same file through two links is one file.
    identity = (status.st_dev, status.st_ino)
    if identity in seen:
        return
    if stat.S_ISREG(status.st_mode):
        seen.add(identity)
        yield Found(path, readable(name), status.st_size, status.st_mtime_ns)
    elif stat.S_ISDIR(status.st_mode):
        seen.add(identity)
        try:
            children = sorted(child for child in path.iterdir() if not _is_ignored(child.name))
        except OSError:
            yield Found(path, readable(name), 0)
            return
        for child in children:
            yield from _walk(child, child.name if is_root else f"{name}/{child.name}", seen, is_root=False)


def _is_ignored(name: str) -> bool:
    return name.startswith((".", "~$")) or name.endswith(("~", ".tmp")) or name.lower() in _IGNORED_NAMES
