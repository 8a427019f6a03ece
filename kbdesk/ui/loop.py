"""One loop for Qt and asyncio: qasync with asyncio's own rules of scheduling.

What plain qasync 0.28 does and this program cannot live with: a timer may fire early; a cancelled `call_later` keeps
its Qt timer; `call_soon_threadsafe` drops the context; a nested Qt loop (a native file dialog) inside a task breaks
other tasks; the default executor starts ten QThreads and is never shut down.
"""

from __future__ import annotations

import asyncio
import heapq
import itertools
import sys
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context
from typing import Any, TypeVar

import qasync
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimerEvent
from PySide6.QtWidgets import QApplication
from typing_extensions import override

T = TypeVar("T")

SLICE_S = 0.008
"""How long callbacks may run before Qt has its turn: half a frame at 60 Hz."""

LONGEST_TIMER_MS = 24 * 3600 * 1000
"""Qt counts in 32 bits of milliseconds; a longer wait is simply armed again."""

THREADS = 8


class Scheduler(QObject):
    """Runs asyncio's handles from two Qt timers: one for "now", one for the next moment of the heap.

    It stands in for qasync's own timer object and so has its three methods: `add_callback`, `stop`, `set_debug`.
    """

    _WAKE = QEvent.Type(QEvent.registerEventType())

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__()
        self._loop = loop
        self._ready: deque[asyncio.Handle] = deque()
        self._later: list[tuple[float, int, asyncio.TimerHandle]] = []
        self._sequence = itertools.count()
        self._ready_timer = 0
        self._later_timer = 0
        self._armed_for: float | None = None
        self._stopped = False

    def add_callback(self, handle: asyncio.Handle, delay: float = 0) -> asyncio.Handle:
        """Queue a handle; a `TimerHandle` waits for its own moment. `delay` is qasync's and always 0 here."""
        if isinstance(handle, asyncio.TimerHandle):
            heapq.heappush(self._later, (handle.when(), next(self._sequence), handle))
            self._arm()
        else:
            self._ready.append(handle)
            self._wake()
        return handle

    def add_from_thread(self, handle: asyncio.Handle) -> None:
        """Queue a handle from any thread."""
        self._ready.append(handle)
        QCoreApplication.postEvent(self, QEvent(self._WAKE))

    def stop(self) -> None:
        """Drop everything that is queued.

        The Qt timers end here, on the window's thread: this object may be collected by any other one, and a timer that
        outlives its object crashes the next turn of the loop.
        """
        self._stopped = True
        for timer in (self._ready_timer, self._later_timer):
            if timer:
                self.killTimer(timer)
        self._ready_timer = self._later_timer = 0
        self._ready.clear()
        self._later.clear()

    def set_debug(self, enabled: bool) -> None:
        """Do nothing; asyncio's own debug mode covers it."""

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == self._WAKE:
            self._wake()
            return True
        return super().event(event)

    @override
    def timerEvent(self, event: QTimerEvent) -> None:
        if self._stopped:
            self.killTimer(event.timerId())
        elif not self._loop.is_running() or asyncio.current_task(self._loop) is not None:
            return  # Qt turns alone, or nested in a task's step: the tasks wait until the loop runs or that step ends
        elif event.timerId() == self._later_timer:
            self._collect_due()
        else:
            self._run_slice()

    def _wake(self) -> None:
        if not self._ready_timer and not self._stopped:
            self._ready_timer = self.startTimer(0)

    def _arm(self) -> None:
        while self._later and self._later[0][2].cancelled():
            heapq.heappop(self._later)
        when = self._later[0][0] if self._later else None
        if when == self._armed_for:
            return
        if self._later_timer:
            self.killTimer(self._later_timer)
            self._later_timer = 0
        self._armed_for = when
        if when is not None and not self._stopped:
            rounded_up_ms = -int(-max(0.0, when - time.monotonic()) * 1000 // 1)
            self._later_timer = self.startTimer(min(rounded_up_ms, LONGEST_TIMER_MS), Qt.TimerType.PreciseTimer)

    def _collect_due(self) -> None:
        self.killTimer(self._later_timer)
        self._later_timer, self._armed_for = 0, None
        now = time.monotonic()
        while self._later and self._later[0][0] <= now:
            handle = heapq.heappop(self._later)[2]
            if not handle.cancelled():
                self._ready.append(handle)
        self._arm()
        if self._ready:
            self._wake()

    def _run_slice(self) -> None:
        end = time.perf_counter() + SLICE_S
        for _ in range(len(self._ready)):
            if not self._ready or time.perf_counter() > end:
                break
            self._run(self._ready.popleft())
        if not self._ready:
            self.killTimer(self._ready_timer)
            self._ready_timer = 0

    @staticmethod
    def _run(handle: asyncio.Handle) -> None:
        if not handle.cancelled():
            handle._run()  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]  (a loop has no other way to run it)


class EventLoop(qasync.QEventLoop):
    """The program's loop, for `asyncio.Runner(loop_factory=...)`."""

    def __init__(self, app: QApplication | None = None) -> None:
        super().__init__(app)
        self._timer = Scheduler(self)

    @override
    def call_soon(self, callback: Callable[..., object], *args: Any, context: Context | None = None) -> asyncio.Handle:
        self._check_closed()
        self._check_callback(callback, "call_soon")
        return self._timer.add_callback(asyncio.Handle(callback, args, self, context))

    @override
    def call_soon_threadsafe(
        self, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        self._check_closed()
        handle = asyncio.Handle(callback, args, self, context)
        self._timer.add_from_thread(handle)
        return handle

    @override
    def call_at(
        self, when: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        self._check_closed()
        self._check_callback(callback, "call_at")
        return self._timer.add_callback(asyncio.TimerHandle(when, callback, args, self, context))

    @override
    def call_later(
        self, delay: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        return self.call_at(self.time() + delay, callback, *args, context=context)

    def _add_callback(self, handle: asyncio.Handle, delay: float = 0) -> asyncio.Handle:
        return self._timer.add_callback(handle)  # qasync's poller on Windows calls it

    def _add_callback_signalsafe(self, handle: asyncio.Handle) -> None:
        self._timer.add_from_thread(handle)

    @override
    def run_forever(self) -> None:
        hooks = sys.get_asyncgen_hooks()
        sys.set_asyncgen_hooks(firstiter=self._asyncgen_firstiter_hook, finalizer=self._asyncgen_finalizer_hook)
        try:
            super().run_forever()
        finally:
            sys.set_asyncgen_hooks(*hooks)

    @override
    def run_in_executor(self, executor: Any, func: Callable[..., T], *args: Any) -> asyncio.Future[T]:
        if executor is None and self._default_executor is None:
            self._default_executor = ThreadPoolExecutor(THREADS, thread_name_prefix="kbdesk")
        return asyncio.BaseEventLoop.run_in_executor(self, executor, func, *args)

    @override
    def set_default_executor(self, executor: Any) -> None:
        asyncio.BaseEventLoop.set_default_executor(self, executor)
