"""One worker process as its parent sees it; every call here blocks and belongs into a thread."""

from __future__ import annotations

import logging
import multiprocessing
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import psutil

from kbdesk.errors import WorkerError, WorkerLimitError
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
        memory_bytes: Resident memory of the process.
    """

    progress_s: float = 45.0
    beat_s: float = 30.0
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
            WorkerLimitError: It was stopped.
            WorkerError: The process ended before the task did.
            KbError: What the task raised.
            OSError: The same.
        """
        try:
            self._start()
            self._connection.send(task)
            return self._wait(report, limits)
        except (EOFError, ConnectionError) as exc:
            self.kill()
            raise WorkerError(
                text("workers", "The process that did the work ended before it was done."),
                text("workers", "Try again. If it happens again, the file is probably damaged."),
            ) from exc

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

    def _wait(self, report: child.Report, limits: Limits) -> Any:
        polled = checked = beat = progress = time.monotonic()
        while True:
            has_message = self._connection.poll(_POLL_S)
            now = time.monotonic()
            if now - polled > _SUSPENDED_S:
                beat = progress = now
            polled = now
            if has_message:
                kind, value = self._connection.recv()
                beat = now
                match kind:
                    case "result":
                        return value
                    case "error":
                        raise _arrived(*value)
                    case "progress":
                        progress = now
                        report(value)
                    case _:
                        pass
            if now - checked >= _POLL_S:
                checked = now
                self._enforce(limits, since_beat_s=now - beat, since_progress_s=now - progress)

    def _enforce(self, limits: Limits, *, since_beat_s: float, since_progress_s: float) -> None:
        if since_beat_s > limits.beat_s or since_progress_s > limits.progress_s:
            self.kill()
            raise WorkerLimitError(
                text("workers", "Stopped because it took too long."),
                text("workers", "Try again when the computer is less busy, or split the file."),
            )
        if self.memory_bytes > limits.memory_bytes:
            self.kill()
            raise WorkerLimitError(
                text("workers", "Stopped because it needed too much memory."),
                text("workers", "Split the file, or save it with smaller pictures."),
            )


def _arrived(error: Exception, trace: str) -> Exception:
    if trace:
        _logger.error("A task failed in its process:\n%s", trace)
    return error
