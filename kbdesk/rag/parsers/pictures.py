"""Pictures inside documents as data sections."""

from __future__ import annotations

import base64
import hashlib
from typing import Any

from kbdesk.message import Base64Source, DataBlock
from kbdesk.rag.document import CAPTION, Section
from kbdesk.rag.parsers import limits
from kbdesk.texts import Text, text

_SIGNATURES = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"BM", "image/bmp"),
    (b"II*\x00", "image/tiff"),
    (b"MM\x00*", "image/tiff"),
)


def picture_type(data: bytes) -> str | None:
    """Return the media type by the first bytes, or None for drawings (EMF, WMF, SVG) and what is no picture."""
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    return next((media_type for signature, media_type in _SIGNATURES if data.startswith(signature)), None)


class PictureCollector:
    """Makes a section of every different picture of a document; the same picture twice is one section.

    Attributes:
        source: The document's name.
    """

    def __init__(self, source: str) -> None:
        self.source = source
        self._left_out = 0
        self._kept_bytes = 0
        self._seen: set[bytes] = set()

    def section(self, data: bytes, *, caption: str, place: dict[str, Any]) -> Section | None:
        """Return the picture's section, or None if it was here before, is no picture, or is too large or one too many.

        Args:
            data: The picture's bytes.
            caption: Its alternative text, or "".
            place: Metadata that says where it stands.
        """
        media_type = picture_type(data)
        digest = hashlib.sha256(data).digest()
        if media_type is None or digest in self._seen or len(data) > limits.MAX_PICTURE_BYTES:
            return None
        self._seen.add(digest)
        if self._kept_bytes + len(data) > limits.MAX_PICTURES_BYTES:
            self._left_out += 1
            return None
        self._kept_bytes += len(data)
        metadata = {**place, "media_type": media_type}
        if caption:
            metadata[CAPTION] = caption
        source = Base64Source(data=base64.b64encode(data).decode("ascii"), media_type=media_type)
        return Section(content=DataBlock(source=source), source=self.source, metadata=metadata)

    @property
    def warnings(self) -> list[Text]:
        """What a person should know about pictures that were left out because all together are too large."""
        if not self._left_out:
            return []
        return [
            text("parsing", "Pictures left out because together they are too large: {count}.", count=self._left_out)
        ]
