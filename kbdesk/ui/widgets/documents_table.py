"""The table of documents, which keeps what is selected and where it is scrolled while rows come and go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget
from typing_extensions import override

from kbdesk.library.types import DocumentInfo
from kbdesk.ui.models.documents import Column, DocumentsModel
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.delegates import NameDelegate, StateDelegate

_SAMPLE_TEXTS = {
    Column.KIND: "JPEG picture",
    Column.STATE: "      Failed: not supported",
    Column.PASSAGES: "Passages",
    Column.SIZE: "1023 bytes",
    Column.ADDED: "12/31/2026",
}
"""Texts as wide as most of a column, so that widths follow the font."""

_SHORTEST_NAME = "Notice of departure.docx"
"""A name that must find room; columns that a person can do without give way to it."""

_GIVING_WAY = (Column.KIND, Column.SIZE, Column.ADDED)
"""Columns that can be missing in a narrow window; the last gives way first."""


@dataclass(frozen=True)
class Place:
    """What a person had before their eyes, by document instead of by row."""

    selected: frozenset[str]
    current: str | None
    top: str | None
    offset: int


class DocumentsTable(QTableView):
    """Sorts by its header; rows are whole and of one height.

    Signals:
        selection_changed: The selected documents are others, or look different now.
    """

    selection_changed = Signal()

    def __init__(self, model: DocumentsModel, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._documents = model
        self._place = Place(frozenset(), None, None, 0)
        self.setModel(model)
        self.setAccessibleName(translate("Documents", "Documents"))
        self.setItemDelegateForColumn(Column.NAME, NameDelegate(self))
        self.setItemDelegateForColumn(Column.STATE, StateDelegate(theme, self))
        self._style()
        self._size_columns()
        self.setSortingEnabled(True)
        self.sortByColumn(Column.NAME, Qt.SortOrder.AscendingOrder)
        self.horizontalHeader().sortIndicatorChanged.connect(self.scrollToTop)  # after the sorting: what comes first?
        model.modelAboutToBeReset.connect(self._remember)
        model.modelReset.connect(self._restore)
        model.dataChanged.connect(self.selection_changed)
        self.selectionModel().selectionChanged.connect(self.selection_changed)

    def selected_documents(self) -> list[DocumentInfo]:
        """Return the selected documents in the order of their rows."""
        selection = self.selectionModel().selection()  # its ranges; selectedRows() takes a second for 100,000 rows
        ranges = (selection.at(number) for number in range(selection.count()))
        rows = sorted(row for each in ranges for row in range(each.top(), each.bottom() + 1))
        return [self._documents.document_at(row) for row in rows]

    def select_document(self, document_id: str) -> None:
        """Select a document and scroll to it, if it is shown."""
        row = self._documents.row_of(document_id)
        if row is not None:
            self.selectRow(row)
            self.scrollTo(self._documents.index(row, 0))

    def select_documents(self, document_ids: Sequence[str]) -> None:
        """Select these documents, as far as they are shown, and scroll to the first of them."""
        model = self._documents
        rows = sorted(row for each in document_ids if (row := model.row_of(each)) is not None)
        selection = QItemSelection()
        for row in rows:
            selection.select(model.index(row, 0), model.index(row, model.columnCount() - 1))
        self.selectionModel().select(selection, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        if rows:
            self.scrollTo(model.index(rows[0], 0))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the columns, and keep the current row in sight when a bar above or below takes room."""
        row = self.visualRect(self.currentIndex())
        was_in_sight = row.isValid() and row.top() >= 0 and row.bottom() <= event.oldSize().height()
        super().resizeEvent(event)
        self._fit_columns()
        if was_in_sight:
            self.scrollTo(self.currentIndex())

    def _style(self) -> None:
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setTabKeyNavigation(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        rows = self.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(self.fontMetrics().height() + 16)

    def _size_columns(self) -> None:
        header = self.horizontalHeader()
        # Its own, always empty: else it asks each of 20,000 rows whether the columns are selected, for a second.
        header.setSelectionModel(QItemSelectionModel(self._documents, self))
        header.setMinimumSectionSize(60)
        header.setSectionResizeMode(Column.NAME, QHeaderView.ResizeMode.Stretch)
        for column, sample in _SAMPLE_TEXTS.items():
            self.setColumnWidth(column, self._width_of(sample))

    def _width_of(self, sample: str) -> int:
        return self.fontMetrics().horizontalAdvance(sample) + 18

    def _fit_columns(self) -> None:
        """Show as many columns as leave room for the names."""
        room = self.viewport().width() - self._width_of(_SHORTEST_NAME)
        room -= self.columnWidth(Column.STATE) + self.columnWidth(Column.PASSAGES)
        for column in _GIVING_WAY:
            room -= self.columnWidth(column) or self._width_of(_SAMPLE_TEXTS[column])
            self.setColumnHidden(column, room < 0)

    def _remember(self) -> None:
        current = self.currentIndex()
        top = self.indexAt(self.viewport().rect().topLeft())
        at_start = self.verticalScrollBar().value() == 0
        self._place = Place(
            selected=frozenset(each.id for each in self.selected_documents()),
            current=self._documents.document_at(current.row()).id if current.isValid() else None,
            top=self._documents.document_at(top.row()).id if top.isValid() and not at_start else None,
            offset=self.rowViewportPosition(top.row()) if top.isValid() else 0,
        )

    def _restore(self) -> None:
        self._restore_selection()
        self.updateGeometries()
        row = self._documents.row_of(self._place.top) if self._place.top else None
        if row is not None:
            height = self.verticalHeader().defaultSectionSize()
            self.verticalScrollBar().setValue(row * height - self._place.offset)
        self.selection_changed.emit()

    def _restore_selection(self) -> None:
        rows = sorted(row for each in self._place.selected if (row := self._documents.row_of(each)) is not None)
        selection = QItemSelection()
        start = 0
        for position, row in enumerate(rows):
            if position + 1 == len(rows) or rows[position + 1] != row + 1:
                selection.select(self._cell(rows[start], 0), self._cell(row, len(Column) - 1))
                start = position + 1
        flag = QItemSelectionModel.SelectionFlag
        current = self._documents.row_of(self._place.current) if self._place.current else None
        if current is not None:
            self.selectionModel().setCurrentIndex(self._cell(current, 0), flag.NoUpdate)
        self.selectionModel().select(selection, flag.ClearAndSelect)

    def _cell(self, row: int, column: int) -> QModelIndex:
        return self._documents.index(row, column)
