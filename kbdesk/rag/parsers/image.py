"""Pictures: a data section, with the text in them as its caption."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from kbdesk.errors import ParseError, UnsupportedError
from kbdesk.message import Base64Source, DataBlock
from kbdesk.rag.document import CAPTION, Section
from kbdesk.rag.parsers import limits
from kbdesk.rag.parsers.base import Outcome, PageState, ParserBase, ParseResult, Progress
from kbdesk.rag.parsers.faults import LIBRARY_FAULTS, damaged, empty, too_large
from kbdesk.rag.parsers.ocr import recognize_text
from kbdesk.rag.parsers.ocr_sheet import is_turned, plain
from kbdesk.rag.parsers.types import FileType, sniff_bytes
from kbdesk.texts import Text, text

if TYPE_CHECKING:
    from PIL.Image import Image

PICTURE_FORMATS = {"png": "PNG", "jpeg": "JPEG", "gif": "GIF", "bmp": "BMP", "webp": "WEBP", "tiff": "TIFF"} | {
    "heic": "HEIF", "avif": "AVIF", "jp2": "JPEG2000",
}  # fmt: skip
_KEPT_BYTES = 1 << 20


class ImageParser(ParserBase):
    """PNG, JPEG, GIF, BMP, WebP, TIFF, HEIC, AVIF and JPEG 2000 files: a data section named after the file.

    Metadata: "media_type"; with OCR also "caption" (the text in the picture), "ocr" (True) and "ocr_confidence"
    (0 to 1); of a TIFF file that was made smaller "page" (1-based).
    """

    supported_media_types: ClassVar[list[str]] = [f"image/{name}" for name in PICTURE_FORMATS]
    extensions: ClassVar[tuple[str, ...]] = (
        ".png", ".jpg", ".jpeg", ".gif", ".bmp", ".webp", ".tif", ".tiff", ".heic", ".heif", ".avif", ".jp2",
    )  # fmt: skip

    def __init__(self, *, ocr: bool = False, longest_side: int | None = None) -> None:
        """Make a parser.

        Args:
            ocr: Whether the text in pictures is read.
            longest_side: Pictures are made smaller to this many pixels and turned upright, and every page of a TIFF
                file becomes a picture of its own; if not given, the bytes of the file are kept as they are.
        """
        self.ocr = ocr
        self.longest_side = longest_side

    def read(
        self,
        data: bytes,
        filename: str,
        *,
        password: str | None = None,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> ParseResult:
        """Read a whole picture; see `ParserBase.read`.

        Raises:
            UnsupportedError: It is no picture of the formats above, whatever its name says.
            DamagedError: It cannot be decoded.
            LimitError: It has too many pixels.
        """
        if not data:
            raise empty()
        file_type = sniff_bytes(data, filename)
        if file_type.id not in PICTURE_FORMATS:
            raise _not_a_picture(file_type)
        tell = on_progress or _tell_nobody
        sections: list[Section] = []
        page_count = 0
        for number, (page, page_count) in enumerate(picture_pages(data, file_type), start=1):
            section = self._section(page, data, file_type, filename)
            if self.ocr:
                section.metadata |= _read(page, partial(tell, Progress("page", number - 1, page_count)))
            if page_count > 1 and self.longest_side is not None:
                section.metadata["page"] = number
            sections.append(section)
            tell(Progress("page", number, page_count))
        pages = [PageState.OCR if CAPTION in section.metadata else PageState.PICTURE for section in sections]
        if self.longest_side is None:
            sections = _joined(sections)
        units = {"pages": page_count} if file_type.id == "tiff" else {}
        return ParseResult(sections, units, _warnings(sections, page_count), _outcome(sections), pages)

    def _section(self, page: PicturePage, data: bytes, file_type: FileType, filename: str) -> Section:
        kept, media_type = data, file_type.media_type
        if self.longest_side is not None:
            kept, media_type = _smaller(page, data, file_type, self.longest_side)
        metadata: dict[str, Any] = {"media_type": media_type}
        source = Base64Source(data=base64.b64encode(kept).decode("ascii"), media_type=media_type)
        return Section(content=DataBlock(source=source, name=filename), source=filename, metadata=metadata)


def _read(page: PicturePage, on_step: Callable[[], None]) -> dict[str, Any]:
    """Return the metadata that say what OCR read on a page; none if it read nothing."""
    found = recognize_text(page.image, on_step)
    if found is None or not found.text:
        return {}
    return {CAPTION: found.text, "ocr": True, "ocr_confidence": found.confidence}


def _tell_nobody(_: Progress) -> None:
    pass


@dataclass(frozen=True)
class PicturePage:
    """A decoded picture.

    Attributes:
        image: Upright, in mode L, RGB or RGBA, no larger than OCR wants.
        original_side: The longest one in the file, in pixels.
        is_turned: Whether it lies on its side in the file.
    """

    image: Image
    original_side: int
    is_turned: bool


def picture_pages(data: bytes, file_type: FileType, first: int = 0) -> Iterator[tuple[PicturePage, int]]:
    """Yield each page of a TIFF file, the first frame of the others, with the number of pages.

    Args:
        data: The file's bytes.
        file_type: One of the types that `ImageParser` reads.
        first: Index of the page to begin with.

    Raises:
        DamagedError: It cannot be decoded.
        LimitError: It has too many pixels.
        UnsupportedError: The library for HEIC is missing.
    """
    if file_type.id == "heic":
        _learn_heic()
    with _opened(data, file_type) as frame:
        count = getattr(frame, "n_frames", 1) if file_type.id == "tiff" else 1
    for index in range(first, min(count, limits.MAX_PICTURE_PAGES)):
        yield _page(data, file_type, index), count


def _page(data: bytes, file_type: FileType, index: int) -> PicturePage:
    """Return a page; behind it, the pixels that it had in the file take no more memory."""
    with _opened(data, file_type) as frame:
        frame.seek(index)
        if frame.width * frame.height > limits.MAX_PIXELS:
            raise _too_many_pixels()
        side, turned = max(frame.size), is_turned(frame)
        return PicturePage(plain(frame), side, turned)


@contextmanager
def _opened(data: bytes, file_type: FileType) -> Generator[Image]:
    """Open a picture, and say in the words of a parser what goes wrong with it."""
    from PIL import Image

    try:
        with Image.open(io.BytesIO(data), formats=[PICTURE_FORMATS[file_type.id]]) as frame:
            yield frame
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as exc:
        raise _too_many_pixels() from exc
    except ParseError:
        raise
    except (*LIBRARY_FAULTS, SyntaxError) as exc:  # SyntaxError: Pillow's word for a broken PNG
        raise damaged(file_type.kind) from exc


def _learn_heic() -> None:
    """Let Pillow read HEIC, for which it needs a library that not everybody has installed (`kbdesk[heic]`)."""
    try:
        from pi_heif import register_heif_opener
    except ImportError as exc:
        raise UnsupportedError(
            text("parsing", "This is a photo in the format HEIC, and the library that reads it is not installed."),
            text("parsing", "Save it as PNG or JPEG and add it again."),
        ) from exc
    register_heif_opener()


def _too_many_pixels() -> ParseError:
    return too_large(
        text("parsing", "This picture has more than {count} million pixels.", count=limits.MAX_PIXELS // 1_000_000)
    )


def _smaller(page: PicturePage, data: bytes, file_type: FileType, longest_side: int) -> tuple[bytes, str]:
    """Return the bytes and the media type of a picture that fits; the file's own bytes where they do."""
    fits = page.original_side <= longest_side and len(data) <= _KEPT_BYTES and not page.is_turned
    if fits and file_type.id in {"png", "jpeg", "gif", "webp"}:
        return data, file_type.media_type
    copy = page.image.copy()
    copy.thumbnail((longest_side, longest_side))
    buffer = io.BytesIO()
    if file_type.id in {"jpeg", "webp", "heic", "avif", "jp2"} and copy.mode != "RGBA":
        copy.save(buffer, "JPEG", quality=85)
        return buffer.getvalue(), "image/jpeg"
    copy.save(buffer, "PNG", optimize=True)
    return buffer.getvalue(), "image/png"


