"""What stands on a slide beside plain text: marks at the edges, comments, sections, objects, names nobody wrote."""

from __future__ import annotations

import pytest

from kbdesk.message import DataBlock
from kbdesk.rag.parsers.base import PageState
from kbdesk.rag.parsers.pptx import PPTParser

from .pptx_xml import (
    EXTENSIONS,
    NAMESPACES,
    cell,
    frame,
    group,
    paragraphs,
    picture,
    plain,
    shape,
    slide,
    table,
    texts,
    title,
)

MODERN = 'xmlns:p188="http://schemas.microsoft.com/office/powerpoint/2018/8/main"'
SLIDE_LINKS = "ppt/slides/_rels/slide1.xml.rels"


def placeholder(kind: str, text: str) -> str:
    return shape(text, placeholder=f'<p:ph type="{kind}"/>')


def test_numbers_dates_and_footers_make_no_passage_and_are_read_once(deck):
    edges = placeholder("ftr", "Draft of May") + placeholder("sldNum", "7") + placeholder("dt", "1 May")
    data = deck(slide(edges), slide(shape("one"), edges), slide(shape("two", y=90), edges))
    assert plain(data) == ["one\nDraft of May\n1 May", "two"]


def test_the_number_of_the_slide_is_left_out_of_any_text(deck):
    number = '<a:fld id="{A}" type="slidenum"><a:rPr/><a:t>12</a:t></a:fld>'
    data = deck(slide(shape("Page X").replace("X</a:t></a:r>", "</a:t></a:r>" + number), shape("‹#›", y=50)))
    assert plain(data) == ["Page"]


@pytest.mark.parametrize("prompt", ["Click to add title", "Titel durch Klicken hinzufügen", "单击此处添加文本"])
def test_what_a_program_writes_into_an_empty_placeholder_is_no_text(deck, prompt):
    result = PPTParser().read(deck(slide(placeholder("title", prompt)), slide(shape(prompt))), "d")
    assert [section.metadata for section in result.sections] == [{"slide": 2}]


def test_bullets_without_text_are_left_out(deck):
    assert plain(deck(slide(shape("•\nCoffee\n - \n→")))) == ["Coffee\n→"]


def test_comments_have_their_authors(deck, links):
    data = deck(
        slide(shape("Plan")),
        main_links=("a1 commentAuthors authors.xml",),
        parts={
            SLIDE_LINKS: links("r1 comments ../c.xml"),
            "ppt/authors.xml": f'<p:cmAuthorLst {NAMESPACES}><p:cmAuthor id="3" name="Ann Bell"/></p:cmAuthorLst>',
            "ppt/c.xml": (
                f'<p:cmLst {NAMESPACES}><p:cm authorId="3"><p:text>Too long</p:text></p:cm>'
                '<p:cm authorId="9"><p:text>No</p:text></p:cm></p:cmLst>'
            ),
        },
    )
    assert plain(data) == ["Plan\nAnn Bell: Too long\nNo"]


def test_a_thread_is_read_from_the_comment_to_its_replies(deck, links):
    reply = f'<p188:reply authorId="{{B}}"><p188:txBody>{paragraphs("Yes, it is")}</p188:txBody></p188:reply>'
    comment = (
        f'<p188:cm authorId="{{A}}"><p188:replyLst>{reply}</p188:replyLst>'
        f"<p188:txBody>{paragraphs('Is it true?')}</p188:txBody></p188:cm>"
    )
    people = '<p188:author id="{A}" name="Ann"/><p188:author id="{B}" name="Bo"/>'
    data = deck(
        slide(shape("Plan")),
        main_links=("a1 authors authors.xml",),
        parts={
            SLIDE_LINKS: links("r1 comments ../c.xml"),
            "ppt/authors.xml": f"<p188:authorLst {MODERN}>{people}</p188:authorLst>",
            "ppt/c.xml": f"<p188:cmLst {NAMESPACES} {MODERN}>{comment}</p188:cmLst>",
        },
    )
    assert plain(data) == ["Plan\nAnn: Is it true?\nBo: Yes, it is"]


