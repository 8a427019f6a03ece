from __future__ import annotations

import asyncio

import pytest

from kbdesk.library.library import Library
from kbdesk.library.types import State
from kbdesk.library.watchers import Watcher

from .conftest import Write


async def test_what_comes_while_a_run_is_being_closed_ends_before_it_is_said_that_there_is_nothing_to_do(
    library: Library, kb_id: str, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    closing, go_on, idle = asyncio.Event(), asyncio.Event(), asyncio.Event()
    clock = library.queue._dispatcher._clock
    end = clock.end

    async def end_later() -> None:
        closing.set()
        await go_on.wait()
        await end()

    monkeypatch.setattr(clock, "end", end_later)
    states: list[State] = []
    done_at_idle: list[int] = []
    library.watch(
        Watcher(
            on_document=lambda document: states.append(document.state),
            on_idle=lambda: (done_at_idle.append(states.count(State.DONE)), idle.set()),
        )
    )
    [first] = await library.add(kb_id, [write("travel.txt", "Trains are preferred.")])
    async with asyncio.timeout(60):
        await closing.wait()
        again = asyncio.create_task(library.retry([first.document.id]))
        while not await library.queue.waiting():
            pass
        go_on.set()
        await again
        await idle.wait()
    assert done_at_idle == [2]
