from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kbdesk.rag.parsers.slide_order import Box, reading_order

sizes = st.integers(-1_000, 10_000)


def order(**boxes: tuple[int, int, int, int]) -> str:
    names = list(boxes)
    return "".join(names[index] for index in reading_order([Box(*box) for box in boxes.values()]))


def test_rows_are_read_from_top_to_bottom():
    assert order(b=(0, 100, 90, 20), a=(0, 0, 90, 20), c=(0, 200, 90, 20)) == "abc"


def test_columns_of_boxes_of_different_heights_are_read_one_after_the_other():
    left = {"a": (0, 0, 90, 50), "b": (0, 60, 90, 100)}
    right = {"c": (100, 0, 90, 100), "d": (100, 110, 90, 50)}
    assert order(**right, **left) == "abcd"


def test_what_runs_across_all_columns_parts_them():
    across = {"a": (0, 0, 200, 20), "f": (0, 200, 200, 20)}
    columns = {"b": (0, 30, 90, 50), "c": (0, 90, 90, 90), "d": (100, 30, 90, 90), "e": (100, 130, 90, 50)}
    assert order(**columns, **across) == "abcdef"


def test_a_heading_is_read_with_the_box_below_it():
    assert order(a=(0, 0, 90, 20), c=(110, 0, 90, 20), b=(0, 21, 90, 90), d=(110, 21, 90, 90)) == "abcd"


def test_cards_that_stand_apart_are_read_row_by_row():
    assert order(a=(0, 0, 90, 50), b=(95, 0, 90, 50), c=(0, 70, 90, 50), d=(95, 70, 90, 50)) == "abcd"


def test_a_label_is_read_with_the_text_beside_it():
    assert order(a=(0, 0, 20, 20), b=(50, 0, 150, 20), c=(0, 21, 20, 20), d=(50, 21, 150, 20)) == "abcd"


def test_frames_that_overlap_a_little_are_still_rows():
    assert order(a=(50, 0, 90, 100), b=(0, 95, 90, 100)) == "ab"


def test_a_drawing_of_very_many_shapes_is_read_in_lines():
    boxes = [Box(left, top, 5, 5) for top in range(0, 500_000, 10) for left in (10, 0)]
    assert reading_order(boxes) == [index ^ 1 for index in range(len(boxes))]


@given(st.lists(st.builds(Box, sizes, sizes, sizes, sizes), max_size=250))
def test_every_box_is_read_once(boxes: list[Box]):
    assert sorted(reading_order(boxes)) == list(range(len(boxes)))
