from __future__ import annotations

import base64
from collections.abc import Callable
from contextlib import suppress

import pytest

from kbdesk.errors import DamagedError, ParseError, PasswordError
from kbdesk.message import DataBlock, TextBlock
from kbdesk.rag.parsers.base import Attachment, ParseResult
from kbdesk.rag.parsers.odt import OdtParser
from kbdesk.rag.parsers.types import sniff_bytes

OASIS = "urn:oasis:names:tc:opendocument:xmlns"
NAMESPACES = (
    " ".join(
        f'xmlns:{prefix}="{OASIS}:{name}:1.0"'
        for prefix, name in {
            "office": "office",
            "text": "text",
            "table": "table",
            "style": "style",
            "draw": "drawing",
            "svg": "svg-compatible",
            "chart": "chart",
        }.items()
    )
    + ' xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/"'
    + ' xmlns:math="http://www.w3.org/1998/Math/MathML"'
)
LEVELS = (
    '<text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/>'
    '<text:list-level-style-number text:level="2" style:num-format="a" style:num-suffix=")" text:display-levels="2"/>'
)
STYLES = (
    f"<office:document-styles {NAMESPACES}><office:styles>"
    '<style:style style:name="Title" style:family="paragraph"/>'
    '<text:list-style style:name="Numbers">' + LEVELS + "</text:list-style>"
    '<text:list-style style:name="Dots"><text:list-level-style-bullet text:level="1"/></text:list-style>'
    "{outline}</office:styles><office:master-styles>"
    "<style:master-page>{margins}</style:master-page></office:master-styles></office:document-styles>"
)
AUTOMATIC = (
    "<office:automatic-styles>"
    '<style:style style:name="P1" style:family="paragraph" style:parent-style-name="Title"/>'
    '<style:style style:name="Gone" style:family="text"><style:text-properties text:display="none"/></style:style>'
    "</office:automatic-styles>"
)
MANIFEST = f'<m:manifest xmlns:m="{OASIS}:manifest:1.0"><m:file-entry>{{}}</m:file-entry></m:manifest>'


def content(*blocks: str) -> str:
    return (
        f"<office:document-content {NAMESPACES}>{AUTOMATIC}<office:body><office:text>{''.join(blocks)}</office:text>"
        "</office:body></office:document-content>"
    )


def p(text: str, style: str = "Standard") -> str:
    return f'<text:p text:style-name="{style}">{text}</text:p>'


def h(text: str, level: int = 1, more: str = "") -> str:
    return f'<text:h text:outline-level="{level}" {more}>{text}</text:h>'


def items(*lines: str, style: str = "Numbers", more: str = "") -> str:
    inside = "".join(f"<text:list-item>{line}</text:list-item>" for line in lines)
    return f'<text:list text:style-name="{style}" {more}>{inside}</text:list>'


def table(*rows: list[str]) -> str:
    cells = (
        "".join(f"<table:table-cell>{cell if cell.startswith('<') else p(cell)}</table:table-cell>" for cell in row)
        for row in rows
    )
    return "<table:table>" + "".join(f"<table:table-row>{row}</table:table-row>" for row in cells) + "</table:table>"


@pytest.fixture
def document(zip_of) -> Callable[..., bytes]:
    """Make an OpenDocument text of blocks; `parts` adds parts."""

    def make(*blocks: str, parts: dict[str, str | bytes] | None = None, outline: str = "", margins: str = "") -> bytes:
        return zip_of(
            {
                "mimetype": "application/vnd.oasis.opendocument.text",
                "content.xml": content(*blocks),
                "styles.xml": STYLES.format(outline=outline, margins=margins),
                **(parts or {}),
            }
        )

    return make


def read(data: bytes) -> ParseResult:
    return OdtParser().read(data, "a.odt")


def texts(data: bytes) -> list[str]:
    return [section.content.text for section in read(data).sections if isinstance(section.content, TextBlock)]


