"""Word: its text."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from kbdesk.rag.parsers.docx import WordParser

from .docx_files import NAMESPACES, docx_of, p, read, run, table, texts


@pytest.fixture
def document(zip_of, links) -> Callable[..., bytes]:
    """Make a Word file, see `docx_of`."""
    return partial(docx_of, zip_of, links)


def test_the_text_under_each_heading_is_a_section_with_its_path(document):
    data = document(
        p("before"),
        p("Travel", style="berschrift1"),
        p("Book early."),
        p("Flights", style="Own"),
        p("Economy."),
        p("Rest", style="Outlined"),
        p("Sleep."),
    )
    sections = read(data).sections
    assert texts(data) == ["before", "Travel\nBook early.", "Flights\nEconomy.", "Rest\nSleep."]
    assert [section.metadata.get("heading_path") for section in sections] == [
        None,
        ["Travel"],
        ["Travel", "Flights"],
        ["Rest"],
    ]


def test_the_title_stands_above_all_headings(document):
    data = document(p("Handbook", style="T"), p("Intro"), p("Travel", style="berschrift1"), p("Go."))
    assert read(data).sections[1].metadata == {"heading_path": ["Handbook", "Travel"]}


def test_a_heading_without_text_of_its_own_goes_on_above_the_next(document):
    data = document(p("One", style="berschrift1"), p("One A", style="H2"), p("text"), p("Two", style="berschrift1"))
    assert texts(data) == ["One\nOne A\ntext", "Two"]


def test_lists_keep_their_bullets_and_numbers(document):
    data = document(
        p("first", item=(5, 0)),
        p("below", item=(5, 1)),
        p("again", item=(5, 1)),
        p("second", item=(5, 0)),
        p("new below", item=(5, 1)),
        p("dot", item=(6, 0)),
    )
    assert texts(data) == ["1. first\n  1.a) below\n  1.b) again\n2. second\n  2.a) new below\n- dot"]


def test_lists_restart_where_the_document_says_so(document):
    data = document(
        p("one", item=(5, 0)), p("four", item=(7, 0)), p("five", item=(7, 0)), p("", item=(5, 0)), p("on", item=(5, 0))
    )
    assert texts(data) == ["1. one\n4. four\n5. five\n7. on"]


def test_levels_of_a_list_are_found_by_style_and_written_as_the_list_says(document):
    data = document(
        p("a", item=(8, 0)),
        p("b", style="Numbered"),
        p("c", item=(8, 2)),
        p("d", item=(8, 0)),
        p("e", style="Numbered"),
        p("f", item=(8, 2)),
    )
    assert texts(data) == ["I. a\n  1.1 b\n    01 c\nII. d\n  2.1 e\n    02 f"]


def test_a_table_is_markdown_in_the_flow_of_text(document):
    data = document(p("Rates:"), table(["City", "Rate"], ["Bonn", "9 | 10"]), p("End."))
    assert texts(data) == ["Rates:\n\n| City | Rate |\n| --- | --- |\n| Bonn | 9 \\| 10 |\n\nEnd."]


def test_merged_cells_say_their_text_once(document):
    wide = '<w:tcPr><w:gridSpan w:val="2"/></w:tcPr>' + p("wide")
    down = "<w:tcPr><w:vMerge/></w:tcPr>" + p("again")
    data = document(table([wide, "c"], ["a", "x", "b"], ["d", down, "e"]))
    assert texts(data) == ["| wide |  | c |\n| --- | --- | --- |\n| a | x | b |\n| d |  | e |"]


def test_cells_that_begin_later_or_were_deleted_leave_their_columns_blank(document):
    rows = (
        f"<w:tr><w:tc>{p('A')}</w:tc><w:tc>{p('B')}</w:tc><w:tc>{p('C')}</w:tc></w:tr>"
        f'<w:tr><w:trPr><w:gridBefore w:val="1"/></w:trPr><w:tc>{p("b")}</w:tc><w:tc>{p("c")}</w:tc></w:tr>'
        f"<w:tr><w:tc>{p('a')}</w:tc><w:tc><w:tcPr><w:cellDel/></w:tcPr>{p('old')}</w:tc>"
        f"<w:tc><w:tcPr><w:hMerge/></w:tcPr>{p('again')}</w:tc></w:tr>"
        f"<w:tr><w:trPr><w:del/></w:trPr><w:tc>{p('old')}</w:tc><w:tc>{p('old')}</w:tc></w:tr>"
    )
    words = '<w:tblPr><w:tblCaption w:val="Rates"/></w:tblPr>'
    lines = texts(document(f"<w:tbl>{words}{rows}</w:tbl>"))[0].splitlines()
    assert lines == ["Rates", "", "| A | B | C |", "| --- | --- | --- |", "|  | b | c |", "| a |  |  |"]


def test_a_table_inside_a_cell_is_read(document):
    inner = table(["x", "y"], ["1", "2"])
    assert "| a | x; y<br>1; 2 |" in texts(document(table(["A", "B"], ["a", inner])))[0]


def test_a_frame_of_one_column_is_no_table(document):
    assert texts(document(table([p("Note", style="berschrift1") + p("text")]))) == ["Note\ntext"]


def test_a_long_table_becomes_sections_that_repeat_its_headings(document):
    rows = [[f"person {number}", "0228 " * 5] for number in range(100)]
    sections = read(document(p("Phones", style="berschrift1"), table(["Name", "Phone"], *rows))).sections
    assert len(sections) > 2
    assert all("| Name | Phone |" in section.content.text for section in sections)
    assert sections[0].content.text.startswith("Phones\n| Name")
    assert sections[1].metadata["heading_path"] == ["Phones"]
    assert sections[1].metadata["rows"][0] == sections[0].metadata["rows"][1] + 1


def test_tables_can_be_sections_and_json(document):
    data = document(p("a"), table(["x", "y"]), p("b"))
    sections = WordParser(separate_table=True, table_format="json").read(data, "d").sections
    assert [section.content.text.splitlines()[-1] for section in sections] == ["a", '[["x", "y"]]', "b"]


def test_insertions_are_in_and_deletions_out(document):
    deleted = "<w:del><w:r><w:delText> old</w:delText></w:r></w:del>"
    changes = f"<w:ins>{run(' new')}</w:ins>{deleted}<w:moveFrom>{run('x')}</w:moveFrom>"
    assert texts(document(p("kept", more=changes))) == ["kept new"]


def test_moved_text_is_read_where_it_went_and_a_deleted_end_joins_paragraphs(document):
    moved = f"<w:p><w:moveFrom>{run('moved')}</w:moveFrom></w:p><w:p><w:moveTo>{run('moved')}</w:moveTo></w:p>"
    joined = f"<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr>{run('un')}</w:p>" + p("broken")
    assert texts(document(moved, joined)) == ["moved\nunbroken"]


def test_a_large_first_letter_stays_with_its_word(document):
    letter = f'<w:p><w:pPr><w:framePr w:dropCap="drop"/></w:pPr>{run("O")}</w:p>'
    assert texts(document(letter, p("nce upon"), letter)) == ["Once upon\nO"]


@pytest.mark.parametrize(
    "hidden",
    [
        "<w:r><w:rPr><w:vanish/></w:rPr><w:t>secret</w:t></w:r>",
        '<w:r><w:rPr><w:rStyle w:val="Hidden"/></w:rPr><w:t>secret</w:t></w:r>',
        f"<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>{run('secret')}</w:sdtContent></w:sdt>",
        f"<w:r><w:ruby><w:rt>{run('secret')}</w:rt><w:rubyBase/></w:ruby></w:r>",
        f'<w:r><w:fldChar w:fldCharType="begin"/></w:r>{run("secret")}<w:r><w:fldChar w:fldCharType="end"/></w:r>',
    ],
)
def test_what_a_reader_does_not_see_is_left_out(document, hidden: str):
    shown = '<w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t> too</w:t></w:r>'
    assert texts(document(p("seen", more=hidden + shown), p("gone", style="Hidden"))) == ["seen too"]


def test_fields_show_their_results_also_inside_of_codes(document):
    begin, middle, end = (f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>' for kind in ("begin", "separate", "end"))
    inner = begin + "<w:r><w:instrText>NAME</w:instrText></w:r>" + middle + run("code") + end
    more = (
        f"{begin}{inner}{middle}{run(' result')}{end}<w:fldSimple>{run(' simple')}</w:fldSimple>{begin}{run(' open')}"
    )
    assert texts(document(p("a", more=more))) == ["a result simple open"]


def test_form_fields_show_what_was_chosen(document):
    box = "<w:ffData><w:checkBox><w:checked/></w:checkBox></w:ffData>"
    entries = "".join(f'<w:listEntry w:val="{word}"/>' for word in ("no", "yes"))
    choice = f'<w:ffData><w:ddList><w:result w:val="1"/>{entries}</w:ddList></w:ffData>'
    end = '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    more = "".join(f'<w:r><w:fldChar w:fldCharType="begin">{data}</w:fldChar></w:r>{end}' for data in (box, choice))
    assert texts(document(p("Paid: ", more=more))) == ["Paid: ☒yes"]


def test_signs_of_symbol_fonts_are_what_they_look_like(document):
    more = (
        '<w:r><w:sym w:font="Wingdings" w:char="F0FC"/><w:sym w:font="Symbol" w:char="61"/><w:sym w:char="x"/></w:r>'
        '<w:r><w:rPr><w:rFonts w:ascii="Symbol"/></w:rPr><w:t>\uf0b3</w:t></w:r>'
    )
    assert texts(document(p("a", more=more))) == ["a✓α≥"]


def test_equations_are_one_line(document):
    def m(name: str, *inside: str) -> str:
        return f"<m:{name}>{''.join(inside)}</m:{name}>"

    def t(text: str) -> str:
        return m("r", m("t", text))

    fraction = m("f", m("fPr"), m("num", t("a+b")), m("den", t("2")))
    root = m("rad", m("deg", t("3")), m("e", m("sSup", m("e", t("x")), m("sup", t("2")))))
    total = m("nary", '<m:naryPr><m:chr m:val="∑"/></m:naryPr>', m("sub", t("i=1")), m("sup", t("n")), m("e", t("i")))
    more = m("oMath", fraction, t("="), root, t("+"), total, m("d", m("e", t("y"))))
    assert texts(document(p("so ", more=more))) == ["so (a+b)/2=√[3](x^2)+∑_(i=1)^n i(y)"]


def test_text_boxes_are_read_once_after_their_paragraph(document):
    box = f"<w:txbxContent>{p('in a box')}</w:txbxContent>"
    ways = f"<mc:Choice><w:drawing>{box}</w:drawing></mc:Choice><mc:Fallback><w:pict>{box}</w:pict></mc:Fallback>"
    both = f"<w:r><mc:AlternateContent>{ways}</mc:AlternateContent></w:r>"
    assert texts(document(p("text", more=both))) == ["text\nin a box"]


def test_content_controls_links_breaks_and_fields_are_read_through(document):
    more = (
        f"<w:hyperlink>{run(' a link')}</w:hyperlink><w:r><w:instrText>PAGE</w:instrText></w:r>"
        "<w:r><w:tab/><w:t>tab</w:t><w:br/><w:t>line</w:t><w:noBreakHyphen/></w:r>"
    )
    assert texts(document(f"<w:sdt><w:sdtContent>{p('inside', more=more)}</w:sdtContent></w:sdt>")) == [
        "inside a link\ttab\nline-"
    ]


def test_notes_and_comments_follow_their_paragraph(document):
    more = '<w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:commentReference w:id="0"/></w:r>'
    note = f'<w:footnote w:id="2">{p("the note")}</w:footnote>'
    comment = f'<w:comment w:id="0" w:author="Ann">{p("why?")}</w:comment>'
    data = document(
        p("text", more=more),
        rels=("f footnotes footnotes.xml", "c comments comments.xml"),
        parts={
            "word/footnotes.xml": f"<w:footnotes {NAMESPACES}>{note}</w:footnotes>",
            "word/comments.xml": f"<w:comments {NAMESPACES}>{comment}</w:comments>",
        },
    )
    assert texts(data) == ["text[1]\n[1] the note\n[Ann: why?]"]


def test_a_note_that_refers_to_itself_is_read_once(document, links):
    reference = '<w:r><w:footnoteReference w:id="2"/><w:footnoteReference w:id="2"/></w:r>'
    notes = f'<w:footnotes {NAMESPACES}><w:footnote w:id="2">{p("round", more=reference)}</w:footnote></w:footnotes>'
    data = document(
        p("text", more=reference),
        rels=("f footnotes footnotes.xml",),
        parts={
            "word/footnotes.xml": notes,
            "word/_rels/footnotes.xml.rels": links("f footnotes footnotes.xml"),
        },
    )
    assert texts(data) == ["text[1][2]\n[1] round\n[2] round"]


def test_watermarks_are_read_with_the_headers(document):
    mark = '<w:r><w:pict><v:shape><v:textpath string="DRAFT"/></v:shape></w:pict></w:r>'
    header = f"<w:hdr {NAMESPACES}>{p('', more=mark)}</w:hdr>"
    assert texts(document(p("text"), rels=("h header h.xml",), parts={"word/h.xml": header})) == ["text", "DRAFT"]


def test_charts_are_read_with_what_they_are_said_to_show(document):
    drawing = '<w:r><w:drawing><wp:docPr descr="Sales of May"/><c:chart r:id="c"/></w:drawing></w:r>'
    series = "<c:tx><c:v>North</c:v></c:tx><c:cat><c:v>May</c:v></c:cat><c:val><c:v>7</c:v></c:val>"
    chart = f"<c:chartSpace {NAMESPACES}><c:ser>{series}</c:ser></c:chartSpace>"
    data = document(p("a", more=drawing), rels=("c chart c.xml",), parts={"word/c.xml": chart})
    assert texts(data) == ["a\nSales of May\nNorth: May 7"]
