"""Work that is done at the start and then once a day, behind everything else."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, suppress
from datetime import UTC, date, datetime

from kbdesk.errors import KbError

# A timer of a day would stand still while the computer sleeps.
_LOOK_EVERY_S = 600.0

log = logging.getLogger(__name__)


def _today() -> date:
    return datetime.now(UTC).date()


class Daily(AbstractAsyncContextManager["Daily"]):
    """Owns the task of some daily work."""

    def __init__(
        self,
        work: Callable[[], Awaitable[object]],
        *,
        today: Callable[[], date] = _today,
        look_every_s: float = _LOOK_EVERY_S,
    ) -> None:
        """Nothing is done before it is entered.

        Args:
            work: Can be cancelled at any time, and goes on the next time.
            today: Gives the day.
            look_every_s: How often to look for a new day.
        """
        self._work = work
        self._today = today
        self._look_every_s = look_every_s
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Daily:
        """Begin."""
        self._task = asyncio.create_task(self._run(), name="daily work")
        return self

    async def __aexit__(self, *_: object) -> None:
        """End, when a step under way is done."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        done_on: date | None = None
        while True:
            today = self._today()
            if today != done_on:
                await self._do()
                done_on = today
            await asyncio.sleep(self._look_every_s)

    async def _do(self) -> None:
        try:
            await self._work()
        except (KbError, OSError) as exc:
            log.warning("the daily work could not be done: %s", type(exc).__name__)  # tomorrow again