def test_the_sections_of_a_deck_are_above_the_titles(deck):
    p14 = 'xmlns:p14="http://schemas.microsoft.com/office/powerpoint/2010/main"'
    default = '<p14:section name="Default Section"><p14:sldIdLst><p14:sldId id="256"/></p14:sldIdLst></p14:section>'
    travel = '<p14:section name="Travel"><p14:sldIdLst><p14:sldId id="257"/></p14:sldIdLst></p14:section>'
    listed = f"<p:extLst><p:ext><p14:sectionLst {p14}>{default}{travel}</p14:sectionLst></p:ext></p:extLst>"
    result = PPTParser().read(deck(slide(title("Hello")), slide(title("Trains")), main=listed), "d")
    assert [section.metadata["heading_path"] for section in result.sections] == [["Hello"], ["Travel", "Trains"]]


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("A map of the office", "A map of the office"),
        ("image12.png", ""),
        ("C:\\Users\\pictures\\office map.jpg", ""),
        ("Picture 7", ""),
        ("A dog&#10;&#10;Description automatically generated with low confidence", "A dog"),
        ("Ein Hund&#10;&#10;KI-generierte Inhalte können fehlerhaft sein.", "Ein Hund"),
    ],
)
def test_alternative_text_is_what_a_person_wrote(deck, links, png, written, kept):
    parts = {SLIDE_LINKS: links("r1 image ../a.png"), "ppt/a.png": png}
    (section,) = PPTParser().read(deck(slide(picture("r1", written)), parts=parts), "d").sections
    assert section.metadata.get("caption", "") == kept


def test_the_alternative_text_of_a_drawing_joins_the_slide(deck, links):
    parts = {SLIDE_LINKS: links("r1 image ../a.emf"), "ppt/a.emf": b"\x01\0\0\0"}
    assert plain(deck(slide(picture("r1", "The way to the office")), parts=parts)) == ["The way to the office"]


def test_shapes_and_groups_without_text_are_read_by_their_alternative_text(deck):
    arrow = shape("").replace("<p:cNvPr/>", '<p:cNvPr id="1" name="Arrow 1" descr="leads to"/>')
    boxed = group(shape("inside", y=5)).replace(
        "<p:grpSp>", '<p:grpSp><p:nvGrpSpPr><p:cNvPr descr="A box"/></p:nvGrpSpPr>'
    )
    assert plain(deck(slide(arrow, boxed.replace('y="0"', 'y="50"')))) == ["leads to\nA box\ninside"]


def test_text_on_a_connector_is_read(deck):
    line = f"<p:cxnSp><p:nvCxnSpPr><p:cNvPr/></p:nvCxnSpPr><p:spPr/><p:txBody>{paragraphs('yes')}</p:txBody></p:cxnSp>"
    assert plain(deck(slide(line))) == ["yes"]


def test_of_an_old_drawing_or_a_model_its_picture_is_taken(deck, links, png):
    fallback = f"<mc:Fallback>{picture('r1', 'A chair')}</mc:Fallback>"
    choice = f'<mc:Choice Requires="am3d">{frame("<a:model/>", "model3d")}</mc:Choice>'
    alternatives = f"<mc:AlternateContent {EXTENSIONS}>{choice}{fallback}</mc:AlternateContent>"
    parts = {SLIDE_LINKS: links("r1 image ../a.png"), "ppt/a.png": png}
    result = PPTParser().read(deck(slide(alternatives), parts=parts), "d")
    assert [section.metadata["caption"] for section in result.sections] == ["A chair"]


def test_an_embedded_object_has_the_name_a_person_gave_it(deck, links, png):
    def embedded(name: str) -> str:
        ole = f'<p:oleObj name="Worksheet" r:id="r2" progId="Excel.Sheet.12">{picture("r1")}</p:oleObj>'
        names = f'<p:nvGraphicFramePr><p:cNvPr name="{name}"/></p:nvGraphicFramePr>'
        return frame(ole, "ole").replace("<p:graphicFrame>", f"<p:graphicFrame>{names}")

    parts = {SLIDE_LINKS: links("r1 image ../a.png"), "ppt/a.png": png}
    result = PPTParser(slide_prefix=None, slide_suffix=None).read(
        deck(slide(embedded("Object 5"), embedded("Budget of the year")), parts=parts), "d"
    )
    assert texts(result) == ["Budget of the year"]
    assert sum(isinstance(section.content, DataBlock) for section in result.sections) == 1


