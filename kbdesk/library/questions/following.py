"""Check questions are asked again by themselves when something has changed and all has come to rest."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from kbdesk.errors import KbError, unexpected
from kbdesk.texts import Text

PAUSE_S = 1.5
"""So long nothing must have changed: what changes in a row is followed by one run."""

_CLOSE_S = 2.5

Sleep = Callable[[float], Awaitable[None]]

log = logging.getLogger(__name__)


class Following:
    """Owns the task that asks again. Nothing happens before `start`, and nothing any more after `aclose`.

    Attributes:
        sleep: Waits so many seconds.
    """

    def __init__(
        self, work: Callable[[], Awaitable[None]], is_busy: Callable[[], bool], tell: Callable[[Text | None], None]
    ) -> None:
        """Nothing is done yet.

        Args:
            work: Looks whether there is something to ask, and asks.
            is_busy: Whether documents are being read, so that it is better to wait.
            tell: Told why `work` failed, or None when it did not.
        """
        self.sleep: Sleep = asyncio.sleep
        self._work = work
        self._is_busy = is_busy
        self._tell = tell
        self._touched = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Look at once, and again after every `touch`."""
        if self._task is None:
            self._task = asyncio.create_task(self._follow(), name="check questions")
            self._task.add_done_callback(self._end)
            self.touch()

    def touch(self) -> None:
        """Note that something has changed, or has come to rest."""
        self._touched.set()

    @property
    def is_touched(self) -> bool:
        """Whether something has changed that was not looked at."""
        return self._touched.is_set()

    async def aclose(self) -> None:
        """End the work; what was not finished is done at the next start."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task], timeout=_CLOSE_S)

    async def _follow(self) -> None:
        while True:
            await self._touched.wait()
            while self._touched.is_set():
                self._touched.clear()
                await self.sleep(PAUSE_S)
            if not self._is_busy():  # else the end of that work touches
                await self._do()

    async def _do(self) -> None:
        try:
            await self._work()
        except KbError as error:
            self._tell(error.sentence)
        else:
            self._tell(None)

    def _end(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("check questions are no longer asked by themselves", exc_info=error)
            self._tell(unexpected(error).sentence)
