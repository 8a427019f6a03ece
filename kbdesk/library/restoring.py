"""A backup takes the place of the library: asked for at any time, done at the next opening, before any file is open.

Every step can be done again, so that after a crash the next opening goes on where this one ended. Until the backup is
whole in the data folder a failure leaves the library as it was; from then on the way leads forward only.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from kbdesk.errors import DataFolderError, StoreError
from kbdesk.library.backup_folder import (
    ORIGINALS,
    BackupInfo,
    Reason,
    name_of,
    originals_in,
    place_originals,
    read_info,
    write_manifest,
)
from kbdesk.library.snapshots import place, sync_folder
from kbdesk.paths import DataFolder
from kbdesk.texts import Text, text


@dataclass(frozen=True)
class _Order:
    """What was asked for.

    Attributes:
        source: The folder of the backup.
        made_at: When it was made, for people.
        aside: The name of the backup that the present library becomes.
    """

    source: Path
    made_at: str
    aside: str


@dataclass(frozen=True)
class Restored:
    """How a restore ended.

    Attributes:
        is_done: Whether the backup is in place; otherwise the library is as it was before.
        sentence: What to say.
    """

    is_done: bool
    sentence: Text


def ask_for(folder: DataFolder, backup: BackupInfo) -> None:
    """Write down that a backup shall take the place of the library.

    Raises:
        DataFolderError: It could not be written, or another restore is half done.
    """
    if folder.restoring.exists():  # what it made ready would be taken for this backup
        raise _half_done(folder)
    values = {
        "source": str(backup.path),
        "made_at": f"{backup.made_at.astimezone():%Y-%m-%d %H:%M}",
        "aside": name_of(Reason.BEFORE_RESTORE, folder.backups),
    }
    temporary = folder.restore_file.with_suffix(".new")
    try:
        with temporary.open("w", encoding="utf-8") as file:
            json.dump(values, file)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(folder.restore_file)
        sync_folder(folder.root)
    except OSError as exc:
        raise DataFolderError(
            text("backups", "The data folder {folder} cannot be written.", folder=str(folder.root)),
            text("backups", "Check that the disk is not full and that the folder belongs to you."),
        ) from exc


def restore(folder: DataFolder) -> Restored | None:
    """Do what was asked for, if anything. Only while nobody has the library open.

    Raises:
        DataFolderError: It is half done; the next opening goes on.
    """
    try:
        order = _read_order(folder)
    except OSError as exc:
        raise _half_done(folder) from exc
    if order is None:
        shutil.rmtree(folder.restoring, ignore_errors=True)  # what a restore that ended could not clear away
        return None
    try:
        _make_ready(folder, order)
    except OSError as exc:
        _clear(folder)
        failed = text(
            "backups",
            "The backup could not be restored ({reason}). Your library is as it was before.",
            reason=exc.strerror or type(exc).__name__,
        )
        return Restored(is_done=False, sentence=failed)
    try:
        _set_aside(folder, order.aside)
        _put_in_place(folder)
        _clear(folder)
    except OSError as exc:
        raise _half_done(folder) from exc
    done = text(
        "backups",
        "Your library is as it was on {when}. What was there before is kept as the backup “{name}”.",
        when=order.made_at,
        name=order.aside,
    )
    return Restored(is_done=True, sentence=done)


def _half_done(folder: DataFolder) -> DataFolderError:
    return DataFolderError(
        text("backups", "The backup is not restored yet: a file in {folder} is in use.", folder=str(folder.root)),
        text("backups", "Close all other programs that use it, see that the disk is not full, then start again."),
    )


def _read_order(folder: DataFolder) -> _Order | None:
    """Return what was asked for, or None.

    Raises:
        OSError: Something was, and it cannot be read.
    """
    try:
        values = json.loads(folder.restore_file.read_text(encoding="utf-8"))
        return _Order(Path(values["source"]), values["made_at"], values["aside"])
    except (FileNotFoundError, ValueError, KeyError, TypeError):
        return None


def _make_ready(folder: DataFolder, order: _Order) -> None:
    """Bring the backup into the data folder; nothing of the library is touched."""
    ready = folder.restoring / "new"
    if ready.exists() or (folder.backups / order.aside).exists():
        return
    if read_info(order.source) is None:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(order.source))
    shutil.rmtree(folder.restoring, ignore_errors=True)
    part, old = folder.restoring / "new.part", folder.restoring / "old"
    for made in (folder.restoring, part, old):
        made.mkdir(mode=0o700)
    for path in [*order.source.glob("*.sqlite3*"), *order.source.glob(folder.settings_file.name)]:
        place(path, part / path.name, may_share=False)
    may_share = order.source.parent == folder.backups
    place_originals(_names(order.source / ORIGINALS), order.source / ORIGINALS, folder.originals, may_share=may_share)
    if folder.settings_file.exists():
        place(folder.settings_file, old / folder.settings_file.name, may_share=False)
    place_originals(_present_originals(folder), folder.originals, old / ORIGINALS, may_share=True)
    sync_folder(part)
    part.rename(ready)
    sync_folder(folder.restoring)


def _set_aside(folder: DataFolder, name: str) -> None:
    """Make a backup of the present library by moving its files."""
    if (folder.backups / name).exists():
        return
    old = folder.restoring / "old"
    for database in (folder.library_db, folder.store_db):
        for end in ("-wal", "-journal", ""):
            path = database.with_name(f"{database.name}{end}")
            with suppress(FileNotFoundError):
                path.rename(old / path.name)
        database.with_name(f"{database.name}-shm").unlink(missing_ok=True)
        _fold(old / database.name)
    write_manifest(old, Reason.BEFORE_RESTORE, missing=[], check=lambda: None)
    folder.backups.mkdir(mode=0o700, exist_ok=True)
    old.rename(folder.backups / name)
    sync_folder(folder.backups)


def _fold(database: Path) -> None:
    """Make a SQLite file and its log one file; a damaged one stays as it is."""
    if not database.exists():
        return
    with suppress(sqlite3.Error), closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")


def _put_in_place(folder: DataFolder) -> None:
    for path in sorted((folder.restoring / "new").glob("*")):
        path.replace(folder.root / path.name)
    sync_folder(folder.root)


def _clear(folder: DataFolder) -> None:
    shutil.rmtree(folder.restoring, ignore_errors=True)
    folder.restore_file.unlink(missing_ok=True)
    sync_folder(folder.root)


def _present_originals(folder: DataFolder) -> list[str]:
    if folder.library_db.exists():
        with suppress(StoreError):  # damaged: all of them, then
            return originals_in(folder.library_db)
    return _names(folder.originals)


def _names(originals: Path) -> list[str]:
    return [path.relative_to(originals).as_posix() for path in sorted(originals.glob("??/*"))]
