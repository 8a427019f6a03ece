from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kbdesk.rag.parsers.ocr_rectangles import Rectangle, common_lean, convex_hull, smallest_rectangle
from kbdesk.rag.parsers.reading_order import Box

POINTS = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), min_size=1, max_size=30)


def ordered(points: list[tuple[int, int]]) -> np.ndarray:
    return np.array(sorted(points, key=lambda point: (point[1], point[0])))


def leaning(lean: float, *, width: float = 300.0, height: float = 20.0) -> Rectangle:
    return Rectangle((200.0, 150.0), lean, width, height)


def pixels_in(rectangle: Rectangle) -> np.ndarray:
    y, x = np.mgrid[:300, :400]
    (cos, sin), (cx, cy) = rectangle.along, rectangle.centre
    across, down = (x - cx) * cos + (y - cy) * sin, (y - cy) * cos - (x - cx) * sin
    inside = (abs(across) <= rectangle.width / 2) & (abs(down) <= rectangle.height / 2)
    return np.argwhere(inside)[:, ::-1]


def test_the_hull_leaves_out_what_lies_inside_or_on_a_side():
    square = [(x, y) for y in range(3) for x in range(3)]
    assert sorted(convex_hull(square)) == [(0, 0), (0, 2), (2, 0), (2, 2)]


@pytest.mark.parametrize("points", [[(3, 4)], [(3, 4), (3, 4)]])
def test_a_point_is_a_rectangle_without_size(points: list[tuple[int, int]]):
    assert smallest_rectangle(ordered(points)) == Rectangle((3.0, 4.0), 0.0, 0.0, 0.0)


def test_a_stroke_is_as_long_as_its_ends_are_apart():
    stroke = smallest_rectangle(ordered([(0, 0), (3, 3), (10, 10)]))
    assert (stroke.longer, stroke.shorter) == (pytest.approx(10 * math.sqrt(2)), pytest.approx(0, abs=1e-9))


@pytest.mark.parametrize("degrees", [-40, -5, -1, 0, 2, 30])
def test_the_rectangle_of_a_leaning_line_leans_with_it(degrees: float):
    line = leaning(math.radians(degrees))
    found = smallest_rectangle(pixels_in(line))
    assert math.degrees(found.lean) == pytest.approx(degrees, abs=0.3)
    assert (found.width, found.height) == (pytest.approx(300, abs=2), pytest.approx(20, abs=2))
    assert found.centre == pytest.approx(line.centre, abs=1)


def test_a_line_that_runs_down_is_taller_than_wide():
    found = smallest_rectangle(pixels_in(leaning(0.02, width=20, height=280)))
    assert found.height > 10 * found.width
    assert found.lean == pytest.approx(0.02, abs=0.01)


@given(POINTS)
def test_all_points_lie_in_their_rectangle(points: list[tuple[int, int]]):
    rectangle = smallest_rectangle(ordered(points))
    (cos, sin), (cx, cy) = rectangle.along, rectangle.centre
    for x, y in points:
        assert abs((x - cx) * cos + (y - cy) * sin) <= rectangle.width / 2 + 1e-6
        assert abs((y - cy) * cos - (x - cx) * sin) <= rectangle.height / 2 + 1e-6


@given(POINTS, st.floats(0, math.pi / 2))
def test_no_other_rectangle_is_smaller(points: list[tuple[int, int]], lean: float):
    rectangle, spots, cos, sin = smallest_rectangle(ordered(points)), np.array(points), math.cos(lean), math.sin(lean)
    across, down = spots @ (cos, sin), spots @ (-sin, cos)
    assert rectangle.width * rectangle.height <= np.ptp(across) * np.ptp(down) + 1e-6


@given(st.floats(-0.7, 0.7))
def test_a_line_of_a_leaning_page_is_level_on_the_page_turned_back(lean: float):
    x, y = leaning(lean).levelled(lean)[:2]
    cos, sin = math.cos(lean), math.sin(lean)
    assert leaning(lean).top_left == pytest.approx((x * cos - y * sin, x * sin + y * cos))


def test_an_upright_rectangle_stands_where_it_is():
    assert leaning(0.0).levelled(0.0) == Box(50, 140, 350, 160)


def test_a_rectangle_grows_on_every_side_moves_and_is_scaled():
    assert leaning(0.1).grown(5) == leaning(0.1, width=310, height=30)
    assert leaning(0.1).moved(-200, -150).centre == (0, 0)
    assert leaning(0.1).scaled(2) == Rectangle((400, 300), 0.1, 600, 40)


def test_a_page_leans_as_most_of_its_lines_do():
    lines = [leaning(0.1), leaning(0.1), leaning(-0.5, width=30), leaning(-0.4, width=30), leaning(0.7, width=30)]
    assert common_lean(lines) == 0.1
    assert common_lean([]) == 0.0
