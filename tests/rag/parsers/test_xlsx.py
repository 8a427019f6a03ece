from __future__ import annotations

import io
from collections.abc import Callable
from contextlib import suppress

import pytest
from PIL import Image, ImageDraw, ImageFont

from kbdesk.errors import DamagedError, EmptyFileError, LimitError, ParseError
from kbdesk.message import DataBlock, TextBlock
from kbdesk.rag.parsers import limits
from kbdesk.rag.parsers.base import PageState, ParseResult, Progress
from kbdesk.rag.parsers.xlsx import ExcelParser
from kbdesk.rag.parsers.xlsx_formats import RowFormats
from kbdesk.rag.parsers.xlsx_merges import Merges
from kbdesk.rag.parsers.xlsx_regions import Region, column_letters, regions, sheet_rows

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


def regions_of(rows: list[list[str | float]], *merged: tuple[tuple[int, int], tuple[int, int]]) -> list[Region]:
    return list(regions(sheet_rows(rows, 0, RowFormats(iter(())), Merges(merged))))


def lines_of(rows: list[list[str | float]], *merged: tuple[tuple[int, int], tuple[int, int]]) -> list[str]:
    """Return the lines of a sheet's one region, without the line below its headings."""
    (region,) = regions_of(rows, *merged)
    (piece,) = region.pieces("markdown", coordinates=False)
    return [line for line in piece.text.splitlines() if "---" not in line]


def test_a_sheet_is_a_section_with_its_name_and_rows(workbook):
    data = workbook(Costs=sheet({"B2": "Item", "C2": "Euro", "B3": "Rent", "C3": 900.0}))
    (section,) = ExcelParser().read(data, "a.xlsx").sections
    assert section.content.text == "Costs\n\n| Item | Euro |\n| --- | --- |\n| Rent | 900 |\n"
    assert section.metadata == {"sheet": "Costs", "rows": [2, 3]}
    assert ExcelParser().read(data, "a.xlsx").pages == [PageState.TABLE]


def test_hidden_sheets_are_read_and_marked_and_all_are_counted(workbook):
    result = read(workbook(A=sheet({"A1": "a"}), _B=sheet({"A1": "b"}), C=sheet({})))
    assert [section.metadata for section in result.sections] == [
        {"sheet": "A", "rows": [1, 1]},
        {"sheet": "_B", "hidden": True, "rows": [1, 1]},
    ]
    assert result.units == {"sheets": 3}
    assert result.pages == [PageState.TEXT, PageState.TEXT, PageState.BLANK]
    assert [str(warning) for warning in result.warnings] == ["Hidden sheets were read too: _B."]


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
    assert [list(region.rows[0].cells.values()) for region in regions_of(beside)] == [
        ["Item", "Euro"],
        ["Name", "Phone"],
    ]
    assert len(regions_of(spaced)) == 1


def test_a_table_goes_on_below_a_blank_row_without_new_headings():
    (region,) = regions_of([["Name", "Euro"], ["Ann", 1.0], ["", ""], ["Bob", 2.0]])
    (piece,) = region.pieces("markdown", coordinates=False)
    assert piece.text.endswith("| Ann | 1 |\n| Bob | 2 |\n")
    assert (piece.first, piece.last) == (1, 4)


def test_what_is_merged_over_rows_is_said_in_each_of_them():
    rows = [["Team", "Age"], ["Sales", 31.0], ["", 32.0], ["", ""], ["Law", 33.0]]
    assert lines_of(rows, ((1, 0), (3, 0)))[1:] == ["| Sales | 31 |", "| Sales | 32 |", "| Law | 33 |"]


def test_what_is_merged_does_not_make_a_row_of_a_table_beside():
    beside = [["Item", "Euro", "", "Share", "Sum"], ["Rent", 9.0, "", "62%", 12.0], ["Gas", 3.0, "", "", ""]]
    left, right = regions_of([*beside, ["Oil", 3.0, "", "", ""], ["Tax", 3.0, "", "", ""]], ((1, 3), (2, 3)))
    assert (len(left.rows), len(right.rows)) == (5, 2)


