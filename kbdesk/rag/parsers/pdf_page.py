"""One page of a PDF as it was read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from kbdesk.rag.parsers.base import PageState
from kbdesk.rag.parsers.ocr import RecognizedText
from kbdesk.rag.parsers.pdf_heads import EdgeLine
from kbdesk.rag.parsers.pdf_layout import LINE_END, layout
from kbdesk.rag.parsers.pdf_pdfium import PdfiumPage
from kbdesk.rag.parsers.pdf_text import READABLE_SHARE, clean_text, has_words, readable_share

LEAST_CONFIDENCE = 0.8
"""Mean of a page read by OCR; below it is what shapes and handwriting were mistaken for."""
_SHORT = 300
"""Characters: a text layer of so few, on a page that is a picture, is a stamp or a line of the scanning program."""
_LARGE_PICTURE = 0.7
"""Of the page: a scan covers all of it; a figure, half of it on real pages, is not worth the seconds that OCR takes."""
_AGREEMENT = 0.3
"""Of the words that OCR reads, those that a text layer has too; below, it is not what the page shows."""
_WORD = re.compile(r"[^\W\d_]{3,}")
_WITHOUT_TEXT = frozenset({PageState.PICTURE, PageState.GARBLED, PageState.UNREAD})


@dataclass(frozen=True)
class Page:
    """A page as it was read.

    Attributes:
        raw: Its text, not cleaned; "" where there is none or it is rubbish.
        state: How it was read.
        share: Of its characters that are readable; see `readable_share`.
        edges: Lines that may be running heads.
        notes: What stands beside the text.
        has_notes: Whether something stands beside the text, as long as nobody has looked what.
        is_stamp: Whether its text is a stamp on a picture, which may say more.
        is_strange: Whether the letters of its text are no words, so that its picture may say something else.
        confidence: Of OCR, where that read it.
    """

    raw: str
    state: PageState
    share: float = 1.0
    edges: list[EdgeLine] = field(default_factory=list[EdgeLine])
    notes: list[str] = field(default_factory=list[str])
    has_notes: bool = True
    is_stamp: bool = False
    is_strange: bool = False
    confidence: float | None = None

    @property
    def wants_ocr(self) -> bool:
        """Whether its picture is worth reading."""
        return self.is_stamp or self.is_strange or self.state in _WITHOUT_TEXT

    def is_confirmed_by(self, found: RecognizedText) -> bool:
        """Tell whether OCR read in its picture what its strange text says: a list of parts, not a wrong font."""
        return self.is_strange and found.confidence >= LEAST_CONFIDENCE and _agrees(found.text, self.raw)

    def body(self, heads: Sequence[EdgeLine] = ()) -> str:
        """Return the text for people and for search, without these running heads."""
        raw = self.raw
        if heads:
            numbers = {head.number for head in heads}
            raw = LINE_END.join(line for number, line in enumerate(raw.split(LINE_END)) if number not in numbers)
        return "\n".join(part for part in (clean_text(raw), *map(clean_text, self.notes)) if part)

    def read_by_ocr(self, found: RecognizedText, *, is_chosen: bool) -> Page:
        """Return the page with what OCR read in its picture, or as it is where that is no better.

        Args:
            found: What was read.
            is_chosen: Whether a person wants the text from the picture, whatever the text layer says.
        """
        if not found.text or found.confidence < LEAST_CONFIDENCE:
            return self
        missing = ""
        if not is_chosen and self.state not in _WITHOUT_TEXT:
            if not _says_more(found.text, self.raw):
                return self
            missing = self.raw if has_words(self.raw) and not _agrees(self.raw, found.text) else ""
        raw = "\n".join(part for part in (missing, found.text) if part)
        return replace(self, raw=raw, state=PageState.OCR, edges=[], confidence=found.confidence)


def layer_of(page: PdfiumPage) -> Page:
    """Return a page as its text layer says it.

    Raises:
        UnreadablePageError: PDFium cannot read it.
    """
    text, has_notes = page.text(), page.has_notes()
    if not text.strip():
        return Page("", PageState.BLANK if page.is_blank() else PageState.PICTURE, has_notes=has_notes)
    share = readable_share(text)
    if share < READABLE_SHARE:
        return Page("", PageState.GARBLED, share, has_notes=has_notes)
    found = layout(page, text)
    is_stamp = len(text) < _SHORT and page.picture_share() > _LARGE_PICTURE
    return Page(
        found.text,
        found.state,
        share,
        found.edges,
        has_notes=has_notes,
        is_stamp=is_stamp,
        is_strange=not has_words(text),
    )


def layer_of_text(text: str, *, has_notes: bool) -> Page:
    """Return a page of which nothing but the text is known, and whether something stands beside it."""
    share = readable_share(text)
    if share < READABLE_SHARE:
        return Page("", PageState.GARBLED, share, has_notes=has_notes)
    state = PageState.TEXT if text.strip() else PageState.BLANK
    return Page(text, state, share, has_notes=has_notes, is_strange=not has_words(text))


def _says_more(found: str, layer: str) -> bool:
    """Tell whether OCR read something else than the text layer says, or much more."""
    return not _agrees(found, layer) or len(found) > 2 * len(layer)


def _agrees(text: str, other: str) -> bool:
    words = set(_WORD.findall(text.casefold()))
    return not words or len(words.intersection(_WORD.findall(other.casefold()))) >= _AGREEMENT * len(words)