def _joined(sections: list[Section]) -> list[Section]:
    """Return one section for a file whose bytes are kept whole, with the captions of all its pages."""
    first, captions = sections[0], [s.metadata[CAPTION] for s in sections if CAPTION in s.metadata]
    if captions:
        confidence = min(s.metadata["ocr_confidence"] for s in sections if CAPTION in s.metadata)
        first.metadata |= {CAPTION: "\n\n".join(captions), "ocr": True, "ocr_confidence": confidence}
    return [first]


def _warnings(sections: list[Section], page_count: int) -> list[Text]:
    warnings: list[Text] = []
    if any(CAPTION in section.metadata for section in sections):
        warnings.append(text("parsing", "The text was read from a picture (OCR) and may contain mistakes."))
    if page_count > limits.MAX_PICTURE_PAGES:
        warnings.append(text("parsing", "Only the first {count} pages were read.", count=limits.MAX_PICTURE_PAGES))
    return warnings


def _outcome(sections: list[Section]) -> Outcome:
    return "text" if any(CAPTION in section.metadata for section in sections) else "no_text"


def _not_a_picture(file_type: FileType) -> UnsupportedError:
    return UnsupportedError(
        text("parsing", "This is no picture that can be read ({kind}).", kind=file_type.kind),
        text("parsing", "Save it as PNG or JPEG and add it again."),
    )
