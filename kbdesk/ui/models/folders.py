"""The folders kept in sync, and the changes of one of them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QAbstractTableModel,
    QDateTime,
    QLocale,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)
from typing_extensions import override

from kbdesk.library.folder_rows import FolderInfo, FolderState
from kbdesk.library.sync_plan import SyncPlan
from kbdesk.ui.models.knowledge_bases import SUBTITLE_ROLE
from kbdesk.ui.translate import shown, translate

Index = QModelIndex | QPersistentModelIndex

FOLDER_ROLE = Qt.ItemDataRole.UserRole
"""The `FolderInfo` of a row."""


class FoldersModel(QAbstractListModel):
    """Holds the folders in the order they were added."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folders: list[FolderInfo] = []

    def set_folders(self, folders: Sequence[FolderInfo]) -> None:
        """Show these; rows stay as they are when only their states changed."""
        if [each.id for each in folders] == [each.id for each in self._folders]:
            self._folders = list(folders)
            self.refresh()
            return
        self.beginResetModel()
        self._folders = list(folders)
        self.endResetModel()

    def refresh(self) -> None:
        """Say anew how long ago everything was."""
        if self._folders:
            self.dataChanged.emit(self.index(0), self.index(len(self._folders) - 1))

    def row_of(self, folder_id: str) -> int | None:
        """Return the row of a folder, or None."""
        return next((row for row, each in enumerate(self._folders) if each.id == folder_id), None)

    @override
    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  (Qt's own default; it is never changed)
        return 0 if parent.isValid() else len(self._folders)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        folder = self._folders[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return heading(folder)
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{heading(folder)}, {state_words(folder)}"
            case Qt.ItemDataRole.ToolTipRole:
                return str(folder.path)
            case _ if role == FOLDER_ROLE:
                return folder
            case _ if role == SUBTITLE_ROLE:
                return state_words(folder)
            case _:
                return None


class ChangesModel(QAbstractTableModel):
    """What a plan would do: one row for each document, and what becomes of it."""

    def __init__(self, plan: SyncPlan, parent: QObject | None = None) -> None:
        super().__init__(parent)
        new, changed = translate("Changes", "New"), translate("Changes", "Changed")
        removed, moved = translate("Changes", "Removed"), translate("Changes", "Moved or renamed")
        rows = [(removed, each.name) for each in plan.removed]
        rows += [(changed, each.name) for each in plan.changed]
        rows += [(new, each.name) for each in plan.added]
        arrow = translate("Changes", "{old}, now {new}")
        rows += [(moved, arrow.format(old=each.document.name, new=each.file.name)) for each in plan.moved]
        self._rows = rows

    @override
    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  (as above)
        return 0 if parent.isValid() else len(self._rows)

    @override
    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  (as above)
        return 0 if parent.isValid() else 2

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        return self._rows[index.row()][index.column()]

    @override
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role != Qt.ItemDataRole.DisplayRole or orientation != Qt.Orientation.Horizontal:
            return None
        return (translate("Changes", "Change"), translate("Changes", "Document"))[section]


def heading(folder: FolderInfo) -> str:
    """Return which folder it is, and where its files go."""
    sentence = translate("Folders", "{folder}, in {knowledge_base}")
    return sentence.format(folder=folder.path.name or str(folder.path), knowledge_base=folder.knowledge_base)


def state_words(folder: FolderInfo) -> str:
    """Return how it is with a folder, for example "In sync, 205 document(s), looked at 5 minute(s) ago"."""
    match folder.state:
        case FolderState.NEW:
            return translate("Folders", "Not looked at yet")
        case FolderState.NOT_CONNECTED:
            return translate("Folders", "Not connected; nothing was removed")
        case FolderState.WAITS | FolderState.PROBLEM:
            return shown(folder.remarks[0])
        case FolderState.IN_STEP:
            sentence = translate("Folders", "In sync, %n document(s), looked at {ago}", None, folder.document_count)
            return sentence.format(ago=ago(folder.last_look, datetime.now(UTC)))


def ago(moment: datetime | None, now: datetime) -> str:
    """Return how long ago something was: "just now", "5 minute(s) ago", or the day."""
    if moment is None:
        return translate("Folders", "never")
    passed = now - moment
    if passed < timedelta(minutes=1):
        return translate("Folders", "just now")
    if passed < timedelta(hours=1):
        return translate("Folders", "%n minute(s) ago", None, passed // timedelta(minutes=1))
    if passed < timedelta(days=1):
        return translate("Folders", "%n hour(s) ago", None, passed // timedelta(hours=1))
    date = QDateTime.fromSecsSinceEpoch(int(moment.timestamp())).date()
    day = QLocale().toString(date, QLocale.FormatType.ShortFormat)
    return translate("Folders", "on {day}").format(day=day)
