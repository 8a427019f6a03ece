"""Cuts a passage in two."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QTextEdit, QVBoxLayout, QWidget

from kbdesk.ui.models.passage_marks import text_position, units_before
from kbdesk.ui.models.splitting import good_place, halves
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.buttons import make_button
from kbdesk.ui.widgets.fitting import fit_to_screen
from kbdesk.ui.widgets.result_label import ResultLabel
from kbdesk.ui.widgets.text_pair import TextPair, make_text

_SIZE = (760, 560)


class PassageSplitDialog(QDialog):
    """The cursor in the text is where it is cut; both parts are shown below.

    Signals:
        split_requested: The passage is to be cut before the character of this number.
    """

    split_requested = Signal(int)

    def __init__(self, heading: str, text: str, wanted: int, *, theme: Theme, parent: QWidget | None = None) -> None:
        """Show a text as it is cut before the character `wanted`, if that gives two parts."""
        super().__init__(parent)
        self._text = text
        self._theme = theme
        self._is_saving = False
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(translate("PassageSplit", "Split passage"))
        self.heading = QLabel(heading, wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.hint = QLabel(
            translate("PassageSplit", "Click into the text, or go there with the arrow keys, where the second begins."),
            wordWrap=True,
        )
        self.hint.setProperty("role", "muted")
        self.field = make_text(read_only=True)
        self.field.setAccessibleName(translate("PassageSplit", "Text of the passage; it is cut at the cursor"))
        self.field.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.field.setPlainText(text)
        self.parts = TextPair(translate("PassageSplit", "First passage"), translate("PassageSplit", "Second passage"))
        self.result_line = ResultLabel(translate("PassageSplit", "What became of it"))
        self.split_button = make_button(translate("PassageSplit", "&Split here"), primary=True)
        self.split_button.clicked.connect(self._split)
        self._lay_out()
        self._go_to(good_place(text, wanted))
        self.field.cursorPositionChanged.connect(self._show_parts)
        theme.changed.connect(self._show_parts)
        self._show_parts()
        self.field.setFocus()

    @property
    def position(self) -> int:
        """Before which character the text is cut."""
        return text_position(self._text, self.field.textCursor().position())

    def show_saving(self) -> None:
        """Say that the passage is being cut."""
        self._is_saving = True
        self.split_button.setEnabled(False)
        self.result_line.say(translate("PassageSplit", "The passage is being split…"))

    def show_problem(self, words: str) -> None:
        """Say why it could not be cut."""
        self._is_saving = False
        self.split_button.setEnabled(True)
        self.result_line.say(words, is_problem=True)

    def _go_to(self, position: int) -> None:
        cursor = self.field.textCursor()
        cursor.setPosition(units_before(self._text, position))
        self.field.setTextCursor(cursor)

    def _show_parts(self) -> None:
        if self._is_saving:
            return
        parts = halves(self._text, self.position)
        self.parts.show_texts(*(parts or ("", "")))
        if parts is None:
            words = translate("PassageSplit", "Both passages need words: put the cursor between two words.")
            self.result_line.say(words, is_problem=True)
        else:
            self.result_line.say("")
        self.split_button.setEnabled(parts is not None)
        self._mark_second()

    def _mark_second(self) -> None:
        cursor = QTextCursor(self.field.textCursor())
        cursor.setPosition(cursor.position())
        cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
        mark = QTextEdit.ExtraSelection()
        mark.cursor = cursor  # pyright: ignore[reportAttributeAccessIssue]  (missing in the stubs of PySide6)
        mark.format = QTextCharFormat()  # pyright: ignore[reportAttributeAccessIssue]  (the same)
        mark.format.setBackground(QColor(self._theme.tokens.selection))
        mark.format.setForeground(QColor(self._theme.tokens.on_selection))
        self.field.setExtraSelections([mark])

    def _split(self) -> None:
        self.split_requested.emit(self.position)

    def _lay_out(self) -> None:
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        buttons.addButton(self.split_button, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(10)
        layout.addWidget(self.heading)
        layout.addWidget(self.hint)
        layout.addWidget(self.field, 1)
        layout.addWidget(self.parts, 1)
        layout.addWidget(self.result_line)
        layout.addWidget(buttons)
        self.split_button.setDefault(True)
        fit_to_screen(self, *_SIZE)
