"""PDF as PDFium reads and draws it; its errors end here."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kbdesk.rag.parsers import limits
from kbdesk.rag.parsers.faults import LIBRARY_FAULTS, damaged, password_wanted
from kbdesk.rag.parsers.reading_order import WORD_GAP, Box, Piece, joined_runs

if TYPE_CHECKING:
    from PIL.Image import Image

PDFIUM_LOCK = threading.Lock()
"""PDFium is not safe in threads: who opens a file holds this until it is closed."""

_WRONG_PASSWORD = 4
_XFA_FORMS = (2, 3)
_NOTES = frozenset({1, 3, 17, 20})
"""Kinds of annotations: note, typed-in text, file, form field."""
_LINE_BREAKS = (10, 13)
_LOOK_SIDE = 200
"""Pixels: enough to see whether anything is on a page."""
_PAPER_CONTRAST = 24
"""Of 255: a sheet on which less differs is blank."""
_LARGEST_SCALE = 300 / 72
"""Pixels a point: small pages are not blown up beyond 300 dots per inch."""


class UnreadablePageError(Exception):
    """A library cannot read one page; another may."""


@dataclass(frozen=True)
class Bookmark:
    """An entry of the outline.

    Attributes:
        title: As written.
        level: From 0.
        page: From 0, or None where it leads nowhere.
    """

    title: str
    level: int
    page: int | None


class PdfiumFile:
    """A PDF as PDFium reads it. The caller holds `PDFIUM_LOCK`.

    Args:
        data: The file's bytes.
        password: For an encrypted file; the empty one is tried in any case.

    Raises:
        PasswordError: It is encrypted and the password is missing or wrong.
        DamagedError: PDFium cannot open it.
    """

    def __init__(self, data: bytes, password: str | None) -> None:
        import pypdfium2  # pyright: ignore[reportMissingTypeStubs] - it has none; `Any` below

        library: Any = pypdfium2
        self._faults: tuple[type[Exception], ...] = (library.PdfiumError, *LIBRARY_FAULTS)
        try:
            self._document: Any = library.PdfDocument(data, password=password)
        except library.PdfiumError as exc:
            if getattr(exc, "err_code", None) == _WRONG_PASSWORD:
                raise password_wanted(password) from exc
            raise damaged("PDF") from exc

    @property
    def page_count(self) -> int:
        """Number of pages."""
        return len(self._document)

    @contextmanager
    def page(self, index: int) -> Generator[PdfiumPage]:
        """Open a page.

        Args:
            index: From 0.

        Raises:
            UnreadablePageError: PDFium cannot open it.
        """
        with _converted(self._faults):
            page = self._document[index]
        try:
            yield PdfiumPage(page, self._faults)
        finally:
            page.close()

    def bookmarks(self) -> list[Bookmark]:
        """Return the outline in its order, [] where there is none or it is broken."""
        try:
            return [_bookmark(entry) for entry in self._document.get_toc()]
        except self._faults:
            return []

    def page_labels(self) -> list[str]:
        """Return the printed numbers of the pages ("iv", "A-3"); "" for those that have none of their own."""
        try:
            return [self._document.get_page_label(index) for index in range(self.page_count)]
        except self._faults:
            return []

    def has_xfa(self) -> bool:
        """Tell whether the real content is an XFA form, which only Adobe's programs show."""
        return self._document.get_formtype() in _XFA_FORMS

    def has_attachments(self) -> bool:
        """Tell whether files are attached to the document as a whole."""
        try:
            return self._document.count_attachments() > 0
        except self._faults:
            return False

    def close(self) -> None:
        """Give the memory back."""
        self._document.close()


