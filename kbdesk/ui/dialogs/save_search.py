"""A name for a search."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QLineEdit, QVBoxLayout, QWidget

from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.fitting import fit_to_screen

_WIDTH = 420


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
                "SaveSearch",
                "Saved are the questions, where and how to search, and the filters. "
                "A search that has this name already is replaced.",
            ),
            wordWrap=True,
        )
        hint.setProperty("role", "muted")
        self.problem = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.problem.setProperty("role", "error")
        self.problem.hide()
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel)
        self.buttons.button(QDialogButtonBox.StandardButton.Save).setProperty("primary", True)
        self.buttons.accepted.connect(self.submitted)
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(10)
        for widget in (label, self.field, hint, self.problem, self.buttons):
            layout.addWidget(widget)
        self._layout = layout
        self._fit()

    @property
    def name(self) -> str:
        """The name as typed."""
        return self.field.text()

    def show_problem(self, words: str) -> None:
        """Say why it could not be saved."""
        self.problem.setText(words)
        self.problem.show()
        self._fit()
        self.field.setFocus()

    def _fit(self) -> None:
        """Be as high as the lines need; a layout gives lines that wrap too little room by itself."""
        fit_to_screen(self, _WIDTH, self._layout.totalHeightForWidth(_WIDTH))
