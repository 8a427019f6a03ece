from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import date, datetime, time, timedelta

import pytest

from kbdesk.errors import DamagedError, EmptyFileError, LimitError, ParseError
from kbdesk.message import DataBlock, TextBlock
from kbdesk.rag.parsers.base import ParseResult, Progress
from kbdesk.rag.parsers.xlsx import ExcelParser
from kbdesk.rag.parsers.xlsx_formats import shown_number
from kbdesk.rag.parsers.xlsx_regions import column_letters, regions, sheet_rows, shown_value

MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
LINK = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
DRAWING = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:xdr="x"'
Rows = dict[str, str | float]


def sheet(cells: Rows, extra: str = "") -> str:
    """Write a sheet of cells by their names, row after row."""
    lines: dict[int, str] = {}
    for name, value in cells.items():
        row = int("".join(filter(str.isdigit, name)))
        content = (
            f'<c r="{name}" t="inlineStr"><is><t>{value}</t></is></c>'
            if isinstance(value, str)
            else f'<c r="{name}"><v>{value}</v></c>'
        )
        lines[row] = lines.get(row, "") + content
    rows = "".join(f'<row r="{number}">{line}</row>' for number, line in lines.items())
    return f"<worksheet {MAIN} {LINK}><sheetData>{rows}</sheetData>{extra}</worksheet>"


@pytest.fixture
def workbook(zip_of, links) -> Callable[..., bytes]:
    """Make a workbook of sheets by name; names that begin with "_" are hidden."""

    def make(parts: dict[str, str | bytes] | None = None, styles: str = "", **sheets: str) -> bytes:
        names = list(enumerate(sheets, 1))
        state = {True: "hidden", False: "visible"}
        listed = "".join(
            f'<sheet name="{name}" sheetId="{n}" r:id="r{n}" state="{state[name.startswith("_")]}"/>'
            for n, name in names
        )
        return zip_of(
            {
                "_rels/.rels": links("r1 officeDocument xl/workbook.xml"),
                "xl/workbook.xml": f"<workbook {MAIN} {LINK}><sheets>{listed}</sheets></workbook>",
                "xl/styles.xml": styles or f"<styleSheet {MAIN}/>",
                "xl/_rels/workbook.xml.rels": links(
                    "s styles styles.xml", *(f"r{n} worksheet worksheets/sheet{n}.xml" for n, _ in names)
                ),
                **{f"xl/worksheets/sheet{n}.xml": sheets[name] for n, name in names},
                **(parts or {}),
            }
        )

    return make


def read(data: bytes) -> ParseResult:
    return ExcelParser(include_sheet_names=False).read(data, "a.xlsx")


def texts(data: bytes) -> list[str]:
    return [section.content.text for section in read(data).sections if isinstance(section.content, TextBlock)]


def test_a_sheet_is_a_section_with_its_name_and_rows(workbook):
    data = workbook(Costs=sheet({"B2": "Item", "C2": "Euro", "B3": "Rent", "C3": 900.0}))
    (section,) = ExcelParser().read(data, "a.xlsx").sections
    assert section.content.text == "Costs\n\n| Item | Euro |\n| --- | --- |\n| Rent | 900 |\n"
    assert section.metadata == {"sheet": "Costs", "rows": [2, 3]}


def test_hidden_sheets_are_read_and_marked_and_all_are_counted(workbook):
    result = read(workbook(A=sheet({"A1": "a"}), _B=sheet({"A1": "b"}), C=sheet({})))
    assert [section.metadata for section in result.sections] == [
        {"sheet": "A", "rows": [1, 1]},
        {"sheet": "_B", "hidden": True, "rows": [1, 1]},
    ]
    assert result.units == {"sheets": 3}


def test_each_section_of_a_long_table_repeats_its_headings(workbook):
    cells: Rows = {"A1": "Name", "B1": "Phone"}
    for row in range(2, 202):
        cells |= {f"A{row}": f"Person {row}", f"B{row}": float(row)}
    sections = read(workbook(Phones=sheet(cells))).sections
    assert len(sections) > 2
    assert all(section.content.text.startswith("| Name | Phone |\n| --- | --- |\n| Person ") for section in sections)
    assert [section.metadata["rows"][0] for section in sections[1:]] == [
        section.metadata["rows"][1] + 1 for section in sections[:-1]
    ]


def test_tables_of_one_sheet_are_told_apart_and_captions_stand_above(workbook):
    cells: Rows = {"A1": "Salaries", "A2": "Name", "B2": "Euro", "A3": "Ann", "B3": 1.0}
    cells |= {"A5": "City", "B5": "Rent", "A6": "Bonn", "B6": 2.0, "A8": "just", "A9": "lines"}
    assert texts(workbook(S=sheet(cells))) == [
        "Salaries\n| Name | Euro |\n| --- | --- |\n| Ann | 1 |\n\n"
        "| City | Rent |\n| --- | --- |\n| Bonn | 2 |\n\n"
        "just\nlines"
    ]


def test_tables_side_by_side_are_told_apart_but_a_blank_column_inside_a_table_is_not_one():
    beside = [["Item", "Euro", "", "", ""], ["Rent", 9.0, "", "Name", "Phone"], ["Gas", 3.0, "", "Ann", 1.0]]
    beside += [[name, 1.0, "", "", ""] for name in "abcde"]
    spaced = [["Name", "Euro", "", "From", "To"], *([name, 1.0, "", "Bonn", "Ulm"] for name in "abc")]
    assert [list(region.rows[0].cells.values()) for region in regions(sheet_rows(beside, 0, {}))] == [
        ["Item", "Euro"],
        ["Name", "Phone"],
    ]
    assert len(list(regions(sheet_rows(spaced, 0, {})))) == 1


