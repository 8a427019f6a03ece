"""Check questions over a handbook with three documents."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from kbdesk.library.library import Library
from kbdesk.library.questions.following import PAUSE_S
from kbdesk.library.questions.types import Question, Report, Wanted
from kbdesk.rag.retrieval.fusion import Mode

HOLIDAYS = "Every member has thirty days of paid holiday a year."

Save = Callable[..., Awaitable[Question]]
Rested = Callable[[], Awaitable[Report]]


@pytest.fixture
async def documents(library: Library, kb_id: str, handbook: Path) -> dict[str, str]:
    """The handbook, taken in: the ids of its documents by their names."""
    await library.add(kb_id, [handbook])
    return {document.name: document.id for document in await library.documents(kb_id)}


@pytest.fixture
def save(library: Library, kb_id: str, documents: dict[str, str]) -> Save:
    """Save a check question about holidays, or another one."""

    async def save(
        query: str = "How many days of paid holiday?",
        name: str = "leave/holidays.txt",
        quote: str = HOLIDAYS,
        first: int = 5,
        mode: Mode = "hybrid",
    ) -> Question:
        return await library.questions.save(kb_id, Wanted(query, documents[name], quote, first, mode))

    return save


@pytest.fixture
def rested(library: Library, kb_id: str) -> Rested:
    """Let the pause after a change pass, and wait until the questions were asked again."""

    async def skip(seconds: float) -> None:
        assert seconds == PAUSE_S

    library.questions.following.sleep = skip

    async def rested() -> Report:
        changed = asyncio.Event()
        stop = library.questions.watch(changed.set)
        try:
            async with asyncio.timeout(20):
                while (report := await library.questions.report(kb_id)).is_outdated or report.is_running:
                    await changed.wait()
                    changed.clear()
        finally:
            stop()
        return report

    return rested
