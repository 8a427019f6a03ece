"""E-books: the pages of the book in reading order."""

from __future__ import annotations

import posixpath
from collections.abc import Callable
from typing import ClassVar
from urllib.parse import unquote

from kbdesk.errors import ParseError, PasswordError
from kbdesk.rag.parsers.base import ParserBase, ParseResult, Progress
from kbdesk.rag.parsers.faults import damaged
from kbdesk.rag.parsers.html import HTMLParser
from kbdesk.rag.parsers.package import Package
from kbdesk.texts import text

_CONTAINER = "META-INF/container.xml"
_ENCRYPTION = "META-INF/encryption.xml"
_FONT_OBFUSCATION = ("http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC")
_PAGES = frozenset({"application/xhtml+xml", "text/html", "text/x-oeb1-document"})


class EPUBParser(ParserBase):
    """EPUB files: the sections of each page of the book, with {"heading_path": [...]}."""

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
        pages = _pages(package)
        result = ParseResult([], {"spine": len(pages)})
        for number, page in enumerate(pages, start=1):
            try:
                result.sections += HTMLParser().read(package.read(page), filename).sections
            except ParseError:
                result.warnings.append(text("parsing", "Page {number} of the book could not be read.", number=number))
            if on_progress is not None:
                on_progress(Progress("page", number, len(pages)))
        result.outcome = "text" if result.sections else "empty"
        return result


def _check_rights(package: Package) -> None:
    """Refuse a copy-protected book; one whose fonts alone are scrambled is not protected."""
    encryption = package.optional_xml(_ENCRYPTION)
    if encryption is None:
        return
    methods = [method.get("Algorithm") for method in encryption.iter() if method.tag.endswith("}EncryptionMethod")]
    if any(method not in _FONT_OBFUSCATION for method in methods):
        raise PasswordError(
            text("parsing", "This e-book is copy-protected (DRM) and cannot be read, with no password either."),
            text("parsing", "Get a copy without copy protection from where you bought it."),
        )


def _pages(package: Package) -> list[str]:
    """Return the names of the book's pages in reading order."""
    root = package.xml(_CONTAINER).find(".//{*}rootfile")
    if root is None:
        raise damaged("EPUB")
    name = root.get("full-path", "")
    book = package.xml(name)
    items = {item.get("id"): item for item in book.iterfind(".//{*}manifest/{*}item")}
    pages: list[str] = []
    for reference in book.iterfind(".//{*}spine/{*}itemref"):
        item = items.get(reference.get("idref"))
        if item is not None and item.get("media-type") in _PAGES:
            pages.append(posixpath.normpath(posixpath.join(posixpath.dirname(name), unquote(item.get("href", "")))))
    return pages