def test_a_picture_that_fills_a_shape_or_the_background_is_a_picture(deck, links, png):
    fill = '<a:blipFill><a:blip r:embed="r1"/></a:blipFill>'
    filled = shape("on it").replace("<p:spPr>", f"<p:spPr>{fill}")
    behind = f"<p:bg><p:bgPr>{fill.replace('r1', 'r2')}</p:bgPr></p:bg>"
    parts = {
        SLIDE_LINKS: links("r1 image ../a.png", "r2 image ../b.png"),
        "ppt/a.png": png,
        "ppt/b.png": png + b"another",
    }
    result = PPTParser().read(deck(slide(filled).replace("<p:spTree>", f"{behind}<p:spTree>"), parts=parts), "d")
    assert sum(isinstance(section.content, DataBlock) for section in result.sections) == 2


def test_a_diagram_is_read_from_the_top_down(deck, links):
    points = "".join(
        f'<dgm:pt modelId="{key}" {kind}>{paragraphs(words) if words else ""}</dgm:pt>'
        for key, kind, words in (("0", 'type="doc"', ""), ("3", "", "Clerk"), ("2", "", "Chief"), ("4", "", "Cook"))
    )
    ways = "".join(
        f'<dgm:cxn srcId="{source}" destId="{target}" srcOrd="{order}"/>'
        for source, target, order in (("2", "4", "1"), ("0", "2", "0"), ("2", "3", "0"))
    )
    parts = {
        SLIDE_LINKS: links("r1 diagramData ../d.xml"),
        "ppt/d.xml": f"<dgm:dataModel {NAMESPACES}>{points}{ways}</dgm:dataModel>",
    }
    assert plain(deck(slide(frame('<dgm:relIds r:dm="r1"/>', "diagram")), parts=parts)) == ["Chief\nClerk\nCook"]


def test_a_diagram_whose_data_are_gone_is_read_from_its_drawing(deck, links):
    dsp = 'xmlns:dsp="http://schemas.microsoft.com/office/drawing/2008/diagram"'
    parts = {
        SLIDE_LINKS: links("r1 diagramData ../gone.xml", "r2 diagramDrawing ../d.xml"),
        "ppt/d.xml": f"<dsp:drawing {dsp} {NAMESPACES}><dsp:sp>{paragraphs('Chief')}</dsp:sp></dsp:drawing>",
    }
    result = PPTParser(slide_prefix=None, slide_suffix=None).read(
        deck(slide(frame('<dgm:relIds r:dm="r1"/>', "diagram")), parts=parts), "d"
    )
    assert texts(result) == ["Chief"]
    assert [str(warning) for warning in result.warnings] == ["Parts of these slides could not be read: 1."]


def test_a_chart_of_the_newer_kind_is_read(deck, links):
    cx = 'xmlns:cx="http://schemas.microsoft.com/office/drawing/2014/chartex"'
    parts = {
        SLIDE_LINKS: links("r1 chartEx ../x.xml"),
        "ppt/x.xml": (
            f'<cx:chartSpace {cx} {NAMESPACES}><cx:chartData><cx:data id="0"><cx:strDim type="cat"><cx:lvl>'
            '<cx:pt idx="0">asked</cx:pt><cx:pt idx="1">came</cx:pt></cx:lvl></cx:strDim><cx:numDim type="val"><cx:lvl>'
            '<cx:pt idx="0">50</cx:pt><cx:pt idx="1">7</cx:pt></cx:lvl></cx:numDim></cx:data></cx:chartData><cx:chart>'
            "<cx:title><cx:tx><cx:txData><cx:v>Guests</cx:v></cx:txData></cx:tx></cx:title><cx:series>"
            '<cx:tx><cx:txData><cx:v>2025</cx:v></cx:txData></cx:tx><cx:dataId val="0"/></cx:series>'
            "</cx:chart></cx:chartSpace>"
        ),
    }
    chart = frame(f'<cx:chart {cx} r:id="r1"/>', "chartex")
    assert plain(deck(slide(chart), parts=parts)) == ["Guests\n2025: asked 50, came 7"]


def test_each_slide_tells_how_it_was_read(deck, links, png):
    rows = [[cell("a"), cell("b")], [cell("c"), cell("d")]]
    parts = {"ppt/slides/_rels/slide3.xml.rels": links("r1 image ../a.png"), "ppt/a.png": png}
    result = PPTParser().read(
        deck(slide(shape("text")), slide(table(*rows)), slide(picture("r1")), slide(), "<p:sld", parts=parts), "d"
    )
    assert result.pages == [PageState.TEXT, PageState.TABLE, PageState.PICTURE, PageState.BLANK, PageState.UNREAD]
