"""Check questions as CSV."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kbdesk.library.questions.sheet import Numbered, Row, read, written

ROW = Row("How many days?", "leave/holidays.txt", "Thirty days,\nsaid “quoted”", "Team handbook", 3, "words")
HEADING = "question,expected document,expected passage,knowledge base,first,mode"
UNREADABLE = "This line cannot be read: its quotation marks do not fit together, or it is too long."
WORDS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=30).map(str.strip)


def reasons(data: str) -> list[tuple[int, str]]:
    _, bad = read(data.encode())
    return [(line.number, str(line.reason)) for line in bad]


def test_what_is_written_is_read_again() -> None:
    data = written([ROW, Row("Who?", "travel.txt")])
    assert data.startswith(b"\xef\xbb\xbfquestion,expected document,")
    assert read(data) == ([Numbered(2, ROW), Numbered(4, Row("Who?", "travel.txt"))], [])


@given(st.lists(st.builds(Row, WORDS.filter(bool), WORDS.filter(bool), WORDS, WORDS, st.integers(1, 50))))
def test_any_words_come_back_as_they_were(rows: list[Row]) -> None:
    good, bad = read(written(rows))
    assert ([each.row for each in good], bad) == (rows, [])


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@x", "\tx", "＝1", "'=1", "''@"])
def test_no_cell_is_a_formula(cell: str) -> None:
    row = Row(cell, cell, cell, cell)
    [_, cells] = csv.reader(io.StringIO(written([row]).decode("utf-8-sig")))
    assert all(each.startswith("'") for each in cells[:4])
    if not cell.startswith("\t"):
        assert read(written([row]))[0] == [Numbered(2, row)]


def test_an_apostrophe_that_guards_nothing_stays() -> None:
    row = Row("'s Heerenberg?", "'a")
    assert read(written([row]))[0] == [Numbered(2, row)]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_files_of_other_programs_are_read(encoding: str, delimiter: str) -> None:
    lines = [["first", "Question", "EXPECTED_DOCUMENT"], ["2", "Größe über alles?", "maße.txt"], [], ["", "Who?", "a"]]
    data = "\r\n".join(delimiter.join(cells) for cells in lines).encode(encoding)
    assert read(data) == (
        [Numbered(2, Row("Größe über alles?", "maße.txt", first=2)), Numbered(4, Row("Who?", "a"))],
        [],
    )


def test_without_a_heading_the_columns_stand_in_their_order() -> None:
    assert read(b"Who?;a.txt;Me;Base;7")[0] == [Numbered(1, Row("Who?", "a.txt", "Me", "Base", 7))]


def test_a_bad_line_is_told_by_its_number_and_costs_nothing_else() -> None:
    data = f'{HEADING}\nWho?,a.txt\n,a.txt\nWho,\nWho?,a.txt,,,many\nWho?,a.txt,,,51\n"Who?,a.txt\nWhen?,b.txt\n'
    data += "Who?,a.txt,,,1,magic\nWho?,a.txt,,,1,Words\n"
    assert reasons(data) == [
        (3, "There is no question in this line."),
        (4, "There is no expected document in this line."),
        (5, "“many” is no number from 1 to 50."),
        (6, "“51” is no number from 1 to 50."),
        (7, UNREADABLE),
        (9, "“magic” is no way of searching."),
    ]
    assert [each.number for each in read(data.encode())[0]] == [2, 8, 10]


def test_each_line_of_a_long_file_may_be_bad() -> None:
    _, bad = read(b'"a"b\n' * 10_000)
    assert [line.number for line in bad] == list(range(1, 10_001))


def test_lines_that_are_too_long_are_refused() -> None:
    assert reasons(f"{'a' * 2001},a.txt") == [(1, "The question or the passage in this line is too long.")]
    assert reasons(f"Who?,a.txt,{'a' * 4001}") == [(1, "The question or the passage in this line is too long.")]
    assert reasons(f"{'a' * 200_000},a.txt\nWho?,a.txt") == [(1, UNREADABLE)]


def test_an_empty_file_has_no_questions() -> None:
    assert read(b"") == ([], [])
    assert read(b"\n \n") == ([], [])
    assert read(HEADING.encode()) == ([], [])
