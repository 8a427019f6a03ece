"""PDF: a section per page.

Two libraries read each file. PDFium reads the text: it decodes more fonts than pypdf, knows hyphens and ligatures and
takes about 1 ms a page against pypdf's 20. pypdf reads what stands around it (labels, notes, form fields, attachments)
and is the second reader of every page that PDFium cannot read, reads as rubbish, or sets from the wrong side (Arabic).
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from kbdesk.errors import DamagedError, UnsupportedError
from kbdesk.message import TextBlock
from kbdesk.rag.document import Section
from kbdesk.rag.parsers import limits
from kbdesk.rag.parsers.base import Outcome, ParserBase, ParseResult, Progress
from kbdesk.rag.parsers.faults import empty, too_large
from kbdesk.rag.parsers.pdf_readers import PdfiumFile, PypdfFile, UnreadablePageError
from kbdesk.rag.parsers.pdf_text import READABLE_SHARE, clean_text, has_right_to_left, readable_share
from kbdesk.rag.parsers.ranges import ranges
from kbdesk.texts import Text, text

_PDFIUM_LOCK = threading.Lock()
_XFA_SHELL = re.compile(r"please wait|not eventually replaced|adobe reader", re.IGNORECASE)


@dataclass(frozen=True)
class _Page:
    """One page as it was read; `text` is None where no library could read it, `share` as in `readable_share`."""

    text: str | None
    share: float = 1.0

    @property
    def is_rubbish(self) -> bool:
        return self.share < READABLE_SHARE


class PDFParser(ParserBase):
    """Reads PDF files: a text section per page, blank ones included, with {"page": 1-based}.

    Where the printed page number differs, "page_label" holds it.
    """

    supported_media_types: ClassVar[list[str]] = ["application/pdf"]
    extensions: ClassVar[tuple[str, ...]] = (".pdf",)

    def read(
        self,
        data: bytes,
        filename: str,
        *,
        password: str | None = None,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> ParseResult:
        """Read a whole file; see `ParserBase.read`."""
        if not data:
            raise empty()
        with _PDFIUM_LOCK:
            file = _TwoReaders(data, password)
            try:
                return self._read(file, filename, on_progress)
            finally:
                file.close()

    def _read(self, file: _TwoReaders, filename: str, on_progress: Callable[[Progress], None] | None) -> ParseResult:
        if file.page_count > limits.MAX_PDF_PAGES:
            raise too_large(
                text("parsing", "This PDF has {count} pages, more than can be read.", count=file.page_count)
            )
        labels = file.page_labels()
        pages: list[_Page] = []
        sections: list[Section] = []
        for index in range(file.page_count):
            page = file.page(index)
            pages.append(page)
            metadata: dict[str, Any] = {"page": index + 1}
            if index < len(labels) and labels[index] != str(index + 1):
                metadata["page_label"] = labels[index]
            body = "" if page.text is None or page.is_rubbish else page.text
            sections.append(Section(content=TextBlock(text=body), source=filename, metadata=metadata))
            if on_progress is not None:
                on_progress(Progress("page", index + 1, file.page_count))
        file.refuse_shell(pages)
        warnings = [*_page_warnings(pages), *_attachment_warnings(file.attachments())]
        return ParseResult(sections, {"pages": len(pages)}, warnings, _outcome(pages))


class _TwoReaders:
    """A PDF opened by PDFium and by pypdf, or by the one that can."""

    def __init__(self, data: bytes, password: str | None) -> None:
        fault: DamagedError | None = None
        self._pypdf: PypdfFile | None = None
        self._pdfium: PdfiumFile | None = None
        try:
            self._pypdf = PypdfFile(data, password)
        except DamagedError as exc:
            fault = exc
        try:
            self._pdfium = PdfiumFile(data, password)
        except DamagedError:
            if fault is not None:
                raise fault from None

    @property
    def page_count(self) -> int:
        reader = self._pdfium or self._pypdf
        return reader.page_count if reader else 0

    def close(self) -> None:
        if self._pdfium is not None:
            self._pdfium.close()

    def page(self, index: int) -> _Page:
        """Read a page with the library whose text is better, and add what is noted on it."""
        page = _read_page(self._pdfium, index)
        if page.text is None or page.is_rubbish or has_right_to_left(page.text):
            other = _read_page(self._pypdf, index)
            if other.text is not None and (page.text is None or other.share >= page.share):
                page = other
        notes = self._pypdf.page_notes(index) if self._pypdf and index < self._pypdf.page_count else []
        if not notes or page.is_rubbish:
            return page
        return _Page("\n".join([line for line in (page.text, *map(clean_text, notes)) if line]))

    def page_labels(self) -> list[str]:
        return self._pypdf.page_labels() if self._pypdf else []

    def attachments(self) -> list[str]:
        return self._pypdf.attachments() if self._pypdf else []

    def refuse_shell(self, pages: Iterable[_Page]) -> None:
        """Raise if the pages only ask to open the file in an Adobe program."""
        if self._pypdf is None or not self._pypdf.has_xfa():
            return
        shown = "\n".join(page.text or "" for page in pages)
        if not shown.strip() or _XFA_SHELL.search(shown):
            raise UnsupportedError(
                text("parsing", "This PDF is an interactive form that only Adobe Acrobat can show."),
                text("parsing", "Open it in Acrobat, print it to a new PDF, and add that one."),
            )


def _read_page(reader: PdfiumFile | PypdfFile | None, index: int) -> _Page:
    if reader is None or index >= reader.page_count:
        return _Page(None)
    try:
        raw = reader.page_text(index)
    except UnreadablePageError:
        return _Page(None)
    return _Page(clean_text(raw), readable_share(raw))


def _outcome(pages: list[_Page]) -> Outcome:
    if not pages:
        return "empty"
    if any(page.text and not page.is_rubbish for page in pages):
        return "text"
    return "unreadable_text" if any(page.is_rubbish for page in pages) else "no_text"


def _page_warnings(pages: list[_Page]) -> list[Text]:
    blank = [number for number, page in enumerate(pages, 1) if page.text == "" and not page.is_rubbish]
    rubbish = [number for number, page in enumerate(pages, 1) if page.is_rubbish]
    failed = [number for number, page in enumerate(pages, 1) if page.text is None]
    warnings: list[Text] = []
    if blank and len(blank) < len(pages):
        warnings.append(text("parsing", "No text on these pages: {pages}.", pages=ranges(blank)))
    if rubbish:
        warnings.append(
            text("parsing", "The text of these pages is unreadable and was left out: {pages}.", pages=ranges(rubbish))
        )
    if failed:
        warnings.append(text("parsing", "These pages could not be read: {pages}.", pages=ranges(failed)))
    return warnings


def _attachment_warnings(names: list[str]) -> list[Text]:
    if not names:
        return []
    return [
        text(
            "parsing",
            "Files attached inside were not read: {names}.",
            names=", ".join(names),
        )
    ]
