"""What OpenDocument texts and presentations share: the package or flat file, its names, styles and text blocks."""

from __future__ import annotations

import base64
import binascii
import posixpath
from collections.abc import Iterator
from urllib.parse import unquote
from xml.etree.ElementTree import Element

from kbdesk.rag.parsers import limits
from kbdesk.rag.parsers.base import Attachment
from kbdesk.rag.parsers.embedded import documents_of
from kbdesk.rag.parsers.faults import damaged, empty, too_large
from kbdesk.rag.parsers.odf_password import opened_package
from kbdesk.rag.parsers.package import Package, parse_xml
from kbdesk.texts import text

_OASIS = "urn:oasis:names:tc:opendocument:xmlns:"
_PREFIXES = {
    **{
        f"{_OASIS}{name}:1.0": prefix
        for name, prefix in (
            ("office", "office"),
            ("text", "text"),
            ("table", "table"),
            ("style", "style"),
            ("drawing", "draw"),
            ("presentation", "presentation"),
            ("chart", "chart"),
            ("manifest", "manifest"),
            ("svg-compatible", "svg"),
            ("animation", "anim"),
        )
    },
    "http://purl.org/dc/elements/1.1/": "dc",
    "http://www.w3.org/1999/xlink": "xlink",
    "http://www.w3.org/1998/Math/MathML": "math",
    "http://www.w3.org/XML/1998/namespace": "xml",
}
_NAMESPACES = {prefix: namespace for namespace, prefix in _PREFIXES.items()}
_FLAT_PICTURE = "picture in the file "


def odf_name(element: Element) -> str:
    """Return an element's name with the usual prefix, for example "text:p"; ":name" for a namespace of others."""
    namespace, _, name = element.tag.removeprefix("{").rpartition("}")
    return f"{_PREFIXES.get(namespace, '')}:{name}"


def odf_value(element: Element | None, name: str) -> str:
    """Return the value of an attribute by its usual name, for example "text:style-name", or ""."""
    if element is None:
        return ""
    prefix, _, local = name.partition(":")
    return element.get(f"{{{_NAMESPACES[prefix]}}}{local}", "")


def odf_child(element: Element | None, *path: str) -> Element | None:
    """Return the first descendant along a path of usual names, or None."""
    for name in path:
        if element is None:
            return None
        element = next((item for item in element if odf_name(item) == name), None)
    return element


def odf_children(element: Element | None, *names: str) -> Iterator[Element]:
    """Yield the children that have one of the usual names."""
    return (item for item in (() if element is None else element) if odf_name(item) in names)


class OdfFile:
    """An OpenDocument file, packed or flat (one XML file), within limits.

    Attributes:
        content: The root of the content, with automatic styles and the body.
        styles: The root of the styles and master pages, or None; in a flat file the same as `content`.

    Args:
        data: The file's bytes.
        kind: "OpenDocument text", ...; for sentences.
        password: For an encrypted file.

    Raises:
        EmptyFileError: No bytes.
        PasswordError: It is encrypted, and the password is missing or wrong.
        UnsupportedError: It is encrypted in a way that is not known.
        DamagedError: It is neither a package nor XML, or has no content.
        LimitError: It is larger than `kbdesk.rag.parsers.limits` allows.
    """

    def __init__(self, data: bytes, kind: str, password: str | None = None) -> None:
        if not data:
            raise empty()
        self._kind = kind
        self._package: Package | None = None
        self._flat_pictures: list[Element] = []
        if not data.startswith(b"PK"):
            self.content = self._flat(data)
            self.styles: Element | None = self.content
            return
        self._package = opened_package(data, kind, password)
        self.content = self._package.xml("content.xml")
        self.styles = self._package.optional_xml("styles.xml")

    @property
    def body(self) -> Element:
        """The element that holds the text, the slides or the sheets.

        Raises:
            DamagedError: There is none.
        """
        return self._inside(self.content)

    def picture_part(self, image: Element) -> str:
        """Return the name under which `read` gives a picture, or "" if it lies outside the file."""
        link = odf_value(image, "xlink:href")
        binary = odf_child(image, "office:binary-data")
        if not link and binary is not None:
            self._flat_pictures.append(binary)
            return f"{_FLAT_PICTURE}{len(self._flat_pictures) - 1}"
        return self._part(link)

    def read(self, part: str) -> bytes | None:
        """Return the bytes of a part, or None if it is missing, broken or too large."""
        if part.startswith(_FLAT_PICTURE):
            binary = self._flat_pictures[int(part.removeprefix(_FLAT_PICTURE))].text or ""
            return _decoded(binary)
        return None if self._package is None else self._package.optional(part, limits.MAX_PICTURE_BYTES)

    def embedded(self, obj: Element) -> Element | None:
        """Return what an embedded object holds: a formula, or the body of a chart, sheet or text; None if nothing."""
        link = odf_value(obj, "xlink:href")
        root = None
        if not link:
            root = next(iter(obj), None)
        elif self._package is not None and (part := self._part(link)):
            root = self._package.optional_xml(posixpath.join(part, "content.xml"))
        if root is None or odf_name(root) == "math:math":
            return root
        return odf_child(root, "office:body")

    def documents(self) -> list[Attachment]:
        """Return the documents of other programs that are embedded in this one."""
        objects = (obj for obj in self.body.iter() if odf_name(obj) == "draw:object-ole")
        return documents_of(map(self.picture_part, objects), self.read)

    def _flat(self, data: bytes) -> Element:
        if len(data) > limits.MAX_TREE_BYTES:
            raise too_large(text("parsing", "This file is larger than {size} MB.", size=limits.MAX_TREE_BYTES >> 20))
        return parse_xml(data, self._kind)

    def _inside(self, root: Element) -> Element:
        body = odf_child(root, "office:body")
        if body is None or not len(body):
            raise damaged(self._kind)
        return body[0]

    def _part(self, link: str) -> str:
        """Return the name of the part a link leads to, "" if it leads out of the file."""
        if "://" in link or link.startswith(("/", "#")):
            return ""
        part = posixpath.normpath(unquote(link))
        return part if self._package is not None and not part.startswith("..") else ""


def _decoded(binary: str) -> bytes | None:
    if len(binary) > limits.MAX_PICTURE_BYTES * 3 // 2:
        return None
    try:
        return base64.b64decode(binary)
    except (binascii.Error, ValueError):
        return None
