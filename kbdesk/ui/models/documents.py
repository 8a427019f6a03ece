"""The rows of a knowledge base's documents: their order by id, and of the documents only those that are shown."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from typing_extensions import override

from kbdesk.library.listing import Order
from kbdesk.library.types import DocumentInfo, State
from kbdesk.ui.models.document_columns import ORDERS, Cells, Column, alignment, column_title

Index = QModelIndex | QPersistentModelIndex

DOCUMENT_ROLE = Qt.ItemDataRole.UserRole
"""The `DocumentInfo` of a row, or None while it is not known."""

DUE_ROLE = Qt.ItemDataRole.UserRole + 1
"""Whether the document of a row is to be looked over by now."""

PAGE_SIZE = 100
"""Documents that are asked for together."""

_MOST_PAGES_ASKED = 4
"""Pages that are waited for; of those asked for while a list is scrolled through, the newest."""

_MOST_KNOWN = 6 * PAGE_SIZE
"""Documents that are kept, those that were shown last."""


class DocumentsModel(QAbstractTableModel):
    """Holds the list of one knowledge base's documents; it says what it lacks and never fetches.

    A new list comes as its first rows, so that it is seen at once, and then as the ids of all its rows, by which rows
    are selected and found. A change of a document keeps its row where it is, so that nothing jumps below the pointer
    while files are read; other ids reset the model, and the table puts selection and scrolling back.

    Signals:
        page_requested: Rows are shown whose documents are not known: see `asked_pages`.
        sort_requested: Another order is wanted: see `order`.
        list_started: A new list is shown from its start.
        order_completed: The ids of all rows are known.
        states_taken: The states of documents that are selected have come.
    """

    page_requested = Signal()
    sort_requested = Signal()
    list_started = Signal()
    order_completed = Signal()
    states_taken = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.order = Order.NAME
        self.is_descending = False
        self._total_count: int | None = None
        self._count = 0
        self._is_counted = False
        self._is_complete = False
        self._ids: list[str] = []
        self._row_of: dict[str, int] = {}
        self._known: OrderedDict[str, DocumentInfo] = OrderedDict()
        self._states: dict[str, State] = {}
        self._asked: dict[int, None] = {}
        self._cells = Cells()

    @property
    def total_count(self) -> int | None:
        """Number of documents, also of those the filter hides; None until it is known."""
        return self._total_count

    @property
    def is_complete(self) -> bool:
        """Whether the ids of all rows are known."""
        return self._is_complete

    @property
    def is_counted(self) -> bool:
        """Whether it is known how many rows there are."""
        return self._is_counted

    def id_at(self, row: int) -> str | None:
        """Return the id of the document in a row, or None while it is not known."""
        return self._ids[row] if row < len(self._ids) else None

    def row_of(self, document_id: str) -> int | None:
        """Return the row of a document, or None when it is hidden, gone or not known yet."""
        return self._row_of.get(document_id)

    def find(self, document_id: str) -> DocumentInfo | None:
        """Return a document, if it is known."""
        return self._known.get(document_id)

    def state_of(self, document_id: str) -> State | None:
        """Return the state of a document, if it is known."""
        document = self._known.get(document_id)
        return document.state if document else self._states.get(document_id)

    def known_ids(self) -> list[str]:
        """Return the ids of the documents that are known."""
        return list(self._known)

    def asked_pages(self) -> list[int]:
        """Return the pages that are shown and lack documents."""
        return list(self._asked)

    def missing_ids(self, pages: Iterable[int]) -> list[str]:
        """Return the ids of the documents that these pages lack."""
        rows = (self._ids[page * PAGE_SIZE : (page + 1) * PAGE_SIZE] for page in pages)
        return [each for ids in rows for each in ids if each not in self._known]

    def set_today(self, day: date) -> None:
        """Show what is due by a day."""
        if day != self._cells.today:
            self._cells.today = day
            if self._count:
                self.dataChanged.emit(self.index(0, Column.REVIEW), self.index(self._count - 1, Column.REVIEW))

    def clear(self) -> None:
        """Show nothing, until a list comes."""
        self.beginResetModel()
        self._known.clear()
        self._states.clear()
        self._set_rows([], 0, None)
        self._is_counted = self._is_complete = False
        self.endResetModel()

    def show_first(self, documents: Sequence[DocumentInfo], count: int, total_count: int, *, is_counted: bool) -> None:
        """Show a new list.

        Args:
            documents: Its first rows.
            count: How many rows it has, or is expected to have until their ids come.
            total_count: How many documents there are, also those the filter hides.
            is_counted: Whether `count` is certain.
        """
        self.beginResetModel()  # before anything changes: the table remembers by document what was where
        self._keep(documents)
        self._set_rows([each.id for each in documents], count, total_count)
        self._is_counted, self._is_complete = is_counted, False
        self.endResetModel()
        self.list_started.emit()

    def set_order(self, ids: list[str], total_count: int) -> None:
        """Take all rows of the list that is shown; nothing moves if the first ones were right."""
        if ids[: len(self._ids)] != self._ids or total_count != self._total_count:
            self.beginResetModel()
            self._set_rows(ids, len(ids), total_count)
            self._is_counted = self._is_complete = True
            self.endResetModel()
        elif not self._is_complete or len(ids) != self._count:
            self._complete(ids)
        self.order_completed.emit()

    def _complete(self, ids: list[str]) -> None:
        """Take the rows behind the first ones, of which there may be more or fewer than were expected."""
        old, new = self._count, len(ids)
        if new > old:
            self.beginInsertRows(QModelIndex(), old, new - 1)
        elif new < old:
            self.beginRemoveRows(QModelIndex(), new, old - 1)
        self._set_rows(ids, new, self._total_count)
        self._is_counted = self._is_complete = True
        if new > old:
            self.endInsertRows()
        elif new < old:
            self.endRemoveRows()
        if old and new:
            self.dataChanged.emit(self.index(0, 0), self.index(min(old, new) - 1, len(Column) - 1))

    def take_page(self, documents: Iterable[DocumentInfo], pages: Iterable[int]) -> None:
        """Take documents that pages lacked; what has become known meanwhile is newer."""
        for page in pages:
            self._asked.pop(page, None)
        news = [each for each in documents if each.id not in self._known]
        self._keep(news)
        self._tell_changed(news)

    def take_documents(self, documents: Sequence[DocumentInfo]) -> None:
        """Take new and changed documents; new ones have no row until the order has them."""
        self._keep(documents)
        for each in documents:
            if each.id in self._states:
                self._states[each.id] = each.state
        self._tell_changed(documents)

    def take_states(self, states: dict[str, State]) -> None:
        """Take the states of documents that are selected without being known."""
        self._states = states
        self.states_taken.emit()

    def remove_documents(self, document_ids: Iterable[str]) -> None:
        """Take out these documents; unknown ones are left out."""
        gone = set(document_ids) & self._row_of.keys()
        if gone and self.is_complete and self._total_count is not None:
            self.set_order([each for each in self._ids if each not in gone], self._total_count - len(gone))

    @override
    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self.order, self.is_descending = ORDERS[Column(column)], order == Qt.SortOrder.DescendingOrder
        self.sort_requested.emit()

    @override
    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  (Qt's own default; it is never changed)
        return 0 if parent.isValid() else self._count

    @override
    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  (Qt's own default; it is never changed)
        return 0 if parent.isValid() else len(Column)

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        # A row without an id could not be told apart later; it gets one within milliseconds.
        return super().flags(index) if index.row() < len(self._ids) else Qt.ItemFlag.NoItemFlags

    @override
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation == Qt.Orientation.Vertical:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return column_title(Column(section))
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return alignment(section)
        return None

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return alignment(index.column())
        if role not in (Qt.ItemDataRole.DisplayRole, DOCUMENT_ROLE, DUE_ROLE, Qt.ItemDataRole.ToolTipRole):
            return None
        document = self._shown(index.row())
        if role == DOCUMENT_ROLE:
            return document
        if role == DUE_ROLE:
            return document is not None and self._cells.is_due(document)
        if role == Qt.ItemDataRole.ToolTipRole:
            return None if document is None else self._cells.tooltip(document)
        return self._cells.words(document, Column(index.column()))

    def _shown(self, row: int) -> DocumentInfo | None:
        """Return the document in a row; ask for its page if it is not known."""
        document_id = self.id_at(row)
        if document_id is None:
            return None
        document = self._known.get(document_id)
        if document is None:
            self._ask(row // PAGE_SIZE)
        else:
            self._known.move_to_end(document_id)
        return document

    def _ask(self, page: int) -> None:
        if page not in self._asked:
            self._asked[page] = None
            if len(self._asked) > _MOST_PAGES_ASKED:
                del self._asked[next(iter(self._asked))]
            self.page_requested.emit()

    def _set_rows(self, ids: list[str], count: int, total_count: int | None) -> None:
        self._ids = ids
        self._count = count
        self._total_count = total_count
        self._row_of = {each: row for row, each in enumerate(ids)}
        self._asked.clear()

    def _keep(self, documents: Iterable[DocumentInfo]) -> None:
        for each in documents:
            self._known[each.id] = each
            self._known.move_to_end(each.id)
        while len(self._known) > _MOST_KNOWN:
            self._known.popitem(last=False)

    def _tell_changed(self, documents: Iterable[DocumentInfo]) -> None:
        rows = sorted(row for each in documents if (row := self._row_of.get(each.id)) is not None)
        if rows:
            self.dataChanged.emit(self.index(rows[0], 0), self.index(rows[-1], len(Column) - 1))
