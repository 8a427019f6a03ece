"""A library's `searches` and `gaps` in memory."""

from __future__ import annotations

from kbdesk.errors import InputError
from kbdesk.library.search.searches import SavedSearch
from kbdesk.library.search.types import Request, Results
from kbdesk.texts import text


class FakeSearches:
    """Searches as `kbdesk.library.search.searches.Searches` keeps them."""

    def __init__(self) -> None:
        self._recent: list[Request] = []
        self._saved: dict[str, SavedSearch] = {}

    async def recent(self, limit: int = 20) -> list[Request]:
        return self._recent[:limit]

    async def note(self, request: Request) -> None:
        self._recent = [request, *(each for each in self._recent if each != request)]

    async def clear_recent(self) -> None:
        self._recent = []

    async def saved(self) -> list[SavedSearch]:
        return sorted(self._saved.values(), key=lambda each: each.name)

    async def save(self, name: str, request: Request) -> SavedSearch:
        if not name.strip():
            raise InputError(text("search", "A saved search needs a name."), text("search", "Type another name."))
        self._saved[name] = SavedSearch(name, name, request)
        return self._saved[name]

    async def forget(self, search_id: str) -> None:
        self._saved.pop(search_id, None)


class FakeGaps:
    """Notes searches that found nothing.

    Attributes:
        noted: The searches.
    """

    def __init__(self) -> None:
        self.noted: list[Request] = []

    async def note(self, request: Request, results: Results) -> None:
        if not results.hits:
            self.noted.append(request)
