"""PDF as pypdf reads it, page by page and what stands around the pages; its errors end here."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from kbdesk.errors import UnsupportedError
from kbdesk.rag.parsers.attachments import safe_name
from kbdesk.rag.parsers.base import Attachment
from kbdesk.rag.parsers.faults import LIBRARY_FAULTS, damaged, password_wanted
from kbdesk.rag.parsers.pdf_pdfium import UnreadablePageError
from kbdesk.texts import text

_SHOWN_NOTES = frozenset({"/FreeText", "/Text"})
_TEXT_FIELDS = frozenset({"/Tx", "/Ch"})


@dataclass(frozen=True)
class FileEntry:
    """A file attached inside, not read yet.

    Attributes:
        name: Its name, which leads nowhere.
        specification: pypdf's dictionary of it.
    """

    name: str
    specification: Any


@dataclass
class Notes:
    """What stands on a page beside its text.

    Attributes:
        lines: Texts, in the order they were made.
        files: Files pinned to the page.
    """

    lines: list[str] = field(default_factory=list[str])
    files: list[FileEntry] = field(default_factory=list[FileEntry])


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

    def page_notes(self, index: int) -> Notes:
        """Return what stands on a page beside its text: typed-in text, reviewers' notes, filled form fields, files."""
        notes = Notes()
        try:
            for annotation in self._reader.pages[index].get("/Annots") or ():
                _take(annotation.get_object(), notes)
        except self._faults:
            return notes  # what was read so far; a broken annotation must not lose the page
        return notes

    def attached(self) -> list[FileEntry]:
        """Return the files attached to the document as a whole."""
        try:
            return [_entry(found.pdf_object, str(found.name)) for found in self._reader.attachment_list]
        except self._faults:
            return []

    def content(self, entry: FileEntry) -> Attachment | None:
        """Return a file that is attached inside, None if it is broken or unpacks to more than pypdf allows."""
        try:
            files = entry.specification["/EF"].get_object()
            data = files["/UF" if "/UF" in files else "/F"].get_object().get_data()
            return Attachment(entry.name, data)
        except self._faults:
            return None


def rights_managed() -> UnsupportedError:
    """Return the error for a file that only a rights management system opens."""
    return UnsupportedError(
        text("parsing", "This PDF is protected by a rights management system."),
        text("parsing", "Ask its owner for a copy without protection."),
    )


def is_encrypted_payload(entry: FileEntry) -> bool:
    """Tell whether a file is what a rights management system has encrypted; the pages are only its cover."""
    return str(entry.specification.get("/AFRelationship")) == "/EncryptedPayload"


def _take(annotation: Any, notes: Notes) -> None:
    kind = annotation.get("/Subtype")
    if kind in _SHOWN_NOTES and annotation.get("/Contents"):
        notes.lines.append(str(annotation["/Contents"]).strip())
    if kind == "/Widget":
        notes.lines.extend(_field(annotation))
    if kind == "/FileAttachment" and "/FS" in annotation:
        notes.files.append(_entry(annotation["/FS"].get_object()))


def _entry(specification: Any, listed_as: str = "") -> FileEntry:
    name = specification.get("/UF") or specification.get("/F") or listed_as
    return FileEntry(safe_name(str(name)), specification)


def _field(widget: Any) -> Iterator[str]:
    parent: Any = widget["/Parent"].get_object() if "/Parent" in widget else None

    def inherited(key: str) -> Any:
        return parent.get(key) if parent is not None and key not in widget else widget.get(key)

    value = inherited("/V")
    if inherited("/FT") in _TEXT_FIELDS and isinstance(value, str) and value.strip():
        label = widget.get("/TU") or inherited("/T")
        yield f"{label}: {value.strip()}" if label else value.strip()
