"""What keeping a folder in sync would do: its files against what is known of them. Nothing here touches a disk."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from kbdesk.library.walk import Found, Reach
from kbdesk.texts import Text

MOST_CHANGES = 20
"""A plan with more new, changed and removed files waits for a person."""

_MOST_REMOVED = 5
_MOST_REMOVED_PART = 0.1

TAKEN_OUT = ""
"""Stands for the document of a file that a person took out of the knowledge base: it stays out."""

COPY = "copy"
"""Stands for the document of a file whose content another document has."""


@dataclass(frozen=True)
class Kept:
    """A document whose file lies, or lay, in the folder.

    Attributes:
        id: The document.
        name: Its name for people.
        path: Where its file was.
        size_bytes: Size of that file.
        modified_ns: When that file was last changed.
        sha256: Hash of its content, or "" before it was read.
        is_unread: Whether its file could not be read, so that it is to be tried again.
    """

    id: str
    name: str
    path: str
    size_bytes: int
    modified_ns: int
    sha256: str
    is_unread: bool


@dataclass(frozen=True)
class Seen:
    """A file as it was at the last look.

    Attributes:
        size_bytes: Its size.
        modified_ns: When it was last changed.
        document_id: The document it became, which may be gone since; `COPY`; `TAKEN_OUT`.
    """

    size_bytes: int
    modified_ns: int
    document_id: str


@dataclass(frozen=True)
class Known:
    """What is known of a folder.

    Attributes:
        kept: Documents by the path of their file.
        seen: Files by their path.
    """

    kept: Mapping[str, Kept]
    seen: Mapping[str, Seen]


@dataclass(frozen=True)
class Unreadable:
    """A file that cannot be read now, and why; it is tried again later."""

    file: Found
    reason: Text


@dataclass(frozen=True)
class Move:
    """A document whose file has another place or name now."""

    document: Kept
    file: Found


@dataclass(frozen=True)
class SyncPlan:
    """What keeping a folder in sync would do.

    Attributes:
        folder_id: The folder.
        added: New files.
        changed: Files with other content than their documents.
        removed: Documents whose files are gone; they go to the trash.
        moved: Documents whose files have another place or name.
        unsettled: Files that are just being written; looked at again soon.
        elsewhere: New files whose content is only in the cloud; they are not opened.
        unreadable: Files that cannot be read now; tried again later.
        unchanged: Number of files that are in step.
        left_out: Number of files that a person took out of the knowledge base.
        is_connected: Whether the folder could be looked at; if not, the plan is empty.
        needs_consent: Whether it is so large that a person decides.
    """

    folder_id: str
    added: tuple[Found, ...] = ()
    changed: tuple[Found, ...] = ()
    removed: tuple[Kept, ...] = ()
    moved: tuple[Move, ...] = ()
    unsettled: tuple[Found, ...] = ()
    elsewhere: tuple[Found, ...] = ()
    unreadable: tuple[Unreadable, ...] = ()
    unchanged: int = 0
    left_out: int = 0
    is_connected: bool = True
    needs_consent: bool = False

    @property
    def change_count(self) -> int:
        """Number of documents that would be new, others, or gone."""
        return len(self.added) + len(self.changed) + len(self.removed)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to do."""
        return not self.change_count and not self.moved


@dataclass
class Differences:
    """How a folder differs from what is known of it; made by `compare`.

    Attributes:
        added: New files.
        changed: Files with other content than their documents, as far as size and time tell.
        missing: Documents whose files were not found.
        elsewhere: New files whose content is only in the cloud.
        closed: Files and folders that may not be looked at.
        copies: Files that are known and have no document of their own: another one has their content.
        in_step: Files that are as their documents say and are not remembered so yet, with these documents' ids.
        forgotten: Remembered files that are gone and had no document of their own.
        unchanged: Number of files that are in step.
        left_out: Number of files that a person took out.
        place: What tells the folder from another one of the same name.
    """

    added: list[Found] = field(default_factory=list[Found])
    changed: list[Found] = field(default_factory=list[Found])
    missing: list[Kept] = field(default_factory=list[Kept])
    elsewhere: list[Found] = field(default_factory=list[Found])
    closed: list[Found] = field(default_factory=list[Found])
    copies: list[Found] = field(default_factory=list[Found])
    in_step: list[tuple[Found, str]] = field(default_factory=list[tuple[Found, str]])
    forgotten: list[str] = field(default_factory=list[str])
    unchanged: int = 0
    left_out: int = 0
    place: tuple[int, int] = (0, 0)


def compare(files: Sequence[Found], known: Known) -> Differences:
    """Return how the files of a folder differ from what is known of it."""
    differences = Differences()
    for file in files:
        _sort(file, known, differences)
    there = {str(file.path) for file in files}
    closed = [str(file.path) for file in differences.closed]
    for path in _gone(known, there, closed):
        document = known.kept.get(path)
        if document is None:
            differences.forgotten.append(path)
        else:
            differences.missing.append(document)
    return differences


def is_large(plan: SyncPlan, *, document_count: int, is_first: bool) -> bool:
    """Return whether a person should decide on a plan.

    Args:
        plan: The plan.
        document_count: Documents of the folder so far.
        is_first: Whether the folder is taken in for the first time: a person has just asked for it.
    """
    most_removed = max(_MOST_REMOVED, document_count * _MOST_REMOVED_PART)
    is_emptied = bool(plan.removed) and len(plan.removed) >= document_count and not plan.unchanged and not plan.changed
    return len(plan.removed) > most_removed or is_emptied or (plan.change_count > MOST_CHANGES and not is_first)


def _sort(file: Found, known: Known, differences: Differences) -> None:
    path = str(file.path)
    document, seen = known.kept.get(path), known.seen.get(path)
    if file.reach is Reach.CLOSED:
        differences.closed.append(file)
    elif document is None and seen is not None and seen.document_id == TAKEN_OUT:
        differences.left_out += 1
    elif _is_in_step(file, document, seen):
        differences.unchanged += 1
        _keep_in_mind(file, document, seen, differences)
    elif file.reach is Reach.ELSEWHERE:
        _note_elsewhere(file, differences, is_known=document is not None or seen is not None)
    elif document is not None:
        differences.changed.append(file)
    else:
        differences.added.append(file)


def _is_in_step(file: Found, document: Kept | None, seen: Seen | None) -> bool:
    stamp = (file.size_bytes, file.modified_ns)
    if document is not None:
        if document.is_unread:
            return False
        return stamp == (document.size_bytes, document.modified_ns) or _is_as_seen(stamp, seen)
    return _is_as_seen(stamp, seen)


def _is_as_seen(stamp: tuple[int, int], seen: Seen | None) -> bool:
    return seen is not None and stamp == (seen.size_bytes, seen.modified_ns)


def _keep_in_mind(file: Found, document: Kept | None, seen: Seen | None, differences: Differences) -> None:
    if document is None:
        differences.copies.append(file)
    elif not _is_as_seen((file.size_bytes, file.modified_ns), seen) or seen is None or seen.document_id != document.id:
        differences.in_step.append((file, document.id))


def _note_elsewhere(file: Found, differences: Differences, *, is_known: bool) -> None:
    if is_known:  # its content moved to the cloud; what was read of it still holds
        differences.unchanged += 1
    else:
        differences.elsewhere.append(file)


def _gone(known: Known, there: set[str], closed: Sequence[str]) -> Iterator[str]:
    """Yield the remembered files that are gone; a document nobody saw a file of is none of the folder's business."""
    for path in known.seen:
        if path not in there and not any(path.startswith(folder + os.sep) for folder in closed):
            yield path
