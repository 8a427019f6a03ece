"""Every background act of the window has an owner, an end, and a way for its error to be seen."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from PySide6.QtCore import QObject, Signal

log = logging.getLogger(__name__)


class TaskScope(QObject):
    """Owns the tasks of one part of the window.

    Signals:
        failed: A task ended with this exception; cancelling is not a failure.
        busy_changed: The first task began (True) or the last one ended (False).
    """

    failed = Signal(Exception)
    busy_changed = Signal(bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._by_key: dict[str, asyncio.Task[Any]] = {}
        self._closed = False

    @property
    def is_busy(self) -> bool:
        """Whether a task is running."""
        return bool(self._tasks)

    def start(self, coroutine: Coroutine[Any, Any, Any], *, key: str | None = None) -> asyncio.Task[Any] | None:
        """Run a coroutine; a running task under the same key is cancelled, so the newest request wins.

        Returns:
            The task, to which a callback can be added; None after `aclose`, when nothing is started any more.
        """
        if self._closed:
            coroutine.close()
            return None
        if key is not None:
            self.cancel(key)
        task = asyncio.get_running_loop().create_task(coroutine, name=key or coroutine.__qualname__)
        self._tasks.add(task)
        if key is not None:
            self._by_key[key] = task
        task.add_done_callback(self._finish)
        if len(self._tasks) == 1:
            self.busy_changed.emit(True)
        return task

    def cancel(self, key: str) -> None:
        """Cancel the task under this key, if one is running."""
        task = self._by_key.pop(key, None)
        if task is not None:
            task.cancel()

    async def aclose(self, grace_s: float = 3.0) -> None:
        """Cancel all tasks, wait for their end at most `grace_s` seconds, and refuse new ones."""
        self._closed = True
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            _, late = await asyncio.wait(self._tasks, timeout=grace_s)
            for task in late:
                log.error("task %s did not stop within %s s", task.get_name(), grace_s)

    def _finish(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if self._by_key.get(task.get_name()) is task:
            del self._by_key[task.get_name()]
        if not task.cancelled() and (error := task.exception()) is not None:
            self.failed.emit(error)
        if not self._tasks:
            self.busy_changed.emit(False)
