"""One backup: the folder it is, and what it says of itself."""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

from kbdesk import __version__
from kbdesk.errors import StoreError
from kbdesk.library.schema import MIGRATIONS
from kbdesk.library.snapshots import Check, copy_databases, place, schema_version, sha256_of, sync_folder
from kbdesk.paths import DataFolder
from kbdesk.rag.stores.sqlite_errors import sqlite_errors
from kbdesk.rag.stores.sqlite_schema import MIGRATIONS as STORE_MIGRATIONS
from kbdesk.texts import Text, text

MANIFEST = "backup.json"
ORIGINALS = "originals"

_FORMAT = 1
_TELL_EVERY_S = 0.1


class Reason(StrEnum):
    """Why a backup was made."""

    ON_REQUEST = "on-request"
    BEFORE_UPDATE = "before-update"
    BEFORE_RESTORE = "before-restore"

    @property
    def is_automatic(self) -> bool:
        """Whether the program made it by itself, and may delete it."""
        return self is not Reason.ON_REQUEST


@dataclass(frozen=True)
class Progress:
    """How far something is that goes through files.

    Attributes:
        done: Files done.
        total: All files.
    """

    done: int
    total: int


@dataclass(frozen=True)
class BackupInfo:
    """A backup.

    Attributes:
        id: Its name: the time and the reason.
        path: Its folder.
        made_at: When it was made, UTC.
        reason: Why it was made.
        size_bytes: What deleting it would give back.
        document_count: Documents in it, or None where they could not be counted.
        left_out: Names of knowledge bases whose passages are not in it, since they are in a Milvus Lite folder.
    """

    id: str
    path: Path
    made_at: datetime
    reason: Reason
    size_bytes: int
    document_count: int | None
    left_out: tuple[str, ...]


def name_of(reason: Reason, parent: Path) -> str:
    """Return a free name for a backup that is made now."""
    stem = name = f"{datetime.now(UTC):%Y%m%dT%H%M%SZ}-{reason}"
    number = 1
    while (parent / name).exists():
        number += 1
        name = f"{stem}-{number}"
    return name


def write_backup(
    folder: DataFolder,
    target: Path,
    reason: Reason,
    *,
    may_share: bool,
    tell: Callable[[Progress], None],
    check: Check,
) -> None:
    """Write a whole backup into a new folder.

    Args:
        folder: What is copied.
        target: The new folder.
        reason: Why it is made.
        may_share: Whether copies of files may be shared with the library, which takes no space.
        tell: Told how many files are in it, at most ten times a second.
        check: Called again and again; what it raises ends the work.

    Raises:
        OSError: It cannot be written.
        StoreError: The databases cannot be read, or their copies cannot be written.
    """
    target.mkdir(mode=0o700)
    copy_databases(folder.library_db, [folder.store_db], target, check)
    _want_check(target / folder.library_db.name)
    if folder.settings_file.exists():
        place(folder.settings_file, target / folder.settings_file.name, may_share=False)
    missing = place_originals(
        originals_in(target / folder.library_db.name),
        folder.originals,
        target / ORIGINALS,
        may_share=may_share,
        tell=tell,
        check=check,
    )
    write_manifest(target, reason, missing=missing, check=check)


def place_originals(
    names: Sequence[str],
    source: Path,
    target: Path,
    *,
    may_share: bool,
    tell: Callable[[Progress], None] = lambda _: None,
    check: Check = lambda: None,
) -> list[str]:
    """Give copies of files a second place; return the names of those that are not there."""
    target.mkdir(mode=0o700, exist_ok=True)
    missing: list[str] = []
    told = 0.0
    for number, name in enumerate(names):
        check()
        if (now := time.monotonic()) - told >= _TELL_EVERY_S:
            told = now
            tell(Progress(number, len(names)))
        if _is_same_file(source / name, target / name):
            continue
        try:
            place(source / name, target / name, may_share=may_share)
        except FileNotFoundError:
            missing.append(name)
    tell(Progress(len(names), len(names)))
    return missing


def write_manifest(target: Path, reason: Reason, *, missing: Sequence[str], check: Check) -> None:
    """Write down what a backup is, with the hashes of its databases; it counts as one from now on."""
    library = target / "library.sqlite3"
    facts = _facts(library)
    hashes = {path.name: sha256_of(path, check) for path in sorted(target.glob("*.sqlite3*"))}
    values: dict[str, Any] = {
        "format": _FORMAT,
        "made_at": datetime.now(UTC).isoformat(),
        "reason": reason.value,
        "version": __version__,
        **facts,
        "missing": list(missing),
        "files": hashes,
    }
    with (target / MANIFEST).open("w", encoding="utf-8") as file:
        json.dump(values, file, ensure_ascii=True, indent=2)
        file.flush()
        os.fsync(file.fileno())
    sync_folder(target)


