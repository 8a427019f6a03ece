"""Looks at the folders that are kept in sync: blocking work for a thread, which can be stopped."""

from __future__ import annotations

import os
import stat
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event

from kbdesk.errors import InputError
from kbdesk.library.snapshots import sha256_of
from kbdesk.library.sync_plan import Differences, Kept, Known, Move, SyncPlan, Unreadable, compare
from kbdesk.library.walk import Found, Reach, walk
from kbdesk.rag.stores.threads import Stopped
from kbdesk.texts import Text, text


@dataclass(frozen=True)
class Settled:
    """What is certain of the differences of a folder after a second look.

    Attributes:
        added: New files that are whole.
        changed: Changed files that are whole.
        missing: Documents whose files are gone.
        moved: Documents whose files have another place or name.
        unsettled: Files that are just being written.
        unreadable: Files that cannot be read now.
    """

    added: tuple[Found, ...] = ()
    changed: tuple[Found, ...] = ()
    missing: tuple[Kept, ...] = ()
    moved: tuple[Move, ...] = ()
    unsettled: tuple[Found, ...] = ()
    unreadable: tuple[Unreadable, ...] = ()


def scan(folder: Path, known: Known, own: Path, stop: Event) -> Differences | None:
    """Return how a folder differs from what is known of it; None if it cannot be looked at.

    Args:
        folder: The folder.
        known: What is known of it.
        own: The program's own data, which is never taken in.
        stop: Ends the work.

    Raises:
        Stopped: `stop` was set.
    """
    place = place_of(folder)
    if place is None:
        return None
    try:
        files = [file for file in _checked(walk([folder]), stop) if not file.path.is_relative_to(own)]
    except InputError:
        return None
    # A drive that went away in the middle shows as another folder with nothing in it, or as one that may not be read.
    if place_of(folder) != place or any(file.path == folder for file in files):
        return None
    differences = compare(files, known)
    differences.place = place
    return differences


def place_of(folder: Path) -> tuple[int, int] | None:
    """Return what tells a folder from another one of the same name; None if it is not there."""
    try:
        status = folder.stat()
        os.listdir(folder)  # noqa: PTH208  # a share that lost its server can still be told of, but not be listed
    except OSError:
        return None
    return status.st_dev, status.st_ino


def settle(folder: Path, differences: Differences, stop: Event) -> Settled | None:
    """Look again at what differs, and find what has only moved; None if the folder can no longer be looked at.

    Raises:
        Stopped: `stop` was set.
    """
    unsettled: list[Found] = []
    unreadable = [Unreadable(file, _may_not()) for file in differences.closed]
    added = list(_whole(differences.added, unsettled, unreadable, stop))
    changed = list(_whole(differences.changed, unsettled, unreadable, stop))
    missing = [each for each in differences.missing if _is_gone(Path(each.path), folder)]
    moved = list(_moves(missing, [*added, *differences.copies], stop))
    files = {move.file.path for move in moved}
    documents = {move.document.id for move in moved}
    if place_of(folder) != differences.place:
        return None
    return Settled(
        added=tuple(file for file in added if file.path not in files),
        changed=tuple(changed),
        missing=tuple(each for each in missing if each.id not in documents),
        moved=tuple(moved),
        unsettled=tuple(unsettled),
        unreadable=tuple(unreadable),
    )


def still_holds(folder: Path, plan: SyncPlan, known: Known, stop: Event) -> SyncPlan | None:
    """Return what of a plan, which may have waited for a person, can still be done; None if the folder is not there.

    Args:
        folder: The folder.
        plan: The plan.
        known: What is known of the folder now: a document may be in the trash or live by another file since.
        stop: Ends the work.

    Raises:
        Stopped: `stop` was set.
    """
    if place_of(folder) is None:
        return None
    return replace(
        plan,
        added=tuple(file for file in _checked(plan.added, stop) if _is_file(file)),
        changed=tuple(file for file in _checked(plan.changed, stop) if _is_file(file)),
        removed=tuple(each for each in plan.removed if _is_kept(each, known) and _is_gone(Path(each.path), folder)),
        moved=tuple(move for move in plan.moved if _is_file(move.file) and _is_gone(Path(move.document.path), folder)),
    )


def _check(stop: Event) -> None:
    if stop.is_set():
        raise Stopped


def _checked(files: Iterable[Found], stop: Event) -> Iterator[Found]:
    for file in files:
        _check(stop)
        yield file


def _whole(
    files: Iterable[Found], unsettled: list[Found], unreadable: list[Unreadable], stop: Event
) -> Iterator[Found]:
    """Yield the files that are as they were at the first look and can be read; those that are gone were never whole."""
    for file in _checked(files, stop):
        try:
            status = file.path.stat()
            if (status.st_size, status.st_mtime_ns) != (file.size_bytes, file.modified_ns):
                unsettled.append(file)
                continue
            if file.reach is Reach.HERE:
                with file.path.open("rb") as opened:
                    opened.read(1)  # a lock of another program may show only here
        except FileNotFoundError:
            continue
        except OSError as exc:
            unreadable.append(Unreadable(file, _why(exc)))
            continue
        yield file


def _is_file(file: Found) -> bool:
    """Return whether a file is still there; not so where nobody can tell, for the next look finds it."""
    try:
        return file.path.is_file()
    except OSError:
        return False


def _is_kept(document: Kept, known: Known) -> bool:
    now = known.kept.get(document.path)
    return now is not None and now.id == document.id


def _is_gone(path: Path, folder: Path) -> bool:
    """Return whether a file was deleted; not so if a link on the way to it leads nowhere, or nobody can tell."""
    for each in (path, *path.parents):
        if each == folder:
            break
        try:
            status = each.lstat()
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError:
            return False
        return not stat.S_ISLNK(status.st_mode) and (each != path or stat.S_ISDIR(status.st_mode))
    return True


def _moves(missing: Iterable[Kept], files: Iterable[Found], stop: Event) -> Iterator[Move]:
    """Yield the documents whose content is at another place; only files of the same size are read."""
    by_size: defaultdict[int, list[Kept]] = defaultdict(list)
    for each in missing:
        if each.sha256:
            by_size[each.size_bytes].append(each)
    for file in files:
        candidates = by_size.get(file.size_bytes)
        if not candidates or file.reach is not Reach.HERE:
            continue
        try:
            sha256 = sha256_of(file.path, lambda: _check(stop))
        except OSError:
            continue
        match = next((each for each in candidates if each.sha256 == sha256), None)
        if match is not None:
            candidates.remove(match)
            yield Move(match, file)


def _why(error: OSError) -> Text:
    if isinstance(error, PermissionError):
        return _may_not()
    return text("library", "It cannot be read now ({reason}).", reason=error.strerror or type(error).__name__)


def _may_not() -> Text:
    return text("library", "It is open in another program, or you may not read it.")
