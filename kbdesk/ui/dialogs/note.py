"""Writes a note that becomes a document."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from kbdesk.ui.dialogs.question import ask
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.buttons import make_button
from kbdesk.ui.widgets.fitting import fit_to_screen
from kbdesk.ui.widgets.forms import add_row
from kbdesk.ui.widgets.result_label import ResultLabel

_SIZE = (620, 460)
_LONGEST_TITLE = 100


class NoteDialog(QDialog):
    """Stays open, with what is typed, until the note is a document or a person throws it away.

    Signals:
        save_requested: What is typed is to become a document.
    """

    save_requested = Signal()

    def __init__(self, knowledge_base: str, question: str = "", parent: QWidget | None = None) -> None:
        """`question` is what the note answers; it is the title until another one is typed."""
        super().__init__(parent)
        self._is_saving = False
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(translate("Note", "Write a note"))
        self.heading = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.heading.setText(
            translate("Note", "The note becomes a document of “{name}” and is found like any other.").format(
                name=knowledge_base
            )
        )
        self.title_line = QLineEdit(question[:_LONGEST_TITLE])
        self.title_line.setMaxLength(_LONGEST_TITLE)
        self.text_edit = QPlainTextEdit()
        self.text_edit.setPlaceholderText(translate("Note", "Write what people should find."))
        self.text_edit.setTabChangesFocus(True)
        self.result_line = ResultLabel(translate("Note", "What became of it"))
        self.save_button = make_button(translate("Note", "&Add the note"), primary=True)
        self.save_button.clicked.connect(self._save)
        self._began_with = self.title_line.text()
        self._lay_out()
        self.title_line.textChanged.connect(self._follow)
        self.text_edit.textChanged.connect(self._follow)
        (self.text_edit if question else self.title_line).setFocus()
        self._follow()

    @property
    def title(self) -> str:
        """The title, without blanks at its ends."""
        return self.title_line.text().strip()

    @property
    def text(self) -> str:
        """The text, without blank lines at its ends."""
        return self.text_edit.toPlainText().strip()

    def show_saving(self) -> None:
        """Say that the note is being written and read."""
        self._is_saving = True
        self.result_line.say(translate("Note", "The note is being added…"))
        self._follow()

    def show_problem(self, words: str) -> None:
        """Say why the note could not be added; what is typed stays."""
        self._is_saving = False
        self.result_line.say(words, is_problem=True)
        self._follow()

    @override
    def reject(self) -> None:
        if self._is_saving or not (self.text or self.title_line.text() != self._began_with):
            super().reject()
            return
        ask(
            self,
            translate("Note", "Throw the note away?"),
            translate("Note", "What you typed is not kept."),
            label=translate("Note", "Throw away"),
        ).connect(lambda: self.done(QDialog.DialogCode.Rejected))

    def _save(self) -> None:
        if self.save_button.isEnabled():
            self.save_requested.emit()

    def _follow(self) -> None:
        self.save_button.setEnabled(bool(self.title and self.text) and not self._is_saving)
        for field in (self.title_line, self.text_edit):
            field.setReadOnly(self._is_saving)

    def _lay_out(self) -> None:
        form = QFormLayout()
        add_row(form, translate("Note", "&Title"), self.title_line)
        self.text_label = QLabel(translate("Note", "Te&xt"))
        self.text_label.setBuddy(self.text_edit)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        buttons.addButton(self.save_button, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(10)
        layout.addWidget(self.heading)
        layout.addLayout(form)
        layout.addWidget(self.text_label)
        layout.addWidget(self.text_edit, 1)
        layout.addWidget(self.result_line)
        layout.addWidget(buttons)
        fit_to_screen(self, *_SIZE)