def read_info(path: Path) -> BackupInfo | None:
    """Return what a folder says of itself, or None if it is no backup."""
    try:
        values = json.loads((path / MANIFEST).read_text(encoding="utf-8"))
        return BackupInfo(
            path.name,
            path,
            datetime.fromisoformat(values["made_at"]),
            Reason(values["reason"]),
            _own_bytes(path),
            values["documents"],
            tuple(values["left_out"]),
        )
    except (OSError, ValueError, TypeError, KeyError):
        return None


def find_damage(path: Path, check: Check) -> Text | None:
    """Return why a backup cannot be restored, or None if it can.

    Args:
        path: Its folder.
        check: Called again and again; what it raises ends the work.
    """
    damage = text("backups", "The backup “{name}” is damaged.", name=path.name)
    try:
        values = json.loads((path / MANIFEST).read_text(encoding="utf-8"))
        if values["format"] > _FORMAT or not _is_known(values["schemas"]):
            return text("backups", "The backup “{name}” was made by a newer kbdesk.", name=path.name)
        is_whole = all(sha256_of(path / name, check) == sha256 for name, sha256 in values["files"].items())
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return damage
    return None if is_whole and "library.sqlite3" in values["files"] else damage


def originals_in(library: Path) -> list[str]:
    """Return the names of the copies that the documents of a library have.

    Raises:
        StoreError: It cannot be read.
    """
    query = "SELECT original FROM documents WHERE original != '' UNION SELECT new_original FROM documents"
    has_files = "SELECT 1 FROM sqlite_schema WHERE name = 'files_inside'"
    with sqlite_errors(library), closing(sqlite3.connect(library)) as connection:
        if connection.execute(has_files).fetchone():  # of an older kbdesk it has not
            query += " UNION SELECT original FROM files_inside"
        return [name for (name,) in connection.execute(query) if name]


def size_of(folder: DataFolder, parent: Path) -> int:
    """Return about how many bytes a backup of a data folder takes in another folder."""
    size = sum(path.stat().st_size for path in folder.root.glob("*.sqlite3*") if path.stem != folder.embeddings_db.stem)
    if parent.stat().st_dev != folder.root.stat().st_dev or parent != folder.backups:
        size += sum(path.stat().st_size for path in folder.originals.glob("??/*"))
    return size


def _is_known(schemas: Sequence[int]) -> bool:
    library, store = schemas
    return library <= len(MIGRATIONS) and store <= len(STORE_MIGRATIONS)


def _facts(library: Path) -> dict[str, Any]:
    """Return what is in a library; a damaged one, set aside before a restore, is still worth keeping."""
    try:
        with closing(sqlite3.connect(library)) as connection:
            (documents,) = connection.execute("SELECT count(*) FROM documents WHERE deletion_id IS NULL").fetchone()
            left_out = connection.execute(
                "SELECT name FROM knowledge_bases WHERE store != 'this-computer' AND deletion_id IS NULL"
            ).fetchall()
        schemas = [schema_version(library), schema_version(library.with_name("store.sqlite3"))]
    except (sqlite3.Error, StoreError):
        return {"documents": None, "left_out": [], "schemas": [0, 0]}
    return {"documents": documents, "left_out": [name for (name,) in left_out], "schemas": schemas}


def _want_check(library: Path) -> None:
    """Let whoever opens this copy compare it with its stores, as after a crash: work may have been under way."""
    with sqlite_errors(library), closing(sqlite3.connect(library)) as connection, connection:
        connection.execute("UPDATE library SET clean = 0")
        columns = {name for _, name, *_ in connection.execute("PRAGMA table_info(documents)")}
        if "owner" in columns:  # nobody died of that work
            connection.execute("UPDATE documents SET owner = ''")


def _own_bytes(path: Path) -> int:
    stats = [one.stat() for one in path.rglob("*") if one.is_file()]
    return sum(one.st_size for one in stats if one.st_nlink == 1)


def _is_same_file(first: Path, second: Path) -> bool:
    try:
        return first.samefile(second)
    except FileNotFoundError:
        return False