def test_a_table_with_its_title_right_below_another_is_told_apart():
    rows = [["Item", "Euro"], ["Pay", 9.0], ["Costs", ""], ["Item", "Euro"], ["Rent", 3.0], ["Gas", 1.0]]
    income, costs = regions_of(rows)
    assert (len(income.rows), len(costs.rows)) == (2, 3)
    assert [row.cells for row in costs.captions] == [{0: "Costs"}]


def test_a_long_note_in_merged_cells_is_said_once():
    note = "a long note " * 10
    rows = [["Name", "Note"], ["Ann", note], ["Bob", ""]]
    assert lines_of(rows, ((1, 1), (2, 1)))[2] == "| Bob |  |"


def test_headings_above_each_other_become_one():
    years = [["City", "Costs", "", "Rent"], ["", "2023", "2024", ""], ["Bonn", 1.0, 2.0, 3.0]]
    assert lines_of(years, ((0, 1), (0, 2)))[0] == "| City | Costs 2023 | Costs 2024 | Rent |"
    down = [["City", "Costs", ""], ["", 2023.0, 2024.0], ["Bonn", 1.0, 2.0]]
    assert lines_of(down, ((0, 0), (1, 0)), ((0, 1), (0, 2)))[0] == "| City | Costs 2023 | Costs 2024 |"
    above = [["", "North", "", "South", ""], ["City", "Rent", "Gas", "Rent", "Gas"], ["Bonn", 1.0, 2.0, 3.0, 4.0]]
    joined = "| City | North Rent | North Gas | South Rent | South Gas |"
    assert lines_of(above, ((0, 1), (0, 2)), ((0, 3), (0, 4)))[0] == joined


def test_a_row_below_a_wide_heading_is_not_taken_for_headings():
    rows = [["Name", "Contact", ""], ["Ann", "a@b.org", "12"], ["Bob", "b@b.org", "34"]]
    assert lines_of(rows, ((0, 1), (0, 2)))[:2] == ["| Name | Contact |  |", "| Ann | a@b.org | 12 |"]


def test_cells_can_carry_their_coordinates_and_all_sheets_be_one_section(workbook):
    data = workbook(A=sheet({"C7": "x", "D7": "y"}), B=sheet({"A1": "z"}))
    parser = ExcelParser(include_sheet_names=False, include_cell_coordinates=True, separate_sheet=False)
    (section,) = parser.read(data, "a").sections
    assert section.content.text == "| [C7] x | [D7] y |\n| --- | --- |\n\n\n[A1] z"
    assert section.metadata == {}


def test_the_formats_of_a_workbook_are_found_by_its_styles(workbook):
    styles = (
        f'<styleSheet {MAIN}><numFmts><numFmt numFmtId="170" formatCode="0.0&quot; kg&quot;"/></numFmts>'
        '<cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="9"/><xf numFmtId="14"/></cellXfs></styleSheet>'
    )
    cells = sheet({"A1": 12.25, "A2": 0.5, "A3": 3.0, "A4": 45352.0})
    for row, style in ((1, 1), (2, 2), (3, 0), (4, 3)):
        cells = cells.replace(f'r="A{row}"', f's="{style}" r="A{row}"' if row == 1 else f'r="A{row}" s="{style}"')
    assert texts(workbook(S=cells, styles=styles)) == ["12.3 kg\n50%\n3\n2024-03-01"]


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


@pytest.fixture
def pictured(workbook, links) -> Callable[[bytes], bytes]:
    """Make a workbook of one sheet with nothing but a picture."""
    blip = '<xdr:blipFill><a:blip r:embed="p"/></xdr:blipFill>'
    parts = {
        "xl/worksheets/_rels/sheet1.xml.rels": links("d drawing ../drawing.xml"),
        "xl/drawing.xml": f"<xdr:wsDr {DRAWING} {LINK}><xdr:pic>{blip}</xdr:pic></xdr:wsDr>",
        "xl/_rels/drawing.xml.rels": links("p image media/a.png"),
    }
    return lambda picture: workbook(S=sheet({}), parts={**parts, "xl/media/a.png": picture})


