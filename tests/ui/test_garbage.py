from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Iterator

import pytest

from kbdesk.ui.garbage import GarbageCollector


class Knot:
    """A cycle that only the collector can free."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def collector() -> Iterator[GarbageCollector]:
    gc.collect()
    collector = GarbageCollector()
    yield collector
    collector.stop()
    gc.freeze()  # again, as tests/conftest.py did it


def make_knots(count: int) -> weakref.ref[Knot]:
    first = Knot()
    kept = weakref.ref(first)
    for _ in range(count):
        Knot()
    return kept


def test_a_thread_that_allocates_collects_nothing(collector: GarbageCollector) -> None:
    kept = make_knots(0)
    thread = threading.Thread(target=make_knots, args=(10 * gc.get_threshold()[0],))
    thread.start()
    thread.join()

    assert kept() is not None


def test_cycles_are_freed_on_the_windows_thread_once_enough_came_together(collector: GarbageCollector) -> None:
    kept = make_knots(10 * gc.get_threshold()[0])

    collector.collect()

    assert kept() is None


def test_the_interpreter_collects_again_after_the_end(collector: GarbageCollector) -> None:
    collector.stop()

    assert gc.isenabled()
