"""Files whose name or path a document has already: replace, keep both, or leave out."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from kbdesk.library.plan import PlannedFile
from kbdesk.ui.models.conflicts import Answer, Column, ConflictsModel
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.buttons import make_button
from kbdesk.ui.widgets.fitting import fit_to_screen


class ConflictsDialog(QDialog):
    """One table for all of them; the buttons answer for the selected rows, at first for all."""

    def __init__(self, files: Sequence[PlannedFile], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(translate("Conflicts", "Replace or keep both"))
        self.model = ConflictsModel(files, self)
        self.table = _table(self.model)
        self.heading = QLabel(
            translate("Conflicts", "%n file(s) have the name of a document, but different content.", None, len(files)),
            wordWrap=True,
        )
        self.heading.setProperty("role", "heading")
        self.replace_button = make_button(translate("Conflicts", "&Replace"))
        self.keep_button = make_button(translate("Conflicts", "&Keep both"))
        self.leave_button = make_button(translate("Conflicts", "&Leave out"))
        for button, answer in (
            (self.replace_button, Answer.REPLACE),
            (self.keep_button, Answer.KEEP_BOTH),
            (self.leave_button, Answer.LEAVE_OUT),
        ):
            button.setAutoDefault(False)
            button.clicked.connect(lambda _=False, answer=answer: self._answer(answer))
        self.add_button = make_button(translate("Conflicts", "&Add"), primary=True)
        self._lay_out()

    @property
    def answers(self) -> list[tuple[PlannedFile, Answer]]:
        """Every file with its answer."""
        return self.model.answers

    def _answer(self, answer: Answer) -> None:
        rows = {index.row() for index in self.table.selectionModel().selectedRows()}
        self.model.answer(rows or range(self.model.rowCount()), answer)

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.addWidget(QLabel(translate("Conflicts", "For the selected files:")))
        for button in (self.replace_button, self.keep_button, self.leave_button):
            row.addWidget(button)
        row.addStretch()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        buttons.addButton(self.add_button, QDialogButtonBox.ButtonRole.ActionRole)
        self.add_button.clicked.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(10)
        layout.addWidget(self.heading)
        layout.addWidget(self.table, 1)
        layout.addLayout(row)
        layout.addWidget(buttons)
        self.add_button.setDefault(True)  # only now does the dialog hear of it
        fit_to_screen(self, 820, 360)


def _table(model: ConflictsModel) -> QTableView:
    table = QTableView()
    table.setModel(model)
    table.setAccessibleName(translate("Conflicts", "Files with the name of a document"))
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setTabKeyNavigation(False)
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.setTextElideMode(Qt.TextElideMode.ElideMiddle)
    table.verticalHeader().hide()
    table.horizontalHeader().setHighlightSections(False)
    table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    table.horizontalHeader().setSectionResizeMode(Column.NAME, QHeaderView.ResizeMode.Stretch)
    table.selectAll()
    return table