def test_the_text_under_each_heading_is_a_section_with_its_path(document):
    data = document(p("Handbook", "P1"), p("intro"), h("Travel"), p("Book early."), h("Flights", 2), p("Economy."))
    sections = read(data).sections
    assert texts(data) == ["Handbook\nintro", "Travel\nBook early.", "Flights\nEconomy."]
    assert [section.metadata["heading_path"] for section in sections] == [
        ["Handbook"],
        ["Handbook", "Travel"],
        ["Handbook", "Travel", "Flights"],
    ]


def test_blanks_tabs_breaks_spans_and_links_are_read_as_written(document):
    line = '<text:span>a</text:span>\n   b<text:s text:c="3"/>c<text:tab/>d<text:line-break/><text:a>link</text:a>'
    assert texts(document(p(line))) == ["a b   c\td\nlink"]


def test_lists_keep_their_bullets_and_numbers(document):
    inner = (
        "<text:list>" + "".join(f"<text:list-item>{p(word)}</text:list-item>" for word in ("x", "y")) + "</text:list>"
    )
    data = document(
        items(p("first") + inner, p("second") + p("more")),
        items(p("anew")),
        items(p("on"), more='text:continue-numbering="true"'),
        items(p("dot"), style="Dots"),
    )
    assert texts(data) == ["1. first\n  1.a) x\n  1.b) y\n2. second\nmore\n1. anew\n2. on\n- dot"]


def test_a_heading_of_two_lines_is_one_step_of_the_path(document):
    (section,) = read(document(h("Fire<text:line-break/>drill"), p("Leave."))).sections
    assert section.metadata["heading_path"] == ["Fire drill"]


def test_headings_keep_their_numbers(document):
    outline = (
        '<text:outline-style><text:outline-level-style text:level="1" style:num-format="1"/>'
        '<text:outline-level-style text:level="2" style:num-format="1" text:display-levels="2"/></text:outline-style>'
    )
    data = document(h("A"), h("B"), h("C", 2), p("text"), h("D", 2, 'text:is-list-header="true"'), outline=outline)
    assert texts(data) == ["1 A", "2 B\n2.1 C\ntext", "D"]


def test_a_table_is_markdown_and_a_merged_cell_says_its_text_once(document):
    rows = (
        "<table:table><table:table-header-rows><table:table-row>"
        f'<table:table-cell table:number-columns-spanned="2">{p("wide")}</table:table-cell><table:covered-table-cell/>'
        f"<table:table-cell>{p('c')}</table:table-cell></table:table-row></table:table-header-rows><table:table-row>"
        f'<table:table-cell table:number-columns-repeated="2">{p("x")}</table:table-cell>'
        f"<table:table-cell>{p('z')}</table:table-cell></table:table-row></table:table>"
    )
    assert texts(document(rows)) == ["| wide |  | c |\n| --- | --- | --- |\n| x | x | z |"]


def test_a_table_inside_a_cell_is_read_and_a_frame_of_one_column_is_no_table(document):
    assert "| a | x; y<br>1; 2 |" in texts(document(table(["A", "B"], ["a", table(["x", "y"], ["1", "2"])])))[0]
    assert texts(document(table([h("Note") + p("text")]))) == ["Note\ntext"]


def test_notes_and_comments_follow_their_paragraph(document):
    note = (
        f"<text:note><text:note-citation>7</text:note-citation><text:note-body>{p('see')}</text:note-body></text:note>"
    )
    comment = f"<office:annotation><dc:creator>Ann</dc:creator><dc:date>2020</dc:date>{p('why?')}</office:annotation>"
    assert texts(document(p(f"text{note} on{comment}"))) == ["text[1] on\n[1] see\n[Ann: why?]"]


def test_insertions_are_in_and_deletions_out(document):
    deletion = f"<text:changed-region><text:deletion>{p('old')}</text:deletion></text:changed-region>"
    changes = f"<text:tracked-changes>{deletion}</text:tracked-changes>"
    assert texts(document(changes, p("kept <text:change-start/>new<text:change-end/><text:change/>"))) == ["kept new"]


