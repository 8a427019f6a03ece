"""PDF: a section per page.

PDFium reads the text, the outline and the labels, and draws: it decodes more fonts than pypdf, knows hyphens and
ligatures and takes about 1 ms a page against pypdf's 20. pypdf reads what stands beside the text (notes, form fields,
attached files) and is the second reader of every page that PDFium cannot read, reads as rubbish, or sets from the wrong
side (Arabic). Pages without a usable text layer are drawn and read by OCR.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import Any, ClassVar

from kbdesk.errors import DamagedError, ParseError, PasswordError, UnsupportedError
from kbdesk.message import TextBlock
from kbdesk.rag.document import Section
from kbdesk.rag.parsers import limits
from kbdesk.rag.parsers.base import Attachment, Outcome, PageState, ParserBase, ParseResult, Progress
from kbdesk.rag.parsers.faults import empty, too_large
from kbdesk.rag.parsers.ocr import RecognizedText, is_available, not_available, recognize_text
from kbdesk.rag.parsers.ocr_sheet import longest_side
from kbdesk.rag.parsers.pdf_heads import running_heads
from kbdesk.rag.parsers.pdf_outline import heading_paths
from kbdesk.rag.parsers.pdf_page import Page, layer_of, layer_of_text
from kbdesk.rag.parsers.pdf_pdfium import PDFIUM_LOCK, PdfiumFile, UnreadablePageError
from kbdesk.rag.parsers.pdf_pypdf import FileEntry, PypdfFile, is_encrypted_payload, rights_managed
from kbdesk.rag.parsers.pdf_text import has_right_to_left
from kbdesk.rag.parsers.ranges import ranges
from kbdesk.texts import Text, text

_ENOUGH_CONFIRMED = 2
"""Pages of a file whose strange text turned out to be right; further ones are not worth the seconds that OCR takes."""
_XFA_SHELL = re.compile(r"please wait|not eventually replaced|adobe reader", re.IGNORECASE)


class PDFParser(ParserBase):
    """Reads PDF files: a text section per page, blank ones included, with {"page": 1-based}.

    Further metadata: "page_label", the printed page number where it differs; "heading_path", the bookmarks that the
    page stands under; "running_head", a header or footer that only repeats those of other pages and is no part of the
    text; "ocr" (True) and "ocr_confidence" (0 to 1) where the text was read from the picture of the page.
    """

    supported_media_types: ClassVar[list[str]] = ["application/pdf"]
    extensions: ClassVar[tuple[str, ...]] = (".pdf",)

    def __init__(self, *, ocr: bool = False, ocr_pages: Collection[int] = ()) -> None:
        """Make a parser.

        Args:
            ocr: Whether pages without a usable text layer are read from their picture.
            ocr_pages: Pages (from 1) that are read from their picture, whatever their text layer says.
        """
        self.ocr = ocr
        self.ocr_pages = ocr_pages

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
        with PDFIUM_LOCK:
            file = _TwoReaders(data, password)
            try:
                return self._read(file, filename, on_progress)
            finally:
                file.close()

    def _read(self, file: _TwoReaders, filename: str, on_progress: Callable[[Progress], None] | None) -> ParseResult:
        count = file.page_count
        if count > limits.MAX_PDF_PAGES:
            raise too_large(text("parsing", "This PDF has {count} pages, more than can be read.", count=count))
        tell = on_progress or _tell_nobody
        pages: list[Page] = []
        confirmed = 0
        for index in range(count):
            page = file.page(index)
            if self._wants_ocr(page, index, trusts_strange=confirmed >= _ENOUGH_CONFIRMED):
                found = file.recognized(index, partial(tell, Progress("page", index, count)))
                if found is not None:
                    confirmed += page.is_confirmed_by(found)
                    page = page.read_by_ocr(found, is_chosen=index + 1 in self.ocr_pages)
            pages.append(page)
            tell(Progress("page", index + 1, count))
        file.refuse_shell(pages)
        sections = _sections(pages, filename, file.page_labels(), file.heading_paths())
        has_text = any(isinstance(section.content, TextBlock) and section.content.text for section in sections)
        attachments = list(file.attachments())
        return ParseResult(
            sections,
            {"pages": count},
            [*_page_warnings(pages), *file.warnings],
            "text" if has_text else _outcome(pages),
            pages=[page.state for page in pages],
            attachments=attachments,
        )

    def _wants_ocr(self, page: Page, index: int, *, trusts_strange: bool) -> bool:
        if index + 1 in self.ocr_pages:
            return True
        return self.ocr and (replace(page, is_strange=False) if trusts_strange else page).wants_ocr


class _TwoReaders:
    """A PDF opened by PDFium, or by pypdf where PDFium cannot; pypdf also reads what PDFium says that there is.

    Attributes:
        warnings: What went wrong with what stands around the text.
    """

    def __init__(self, data: bytes, password: str | None) -> None:
        self.warnings: list[Text] = []
        self._files: list[FileEntry] = []
        self._data, self._password = data, password
        self._fault: ParseError | None = None
        self._pdfium: PdfiumFile | None = None
        try:
            self._pdfium = PdfiumFile(data, password)
        except (DamagedError, PasswordError) as exc:
            if self._pypdf is None:
                raise exc if isinstance(exc, PasswordError) else self._fault or exc from None

    @cached_property
    def _pypdf(self) -> PypdfFile | None:
        """The file as pypdf opens it, None where it cannot; opening takes it as long as PDFium needs for many pages."""
        try:
            return PypdfFile(self._data, self._password)
        except (DamagedError, PasswordError, UnsupportedError) as exc:
            self._fault = exc
            return None

    @property
    def page_count(self) -> int:
        reader = self._pdfium or self._pypdf
        return reader.page_count if reader else 0

    def close(self) -> None:
        if self._pdfium is not None:
            self._pdfium.close()

    def page(self, index: int) -> Page:
        """Read a page with the library whose text is better, and add what is noted on it."""
        page = self._layer(index)
        if page.state in {PageState.GARBLED, PageState.UNREAD} or has_right_to_left(page.raw):
            page = self._better_layer(index, page)
        if not page.has_notes or self._pypdf is None or index >= self._pypdf.page_count:
            return page
        notes = self._pypdf.page_notes(index)
        self._files += notes.files
        is_text = notes.lines and page.state is PageState.BLANK
        return replace(page, notes=notes.lines, state=PageState.TEXT if is_text else page.state)

    def _layer(self, index: int) -> Page:
        unread = Page("", PageState.UNREAD)
        if self._pdfium is None or index >= self._pdfium.page_count:
            return unread
        try:
            with self._pdfium.page(index) as page:
                return layer_of(page)
        except UnreadablePageError:
            return unread

    def _better_layer(self, index: int, page: Page) -> Page:
        """Return a page as pypdf reads it, if of its characters as large a share is readable as PDFium's or larger."""
        if self._pypdf is None or index >= self._pypdf.page_count:
            return page
        try:
            other = layer_of_text(self._pypdf.page_text(index), has_notes=page.has_notes)
        except UnreadablePageError:
            return page
        if page.state is PageState.UNREAD:
            return other if other.raw else page
        return other if other.share >= page.share else page

    def recognized(self, index: int, on_step: Callable[[], None]) -> RecognizedText | None:
        """Return what OCR reads in the picture of a page, None where it cannot be drawn or there is no OCR."""
        if self._pdfium is None or index >= self._pdfium.page_count:
            return None
        try:
            with self._pdfium.page(index) as page:
                picture = page.draw(longest_side(page.width, page.height))
        except UnreadablePageError:
            return None
        if picture is None:
            return None
        found = recognize_text(picture, on_step)
        if found is None and not is_available() and not_available() not in self.warnings:
            self.warnings.append(not_available())
        return found

    def page_labels(self) -> list[str]:
        return self._pdfium.page_labels() if self._pdfium else []

    def heading_paths(self) -> list[list[str]]:
        return heading_paths(self._pdfium.bookmarks() if self._pdfium else [], self.page_count)

    def attachments(self) -> Iterator[Attachment]:
        """Read the files attached inside, as many as may be kept; `page` was called for every page."""
        entries = [*self._attached(), *self._files]
        if not entries or self._pypdf is None:
            return
        seen: set[Attachment] = set()
        size = 0
        for entry in entries:
            if size > limits.MAX_ATTACHED_BYTES:
                return
            found = self._pypdf.content(entry)
            if found is None:
                self.warnings.append(text("parsing", "The attached file “{name}” could not be read.", name=entry.name))
            elif found not in seen:
                seen.add(found)
                size += len(found.data)
                yield found

    def _attached(self) -> list[FileEntry]:
        if self._pdfium is not None and not self._pdfium.has_attachments():
            return []
        return self._pypdf.attached() if self._pypdf else []

    def refuse_shell(self, pages: Iterable[Page]) -> None:
        """Raise if the pages only ask to open the file in another program."""
        if any(map(is_encrypted_payload, self._attached())):
            raise rights_managed()
        shown = "\n".join(page.raw for page in pages)
        if self._pdfium and self._pdfium.has_xfa() and (not shown.strip() or _XFA_SHELL.search(shown)):
            raise UnsupportedError(
                text("parsing", "This PDF is an interactive form that only Adobe Acrobat can show."),
                text("parsing", "Open it in Acrobat, print it to a new PDF, and add that one."),
            )


