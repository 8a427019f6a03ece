from __future__ import annotations

import itertools

from kbdesk.library.progress import ProgressMeter
from kbdesk.library.types import IngestProgress


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_the_file_number_never_goes_back_and_ends_at_the_count() -> None:
    told: list[IngestProgress] = []
    clock = Clock()
    meter = ProgressMeter(told.append, clock)
    meter.count(3, 30)
    for key in "abc":
        meter.begin(key, key, 10)
    for key in "bac":
        clock.now += 1
        meter.unit(key, "page", 1, 2)
        meter.finish(key, 10)
    numbers = [progress.file_number for progress in told]
    assert numbers == sorted(numbers)
    assert (told[-1].file_number, told[-1].file_count) == (3, 3)


def test_the_file_begun_first_is_named_until_it_ends() -> None:
    told: list[IngestProgress] = []
    clock = Clock()
    meter = ProgressMeter(told.append, clock)
    meter.count(2, 2)
    meter.begin("a", "a.pdf", 1)
    meter.begin("b", "b.pdf", 1)
    clock.now += 1
    meter.unit("b", "page", 7, 9)
    assert told[-1].name == "a.pdf"
    meter.finish("a", 1)
    clock.now += 1
    meter.unit("b", "page", 8, 9)
    assert (told[-1].name, told[-1].unit, told[-1].unit_number, told[-1].unit_count) == ("b.pdf", "page", 8, 9)


def test_a_file_that_waits_again_is_not_named_and_counts_when_it_ends() -> None:
    told: list[IngestProgress] = []
    meter = ProgressMeter(told.append, lambda: len(told) * 1.0)
    meter.count(2, 20)
    meter.begin("a", "a.txt", 10)
    meter.begin("b", "b.txt", 10)
    meter.put_back("a")
    meter.unit("b", "page", 1, 2)
    assert (told[-1].name, told[-1].file_number) == ("b.txt", 1)
    meter.finish("b")
    meter.begin("a", "a.txt", 10)
    meter.finish("a")
    assert (told[-1].file_number, told[-1].file_count) == (2, 2)


def test_it_is_told_at_most_ten_times_a_second() -> None:
    told: list[float] = []
    clock = Clock()
    meter = ProgressMeter(lambda _: told.append(clock.now), clock)
    meter.count(1, 1)
    meter.begin("a", "a", 1)
    for number in range(1000):
        clock.now += 0.003
        meter.unit("a", "row", number, 1000)
    assert min(b - a for a, b in itertools.pairwise(told)) >= 0.1


def test_the_rest_is_estimated_only_once_there_is_something_to_go_by() -> None:
    told: list[IngestProgress] = []
    clock = Clock()
    meter = ProgressMeter(told.append, clock)
    meter.count(10, 1000)
    meter.begin("a", "a", 100)
    clock.now += 2
    meter.finish("a", 100)
    meter.begin("b", "b", 400)
    assert told[-1].remaining_s is None
    clock.now += 8
    meter.unit("b", "passage", 10, 40)
    assert told[-1].remaining_s == 40.0


def test_a_small_text_of_many_passages_takes_its_time_also_after_large_pictures() -> None:
    told: list[IngestProgress] = []
    clock = Clock()
    meter = ProgressMeter(told.append, clock)
    meter.count(2, 1000)
    meter.begin("a", "a.png", 990)
    meter.unit("a", "passage", 1, 1)
    meter.finish("a")
    meter.begin("b", "b.txt", 10)
    clock.now += 100
    meter.unit("b", "passage", 49, 149)
    assert told[-1].remaining_s == 200.0


def test_the_time_before_the_work_begins_does_not_count() -> None:
    told: list[IngestProgress] = []
    clock = Clock()
    meter = ProgressMeter(told.append, clock)
    clock.now += 3600  # the window stood open for an hour
    meter.count(2, 200)
    meter.begin("a", "a.md", 100)
    clock.now += 10
    meter.unit("a", "passage", 20, 20)
    assert told[-1].passages_per_s == 2.0
    clock.now += 10
    meter.finish("a")
    clock.now += 1
    meter.begin("b", "b.md", 100)
    assert told[-1].remaining_s == 21.0


def test_the_rate_counts_passages_of_all_files_and_no_pages() -> None:
    told: list[IngestProgress] = []
    clock = Clock()
    meter = ProgressMeter(told.append, clock)
    meter.count(2, 2)
    meter.begin("a", "a.pdf", 1)
    meter.begin("b", "b.pdf", 1)
    clock.now += 5
    meter.unit("a", "page", 400, 400)
    assert told[-1].passages_per_s is None
    meter.unit("a", "passage", 32, 64)
    meter.unit("b", "passage", 8, 8)
    clock.now += 5
    meter.unit("a", "passage", 64, 64)
    assert told[-1].passages_per_s == 7.2
