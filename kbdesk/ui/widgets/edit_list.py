"""A list of what people did to passages, and below it what the file says and what is wanted instead."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSplitter, QTreeWidget, QTreeWidgetItem, QWidget

from kbdesk.library.curation.types import Edit
from kbdesk.ui.models.edit_words import text_before, text_now
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.delegates import RowDelegate
from kbdesk.ui.widgets.text_pair import TextPair

_MARGIN = 8
_EDIT = Qt.ItemDataRole.UserRole


class EditList(QSplitter):
    """Shows of the current row what was and what is.

    Signals:
        current_changed: Another row is the current one, or none is.
        activated: The current row was opened.
    """

    current_changed = Signal()
    activated = Signal()

    def __init__(self, name: str, headers: Sequence[str], *, before: str, parent: QWidget | None = None) -> None:
        """Say `before` above what the file says."""
        super().__init__(Qt.Orientation.Vertical, parent)
        self.table = QTreeWidget()
        self.table.setAccessibleName(name)
        self.table.setHeaderLabels(list(headers))
        self.table.setRootIsDecorated(False)
        self.table.setUniformRowHeights(True)
        self.table.setItemDelegate(RowDelegate(self.table))
        self.table.currentItemChanged.connect(self._follow)
        self.table.itemActivated.connect(self.activated)
        self.texts = TextPair(before, translate("Edits", "As you want it"))
        self.texts.setContentsMargins(0, _MARGIN, 0, 0)
        self.addWidget(self.table)
        self.addWidget(self.texts)
        self.setChildrenCollapsible(False)
        self.setHandleWidth(1)

    @property
    def current(self) -> Edit | None:
        """What the current row is about."""
        item = self.table.currentItem()
        return None if item is None else item.data(0, _EDIT)

    def show_rows(self, rows: Sequence[tuple[Edit, Sequence[str]]]) -> None:
        """Show these with the words of their cells; the row at the same place stays the current one."""
        row = self.table.currentIndex().row()
        self.table.clear()
        for edit, cells in rows:
            item = QTreeWidgetItem(list(cells))
            item.setData(0, _EDIT, edit)
            for column, cell in enumerate(cells):
                item.setToolTip(column, cell)
            self.table.addTopLevelItem(item)
        for column in range(self.table.columnCount() - 1):
            self.table.resizeColumnToContents(column)
        self.table.setCurrentIndex(self.table.model().index(min(max(row, 0), len(rows) - 1), 0))
        self._follow()

    def _follow(self) -> None:
        edit = self.current
        self.texts.show_texts(*((text_before(edit), text_now(edit)) if edit else ("", "")))
        self.current_changed.emit()
