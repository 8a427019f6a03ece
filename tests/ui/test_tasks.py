import asyncio

import pytest

from kbdesk.ui.tasks import TaskScope


@pytest.fixture
async def scope(qapp):
    scope = TaskScope()
    yield scope
    await scope.aclose()


async def test_newest_request_wins(scope, wait):
    gate, seen = asyncio.Event(), []

    async def ask(name: str) -> None:
        await gate.wait()
        seen.append(name)

    scope.start(ask("old"), key="page")
    scope.start(ask("new"), key="page")
    gate.set()
    await wait.until(lambda: not scope.is_busy)
    assert seen == ["new"]


async def test_an_error_reaches_failed(scope, wait):
    async def fail() -> None:
        await asyncio.sleep(0)
        raise ValueError("no")

    scope.start(fail())
    (error,) = await wait.signal(scope.failed)
    assert str(error) == "no"


async def test_cancelling_is_no_failure(scope, wait):
    errors = []
    scope.failed.connect(errors.append)
    scope.start(asyncio.sleep(60), key="long")
    await asyncio.sleep(0)
    scope.cancel("long")
    await wait.until(lambda: not scope.is_busy)
    assert errors == []


async def test_busy_is_told_once_for_many_tasks(scope, wait):
    told = []
    scope.busy_changed.connect(told.append)
    for _ in range(3):
        scope.start(asyncio.sleep(0))
    await wait.until(lambda: not scope.is_busy)
    assert told == [True, False]


async def test_closing_cancels_cleans_up_and_refuses(qapp):
    scope, cleaned = TaskScope(), []

    async def work() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            await asyncio.sleep(0)
            cleaned.append(True)

    scope.start(work())
    await asyncio.sleep(0)
    await scope.aclose()
    scope.start(work())
    assert cleaned == [True]
    assert not scope.is_busy


@pytest.mark.logs_warnings
async def test_closing_does_not_wait_for_ever(qapp):
    scope, release = TaskScope(), asyncio.Event()

    async def stubborn() -> None:
        while not release.is_set():
            try:
                await release.wait()
            except asyncio.CancelledError:
                continue

    scope.start(stubborn())
    await asyncio.sleep(0)
    await scope.aclose(grace_s=0.01)
    assert scope.is_busy
    release.set()
    await asyncio.sleep(0.01)
