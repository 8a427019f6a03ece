"""The columns of the list of documents, and what stands in their cells."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QLocale, Qt

from kbdesk.library.facts.days import today
from kbdesk.library.listing import Order
from kbdesk.library.types import DocumentInfo
from kbdesk.ui.models.document_words import kind_words, reason, state_words
from kbdesk.ui.models.fact_words import day_words, is_due, review_words, tags_words
from kbdesk.ui.translate import translate

_KIB = QLocale.DataSizeFormat.DataSizeTraditionalFormat
_UNKNOWN = "…"


class Column(IntEnum):
    """The columns, in their order on screen."""

    NAME = 0
    KIND = 1
    STATE = 2
    PASSAGES = 3
    SIZE = 4
    ADDED = 5
    TAGS = 6
    OWNER = 7
    REVIEW = 8


_TITLES: dict[Column, Any] = {
    Column.NAME: QT_TRANSLATE_NOOP("Documents", "Name"),
    Column.KIND: QT_TRANSLATE_NOOP("Documents", "Kind"),
    Column.STATE: QT_TRANSLATE_NOOP("Documents", "State"),
    Column.PASSAGES: QT_TRANSLATE_NOOP("Documents", "Passages"),
    Column.SIZE: QT_TRANSLATE_NOOP("Documents", "Size"),
    Column.ADDED: QT_TRANSLATE_NOOP("Documents", "Added"),
    Column.TAGS: QT_TRANSLATE_NOOP("Documents", "Tags"),
    Column.OWNER: QT_TRANSLATE_NOOP("Documents", "Owner"),
    Column.REVIEW: QT_TRANSLATE_NOOP("Documents", "Review by"),
}

ORDERS = {
    Column.NAME: Order.NAME,
    Column.KIND: Order.KIND,
    Column.STATE: Order.STATUS,
    Column.PASSAGES: Order.PASSAGES,
    Column.SIZE: Order.SIZE,
    Column.ADDED: Order.ADDED,
    Column.TAGS: Order.TAGS,
    Column.OWNER: Order.RESPONSIBLE,
    Column.REVIEW: Order.REVIEW,
}
"""What each is sorted by."""


def column_title(column: Column) -> str:
    """Return what stands above a column."""
    return translate("Documents", _TITLES[column])


class Cells:
    """Writes cells in the language and the formats of this computer.

    Attributes:
        today: The day by which documents are due.
    """

    def __init__(self) -> None:
        self.today = today()
        self._locale = QLocale()

    def is_due(self, document: DocumentInfo) -> bool:
        """Return whether a document is to be looked over by now."""
        return is_due(document.facts, self.today)

    def tooltip(self, document: DocumentInfo) -> str:
        """Return what there is to know of a document, one line for each thing."""
        return "\n".join(filter(None, (document.name, reason(document), document.facts.description)))

    def words(self, document: DocumentInfo | None, column: Column) -> str | None:
        """Return what stands in a cell; of a document that is not known yet, that it will come."""
        if document is None:
            return _UNKNOWN if column == Column.NAME else None
        locale, facts = self._locale, document.facts
        words = {
            Column.NAME: lambda: document.name,
            Column.KIND: lambda: kind_words(document),
            Column.STATE: lambda: state_words(document),
            Column.PASSAGES: lambda: locale.toString(document.passage_count) if document.passage_count else "",
            Column.SIZE: lambda: locale.formattedDataSize(document.size_bytes, 1, _KIB),
            Column.ADDED: lambda: day_words(document.added_at.astimezone().date(), locale),
            Column.TAGS: lambda: tags_words(facts),
            Column.OWNER: lambda: facts.responsible,
            Column.REVIEW: lambda: review_words(facts, self.today, locale),
        }
        return words[column]()


def alignment(column: int) -> Qt.AlignmentFlag:
    """Return where in its cells a column stands."""
    numeric = column in (Column.PASSAGES, Column.SIZE)
    return Qt.AlignmentFlag.AlignVCenter | (Qt.AlignmentFlag.AlignRight if numeric else Qt.AlignmentFlag.AlignLeft)
