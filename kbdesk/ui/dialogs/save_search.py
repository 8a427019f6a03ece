"""A name for a search."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QLineEdit, QVBoxLayout, QWidget

from kbdesk.ui.translate import translate


class SaveSearchDialog(QDialog):
    """Takes a name.

    Signals:
        submitted: The search is to be saved under the `name`.
    """

    submitted = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(translate("SaveSearch", "Save this search"))
        label = QLabel(translate("SaveSearch", "&Name"))
        self.field = QLineEdit(name)
        self.field.selectAll()
        label.setBuddy(self.field)
        hint = QLabel(
            translate(
                "SaveSearch", "Questions, place, way and filters are saved. A search of this name gives way to it."
            ),
            wordWrap=True,
        )
        hint.setProperty("role", "muted")
        self.problem = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.problem.setProperty("role", "error")
        self.problem.hide()
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel)
        self.buttons.accepted.connect(self.submitted)
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(10)
        for widget in (label, self.field, hint, self.problem, self.buttons):
            layout.addWidget(widget)
        self.resize(420, 0)

    @property
    def name(self) -> str:
        """The name as typed."""
        return self.field.text()

    def show_problem(self, words: str) -> None:
        """Say why it could not be saved."""
        self.problem.setText(words)
        self.problem.show()
        self.field.setFocus()
