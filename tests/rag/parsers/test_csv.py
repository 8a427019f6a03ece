from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kbdesk.errors import InputError
from kbdesk.rag.parsers.csv import CSVParser, find_delimiter, read_rows


def rows(content: str, delimiter: str = ",") -> list[list[str]]:
    return list(read_rows(content, delimiter))


def test_a_table_carries_its_headings():
    result = CSVParser().read(b"Name,Phone\nAnna,12\nBen,34\n", "phones.csv")
    (section,) = result.sections
    assert section.content.text == "| Name | Phone |\n| --- | --- |\n| Anna | 12 |\n| Ben | 34 |\n"
    assert section.metadata == {"rows": [1, 3]}
    assert result.units == {"rows": 3}


def test_a_long_table_is_cut_between_rows_and_repeats_its_headings():
    content = "Name,Note\n" + "".join(f"Person {number},{'x' * 50}\n" for number in range(200))
    sections = CSVParser().read_text(content, "a").sections
    assert len(sections) > 5
    assert all(section.content.text.startswith("| Name | Note |") for section in sections)
    assert sections[1].metadata["rows"][0] == sections[0].metadata["rows"][1] + 1


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_found(delimiter: str):
    lines = [["name", "price", "note"], ["a", "1.5", "x y"], ["b", "2.5", "z"]]
    assert find_delimiter("\n".join(delimiter.join(line) for line in lines)) == delimiter


def test_decimal_commas_do_not_mislead():
    assert find_delimiter("a;b;c\n1,5;2,5;x, y\n3,5;4,5;z\n") == ";"


def test_lines_above_the_headings_are_titles():
    result = CSVParser().read_text("Report 2024;;\n\n# by Ann\nName;Age;\nAnn;30;\n", "a")
    (section,) = result.sections
    assert section.content.text == "Report 2024\n# by Ann\n| Name | Age |\n| --- | --- |\n| Ann | 30 |\n"
    assert (section.metadata, result.units) == ({"rows": [1, 5]}, {"rows": 4})


def test_quotation_marks_told_by_backslashes_are_read():
    assert list(read_rows('"say \\"hi\\", ok",2\n', ",", has_backslashes=True)) == [['say "hi", ok', "2"]]
    text = CSVParser().read_text('a,b\n"say \\"hi\\", ok",2\n"x",3\n', "a").sections[0].content.text
    assert '| say "hi", ok | 2 |' in text
    path = CSVParser().read_text('a,b\n"C:\\",2\n"D:\\",3\n', "a").sections[0].content.text
    assert path.splitlines()[2:] == ["| C:\\\\ | 2 |", "| D:\\\\ | 3 |"]


def test_the_hint_of_excel_is_followed():
    assert CSVParser().read_text('"sep=;"\na;b,c\n', "a").sections[0].content.text.startswith("| a | b,c |")
    assert CSVParser().read_text("sep=;\na;b,c\n", "a").sections[0].content.text.startswith("| a | b,c |")


def test_quoted_cells_hold_anything():
    assert rows('"a,b","say ""hi""","two\nlines"\nc,,\n') == [["a,b", 'say "hi"', "two\nlines"], ["c", "", ""]]


def test_a_quotation_mark_that_never_ends_takes_no_row_with_it():
    assert rows('a,b\n1,"never closed\n2,3\n') == [["a", "b"], ["1", '"never closed'], ["2", "3"]]
    assert rows('5" pipe,"6"" pipe"\n') == [['5" pipe', '6" pipe']]


def test_nul_bytes_and_huge_cells_do_no_harm():
    huge = "x" * 300_000
    (section,) = CSVParser().read(f"a\0,b\n{huge},1\n".encode(), "a").sections
    assert huge in section.content.text
    assert "\0" not in section.content.text


def test_ragged_rows_lose_no_cell():
    text = CSVParser().read_text("a,b\n1,2,3\n4\n", "a").sections[0].content.text
    assert text.splitlines()[2:] == ["| 1 | 2 | 3 |", "| 4 |  |  |"]


def test_blank_rows_are_left_out_but_counted_in_numbers():
    result = CSVParser().read_text("a,b\n\n,,\n1,2\n", "a")
    assert (result.units, result.sections[0].metadata["rows"]) == ({"rows": 2}, [1, 4])


def test_an_empty_table_is_empty():
    assert CSVParser().read_text(",,\n,,\n", "a").outcome == "empty"


def test_rows_can_be_json():
    text = CSVParser(table_format="json").read_text("a,b\n1,2\n", "a").sections[0].content.text
    assert text.endswith('[["a", "b"], ["1", "2"]]')
    with pytest.raises(InputError):
        CSVParser(table_format="latex")  # pyright: ignore[reportArgumentType] - what the test is about


@given(st.lists(st.lists(st.text(alphabet='ab",\n ', max_size=8), min_size=2, max_size=4), min_size=1, max_size=5))
def test_what_the_standard_library_writes_is_read_back(table: list[list[str]]):
    target = io.StringIO()
    csv.writer(target, lineterminator="\n", quoting=csv.QUOTE_ALL).writerows(table)
    assert rows(target.getvalue()) == table
