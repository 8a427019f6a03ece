from __future__ import annotations

import base64
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from kbdesk.errors import DamagedError, EmptyFileError, ParseError, PasswordError
from kbdesk.rag.parsers.base import PageState, ParseResult
from kbdesk.rag.parsers.odp import OdpParser
from kbdesk.rag.parsers.registry import parse_file

from .pptx_xml import texts
from .test_picture_texts import drawn

OASIS = "urn:oasis:names:tc:opendocument:xmlns"
NAMESPACES = (
    " ".join(
        f'xmlns:{prefix}="{OASIS}:{name}:1.0"'
        for prefix, name in (
            ("office", "office"),
            ("text", "text"),
            ("table", "table"),
            ("style", "style"),
            ("draw", "drawing"),
            ("presentation", "presentation"),
            ("svg", "svg-compatible"),
            ("chart", "chart"),
            ("manifest", "manifest"),
        )
    )
    + ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xlink="http://www.w3.org/1999/xlink"'
)
HIDDEN = (
    '<office:automatic-styles><style:style style:name="h" style:family="drawing-page">'
    '<style:drawing-page-properties presentation:visibility="hidden"/></style:style></office:automatic-styles>'
)


def lines(text: str) -> str:
    return "".join(f"<text:p>{line}</text:p>" for line in text.split("\n"))


def frame(content: str, *, x: float | None = None, y: float = 0, attributes: str = "", height: str = "2cm") -> str:
    place = "" if x is None else f'svg:x="{x}cm" svg:y="{y}cm"'
    return f'<draw:frame {place} svg:width="6cm" svg:height="{height}" {attributes}>{content}</draw:frame>'


def box(text: str, *, x: float | None = None, y: float = 0, role: str = "") -> str:
    attributes = f'presentation:class="{role}"' if role else ""
    return frame(f"<draw:text-box>{lines(text)}</draw:text-box>", x=x, y=y, attributes=attributes)


def page(*shapes: str, attributes: str = "") -> str:
    return f"<draw:page {attributes}>{''.join(shapes)}</draw:page>"


def content(*pages: str, before: str = "") -> str:
    shown = "".join(pages)
    return (
        f"<office:document-content {NAMESPACES}>{HIDDEN}<office:body><office:presentation>{before}{shown}"
        "</office:presentation></office:body></office:document-content>"
    )


@pytest.fixture
def odp(zip_of) -> Callable[..., bytes]:
    """Make a presentation of pages."""

    def make(*pages: str, before: str = "", parts: dict[str, str | bytes] | None = None) -> bytes:
        media_type = "application/vnd.oasis.opendocument.presentation"
        return zip_of({"mimetype": media_type, "content.xml": content(*pages, before=before), **(parts or {})})

    return make


def read(data: bytes, **options) -> ParseResult:
    return OdpParser(slide_prefix=None, slide_suffix=None, **options).read(data, "d")


def test_a_slide_is_a_section_with_its_title_first(odp):
    result = read(odp(page(box("below", x=0, y=9), box("beside", x=9, y=5), box("Plan", x=0, y=20, role="title"))))
    assert texts(result) == ["Plan\nbeside\nbelow"]
    assert result.sections[0].metadata == {"slide": 1, "title": "Plan", "heading_path": ["Plan"]}
    assert (result.units, result.pages) == ({"slides": 1}, [PageState.TEXT])


def test_shapes_of_all_kinds_and_groups_are_read_at_their_place(odp):
    drawn_shape = f'<draw:custom-shape svg:x="0cm" svg:y="1in">{lines("second")}</draw:custom-shape>'
    turned = f'<draw:rect draw:transform="rotate (1.5) translate (0cm 8cm)">{lines("third")}</draw:rect>'
    line = f'<draw:connector svg:x1="0cm" svg:y1="15cm">{lines("fifth")}</draw:connector>'
    group = f"<draw:g><draw:g>{box('fourth', x=0, y=12)}</draw:g></draw:g>"
    assert texts(read(odp(page(line, group, turned, drawn_shape, box("first", x=0, y=0))))) == [
        "first\nsecond\nthird\nfourth\nfifth"
    ]


def test_numbers_footers_and_empty_places_make_no_passage(odp):
    number = box("<text:page-number>7</text:page-number>", role="page-number")
    empty = frame(
        f"<draw:text-box>{lines('Click to add Text')}</draw:text-box>", attributes='presentation:placeholder="true"'
    )
    declared = '<presentation:footer-decl presentation:name="f">Draft</presentation:footer-decl>'
    uses = 'presentation:use-footer-name="f"'
    shapes = (number, empty, box("Click to add Title", role="title"), box("Team", role="footer"))
    result = read(
        odp(page(*shapes), page(*shapes, box("Lifts"), attributes=uses), page(box("Stairs")), before=declared)
    )
    assert texts(result) == ["Lifts\nTeam\nDraft", "Stairs"]
    assert result.pages[0] == PageState.BLANK


def test_notes_and_comments_end_the_slide(odp):
    notes = (
        f"<presentation:notes>{box('Speak slowly', role='notes')}{box('1', role='page-number')}</presentation:notes>"
    )
    comment = f"<office:annotation><dc:creator>Ann</dc:creator>{lines('Too long')}</office:annotation>"
    other = f'<o:annotation xmlns:o="http://openoffice.org/2009/office">{lines("Why?")}</o:annotation>'
    assert texts(read(odp(page(notes, comment, other, box("Plan"))))) == ["Plan\nSpeak slowly\nAnn: Too long\nWhy?"]


