"""What a person did to the passages of a document."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QVBoxLayout, QWidget

from kbdesk.library.curation.types import Edit
from kbdesk.ui.models.edit_words import kind_name, place_words, when
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.buttons import make_button
from kbdesk.ui.widgets.edit_list import EditList
from kbdesk.ui.widgets.fitting import fit_to_screen
from kbdesk.ui.widgets.result_label import ResultLabel

_SIZE = (760, 520)


class EditsDialog(QDialog):
    """Lists all changes of a document.

    Signals:
        jump_requested: The passage that came of this change (`Edit`) is to be shown.
        drop_requested: This change is to be taken back.
    """

    jump_requested = Signal(Edit)
    drop_requested = Signal(Edit)

    def __init__(self, document_name: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_busy = False
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(translate("Edits", "Your changes"))
        self._name = document_name
        self.heading = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        headers = (translate("Edits", "What you did"), translate("Edits", "Where"), translate("Edits", "When"))
        self.list = EditList(
            translate("Edits", "Your changes"), headers, before=translate("Edits", "As the file says it")
        )
        self.list.current_changed.connect(self._follow)
        self.list.activated.connect(self._jump)
        self.result_line = ResultLabel(translate("Edits", "What became of it"))
        self.jump_button = make_button(translate("Edits", "&Go to the passage"), theme.icon("arrow-right"))
        self.jump_button.clicked.connect(self._jump)
        self.drop_button = make_button(translate("Edits", "&Take back"), theme.icon("rotate-ccw"))
        self.drop_button.clicked.connect(self._drop)
        self._lay_out()
        self._follow()

    def show_edits(self, edits: Sequence[Edit]) -> None:
        """Show these changes."""
        self._is_busy = False
        self.heading.setText(
            translate("Edits", "%n change(s) to the passages of “{name}”.", None, len(edits)).format(name=self._name)
        )
        self.list.show_rows([(edit, (kind_name(edit), place_words(edit), when(edit))) for edit in edits])

    def show_busy(self) -> None:
        """Take no other wish until `show_edits` or `show_problem`."""
        self._is_busy = True
        self.result_line.say("")
        self._follow()

    def show_problem(self, words: str) -> None:
        """Say what could not be done."""
        self._is_busy = False
        self.result_line.say(words, is_problem=True)
        self._follow()

    def _jump(self) -> None:
        if self.list.current is not None:
            self.jump_requested.emit(self.list.current)

    def _drop(self) -> None:
        if self.list.current is not None:
            self.drop_requested.emit(self.list.current)

    def _follow(self) -> None:
        for button in (self.jump_button, self.drop_button):
            button.setEnabled(self.list.current is not None and not self._is_busy)

    def _lay_out(self) -> None:
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        for button in (self.jump_button, self.drop_button):
            button.setAutoDefault(False)
            buttons.addButton(button, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(10)
        layout.addWidget(self.heading)
        layout.addWidget(self.list, 1)
        layout.addWidget(self.result_line)
        layout.addWidget(buttons)
        fit_to_screen(self, *_SIZE)
        self.list.table.setFocus()
