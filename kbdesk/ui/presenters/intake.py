"""Takes files into the library and says how far it is."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QLocale, QObject, QTimer, Signal

from kbdesk.library.library import Library
from kbdesk.library.types import AddResult, Choices, DocumentInfo, IngestProgress, State
from kbdesk.library.walk import Found
from kbdesk.library.watchers import Watcher
from kbdesk.ui.errors import Message
from kbdesk.ui.models.document_words import state_name
from kbdesk.ui.models.reading_acts import is_locked
from kbdesk.ui.presenters.leaving import end_words
from kbdesk.ui.tasks import TaskScope
from kbdesk.ui.translate import shown, translate
from kbdesk.ui.widgets.status_line import StatusLine

REPAINT_MS = 100
"""Rows are repainted at most ten times a second, however fast files are read."""


class IntakePresenter(QObject):
    """Follows the queue of the library, which goes on by itself, and shows all work as one.

    Signals:
        documents_changed: These rows are new or changed (a list of `DocumentInfo`), at most ten times a second.
        documents_removed: These rows are gone (a list of ids).
        already_here: The one file that was added is in the knowledge base already, as the document of this id.
        locked: These documents (a list of `DocumentInfo`) were not read for want of a password.
        said: What a person should know (`Message`), for example why everything was paused.
        progressed: How far the work is, in words.
        finished: All work has ended.
        ended: The same, with a sentence of what came of it; "" where something was left.
    """

    documents_changed = Signal(list)
    documents_removed = Signal(list)
    already_here = Signal(str)
    locked = Signal(list)
    said = Signal(Message)
    progressed = Signal(str)
    finished = Signal()
    ended = Signal(str)

    def __init__(self, line: StatusLine, library: Library, scope: TaskScope, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._line = line
        self._library = library
        self._scope = scope
        self._numbers = itertools.count()
        self._adding: set[str] = set()
        self._is_idle = True
        self._is_shown = False
        self._results: list[AddResult] = []
        self._read: dict[str, DocumentInfo] = {}
        self._gone: set[str] = set()
        self._was_stopped = False
        self._is_holding = False
        self._has_failed = False
        self._changed: dict[str, DocumentInfo] = {}
        self._repaint = QTimer(self, interval=REPAINT_MS, singleShot=True)
        self._repaint.timeout.connect(self._flush)
        line.stop_requested.connect(self.stop)
        line.pause_requested.connect(self.pause)
        library.watch(
            Watcher(
                on_progress=self._note_progress,
                on_document=self._note_document,
                on_removed=self._note_removed,
                on_notice=lambda what: self.said.emit(Message(shown(what))),
                on_idle=self._note_idle,
            )
        )

    def add(self, kb_id: str, paths: Sequence[Path | Found], choices: Choices | None = None) -> None:
        """Take these files and folders into a knowledge base."""
        self._start(self._library.add(kb_id, paths, choices=choices))

    def retry(self, document_ids: Sequence[str]) -> None:
        """Read these documents again."""
        self._start(self._library.retry(document_ids))

    def go_on(self, *, paused: bool) -> None:
        """Begin with what was left at the last end; `paused` lets it rest until a person wants it."""
        self._scope.start(self._library.queue.start(paused=paused))

    def pause(self) -> None:
        """Let all work rest until `resume`, also the files that are still being looked at."""
        self._is_holding = bool(self._adding)
        self._scope.start(self._library.queue.pause())

    def resume(self) -> None:
        """Go on with everything that is paused."""
        self._is_holding = False
        self._scope.start(self._library.queue.resume())

    def stop(self) -> None:
        """Stop all work; what is done stays."""
        self._was_stopped = True
        for key in list(self._adding):
            self._scope.cancel(key)
        self._scope.start(self._library.queue.stop())

    def forget(self, document_ids: Sequence[str]) -> None:
        """Tell nothing more of these documents, which have been deleted."""
        self._gone.update(document_ids)
        for each in document_ids:
            self._changed.pop(each, None)

    def _start(self, work: Coroutine[Any, Any, list[AddResult]]) -> None:
        self._begin()
        key = f"intake.{next(self._numbers)}"
        self._adding.add(key)
        task = self._scope.start(self._collect(work), key=key)
        if task is not None:
            # A callback is also called when the task was stopped before it began.
            task.add_done_callback(lambda ended: self._end(key, ended))

    async def _collect(self, work: Coroutine[Any, Any, list[AddResult]]) -> None:
        self._results += await work

    def _begin(self) -> None:
        if self._is_shown:
            return
        self._is_shown = True
        self._results.clear()
        self._read.clear()
        self._gone.clear()
        self._was_stopped = self._has_failed = False
        self._show(IngestProgress(0, 0, "", "", 0, 0, None))

    def _end(self, key: str, task: asyncio.Task[None]) -> None:
        self._adding.discard(key)
        self._has_failed |= not task.cancelled() and task.exception() is not None
        self._finish()

    def _note_progress(self, progress: IngestProgress) -> None:
        self._is_idle = False
        self._begin()
        self._show(progress)

    def _note_idle(self) -> None:
        self._is_idle = True
        self._finish()

    def _finish(self) -> None:
        """Show what became of the work, once nothing is added and nothing is read any more."""
        if self._adding or not self._is_idle or not self._is_shown:
            return
        self._is_shown = self._is_holding = False
        self._flush()
        self._take_read()
        self._show_result()
        if len(self._results) == 1 and not (self._results[0].is_new or self._results[0].is_in_trash):
            self.already_here.emit(self._results[0].document.id)
        locked = [each.document for each in self._results if is_locked(each.document)]
        if locked:
            self.locked.emit(locked)
        self.finished.emit()
        self.ended.emit(self._end_words())

    def _take_read(self) -> None:
        """Take how each document is by now, also those that nobody waited for: left from the last time, or resumed.

        What was cancelled or deleted counts no longer.
        """
        here = [each for each in self._results if not each.is_new]
        ended = {each.document.id: each for each in self._results if each.is_new}
        only_here = {each.document.id for each in here} - ended.keys()
        for each in self._read.values():
            if each.id not in only_here:
                ended[each.id] = AddResult(each.path, each, is_new=True, message=each.message)
        self._results = [each for each in (*ended.values(), *here) if each.document.id not in self._gone]

    def _note_removed(self, document_ids: list[str]) -> None:
        self.forget(document_ids)
        self.documents_removed.emit(document_ids)

    def _note_document(self, document: DocumentInfo) -> None:
        self._changed[document.id] = document
        if document.state.is_work:
            self._read.pop(document.id, None)
        else:
            self._read[document.id] = document
        if not self._repaint.isActive():
            self._repaint.start()

    def _flush(self) -> None:
        self._repaint.stop()
        if self._changed:
            changed, self._changed = list(self._changed.values()), {}
            self.documents_changed.emit(changed)
            if self._is_holding and any(each.state.is_work for each in changed):
                self.pause()  # these were accepted after the order

    def _show(self, progress: IngestProgress) -> None:
        words = progress_words(progress)
        self._line.show_progress(words, max(progress.file_number - 1, 0), progress.file_count)
        self.progressed.emit(words)

    def _end_words(self) -> str:
        ready, failed = (_count(self._results, state) for state in (State.DONE, State.FAILED))
        is_all = ready + failed == len(self._results) and not self._was_stopped
        return end_words(ready, failed) if is_all and self._results else ""

    def _show_result(self) -> None:
        has_failures = _count(self._results, State.FAILED) > 0
        words = result_words(self._results, was_stopped=self._was_stopped)
        if not self._results and (self._has_failed or self._gone):
            words = ""  # the error itself is in the message bar, and who took all out knows it
        self._line.show_result(words, has_failures=has_failures)


def progress_words(progress: IngestProgress) -> str:
    """Return for example "Reading 3 of 14: travel.pdf, page 12 of 40, about 40 s left"."""
    if progress.file_number == 0:
        return translate("Status", "Looking for files…")
    named = translate("Status", "Reading {number} of {count}: {name}")
    sentence = named if progress.name else translate("Status", "Reading {number} of {count}")
    parts = [sentence.format(number=progress.file_number, count=progress.file_count, name=progress.name)]
    if progress.unit and progress.unit_number:
        parts.append(_unit_words(progress))
    if progress.remaining_s is not None:
        parts.append(_time_words(progress.remaining_s))
    if progress.passages_per_s is not None:
        rate = translate("Status", "{count} passages a second")
        parts.append(rate.format(count=QLocale().toString(progress.passages_per_s, "f", 1)))
    return translate("Status", ", ").join(parts)


def _unit_words(progress: IngestProgress) -> str:
    words = {
        "page": (translate("Status", "page {number} of {count}"), translate("Status", "page {number}")),
        "slide": (translate("Status", "slide {number} of {count}"), translate("Status", "slide {number}")),
        "sheet": (translate("Status", "sheet {number} of {count}"), translate("Status", "sheet {number}")),
        "row": (translate("Status", "row {number} of {count}"), translate("Status", "row {number}")),
        "picture": (translate("Status", "picture {number} of {count}"), translate("Status", "picture {number}")),
        "file": (translate("Status", "file {number} of {count}"), translate("Status", "file {number}")),
        "sentence": (translate("Status", "sentence {number} of {count}"), translate("Status", "sentence {number}")),
        "passage": (translate("Status", "passage {number} of {count}"), translate("Status", "passage {number}")),
    }
    with_count, without_count = words[progress.unit]
    template = with_count if progress.unit_count else without_count
    return template.format(number=progress.unit_number, count=progress.unit_count)


def _time_words(remaining_s: float) -> str:
    if remaining_s < 5:
        return translate("Status", "a few seconds left")
    if remaining_s < 90:
        return translate("Status", "about {seconds} s left").format(seconds=round(remaining_s / 5) * 5)
    return translate("Status", "about {minutes} min left").format(minutes=round(remaining_s / 60))


def result_words(results: Sequence[AddResult], *, was_stopped: bool) -> str:
    """Return what became of the work, for example "Ready: 13 · Failed: 1"."""
    ready = sum(each.is_new and each.document.state == State.DONE for each in results)
    failed = _count(results, State.FAILED)
    here = [each for each in results if not each.is_new and each.document.state == State.DONE]
    in_trash = sum(each.is_in_trash for each in here)
    parts: list[str] = []
    if was_stopped:
        parts.append(translate("Status", "Stopped; what was ready stays"))
    if ready:
        parts.append(translate("Status", "Ready: {count}").format(count=ready))
    if failed:
        parts.append(translate("Status", "Failed: {count}").format(count=failed))
    if len(here) > in_trash:
        parts.append(translate("Status", "Already here: {count}").format(count=len(here) - in_trash))
    if in_trash:
        parts.append(translate("Status", "In the trash: {count}").format(count=in_trash))
    if not was_stopped:  # else it was all that was left, and said above
        sentence = translate("Documents", "{state}: {count}")
        resting = [(state, _count(results, state)) for state in (State.PAUSED, State.STOPPED)]
        parts += [sentence.format(state=state_name(state), count=count) for state, count in resting if count]
    return " · ".join(parts) or translate("Status", "There were no files in it")


def _count(results: Sequence[AddResult], state: State) -> int:
    return sum(each.document.state == state for each in results)
