"""One worker process as its parent sees it; every call here blocks and belongs into a thread."""

from __future__ import annotations

import logging
import multiprocessing
import pickle
import signal
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

import psutil

from kbdesk.errors import WorkerCrashError, WorkerError, WorkerLimitError, replaced
from kbdesk.frozen import was_replaced
from kbdesk.texts import text
from kbdesk.workers import child

_POLL_S = 0.1
_LEAVE_S = 1.0
_SUSPENDED_S = 5.0  # a longer pause between two polls means that the computer slept, not that the child hangs

GIBIBYTE = 1 << 30

_logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Limits:
    """When a task is stopped.

    Attributes:
        progress_s: Seconds without a sign of progress.
        beat_s: Seconds without a sign of life: the process hangs in a library or was suspended.
        total_s: Seconds altogether: for files that go on and on. A day's scan of a whole archive stays below.
        memory_bytes: Resident memory of the process.
    """

    progress_s: float = 45.0
    beat_s: float = 30.0
    total_s: float = 6 * 3600.0
    memory_bytes: int = 2 * GIBIBYTE


class WorkerProcess:
    """A child process that does one task at a time. It is started by the first one."""

    def __init__(self) -> None:
        self._connection, self._far_end = multiprocessing.Pipe()
        # Spawn on every system: a fork copies locks that threads of the parent hold.
        self._process = multiprocessing.get_context("spawn").Process(
            target=child.main, args=(self._far_end,), name="kbdesk-worker", daemon=True
        )
        self._is_started = False
        self._is_killed = False

    @property
    def is_alive(self) -> bool:
        """Whether it can do a task; True before the start."""
        return not self._is_killed and (not self._is_started or self._process.is_alive())

    @property
    def memory_bytes(self) -> int:
        """Resident memory, 0 when there is no process."""
        try:
            return psutil.Process(self._process.pid).memory_info().rss if self._is_started else 0
        except psutil.Error:
            return 0

    def run(self, task: child.Task, report: child.Report, limits: Limits) -> Any:
        """Do a task and return its result.

        Args:
            task: Picklable.
            report: Called in this thread with each value that the task reports.
            limits: When to stop it.

        Raises:
            WorkerLimitError: It was stopped at a limit.
            WorkerCrashError: The process ended by itself, or something else than this program ended it.
            ReplacedError: Another version of kbdesk was installed meanwhile.
            WorkerError: It was killed by `kill`, or could not be started.
            KbError: What the task raised.
            OSError: The same.
        """
        if was_replaced():  # also a process that stands may lack what it loads only now
            raise replaced()
        watch = _Watch(limits)
        try:
            self._start()
            self._connection.send(task)
            return self._wait(report, watch)
        except (EOFError, ConnectionError) as exc:
            raise self._ended(watch) from exc

    def kill(self) -> None:
        """End the process now. May be called from any thread, also while `run` starts it."""
        self._is_killed = True
        if self._is_started:
            self._process.kill()

    def leave(self) -> None:
        """Hang up, so that the process ends by itself; make sure that it does. Not while `run` runs."""
        self._far_end.close()
        self._connection.close()
        if not self._is_started:
            return
        if not self._is_killed:
            self._process.join(_LEAVE_S)
        self._process.kill()
        self._process.join(_LEAVE_S)
        with suppress(ValueError):  # it cannot be ended now: stuck in the kernel
            self._process.close()

    def _start(self) -> None:
        if self._is_started:
            return
        if self._is_killed:
            raise EOFError
        try:
            self._process.start()
        except OSError as exc:
            self._is_killed = True
            raise WorkerError(
                text("workers", "The computer did not let kbdesk start a process."),
                text("workers", "Close other programs and try again."),
            ) from exc
        self._far_end.close()
        self._is_started = True
        if self._is_killed:  # while it was being started
            self._process.kill()

    def _wait(self, report: child.Report, watch: _Watch) -> Any:
        inbox = _Inbox(self._connection)
        while True:
            has_slice = self._connection.poll(_POLL_S)
            watch.look()
            if has_slice:
                watch.note_life()
                message = inbox.take()
                match message:
                    case ("result", value):
                        return value
                    case ("error", (error, trace)):
                        raise _arrived(error, trace)
                    case ("progress", value):
                        report(value)
                        watch.look()  # a slow listener is no fault of the child
                        watch.note_progress()
                    case None:  # a long message is on its way
                        watch.note_progress()
                    case _:
                        pass
            if watch.is_time_to_measure():
                self._enforce(watch)

    def _enforce(self, watch: _Watch) -> None:
        memory_bytes = self.memory_bytes
        watch.most_memory_bytes = max(watch.most_memory_bytes, memory_bytes)
        if watch.is_too_long:
            self.kill()
            raise WorkerLimitError(
                text("workers", "Stopped because it took too long."),
                text("workers", "Try again when the computer is less busy, or split the file."),
            )
        if memory_bytes > watch.limits.memory_bytes:
            self.kill()
            raise _took_too_much_memory()

    def _ended(self, watch: _Watch) -> WorkerError:
        """Return the error for a process that is no longer there."""
        if self._is_killed:
            return closing()
        self._process.join(_LEAVE_S)
        was_ended_by_system = sys.platform != "win32" and self._process.exitcode == -signal.SIGKILL
        self.kill()
        # A system that runs short of memory ends the process that holds most of it: trying again would do harm.
        if was_ended_by_system and watch.most_memory_bytes > watch.limits.memory_bytes // 4:
            return _took_too_much_memory()
        return WorkerCrashError(
            text("workers", "The process that did the work ended before it was done."),
            text("workers", "Try again. If it happens again, the file is probably damaged."),
        )


