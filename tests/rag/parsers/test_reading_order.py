from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from kbdesk.rag.parsers.reading_order import (
    Box,
    Piece,
    column_strip,
    is_interleaved,
    joined_runs,
    lines_in_order,
    share_in_rows,
)


def column(left: float, width: float, rows: range, name: str) -> list[Piece]:
    return [Piece(Box(left, 12.0 * row, left + width, 12.0 * row + 10), f"{name}{row}") for row in rows]


def read(pieces: list[Piece]) -> list[str]:
    mixed = list(pieces)
    random.Random(4).shuffle(mixed)
    return [" ".join(piece.text for piece in line) for line in lines_in_order(mixed)]


def test_two_columns_below_a_title_are_read_one_after_the_other():
    title = Piece(Box(0, 0, 400, 10), "title")
    left, right = column(0, 180, range(2, 9), "a"), column(210, 190, range(2, 8), "b")
    assert read([title, *left, *right]) == ["title", *(piece.text for piece in left + right)]


def test_three_columns_are_read_one_after_the_other():
    columns = [piece for number in range(3) for piece in column(150 * number, 130, range(1, 9), "abc"[number])]
    assert read(columns) == [piece.text for piece in columns]


def test_a_full_line_between_columns_divides_them():
    upper = [*column(0, 180, range(4), "a"), *column(210, 180, range(4), "b")]
    lower = [*column(0, 180, range(6, 10), "c"), *column(210, 180, range(6, 10), "d")]
    middle = Piece(Box(0, 60, 390, 70), "middle")
    assert read([*upper, middle, *lower]) == [piece.text for piece in [*upper, middle, *lower]]


def test_a_table_is_read_row_by_row():
    cells = [piece for number in range(4) for piece in column(100 * number, 50, range(6), "abcd"[number])]
    assert read(cells)[2] == "a2 b2 c2 d2"
    assert column_strip([cell.box for cell in cells]) is None
    assert share_in_rows([cell.box for cell in cells]) == 1.0


def test_running_text_is_no_table():
    assert share_in_rows([piece.box for piece in column(0, 300, range(20), "a")]) == 0.0


def test_columns_written_line_by_line_are_noticed():
    left, right = column(0, 180, range(8), "a"), column(210, 180, range(8), "b")
    in_order = [piece.box for piece in left + right]
    by_line = [piece.box for pair in zip(left, right, strict=True) for piece in pair]
    strip = column_strip(in_order)
    assert strip is not None
    assert 180 < strip < 210
    assert is_interleaved(by_line, strip)
    assert not is_interleaved(in_order, strip)


def test_runs_of_one_line_are_joined_but_not_over_a_gap():
    runs = [Box(0, 0, 50, 10), Box(53, 1, 90, 10), Box(120, 0, 150, 10), Box(0, 12, 40, 22)]
    assert joined_runs(runs) == [Box(0, 0, 90, 10), Box(120, 0, 150, 10), Box(0, 12, 40, 22)]


places = st.builds(
    lambda left, top, width, height: Box(left, top, left + width, top + height),
    *[st.floats(0, 600)] * 2,
    *[st.floats(0.1, 500)] * 2,
)


@given(st.lists(places, max_size=60))
def test_no_piece_is_lost_or_doubled_wherever_it_stands(boxes: list[Box]):
    pieces = [Piece(box, str(number)) for number, box in enumerate(boxes)]
    found = [piece.text for line in lines_in_order(pieces) for piece in line]
    assert sorted(found) == sorted(piece.text for piece in pieces)
