"""Caches of embeddings."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import sqlite3
import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

logger = logging.getLogger(__name__)

T = TypeVar("T")
Vectors = list[list[float]]

MEBIBYTE = 1024 * 1024
BUSY_S = 10.0  # how long one program waits for another that writes

SCHEMA = """
    CREATE TABLE IF NOT EXISTS entries (
        key BLOB NOT NULL UNIQUE, -- SHA-256 of the identifier
        used INTEGER NOT NULL,    -- counts up; the smallest was used longest ago
        width INTEGER NOT NULL,   -- numbers of one vector
        checksum INTEGER NOT NULL,
        vectors BLOB NOT NULL     -- float32, little-endian
    );
    CREATE UNIQUE INDEX IF NOT EXISTS by_use ON entries (used);
    CREATE TABLE IF NOT EXISTS totals (entries INTEGER NOT NULL, bytes INTEGER NOT NULL);
    INSERT INTO totals SELECT 0, 0 WHERE NOT EXISTS (SELECT * FROM totals);
    CREATE TRIGGER IF NOT EXISTS added AFTER INSERT ON entries BEGIN
        UPDATE totals SET entries = entries + 1, bytes = bytes + length(new.vectors);
    END;
    CREATE TRIGGER IF NOT EXISTS removed AFTER DELETE ON entries BEGIN
        UPDATE totals SET entries = entries - 1, bytes = bytes - length(old.vectors);
    END;
