"""Word: headers, pictures and what else stands beside its text or inside of it; broken files."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial

import pytest

from kbdesk.errors import DamagedError, ParseError
from kbdesk.message import DataBlock, TextBlock
from kbdesk.rag.parsers import limits
from kbdesk.rag.parsers.base import Attachment, Progress
from kbdesk.rag.parsers.docx import WordParser

from .docx_files import NAMESPACES, STRICT, USUAL, docx_of, p, picture_of, read, table, texts


@pytest.fixture
def document(zip_of, links) -> Callable[..., bytes]:
    """Make a Word file, see `docx_of`."""
    return partial(docx_of, zip_of, links)


def test_headers_and_footers_are_read_once_without_page_numbers(document):
    header = f"<w:hdr {NAMESPACES}>{p('Confidential')}{p('12')}</w:hdr>"
    data = document(
        p("text"),
        rels=("h header h1.xml", "i header h2.xml"),
        parts={"word/h1.xml": header, "word/h2.xml": header},
    )
    assert texts(data) == ["text", "Confidential"]


def test_a_picture_follows_the_text_of_its_heading(document, png):
    drawing = '<w:r><w:drawing><wp:docPr descr="A map"/><a:blip r:embed="p"/></w:drawing></w:r>'
    data = document(
        p("Map", style="berschrift1"),
        p("see", more=drawing),
        p("again", more=drawing),
        rels=("p image media/a.png",),
        parts={"word/media/a.png": png},
    )
    first, second = read(data).sections
    assert isinstance(first.content, TextBlock)
    assert isinstance(second.content, DataBlock)
    assert second.metadata == {"heading_path": ["Map"], "media_type": "image/png", "caption": "A map"}
    assert len(WordParser(include_image=False).read(data, "d").sections) == 1


def test_pictures_beyond_what_is_kept_of_one_document_are_told(document, png, monkeypatch):
    monkeypatch.setattr(limits, "MAX_PICTURES_BYTES", len(png) - 1)
    drawing = '<w:r><w:drawing><a:blip r:embed="p"/></w:drawing></w:r>'
    result = read(document(p("see", more=drawing), rels=("p image media/a.png",), parts={"word/media/a.png": png}))
    assert len(result.sections) == 1
    assert [str(warning) for warning in result.warnings] == [
        "Pictures left out because together they are too large: 1."
    ]


def test_a_picture_that_cannot_be_unpacked_does_not_lose_the_text(document):
    drawing = '<w:r><w:drawing><wp:docPr descr="A map"/><a:blip r:embed="p"/></w:drawing></w:r>'
    content = bytes(range(256)) * 4
    data = document(p("see", more=drawing), rels=("p image a.png",), parts={"word/a.png": content})
    start = data.index(b"word/a.png") + len("word/a.png")
    (section,) = read(data[:start] + b"\xff" + data[start + 1 :]).sections
    assert isinstance(section.content, TextBlock)
    assert section.content.text == "see\nA map"


def test_a_document_of_drawings_that_cannot_be_shown_has_no_text_but_is_not_empty(document):
    drawing = '<w:r><w:drawing><wp:docPr/><a:blip r:embed="p"/></w:drawing></w:r>'
    data = document(p("", more=drawing), rels=("p image a.emf",), parts={"word/a.emf": b"\x01\0\0\0"})
    assert read(data).outcome == "no_text"


def test_the_text_in_a_large_picture_is_a_section_of_its_own_below_the_same_heading(document):
    drawing = '<w:r><w:drawing><wp:docPr/><a:blip r:embed="p"/></w:drawing></w:r>'
    sizes = ((500, 160), (500, 140), (500, 160))
    pictures = {f"word/media/{number}.png": picture_of("Emergency exit", size) for number, size in enumerate(sizes)}
    data = document(
        p("Map", style="berschrift1"),
        *(p("", more=drawing.replace('"p"', f'"p{number}"')) for number in range(3)),
        rels=tuple(f"p{number} image media/{number}.png" for number in range(3)),
        parts=pictures,
    )
    seen: list[Progress] = []
    sections = WordParser(ocr=True).read(data, "d", on_progress=seen.append).sections
    texts = [section for section in sections if isinstance(section.content, TextBlock)]
    assert [section.content.text for section in texts] == ["Map", "Emergency exit"]
    assert texts[1].metadata["heading_path"] == ["Map"]
    assert texts[1].metadata["ocr"] is True
    assert texts[1].metadata["ocr_confidence"] > 0.8
    assert seen == [Progress("picture", 1, None)]
    assert [type(section.content) for section in read(data).sections] == [TextBlock, DataBlock, DataBlock]


def test_documents_inside_of_a_document_are_attachments(document):
    obj = '<w:r><w:object><o:OLEObject xmlns:o="urn:o" r:id="e"/></w:object></w:r>'
    inner = document(p("inner"))
    data = document(
        p("outer", more=obj),
        rels=("e package embeddings/Plan.docx", "f oleObject embeddings/f.bin"),
        parts={"word/embeddings/Plan.docx": inner, "word/embeddings/f.bin": b"\0\1\2"},
    )
    assert read(data).attachments == [Attachment("Plan.docx", inner)]


def test_the_strict_variant_is_read(zip_of, links):
    body = f"<w:document {NAMESPACES}><w:body>{p('Some text')}</w:body></w:document>"
    parts = {"_rels/.rels": links("r1 officeDocument word/document.xml"), "word/document.xml": body}
    strict = {name: content.replace(USUAL, STRICT).replace("/2006/", "/") for name, content in parts.items()}
    strict["_rels/.rels"] = strict["_rels/.rels"].replace(f"{STRICT}/package/", f"{USUAL}/package/2006/")
    assert texts(zip_of(strict)) == ["Some text"]


def test_a_document_without_text_is_empty(document):
    assert read(document(p(), p())).outcome == "empty"


def test_a_file_that_stands_in_place_of_paragraphs_is_read(document):
    data = document(
        '<w:altChunk r:id="x"/><w:altChunk r:id="y"/>',
        rels=("x aFChunk page.html", "y aFChunk inner.docx"),
        parts={"word/page.html": "<p>from <b>a page</b></p>", "word/inner.docx": document(p("from Word"))},
    )
    assert texts(data) == ["from a page\nfrom Word"]


def test_pages_saved_as_mail_and_rich_text_are_read_with_their_headings(document):
    mail = (
        b"MIME-Version: 1.0\r\nFrom: <Saved by a browser>\r\nContent-Type: multipart/related; boundary=x\r\n\r\n--x\r\n"
        b"Content-Type: text/html\r\n\r\n<h1>Travel</h1><p>by train\r\n--x--"
    )
    data = document(
        '<w:altChunk r:id="x"/><w:altChunk r:id="y"/>',
        rels=("x aFChunk page.mht", "y aFChunk text.rtf"),
        parts={"word/page.mht": mail, "word/text.rtf": rb"{\rtf1\outlinelevel0 Food\par\outlinelevel9 and drink\par}"},
    )
    assert texts(data) == ["Travel\nby train", "Food\nand drink"]


def test_an_embedded_file_of_another_kind_is_told(document):
    data = document('<w:altChunk r:id="x"/>', rels=("x aFChunk page.bin",), parts={"word/page.bin": b"\0\1\2\3" * 9})
    result = read(data)
    assert result.outcome == "empty"
    assert [str(warning) for warning in result.warnings] == [
        "A file embedded in the document was not read: word/page.bin."
    ]


def test_broken_xml_and_endless_nesting_are_damage(document):
    with pytest.raises(DamagedError):
        read(document("<w:p>"))
    with pytest.raises(DamagedError):
        read(document("<w:sdt>" * 3_000 + "</w:sdt>" * 3_000))


def test_broken_bytes_are_told_and_never_crash(document, flipped):
    whole = document(p("Travel", style="berschrift1"), p("one", item=(5, 0)), table(["a", "b"], ["1", "2"]))
    for data in flipped(whole):
        with suppress(ParseError):
            read(data)
