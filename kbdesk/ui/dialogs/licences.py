"""What kbdesk is made of: a list of all parts, and the licence of the chosen one."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QPlainTextEdit,
    QSplitter,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from kbdesk.licences import Part
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.delegates import RowDelegate
from kbdesk.ui.widgets.fitting import fit_to_screen

_SIZE = (1120, 640)
_WIDTHS = (400, 680)
_PART = Qt.ItemDataRole.UserRole


class LicencesDialog(QDialog):
    """Shows the parts and their licences.

    Signals:
        page_requested: The page of a part, at this address, is to be opened.
    """

    page_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(translate("Licences", "Licences"))
        self.note_label = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.note_label.setText(translate("Licences", "The licences are being gathered…"))
        self._make_list()
        self.text_view = QPlainTextEdit(readOnly=True)
        self.text_view.setTabChangesFocus(True)
        # These texts have their lines and columns as they were typed.
        self.text_view.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text_view.setAccessibleName(translate("Licences", "Licence"))
        self._make_buttons()
        self._arrange()

    def show_parts(self, parts: Sequence[Part]) -> None:
        """Show these; kbdesk itself is chosen."""
        self.note_label.setText(
            translate("Licences", "kbdesk is made of these parts. The licence of the chosen one is beside the list.")
        )
        items = [_item(part) for part in parts]
        self.list.addTopLevelItems(items)
        for column in (0, 1):
            self.list.resizeColumnToContents(column)
        own = [item for item, part in zip(items, parts, strict=True) if part.name == "kbdesk"]
        for item in own or items[:1]:
            self.list.setCurrentItem(item)
        self.list.setFocus()

    def show_problem(self, sentence: str) -> None:
        """Say why there is nothing to show."""
        self.note_label.setProperty("role", "error")
        self.note_label.style().polish(self.note_label)
        self.note_label.setText(sentence)

    @property
    def current(self) -> Part | None:
        """The part that is chosen."""
        item = self.list.currentItem()
        return item.data(0, _PART) if item is not None else None

    def _make_list(self) -> None:
        self.list = QTreeWidget()
        self.list.setAccessibleName(translate("Licences", "Parts of kbdesk"))
        self.list.setRootIsDecorated(False)
        self.list.setItemDelegate(RowDelegate(self.list))
        self.list.setHeaderLabels(
            [translate("Licences", "Part"), translate("Licences", "Version"), translate("Licences", "Licence")]
        )
        self.list.currentItemChanged.connect(self._follow)

    def _make_buttons(self) -> None:
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.buttons.rejected.connect(self.reject)
        self.page_button = self.buttons.addButton(
            translate("Licences", "&Open its page"), QDialogButtonBox.ButtonRole.ActionRole
        )
        self.page_button.setEnabled(False)
        self.page_button.clicked.connect(self._open_page)

    def _arrange(self) -> None:
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(self.list)
        splitter.addWidget(self.text_view)
        splitter.setSizes(_WIDTHS)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(12)
        layout.addWidget(self.note_label)
        layout.addWidget(splitter, 1)
        layout.addWidget(self.buttons)
        fit_to_screen(self, *_SIZE)

    def _follow(self) -> None:
        part = self.current
        self.page_button.setEnabled(part is not None and bool(part.home))
        self.text_view.setPlainText("\n\n".join(notice.text.strip("\n") for notice in part.notices) if part else "")

    def _open_page(self) -> None:
        if (part := self.current) is not None:
            self.page_requested.emit(part.home)


def _item(part: Part) -> QTreeWidgetItem:
    item = QTreeWidgetItem([part.name, part.version, part.licence])
    item.setData(0, _PART, part)
    for column in range(3):
        item.setToolTip(column, item.text(column))
    return item