def test_deletions_that_stand_in_their_place_are_out(document):
    region = '<text:changed-region text:id="1"><text:deletion/></text:changed-region>'
    first = p('kept<text:change-start text:change-id="1"/> old')
    last = p('old <text:change-end text:change-id="1"/><text:change-start text:change-id="2"/>too')
    assert texts(document(f"<text:tracked-changes>{region}</text:tracked-changes>", first, p("old"), last)) == [
        "kept\ntoo"
    ]


@pytest.mark.parametrize(
    "hidden",
    [
        '<text:span text:style-name="Gone">secret</text:span>',
        '<text:hidden-text text:is-hidden="true">secret</text:hidden-text>',
        "<text:placeholder>secret</text:placeholder>",
        "<text:ruby><text:ruby-base/><text:ruby-text>secret</text:ruby-text></text:ruby>",
    ],
)
def test_what_a_reader_does_not_see_is_left_out(document, hidden: str):
    assert texts(document(p(f"seen{hidden}"))) == ["seen"]


def test_hidden_paragraphs_and_sections_are_left_out(document):
    section = f'<text:section text:display="none">{p("secret")}</text:section>'
    paragraph = p('secret<text:hidden-paragraph text:is-hidden="true"/>')
    assert texts(document(p("seen"), section, paragraph, f"<text:section>{p('too')}</text:section>")) == ["seen\ntoo"]


def test_text_boxes_and_shapes_follow_their_paragraph(document):
    box = f"<draw:frame><draw:text-box>{p('in a box')}</draw:text-box></draw:frame>"
    shape = f"<draw:g><draw:custom-shape>{p('on a shape')}</draw:custom-shape></draw:g>"
    assert texts(document(p(f"text{box}{shape}"))) == ["text\nin a box\non a shape"]


def test_headers_and_footers_are_read_once_without_page_numbers(document):
    header = f"<style:header>{p('Confidential')}{p('12')}</style:header>"
    off = f'<style:header-left style:display="false">{p("off")}</style:header-left>'
    data = document(p("text"), margins=f"{header}{off}<style:footer>{p('Confidential')}</style:footer>")
    assert texts(data) == ["text", "Confidential"]


def test_a_picture_follows_the_text_of_its_heading(document, png):
    picture = (
        '<draw:frame><draw:image xlink:href="Pictures/a.png"/><svg:title>Map</svg:title>'
        "<svg:desc>of Bonn</svg:desc></draw:frame>"
    )
    data = document(h("Where"), p(f"see{picture}"), p(f"again{picture}"), parts={"Pictures/a.png": png})
    first, second = read(data).sections
    assert isinstance(first.content, TextBlock)
    assert isinstance(second.content, DataBlock)
    assert second.metadata == {"heading_path": ["Where"], "media_type": "image/png", "caption": "Map: of Bonn"}
    assert len(OdtParser(include_image=False).read(data, "d").sections) == 1


def test_of_a_drawing_that_cannot_be_kept_its_words_are(document):
    picture = '<draw:frame><draw:image xlink:href="{}"/><svg:desc>A map</svg:desc></draw:frame>'
    data = document(
        p("x" + picture.format("Pictures/a.svg")),
        p("y" + picture.format("../a.png")),
        parts={"Pictures/a.svg": "<svg/>"},
    )
    assert texts(data) == ["x\nA map\ny"]


def test_formulas_and_charts_are_read_once(document):
    formula = (
        '<math:math xmlns:math="http://www.w3.org/1998/Math/MathML"><math:semantics><math:mfrac><math:mrow>'
        "<math:mi>a</math:mi><math:mo>+</math:mo><math:mn>1</math:mn></math:mrow><math:mn>2</math:mn></math:mfrac>"
        "<math:annotation>{a+1} over 2</math:annotation></math:semantics></math:math>"
    )
    chart = (
        f"<office:document-content {NAMESPACES}><office:body><office:chart><chart:chart><chart:title>{p('Sales')}"
        f"</chart:title>{table(['', 'North'], ['May', '7'])}</chart:chart></office:chart></office:body>"
        "</office:document-content>"
    )
    frame = '<draw:frame><draw:object xlink:href="./{}"/><draw:image xlink:href="./{}"/></draw:frame>'
    data = document(
        p(frame.format("O1", "R1") + frame.format("O2", "R2") + frame.format("O2", "R2")),
        parts={"O1/content.xml": formula, "O2/content.xml": chart},
    )
    assert texts(data) == ["(a + 1)/2\nSales\n\n|  | North |\n| --- | --- |\n| May | 7 |"]


