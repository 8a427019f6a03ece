from __future__ import annotations

import base64
from contextlib import suppress

import pytest

from kbdesk.errors import DamagedError, InputError, LimitError, ParseError
from kbdesk.message import DataBlock
from kbdesk.rag.parsers.base import Progress
from kbdesk.rag.parsers.limits import MAX_PICTURE_BYTES, MAX_TREE_BYTES
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


def test_a_slide_is_a_section_between_the_references_tags(deck):
    result = PPTParser().read(deck(slide(shape(" Hello \n\n world")), slide(shape("Bye\vnow"))), "deck.pptx")
    assert texts(result) == ["<slide index=1>\nHello\nworld\n</slide>", "<slide index=2>\nBye\nnow\n</slide>"]
    assert [section.metadata["slide"] for section in result.sections] == [1, 2]
    assert result.units == {"slides": 2}
    assert result.sections[0].source == "deck.pptx"


def test_shapes_are_read_by_rows_and_columns_not_in_the_order_they_were_drawn(deck):
    shapes = [
        shape("fourth", x=60, y=50),
        shape("third", x=0, y=52),
        shape("second", x=60, y=2),
        shape("first", x=0, y=4),
    ]
    assert plain(deck(slide(*shapes, title("Title")))) == ["Title\nfirst\nsecond\nthird\nfourth"]


def test_a_group_is_read_as_one_at_its_place(deck):
    inner = group(shape("in group", y=500), group(shape("deeper", y=900), y=800), x=0, y=0)
    assert plain(deck(slide(shape("below", y=200), inner))) == ["in group\ndeeper\nbelow"]


def test_a_placeholder_takes_its_position_from_the_layout(deck, links):
    body = '<p:ph type="body" idx="7"/>'
    result = plain(
        deck(
            slide(shape("low", x=None, placeholder=body), shape("high", y=40)),
            parts={
                "ppt/slides/_rels/slide1.xml.rels": links("r1 slideLayout ../layout.xml"),
                "ppt/layout.xml": slide(shape("prompt", y=300, placeholder=body)),
            },
        )
    )
    assert result == ["high\nlow"]


def test_a_place_from_the_layout_holds_for_the_placeholders_without_one_of_their_own(deck, links):
    body, rels = '<p:ph type="body" idx="7"/>', links("r1 slideLayout ../layout.xml")
    result = plain(
        deck(
            slide(shape("low", x=None, placeholder=body), shape("high", y=40)),
            slide(shape("top", y=1, placeholder=body), shape("below", y=40)),
            slide(shape("strange", x=None, placeholder=body.replace("7", "x")), shape("one", y=40)),
            parts={
                **{f"ppt/slides/_rels/slide{number}.xml.rels": rels for number in (1, 2, 3)},
                "ppt/layout.xml": slide(shape("prompt", y=300, placeholder=body)),
            },
        )
    )
    assert result == ["high\nlow", "top\nbelow", "one\nstrange"]


def test_a_table_is_markdown_with_the_text_of_merged_cells_in_the_first(deck):
    rows = [
        [cell("Day"), cell("Who", 'gridSpan="2"'), cell("", 'hMerge="1"')],
        [cell("Mon"), cell("Ann"), cell("Bob")],
    ]
    assert "| Day | Who |  |\n| --- | --- | --- |\n| Mon | Ann | Bob |" in plain(deck(slide(table(*rows))))[0]


def test_a_separate_table_is_a_section_of_its_own(deck):
    data = deck(slide(shape("above"), table([cell("a"), cell("b")])))
    parser = PPTParser(separate_table=True, table_format="json", slide_prefix=None, slide_suffix=None)
    above, rows = texts(parser.read(data, "d"))
    assert above == "above"
    assert rows.endswith('[["a", "b"]]')


