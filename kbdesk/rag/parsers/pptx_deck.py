"""A PowerPoint file, and its slides one by one.

`Presentation` of python-pptx refuses a whole deck for one broken part or unexpected content type, and keeps all
slides, pictures, films and embedded workbooks in memory. So each slide is given to python-pptx alone, with its notes
and what it inherits from. Slide shows, templates and the strict variant open too.

Imported when the first deck is read: it loads python-pptx.
"""

from __future__ import annotations

import gc
import io
from collections import defaultdict
from collections.abc import Mapping
from typing import TypeVar
from xml.etree.ElementTree import Element

from pptx.opc.constants import CONTENT_TYPE, RELATIONSHIP_TYPE
from pptx.opc.package import XmlPart
from pptx.opc.packuri import PackURI
from pptx.package import Package as PptxPackage
from pptx.parts.slide import NotesSlidePart, SlideLayoutPart, SlideMasterPart, SlidePart

from kbdesk.errors import DamagedError
from kbdesk.rag.parsers.base import Attachment
from kbdesk.rag.parsers.embedded import embedded_documents
from kbdesk.rag.parsers.faults import damaged
from kbdesk.rag.parsers.ooxml import attribute, child, children, descendants, local
from kbdesk.rag.parsers.package import Package, Relationship
from kbdesk.rag.parsers.pptx_comments import comment_authors
from kbdesk.rag.parsers.pptx_faults import PPTX_FAULTS
from kbdesk.rag.parsers.pptx_slide import SlideReader, SlideSource
from kbdesk.rag.parsers.slide_content import SlideContent
from kbdesk.rag.parsers.slide_order import Box

KIND = "PowerPoint"
_AUTOMATIC_SECTIONS = frozenset(
    {"", "Default Section", "Untitled Section", "Standardabschnitt", "Abschnitt ohne Titel", "默认节", "无标题节"}
)
_LARGE_SLIDE_BYTES = 1 << 20

SomePart = TypeVar("SomePart", bound=XmlPart)


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
        presentation = self._package.xml(main)
        if local(presentation) != "presentation":
            raise damaged(KIND)
        links = self._package.relationships(main)
        keys = [_link(slide) for slide in children(child(presentation, "sldIdLst"), "sldId")]
        self._slides = [links[key].target if key in links else "" for key in keys]
        self._sections = _sections(presentation)
        self._authors = comment_authors(self._package, main)
        self._parts = _SlideParts(self._package)
        self._places: defaultdict[str, dict[str, Box | None]] = defaultdict(dict)

    @property
    def slide_count(self) -> int:
        """Number of slides, hidden and broken ones counted."""
        return len(self._slides)

    def slide(self, number: int) -> SlideContent:
        """Read a slide.

        Args:
            number: From 1, in the order of the show.

        Raises:
            DamagedError: The slide is gone or broken.
            LimitError: It is too large for a tree.
        """
        name = self._slides[number - 1]
        links = self._package.relationships(name)
        try:
            slide = self._parts.slide(name, links).slide
            section, places = self._sections.get(number, ""), self._places[_target(links, "slideLayout")]
            return SlideReader(SlideSource(slide, self._package, links, section, self._authors, places)).read()
        except PPTX_FAULTS as exc:
            raise damaged(KIND) from exc
        finally:
            if self._package.size(name) > _LARGE_SLIDE_BYTES and gc.isenabled():
                gc.collect()  # the objects of python-pptx lead to each other and would keep the slide for long

    def attachments(self) -> list[Attachment]:
        """Return the documents that are embedded in slides."""
        return embedded_documents(self._package, self._slides)


class _SlideParts:
    """Slides as parts of python-pptx; layouts and masters, which many slides share, are kept."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._layouts: dict[str, SlideLayoutPart | None] = {}
        self._masters: dict[str, SlideMasterPart | None] = {}

    def slide(self, name: str, links: Mapping[str, Relationship]) -> SlidePart:
        part = self._loaded(SlidePart, name, CONTENT_TYPE.PML_SLIDE)
        layout, notes = _target(links, "slideLayout"), _target(links, "notesSlide")
        if layout and (shared := self._layout(layout)) is not None:
            part.relate_to(shared, RELATIONSHIP_TYPE.SLIDE_LAYOUT)
        if notes and (own := self._optional(NotesSlidePart, notes, CONTENT_TYPE.PML_NOTES_SLIDE)) is not None:
            part.relate_to(own, RELATIONSHIP_TYPE.NOTES_SLIDE)
        return part

    def _layout(self, name: str) -> SlideLayoutPart | None:
        if name not in self._layouts:
            layout = self._optional(SlideLayoutPart, name, CONTENT_TYPE.PML_SLIDE_LAYOUT)
            master = _target(self._package.relationships(name), "slideMaster")
            if master not in self._masters:
                self._masters[master] = self._optional(SlideMasterPart, master, CONTENT_TYPE.PML_SLIDE_MASTER)
            shared = self._masters[master]
            if layout is not None and shared is not None:
                layout.relate_to(shared, RELATIONSHIP_TYPE.SLIDE_MASTER)
            self._layouts[name] = layout
        return self._layouts[name]

    def _optional(self, kind: type[SomePart], name: str, content_type: str) -> SomePart | None:
        """Return a part that a slide can do without, None if it is gone or broken."""
        try:
            return self._loaded(kind, name, content_type)
        except (DamagedError, *PPTX_FAULTS):
            return None

    def _loaded(self, kind: type[SomePart], name: str, content_type: str) -> SomePart:
        content = self._package.read_for_tree(name)
        return kind.load(PackURI(f"/{name}"), content_type, PptxPackage(io.BytesIO()), content)


def _target(links: Mapping[str, Relationship], kind: str) -> str:
    return next((link.target for link in links.values() if link.kind == kind and not link.external), "")


def _link(slide: Element) -> str:
    """Return the id of the link to a slide; "id" without a namespace is another number."""
    return next((value for name, value in slide.attrib.items() if name.endswith("}id")), "")


def _sections(presentation: Element) -> dict[int, str]:
    """Return the names of the deck's sections by the numbers of their slides; automatic names are left out."""
    slides = list(children(child(presentation, "sldIdLst"), "sldId"))
    numbers = {slide.get("id", ""): number for number, slide in enumerate(slides, start=1)}
    names: dict[int, str] = {}
    for section in descendants(presentation, "section"):
        name = (attribute(section, "name") or "").strip()
        if name not in _AUTOMATIC_SECTIONS:
            names |= {numbers.get(slide.get("id", ""), 0): name for slide in descendants(section, "sldId")}
    return names