def test_documents_of_other_programs_are_attachments(document):
    frame = '<draw:frame><draw:object-ole xlink:href="./Object 1"/></draw:frame>'
    inner = document(p("inner"))
    assert read(document(p(f"x{frame}"), parts={"Object 1": inner})).attachments == [Attachment("Object 1.odt", inner)]


def test_an_object_inside_of_itself_ends(document):
    frame = '<draw:frame><draw:object xlink:href="O"/></draw:frame>'
    inner = content(p("inner" + frame + frame))
    assert texts(document(p("outer" + frame), parts={"O/content.xml": inner})) == ["outer\ninner"]


def test_a_flat_file_is_read_with_its_pictures(png):
    image = f"<draw:image><office:binary-data>{base64.b64encode(png).decode()}</office:binary-data></draw:image>"
    blocks = h("Travel") + p(f"Go.<draw:frame>{image}</draw:frame>")
    office = 'office:document office:mimetype="application/vnd.oasis.opendocument.text"'
    flat = content(blocks).replace("<office:document-content", f"<{office}").replace("-content>", ">")
    data = f'<?xml version="1.0"?>\n{flat}'.encode()
    first, second = OdtParser().read(data, "a.fodt").sections
    assert sniff_bytes(data, "a.xml").id == "odt"
    assert first.content.text == "Travel\nGo."
    assert isinstance(second.content, DataBlock)


def test_an_encrypted_file_asks_for_its_password(document):
    data = document(
        parts={"content.xml": b"\x93\x02", "META-INF/manifest.xml": MANIFEST.format("<m:encryption-data/>")}
    )
    with pytest.raises(PasswordError, match="protected with a password"):
        read(data)


def test_entities_are_not_unfolded_and_nothing_is_fetched(document):
    bomb = '<!DOCTYPE x [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]>' + content(p("&b;"))
    with pytest.raises(DamagedError):
        read(document(parts={"content.xml": bomb}))
    outside = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/hostname">]>' + content(p("before &a;after"))
    assert texts(document(parts={"content.xml": outside})) == ["before after"]


@pytest.mark.parametrize("broken", ["<office:", "<x/>", ""])
def test_a_file_without_a_body_is_damaged(document, broken: str):
    with pytest.raises(DamagedError):
        read(document(parts={"content.xml": broken}))


def test_endless_nesting_is_damage_and_a_million_columns_are_not_made(document):
    with pytest.raises(DamagedError):
        read(document("<text:section>" * 3_000 + "</text:section>" * 3_000))
    wide = f'<table:table-cell table:number-columns-repeated="9999999">{p("x")}</table:table-cell>'
    assert len(texts(document(f"<table:table><table:table-row>{wide}</table:table-row></table:table>"))[0]) < 20_000


def test_broken_bytes_are_told_and_never_crash(document, flipped):
    whole = document(h("Travel"), items(p("one")), table(["a", "b"], ["1", "2"]))
    for data in flipped(whole):
        with suppress(ParseError):
            read(data)


@pytest.mark.parametrize("number", ["²", "9" * 5_000])
def test_strange_numbers_in_attributes_lose_nothing(document, number: str):
    blanks = p(f'a<text:s text:c="{number}"/>b')
    cells = table(["Mon", "Ann"]).replace(
        "<table:table-cell", f'<table:table-cell table:number-columns-repeated="{number}"'
    )
    (words,) = texts(document(blanks, h("Who", more=f'text:start-value="{number}"'), cells))[:1]
    assert words == "a b"