def test_notes_charts_diagrams_and_comments_are_read(deck, links):
    series = (
        "<c:ser><c:tx><c:v>Ducks</c:v></c:tx><c:cat><c:v>2024</c:v><c:v>2025</c:v></c:cat>"
        "<c:val><c:v>3</c:v><c:v>5</c:v></c:val></c:ser>"
    )
    data = deck(
        slide(frame('<c:chart r:id="r1"/>', "chart"), frame('<dgm:relIds r:dm="r2"/>', "diagram")),
        parts={
            "ppt/slides/_rels/slide1.xml.rels": links(
                "r1 chart ../chart.xml",
                "r2 diagramData ../data.xml",
                "r3 notesSlide ../notes.xml",
                "r4 comments ../c.xml",
            ),
            "ppt/chart.xml": f"<c:chart {NAMESPACES}><c:title>{paragraphs('Birds')}</c:title>{series}</c:chart>",
            "ppt/data.xml": f"<dgm:dataModel {NAMESPACES}><dgm:pt>{paragraphs('President')}</dgm:pt></dgm:dataModel>",
            "ppt/notes.xml": slide(shape("Speak slowly", placeholder='<p:ph type="body"/>'), shape("7")),
            "ppt/c.xml": f"<p:cmLst {NAMESPACES}><p:cm><p:text>Nice</p:text></p:cm></p:cmLst>",
        },
    )
    assert plain(data) == ["Birds\nDucks: 2024 3, 2025 5\nPresident\nSpeak slowly\nNice"]


def test_of_alternative_shapes_the_first_is_read(deck):
    choice = f'<mc:Choice Requires="a14">{shape("new", y=90)}</mc:Choice>'
    alternatives = f"<mc:AlternateContent {EXTENSIONS}>{choice}<mc:Fallback>{shape('old')}</mc:Fallback>"
    assert plain(deck(slide(alternatives + "</mc:AlternateContent>", shape("top")))) == ["top\nnew"]


def test_a_formula_stands_where_it_is_in_the_text(deck):
    formula = f"<a14:m {EXTENSIONS}><m:oMath><m:r><m:t>a+b</m:t></m:r></m:oMath></a14:m>"
    runs = "<a:r><a:t>If </a:t></a:r>" + formula + "<a:r><a:t> is even</a:t></a:r>"
    text = shape("X").replace("<a:r><a:t>X</a:t></a:r>", runs)
    assert plain(deck(slide(text))) == ["If a+b is even"]


def test_a_block_of_merged_cells_is_joined_in_its_first(deck):
    rows = [
        [cell("a", 'rowSpan="2" gridSpan="2"'), cell("b", 'rowSpan="2" hMerge="1"'), cell("c")],
        [cell("d", 'gridSpan="2" vMerge="1"'), cell("", 'hMerge="1" vMerge="1"'), cell("e")],
    ]
    parser = PPTParser(separate_table=True, table_format="json")
    (rows_text,) = texts(parser.read(deck(slide(table(*rows))), "d"))
    assert rows_text.endswith('[["a\\nb\\nd", "c"], ["", "e"]]')


def test_a_broken_shape_does_not_lose_the_others_and_is_told(deck):
    result = PPTParser(slide_prefix=None, slide_suffix=None).read(
        deck(slide(shape("one"), frame("", "table"), group(shape("two", y=5)))), "d"
    )
    assert texts(result) == ["one\ntwo"]
    assert [str(warning) for warning in result.warnings] == ["Parts of these slides could not be read: 1."]


@pytest.mark.parametrize(
    "strange",
    [
        '<p:contentPart r:id="ink"/>',
        shape("").replace("<p:txBody>", f"<p:txBody><a14:m {EXTENSIONS}/>"),
    ],
)
def test_a_shape_that_python_pptx_does_not_know_does_not_lose_the_others(deck, strange: str):
    assert plain(deck(slide(strange, shape("one")))) == ["one"]


def test_a_slide_that_is_gone_does_not_lose_the_others(deck, rewritten):
    data = rewritten(deck(slide(shape("one")), slide(shape("two"))), "ppt/_rels", {"slide1.xml": "gone.xml"})
    result = PPTParser(slide_prefix=None, slide_suffix=None).read(data, "d")
    assert texts(result) == ["two"]
    assert result.sections[0].metadata == {"slide": 2}
    assert [str(warning) for warning in result.warnings] == ["These slides could not be read: 1."]


def test_a_picture_is_a_data_section_once_with_its_alternative_text(deck, links, png):
    rels = links("r1 image ../media/a.png", "r2 image ../media/b.png")
    data = deck(
        slide(shape("text"), picture("r1", "A red dot")),
        slide(picture("r2")),
        parts={
            "ppt/slides/_rels/slide1.xml.rels": rels,
            "ppt/slides/_rels/slide2.xml.rels": rels,
            "ppt/media/a.png": png,
            "ppt/media/b.png": png,
        },
    )
    result = PPTParser().read(data, "d")
    (content,) = (section for section in result.sections if isinstance(section.content, DataBlock))
    assert content.metadata == {"slide": 1, "media_type": "image/png", "caption": "A red dot"}
    assert isinstance(content.content, DataBlock)
    assert base64.b64decode(content.content.source.model_dump()["data"]) == png
    assert len(PPTParser(include_image=False).read(data, "d").sections) == 1


