"""The picture of a page, to be looked at beside what was read from it."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

from kbdesk.errors import ParseError
from kbdesk.rag.parsers.image import PICTURE_FORMATS, picture_pages
from kbdesk.rag.parsers.pdf_pdfium import PDFIUM_LOCK, PdfiumFile, UnreadablePageError
from kbdesk.rag.parsers.registry import why_refused
from kbdesk.rag.parsers.types import sniff

if TYPE_CHECKING:
    from PIL.Image import Image


def draw_page(path: Path, name: str, page: int, longest_side: int, password: str | None = None) -> bytes | None:
    """Return a page of a PDF, a picture or a page of a TIFF file as PNG; None where there is no picture of it.

    It takes up to seconds, and as much memory as reading the file: call it in a worker process.

    Args:
        path: Where the file is.
        name: Its name for people.
        page: From 1.
        longest_side: Of the picture, in pixels; small pages become smaller ones.
        password: For an encrypted PDF.

    Raises:
        OSError: The file cannot be read.
    """
    with path.open("rb") as file:
        file_type = sniff(file, name)
        if page < 1 or file_type.id not in {"pdf", *PICTURE_FORMATS} or why_refused(file_type, path.stat().st_size):
            return None
        file.seek(0)
        data = file.read()
    try:
        if file_type.id == "pdf":
            image = _pdf_page(data, page - 1, longest_side, password=password)
        else:
            image = next((found.image for found, _ in picture_pages(data, file_type, page - 1)), None)
    except ParseError:
        return None
    return _png(image, longest_side) if image is not None else None


def _pdf_page(data: bytes, index: int, longest_side: int, *, password: str | None) -> Image | None:
    with PDFIUM_LOCK:
        file = PdfiumFile(data, password)
        try:
            with file.page(index) as page:
                return page.draw(longest_side, with_notes=True)
        except UnreadablePageError:
            return None
        finally:
            file.close()


def _png(image: Image, longest_side: int) -> bytes:
    image.thumbnail((longest_side, longest_side))
    target = io.BytesIO()
    image.save(target, "PNG")
    return target.getvalue()
