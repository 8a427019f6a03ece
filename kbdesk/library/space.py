"""What the data folder takes up on the disk, and giving back what nobody needs."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Set
from contextlib import suppress
from pathlib import Path
from stat import S_ISREG

from kbdesk.embedding.cache import SQLiteEmbeddingCache
from kbdesk.library.bases import OpenBases
from kbdesk.library.database import Database
from kbdesk.library.trash import Trash
from kbdesk.library.trash_rows import TrashRows
from kbdesk.library.types import Space
from kbdesk.paths import DataFolder


class DiskSpace:
    """Measures the data folder and makes it smaller."""

    def __init__(
        self,
        folder: DataFolder,
        database: Database,
        *,
        rows: TrashRows,
        trash: Trash,
        bases: OpenBases,
        cache: SQLiteEmbeddingCache,
    ) -> None:
        """Use the open parts of a library."""
        self._folder = folder
        self._database = database
        self._rows = rows
        self._trash = trash
        self._bases = bases
        self._cache = cache

    async def usage(self) -> Space:
        """Return what takes up how much."""
        store = await self._bases.store_of_this_computer()
        free_library, free_store = await self._database.free_bytes(), await store.free_bytes()
        free_cache = await self._cache.free_bytes()
        weights = await self._rows.weights()
        copies, backups, cache = await asyncio.to_thread(_measure, self._folder)
        library = await asyncio.to_thread(_size, self._folder.library_db) - free_library - weights.passage_bytes
        passages = await asyncio.to_thread(_size, self._folder.store_db) - free_store
        in_trash, in_use = _sum(copies, weights.copies), _sum(copies, weights.other_copies)
        passages_in_trash = int(passages * weights.share)
        return Space(
            documents=library + passages - passages_in_trash,
            copies=in_use,
            trash=weights.passage_bytes + passages_in_trash + in_trash,
            cache=cache - free_cache,
            backups=backups,
            free=free_library + free_store + free_cache + sum(copies.values()) - in_use - in_trash,
        )

    async def reclaim(self) -> int:
        """Give back what nobody needs, and return how many bytes that was; work goes on meanwhile, a little slower.

        Raises:
            DiskFullError: There is too little space to do it: making a file smaller writes it anew.
        """
        freed = await self._trash.sweep()
        freed += await self._database.reclaim()
        freed += await (await self._bases.store_of_this_computer()).reclaim()
        return freed + await self._cache.reclaim()


def _measure(folder: DataFolder) -> tuple[dict[str, int], int, int]:
    """Return the sizes of the copies by their names, of the backups beside them, and of what can be made again.

    A file that is in several places, as one system's links, counts where it is first.
    """
    seen: set[tuple[int, int]] = set()
    copies = {path.relative_to(folder.originals).as_posix(): size for path, size in _sizes(folder.originals, seen)}
    backups = sum(size for _, size in _sizes(folder.backups, seen))
    cache = _size(folder.embeddings_db) + sum(size for _, size in _sizes(folder.derived, seen))
    return copies, backups, cache


def _sizes(folder: Path, seen: set[tuple[int, int]]) -> Iterator[tuple[Path, int]]:
    for path in folder.rglob("*"):
        with suppress(OSError):  # gone meanwhile
            found = path.stat()
            if S_ISREG(found.st_mode) and (found.st_dev, found.st_ino) not in seen:
                seen.add((found.st_dev, found.st_ino))
                yield path, found.st_size


def _size(database: Path) -> int:
    files = (database, database.with_name(f"{database.name}-wal"))
    return sum(file.stat().st_size for file in files if file.exists())


def _sum(copies: dict[str, int], names: Set[str]) -> int:
    return sum(size for name, size in copies.items() if name in names)
