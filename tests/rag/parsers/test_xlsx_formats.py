from __future__ import annotations

from datetime import date, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kbdesk.rag.parsers.xlsx_codes import code_sections
from kbdesk.rag.parsers.xlsx_dates import shown_date
from kbdesk.rag.parsers.xlsx_formats import RowFormats, shown_value
from kbdesk.rag.parsers.xlsx_numbers import shown_number

MOMENT = datetime.combine(date(2024, 3, 1), time(6, 5, 9, 250_000))


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (3.0, "3"),
        (0.1 + 0.2, "0.3"),
        (-1599.99, "-1599.99"),
        (1e20, "1e+20"),
        (True, "TRUE"),
        (" text ", "text"),
        (date(2024, 3, 1), "2024-03-01"),
        (datetime.combine(date(2024, 3, 1), time()), "2024-03-01"),
        (datetime.combine(date(2024, 3, 1), time(6, 15)), "2024-03-01 06:15"),
        (time(6, 15, 30), "06:15:30"),
        (timedelta(hours=30, minutes=5), "30:05"),
    ],
)
def test_values_are_shown_as_people_write_them(value, shown):
    assert shown_value(value) == shown


@pytest.mark.parametrize(
    ("value", "code", "shown"),
    [
        (1599.99, "#,##0.00", "1,599.99"),
        (-1599.99, "$#,##0.00;[Red]($#,##0.00)", "($1,599.99)"),
        (0.025, "0.00%", "2.50%"),
        (2.5, "0", "3"),
        (-19.9, '[$€-407] #,##0.##" netto"', "-€ 19.9 netto"),
        (1234567, '#,##0,"k"', "1,235k"),
        (0, '0;-0;"none"', "none"),
        (5, '_("$"* #,##0.00_)', "$5.00"),
        (7, ";;;", None),
        (3, "d.m.yyyy", None),
        (2.5, "# ?/?", "2 1/2"),
        (0.3333, "# ??/??", "1/3"),
        (1.99, "# ?/?", "2"),
        (0.5, "?/8", "4/8"),
        (0, "# ?/?", "0"),
        (197_680_000, "0.00E+00", "1.98E+08"),
        (-0.000_123, "0.0E+0", "-1.2E-4"),
        (12_345, "##0.0E+0", "12.3E+3"),
        (9_996, "0.00E+00", "1.00E+04"),
        (42, "00000", "00042"),
        (5551234, "000-0000", "555-1234"),
        (4930123456, '"+"00 00 000-000', "+49 30 123-456"),
        (1_500_000, '[>=1000000]0.0,,"M";[>=1000]0,"K";0', "1.5M"),
        (2_500, '[>=1000000]0.0,,"M";[>=1000]0,"K";0', "3K"),
        (7, '[>=1000000]0.0,,"M";[>=1000]0,"K";0', "7"),
        (-7, '[<0]"minus "0;0', "minus 7"),
        (3.5, 'General" km"', "3.5 km"),
        (1234.5, "#,##0.00\\ [$zł-415]", "1,234.50 zł"),
        (12, '"a;b" 0', "a;b 12"),
        (0.5, "#.##", ".5"),
        (1e15, "0.00", None),
        (float("nan"), "0.00", None),
    ],
)
def test_numbers_are_shown_by_their_format(value, code, shown):
    assert shown_number(value, code) == shown


@pytest.mark.parametrize(
    ("value", "code", "shown"),
    [
        (MOMENT, "dd.mm.yyyy", "01.03.2024"),
        (MOMENT, "d-mmm-yy", "1-Mar-24"),
        (MOMENT, "[$-409]dddd, mmmm d, yyyy", "Friday, March 1, 2024"),
        (MOMENT, 'yyyy"年"m"月"d"日"', "2024年3月1日"),
        (MOMENT, "h:mm AM/PM", "6:05 AM"),
        (MOMENT, "d/m/yyyy hh:mm:ss.00", "1/3/2024 06:05:09.25"),
        (MOMENT, "mm:ss", "05:09"),
        (MOMENT, "yyyy-mm-dd;@", "2024-03-01"),
        (MOMENT, "[$-407]d.m.yyyy", "1.3.2024"),
        (MOMENT, "[$-407]d. mmmm yyyy", None),
        (MOMENT, "[$-F800]dddd, mmmm dd, yyyy", None),
        (MOMENT, "[$-411]ggge", None),
        (MOMENT, "0.00", None),
        (MOMENT.date(), "d/m/yy", "1/3/24"),
        (time(18, 15), "h:mm AM/PM", "6:15 PM"),
        (time(0, 15), "h AM/PM", "12 AM"),
        (time(18, 15), "d.m.yyyy", None),
        (timedelta(hours=30, minutes=5, seconds=7), "[h]:mm:ss", "30:05:07"),
        (timedelta(hours=30, minutes=5), '[h]" h "mm" min"', "30 h 05 min"),
        (timedelta(minutes=90, seconds=1), "[mm]:ss", "90:01"),
        (timedelta(hours=-1), "[h]:mm", "-1:00"),
        (timedelta(hours=1), "h:mm", None),
    ],
)
def test_dates_and_times_are_shown_by_their_format(value, code, shown):
    assert shown_date(value, code) == shown


def test_what_no_format_can_show_is_shown_plainly():
    assert shown_value(MOMENT, "[$-407]d. mmmm yyyy") == "2024-03-01 06:05:09"
    assert shown_value(1e16, "0.00") == "1e+16"
    assert shown_value(0, "0;-0;;@") == "0"


def test_the_sections_of_a_code_are_parted_at_semicolons_that_are_not_quoted():
    assert [[text for _, text in section.tokens] for section in code_sections('0"a;b";[Red]\\;0')] == [
        ["0", "a;b"],
        ["Red", ";", "0"],
    ]


def test_formats_come_row_by_row_also_when_told_twice():
    cells = [(1, 0, "a"), (1, 2, "b"), (4, 0, "c"), (1, 2, "b"), (4, 0, "c"), (5, 1, "d")]
    formats = RowFormats(iter(cells))
    assert [formats.of(row) for row in range(1, 7)] == [{0: "a", 2: "b"}, {}, {}, {0: "c"}, {1: "d"}, {}]


codes = st.text(st.sampled_from('0#?.,%;"\\[]$-<>=E+/@_* ymdhs:€aGenral"'), max_size=30)
values = st.one_of(
    st.floats(), st.integers(), st.datetimes(), st.dates(), st.times(), st.timedeltas(timedelta(-9999), timedelta(9999))
)


@given(values, codes)
def test_any_value_is_shown_by_any_code(value, code):
    assert shown_value(value, code)