def test_a_hidden_slide_is_read_and_marked(odp):
    result = read(odp(page(box("Secret"), attributes='draw:style-name="h"'), page(box("Open"))))
    assert [section.metadata.get("hidden") for section in result.sections] == [True, None]
    assert [str(warning) for warning in result.warnings] == ["These slides are hidden in the show: 1."]


def test_a_table_is_read_with_merged_cells(odp):
    cell = "<table:table-cell{}>{}</table:table-cell>"
    rows = [
        [cell.format(' table:number-columns-spanned="2"', lines("Who")), "<table:covered-table-cell/>"],
        [cell.format("", lines("Ann")), cell.format("", lines("Bo"))],
    ]
    table = "".join(f"<table:table-row>{''.join(row)}</table:table-row>" for row in rows)
    result = read(odp(page(frame(f"<table:table>{table}</table:table>"))))
    assert texts(result) == ["| Who |  |\n| --- | --- |\n| Ann | Bo |\n"]
    assert result.pages == [PageState.TABLE]


def test_a_chart_has_its_title_and_values(odp):
    cell = "<table:table-cell>{}</table:table-cell>"
    row = f"<table:table-row>{cell.format(lines('2025'))}{cell.format(lines('7'))}</table:table-row>"
    chart = (
        f"<office:document-content {NAMESPACES}><office:body><office:chart><chart:chart><chart:title>{lines('Ducks')}"
        f"</chart:title><table:table>{row}</table:table></chart:chart></office:chart></office:body>"
        "</office:document-content>"
    )
    shown = frame('<draw:object xlink:href="./Object 1"/>')
    assert texts(read(odp(page(shown), parts={"Object 1/content.xml": chart})))[0].startswith("Ducks\n| 2025 | 7 |")


def test_a_picture_is_a_data_section_whose_text_is_read(odp):
    words = "<svg:title>Sign</svg:title><svg:desc>above the door</svg:desc>"
    shown = frame(f'<draw:image xlink:href="Pictures/a.png"/>{words}', x=0, height="6cm")
    result = read(odp(page(shown), parts={"Pictures/a.png": drawn("Emergency exit")}), ocr=True)
    assert texts(result) == ["Emergency exit"]
    assert result.sections[1].metadata["caption"] == "Sign: above the door"
    assert result.pages == [PageState.OCR]


@pytest.mark.parametrize("formats", [("svg", "png"), ("png", "svg")])
def test_a_picture_in_several_formats_is_one_picture(odp, formats: tuple[str, ...]):
    images = "".join(f'<draw:image xlink:href="Pictures/a.{ending}"/>' for ending in formats)
    parts = {"Pictures/a.svg": "<svg/>", "Pictures/a.png": drawn("Exit")}
    result = read(odp(page(box("Way out"), frame(f"{images}<svg:desc>A door</svg:desc>")), parts=parts))
    assert texts(result) == ["Way out"]
    assert [section.metadata.get("caption") for section in result.sections] == [None, "A door"]


def test_documents_of_other_programs_are_attachments(odp):
    ole = frame('<draw:object-ole xlink:href="./Object 2"/>')
    result = read(odp(page(ole, ole), parts={"Object 2": b"{\\rtf1 Dear all}"}))
    assert [file.name for file in result.attachments] == ["Object 2.rtf"]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_flat_file_in_another_encoding_is_read(encoding: str):
    flat = content(page(box("Plan"))).replace("office:document-content", "office:document")
    assert texts(read(flat.encode(encoding))) == ["Plan"]


def test_a_flat_file_is_read(tmp_path: Path):
    image = base64.b64encode(drawn("Emergency exit")).decode()
    shown = frame(f"<draw:image><office:binary-data>{image}</office:binary-data></draw:image>")
    media_type = 'office:mimetype="application/vnd.oasis.opendocument.presentation"'
    flat = (
        content(page(box("Plan"), shown))
        .replace("office:document-content", "office:document")
        .replace("<office:document ", f"<office:document {media_type} ", 1)
    )
    (tmp_path / "deck.fodp").write_text('<?xml version="1.0"?>\n' + flat, "utf-8")
    parsed = parse_file(tmp_path / "deck.fodp", "deck.fodp")
    assert (parsed.outcome, parsed.kind, len(parsed.sections)) == ("text", "OpenDocument presentation", 2)


def test_the_program_reads_presentations_by_their_content(odp, tmp_path: Path):
    (tmp_path / "deck.bin").write_bytes(odp(page(box("Plan"))))
    assert parse_file(tmp_path / "deck.bin", "deck.bin").outcome == "text"


def test_an_encrypted_file_wants_a_password(odp):
    manifest = (
        f'<manifest:manifest {NAMESPACES}><manifest:file-entry manifest:full-path="content.xml">'
        "<manifest:encryption-data/></manifest:file-entry></manifest:manifest>"
    )
    with pytest.raises(PasswordError):
        read(odp(page(), parts={"META-INF/manifest.xml": manifest}))


@pytest.mark.parametrize("xml", ["", "<office", content().replace("office:presentation", "office:text")])
def test_what_is_no_presentation_is_damaged(zip_of, xml: str):
    with pytest.raises(DamagedError):
        read(zip_of({"content.xml": xml}))


def test_no_bytes_are_empty():
    with pytest.raises(EmptyFileError):
        read(b"")


def test_broken_bytes_are_told_and_never_crash(odp, flipped):
    table = "<table:table><table:table-row><table:table-cell/></table:table-row></table:table>"
    for data in flipped(odp(page(box("a", x=1), f"<draw:g>{box('b')}</draw:g>", frame(table)))):
        with suppress(ParseError):
            read(data)