def test_a_sheet_of_pictures_only_is_no_text(pictured, png):
    result = ExcelParser(include_image=True).read(pictured(png), "a")
    assert (result.outcome, result.pages) == ("no_text", [PageState.PICTURE])


def test_pictures_beyond_what_is_kept_of_one_workbook_are_told(pictured, png, monkeypatch):
    monkeypatch.setattr(limits, "MAX_PICTURES_BYTES", len(png) - 1)
    result = ExcelParser(include_image=True).read(pictured(png), "a")
    assert [str(warning) for warning in result.warnings] == [
        "Pictures left out because together they are too large: 1."
    ]


def test_the_picture_on_a_sheet_without_text_is_read(pictured):
    notice, target = Image.new("RGB", (500, 80), "white"), io.BytesIO()
    ImageDraw.Draw(notice).text((20, 20), "Closed on Friday", "black", ImageFont.load_default(40))
    notice.save(target, "PNG")
    result = ExcelParser(include_image=True, ocr=True).read(pictured(target.getvalue()), "a")
    assert result.pages == [PageState.OCR]
    text, picture = result.sections
    assert text.content.text == "S\n\nClosed on Friday"
    assert text.metadata["ocr"] is True
    assert text.metadata["ocr_confidence"] > 0.8
    assert picture.metadata["media_type"] == "image/png"


def test_comments_with_answers_are_read_once(workbook, links):
    note = '<comment ref="B2"><text><t>[Threaded comment] Your version of Excel ...</t></text></comment>'
    thread = '<threadedComment ref="B2"><text>Is it so?</text></threadedComment>'
    thread += '<threadedComment ref="B2" parentId="1"><text>It is.</text></threadedComment>'
    data = workbook(
        S=sheet({}),
        parts={
            "xl/worksheets/_rels/sheet1.xml.rels": links("c comments ../c.xml", "t threadedComment ../t.xml"),
            "xl/c.xml": f"<comments {MAIN}><commentList>{note}</commentList></comments>",
            "xl/t.xml": f'<ThreadedComments xmlns="t">{thread}</ThreadedComments>',
        },
    )
    assert texts(data) == ["[B2] Is it so?\n[B2] It is."]


@pytest.mark.parametrize(
    ("cell", "is_said"),
    [
        ('<c r="A1"><f>B1+1</f><v/></c>', True),
        ('<c r="A1"><f>B1+1</f><v></v></c>', True),
        ('<c r="A1" t="n"><f>B1+1</f></c>', True),
        ('<c r="A1"><f>B1+1</f><v>3</v></c>', False),
        ('<c r="A1" t="str"><f>IF(B1,1,"")</f><v></v></c>', False),
    ],
)
def test_formulas_that_were_never_reckoned_are_told(workbook, cell: str, is_said: bool):
    result = read(workbook(S=sheet({"A2": "a"}).replace('<row r="2">', f'<row r="1">{cell}</row><row r="2">')))
    said = ["On the sheet “S” the results of formulas are missing. Open the file in Excel"] if is_said else []
    assert [str(warning).partition(" or ")[0] for warning in result.warnings] == said


def test_a_million_blank_rows_are_passed_over(workbook):
    assert texts(workbook(S=sheet({"A1": "top", "A1048576": "bottom"}))) == ["top\n\nbottom"]


def test_cells_that_span_billions_are_refused_before_they_are_read(workbook):
    wide = sheet({"A1": "a", "XFD1048576": "b"})
    with pytest.raises(LimitError):
        read(workbook(Wide=wide))
    result = read(workbook(Good=sheet({"A1": "a"}), Wide=wide))
    assert [str(warning) for warning in result.warnings] == ["The sheet “Wide” could not be read."]
    assert result.pages == [PageState.TEXT, PageState.UNREAD]


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
