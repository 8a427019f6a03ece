"""What all decks have in common: the text in their pictures, the documents inside of them, their limits."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kbdesk.rag.parsers import limits
from kbdesk.rag.parsers.base import PageState, ParseResult, ReadOptions
from kbdesk.rag.parsers.pptx import PPTParser
from kbdesk.rag.parsers.registry import parse_file

from .pptx_xml import cell, picture, shape, slide, table, texts, title
from .test_picture_texts import drawn

LARGE = (400, 120)


@pytest.fixture
def with_picture(deck, links) -> Callable[..., bytes]:
    """Make a deck of slides that show the picture "r1", which says "Emergency exit"."""

    def make(*slides: str) -> bytes:
        rels = {f"ppt/slides/_rels/slide{n}.xml.rels": links("r1 image ../a.png") for n in range(1, len(slides) + 1)}
        return deck(*slides, parts={**rels, "ppt/a.png": drawn("Emergency exit")})

    return make


def read(data: bytes, **options) -> ParseResult:
    return PPTParser(slide_prefix=None, slide_suffix=None, **{"ocr": True, **options}).read(data, "d")


def test_the_text_in_a_large_picture_joins_the_slide_and_is_marked(with_picture):
    result = read(with_picture(slide(picture("r1", pixels=LARGE))))
    text, _ = result.sections
    assert texts(result) == ["Emergency exit"]
    assert text.metadata["ocr"] is True
    assert 0.8 < text.metadata["ocr_confidence"] <= 1
    assert result.pages == [PageState.OCR]
    assert [str(warning) for warning in result.warnings] == [
        "Partly read from pictures (OCR), so mistakes are possible: slide 1."
    ]


def test_a_slide_that_says_more_itself_is_not_marked(with_picture):
    result = read(with_picture(slide(shape("The way out of the building"), picture("r1", pixels=LARGE))))
    assert texts(result) == ["The way out of the building\nEmergency exit"]
    assert "ocr" not in result.sections[0].metadata
    assert result.pages == [PageState.TEXT]


def test_a_picture_on_every_slide_is_read_once(with_picture):
    shown = picture("r1", pixels=LARGE)
    assert texts(read(with_picture(slide(shown), slide(shown, shape("Lifts"))))) == ["Emergency exit", "Lifts"]


@pytest.mark.parametrize(
    "shapes", [(picture("r1", pixels=(90, 30)),), (picture("r1", pixels=LARGE), shape("word " * 70))]
)
def test_small_pictures_and_those_beside_much_text_are_not_read_unless_asked(with_picture, shapes):
    data = with_picture(slide(*shapes))
    assert "Emergency" not in " ".join(texts(read(data)))
    assert "Emergency exit" in " ".join(texts(read(data, ocr_slides={1})))


def test_the_size_of_a_picture_in_a_group_is_that_which_is_shown(with_picture):
    inner = '<a:chOff x="0" y="0"/><a:chExt cx="1000" cy="300"/>'
    frame = f'<a:xfrm><a:off x="0" y="0"/><a:ext cx="{400 * 9525}" cy="{120 * 9525}"/>{inner}</a:xfrm>'
    shown = picture("r1").replace("<a:xfrm>", '<a:xfrm><a:off x="0" y="0"/><a:ext cx="1000" cy="300"/>')
    group = f"<p:grpSp><p:grpSpPr>{frame}</p:grpSpPr>{shown}</p:grpSp>"
    small = group.replace('cx="1000" cy="300"/></a:xfrm></p:grpSpPr>', 'cx="9000" cy="9000"/></a:xfrm></p:grpSpPr>')
    assert texts(read(with_picture(slide(group)))) == ["Emergency exit"]
    assert texts(read(with_picture(slide(small)))) == []


def test_without_ocr_no_picture_is_read(with_picture):
    result = read(with_picture(slide(picture("r1", pixels=LARGE))), ocr=False)
    assert (texts(result), result.pages, result.outcome) == ([], [PageState.PICTURE], "no_text")


def test_pictures_that_were_too_many_to_read_are_told(with_picture, monkeypatch):
    monkeypatch.setattr(limits, "MAX_OCR_PICTURES", 0)
    result = read(with_picture(slide(shape("Lifts"), picture("r1", pixels=LARGE))))
    assert [str(warning) for warning in result.warnings] == [
        "Pictures whose text was not read because there are too many: 1."
    ]


def test_pictures_beyond_what_is_kept_of_one_deck_are_told(with_picture, monkeypatch):
    monkeypatch.setattr(limits, "MAX_PICTURES_BYTES", 99)
    result = read(with_picture(slide(shape("Lifts"), picture("r1"))), ocr=False)
    assert len(result.sections) == 1
    assert [str(warning) for warning in result.warnings] == [
        "Pictures left out because together they are too large: 1."
    ]


def test_the_program_reads_pictures_and_slides_that_it_is_asked_to(with_picture, tmp_path: Path):
    (tmp_path / "deck.pptx").write_bytes(with_picture(slide(picture("r1", pixels=(90, 30)), shape("Lifts"))))
    asked = parse_file(tmp_path / "deck.pptx", "deck.pptx", ReadOptions(ocr_pages=frozenset({1})))
    assert "Emergency exit" in asked.sections[0].content.text


def test_a_long_table_becomes_pieces_that_are_understood_alone(deck):
    rows = [[cell("Room"), cell("Key")], *([cell(f"Room {n} on the second floor"), cell("x" * 30)] for n in range(60))]
    result = read(deck(slide(title("Keys"), table(*rows))))
    first, *pieces = texts(result)
    assert first == "Keys"
    assert len(pieces) > 1
    assert all(piece.startswith("Keys\n| Room | Key |") for piece in pieces)
    assert result.pages == [PageState.TABLE]


def test_documents_on_slides_are_attachments_and_worksheets_behind_charts_are_not(deck, links, zip_of):
    types = '<Types><Override ContentType="application/vnd.ms-word.document.main+xml"/></Types>'
    letter = zip_of({"[Content_Types].xml": types, "word/document.xml": "<document/>"})
    parts = {
        "ppt/slides/_rels/slide1.xml.rels": links(
            "r1 package ../embeddings/Letter.docx", "r2 oleObject ../embeddings/o.bin", "r3 chart ../c.xml"
        ),
        "ppt/slides/_rels/slide2.xml.rels": links("r1 package ../embeddings/Letter.docx"),
        "ppt/_rels/c.xml.rels": links("r1 package ../embeddings/Sheet.xlsx"),
        "ppt/embeddings/Letter.docx": letter,
        "ppt/embeddings/Sheet.xlsx": letter,
        "ppt/embeddings/o.bin": b"MZ\0",
    }
    result = read(deck(slide(), slide(shape("x")), parts=parts))
    assert [(file.name, file.data) for file in result.attachments] == [("Letter.docx", letter)]
    assert result.outcome == "text"
