"""The pages of a document with how each of them was read, and what is said of that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Literal

from PySide6.QtCore import QT_TRANSLATE_NOOP, QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from typing_extensions import override

from kbdesk.library.rereading import PageText
from kbdesk.library.types import DocumentInfo, PageState
from kbdesk.ui.models.how_read import percent
from kbdesk.ui.translate import joined, translate

Unit = Literal["page", "slide", "sheet", ""]
"""What a document is counted in; "": it has no such units, only headings."""

PAGE_ROLE = Qt.ItemDataRole.UserRole
"""The row's `PageText`."""

WITHOUT_TEXT = frozenset({PageState.PICTURE, PageState.GARBLED, PageState.UNREAD})
"""States of pages on which something stands of which nothing was read."""

_WORDS: dict[PageState, Any] = {
    PageState.TEXT: QT_TRANSLATE_NOOP("Pages", "text"),
    PageState.TABLE: QT_TRANSLATE_NOOP("Pages", "mostly tables"),
    PageState.COLUMNS: QT_TRANSLATE_NOOP("Pages", "columns, whose order may be wrong"),
    PageState.OCR: QT_TRANSLATE_NOOP("Pages", "read by OCR"),
    PageState.PICTURE: QT_TRANSLATE_NOOP("Pages", "picture without text"),
    PageState.GARBLED: QT_TRANSLATE_NOOP("Pages", "unreadable text, left out"),
    PageState.UNREAD: QT_TRANSLATE_NOOP("Pages", "could not be read"),
    PageState.BLANK: QT_TRANSLATE_NOOP("Pages", "blank"),
}

_ROOT = QModelIndex()


class PagesModel(QAbstractListModel):
    """The pages of one document in order; or the parts below its headings where it has no pages."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._unit: Unit = ""
        self._pages: Sequence[PageText] = ()

    @property
    def unit(self) -> Unit:
        """What the document is counted in."""
        return self._unit

    @property
    def pages(self) -> Sequence[PageText]:
        """The pages in order."""
        return self._pages

    def set_pages(self, unit: Unit, pages: Sequence[PageText]) -> None:
        """Show the pages of a document."""
        self.beginResetModel()
        self._unit, self._pages = unit, tuple(pages)
        self.endResetModel()

    @override
    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._pages)

    @override
    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        page = self._pages[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return page_name(self._unit, page)
            case Qt.ItemDataRole.AccessibleTextRole | Qt.ItemDataRole.ToolTipRole:
                return page_words(self._unit, page)
            case _ if role == PAGE_ROLE:
                return page
            case _:
                return None


def unit_of(document: DocumentInfo) -> Unit:
    """Return what a document is counted in."""
    media_type = document.media_type
    if "presentation" in media_type or "powerpoint" in media_type:
        return "slide"
    if "spreadsheet" in media_type or "excel" in media_type:
        return "sheet"
    return "page" if document.pages or media_type == "application/pdf" else ""


def state_words(state: PageState) -> str:
    """Return in a few words how a page was read."""
    return translate("Pages", _WORDS[state])


def page_name(unit: Unit, page: PageText) -> str:
    """Return for example "Page 12", "Sheet 2 (Budget)" or a heading."""
    label = page.label if page.label != str(page.number) else ""
    if not unit:
        return label or translate("Pages", "Before the first heading")
    names = {
        "page": (translate("Pages", "Page {number}"), translate("Pages", "Page {number} ({label})")),
        "slide": (translate("Pages", "Slide {number}"), translate("Pages", "Slide {number} ({label})")),
        "sheet": (translate("Pages", "Sheet {number}"), translate("Pages", "Sheet {number} ({label})")),
    }
    return names[unit][bool(label)].format(number=page.number, label=label)


def page_words(unit: Unit, page: PageText) -> str:
    """Return for example "Page 12: read by OCR, 87 %"; of a part below a heading only the heading."""
    name = page_name(unit, page)
    if not unit:
        return name
    if page.state != PageState.OCR or page.ocr_confidence is None:
        return translate("Pages", "{page}: {state}").format(page=name, state=state_words(page.state))
    sentence = translate("Pages", "{page}: {state}, {percent} %")
    return sentence.format(page=name, state=state_words(page.state), percent=percent(page.ocr_confidence))


def counts(pages: Sequence[PageText]) -> list[tuple[PageState, int]]:
    """Return which states occur and how often."""
    by_state = Counter(page.state for page in pages)
    return [(state, by_state[state]) for state in PageState if by_state[state]]


def coverage_words(unit: Unit, pages: Sequence[PageText]) -> str:
    """Return in a sentence from how many pages text was read; blank ones, on which there is none, stand apart."""
    if not unit:
        return translate("Pages", "%n part(s), as its headings divide it.", None, len(pages))
    blank = sum(page.state == PageState.BLANK for page in pages)
    total = len(pages) - blank
    read = total - sum(page.state in WITHOUT_TEXT for page in pages)
    blanks = {
        "page": translate("Pages", "%n page(s) are blank.", None, blank),
        "slide": translate("Pages", "%n slide(s) are blank.", None, blank),
        "sheet": translate("Pages", "%n sheet(s) are blank.", None, blank),
    }
    if not total:
        return blanks[unit]
    sentences = {
        "page": translate("Pages", "Text was read from {read} of %n page(s) ({percent} %).", None, total),
        "slide": translate("Pages", "Text was read from {read} of %n slide(s) ({percent} %).", None, total),
        "sheet": translate("Pages", "Text was read from {read} of %n sheet(s) ({percent} %).", None, total),
    }
    sentence = sentences[unit].format(read=read, percent=percent(read / total))
    return joined(sentence, blanks[unit]) if blank else sentence
