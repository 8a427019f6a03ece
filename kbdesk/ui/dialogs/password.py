"""Asks for the password of protected files."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QFormLayout, QLabel, QVBoxLayout, QWidget

from kbdesk.library.types import DocumentInfo
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import joined, translate
from kbdesk.ui.widgets.buttons import make_button
from kbdesk.ui.widgets.fitting import fit_to_screen
from kbdesk.ui.widgets.forms import add_row
from kbdesk.ui.widgets.hidden_line import HiddenLine
from kbdesk.ui.widgets.result_label import ResultLabel

MOST_NAMED = 5
"""Files that are named; of more it is said how many they are."""

_WIDTH = 480
_NAME_WIDTH = 360


class PasswordDialog(QDialog):
    """Stays open until every file is open or a person leaves it.

    Signals:
        try_requested: The password that is typed is to be tried on the files of `wanted`.
    """

    try_requested = Signal()

    def __init__(self, documents: Sequence[DocumentInfo], theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_trying = False
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(translate("Password", "Enter password"))
        self.heading = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.heading.setProperty("role", "heading")
        self.names = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.field = HiddenLine(theme, translate("Password", "Password"), translate("Password", "Show the password"))
        self.field.line.textChanged.connect(self._follow)
        self.same_box = QCheckBox()
        self.same_box.setChecked(True)
        self.same_box.toggled.connect(self._show_files)
        self.keep_box = QCheckBox(translate("Password", "&Keep it in the keyring of this computer"))
        self.result_line = ResultLabel(translate("Password", "What became of it"))
        self.open_button = make_button(translate("Password", "&Open"), primary=True)
        self.open_button.clicked.connect(self.try_requested)
        self._lay_out()
        self.show_locked(documents)

    @property
    def password(self) -> str:
        """What is typed, to the last blank."""
        return self.field.line.text()

    @property
    def keeps(self) -> bool:
        """Whether the password is to be kept in the keyring."""
        return self.keep_box.isChecked()

    @property
    def wanted(self) -> Sequence[DocumentInfo]:
        """The files that the password is for: all that are locked, or the first of them."""
        return self.locked if self.same_box.isChecked() else self.locked[:1]

    def show_locked(self, documents: Sequence[DocumentInfo]) -> None:
        """Ask for the password of these files."""
        self.locked = documents
        self._is_trying = False
        self.same_box.setText(translate("Password", "The &same for all %n file(s)", None, len(documents)))
        self.same_box.setVisible(len(documents) > 1)
        self._show_files()
        self._follow()
        self.field.line.setFocus()
        self.field.line.selectAll()

    def show_trying(self) -> None:
        """Say that the password is being tried."""
        self._is_trying = True
        self._say(translate("Password", "Trying…"))
        self._follow()

    def show_wrong(self, documents: Sequence[DocumentInfo], locked: Sequence[DocumentInfo]) -> None:
        """Say that the password does not open these files, and ask again for all that are locked."""
        self.show_locked(locked)
        if len(documents) == 1:
            words = translate("Password", "This password does not open “{name}”.").format(
                name=self._short(documents[0])
            )
        else:
            words = translate("Password", "This password does not open %n of the files.", None, len(documents))
        again = translate("Password", "Look whether Caps Lock is on, and try again.")
        self._say(joined(words, again), is_problem=True)

    def show_next(self, locked: Sequence[DocumentInfo]) -> None:
        """Ask for the files that are left."""
        self.field.line.clear()
        self.show_locked(locked)
        self._say("")

    def show_problem(self, words: str) -> None:
        """Say why the password could not be tried."""
        self.show_locked(self.locked)
        self._say(words, is_problem=True)

    def _say(self, words: str, *, is_problem: bool = False) -> None:
        self.result_line.say(words, is_problem=is_problem)
        self.adjustSize()  # a dialog does not grow by itself when its words need another line

    def _show_files(self) -> None:
        wanted = self.wanted
        if len(wanted) == 1:
            sentence = translate("Password", "“{name}” is protected by a password.")
            self.heading.setText(sentence.format(name=self._short(wanted[0])))
        else:
            self.heading.setText(translate("Password", "%n file(s) are protected by a password.", None, len(wanted)))
        more = len(wanted) - MOST_NAMED
        lines = [self._short(each) for each in wanted[:MOST_NAMED]]
        self.names.setText("\n".join([*lines, translate("Password", "and %n more", None, more)] if more > 0 else lines))
        self.names.setVisible(len(wanted) > 1)
        for label in (self.heading, self.names):
            label.setToolTip("\n".join(each.name for each in wanted[:MOST_NAMED]))

    def _short(self, document: DocumentInfo) -> str:
        """Return a name that fits in a line: one without blanks is not broken, and its end would not be seen."""
        return self.fontMetrics().elidedText(document.name, Qt.TextElideMode.ElideMiddle, _NAME_WIDTH)

    def _follow(self) -> None:
        for field in (self.field, self.same_box, self.keep_box):
            field.setEnabled(not self._is_trying)
        self.open_button.setEnabled(bool(self.password) and not self._is_trying)

    def _lay_out(self) -> None:
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        buttons.addButton(self.open_button, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.reject)
        form = QFormLayout()
        add_row(form, translate("Password", "&Password"), self.field)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(10)
        for widget in (self.heading, self.names):
            layout.addWidget(widget)
        layout.addLayout(form)
        for widget in (self.same_box, self.keep_box, self.result_line, buttons):
            layout.addWidget(widget)
        self.open_button.setDefault(True)
        self.setFixedWidth(_WIDTH)
        fit_to_screen(self)
