"""PowerPoint (PPTX)."""

from __future__ import annotations

from typing import ClassVar

from kbdesk.rag.parsers.office_password import opened
from kbdesk.rag.parsers.slides import Deck, SlidesParser


class PPTParser(SlidesParser):
    """Reads PowerPoint files; see `SlidesParser`."""

    supported_media_types: ClassVar[list[str]] = [
        "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        "application/vnd.openxmlformats-officedocument.presentationml.slideshow",
        "application/vnd.openxmlformats-officedocument.presentationml.template",
        "application/vnd.ms-powerpoint.presentation.macroEnabled.12",
    ]
    extensions: ClassVar[tuple[str, ...]] = (".pptx", ".pptm", ".ppsx", ".potx")
    _kind: ClassVar[str] = "PowerPoint"

    def _open(self, data: bytes, password: str | None) -> Deck:
        from kbdesk.rag.parsers.pptx_deck import PowerPointDeck  # python-pptx takes long to import

        return PowerPointDeck(opened(data, password))
