"""Whether the kept copies of files are there and unchanged, and nothing else is kept."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path

from kbdesk.library.backup_folder import ORIGINALS
from kbdesk.library.check_look import Look
from kbdesk.library.check_report import Severity
from kbdesk.library.check_rows import CheckRows, Kept
from kbdesk.library.documents import Documents
from kbdesk.library.originals import Originals
from kbdesk.paths import DataFolder
from kbdesk.texts import Text, text


@dataclass(frozen=True)
class Copies:
    """What was seen of the kept copies.

    Attributes:
        whole: Names of those that are as they should be, or are so again.
        count: How many there are.
        size_bytes: Their size.
    """

    whole: frozenset[str]
    count: int
    size_bytes: int


class CopiesCheck:
    """Hashes every copy; takes another one for it from where the file was, or from a backup."""

    def __init__(self, folder: DataFolder, originals: Originals, documents: Documents, rows: CheckRows) -> None:
        """Use the open parts of a library."""
        self._folder = folder
        self._originals = originals
        self._documents = documents
        self._rows = rows

    async def run(self, look: Look, kept: list[Kept]) -> Copies:
        """Look at the copies that documents have."""
        whole: set[str] = set()
        size = 0
        for copy in kept:
            look.at(copy.name)
            damage = await self._damage(copy)
            if damage is None or await self._is_replaced(look, copy, damage):
                whole.add(copy.original)
                size += await asyncio.to_thread(_size, self._folder.originals / copy.original)
        return Copies(frozenset(whole), len(kept), size)

    async def _damage(self, copy: Kept) -> Text | None:
        """Return what is wrong with a copy, or None."""
        try:
            if await self._originals.hash(self._folder.originals / copy.original) == copy.sha256:
                return None
        except FileNotFoundError:
            return text("check", "The kept copy of “{name}” is gone.", name=copy.name)
        except OSError:
            return text("check", "The kept copy of “{name}” cannot be read.", name=copy.name)
        return text("check", "The kept copy of “{name}” was changed.", name=copy.name)

    async def _is_replaced(self, look: Look, copy: Kept, damage: Text) -> bool:
        """Put another copy in place of one that is not whole; return whether there was any."""
        if not await self._documents.unused([copy.original]):
            source = await self._source(copy)
            mended = look.mend and source is not None and await self._replace(copy, source)
            if mended:
                remedy = text("check", "A new copy was made.")
            elif source is not None:
                remedy = text("check", "A new copy can be made from {path}.", path=str(source))
            else:
                remedy = text("check", "Add the file again from where you have it.")
            look.find(damage, remedy, mended=mended, document=copy.name)
            return mended
        return False

    async def _source(self, copy: Kept) -> Path | None:
        """Return a file with the content that the copy must have: where it came from, or in a backup."""
        backups = await asyncio.to_thread(lambda: sorted(self._folder.backups.glob(f"*/{ORIGINALS}/{copy.original}")))
        for path in (copy.path, *backups):
            if path != self._folder.originals / copy.original and await self._has(path, copy.sha256):
                return path
        return None

    async def _replace(self, copy: Kept, source: Path) -> bool:
        try:
            await self._originals.put(source, copy.original, may_share=source != copy.path)
        except OSError:  # no space, or no permission: it stays as it is
            return False
        return await self._has(self._folder.originals / copy.original, copy.sha256)

    async def _has(self, path: Path, sha256: str) -> bool:
        try:
            return await self._originals.hash(path) == sha256
        except OSError:
            return False

    async def clear(self, look: Look) -> None:
        """Clear away what belongs to no document; when all others are read again that could be."""
        found = await self._originals.unused(self._documents.originals_in_use)
        if look.mend:
            await self._originals.sweep(self._documents.originals_in_use)
        if found:
            look.find(
                text("check", "Kept files that belong to no document: {count}.", count=len(found)),
                text("check", "They were removed.") if look.mend else text("check", "They can be removed."),
                mended=look.mend,
                severity=Severity.LITTER,
            )


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:  # deleted for good meanwhile
        return 0
