"""The table of documents, which keeps what is selected and where it is scrolled while rows come and go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget
from typing_extensions import override

from kbdesk.library.types import DocumentInfo
from kbdesk.ui.models.documents import Column, DocumentsModel
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.delegates import NameDelegate, ReviewDelegate, StateDelegate
from kbdesk.ui.widgets.shown_columns import ShownColumns


@dataclass(frozen=True)
class Place:
    """What a person had before their eyes, by document instead of by row.

    Attributes:
        selected: The selected documents.
        current: The one that keys go on from.
        top: The first in sight, unless the list is at its start.
        offset: Where that one stands in the viewport, in pixels.
        is_sought: Whether the current one is to be brought into sight.
        is_awaited: Whether it matters to have them, even if a whole list has none of them.
    """

    selected: frozenset[str] = frozenset()
    current: str | None = None
    top: str | None = None
    offset: int = 0
    is_sought: bool = False
    is_awaited: bool = False


_NOWHERE = Place()
_USUAL_ROWS = 30
_ON_THE_KEYPAD = Qt.KeyboardModifier.KeypadModifier


class DocumentsTable(QTableView):
    """Sorts by its header; rows are whole and of one height.

    Attributes:
        columns: Which columns are shown.

    Signals:
        selection_changed: The selected documents are others, or look different now.
        entered_by_key: Enter was pressed.
    """

    selection_changed = Signal()
    entered_by_key = Signal()

    def __init__(self, model: DocumentsModel, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._documents = model
        self._place = _NOWHERE
        self._is_sorting = False
        self.setModel(model)
        self.setAccessibleName(translate("Documents", "Documents"))
        self.setItemDelegateForColumn(Column.NAME, NameDelegate(self))
        self.setItemDelegateForColumn(Column.STATE, StateDelegate(theme, self))
        self.setItemDelegateForColumn(Column.REVIEW, ReviewDelegate(theme, self))
        self._style()
        self.columns = ShownColumns(self)
        self._prepare_header()
        self.setSortingEnabled(True)
        self.sortByColumn(Column.NAME, Qt.SortOrder.AscendingOrder)
        model.modelAboutToBeReset.connect(self._remember)
        model.modelReset.connect(self._restore)
        model.sort_requested.connect(self._note_sorting)
        model.list_started.connect(self._start_list)
        model.order_completed.connect(self._return)
        model.dataChanged.connect(self.selection_changed)
        self.selectionModel().selectionChanged.connect(self.selection_changed)

    def rows_in_sight(self) -> int:
        """Return how many rows find room, also those cut off; before it is shown, how many usually do."""
        if not self.isVisible():
            return _USUAL_ROWS
        return self.viewport().height() // self.verticalHeader().defaultSectionSize() + 2

    def selected_ids(self) -> list[str]:
        """Return the ids of the selected documents in the order of their rows."""
        selection = self.selectionModel().selection()  # its ranges; selectedRows() takes a second for 100,000 rows
        ranges = (selection.at(number) for number in range(selection.count()))
        rows = sorted(row for each in ranges for row in range(each.top(), each.bottom() + 1))
        return [document_id for row in rows if (document_id := self._documents.id_at(row)) is not None]

    def selected_documents(self) -> list[DocumentInfo]:
        """Return those of the selected documents that are known, in the order of their rows."""
        return [document for each in self.selected_ids() if (document := self._documents.find(each)) is not None]

    def select_document(self, document_id: str) -> None:
        """Select a document and scroll to it, as soon as it has a row."""
        self.select_documents([document_id])

    def select_documents(self, document_ids: Sequence[str]) -> None:
        """Select these documents and scroll to the first of them, as soon as they have rows."""
        if document_ids:
            self.selectionModel().clearSelection()
            self._place = Place(frozenset(document_ids), document_ids[0], is_sought=True, is_awaited=True)
            self._return()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take Enter, which does nothing by itself in a table."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers() & ~_ON_THE_KEYPAD:
            self.entered_by_key.emit()
        else:
            super().keyPressEvent(event)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the columns, and keep the current row in sight when a bar above or below takes room."""
        row = self.visualRect(self.currentIndex())
        was_in_sight = row.isValid() and row.top() >= 0 and row.bottom() <= event.oldSize().height()
        super().resizeEvent(event)
        self.columns.fit()
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

    def _prepare_header(self) -> None:
        header = self.horizontalHeader()
        # Its own, always empty: else it asks each of 20,000 rows whether the columns are selected, for a second.
        header.setSelectionModel(QItemSelectionModel(self._documents, self))
        header.setMinimumSectionSize(60)
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        header.addActions(self.columns.actions)

    def _remember(self) -> None:
        """Note what is selected and in sight; what an earlier list has not shown again yet is still awaited."""
        current = self.currentIndex()
        top = self.indexAt(self.viewport().rect().topLeft())
        at_start = self.verticalScrollBar().value() == 0
        self._place = Place(
            selected=frozenset(self.selected_ids()) | self._place.selected,
            current=self._place.current or (self._documents.id_at(current.row()) if current.isValid() else None),
            top=self._documents.id_at(top.row()) if top.isValid() and not at_start else None,
            offset=self.rowViewportPosition(top.row()) if top.isValid() else 0,
            is_sought=self._place.is_sought,
            is_awaited=self._place.is_awaited,
        )

    def _restore(self) -> None:
        """Put selection and scrolling back after a reset."""
        if self._documents.total_count is None:
            self._place = _NOWHERE  # what comes next are other documents
        place = self._place
        self.updateGeometries()
        self._return()
        row = self._documents.row_of(place.top) if place.top else None
        if row is not None:
            height = self.verticalHeader().defaultSectionSize()
            self.verticalScrollBar().setValue(row * height - place.offset)
        self.selection_changed.emit()

    def _note_sorting(self) -> None:
        self._is_sorting = True

    def _start_list(self) -> None:
        """Show what comes first; after another filter, the current document."""
        self.scrollToTop()
        if not self._is_sorting:
            self._place = replace(self._place, is_sought=True)
            self.scrollTo(self.currentIndex())
        self._is_sorting = False

    def _return(self) -> None:
        """Select what is to be selected, as far as it has rows."""
        place, flag = self._place, QItemSelectionModel.SelectionFlag
        rows = sorted(row for each in place.selected if (row := self._documents.row_of(each)) is not None)
        current = self._documents.row_of(place.current) if place.current else None
        if current is not None:
            position = self.verticalScrollBar().value()
            self.selectionModel().setCurrentIndex(self._cell(current, 0), flag.NoUpdate)
            self.verticalScrollBar().setValue(position)  # Qt brings what becomes current into sight
        if rows:
            self.selectionModel().select(self._ranges(rows), flag.Select)
        if current is not None and place.is_sought:
            self.scrollTo(self._cell(current, 0))
        if self._documents.is_complete and (rows or not place.is_awaited):
            self._place = _NOWHERE

    def _ranges(self, rows: Sequence[int]) -> QItemSelection:
        """Return a selection of these rows, ascending, in as few ranges as they have."""
        selection = QItemSelection()
        start = 0
        for position, row in enumerate(rows):
            if position + 1 == len(rows) or rows[position + 1] != row + 1:
                selection.select(self._cell(rows[start], 0), self._cell(row, len(Column) - 1))
                start = position + 1
        return selection

    def _cell(self, row: int, column: int) -> QModelIndex:
        return self._documents.index(row, column)
