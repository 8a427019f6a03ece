"""Choosing the days between which documents were added."""

from __future__ import annotations

from datetime import date
from typing import cast

from PySide6.QtCore import QDate, Qt
from PySide6.QtWidgets import QCheckBox, QDateEdit, QDialog, QDialogButtonBox, QGridLayout, QVBoxLayout, QWidget

from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.fitting import fit_to_screen


class DaysDialog(QDialog):
    """A first and a last day, each only if its box is ticked."""

    def __init__(self, first: date | None, last: date | None, today: date, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(translate("Days", "Added when"))
        self.first_box = QCheckBox(translate("Days", "&From this day on"))
        self.first_edit = _day_edit(translate("Days", "First day"), first or today, self.first_box)
        self.last_box = QCheckBox(translate("Days", "&Until this day"))
        self.last_edit = _day_edit(translate("Days", "Last day"), last or today, self.last_box)
        self.first_box.setChecked(first is not None)
        self.last_box.setChecked(last is not None)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        for row, widgets in enumerate(((self.first_box, self.first_edit), (self.last_box, self.last_edit))):
            for column, widget in enumerate(widgets):
                grid.addWidget(widget, row, column)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(14)
        layout.addLayout(grid)
        layout.addWidget(self.buttons)
        fit_to_screen(self)

    @property
    def first(self) -> date | None:
        """The first day, or None for any."""
        return _day(self.first_edit) if self.first_box.isChecked() else None

    @property
    def last(self) -> date | None:
        """The last day, or None for any."""
        return _day(self.last_edit) if self.last_box.isChecked() else None


def _day_edit(name: str, day: date, box: QCheckBox) -> QDateEdit:
    edit = QDateEdit(QDate(day.year, day.month, day.day))
    edit.setCalendarPopup(True)
    edit.setAccessibleName(name)
    edit.setEnabled(False)
    box.toggled.connect(edit.setEnabled)
    return edit


def _day(edit: QDateEdit) -> date:
    return cast("date", edit.date().toPython())
