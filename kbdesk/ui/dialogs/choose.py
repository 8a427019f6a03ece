"""Choosing some things out of many, which are found by typing."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.fitting import fit_to_screen

_KEY = Qt.ItemDataRole.UserRole


class ChooseDialog(QDialog):
    """Has a box to tick for each thing; its owner finds those that fit what is typed.

    What was ticked stays so while other things are shown.

    Signals:
        typed: Things are wanted whose names have these words.
    """

    typed = Signal(str)

    def __init__(self, title: str, chosen: Mapping[str, str], theme: Theme, parent: QWidget | None = None) -> None:
        """`chosen` are names by key of what is ticked at first."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self._chosen = dict(chosen)
        self.field = QLineEdit()
        self.field.setClearButtonEnabled(True)
        self.field.addAction(theme.icon("search", "muted"), QLineEdit.ActionPosition.LeadingPosition)
        self.field.setPlaceholderText(translate("Choose", "Type a part of the name"))
        self.field.setAccessibleName(translate("Choose", "Part of the name"))
        self.list = QListWidget()
        self.list.setAccessibleName(title)
        self.list.setUniformItemSizes(True)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.field.textChanged.connect(self.typed)
        self.list.itemChanged.connect(self._follow)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(10)
        for widget in (self.field, self.list, self.buttons):
            layout.addWidget(widget)
        fit_to_screen(self, 460, 420)

    @property
    def chosen(self) -> dict[str, str]:
        """Names by key of what is ticked."""
        return dict(self._chosen)

    def show_choices(self, names: Mapping[str, str]) -> None:
        """Show these things (names by key), in their order."""
        self.list.blockSignals(True)
        self.list.clear()
        for key, name in names.items():
            item = QListWidgetItem(name, self.list)
            item.setData(_KEY, key)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Checked if key in self._chosen else Qt.CheckState.Unchecked)
        self.list.blockSignals(False)

    def _follow(self, item: QListWidgetItem) -> None:
        key: str = item.data(_KEY)
        if item.checkState() == Qt.CheckState.Checked:
            self._chosen[key] = item.text()
        else:
            self._chosen.pop(key, None)
