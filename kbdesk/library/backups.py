"""Backups: whole copies of the library in folders of their own, made on request and before anything risky."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event

from filelock import FileLock, Timeout

from kbdesk.errors import DataFolderError, DiskFullError, InputError, StoreError, StoreInUseError
from kbdesk.library import restoring
from kbdesk.library.backup_folder import (
    BackupInfo,
    Progress,
    Reason,
    find_damage,
    name_of,
    read_info,
    size_of,
    write_backup,
)
from kbdesk.library.snapshots import sync_folder
from kbdesk.library.versions import bring_up_to_date, is_outdated, refuse_newer
from kbdesk.paths import DataFolder
from kbdesk.rag.stores.disk import FULL
from kbdesk.rag.stores.threads import Stopped, run_whole
from kbdesk.texts import Text, text

MOST_AUTOMATIC = 5
MOST_AUTOMATIC_BYTES = 2 << 30
"""Automatic backups keep below this, and below a tenth of the free space; the newest stays in any case."""
SPARE_BYTES = 256 << 20
"""Free space that a backup leaves."""

_PATIENCE_S = 60.0
_LEFT_PART = "*.part"
_UNDER_WAY = "update-under-way"
"""There while an update that a copy was set aside for has not come to its end."""


class Backups:
    """The backups of a data folder; usable while a library is open in it, and while none can be opened.

    A backup holds the knowledge bases, documents and passages of one moment, the trash, the settings and the copies of
    the files, which take no space of their own while the library has them too. Keys are in none: they are in the
    keyring. Knowledge bases in Milvus Lite folders are left out, and the backup says so.

    Attributes:
        restored: How the restore ended that was done when the library was opened, or None.
    """

    def __init__(self, folder: DataFolder) -> None:
        """Use a prepared data folder."""
        self.restored: restoring.Restored | None = None
        self._folder = folder
        self._under_way = folder.backups / _UNDER_WAY
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="backups")

    def close(self) -> None:
        """End the thread."""
        self._thread.shutdown(wait=False)

    async def must_make_ready(self) -> bool:
        """Return whether even who only reads must call `make_ready` first: a restore is half done, or an update due."""
        return await run_whole(self._thread, lambda _: self._folder.restoring.exists() or is_outdated(self._folder))

    async def make_ready(self) -> None:
        """Restore what was asked for, and bring files of an older version up to date, after a backup of them.

        Only for who holds the folder's lock, and before any file is opened.

        Raises:
            DataFolderError: A restore is half done; the next try goes on.
            StoreError: The backup could not be made, or the files are of a newer version, and are left as they are; or
                one could not be brought up to date, and the next try goes on.
        """
        self.restored = await run_whole(self._thread, lambda _: restoring.restore(self._folder))
        await run_whole(self._thread, lambda _: self._refuse_newer())
        if await run_whole(self._thread, lambda _: is_outdated(self._folder)):
            await run_whole(self._thread, self._set_aside)
            await bring_up_to_date(self._folder)
        await run_whole(self._thread, lambda _: self._under_way.unlink(missing_ok=True))

    async def make(
        self,
        reason: Reason = Reason.ON_REQUEST,
        *,
        to: Path | None = None,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> BackupInfo:
        """Make a backup; work on the library may go on meanwhile.

        Args:
            reason: Why. Old ones that the program made by itself are deleted when there are too many.
            to: The folder it is put in, for example on another disk; the data folder's own when None.
            on_progress: Told how many files are in it, at most ten times a second.

        Raises:
            DiskFullError: The disk is full, or nearly so; nothing was left behind.
            DataFolderError: It could not be written.
            StoreError: The library could not be read.
        """
        loop = asyncio.get_running_loop()

        def tell(progress: Progress) -> None:
            if on_progress is not None:
                loop.call_soon_threadsafe(on_progress, progress)

        return await run_whole(self._thread, lambda stop: self._make(reason, to, tell, stop))

    async def list(self) -> list[BackupInfo]:
        """Return the backups in the data folder, newest first."""
        return await run_whole(self._thread, lambda _: self._list())

    async def delete(self, backup_id: str) -> None:
        """Delete a backup.

        Raises:
            InputError: There is none of that id.
            DataFolderError: It could not be deleted.
        """

        def work(_: Event) -> None:
            with self._alone():
                found = self._find(backup_id)
                try:
                    _remove(found.path)
                except OSError as exc:
                    raise DataFolderError(
                        text("backups", "The backup “{name}” could not be deleted.", name=found.id),
                        text("backups", "Close all other programs that use its files, then try again."),
                    ) from exc

        await run_whole(self._thread, work)

    async def restore(self, backup: str | Path) -> BackupInfo:
        """Let a backup take the place of the library when it is next opened; what is there now becomes a backup.

        Args:
            backup: The id of a backup, or the folder of one that lies elsewhere.

        Raises:
            InputError: There is no such backup, it is damaged, or a newer kbdesk made it.
            DataFolderError: The wish could not be written down, or another restore is half done.
        """

        def work(stop: Event) -> BackupInfo:
            found = self._find(backup)
            if damage := find_damage(found.path, _stopping(stop)):
                raise InputError(damage, text("backups", "Choose another backup."))
            restoring.ask_for(self._folder, found)
            return found

        return await run_whole(self._thread, work)

    async def damaged(self) -> list[tuple[str, Text]]:
        """Look through all backups and return the ids of those that could not be restored, with the reason."""

        def work(stop: Event) -> list[tuple[str, Text]]:
            found = [(path.name, find_damage(path, _stopping(stop))) for path in self._folders()]
            return [(name, damage) for name, damage in found if damage is not None]

        return await run_whole(self._thread, work)

    def _refuse_newer(self) -> None:
        try:
            refuse_newer(self._folder)
        except StoreError as exc:
            if self.restored is None:
                raise
            raise StoreError(self.restored.sentence, exc.remedy) from exc  # the way back was tried, and failed

    def _set_aside(self, stop: Event) -> None:
        """Make the backup before an update; once, also where that is tried again and again.

        A copy of what is half updated would be of no use to an older kbdesk, and push away the one that is.
        """
        if self._under_way.exists():
            return
        self._make(Reason.BEFORE_UPDATE, None, lambda _: None, stop)
        with _write_errors(self._folder.backups):
            self._under_way.touch()

    def _make(self, reason: Reason, to: Path | None, tell: Callable[[Progress], None], stop: Event) -> BackupInfo:
        parent = to or self._folder.backups
        check = _stopping(stop)
        with _write_errors(parent), self._alone():
            parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            _check_space(self._folder, parent, reason)
            part = parent / f"{name_of(reason, parent)}.part"
            try:
                write_backup(self._folder, part, reason, may_share=to is None, tell=tell, check=check)
                whole = part.rename(part.with_suffix(""))
                sync_folder(parent)
            finally:
                shutil.rmtree(part, ignore_errors=True)
            if to is None:
                self._rotate()
        info = read_info(whole)
        assert info is not None  # noqa: S101  # it was just written
        return info

    def _rotate(self) -> None:
        """Delete the oldest of the automatic backups that are too many or too large."""
        free = shutil.disk_usage(self._folder.root).free
        left_bytes = min(MOST_AUTOMATIC_BYTES, free // 10)
        automatic = [info for info in self._list() if info.reason.is_automatic]
        for number, info in enumerate(automatic):
            left_bytes -= info.size_bytes
            if number and (number >= MOST_AUTOMATIC or left_bytes < 0):
                with suppress(OSError):  # a program uses its files: it goes when the next one is made
                    _remove(info.path)

    def _list(self) -> list[BackupInfo]:
        infos = [read_info(path) for path in self._folders()]
        return sorted((info for info in infos if info is not None), key=lambda info: info.made_at, reverse=True)

    def _folders(self) -> list[Path]:
        return [path for path in self._folder.backups.glob("*") if path.is_dir() and path.suffix != ".part"]

    def _find(self, backup: str | Path) -> BackupInfo:
        is_id = isinstance(backup, str) and Path(backup).name == backup
        info = read_info(self._folder.backups / backup if is_id else Path(backup).absolute())
        if info is None:
            raise InputError(
                text("backups", "There is no backup “{name}”.", name=str(backup)),
                text("backups", "Choose one from the list of backups."),
            )
        return info

    @contextmanager
    def _alone(self) -> Generator[None, None, None]:
        """Keep other programs from making or deleting backups; clear away what one that died left."""
        self._folder.backups.mkdir(mode=0o700, exist_ok=True)
        try:
            with FileLock(self._folder.backups / "backups.lock", timeout=_PATIENCE_S):
                for path in self._folder.backups.glob(_LEFT_PART):
                    shutil.rmtree(path, ignore_errors=True)
                yield
        except Timeout as exc:
            raise StoreInUseError(
                text("backups", "Another program is making a backup of this library."),
                text("backups", "Wait until it is done, then try again."),
            ) from exc


def _stopping(stop: Event) -> Callable[[], None]:
    def check() -> None:
        if stop.is_set():
            raise Stopped

    return check


def _check_space(folder: DataFolder, parent: Path, reason: Reason) -> None:
    needed = size_of(folder, parent) + SPARE_BYTES
    free = shutil.disk_usage(parent).free
    if free >= needed:
        return
    sizes = {"needed": -(-needed // 1_000_000), "free": free // 1_000_000}
    if reason is Reason.BEFORE_UPDATE:  # there is no window yet in which backups could be deleted
        raise DiskFullError(
            text(
                "backups",
                "Your library is to be brought up to date, and there is too little free space for the copy that is set"
                " aside before: it takes {needed} MB, and {free} MB are free.",
                **sizes,
            ),
            text("backups", "Nothing was changed. Free some space, then start kbdesk again."),
        )
    raise DiskFullError(
        text(
            "backups",
            "There is too little free space for a backup: it takes {needed} MB, and {free} MB are free.",
            **sizes,
        ),
        text("backups", "Free some space, or delete old backups, then try again."),
    )


def _remove(path: Path) -> None:
    """Delete a backup; one that is half deleted is none."""
    gone = path.rename(path.with_name(f"{path.name}.part"))
    shutil.rmtree(gone, ignore_errors=True)


@contextmanager
def _write_errors(parent: Path) -> Generator[None, None, None]:
    try:
        yield
    except OSError as exc:
        if exc.errno in FULL:
            raise DiskFullError(
                text("backups", "The disk is full; no backup was made."),
                text("backups", "Free some space, then try again."),
            ) from exc
        raise DataFolderError(
            text("backups", "The backup could not be written to {folder}.", folder=str(parent)),
            text("backups", "Check that the folder is there and that you may write to it, or choose another one."),
        ) from exc