def test_a_table_goes_on_below_a_blank_row_without_new_headings():
    (region,) = regions(sheet_rows([["Name", "Euro"], ["Ann", 1.0], ["", ""], ["Bob", 2.0]], 0, {}))
    (piece,) = region.pieces("markdown", coordinates=False)
    assert piece.text.endswith("| Ann | 1 |\n| Bob | 2 |\n")
    assert (piece.first, piece.last) == (1, 4)


def test_cells_can_carry_their_coordinates_and_all_sheets_be_one_section(workbook):
    data = workbook(A=sheet({"C7": "x", "D7": "y"}), B=sheet({"A1": "z"}))
    parser = ExcelParser(include_sheet_names=False, include_cell_coordinates=True, separate_sheet=False)
    (section,) = parser.read(data, "a").sections
    assert section.content.text == "| [C7] x | [D7] y |\n| --- | --- |\n\n\n[A1] z"
    assert section.metadata == {}


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
        (2.5, "# ?/?", None),
        (1e15, "0.00", None),
        (float("nan"), "0.00", None),
    ],
)
def test_numbers_are_shown_by_their_format(value, code, shown):
    assert shown_number(value, code) == shown


def test_the_formats_of_a_workbook_are_found_by_its_styles(workbook):
    styles = (
        f'<styleSheet {MAIN}><numFmts><numFmt numFmtId="170" formatCode="0.0&quot; kg&quot;"/></numFmts>'
        '<cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="9"/><xf numFmtId="14"/></cellXfs></styleSheet>'
    )
    cells = sheet({"A1": 12.25, "A2": 0.5, "A3": 3.0})
    for row, style in ((1, 1), (2, 2), (3, 0)):
        cells = cells.replace(f'r="A{row}"', f'r="A{row}" s="{style}"')
    assert texts(workbook(S=cells, styles=styles)) == ["12.3 kg\n50%\n3"]


def test_text_boxes_notes_and_pictures_are_read(workbook, links, png):
    anchor = (
        f"<xdr:wsDr {DRAWING} {LINK}>"
        "<xdr:sp><xdr:txBody><a:p><a:r><a:t>in a box</a:t></a:r></a:p></xdr:txBody></xdr:sp>"
        '<xdr:pic><xdr:nvPicPr><xdr:cNvPr descr="A dot"/></xdr:nvPicPr>'
        '<xdr:blipFill><a:blip r:embed="p"/></xdr:blipFill></xdr:pic></xdr:wsDr>'
    )
    note = '<comment ref="B2"><text><r><t>check</t></r></text></comment>'
    data = workbook(
        S=sheet({}),
        parts={
            "xl/worksheets/_rels/sheet1.xml.rels": links("d drawing ../drawing.xml", "c comments ../comments.xml"),
            "xl/drawing.xml": anchor,
            "xl/_rels/drawing.xml.rels": links("p image media/a.png"),
            "xl/media/a.png": png,
            "xl/comments.xml": f"<comments {MAIN}><commentList>{note}</commentList></comments>",
        },
    )
    assert texts(data) == ["in a box\n[B2] check"]
    _, section = ExcelParser(include_image=True).read(data, "a").sections
    assert isinstance(section.content, DataBlock)
    assert section.metadata == {"sheet": "S", "media_type": "image/png", "caption": "A dot"}


def test_a_million_blank_rows_are_passed_over(workbook):
    assert texts(workbook(S=sheet({"A1": "top", "A1048576": "bottom"}))) == ["top\n\nbottom"]


def test_cells_that_span_billions_are_refused_before_they_are_read(workbook):
    wide = sheet({"A1": "a", "XFD1048576": "b"})
    with pytest.raises(LimitError):
        read(workbook(Wide=wide))
    result = read(workbook(Good=sheet({"A1": "a"}), Wide=wide))
    assert [str(warning) for warning in result.warnings] == ["The sheet “Wide” could not be read."]


def test_a_workbook_without_values_is_empty(workbook):
    assert read(workbook(S=sheet({}))).outcome == "empty"


def test_what_is_no_workbook_is_damaged(zip_of):
    with pytest.raises(EmptyFileError):
        read(b"")
    for data in (b"PK", zip_of({"a.txt": "a"}), bytes.fromhex("d0cf11e0a1b11ae1") + b"\0" * 600):
        with pytest.raises(DamagedError):
            read(data)


def test_columns_are_named_by_letters():
    assert [column_letters(column) for column in (0, 25, 26, 701, 702)] == ["A", "Z", "AA", "ZZ", "AAA"]


def test_progress_is_told_after_each_sheet(workbook):
    told: list[Progress] = []
    ExcelParser().read(workbook(A=sheet({}), B=sheet({})), "a", on_progress=told.append)
    assert told == [Progress("sheet", 1, 2), Progress("sheet", 2, 2)]


def test_broken_bytes_are_told_and_never_crash(workbook, flipped):
    for data in flipped(workbook(A=sheet({"A1": "a", "B1": "b", "A2": 1.0}), B=sheet({"C3": "c"}))):
        with suppress(ParseError):
            read(data)
