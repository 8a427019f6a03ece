"""What adding files will do, before anything is done."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from threading import Event

from kbdesk.library.catalog import Catalog
from kbdesk.library.database import Database
from kbdesk.library.estimates import PICTURES, Estimate, Rates, Work, estimate, work_of
from kbdesk.library.known import Known, KnownFiles, known_files
from kbdesk.library.provider import Provider, provider_of
from kbdesk.library.snapshots import sha256_of
from kbdesk.library.walk import Found, Reach, absolute, may_be_there, walk
from kbdesk.rag.parsers.registry import cannot_open, why_refused
from kbdesk.rag.parsers.types import FileType, sniff
from kbdesk.rag.stores.threads import Stopped, run_whole
from kbdesk.settings import Settings
from kbdesk.texts import Text, text

_TELL_EVERY = 50


class Fate(StrEnum):
    """What becomes of a file that is added."""

    NEW = "new"
    NEEDS_OCR = "needs OCR"
    """New, and a picture: its text is read by OCR."""
    CHANGED = "changed"
    """Another content at the path of a document."""
    SAME_NAME = "same name"
    """Another content under the name of a document; only of files that were named themselves."""
    MOVED = "moved"
    """The content of a document whose own file is gone: the document follows."""
    HERE = "already here"
    IN_TRASH = "in the trash"
    TWICE = "twice"
    """The same content as a file before it."""
    UNREADABLE = "cannot be read"
    ELSEWHERE = "not on this computer"
    """Its content is only in the cloud."""


TO_READ = frozenset({Fate.NEW, Fate.NEEDS_OCR, Fate.CHANGED, Fate.SAME_NAME})
"""Files that are read and give passages."""


@dataclass(frozen=True)
class PlannedFile:
    """A file and what becomes of it.

    Attributes:
        found: The file.
        fate: What becomes of it.
        kind: The sniffed kind for people, or "".
        is_named: Whether it was named itself, not found in a folder.
        document: The document it changes, or has the name or the content of.
        reason: Why it cannot be read, or what it is the same as.
        work: What reading it takes, if it is read.
    """

    found: Found
    fate: Fate
    kind: str = ""
    is_named: bool = False
    document: Known | None = None
    reason: Text | None = None
    work: Work = field(default_factory=Work)

    @property
    def is_conflict(self) -> bool:
        """Whether a person must say which one is to stay: a folder replaces, a single file asks."""
        has_rival = self.document is not None and self.document.is_worth_asking
        return self.fate is Fate.SAME_NAME or (self.fate is Fate.CHANGED and self.is_named and has_rival)


@dataclass(frozen=True)
class AddPlan:
    """What adding files will do.

    Attributes:
        files: All files, in the order they were found.
        provider: Who reads the passages.
        passages_per_s: How fast that is.
        most_tokens: So many tokens may be sent away without being confirmed.
    """

    files: tuple[PlannedFile, ...]
    provider: Provider
    passages_per_s: float
    most_tokens: int

    def of(self, *fates: Fate) -> list[PlannedFile]:
        """Return the files with one of these fates."""
        return [file for file in self.files if file.fate in fates]

    @property
    def to_read(self) -> list[PlannedFile]:
        """The files that are read and give passages."""
        return self.of(*TO_READ)

    @property
    def conflicts(self) -> list[PlannedFile]:
        """The files about which a person must be asked."""
        return [file for file in self.files if file.is_conflict]

    @property
    def over_cap(self) -> bool:
        """Whether reading all of it sends more away than may be sent without being confirmed."""
        return self.is_over_cap(self.to_read)

    def estimate(self, files: Iterable[PlannedFile]) -> Estimate:
        """Return what some of the files take; those that are not read take nothing."""
        works = [(file.found.size_bytes, file.work) for file in files if file.fate in TO_READ]
        return estimate(works, self.provider, self.passages_per_s)

    def is_over_cap(self, files: Iterable[PlannedFile]) -> bool:
        """Return whether reading these sends more away than may be sent without being confirmed."""
        return self.provider.host is not None and self.estimate(files).tokens > self.most_tokens


class Planner:
    """Looks at files; changes nothing."""

    def __init__(self, database: Database, catalog: Catalog) -> None:
        """Use the open parts of a library."""
        self._database = database
        self._catalog = catalog
        self._rates = Rates(database)
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="plan")

    def close(self) -> None:
        """End the thread."""
        self._threads.shutdown(wait=False)

    async def plan(
        self, kb_id: str, paths: Sequence[Path], settings: Settings, on_progress: Callable[[int], None] | None = None
    ) -> AddPlan:
        """Return what adding these files and folders will do; see `Library.plan`."""
        base = (await self._catalog.base(kb_id)).info
        known = await known_files(self._database, kb_id)
        provider = provider_of(base, settings.embedding)
        loop = asyncio.get_running_loop()

        def tell(count: int) -> None:
            if on_progress is not None:
                loop.call_soon_threadsafe(on_progress, count)

        files = await run_whole(self._threads, lambda stop: look(paths, known, tell, stop))
        return AddPlan(tuple(files), provider, await self._rates.of(provider), settings.ask_above_tokens)


def look(paths: Sequence[Path], known: KnownFiles, tell: Callable[[int], None], stop: Event) -> list[PlannedFile]:
    """Return what becomes of the files at and below the paths; reads the disk for as long as that takes.

    Args:
        paths: Files and folders.
        known: What the knowledge base holds.
        tell: Told now and then how many files have been looked at.
        stop: Set by somebody who wants no answer any more.

    Raises:
        InputError: A path is no file and no folder.
        Stopped: It was stopped.
    """
    return _Look(known, tell, stop).at(paths)


@dataclass(frozen=True)
class _Seen:
    found: Found
    is_named: bool
    file_type: FileType | None
    reason: Text | None


class _Look:
    """One look at files."""

    def __init__(self, known: KnownFiles, tell: Callable[[int], None], stop: Event) -> None:
        self._known = known
        self._tell = tell
        self._stop = stop
        self._sizes: Counter[int] = Counter()
        self._coming: dict[str, Found] = {}
        self._followed: set[str] = set()

    def at(self, paths: Sequence[Path]) -> list[PlannedFile]:
        """Return what becomes of the files at and below the paths."""
        named = {absolute(path) for path in paths}
        seen = [self._see(found, found.path in named, number) for number, found in enumerate(walk(paths), 1)]
        self._sizes = Counter(each.found.size_bytes for each in seen if each.reason is None)
        return [self._plan(each) for each in seen]

    def _see(self, found: Found, is_named: bool, number: int) -> _Seen:
        self._check()
        if number % _TELL_EVERY == 0:
            self._tell(number)
        file_type, reason = None, None
        if found.reach is Reach.CLOSED:
            reason = cannot_open(PermissionError())
        elif found.reach is Reach.HERE:
            file_type, reason = _type_of(found)
        return _Seen(found, is_named, file_type, reason)

    def _check(self) -> None:
        if self._stop.is_set():
            raise Stopped

    def _plan(self, seen: _Seen) -> PlannedFile:
        found = seen.found
        kind = seen.file_type.kind if seen.file_type else ""
        if found.reach is Reach.ELSEWHERE:
            return PlannedFile(found, Fate.ELSEWHERE, kind, seen.is_named)
        if seen.file_type is None or seen.reason is not None:
            return PlannedFile(found, Fate.UNREADABLE, kind, seen.is_named, reason=seen.reason)
        try:
            sha256 = self._hash(found)
        except OSError as exc:
            return PlannedFile(found, Fate.UNREADABLE, kind, seen.is_named, reason=cannot_open(exc))
        fate, document, reason = self._fate(seen, sha256)
        work = Work()
        if fate in TO_READ:
            self._coming.setdefault(sha256, found)
            work = work_of(found.path, seen.file_type.id, found.size_bytes)
        return PlannedFile(found, fate, kind, seen.is_named, document, reason, work)

    def _fate(self, seen: _Seen, sha256: str) -> tuple[Fate, Known | None, Text | None]:
        found = seen.found
        same_path = self._known.at(found.path)
        if same_path is not None:
            return _fate_at(same_path, sha256), same_path, None
        same = self._known.with_content(sha256)
        if same is not None:
            return self._fate_like(same), same, None
        if sha256 and (first := self._coming.get(sha256)) is not None:
            return Fate.TWICE, None, text("library", "The same as {name}.", name=first.name)
        same_name = self._known.named(found.name) if seen.is_named else None
        if same_name is not None and same_name.is_worth_asking:
            return Fate.SAME_NAME, same_name, None
        is_picture = seen.file_type is not None and seen.file_type.id in PICTURES
        return Fate.NEEDS_OCR if is_picture else Fate.NEW, None, None

    def _fate_like(self, same: Known) -> Fate:
        if same.is_in_trash:
            return Fate.IN_TRASH
        if same.id in self._followed or may_be_there(same.path):
            return Fate.HERE
        self._followed.add(same.id)
        return Fate.MOVED

    def _hash(self, found: Found) -> str:
        """Return the hash of a content that may be known, or be twice among the files; else ""."""
        size = found.size_bytes
        if not self._known.may_hold(size) and self._sizes[size] < 2:
            return ""
        return sha256_of(found.path, self._check)


def _fate_at(document: Known, sha256: str) -> Fate:
    """Return the fate of a file at the path of a document."""
    is_waiting = document.is_settled and not document.sha256
    if is_waiting or (sha256 and document.sha256 == sha256):
        return Fate.HERE if document.is_settled else Fate.NEW
    return Fate.CHANGED


def _type_of(found: Found) -> tuple[FileType | None, Text | None]:
    """Return the type of a file, and why it cannot be read."""
    try:
        with found.path.open("rb") as file:
            file_type = sniff(file, found.name)
    except OSError as exc:
        return None, cannot_open(exc)
    refused = why_refused(file_type, found.size_bytes)
    if refused is None:
        return file_type, None
    return file_type, refused.sentence
