"""E-books: the pages of the book in reading order."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterator
from typing import ClassVar
from urllib.parse import unquote
from xml.etree.ElementTree import Element

from kbdesk.errors import ParseError, UnsupportedError
from kbdesk.rag.parsers.base import ParserBase, ParseResult, Progress
from kbdesk.rag.parsers.faults import damaged
from kbdesk.rag.parsers.html import HTMLParser
from kbdesk.rag.parsers.package import Package
from kbdesk.texts import text

_CONTAINER = "META-INF/container.xml"
_ENCRYPTION = "META-INF/encryption.xml"
_FONT_OBFUSCATION = ("http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC")
_NCX = "application/x-dtbncx+xml"
_NAV_TYPE = "{http://www.idpf.org/2007/ops}type"
_PAGES = frozenset({"application/xhtml+xml", "text/html", "text/x-oeb1-document"})


class EPUBParser(ParserBase):
    """EPUB files: the sections of each page of the book, with {"heading_path": [...]}.

    A page without headings has the title of its chapter from the book's table of contents.
    """

    supported_media_types: ClassVar[list[str]] = ["application/epub+zip"]
    extensions: ClassVar[tuple[str, ...]] = (".epub",)

    def read(
        self,
        data: bytes,
        filename: str,
        *,
        password: str | None = None,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> ParseResult:
        """Read a whole book; see `ParserBase.read`."""
        package = Package(data, "EPUB")
        _check_rights(package)
        book = Book(package)
        result = ParseResult([], {"spine": len(book.pages)})
        title = ""
        for number, page in enumerate(book.pages, start=1):
            title = book.titles.get(page, title)
            try:
                result.sections += HTMLParser(title=title).read(package.read(page), filename).sections
            except ParseError:
                result.warnings.append(text("parsing", "Page {number} of the book could not be read.", number=number))
            if on_progress is not None:
                on_progress(Progress("page", number, len(book.pages)))
        result.outcome = "text" if result.sections else "empty"
        return result


def _check_rights(package: Package) -> None:
    """Refuse a copy-protected book; one whose fonts alone are scrambled is not protected."""
    encryption = package.optional_xml(_ENCRYPTION)
    if encryption is None:
        return
    methods = [method.get("Algorithm") for method in encryption.iter() if method.tag.endswith("}EncryptionMethod")]
    if any(method not in _FONT_OBFUSCATION for method in methods):
        raise UnsupportedError(  # not a PasswordError: nobody is to be asked for one
            text("parsing", "This e-book is copy-protected (DRM) and cannot be read, with no password either."),
            text("parsing", "Get a copy without copy protection from where you bought it."),
        )


class Book:
    """What a book says about itself.

    Attributes:
        pages: The names of its pages in reading order.
        titles: The titles of chapters, by the name of the page where each begins.

    Raises:
        DamagedError: It does not say which pages it has.
    """

    def __init__(self, package: Package) -> None:
        root = package.xml(_CONTAINER).find(".//{*}rootfile")
        if root is None:
            raise damaged("EPUB")
        self._package = package
        self._name = root.get("full-path", "")
        book = package.xml(self._name)
        self._items = {item.get("id", ""): item for item in book.iterfind(".//{*}manifest/{*}item")}
        references = [reference.get("idref", "") for reference in book.iterfind(".//{*}spine/{*}itemref")]
        self.pages = [
            _beside(self._name, item.get("href", ""))
            for item in map(self._items.get, references)
            if item is not None and item.get("media-type") in _PAGES
        ]
        self.titles: dict[str, str] = {}
        for page, title in self._contents():
            if title:
                self.titles.setdefault(page, title)

    def _contents(self) -> Iterator[tuple[str, str]]:
        """Yield the entries of the table of contents: that of EPUB 3, then that of EPUB 2."""
        for item in self._items.values():
            is_new = "nav" in item.get("properties", "").split()
            if not is_new and item.get("media-type") != _NCX:
                continue
            name = _beside(self._name, item.get("href", ""))
            tree = self._package.optional_xml(name)
            if tree is not None:
                yield from _nav_entries(name, tree) if is_new else _ncx_entries(name, tree)


def _nav_entries(name: str, tree: Element) -> Iterator[tuple[str, str]]:
    for nav in tree.iterfind(".//{*}nav"):
        if nav.get(_NAV_TYPE) == "toc":
            yield from ((_beside(name, link.get("href", "")), _words(link)) for link in nav.iterfind(".//{*}a"))


def _ncx_entries(name: str, tree: Element) -> Iterator[tuple[str, str]]:
    for point in tree.iterfind(".//{*}navPoint"):
        label, content = point.find("{*}navLabel"), point.find("{*}content")
        if label is not None and content is not None:
            yield _beside(name, content.get("src", "")), _words(label)


def _words(element: Element) -> str:
    return " ".join("".join(element.itertext()).split())


def _beside(name: str, link: str) -> str:
    """Return the name of the part that a link in another part leads to."""
    path = unquote(link.partition("#")[0])
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
