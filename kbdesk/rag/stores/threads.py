"""Work in threads that a cancelled task never leaves behind."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress
from threading import Event
from typing import TypeVar

T = TypeVar("T")


class Stopped(Exception):  # noqa: N818  # not an error: the caller was cancelled and this unwinds the thread
    """Raised inside the work when its caller was cancelled."""


async def run_whole(executor: Executor, work: Callable[[Event], T]) -> T:
    """Run work in a thread and return what it returns.

    When the calling task is cancelled, work that has not begun never begins; work that has begun sees its event set,
    may end early by raising `Stopped`, and is waited for. So nothing goes on behind the back of whoever cancelled.

    Args:
        executor: Where it runs.
        work: Gets the event; whatever it changes must be whole or not at all at any `Stopped` it raises.
    """
    stop = Event()
    job = executor.submit(work, stop)
    done = asyncio.wrap_future(job)
    try:
        return await asyncio.shield(done)
    except asyncio.CancelledError:
        stop.set()
        job.cancel()
        while not done.done():
            with suppress(asyncio.CancelledError):
                await asyncio.wait([done])
        if not done.cancelled():
            done.exception()  # looked at, so that asyncio does not report it as lost
        raise
