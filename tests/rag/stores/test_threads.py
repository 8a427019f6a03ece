"""Work in threads never outlives the task that asked for it."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from kbdesk.rag.stores.threads import Stopped, run_whole


@pytest.fixture
def executor():
    with ThreadPoolExecutor(1) as one:
        yield one


async def test_it_returns_what_the_work_returns_and_raises_what_it_raises(executor):
    assert await run_whole(executor, lambda _: 7) == 7
    with pytest.raises(ZeroDivisionError):
        await run_whole(executor, lambda _: 1 // 0)


async def test_a_cancelled_caller_waits_until_the_work_has_ended(executor):
    begun, ended = threading.Event(), threading.Event()

    def work(stop):
        begun.set()
        stop.wait()
        ended.set()
        raise Stopped

    task = asyncio.create_task(run_whole(executor, work))
    await asyncio.to_thread(begun.wait)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert ended.is_set()


async def test_work_that_ends_whole_in_spite_of_the_cancel_is_still_a_cancel_for_the_caller(executor):
    begun = threading.Event()

    def work(stop):
        begun.set()
        stop.wait()
        return "done"

    task = asyncio.create_task(run_whole(executor, work))
    await asyncio.to_thread(begun.wait)
    task.cancel()
    await asyncio.wait([task])
    assert task.cancelled()


async def test_a_second_cancel_does_not_leave_the_work_behind(executor):
    begun, go, ended = threading.Event(), threading.Event(), threading.Event()

    def work(_):
        begun.set()
        go.wait()
        ended.set()

    task = asyncio.create_task(run_whole(executor, work))
    await asyncio.to_thread(begun.wait)
    for _ in range(3):
        task.cancel()
        await asyncio.sleep(0)
    assert not task.done()
    go.set()
    await asyncio.wait([task])
    assert task.cancelled()
    assert ended.is_set()


async def test_work_that_has_not_begun_never_begins(executor):
    go, ran = threading.Event(), threading.Event()
    first = asyncio.create_task(run_whole(executor, lambda _: go.wait()))
    second = asyncio.create_task(run_whole(executor, lambda _: ran.set()))
    await asyncio.sleep(0)
    second.cancel()
    await asyncio.wait([second])
    assert second.cancelled()
    go.set()
    await first
    assert not ran.is_set()
