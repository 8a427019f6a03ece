"""Who is told what happens to documents."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kbdesk.library.progress import ProgressMeter
from kbdesk.library.types import AddResult, DocumentInfo, IngestProgress
from kbdesk.texts import Text


@dataclass(frozen=True)
class Watcher:
    """Somebody who wants to know; everything is called on the loop.

    Attributes:
        on_progress: Told how far the work is, at most ten times a second.
        on_document: Told of every new row and every change of state.
        on_described: Told of the ids of documents of which people say something else now.
        on_removed: Told of the ids of rows that are gone: cancelled, or their content was here already.
        on_result: Told how each file ended.
        on_notice: Told what a person should know, for example why everything was paused.
        on_idle: Told that there is nothing to do any more.
    """

    on_progress: Callable[[IngestProgress], None] | None = None
    on_document: Callable[[DocumentInfo], None] | None = None
    on_described: Callable[[list[str]], None] | None = None
    on_removed: Callable[[list[str]], None] | None = None
    on_result: Callable[[AddResult], None] | None = None
    on_notice: Callable[[Text], None] | None = None
    on_idle: Callable[[], None] | None = None


class Watchers:
    """Passes on what happens; measures the progress from one time without work to the next.

    Attributes:
        meter: The progress of the work since there was last nothing to do.
    """

    def __init__(self) -> None:
        self._watchers: list[Watcher] = []
        self._is_busy = False
        self.meter = self._new_meter()

    def add(self, watcher: Watcher) -> Callable[[], None]:
        """Tell somebody from now on, until the returned function is called."""
        self._watchers.append(watcher)
        return lambda: self._watchers.remove(watcher)

    @property
    def is_busy(self) -> bool:
        """Whether there is something to do."""
        return self._is_busy

    def change(self, document: DocumentInfo) -> None:
        """Tell of a new row, or a change of one."""
        for watcher in self._watchers[:]:
            if watcher.on_document:
                watcher.on_document(document)

    def describe(self, document_ids: Sequence[str]) -> None:
        """Tell that people say something else of documents."""
        for watcher in self._watchers[:]:
            if watcher.on_described:
                watcher.on_described(list(document_ids))

    def remove(self, document_ids: Sequence[str]) -> None:
        """Tell of rows that are gone."""
        for watcher in self._watchers[:]:
            if watcher.on_removed:
                watcher.on_removed(list(document_ids))

    def end(self, result: AddResult) -> None:
        """Tell how a file ended."""
        for watcher in self._watchers[:]:
            if watcher.on_result:
                watcher.on_result(result)

    def notice(self, what: Text) -> None:
        """Tell what a person should know."""
        for watcher in self._watchers[:]:
            if watcher.on_notice:
                watcher.on_notice(what)

    def expect(self, file_count: int, byte_count: int) -> None:
        """Note that there is more to do."""
        self._is_busy = True
        self.meter.count(file_count, byte_count)

    def idle(self) -> None:
        """Tell that there is nothing to do any more, once."""
        if not self._is_busy:
            return
        self._is_busy = False
        self.meter = self._new_meter()
        for watcher in self._watchers[:]:
            if watcher.on_idle:
                watcher.on_idle()

    def _new_meter(self) -> ProgressMeter:
        return ProgressMeter(self._progress, asyncio.get_running_loop().time)

    def _progress(self, progress: IngestProgress) -> None:
        if not self._is_busy:  # a document that rested was deleted: that is no work
            return
        for watcher in self._watchers[:]:
            if watcher.on_progress:
                watcher.on_progress(progress)
