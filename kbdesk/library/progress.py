"""Progress that is counted, never goes back, and is told at most ten times a second."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kbdesk.library.types import IngestProgress

_TELL_EVERY_S = 0.1
# Before this much time and this part of the bytes an estimate of the rest would jump about.
_ESTIMATE_AFTER_S = 3.0
_ESTIMATE_AFTER_PART = 0.1


@dataclass
class _InWork:
    name: str
    size_bytes: int
    unit: str = ""
    number: int = 0
    count: int = 0


class ProgressMeter:
    """Counts the files of one piece of work; of several at once, the one begun first is named."""

    def __init__(self, tell: Callable[[IngestProgress], None] | None, clock: Callable[[], float]) -> None:
        """Start at nothing.

        Args:
            tell: Whom to tell, if anybody.
            clock: Seconds, only ever growing.
        """
        self._tell = tell
        self._clock = clock
        self._start = clock()
        self._told_at = -_TELL_EVERY_S
        self._file_count = 0
        self._byte_count = 0
        self._finished = 0
        self._finished_bytes = 0
        self._passages = 0
        self._in_work: dict[str, _InWork] = {}

    def count(self, file_count: int, byte_count: int) -> None:
        """Note that there are so many more files and bytes; the first of them begin the work."""
        if not self._file_count:
            self._start = self._clock()
        self._file_count += file_count
        self._byte_count += byte_count
        self._say(at_once=True)

    def begin(self, key: str, name: str, size_bytes: int) -> None:
        """Note that work on a file begins."""
        self._in_work[key] = _InWork(name, size_bytes)
        self._say()

    def unit(self, key: str, unit: str, number: int, count: int) -> None:
        """Note which unit of a file is being worked on, from 1; a count of 0 means unknown."""
        if work := self._in_work.get(key):
            if unit == "passage":
                self._passages += max(0, number - (work.number if work.unit == unit else 0))
            work.unit, work.number, work.count = unit, number, count
            self._say()

    def put_back(self, key: str) -> None:
        """Note that a file waits again, and is not worked on any more."""
        self._in_work.pop(key, None)

    def finish(self, key: str, size_bytes: int = 0) -> None:
        """Note that a file is done with, in whatever way; one that never began counts too, with the size given."""
        work = self._in_work.pop(key, None)
        self._finished = min(self._finished + 1, self._file_count)
        self._finished_bytes += size_bytes if work is None else work.size_bytes
        self._say(at_once=self._finished == self._file_count)

    def _say(self, *, at_once: bool = False) -> None:
        now = self._clock()
        if self._tell is None or (now - self._told_at < _TELL_EVERY_S and not at_once):
            return
        self._told_at = now
        current = next(iter(self._in_work.values()), _InWork("", 0))
        self._tell(
            IngestProgress(
                file_number=min(self._finished + 1, self._file_count),
                file_count=self._file_count,
                name=current.name,
                unit=current.unit,
                unit_number=current.number,
                unit_count=current.count,
                remaining_s=self._remaining_s(now),
                passages_per_s=self._passages_per_s(now),
            )
        )

    def _passages_per_s(self, now: float) -> float | None:
        spent = now - self._start
        return self._passages / spent if self._passages and spent >= _ESTIMATE_AFTER_S else None

    def _remaining_s(self, now: float) -> float | None:
        if not self._byte_count:
            return None
        done = self._finished_bytes + sum(map(_done_bytes, self._in_work.values()))
        part = done / self._byte_count
        spent = now - self._start
        if spent < _ESTIMATE_AFTER_S or part < _ESTIMATE_AFTER_PART:
            return None
        passages_left = sum(work.count - work.number for work in self._in_work.values() if work.unit == "passage")
        by_passages = spent * passages_left / self._passages if self._passages else 0.0
        return max(spent * max(0.0, 1 - part) / part, by_passages)  # a small text may hold more than large pictures


def _done_bytes(work: _InWork) -> float:
    """Return how much of a file is done: the passages count, since reading is the smaller part."""
    return work.size_bytes * work.number / work.count if work.unit == "passage" and work.count else 0.0