class PdfiumPage:
    """One open page. Every method raises `UnreadablePageError` where PDFium fails.

    Boxes are in points on the upright page, y grows downwards from its upper left.
    """

    def __init__(self, page: Any, faults: tuple[type[Exception], ...]) -> None:
        import pypdfium2.raw as raw  # pyright: ignore[reportMissingTypeStubs] - it has none; `Any` below

        self._raw: Any = raw
        self._page = page
        self._faults = faults
        self._text_page: Any = None
        self._crop: tuple[float, float, float, float] = page.get_cropbox()
        self._rotation: int = page.get_rotation()
        self.width: float = page.get_width()
        """In points."""
        self.height: float = page.get_height()
        """In points."""

    def text(self) -> str:
        """Return the text in the order it was written."""
        with _converted(self._faults):
            self._text_page = self._page.get_textpage()
            return self._text_page.get_text_range()

    def boxes(self, start: int = 0, count: int = -1) -> list[Box]:
        """Return where the lines stand, in the order they were written, cut at wide gaps. `text` was called before.

        Args:
            start: First character, as in `text`.
            count: Number of characters, -1 for all.
        """
        with _converted(self._faults):
            return joined_runs(self._runs(start, count))

    def _runs(self, start: int, count: int) -> Iterator[tuple[float, float, float, float]]:
        left, top, right, bottom = (ctypes.c_double() for _ in range(4))
        get_rectangle, text_page, upright = self._raw.FPDFText_GetRect, self._text_page.raw, self._upright
        for index in range(self._raw.FPDFText_CountRects(text_page, start, count)):
            if get_rectangle(text_page, index, left, top, right, bottom):
                yield upright(left.value, bottom.value, right.value, top.value)

    def pieces(self) -> list[Piece]:
        """Return the text in pieces without wide gaps, in the order they were written. `text` was called before.

        It looks at every character, which takes some milliseconds.
        """
        with _converted(self._faults):
            return [
                Piece(box, self._text_page.get_text_range(start, end - start)) for start, end, box in self._stretches()
            ]

    def _stretches(self) -> Iterator[tuple[int, int, Box]]:
        """Yield (first character, behind the last one, box) of each piece."""
        start, end, around = 0, 0, None
        for index in range(self._text_page.count_chars()):
            box = self._character(index)
            if box is None:
                continue
            if around is not None and not _continues(around, box):
                yield start, end, around
                around = None
            if around is None:
                start, around = index, box
            end, around = index + 1, around.around(box)
        if around is not None:
            yield start, end, around

    def _character(self, index: int) -> Box | None:
        """Return the box of a character, None for blanks and line breaks."""
        rectangle = self._raw.FS_RECTF()
        if self._raw.FPDFText_GetUnicode(self._text_page, index) in (*_LINE_BREAKS, 32):
            return None
        if not self._raw.FPDFText_GetLooseCharBox(self._text_page, index, rectangle):
            return None
        box = Box(*self._upright(rectangle.left, rectangle.bottom, rectangle.right, rectangle.top))
        return box if box.width > 0 and box.height > 0 else None

    def _upright(self, left: float, bottom: float, right: float, top: float) -> tuple[float, float, float, float]:
        """Return (left, top, right, bottom) on the page as it is shown, y downwards."""
        crop_left, crop_bottom, crop_right, crop_top = self._crop
        match self._rotation:
            case 0:
                return left - crop_left, crop_top - top, right - crop_left, crop_top - bottom
            case 90:
                return bottom - crop_bottom, left - crop_left, top - crop_bottom, right - crop_left
            case 180:
                return crop_right - right, bottom - crop_bottom, crop_right - left, top - crop_bottom
            case _:
                return crop_top - top, crop_right - right, crop_top - bottom, crop_right - left

    def has_notes(self) -> bool:
        """Tell whether something stands on the page beside its text: notes, typed-in text, form fields, files."""
        with _converted(self._faults):
            return any(
                self._annotation_type(index) in _NOTES for index in range(self._raw.FPDFPage_GetAnnotCount(self._page))
            )

    def _annotation_type(self, index: int) -> int:
        annotation = self._raw.FPDFPage_GetAnnot(self._page, index)
        if not annotation:
            return 0
        try:
            return self._raw.FPDFAnnot_GetSubtype(annotation)
        finally:
            self._raw.FPDFPage_CloseAnnot(annotation)

    def picture_share(self) -> float:
        """Return how much of the page its pictures cover, 0 to 1; many scanners cut a page into strips."""
        with _converted(self._faults):
            width, height = self._page.get_size()
            bounds = [picture.get_bounds() for picture in self._pictures()]
            area = sum((right - left) * (top - bottom) for left, bottom, right, top in bounds)
            return min(1.0, area / (width * height))

    def is_blank(self) -> bool:
        """Tell whether nothing is to be seen on the page, notes of reviewers aside."""
        with _converted(self._faults):
            if not self._raw.FPDFPage_CountObjects(self._page):
                return True
        look = self.draw(_LOOK_SIDE)
        if look is None:
            return False
        shades = [shade for shade, count in enumerate(look.convert("L").histogram()) if count]
        return shades[-1] - shades[0] < _PAPER_CONTRAST

    def draw(self, longest_side: int, *, with_notes: bool = False) -> Image | None:
        """Return the picture of the page, upright; None where the pictures on it have too many pixels.

        Args:
            longest_side: In pixels; small pages become smaller ones.
            with_notes: Whether notes and form fields are drawn too.
        """
        with _converted(self._faults):
            if sum(width * height for width, height in map(_pixel_size, self._pictures())) > limits.MAX_PIXELS:
                return None
            scale = min(longest_side / max(self._page.get_size()), _LARGEST_SCALE)
            return self._page.render(scale=scale, may_draw_forms=False, draw_annots=with_notes).to_pil()

    def _pictures(self) -> Iterator[Any]:
        return self._page.get_objects(filter=[self._raw.FPDF_PAGEOBJ_IMAGE])


@contextmanager
def _converted(faults: tuple[type[Exception], ...]) -> Generator[None]:
    try:
        yield
    except faults as exc:
        raise UnreadablePageError from exc


def _bookmark(entry: Any) -> Bookmark:
    target = entry.get_dest()
    return Bookmark(" ".join(entry.get_title().split()), entry.level, target.get_index() if target else None)


def _pixel_size(picture: Any) -> tuple[int, int]:
    return picture.get_px_size()


def _continues(piece: Box, character: Box) -> bool:
    height = max(piece.height, character.height)
    return character.is_beside(piece) and abs(character.left - piece.right) < WORD_GAP * height