def _tell_nobody(_: Progress) -> None:
    pass


def _sections(
    pages: Sequence[Page], filename: str, labels: Sequence[str], headings: Sequence[Sequence[str]]
) -> list[Section]:
    sections: list[Section] = []
    heads = running_heads([page.edges for page in pages])
    for number, page in enumerate(pages, 1):
        metadata: dict[str, Any] = {"page": number}
        if number <= len(labels) and labels[number - 1] not in {"", str(number)}:
            metadata["page_label"] = labels[number - 1]
        if path := headings[number - 1]:
            metadata["heading_path"] = list(path)
        if repeated := heads[number - 1]:
            metadata["running_head"] = " | ".join(line.text for line in repeated)
        if page.confidence is not None:
            metadata |= {"ocr": True, "ocr_confidence": page.confidence}
        body = page.body(heads[number - 1])
        sections.append(Section(content=TextBlock(text=body), source=filename, metadata=metadata))
    return sections


def _outcome(pages: Sequence[Page]) -> Outcome:
    """Return how a file without any text ended."""
    states = {page.state for page in pages}
    if PageState.GARBLED in states:
        return "unreadable_text"
    return "empty" if states <= {PageState.BLANK} else "no_text"


def _page_warnings(pages: Sequence[Page]) -> list[Text]:
    def numbers(state: PageState) -> str:
        return ranges([number for number, page in enumerate(pages, 1) if page.state is state])

    warnings: list[Text] = []
    if read := numbers(PageState.OCR):
        warnings.append(
            text(
                "parsing",
                "Read from a picture of the page (OCR), so mistakes are possible: page {pages}.",
                pages=read,
            )
        )
    pictures = numbers(PageState.PICTURE)
    if pictures and any(page.body() for page in pages):
        warnings.append(text("parsing", "No text on these pages: {pages}.", pages=pictures))
    if garbled := numbers(PageState.GARBLED):
        warnings.append(
            text("parsing", "The text of these pages is unreadable and was left out: {pages}.", pages=garbled)
        )
    if unread := numbers(PageState.UNREAD):
        warnings.append(text("parsing", "These pages could not be read: {pages}.", pages=unread))
    return warnings