class _Inbox:
    """Puts the slices of the child's messages together."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._message = bytearray()

    def take(self) -> tuple[child.Kind, Any] | None:
        """Take the slice that is there; return the message that it ends, if it ends one."""
        part = self._connection.recv_bytes()
        self._message += memoryview(part)[1:]
        if part[:1] == child.MORE:
            return None
        message, self._message = self._message, bytearray()
        return pickle.loads(message)  # noqa: S301  from our own child


class _Watch:
    """When a task showed signs of life and of progress, and the most memory that it was seen to take."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.most_memory_bytes = 0
        self._started = self._looked = self._measured = self._life = self._progress = time.monotonic()

    @property
    def is_too_long(self) -> bool:
        """Whether it is over a limit of time."""
        return (
            self._looked - self._life > self.limits.beat_s
            or self._looked - self._progress > self.limits.progress_s
            or self._looked - self._started > self.limits.total_s
        )

    def look(self) -> None:
        """Take the time; a child that could not be looked at for long is not to blame for what was not seen."""
        now = time.monotonic()
        if now - self._looked > _SUSPENDED_S:
            self._life = self._progress = now
        self._looked = now

    def note_life(self) -> None:
        self._life = self._looked

    def note_progress(self) -> None:
        self._life = self._progress = self._looked

    def is_time_to_measure(self) -> bool:
        """Return whether the last time was long enough ago; this is the next one then."""
        is_time = self._looked - self._measured >= _POLL_S
        if is_time:
            self._measured = self._looked
        return is_time


def closing() -> WorkerError:
    """Return the error for work that the end of the program ends."""
    return WorkerError(
        text("workers", "kbdesk is closing."), text("workers", "Start kbdesk again to go on with the work.")
    )


def _took_too_much_memory() -> WorkerLimitError:
    return WorkerLimitError(
        text("workers", "Stopped because it needed too much memory."),
        text("workers", "Split the file, or save it with smaller pictures."),
    )


def _arrived(error: Exception, trace: str) -> Exception:
    if trace:
        _logger.error("A task failed in its process:\n%s", trace)
    return error
