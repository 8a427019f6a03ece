"""A PowerPoint file opened by python-pptx, and its slides one by one.

python-pptx refuses a whole deck for one broken part or unexpected content type, and keeps pictures, films and embedded
workbooks in memory. So it is given a copy of the package with only the slides and what they inherit from, as far as
they are sound; their content types follow from the relationships that lead to them. Slide shows, templates and the
strict variant open too.

Imported when the first deck is read: it loads python-pptx.
"""

from __future__ import annotations

import io
import posixpath
import zipfile
from typing import Any
from xml.etree import ElementTree

from pptx import Presentation
from pptx.opc.constants import CONTENT_TYPE
from pptx.oxml import parse_xml

from kbdesk.errors import LimitError
from kbdesk.rag.parsers.base import Attachment
from kbdesk.rag.parsers.embedded import embedded_documents
from kbdesk.rag.parsers.faults import damaged
from kbdesk.rag.parsers.package import Package, Relationship
from kbdesk.rag.parsers.pptx_comments import comment_authors
from kbdesk.rag.parsers.pptx_faults import PPTX_FAULTS
from kbdesk.rag.parsers.pptx_slide import SlideReader, SlideSource
from kbdesk.rag.parsers.slide_content import SlideContent

KIND = "PowerPoint"
_MAIN = "officeDocument"
_LINKS = {
    _MAIN: {"slide"},
    "slide": {"slideLayout", "notesSlide"},
    "slideLayout": {"slideMaster"},
}
"""What is read of a deck: the kinds of parts, and the kinds of links that are followed from each."""
_CONTENT_TYPES = {
    _MAIN: CONTENT_TYPE.PML_PRESENTATION_MAIN,
    "slide": CONTENT_TYPE.PML_SLIDE,
    "slideLayout": CONTENT_TYPE.PML_SLIDE_LAYOUT,
    "slideMaster": CONTENT_TYPE.PML_SLIDE_MASTER,
    "notesSlide": CONTENT_TYPE.PML_NOTES_SLIDE,
}
_AUTOMATIC_SECTIONS = frozenset(
    {"", "Default Section", "Untitled Section", "Standardabschnitt", "Abschnitt ohne Titel", "默认节", "无标题节"}
)
_LINK_TYPES = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
_LINKS_NAMESPACE = "http://schemas.openxmlformats.org/package/2006/relationships"
_TYPES_NAMESPACE = "http://schemas.openxmlformats.org/package/2006/content-types"


class PowerPointDeck:
    """Opens a deck.

    Args:
        data: The file's bytes.

    Raises:
        EmptyFileError, PasswordError, DamagedError, LimitError: As `Package`; also if it is no presentation.
    """

    def __init__(self, data: bytes) -> None:
        self._package = Package(data, KIND)
        main = self._package.main_part()
        self._parts = self._package.relationships(main)
        self._authors = comment_authors(self._package, main)
        with _sound_copy(self._package) as copy:
            try:
                presentation = Presentation(copy)
                # `presentation.slides` refuses all slides where one is gone.
                self._links: list[str] = presentation.element.xpath("./p:sldIdLst/p:sldId/@r:id")
                self._sections = _sections(presentation.element)
            except PPTX_FAULTS as exc:
                raise damaged(KIND) from exc
        self._part = presentation.part

    @property
    def slide_count(self) -> int:
        """Number of slides, hidden and broken ones counted."""
        return len(self._links)

    def slide(self, number: int) -> SlideContent:
        """Read a slide.

        Args:
            number: From 1, in the order of the show.

        Raises:
            DamagedError: The slide is gone or broken.
        """
        key = self._links[number - 1]
        try:
            slide = self._part.related_slide(key)
            links = self._package.relationships(self._parts[key].target)
            section = self._sections.get(key, "")
            return SlideReader(SlideSource(slide, self._package, links, section, self._authors)).read()
        except PPTX_FAULTS as exc:
            raise damaged(KIND) from exc

    def attachments(self) -> list[Attachment]:
        """Return the documents that are embedded in slides."""
        parts = (self._parts[key].target for key in self._links if key in self._parts)
        return embedded_documents(self._package, parts)


def _sections(presentation: Any) -> dict[str, str]:
    """Return the names of the deck's sections by the links to their slides; automatic names are left out."""
    links = {
        slide.get("id"): link for slide in presentation.xpath("./p:sldIdLst/p:sldId") for link in slide.xpath("./@r:id")
    }
    names: dict[str, str] = {}
    for section in presentation.iter("{*}section"):
        name = section.get("name", "").strip()
        if name not in _AUTOMATIC_SECTIONS:
            names |= {links.get(slide.get("id"), ""): name for slide in section.iter("{*}sldId")}
    return names


def _sound_copy(package: Package) -> io.BytesIO:
    """Write the parts that are read into a package of their own; links to parts left out lead nowhere."""
    kinds = {package.main_part(): _MAIN}
    names = list(kinds)
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as copy:
        copy.writestr("_rels/.rels", _links_xml({"main": Relationship(_MAIN, names[0], external=False)}))
        for name in names:  # grows by the parts that each part leads to
            links = _followed(package, name, kinds[name])
            new = {link.target: link.kind for link in links.values() if link.target not in kinds}
            kinds |= new
            names += new
            content = _sound_content(package, name)
            if content is not None:
                folder, file = posixpath.split(name)
                copy.writestr(name, content)
                copy.writestr(posixpath.join(folder, "_rels", f"{file}.rels"), _links_xml(links))
        copy.writestr("[Content_Types].xml", _types_xml(kinds))
    target.seek(0)
    return target


def _followed(package: Package, name: str, kind: str) -> dict[str, Relationship]:
    wanted = _LINKS.get(kind)
    if wanted is None:
        return {}
    links = package.relationships(name).items()
    return {key: link for key, link in links if link.kind in wanted and not link.external and package.has(link.target)}


def _sound_content(package: Package, name: str) -> bytes | None:
    """Return a part's bytes, or None if it cannot be unpacked or is no XML."""
    try:
        content = package.read_for_tree(name)
        parse_xml(content)
    except LimitError:
        raise
    except PPTX_FAULTS:
        return None
    return content


def _links_xml(links: dict[str, Relationship]) -> bytes:
    root = ElementTree.Element("Relationships", xmlns=_LINKS_NAMESPACE)
    for key, link in links.items():
        attributes = {"Id": key, "Type": _LINK_TYPES + link.kind, "Target": "/" + link.target}
        ElementTree.SubElement(root, "Relationship", attributes)
    return ElementTree.tostring(root)


def _types_xml(kinds: dict[str, str]) -> bytes:
    root = ElementTree.Element("Types", xmlns=_TYPES_NAMESPACE)
    for name, kind in kinds.items():
        attributes = {"PartName": "/" + name, "ContentType": _CONTENT_TYPES.get(kind, CONTENT_TYPE.XML)}
        ElementTree.SubElement(root, "Override", attributes)
    return ElementTree.tostring(root)
