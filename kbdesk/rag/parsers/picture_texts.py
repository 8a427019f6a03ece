"""The text in the pictures inside one document, read by OCR."""

from __future__ import annotations

import hashlib
import io
from typing import TYPE_CHECKING

from kbdesk.rag.parsers import limits
from kbdesk.rag.parsers.faults import LIBRARY_FAULTS
from kbdesk.rag.parsers.ocr import NOTHING, RecognizedText, is_available, not_available, recognize_text
from kbdesk.rag.parsers.ocr_sheet import plain
from kbdesk.rag.parsers.pictures import picture_type
from kbdesk.texts import Text, text

if TYPE_CHECKING:
    from PIL.Image import Image

_LEAST_SIDE = 24
"""Pixels; nothing below can be read."""


class PictureTexts:
    """Reads every different picture of a document once, and so many at most."""

    def __init__(self) -> None:
        self._left_out = 0
        self._read_count = 0
        self._seen: set[bytes] = set()

    def text_of(self, data: bytes) -> RecognizedText:
        """Return the text in a picture; nothing if it was read before, cannot be decoded or shows none."""
        digest = hashlib.sha256(data).digest()
        if digest in self._seen or picture_type(data) is None:
            return NOTHING
        self._seen.add(digest)
        image = _decoded(data)
        if image is None:
            return NOTHING
        if self._read_count == limits.MAX_OCR_PICTURES:
            self._left_out += 1
            return NOTHING
        self._read_count += 1
        return recognize_text(image) or NOTHING

    @property
    def warnings(self) -> list[Text]:
        """What a person should know about pictures that were not read."""
        warnings: list[Text] = []
        if self._read_count and not is_available():
            warnings.append(not_available())
        elif self._left_out:
            warnings.append(
                text(
                    "parsing",
                    "Pictures whose text was not read because there are too many: {count}.",
                    count=self._left_out,
                )
            )
        return warnings


def _decoded(data: bytes) -> Image | None:
    """Return a picture as OCR wants it, or None if that cannot be had."""
    from PIL import Image

    faults = (Image.DecompressionBombError, Image.DecompressionBombWarning, SyntaxError, *LIBRARY_FAULTS)
    try:
        with Image.open(io.BytesIO(data), formats=("PNG", "JPEG", "GIF", "BMP", "TIFF", "WEBP")) as image:
            if image.width * image.height > limits.MAX_PIXELS or min(image.size) < _LEAST_SIDE:
                return None
            return plain(image)
    except faults:
        return None
