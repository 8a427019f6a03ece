"""All pairs of similar documents in a knowledge base."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from kbdesk.library.similar import Similar, sentence
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import shown, translate
from kbdesk.ui.widgets.buttons import make_button
from kbdesk.ui.widgets.delegates import RowDelegate
from kbdesk.ui.widgets.fitting import fit_to_screen

_PAIR = Qt.ItemDataRole.UserRole


class SimilarDialog(QDialog):
    """Lists pairs while they are being found.

    Signals:
        differences_requested: The documents of this pair (`Similar`) are to be compared.
    """

    differences_requested = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_finished = False
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(translate("Similar", "Similar documents"))
        self.label = QLabel(translate("Similar", "Looking for similar documents…"), wordWrap=True)
        self.list = QTreeWidget()
        self.list.setAccessibleName(translate("Similar", "Pairs of similar documents"))
        self.list.setHeaderLabels([translate("Similar", "Document"), translate("Similar", "What is shared")])
        self.list.setRootIsDecorated(False)
        self.list.setItemDelegate(RowDelegate(self.list))
        self.list.setUniformRowHeights(True)
        self.list.setColumnWidth(0, 220)
        self.list.itemActivated.connect(self._show_differences)
        self.list.currentItemChanged.connect(self._follow_current)
        self.differences_button = make_button(translate("Similar", "Show &differences…"), theme.icon("list"))
        self.differences_button.setEnabled(False)
        self.differences_button.setAutoDefault(False)
        self.differences_button.clicked.connect(self._show_differences)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.addButton(self.differences_button, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(10)
        layout.addWidget(self.label)
        layout.addWidget(self.list, 1)
        layout.addWidget(buttons)
        fit_to_screen(self, 780, 480)

    def add_pairs(self, pairs: Sequence[Similar]) -> None:
        """Show these pairs below the others."""
        items = [_item(pair) for pair in pairs]
        self.list.addTopLevelItems(items)
        if items and self.list.currentItem() is None:
            self.list.setCurrentItem(items[0])

    def remove_pair(self, pair: Similar) -> None:
        """Show a pair no longer."""
        self._remove(lambda each: each == pair)

    def remove_document(self, document_id: str) -> None:
        """Show no pair with a document any longer, which was deleted."""
        self._remove(lambda each: document_id in (each.document.id, each.other.id))

    def finish(self) -> None:
        """Say that all documents were looked at."""
        self._is_finished = True
        self._say_count()

    def _say_count(self) -> None:
        count = self.list.topLevelItemCount()
        if count:
            self.label.setText(translate("Similar", "%n pair(s) of documents say much the same.", None, count))
        else:
            self.label.setText(translate("Similar", "No two documents of this knowledge base say much the same."))

    def _remove(self, is_meant: Callable[[Similar], bool]) -> None:
        for row in reversed(range(self.list.topLevelItemCount())):
            item = self.list.topLevelItem(row)
            if item is not None and is_meant(item.data(0, _PAIR)):
                self.list.takeTopLevelItem(row)
        if self._is_finished:
            self._say_count()

    def _follow_current(self) -> None:
        self.differences_button.setEnabled(self.list.currentItem() is not None)

    def _show_differences(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            self.differences_requested.emit(item.data(0, _PAIR))


def _item(pair: Similar) -> QTreeWidgetItem:
    item = QTreeWidgetItem([pair.document.name, shown(sentence(pair))])
    item.setToolTip(1, item.text(1))
    item.setData(0, _PAIR, pair)
    return item
