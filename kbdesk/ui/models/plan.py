"""The files of a plan in groups by what becomes of them; a group may be left out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QFont
from typing_extensions import override

from kbdesk.library.plan import TO_READ, Fate, PlannedFile
from kbdesk.ui.translate import shown, translate

Index = QModelIndex | QPersistentModelIndex

_ORDER = (
    Fate.NEW,
    Fate.NEEDS_OCR,
    Fate.CHANGED,
    Fate.SAME_NAME,
    Fate.UNREADABLE,
    Fate.ELSEWHERE,
    Fate.IN_TRASH,
    Fate.MOVED,
    Fate.HERE,
    Fate.TWICE,
)
_CHOOSABLE = TO_READ | {Fate.UNREADABLE}
_COLUMNS = 2
_GROUP = 0  # internal id of a group's index; that of a file's is its group's row + 1
_Role = Qt.ItemDataRole


class PlanModel(QAbstractItemModel):
    """Two levels: groups with a tick, and below each its files.

    Signals:
        chosen_changed: Another group is in or out.
    """

    chosen_changed = Signal()

    def __init__(self, files: Sequence[PlannedFile], *, can_choose: bool = True, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._can_choose = can_choose
        groups = {fate: [file for file in files if file.fate is fate] for fate in _ORDER}
        self._groups = [(fate, members) for fate, members in groups.items() if members]
        self._left_out: set[Fate] = set()

    @property
    def chosen(self) -> list[PlannedFile]:
        """The files whose groups are in."""
        return [file for fate, members in self._groups if fate not in self._left_out for file in members]

    @override
    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008  (Qt's own default; it is never changed)
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else _GROUP)

    @override
    def parent(self, index: Index) -> QModelIndex:  # pyright: ignore[reportIncompatibleMethodOverride]  # the overload without arguments is QObject's
        if not index.isValid() or index.internalId() == _GROUP:
            return QModelIndex()
        return self.createIndex(index.internalId() - 1, 0, _GROUP)

    @override
    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  (as above)
        if not parent.isValid():
            return len(self._groups)
        is_group = parent.internalId() == _GROUP and parent.column() == 0
        return len(self._groups[parent.row()][1]) if is_group else 0

    @override
    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  (as above)
        return _COLUMNS

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsUserCheckable if self._is_choosable(index) else flags

    @override
    def data(self, index: Index, role: int = _Role.DisplayRole) -> Any:
        if index.internalId() == _GROUP:
            return self._group_data(index, role)
        file = self._groups[index.internalId() - 1][1][index.row()]
        words = file.found.name if index.column() == 0 else remark(file)
        if role == _Role.DisplayRole:
            return words
        return f"{file.found.path}\n{remark(file)}".strip() if role == _Role.ToolTipRole else None

    @override
    def setData(self, index: Index, value: Any, role: int = _Role.EditRole) -> bool:
        if role != _Role.CheckStateRole or not self._is_choosable(index):
            return False
        fate = self._groups[index.row()][0]
        if Qt.CheckState(value) is Qt.CheckState.Checked:
            self._left_out.discard(fate)
        else:
            self._left_out.add(fate)
        self.dataChanged.emit(index, index)
        self.chosen_changed.emit()
        return True

    def _group_data(self, index: Index, role: int) -> Any:
        fate, members = self._groups[index.row()]
        if role == _Role.DisplayRole and index.column() == 0:
            return group_words(fate, len(members))
        if role == _Role.CheckStateRole and self._is_choosable(index):
            return Qt.CheckState.Unchecked if fate in self._left_out else Qt.CheckState.Checked
        if role == _Role.FontRole:
            font = QFont()
            font.setBold(True)
            return font
        return None

    def _is_choosable(self, index: Index) -> bool:
        is_group = index.isValid() and index.internalId() == _GROUP and index.column() == 0
        return self._can_choose and is_group and self._groups[index.row()][0] in _CHOOSABLE


def group_words(fate: Fate, count: int) -> str:
    """Return for example "12 new file(s)"."""
    words = {
        Fate.NEW: translate("Plan", "%n new file(s)", None, count),
        Fate.NEEDS_OCR: translate("Plan", "%n picture(s) whose text must be recognised", None, count),
        Fate.CHANGED: translate("Plan", "%n changed file(s), in place of the older version", None, count),
        Fate.SAME_NAME: translate("Plan", "%n file(s) named like another document", None, count),
        Fate.UNREADABLE: translate("Plan", "%n file(s) that cannot be read; each gets its reason", None, count),
        Fate.ELSEWHERE: translate("Plan", "%n file(s) only in the cloud; they are left out", None, count),
        Fate.IN_TRASH: translate("Plan", "%n file(s) in the trash, from where they can be restored", None, count),
        Fate.MOVED: translate("Plan", "%n moved or renamed file(s); nothing is read again", None, count),
        Fate.HERE: translate("Plan", "%n file(s) already here", None, count),
        Fate.TWICE: translate("Plan", "%n file(s) with the same content as another of these", None, count),
    }
    return words[fate]


def remark(file: PlannedFile) -> str:
    """Return what else there is to say of a file: why it cannot be read, which document it is, or its kind."""
    if file.reason is not None:
        return shown(file.reason)
    if file.document is not None:
        return translate("Plan", "Document “{name}”").format(name=file.document.name)
    return translate("Kinds", file.kind) if file.kind else ""