"""


class EmbeddingCacheBase(ABC):
    """Keeps embeddings by identifier.

    An identifier is anything `json.dumps` takes; two identifiers are the same if their JSON with sorted keys is. The
    models make one identifier per text (model identity, purpose, SHA-256 of the text), so that a text is found again
    in whatever company it comes.
    """

    async def retrieve(self, identifier: Any) -> Vectors | None:
        """Return what is kept under an identifier, or None."""
        return (await self.retrieve_many([identifier]))[0]

    async def store(self, embeddings: Sequence[Sequence[float]], identifier: Any, overwrite: bool = False) -> None:
        """Keep embeddings under an identifier; an entry that exists stays, unless `overwrite`."""
        await self.store_many([(identifier, embeddings)], overwrite=overwrite)

    @abstractmethod
    async def retrieve_many(self, identifiers: Sequence[Any]) -> list[Vectors | None]:
        """Return what is kept under each identifier, in the order given; None where there is nothing."""

    @abstractmethod
    async def store_many(
        self, entries: Sequence[tuple[Any, Sequence[Sequence[float]]]], *, overwrite: bool = False
    ) -> None:
        """Keep several pairs of identifier and embeddings."""

    @abstractmethod
    async def remove(self, identifier: Any) -> None:
        """Forget one identifier.

        Raises:
            FileNotFoundError: Nothing is kept under it.
        """

    @abstractmethod
    async def clear(self) -> None:
        """Forget everything."""


class SQLiteEmbeddingCache(EmbeddingCacheBase):
    """A cache in one SQLite file; what was used longest ago goes first.

    Safe to use from several threads and processes at once: every operation opens the file for itself, in a thread. A
    cache never stands in the way: an entry or a file that is damaged counts as not there, and what cannot be written
    is left out.
    """

    def __init__(
        self, path: str | Path, max_bytes: int | None = 512 * MEBIBYTE, max_entries: int | None = None
    ) -> None:
        """Set up a cache; the file is made by the first operation.

        Args:
            path: The file; its folder is made if need be.
            max_bytes: Limit of the vectors' size; an entry larger than that is not kept. None: no limit.
            max_entries: Limit of entries. None: no limit.
        """
        self._path = Path(path)
        self._max_bytes = max_bytes
        self._max_entries = max_entries

    async def retrieve_many(self, identifiers: Sequence[Any]) -> list[Vectors | None]:
        """Return what is kept under each identifier; each found is now the one used last."""
        keys = [_key(identifier) for identifier in identifiers]
        found = await self._run(lambda db: [_retrieve(db, key) for key in keys]) if keys else []
        return found or [None] * len(keys)

    async def store_many(
        self, entries: Sequence[tuple[Any, Sequence[Sequence[float]]]], *, overwrite: bool = False
    ) -> None:
        """Keep several pairs of identifier and embeddings, then drop what is over the limits."""
        rows = [(_key(identifier), np.asarray(embeddings, "<f4")) for identifier, embeddings in entries]

        def write(db: sqlite3.Connection) -> None:
            for key, vectors in rows:
                if overwrite:
                    db.execute("DELETE FROM entries WHERE key = ?", (key,))
                if self._max_bytes is None or vectors.nbytes <= self._max_bytes:
                    _insert(db, key, vectors.shape[-1] or 1, vectors.tobytes())
            self._evict(db)

        await self._run(write)

    async def remove(self, identifier: Any) -> None:
        """Forget one identifier.

        Raises:
            FileNotFoundError: Nothing is kept under it.
        """
        key = _key(identifier)
        if not await self._run(lambda db: db.execute("DELETE FROM entries WHERE key = ?", (key,)).rowcount):
            raise FileNotFoundError("Nothing is kept under this identifier")

    async def clear(self) -> None:
        """Forget everything."""
        await self._run(lambda db: db.execute("DELETE FROM entries"))

    async def free_bytes(self) -> int:
        """Return how many bytes of the file hold nothing."""
        return await self._run(_free_bytes) or 0

    async def reclaim(self) -> int:
        """Make the file as small as what is in it, and return the bytes given back; 0 where the disk is too full."""

        def work(db: sqlite3.Connection) -> int:
            before = self._path.stat().st_size
            db.execute("VACUUM")
            return max(0, before - self._path.stat().st_size)

        return await asyncio.to_thread(self._guarded, work) or 0

    def _evict(self, db: sqlite3.Connection) -> None:
        entries, size = db.execute("SELECT entries, bytes FROM totals").fetchone()
        oldest = db.execute("SELECT key, length(vectors) FROM entries ORDER BY used")
        gone: list[tuple[bytes]] = []
        while (self._max_entries is not None and entries > self._max_entries) or (
            self._max_bytes is not None and size > self._max_bytes
        ):
            key, length = oldest.fetchone()
            entries, size = entries - 1, size - length
            gone.append((key,))
        db.executemany("DELETE FROM entries WHERE key = ?", gone)

    async def _run(self, work: Callable[[sqlite3.Connection], T]) -> T | None:
        """Return what `work` returns in a transaction of its own, or None if the file cannot be used."""

        def whole(db: sqlite3.Connection) -> T:
            db.execute("BEGIN IMMEDIATE")
            result = work(db)
            db.execute("COMMIT")
            return result

        return await asyncio.to_thread(self._guarded, whole)

    def _guarded(self, work: Callable[[sqlite3.Connection], T]) -> T | None:
        try:
            return self._with_file(work)
        except (OSError, sqlite3.OperationalError) as exc:  # full, locked, read-only, a folder in the way
            logger.info("The cache of embeddings cannot be used: %s", type(exc).__name__)
        except sqlite3.DatabaseError:
            logger.info("The cache of embeddings is damaged and begins anew")
            with suppress(OSError):
                for suffix in ("", "-journal"):
                    self._path.with_name(self._path.name + suffix).unlink(missing_ok=True)
        return None

    def _with_file(self, work: Callable[[sqlite3.Connection], T]) -> T:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(self._path, timeout=BUSY_S, isolation_level=None)) as db:
            db.execute("PRAGMA secure_delete = ON")
            db.execute("PRAGMA synchronous = OFF")  # a power cut costs the cache, which can be made again
            if db.execute("SELECT count(*) FROM sqlite_schema").fetchone() == (0,):
                db.executescript(f"BEGIN IMMEDIATE; {SCHEMA} COMMIT;")
            return work(db)


class FileEmbeddingCache(SQLiteEmbeddingCache):
    """The reference's cache by name and limits, kept in one SQLite file of a folder.

    A file per entry, as the reference has it, leaves half-written files behind and slows down with every entry.
    """

    def __init__(
        self,
        cache_dir: str | Path = "./.cache/embeddings",
        max_file_number: int | None = None,
        max_cache_size: int | None = None,
    ) -> None:
        """Set up a cache.

        Args:
            cache_dir: The folder, made by the first operation.
            max_file_number: Limit of entries. None: no limit.
            max_cache_size: Limit in MiB. None: no limit.
        """
        max_bytes = None if max_cache_size is None else max_cache_size * MEBIBYTE
        super().__init__(Path(cache_dir) / "embeddings.sqlite3", max_bytes, max_file_number)


def _key(identifier: Any) -> bytes:
    return hashlib.sha256(json.dumps(identifier, sort_keys=True).encode()).digest()


def _free_bytes(db: sqlite3.Connection) -> int:
    return db.execute("PRAGMA freelist_count").fetchone()[0] * db.execute("PRAGMA page_size").fetchone()[0]


def _insert(db: sqlite3.Connection, key: bytes, width: int, vectors: bytes) -> None:
    db.execute(
        "INSERT OR IGNORE INTO entries VALUES (?, (SELECT coalesce(max(used), 0) + 1 FROM entries), ?, ?, ?)",
        (key, width, zlib.crc32(vectors), vectors),
    )


def _retrieve(db: sqlite3.Connection, key: bytes) -> Vectors | None:
    row = db.execute("SELECT width, checksum, vectors FROM entries WHERE key = ?", (key,)).fetchone()
    if row is None:
        return None
    width, checksum, vectors = row
    if zlib.crc32(vectors) != checksum or width < 1 or len(vectors) % (4 * width):
        db.execute("DELETE FROM entries WHERE key = ?", (key,))
        return None
    db.execute("UPDATE entries SET used = (SELECT max(used) + 1 FROM entries) WHERE key = ?", (key,))
    found: Vectors = np.frombuffer(vectors, "<f4").reshape(-1, width).tolist()
    return found
