"""Gives the orders of a person to the queue."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from PySide6.QtCore import QObject

from kbdesk.library.library import Library
from kbdesk.ui.tasks import TaskScope
from kbdesk.ui.widgets.queue_actions import QueueActions


class QueuePresenter(QObject):
    """Does what the actions want with the selected documents; the rows tell by themselves what became of it."""

    def __init__(
        self, actions: QueueActions, library: Library, scope: TaskScope, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._scope = scope
        queue = self._queue = library.queue
        actions.pause_requested.connect(self._doing(queue.pause))
        actions.go_on_requested.connect(self.go_on)
        actions.stop_requested.connect(self._doing(queue.stop))
        actions.cancel_requested.connect(self._doing(queue.cancel))
        actions.read_next_requested.connect(self._doing(lambda ids: queue.move(ids, "front")))
        actions.read_last_requested.connect(self._doing(lambda ids: queue.move(ids, "back")))

    def go_on(self, document_ids: list[str]) -> None:
        """Go on reading documents that are paused or stopped."""
        self._scope.start(self._queue.resume(document_ids))

    def _doing(self, order: Callable[[list[str]], Coroutine[Any, Any, None]]) -> Callable[[list[str]], None]:
        def give(document_ids: list[str]) -> None:
            self._scope.start(order(document_ids))

        return give
