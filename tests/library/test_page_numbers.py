from __future__ import annotations

import pytest

from kbdesk.library import page_numbers


@pytest.mark.parametrize(
    ("pages", "ranges"),
    [
        ([], ""),
        ([3], "3"),
        ([4, 2, 3, 9, 2], "2-4,9"),
        ([1, 2, 4, 5, 7], "1-2,4-5,7"),
    ],
)
def test_pages_are_written_as_ranges_and_read_again(pages: list[int], ranges: str) -> None:
    assert page_numbers.written(pages) == ranges
    assert page_numbers.read(ranges) == set(pages)


def test_what_is_no_page_is_left_out() -> None:
    assert page_numbers.written([-1, 0, 1]) == "1"