def test_of_a_picture_too_large_to_keep_the_alternative_text_is_left(deck, links):
    parts = {
        "ppt/slides/_rels/slide1.xml.rels": links("r1 image ../a.bmp"),
        "ppt/a.bmp": b"BM" + bytes(MAX_PICTURE_BYTES),
    }
    result = PPTParser(slide_prefix=None, slide_suffix=None).read(deck(slide(picture("r1", "A map")), parts=parts), "d")
    assert texts(result) == ["A map"]
    assert len(result.sections) == 1


def test_a_slide_too_large_for_a_tree_is_refused(deck):
    with pytest.raises(LimitError):
        PPTParser().read(deck(slide(shape(" " * MAX_TREE_BYTES))), "d")


def test_a_slide_without_text_gives_no_passage_of_tags_alone(deck, links, png):
    parts = {"ppt/slides/_rels/slide1.xml.rels": links("r1 image ../a.png"), "ppt/a.png": png}
    result = PPTParser().read(deck(slide(picture("r1")), slide(), parts=parts), "d")
    assert texts(result) == []
    assert result.outcome == "no_text"


def test_a_deck_of_drawings_that_cannot_be_shown_has_no_text_but_is_not_empty(deck, links):
    parts = {"ppt/slides/_rels/slide1.xml.rels": links("r1 image ../a.emf"), "ppt/a.emf": b"\x01\0\0\0"}
    assert PPTParser().read(deck(slide(picture("r1")), parts=parts), "d").outcome == "no_text"


def test_a_title_of_two_lines_is_one_heading(deck):
    (section,) = PPTParser().read(deck(slide(title("Fire\vdrill"))), "d").sections
    assert section.metadata["heading_path"] == ["Fire drill"]


def test_slides_with_pictures_only_are_named(deck, links, png):
    parts = {"ppt/slides/_rels/slide2.xml.rels": links("r1 image ../a.png"), "ppt/a.png": png}
    result = PPTParser().read(deck(slide(shape("a")), slide(picture("r1")), parts=parts), "d")
    assert [str(warning) for warning in result.warnings] == ["No text on these slides: 2."]


def test_a_hidden_slide_is_read_and_marked(deck):
    result = PPTParser().read(deck(slide(title("Secret"), attributes='show="0"')), "d")
    (section,) = result.sections
    assert section.metadata == {"slide": 1, "title": "Secret", "heading_path": ["Secret"], "hidden": True}
    assert [str(warning) for warning in result.warnings] == ["These slides are hidden in the show: 1."]


def test_a_broken_slide_or_picture_does_not_lose_the_others(deck, links):
    data = deck(
        slide(shape("one"), picture("gone", "what it shows"), "<p:pic/>"),
        "<p:sld",
        parts={"ppt/slides/_rels/slide1.xml.rels": "not xml"},
    )
    result = PPTParser(slide_prefix=None, slide_suffix=None).read(data, "d")
    assert texts(result) == ["one\nwhat it shows"]
    assert [str(warning) for warning in result.warnings] == ["These slides could not be read: 2."]


def test_a_deck_of_broken_slides_is_damaged(deck):
    with pytest.raises(DamagedError):
        PPTParser().read(deck("<p:sld"), "d")


def test_a_deck_without_slides_is_empty(deck):
    assert PPTParser().read(deck(), "d").outcome == "empty"


def test_groups_nested_without_end_are_stopped(deck):
    with pytest.raises(DamagedError):
        PPTParser().read(deck(slide("<p:grpSp>" * 3_000 + "</p:grpSp>" * 3_000)), "d")


def test_wrong_options_are_refused():
    with pytest.raises(InputError):
        PPTParser(table_format="html")  # pyright: ignore[reportArgumentType] - the mistake under test
    with pytest.raises(InputError):
        PPTParser(slide_prefix="<slide {number}>")


def test_progress_is_told_after_each_slide(deck):
    told: list[Progress] = []
    PPTParser().read(deck(slide(), slide()), "d", on_progress=told.append)
    assert told == [Progress("slide", 1, 2), Progress("slide", 2, 2)]


def test_broken_bytes_are_told_and_never_crash(deck, flipped):
    for data in flipped(deck(slide(title("a"), group(shape("b", x=3)), table([cell("c", 'gridSpan="2"'), cell("d")])))):
        with suppress(ParseError):
            PPTParser().read(data, "d")
