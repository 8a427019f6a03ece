"""Changes that no longer fit, since the files say something else now."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QPushButton, QVBoxLayout, QWidget

from kbdesk.library.curation.types import Conflict
from kbdesk.ui.dialogs.question import ask
from kbdesk.ui.models.edit_words import kind_name, place_words
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import shown, translate
from kbdesk.ui.widgets.buttons import make_button
from kbdesk.ui.widgets.edit_list import EditList
from kbdesk.ui.widgets.fitting import fit_to_screen
from kbdesk.ui.widgets.result_label import ResultLabel

_SIZE = (820, 560)


class EditConflictsDialog(QDialog):
    """Lists them all, says of each why it does not fit, and takes what is wanted with it.

    Signals:
        keep_requested: What a person wrote in this one (`Conflict`) is wanted in spite of it.
        drop_requested: This one is not wanted any more.
        document_requested: The document of this one is to be shown.
    """

    keep_requested = Signal(Conflict)
    drop_requested = Signal(Conflict)
    document_requested = Signal(Conflict)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._conflicts: dict[str, Conflict] = {}
        self._is_busy = False
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(translate("EditConflicts", "Changes that no longer fit"))
        self.heading = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        headers = (
            translate("EditConflicts", "Document"),
            translate("EditConflicts", "What you did"),
            translate("EditConflicts", "Where it was"),
        )
        self.list = EditList(
            translate("EditConflicts", "Changes that no longer fit"),
            headers,
            before=translate("EditConflicts", "As the file said it"),
        )
        self.list.current_changed.connect(self._follow)
        self.list.activated.connect(lambda: self._emit_current(self.document_requested.emit))
        self.reason = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.result_line = ResultLabel(translate("EditConflicts", "What became of it"))
        self.keep_button = make_button("")
        self.keep_button.clicked.connect(lambda: self._emit_current(self.keep_requested.emit))
        self.drop_button = make_button(translate("EditConflicts", "&Drop…"), theme.icon("trash-2"))
        self.drop_button.clicked.connect(self._ask_to_drop)
        self.document_button = make_button(translate("EditConflicts", "&Show the document"), theme.icon("arrow-right"))
        self.document_button.clicked.connect(lambda: self._emit_current(self.document_requested.emit))
        self._lay_out()
        self.show_conflicts(())

    @property
    def current(self) -> Conflict | None:
        """What the current row is about."""
        edit = self.list.current
        return None if edit is None else self._conflicts.get(edit.id)

    def show_conflicts(self, conflicts: Sequence[Conflict]) -> None:
        """Show these."""
        self._is_busy = False
        self._conflicts = {each.edit.id: each for each in conflicts}
        self.result_line.say("")
        if conflicts:
            words = translate(
                "EditConflicts", "%n change(s) of yours no longer fit what the file says.", None, len(conflicts)
            )
        else:
            words = translate("EditConflicts", "All your changes fit what the files say.")
        self.heading.setText(words)
        self.list.show_rows(
            [(each.edit, (each.document.name, kind_name(each.edit), place_words(each.edit))) for each in conflicts]
        )

    def show_busy(self) -> None:
        """Take no other wish until `show_conflicts` or `show_problem`."""
        self._is_busy = True
        self._follow()

    def show_problem(self, words: str) -> None:
        """Say what could not be done."""
        self._is_busy = False
        self.result_line.say(words, is_problem=True)
        self._follow()

    def _emit_current(self, emit: Callable[[Conflict], None]) -> None:
        if self.current is not None:
            emit(self.current)

    def _ask_to_drop(self) -> None:
        conflict = self.current
        if conflict is not None:
            ask(
                self,
                translate("EditConflicts", "Drop this change?"),
                translate("EditConflicts", "What you wrote is gone then, but for Undo in the Edit menu."),
                label=translate("EditConflicts", "Drop"),
            ).connect(lambda: self.drop_requested.emit(conflict))

    def _follow(self) -> None:
        conflict = self.current
        self.reason.setText(shown(conflict.reason) if conflict else "")
        keep_words = {
            "changed": translate("EditConflicts", "&Keep as you want it"),
            "copied": translate("EditConflicts", "&Keep turned off"),
        }
        as_passage = translate("EditConflicts", "&Keep as a passage of its own")
        self.keep_button.setText(keep_words.get(conflict.trouble, as_passage) if conflict else as_passage)
        for button in self._buttons:
            button.setEnabled(conflict is not None and not self._is_busy)

    @property
    def _buttons(self) -> tuple[QPushButton, ...]:
        return self.keep_button, self.drop_button, self.document_button

    def _lay_out(self) -> None:
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        for button in self._buttons:
            button.setAutoDefault(False)
            buttons.addButton(button, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(10)
        layout.addWidget(self.heading)
        layout.addWidget(self.list, 1)
        layout.addWidget(self.reason)
        layout.addWidget(self.result_line)
        layout.addWidget(buttons)
        fit_to_screen(self, *_SIZE)
        self.list.table.setFocus()
