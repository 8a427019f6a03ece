from __future__ import annotations

import asyncio
from datetime import date

import pytest

from kbdesk.errors import StoreError
from kbdesk.library.daily import Daily
from kbdesk.texts import text


async def test_work_is_done_at_the_start_and_once_on_every_new_day() -> None:
    days = [1, 1, 1, 2, 2]
    done_on: list[int] = []
    is_over = asyncio.Event()

    def today() -> date:
        if len(days) == 1:
            is_over.set()
        return date(2026, 3, days.pop(0) if len(days) > 1 else days[0])

    async def work() -> None:
        done_on.append(days[0])

    async with Daily(work, today=today, look_every_s=0):
        await is_over.wait()
    assert done_on == [1, 2]


async def test_leaving_ends_work_under_way() -> None:
    begun = asyncio.Event()

    async def work() -> None:
        begun.set()
        await asyncio.Event().wait()

    async with Daily(work):
        await begun.wait()


@pytest.mark.logs_warnings
async def test_work_that_fails_is_done_again_the_next_day() -> None:
    tries: asyncio.Queue[int] = asyncio.Queue()
    days = iter(range(1, 28))

    async def work() -> None:
        tries.put_nowait(1)
        raise StoreError(text("library", "The disk is full."), text("library", "Make room."))

    async with Daily(work, today=lambda: date(2026, 3, next(days, 28)), look_every_s=0):
        await tries.get()
        await tries.get()
