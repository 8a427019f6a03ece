"""What happens together, what takes turns, and what is never cut in two."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Coroutine, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Any, TypeVar
from weakref import WeakValueDictionary

Value = TypeVar("Value")


class Turns:
    """One lock per document, there for as long as somebody uses it."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def of(self, document_ids: Iterable[str]) -> AsyncGenerator[None, None]:
        """Hold the locks of documents; always in the same order, so that two holders never wait for each other."""
        async with AsyncExitStack() as stack:
            for document_id in sorted(set(document_ids)):
                await stack.enter_async_context(self._locks.setdefault(document_id, asyncio.Lock()))
            yield


async def run_to_end(work: Coroutine[Any, Any, Value]) -> Value:
    """Await work that a cancel must not cut in two: it is waited for, then the cancel goes on."""
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        while not task.done():
            with suppress(asyncio.CancelledError):
                await asyncio.wait([task])
        if not task.cancelled():
            task.exception()  # looked at, so that asyncio does not report it as lost
        raise


async def run_together(works: Sequence[Coroutine[Any, Any, Value]]) -> list[Value]:
    """Return what all give, in their order; if one raises, the others are cancelled and that error is raised."""
    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(work) for work in works]
    except ExceptionGroup as failed:
        raise failed.exceptions[0] from failed.exceptions[0].__cause__
    return [task.result() for task in tasks]
