"""Searches that are remembered on this computer: the last ones, and those that a person saved under a name."""

from __future__ import annotations

import sqlite3
import uuid
from collections.abc import Callable
from dataclasses import dataclass

from kbdesk.errors import InputError
from kbdesk.library.database import Database
from kbdesk.library.names import folded, natural_key
from kbdesk.library.search.stored import from_json, queries_of, to_json
from kbdesk.library.search.types import Request
from kbdesk.texts import text

MOST_RECENT = 100
"""The most searches that are remembered without a name."""

LONGEST_NAME = 100


@dataclass(frozen=True)
class SavedSearch:
    """A search under a name.

    Attributes:
        id: 32 hexadecimal digits.
        name: Unique without regard to case, at most 100 characters.
        request: The search.
    """

    id: str
    name: str
    request: Request


class Searches:
    """The searches of a person; none leaves this computer."""

    def __init__(self, database: Database, remembers: Callable[[], bool]) -> None:
        """Use an open database.

        Args:
            database: library.sqlite3.
            remembers: Whether a person lets searches be remembered that have no name.
        """
        self._database = database
        self._remembers = remembers

    async def recent(self, limit: int = 20) -> list[Request]:
        """Return the last searches, newest first, each once."""
        query = "SELECT request FROM searches ORDER BY id DESC LIMIT ?"
        return await self._database.view(lambda c: [from_json(row[0]) for row in c.execute(query, (limit,))])

    async def note(self, request: Request) -> None:
        """Remember a search as the newest one, if a person lets that be."""
        if not self._remembers() or not queries_of(request):
            return
        stored = to_json(request)

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM searches WHERE request = ?", (stored,))
            connection.execute("INSERT INTO searches (request) VALUES (?)", (stored,))
            connection.execute(
                "DELETE FROM searches WHERE id <= (SELECT id FROM searches ORDER BY id DESC LIMIT 1 OFFSET ?)",
                (MOST_RECENT,),
            )

        await self._database.write(work)

    async def clear_recent(self) -> None:
        """Forget the searches without a name."""
        await self._database.write(lambda connection: connection.execute("DELETE FROM searches"))
        await self._database.scrub()

    async def saved(self) -> list[SavedSearch]:
        """Return the searches that have a name, by name."""
        query = "SELECT id, name, request FROM saved_searches"
        found = await self._database.view(lambda connection: [tuple(row) for row in connection.execute(query)])
        searches = [SavedSearch(search_id, name, from_json(request)) for search_id, name, request in found]
        return sorted(searches, key=lambda search: natural_key(search.name))

    async def save(self, name: str, request: Request) -> SavedSearch:
        """Save a search under a name; one that had the name gives way to it.

        Raises:
            InputError: The name is empty or too long, or nothing is searched for.
        """
        name = " ".join(name.split())
        if not 0 < len(name) <= LONGEST_NAME:
            raise InputError(
                text("search", "A saved search needs a name of 1 to {most} characters.", most=LONGEST_NAME),
                text("search", "Type another name."),
            )
        if not queries_of(request):
            raise InputError(
                text("search", "There is no question to save."), text("search", "Type a question, then save it.")
            )
        search = SavedSearch(uuid.uuid4().hex, name, from_json(to_json(request)))

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM saved_searches WHERE folded_name = ?", (folded(name),))
            connection.execute(
                "INSERT INTO saved_searches (id, name, folded_name, request) VALUES (?, ?, ?, ?)",
                (search.id, name, folded(name), to_json(request)),
            )

        await self._database.write(work)
        return search

    async def forget(self, search_id: str) -> None:
        """Forget a saved search; nothing happens if it is not there."""
        await self._database.write(
            lambda connection: connection.execute("DELETE FROM saved_searches WHERE id = ?", (search_id,))
        )
