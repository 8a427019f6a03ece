"""The two libraries that read PDF, behind one small face each; their errors end here."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from kbdesk.errors import UnsupportedError
from kbdesk.rag.parsers.faults import LIBRARY_FAULTS, damaged, password_wanted
from kbdesk.texts import text

if TYPE_CHECKING:
    from pypdf import PdfReader

_PDFIUM_WRONG_PASSWORD = 4
_SHOWN_NOTES = frozenset({"/FreeText", "/Text"})
_TEXT_FIELDS = frozenset({"/Tx", "/Ch"})


class UnreadablePageError(Exception):
    """A library cannot read one page; another may."""


class PdfiumFile:
    """A PDF as PDFium reads it. PDFium is not safe in threads: the caller holds a lock.

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
        self._error: type[Exception] = library.PdfiumError
        try:
            self._document: Any = library.PdfDocument(data, password=password)
        except self._error as exc:
            if getattr(exc, "err_code", None) == _PDFIUM_WRONG_PASSWORD:
                raise password_wanted(password) from exc
            raise damaged("PDF") from exc

    @property
    def page_count(self) -> int:
        """Number of pages."""
        return len(self._document)

    def page_text(self, index: int) -> str:
        """Return the text of a page as PDFium gives it.

        Args:
            index: From 0.

        Raises:
            UnreadablePageError: PDFium cannot read the page.
        """
        try:
            page = self._document[index]
            try:
                return page.get_textpage().get_text_range()
            finally:
                page.close()
        except (self._error, *LIBRARY_FAULTS) as exc:
            raise UnreadablePageError from exc

    def close(self) -> None:
        """Give the memory back."""
        self._document.close()


class PypdfFile:
    """A PDF as pypdf reads it.

    Args:
        data: The file's bytes.
        password: For an encrypted file; the empty one is tried in any case.

    Raises:
        PasswordError: It is encrypted and the password is missing or wrong.
        UnsupportedError: It is encrypted by a rights management system.
        DamagedError: pypdf cannot open it.
    """

    def __init__(self, data: bytes, password: str | None) -> None:
        from pypdf import PdfReader
        from pypdf.errors import PyPdfError

        self._faults = (PyPdfError, *LIBRARY_FAULTS)
        try:
            self._reader = PdfReader(io.BytesIO(data))
        except NotImplementedError as exc:
            raise rights_managed() from exc
        except self._faults as exc:
            raise damaged("PDF") from exc
        self._unlock(password)
        try:
            self.page_count = len(self._reader.pages)
        except self._faults as exc:
            raise damaged("PDF") from exc

    def _unlock(self, password: str | None) -> None:
        if not self._reader.is_encrypted:
            return
        try:
            opened = self._reader.decrypt("") or self._reader.decrypt(password or "")
        except NotImplementedError as exc:
            raise rights_managed() from exc
        except self._faults as exc:
            raise damaged("PDF") from exc
        if not opened:
            raise password_wanted(password)

    def page_text(self, index: int) -> str:
        """Return the text of a page as pypdf gives it.

        Args:
            index: From 0.

        Raises:
            UnreadablePageError: pypdf cannot read the page.
        """
        try:
            return self._reader.pages[index].extract_text()
        except self._faults as exc:
            raise UnreadablePageError from exc

    def page_notes(self, index: int) -> list[str]:
        """Return what stands on a page beside its text: typed-in text, notes of reviewers, form fields with a value."""
        notes: list[str] = []
        try:
            for annotation in self._reader.pages[index].get("/Annots") or ():
                notes.extend(_note(annotation.get_object()))
        except self._faults:
            return notes  # what was read so far; a broken annotation must not lose the page
        return notes

    def page_labels(self) -> list[str]:
        """Return the printed numbers of the pages ("iv", "A-3"), or [] if the file has none of its own."""
        try:
            return list(self._reader.page_labels)
        except self._faults:
            return []

    def attachments(self) -> list[str]:
        """Return the names of the files attached inside."""
        try:
            return sorted({str(name) for name in _attachment_names(self._reader)})
        except self._faults:
            return []

    def has_xfa(self) -> bool:
        """Tell whether the real content is an XFA form, which only Adobe's programs show."""
        try:
            form: Any = self._reader.root_object.get("/AcroForm")
            return form is not None and "/XFA" in form.get_object()
        except self._faults:
            return False


def rights_managed() -> UnsupportedError:
    """Return the error for a file that only a rights management system opens."""
    return UnsupportedError(
        text("parsing", "This PDF is protected by a rights management system."),
        text("parsing", "Ask its owner for a copy without protection."),
    )


def _note(annotation: Any) -> Iterator[str]:
    kind = annotation.get("/Subtype")
    if kind in _SHOWN_NOTES and annotation.get("/Contents"):
        yield str(annotation["/Contents"]).strip()
    if kind == "/Widget":
        yield from _field(annotation)


def _field(widget: Any) -> Iterator[str]:
    parent: Any = widget["/Parent"].get_object() if "/Parent" in widget else None

    def inherited(key: str) -> Any:
        return parent.get(key) if parent is not None and key not in widget else widget.get(key)

    value = inherited("/V")
    if inherited("/FT") in _TEXT_FIELDS and isinstance(value, str) and value.strip():
        label = widget.get("/TU") or inherited("/T")
        yield f"{label}: {value.strip()}" if label else value.strip()


def _attachment_names(reader: PdfReader) -> Iterator[str]:
    for attachment in reader.attachment_list:
        yield attachment.alternative_name or attachment.name
