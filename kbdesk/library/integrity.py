"""Checking the library: what is written, what is kept, whether both are whole; and mending what can be mended."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing
from pathlib import Path

from kbdesk.library.backups import Backups
from kbdesk.library.bases import OpenBases
from kbdesk.library.catalog import Catalog
from kbdesk.library.check_copies import CopiesCheck
from kbdesk.library.check_look import Look
from kbdesk.library.check_passages import PassagesCheck
from kbdesk.library.check_report import CheckProgress, CheckReport, Severity
from kbdesk.library.check_rows import CheckRows
from kbdesk.library.concurrency import Turns
from kbdesk.library.database import Database
from kbdesk.library.deletions import Deletions
from kbdesk.library.documents import Documents
from kbdesk.library.originals import Originals
from kbdesk.library.types import DocumentInfo
from kbdesk.paths import DataFolder
from kbdesk.texts import text

_INDEX = re.compile(r"\bindex\b")
_BUSY_S = 30.0

ReadAgain = Callable[[Sequence[str]], Awaitable[Sequence[DocumentInfo]]]
"""Reads documents again from their copies and returns how they ended."""


class Integrity:
    """Checks one library after the other part: files, rows, copies, passages, trash, backups."""

    def __init__(
        self,
        folder: DataFolder,
        database: Database,
        *,
        catalog: Catalog,
        documents: Documents,
        originals: Originals,
        bases: OpenBases,
        deletions: Deletions,
        committing: Turns,
        session: str,
    ) -> None:
        """Use the open parts of a library.

        Args:
            folder: The data folder.
            database: library.sqlite3.
            catalog: The knowledge bases.
            documents: The documents.
            originals: The kept copies.
            bases: The stores.
            deletions: Holds the trash still.
            committing: Turns of changing what is stored of a document.
            session: What the marks of this program's work begin with.
        """
        self._folder = folder
        self._catalog = catalog
        self._deletions = deletions
        self._session = session
        self._rows = CheckRows(database)
        self._copies = CopiesCheck(folder, originals, documents, self._rows)
        self._passages = PassagesCheck(bases, documents, self._rows, committing)

    async def check(
        self,
        backups: Backups,
        read_again: ReadAgain,
        *,
        mend: bool,
        on_progress: Callable[[CheckProgress], None] | None,
    ) -> CheckReport:
        """Look at everything; see `Library.check`."""
        look = Look(mend=mend, tell=on_progress)
        await self._check_files(look)
        await self._check_rows(look)
        kept = await self._rows.copies()
        bases = await self._catalog.bases()
        look.count(len(kept) + sum(base.info.document_count for base in bases))
        copies = await self._copies.run(look, kept)
        for base in bases:
            look.at(base.info.name)
            await self._passages.run(look, base, copies.whole)
            look.skip(base.info.document_count - 1)
        await self._check_trash(look, copies.whole)
        backup_count = await self._check_backups(look, backups)
        if look.to_read:
            look.was_read(await read_again(list(look.to_read)))
        await self._copies.clear(look)
        bases = await self._catalog.bases()
        return CheckReport(
            knowledge_base_count=len(bases),
            document_count=sum(base.info.document_count for base in bases),
            passage_count=sum(base.info.passage_count for base in bases),
            copy_count=copies.count,
            copy_bytes=copies.size_bytes,
            backup_count=backup_count,
            findings=tuple(look.findings),
        )

    async def _check_files(self, look: Look) -> None:
        """Look at the files that no store looks at itself."""
        damage = await asyncio.to_thread(_damage, self._folder.library_db)
        if damage and look.mend and all(_INDEX.search(line) for line in damage):
            await asyncio.to_thread(_rebuild_indices, self._folder.library_db)
            still = await asyncio.to_thread(_damage, self._folder.library_db)
        else:
            still = damage
        if damage:
            look.find(
                text("check", "The file {name} is damaged.", name=self._folder.library_db.name),
                text("check", "Restore a backup: File > Backups.")
                if still
                else text("check", "What was damaged could be made again from the rest."),
                mended=not still,
            )
        if await asyncio.to_thread(_damage, self._folder.embeddings_db):
            if look.mend:
                await asyncio.to_thread(self._folder.embeddings_db.unlink, missing_ok=True)
            look.find(
                text("check", "The file {name} is damaged.", name=self._folder.embeddings_db.name),
                text("check", "It only saves time, and was begun anew.")
                if look.mend
                else text("check", "It only saves time, and can be deleted."),
                mended=look.mend,
                severity=Severity.LITTER,
            )

    async def _check_rows(self, look: Look) -> None:
        await self._release(look)
        if count := await self._rows.strays():
            bases = await self._catalog.bases()
            can_mend = look.mend and bool(bases)
            if can_mend:
                await self._rows.forget_strays(bases[0].info.id)
            look.find(
                text(
                    "check", "Entries of the library that belong to something that is not there: {count}.", count=count
                ),
                text("check", "This was put right.") if can_mend else text("check", "This can be put right."),
                mended=can_mend,
                severity=Severity.LITTER,
            )

    async def _release(self, look: Look) -> None:
        abandoned = await self._rows.abandoned(self._session)
        if look.mend and abandoned:
            await self._rows.release([each.id for each in abandoned])
        for each in abandoned:
            sentence = text("check", "“{name}” is said to be worked on, but nobody does.", name=each.name)
            if look.mend and each.is_to_read:
                look.find_unread(each.id, sentence, document=each.name)
            else:
                remedy = text("check", "This was put right.") if look.mend else text("check", "This can be put right.")
                look.find(sentence, remedy, mended=look.mend, document=each.name)

    async def _check_trash(self, look: Look, whole_copies: frozenset[str]) -> None:
        async with self._deletions.turn():
            for row in (await self._rows.gaps_in_trash()).values():
                can_mend = row.original in whole_copies
                if can_mend and look.mend:
                    await self._rows.forget_passages(row.id)
                if can_mend:
                    remedy = text("check", "When it is restored it can be read again from the copy of its file.")
                else:
                    remedy = text("check", "The copy of its file is gone too: add the file again.")
                look.find(
                    text("check", "“{name}” in the trash has lost passages.", name=row.name),
                    remedy,
                    mended=can_mend and look.mend,
                    document=row.name,
                )

    async def _check_backups(self, look: Look, backups: Backups) -> int:
        for _, damage in await backups.damaged():
            look.find(damage, text("check", "Delete it under File > Backups and make a new one."))
        return len(await backups.list())


def _damage(path: Path) -> list[str]:
    """Return what SQLite says is wrong with a file."""
    if not path.exists():
        return []
    try:
        with closing(_open(path, "ro")) as connection:
            lines = [str(row[0]) for row in connection.execute("PRAGMA integrity_check")]
    except sqlite3.OperationalError:  # somebody has it for long: what is wrong is said where it is used
        return []
    except sqlite3.DatabaseError as exc:
        return [str(exc)]
    return [] if lines == ["ok"] else lines


def _rebuild_indices(path: Path) -> None:
    with closing(_open(path, "rw")) as connection:
        connection.execute("REINDEX")


def _open(path: Path, mode: str) -> sqlite3.Connection:
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    return sqlite3.connect(uri, uri=True, timeout=_BUSY_S, isolation_level=None)
