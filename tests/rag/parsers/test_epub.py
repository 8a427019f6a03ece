from __future__ import annotations

from collections.abc import Callable

import pytest

from kbdesk.errors import DamagedError, UnsupportedError
from kbdesk.rag.parsers.epub import EPUBParser

CONTAINER = '<container xmlns="urn:c"><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>'
BOOK = """<package xmlns="http://www.idpf.org/2007/opf"><manifest>
<item id="two" href="second%20page.xhtml" media-type="application/xhtml+xml"/>
<item id="one" href="one.xhtml" media-type="application/xhtml+xml"/>
<item id="picture" href="cover.svg" media-type="image/svg+xml"/></manifest><spine>
<itemref idref="one"/><itemref idref="two"/><itemref idref="picture"/><itemref idref="gone"/></spine></package>"""
PAGE = '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body>{}</body></html>'
ENCRYPTION = '<encryption xmlns:e="urn:e"><e:EncryptionMethod Algorithm="{}"/></encryption>'


@pytest.fixture
def book(zip_of: Callable[..., bytes]) -> Callable[..., bytes]:
    """Make a book of two pages, with other parts."""

    def make(**parts: str) -> bytes:
        pages = {
            "OPS/one.xhtml": PAGE.format("<h1>Leave</h1><p>Ten days."),
            "OPS/second page.xhtml": PAGE.format("<h1>Travel</h1><p>By train."),
        }
        return zip_of({"META-INF/container.xml": CONTAINER, "OPS/book.opf": BOOK, **pages, **parts})

    return make


def test_the_pages_come_in_reading_order(book: Callable[..., bytes]):
    result = EPUBParser().read(book(**{"__MACOSX/OPS/._one.xhtml": "rubbish"}), "book.epub")
    assert [section.content.text for section in result.sections] == ["Leave\nTen days.", "Travel\nBy train."]
    assert [section.metadata["heading_path"] for section in result.sections] == [["Leave"], ["Travel"]]
    assert result.units == {"spine": 2}


def test_a_page_that_is_missing_is_said(book: Callable[..., bytes], zip_of: Callable[..., bytes]):
    only_one = {"OPS/one.xhtml": PAGE.format("<p>Ten days.")}
    data = zip_of({"META-INF/container.xml": CONTAINER, "OPS/book.opf": BOOK, **only_one})
    result = EPUBParser().read(data, "book.epub")
    assert len(result.sections) == 1
    assert "Page 2" in str(result.warnings[0])


def test_a_copy_protected_book_is_refused_and_one_with_scrambled_fonts_is_not(book: Callable[..., bytes]):
    locked = ENCRYPTION.format("http://www.w3.org/2001/04/xmlenc#aes128-cbc")
    with pytest.raises(UnsupportedError, match="copy-protected"):
        EPUBParser().read(book(**{"META-INF/encryption.xml": locked}), "book.epub")
    fonts = ENCRYPTION.format("http://www.idpf.org/2008/embedding")
    assert EPUBParser().read(book(**{"META-INF/encryption.xml": fonts}), "book.epub").outcome == "text"


@pytest.mark.parametrize("container", ["<container/>", "no xml", CONTAINER.replace("OPS/", "GONE/")])
def test_a_book_without_a_table_of_its_pages_is_damaged(zip_of: Callable[..., bytes], container: str):
    with pytest.raises(DamagedError):
        EPUBParser().read(zip_of({"META-INF/container.xml": container, "OPS/book.opf": BOOK}), "book.epub")


NAV = """<html xmlns="http://www.w3.org/1999/xhtml" xmlns:e="http://www.idpf.org/2007/ops"><body>
<nav e:type="toc"><a href="one.xhtml#x">Part  <b>One</b></a></nav>
<nav e:type="landmarks"><a href="one.xhtml">no</a></nav>
</body></html>"""
NCX = """<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap><navPoint><navLabel><text>Part One</text></navLabel>
<content src="one.xhtml"/></navPoint></navMap></ncx>"""


@pytest.mark.parametrize(
    ("item", "contents"),
    [
        ('properties="nav" media-type="application/xhtml+xml"', NAV),
        ('media-type="application/x-dtbncx+xml"', NCX),
        ('media-type="application/x-dtbncx+xml"', "broken"),
    ],
)
def test_pages_without_headings_have_the_title_of_their_chapter(book: Callable[..., bytes], item: str, contents: str):
    pages = {
        "OPS/book.opf": BOOK.replace("</manifest>", f'<item id="c" href="contents.xml" {item}/></manifest>'),
        "OPS/contents.xml": contents,
        "OPS/one.xhtml": PAGE.format("<p>Ten days."),
        "OPS/second page.xhtml": PAGE.format("<p>more <h2>Travel</h2><p>By train."),
    }
    sections = EPUBParser().read(book(**pages), "book.epub").sections
    chapter = [] if contents == "broken" else ["Part One"]
    paths = [section.metadata.get("heading_path", []) for section in sections]
    assert paths == [chapter, [], ["Travel"]]
