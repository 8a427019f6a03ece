"""The rows of the trash, sorted and filtered as a plain list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from enum import IntEnum
from typing import Any

from PySide6.QtCore import (
    QT_TRANSLATE_NOOP,
    QAbstractTableModel,
    QDateTime,
    QLocale,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)
from typing_extensions import override

from kbdesk.library.names import natural_key
from kbdesk.library.types import TrashEntry
from kbdesk.ui.translate import translate

Index = QModelIndex | QPersistentModelIndex


class Column(IntEnum):
    """The columns, in their order on screen."""

    NAME = 0
    BASE = 1
    DELETED = 2
    KEPT_UNTIL = 3
    SIZE = 4


_TITLES: dict[Column, Any] = {
    Column.NAME: QT_TRANSLATE_NOOP("Trash", "Name"),
    Column.BASE: QT_TRANSLATE_NOOP("Trash", "Knowledge base"),
    Column.DELETED: QT_TRANSLATE_NOOP("Trash", "Deleted"),
    Column.KEPT_UNTIL: QT_TRANSLATE_NOOP("Trash", "Kept until"),
    Column.SIZE: QT_TRANSLATE_NOOP("Trash", "Size"),
}

_SORT_KEYS: dict[Column, Callable[[TrashEntry], Any]] = {
    Column.NAME: lambda entry: natural_key(entry.name),
    Column.BASE: lambda entry: natural_key(entry.knowledge_base),
    Column.DELETED: lambda entry: entry.deleted_at,
    Column.KEPT_UNTIL: lambda entry: entry.purged_on,
    Column.SIZE: lambda entry: entry.size_bytes,
}


def size_words(size_bytes: int) -> str:
    """Return a size as people read it."""
    return QLocale().formattedDataSize(size_bytes, 1, QLocale.DataSizeFormat.DataSizeTraditionalFormat)


class TrashModel(QAbstractTableModel):
    """Holds what is in the trash; it never fetches."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._entries: list[TrashEntry] = []
        self._rows: list[TrashEntry] = []
        self._words: list[str] = []
        self._sort_column = Column.DELETED
        self._sort_order = Qt.SortOrder.DescendingOrder
        self._locale = QLocale()

    @property
    def total_count(self) -> int:
        """Number of entries, also of those the filter hides."""
        return len(self._entries)

    def entry_at(self, row: int) -> TrashEntry:
        """Return the entry in a row."""
        return self._rows[row]

    def set_entries(self, entries: Sequence[TrashEntry]) -> None:
        """Show these entries, newest first as they come."""
        self.beginResetModel()
        self._entries = list(entries)
        self._arrange()
        self.endResetModel()

    def set_filter(self, query: str) -> None:
        """Show only rows in whose name or knowledge base every word of `query` occurs."""
        self.beginResetModel()
        self._words = query.casefold().split()
        self._arrange()
        self.endResetModel()

    @override
    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self.beginResetModel()
        self._sort_column, self._sort_order = Column(column), order
        self._arrange()
        self.endResetModel()

    @override
    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  (Qt's own default; it is never changed)
        return 0 if parent.isValid() else len(self._rows)

    @override
    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  (Qt's own default; it is never changed)
        return 0 if parent.isValid() else len(Column)

    @override
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation == Qt.Orientation.Vertical:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return translate("Trash", _TITLES[Column(section)])
        return _alignment(section) if role == Qt.ItemDataRole.TextAlignmentRole else None

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        entry = self._rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return self._cell(entry, index.column())
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(index.column())
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._cell(entry, index.column())
        return None

    def _cell(self, entry: TrashEntry, column: int) -> str:
        if column == Column.NAME:
            return entry.name
        if column == Column.BASE:
            is_base = entry.kind == "knowledge base"
            return translate("Trash", "The whole knowledge base") if is_base else entry.knowledge_base
        if column == Column.SIZE:
            return size_words(entry.size_bytes)
        if column == Column.DELETED:
            return self._locale.toString(_local(entry.deleted_at), QLocale.FormatType.ShortFormat)
        return self._locale.toString(_local(entry.purged_on).date(), QLocale.FormatType.ShortFormat)

    def _arrange(self) -> None:
        self._rows = [entry for entry in self._entries if self._matches(entry)]
        descending = self._sort_order == Qt.SortOrder.DescendingOrder
        self._rows.sort(key=_SORT_KEYS[self._sort_column], reverse=descending)

    def _matches(self, entry: TrashEntry) -> bool:
        searched = f"{entry.name}\n{entry.knowledge_base}".casefold()
        return all(word in searched for word in self._words)


def _alignment(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column == Column.SIZE else Qt.AlignmentFlag.AlignLeft
    return Qt.AlignmentFlag.AlignVCenter | side


def _local(moment: datetime) -> QDateTime:
    return QDateTime.fromSecsSinceEpoch(int(moment.timestamp()))
