import asyncio
import contextvars
import threading
import time

from PySide6.QtCore import QAbstractEventDispatcher, QTimer
from PySide6.QtCore import QEventLoop as NestedLoop
from PySide6.QtWidgets import QApplication

from kbdesk.ui.loop import EventLoop


async def test_the_tests_run_on_the_program_s_loop():
    assert isinstance(asyncio.get_running_loop(), EventLoop)


async def test_callbacks_run_in_the_order_they_were_asked_for():
    seen = []
    for number in range(100):
        asyncio.get_running_loop().call_soon(seen.append, number)
    await asyncio.sleep(0.01)
    assert seen == list(range(100))


def test_no_task_goes_on_while_qt_turns_without_the_loop(qapp):
    loop, seen = EventLoop(qapp), []
    loop.call_soon(seen.append, 1)
    qapp.processEvents()
    assert seen == []
    loop.run_until_complete(asyncio.sleep(0))
    assert seen == [1]
    loop.close()


async def test_a_timer_is_never_early():
    started = time.monotonic()
    for delay_s in (0.0101, 0.033):
        await asyncio.sleep(delay_s)
    assert time.monotonic() - started >= 0.0431


async def test_a_cancelled_timer_does_not_run():
    seen = []
    asyncio.get_running_loop().call_later(0.001, seen.append, 1).cancel()
    await asyncio.sleep(0.01)
    assert seen == []


async def test_a_call_from_a_thread_keeps_its_context():
    loop, done, word = asyncio.get_running_loop(), asyncio.Event(), contextvars.ContextVar("word", default="none")
    context = contextvars.copy_context()
    context.run(word.set, "kept")
    seen = []

    def callback() -> None:
        seen.append(word.get())
        done.set()

    thread = threading.Thread(target=lambda: loop.call_soon_threadsafe(callback, context=context))
    thread.start()
    await done.wait()
    thread.join()
    assert seen == ["kept"]


async def test_a_nested_qt_loop_inside_a_task_loses_no_wake_up():
    ticks = []

    async def ticker() -> None:
        for _ in range(3):
            await asyncio.sleep(0.005)
            ticks.append(True)

    task = asyncio.create_task(ticker())
    await asyncio.sleep(0)
    nested = NestedLoop()
    QTimer.singleShot(30, nested.quit)
    nested.exec()
    await task
    assert len(ticks) == 3


async def test_threads_and_subprocesses_work():
    assert await asyncio.to_thread(lambda: 42) == 42
    process = await asyncio.create_subprocess_exec("true")
    assert await process.wait() == 0


async def test_abandoned_generators_are_closed_by_the_loop():
    closed = []

    async def numbers():
        try:
            yield 1
        finally:
            closed.append(True)

    generator = numbers()
    await anext(generator)
    del generator
    await asyncio.sleep(0.01)
    assert closed == [True]


def test_a_closed_loop_leaves_no_timer_behind(qapp: QApplication) -> None:
    loop = EventLoop(qapp)
    scheduler = loop._timer
    loop.call_soon(print)
    loop.call_later(60, print)

    loop.close()

    assert not QAbstractEventDispatcher.instance().registeredTimers(scheduler)
