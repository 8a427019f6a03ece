"""A PowerPoint file opened by python-pptx, and its slides one by one.

python-pptx refuses a whole deck for one broken part or unexpected content type, and keeps films and embedded workbooks
in memory. So it is given a copy of the package with only the parts that are read, as far as they are sound; their
content types follow from the relationships that lead to them. Slide shows, templates and the strict variant open too.

Imported when the first deck is read: it loads python-pptx.
"""

from __future__ import annotations

import io
import posixpath
import zipfile
from xml.etree import ElementTree

from pptx import Presentation
from pptx.opc.constants import CONTENT_TYPE
from pptx.oxml import parse_xml

from kbdesk.errors import LimitError
from kbdesk.rag.parsers.faults import damaged
from kbdesk.rag.parsers.limits import MAX_PICTURE_BYTES
from kbdesk.rag.parsers.package import Package, Relationship
from kbdesk.rag.parsers.pptx_faults import PPTX_FAULTS
from kbdesk.rag.parsers.pptx_slide import SlideContent, SlideReader

_KIND = "PowerPoint"
_MAIN = "officeDocument"
_LINKS = {
    _MAIN: {"slide"},
    "slide": {"slideLayout", "notesSlide", "chart", "chartEx", "diagramData", "comments", "image"},
    "slideLayout": {"slideMaster"},
}
"""What is read of a deck: the kinds of parts, and the kinds of links that are followed from each."""
_CONTENT_TYPES = {
    _MAIN: CONTENT_TYPE.PML_PRESENTATION_MAIN,
    "slide": CONTENT_TYPE.PML_SLIDE,
    "slideLayout": CONTENT_TYPE.PML_SLIDE_LAYOUT,
    "slideMaster": CONTENT_TYPE.PML_SLIDE_MASTER,
    "notesSlide": CONTENT_TYPE.PML_NOTES_SLIDE,
    "chart": CONTENT_TYPE.DML_CHART,
    "image": CONTENT_TYPE.PNG,  # any picture type makes python-pptx an image of the part
}
_LINK_TYPES = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
_LINKS_NAMESPACE = "http://schemas.openxmlformats.org/package/2006/relationships"
_TYPES_NAMESPACE = "http://schemas.openxmlformats.org/package/2006/content-types"


class Deck:
    """Opens a deck.

    Args:
        data: The file's bytes.

    Raises:
        EmptyFileError, PasswordError, DamagedError, LimitError: As `Package`; also if it is no presentation.
    """

    def __init__(self, data: bytes) -> None:
        with _sound_copy(Package(data, _KIND)) as copy:
            try:
                presentation = Presentation(copy)
                # `presentation.slides` refuses all slides where one is gone.
                self._links: list[str] = presentation.element.xpath("./p:sldIdLst/p:sldId/@r:id")
            except PPTX_FAULTS as exc:
                raise damaged(_KIND) from exc
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
        try:
            return SlideReader(self._part.related_slide(self._links[number - 1])).read()
        except PPTX_FAULTS as exc:
            raise damaged(_KIND) from exc


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
            content = _sound_content(package, name, kinds[name])
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


def _sound_content(package: Package, name: str, kind: str) -> bytes | None:
    """Return a part's bytes, or None if it cannot be unpacked, is no XML where it should be or too large a picture."""
    try:
        if kind == "image":
            return package.read(name) if package.size(name) <= MAX_PICTURE_BYTES else None
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
