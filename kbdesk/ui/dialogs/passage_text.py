"""Writes the text of a passage, or a note on it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QSplitter, QVBoxLayout, QWidget
from typing_extensions import override

from kbdesk.ui.dialogs.question import ask_to_throw_away
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.buttons import make_button
from kbdesk.ui.widgets.fitting import fit_to_screen
from kbdesk.ui.widgets.result_label import ResultLabel
from kbdesk.ui.widgets.text_pair import add_titled, make_text

_SIZE = (860, 480)
_WIDTHS = (500, 340)
_LINE_ENDS = str.maketrans("\u2028\u2029", "\n\n")


@dataclass(frozen=True)
class Wording:
    """What a dialog says.

    Attributes:
        title: Of the window.
        heading: What is written, and where.
        label: Above the field.
        beside: Above what is shown beside it for comparison.
        refusal: What is said when nothing is typed; "": then there is nothing, which is well.
    """

    title: str
    heading: str
    label: str
    beside: str
    refusal: str


class PassageTextDialog(QDialog):
    """Stays open, with what is typed, until it is saved or a person throws it away.

    Signals:
        save_requested: This text is wanted.
    """

    save_requested = Signal(str)

    def __init__(self, wording: Wording, text: str, beside: str, parent: QWidget | None = None) -> None:
        """Begin with `text`, and show what is `beside` it for comparison."""
        super().__init__(parent)
        self._refusal = wording.refusal
        self._is_saving = False
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(wording.title)
        self.heading = QLabel(wording.heading, wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.field = make_text(read_only=False)
        self.field.setPlainText(text)
        self._began_with = self.text
        self.beside = make_text(read_only=True)
        self.beside.setPlainText(beside)
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setHandleWidth(1)
        add_titled(self._splitter, wording.label, self.field)
        self.beside_label = add_titled(self._splitter, wording.beside, self.beside)
        self.result_line = ResultLabel(translate("PassageText", "What became of it"))
        self.save_button = make_button(translate("PassageText", "&Save"), primary=True)
        self.save_button.clicked.connect(self._save)
        save_key = QShortcut(QKeySequence("Ctrl+Return"), self)
        save_key.activated.connect(self._save)
        self._lay_out()
        self.field.setFocus()

    @property
    def text(self) -> str:
        """What is typed, to the last blank."""
        raw = self.field.document().toRawText()  # toPlainText() makes ordinary blanks of those that hold words together
        return raw.translate(_LINE_ENDS)

    def show_saving(self) -> None:
        """Say that it is being saved, and take no other wish until that has ended."""
        self._is_saving = True
        self.result_line.say(translate("PassageText", "It is being saved…"))
        self._follow()

    def show_problem(self, words: str) -> None:
        """Say why it could not be saved; what is typed stays."""
        self._is_saving = False
        self.result_line.say(words, is_problem=True)
        self._follow()

    @override
    def reject(self) -> None:
        if self._is_saving:
            return  # what is typed must not be gone if saving fails
        if self.text == self._began_with:
            super().reject()
        else:
            ask_to_throw_away(self, translate("PassageText", "The passage stays as it was."))

    def _save(self) -> None:
        if self._is_saving:
            return
        if self._refusal and not self.text.strip():
            self.show_problem(self._refusal)
        elif self.text == self._began_with:
            self.reject()
        else:
            self.save_requested.emit(self.text)

    def _follow(self) -> None:
        self.save_button.setEnabled(not self._is_saving)
        self.cancel_button.setEnabled(not self._is_saving)
        self.field.setReadOnly(self._is_saving)

    def _lay_out(self) -> None:
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        buttons.addButton(self.save_button, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.reject)
        self.cancel_button = buttons.button(QDialogButtonBox.StandardButton.Cancel)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(10)
        layout.addWidget(self.heading)
        layout.addWidget(self._splitter, 1)
        layout.addWidget(self.result_line)
        layout.addWidget(buttons)
        self._splitter.setSizes(list(_WIDTHS))
        fit_to_screen(self, *_SIZE)
