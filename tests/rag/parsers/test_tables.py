from __future__ import annotations

import json

import pytest

from kbdesk.errors import InputError
from kbdesk.rag.parsers.tables import check_table_format, format_table, markdown_table, table_pieces, trim_table


def test_the_first_row_is_the_header():
    assert markdown_table([["City", "Rent"], ["Bonn", "900"]]) == "| City | Rent |\n| --- | --- |\n| Bonn | 900 |\n"


def test_cells_are_escaped():
    assert markdown_table([["a\\b", "c|d", "e\nf\r\ng"]]).splitlines()[0] == "| a\\\\b | c\\|d | e<br>f<br>g |"


def test_short_rows_are_padded_and_long_ones_cut():
    assert markdown_table([["a", "b"], ["1"], ["1", "2", "3"]]).splitlines()[2:] == ["| 1 |  |", "| 1 | 2 |"]


def test_json_is_a_marker_and_one_line():
    marker, rows = format_table([["a", "b"], ["十", "|"]], "json").split("\n")
    assert marker.startswith("<system-info>")
    assert marker.endswith("</system-info>")
    assert json.loads(rows) == [["a", "b"], ["十", "|"]]


def test_no_rows_are_no_text():
    assert format_table([], "markdown") == format_table([], "json") == ""
    assert table_pieces([], "markdown") == []


def test_an_unknown_format_is_a_value_error():
    with pytest.raises(InputError):
        check_table_format("latex")


def test_each_piece_of_a_long_table_has_the_headings_and_whole_rows():
    rows = [["Name", "Phone"], *([f"Person {number}", str(number)] for number in range(100))]
    pieces = table_pieces(rows, "markdown", piece_bytes=300)
    assert len(pieces) > 3
    assert all(piece.text.startswith("| Name | Phone |\n| --- | --- |\n| Person ") for piece in pieces)
    assert all(len(piece.text.encode()) < 400 for piece in pieces)
    assert [piece.first for piece in pieces[1:]] == [piece.last + 1 for piece in pieces[:-1]]
    assert (pieces[0].first, pieces[-1].last) == (1, 101)


def test_one_long_row_is_not_cut():
    (piece,) = table_pieces([["a"], ["x" * 5_000]], "markdown")
    assert "x" * 5_000 in piece.text


def test_blank_rows_and_columns_are_left_out():
    assert trim_table([["a", "", "b"], ["", " ", ""], ["1", "", "2"]]) == [["a", "b"], ["1", "2"]]
