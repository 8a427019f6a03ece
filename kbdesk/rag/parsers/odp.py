"""OpenDocument presentations (ODP)."""

from __future__ import annotations

from typing import ClassVar

from kbdesk.rag.parsers.odp_deck import KIND, OdpDeck
from kbdesk.rag.parsers.slides import Deck, SlidesParser


class OdpParser(SlidesParser):
    """Reads OpenDocument presentations and templates; see `SlidesParser`."""

    supported_media_types: ClassVar[list[str]] = [
        "application/vnd.oasis.opendocument.presentation",
        "application/vnd.oasis.opendocument.presentation-template",
    ]
    extensions: ClassVar[tuple[str, ...]] = (".odp", ".otp", ".fodp")
    _kind: ClassVar[str] = KIND

    def _open(self, data: bytes, password: str | None) -> Deck:
        return OdpDeck(data, password)
