from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from kbdesk.rag.parsers.ocr_regions import regions

MASKS = arrays(bool, array_shapes(min_dims=2, max_dims=2, max_side=12), elements=st.booleans())


def mask(*rows: str) -> np.ndarray:
    return np.array([[pixel == "#" for pixel in row] for row in rows])


def found(*rows: str) -> list[list[list[int]]]:
    return [outline.tolist() for outline in regions(mask(*rows))]


def flooded(pixels: np.ndarray) -> set[frozenset[tuple[int, int]]]:
    """Return the regions as sets of x and y, found pixel by pixel."""
    left = {(int(x), int(y)) for y, x in np.argwhere(pixels)}
    whole: set[frozenset[tuple[int, int]]] = set()
    while left:
        region, edge = set[tuple[int, int]](), {left.pop()}
        while edge:
            region |= edge
            edge = {(x + a, y + b) for x, y in edge for a in (-1, 0, 1) for b in (-1, 0, 1)} & left
            left -= edge
        whole.add(frozenset(region))
    return whole


def outermost(region: frozenset[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    for row in sorted({y for _, y in region}):
        columns = [x for x, y in region if y == row]
        yield min(columns), row
        yield max(columns), row


def test_an_empty_mask_has_no_region():
    assert found("...", "...") == []


def test_pixels_that_touch_at_a_corner_are_one_region():
    assert found("#..", ".#.", "..#") == [[[0, 0], [0, 0], [1, 1], [1, 1], [2, 2], [2, 2]]]


def test_the_end_of_a_row_does_not_touch_the_start_of_the_next():
    assert len(found("..#", "#..", "..#")) == 3


def test_what_is_joined_at_the_bottom_only_is_one_region():
    assert found("#.#.#", "#.#.#", "#####") == [[[0, 0], [4, 0], [0, 1], [4, 1], [0, 2], [4, 2]]]


def test_a_long_spiral_is_one_region():
    spiral = np.zeros((41, 41), bool)
    for ring in range(0, 20, 2):
        spiral[ring : 41 - ring, [ring, 40 - ring]] = spiral[[ring, 40 - ring], ring : 41 - ring] = True
        spiral[ring + 1, ring] = False
        spiral[ring + 2, ring + 1] = True
    assert len(regions(spiral)) == len(flooded(spiral)) == 1


@given(MASKS)
def test_regions_are_those_found_pixel_by_pixel(pixels: np.ndarray):
    expected = {tuple(outermost(region)) for region in flooded(pixels)}
    assert {tuple(map(tuple, outline.tolist())) for outline in regions(pixels)} == expected
