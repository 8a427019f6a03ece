"""Questions that the handbook does not answer: searches that found nothing good."""

from __future__ import annotations

import sqlite3
import uuid
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from kbdesk.library.database import Database
from kbdesk.library.names import folded
from kbdesk.library.search.stored import queries_of
from kbdesk.library.search.types import Request, Results

MOST_GAPS = 1000
"""The most questions that are kept; those that were not asked for longest go first."""


@dataclass(frozen=True)
class Gap:
    """A question without an answer.

    Attributes:
        id: 32 hexadecimal digits.
        query: As it was asked last.
        kb_id: The knowledge base that was asked, or "" for several or all.
        count: How often it was asked.
        first_at: When it was asked first, UTC.
        last_at: When it was asked last, UTC.
    """

    id: str
    query: str
    kb_id: str
    count: int
    first_at: datetime
    last_at: datetime


Find = Callable[[Request], Awaitable[Results]]


class Gaps:
    """What people looked for in vain; kept on this computer only, and only if they let it be kept."""

    def __init__(self, database: Database, remembers: Callable[[], bool]) -> None:
        """Use an open database.

        Args:
            database: library.sqlite3.
            remembers: Whether a person lets searches be remembered.
        """
        self._database = database
        self._remembers = remembers

    async def note(self, request: Request, results: Results) -> None:
        """Keep the question of a search that found nothing good; one that was answered is kept no longer.

        A search for several things, one with filters or a least score, or one that could not look everywhere says
        nothing about the handbook. Call it for searches that a person meant, not for half a word while typing.
        """
        queries = queries_of(request)
        if len(queries) != 1 or len(request.queries) != 1:
            return
        kb_id = request.kb_ids[0] if request.kb_ids and len(request.kb_ids) == 1 else ""
        if results.hits:
            await self._close(queries[0], kb_id)
        elif self._remembers() and _says_something(request, results):
            await self._keep(queries[0], kb_id)

    async def open(self, kb_id: str | None = None) -> list[Gap]:
        """Return the questions without an answer, those asked most often first, then the newest.

        Args:
            kb_id: Only those asked of this knowledge base, or of all; None: every one.
        """
        query = (
            "SELECT * FROM gaps WHERE (?1 IS NULL OR kb_id IN ('', ?1))"
            " AND (kb_id = '' OR kb_id IN (SELECT id FROM knowledge_bases WHERE deletion_id IS NULL))"
            " ORDER BY count DESC, last_at DESC"
        )
        return await self._database.view(lambda connection: [_gap(row) for row in connection.execute(query, (kb_id,))])

    async def dismiss(self, gap_ids: Sequence[str]) -> list[Gap]:
        """Keep questions no longer, and return them for `bring_back`."""

        def work(connection: sqlite3.Connection) -> list[Gap]:
            rows = [connection.execute("SELECT * FROM gaps WHERE id = ?", (gap_id,)).fetchone() for gap_id in gap_ids]
            connection.executemany("DELETE FROM gaps WHERE id = ?", [(gap_id,) for gap_id in gap_ids])
            return [_gap(row) for row in rows if row is not None]

        return await self._database.write(work)

    async def bring_back(self, gaps: Sequence[Gap]) -> None:
        """Keep questions again that were dismissed."""
        rows = [
            (gap.id, gap.query, folded(gap.query), gap.kb_id, gap.count, _written(gap.first_at), _written(gap.last_at))
            for gap in gaps
        ]
        insert = "INSERT OR IGNORE INTO gaps VALUES (?, ?, ?, ?, ?, ?, ?)"
        await self._database.write(lambda connection: connection.executemany(insert, rows))

    async def clear(self) -> None:
        """Keep none of the questions any longer, and take their text off the disk."""
        await self._database.write(lambda connection: connection.execute("DELETE FROM gaps"))
        await self._database.scrub()

    async def look_again(self, find: Find, gap_ids: Sequence[str] | None = None) -> int:
        """Ask questions once more, and keep those no longer that are answered by now.

        Args:
            find: Searches; `Library.find`.
            gap_ids: The questions; None: all.

        Returns:
            How many are answered.

        Raises:
            InputError: A knowledge base is gone.
        """
        answered: list[str] = []
        for gap in await self.open():
            if gap_ids is not None and gap.id not in gap_ids:
                continue
            if (await find(Request((gap.query,), (gap.kb_id,) if gap.kb_id else None))).hits:
                answered.append(gap.id)
        await self.dismiss(answered)
        return len(answered)

    async def _keep(self, query: str, kb_id: str) -> None:
        now = _written(datetime.now(UTC))

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(
                "INSERT INTO gaps VALUES (?, ?, ?, ?, 1, ?, ?) ON CONFLICT (folded_query, kb_id) DO UPDATE SET"
                " query = excluded.query, count = count + 1, last_at = excluded.last_at",
                (uuid.uuid4().hex, query, folded(query), kb_id, now, now),
            )
            connection.execute(
                "DELETE FROM gaps WHERE id IN (SELECT id FROM gaps ORDER BY last_at DESC LIMIT -1 OFFSET ?)",
                (MOST_GAPS,),
            )

        await self._database.write(work)

    async def _close(self, query: str, kb_id: str) -> None:
        """Keep a question no longer that one knowledge base answers, nor the same one asked of all."""
        values = (folded(query), kb_id)
        known = "FROM gaps WHERE folded_query = ? AND kb_id IN ('', ?)"
        if await self._database.view(lambda connection: connection.execute(f"SELECT 1 {known}", values).fetchone()):
            await self._database.write(lambda connection: connection.execute(f"DELETE {known}", values))


def _says_something(request: Request, results: Results) -> bool:
    return request.filters.is_empty and request.min_score is None and not results.failures


def _written(moment: datetime) -> str:
    return moment.isoformat(timespec="microseconds")


def _gap(row: sqlite3.Row) -> Gap:
    return Gap(
        id=row["id"],
        query=row["query"],
        kb_id=row["kb_id"],
        count=row["count"],
        first_at=datetime.fromisoformat(row["first_at"]),
        last_at=datetime.fromisoformat(row["last_at"]),
    )
