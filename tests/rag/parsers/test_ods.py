from __future__ import annotations

from collections.abc import Callable

import pytest

from kbdesk.errors import DamagedError, LimitError
from kbdesk.message import TextBlock
from kbdesk.rag.parsers.base import PageState, ParseResult
from kbdesk.rag.parsers.types import sniff_bytes
from kbdesk.rag.parsers.xlsx import ExcelParser

OASIS = "urn:oasis:names:tc:opendocument:xmlns"
SPACES = " ".join(
    f'xmlns:{prefix}="{OASIS}:{name}:1.0"'
    for prefix, name in {
        "office": "office",
        "text": "text",
        "table": "table",
        "style": "style",
        "draw": "drawing",
    }.items()
)
TYPE = "application/vnd.oasis.opendocument.spreadsheet"
HIDDEN = (
    '<office:automatic-styles><style:style style:name="h" style:family="table">'
    '<style:table-properties table:display="false"/></style:style></office:automatic-styles>'
)


def cell(shown: str, more: str = "", inner: str = "", kind: str = "string") -> str:
    value = f'office:value-type="{kind}"'
    return f"<table:table-cell {value} {more}>{inner}<text:p>{shown}</text:p></table:table-cell>"


def row(*cells: str, times: int = 1) -> str:
    return f'<table:table-row table:number-rows-repeated="{times}">{"".join(cells)}</table:table-row>'


def table(*rows: str, name: str = "A", style: str = "") -> str:
    return f'<table:table table:name="{name}" table:style-name="{style}">{"".join(rows)}</table:table>'


def blank(columns: int = 1) -> str:
    return f'<table:table-cell table:number-columns-repeated="{columns}"/>'


def body(*tables: str) -> str:
    return f"{HIDDEN}<office:body><office:spreadsheet>{''.join(tables)}</office:spreadsheet></office:body>"


@pytest.fixture
def ods(zip_of) -> Callable[..., bytes]:
    def make(*tables: str) -> bytes:
        content = f"<office:document-content {SPACES}>{body(*tables)}</office:document-content>"
        manifest = f'<m:manifest xmlns:m="{OASIS}:manifest:1.0"><m:file-entry/></m:manifest>'
        return zip_of({"mimetype": TYPE, "META-INF/manifest.xml": manifest, "content.xml": content})

    return make


def read(data: bytes) -> ParseResult:
    return ExcelParser(include_sheet_names=False).read(data, "a.ods")


def texts(data: bytes) -> list[str]:
    return [section.content.text for section in read(data).sections if isinstance(section.content, TextBlock)]


def test_cells_are_read_as_they_are_shown(ods):
    data = ods(
        table(
            row(cell("Item"), cell("Euro"), cell("Until")),
            row(
                cell("a<text:line-break/>b"),
                cell("1.234,50 €", 'office:value="1234.5"', kind="currency"),
                cell("30:05", 'office:time-value="PT30H05M00S"', kind="time"),
            ),
        )
    )
    assert texts(data) == ["| Item | Euro | Until |\n| --- | --- | --- |\n| a<br>b | 1.234,50 € | 30:05 |\n"]
    assert read(data).pages == [PageState.TABLE]


def test_a_value_is_read_where_nothing_says_how_it_is_shown(ods):
    assert texts(ods(table(row('<table:table-cell office:value-type="float" office:value="12"/>')))) == ["12"]


def test_merged_cells_hold_for_all_their_rows(ods):
    first = row(cell("Sales", 'table:number-rows-spanned="2"'), cell("Ann"))
    second = row("<table:covered-table-cell/>", cell("Bob"))
    (text,) = texts(ods(table(row(cell("Team"), cell("Name")), first, second)))
    assert text.splitlines()[2:] == ["| Sales | Ann |", "| Sales | Bob |"]


def test_notes_and_drawings_follow_the_cells(ods):
    note = "<office:annotation><text:p>check</text:p></office:annotation>"
    box = "<draw:frame><draw:text-box><text:p>in a box</text:p></draw:text-box></draw:frame>"
    data = ods(table(row(blank(2), cell("x", inner=note)), f"<table:shapes>{box}</table:shapes>"))
    assert texts(data) == ["x", "[C1] check\nin a box"]


def test_hidden_sheets_are_marked(ods):
    result = read(ods(table(row(cell("a"))), table(row(cell("b")), name="B", style="h")))
    assert [section.metadata.get("hidden", False) for section in result.sections] == [False, True]
    assert [str(warning) for warning in result.warnings] == ["Hidden sheets were read too: B."]


def test_a_million_blank_rows_are_passed_over_and_counted(ods):
    data = ods(table(row(cell("top")), row(blank(16_384), times=1_048_574), row(cell("bottom"))))
    (section,) = read(data).sections
    assert section.metadata["rows"] == [1, 1_048_576]


def test_one_cell_that_stands_for_billions_is_refused(ods):
    with pytest.raises(LimitError):
        read(ods(table(row(cell("x", 'table:number-columns-repeated="9999999999"'), times=999_999_999))))


def test_a_flat_file_is_read():
    flat = f'<?xml version="1.0"?><office:document {SPACES} office:mimetype="{TYPE}">'
    data = f"{flat}{body(table(row(cell('Übergabe'))))}</office:document>".encode()
    assert sniff_bytes(data, "a.xml").id == "ods"
    assert texts(data) == ["Übergabe"]


def test_a_broken_file_is_damaged(zip_of):
    with pytest.raises(DamagedError):
        read(zip_of({"mimetype": TYPE, "content.xml": "<office:document-content"}))
