"""Two similar documents: what differs, and which of them to keep."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from kbdesk.library.difference import Difference
from kbdesk.library.similar import Relation, Similar, sentence
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import joined, shown, translate
from kbdesk.ui.widgets.buttons import make_button
from kbdesk.ui.widgets.difference_view import MINUS, MOST_SHOWN, DifferenceView
from kbdesk.ui.widgets.fitting import fit_to_screen

_NAME_WIDTH = 220


class CompareDialog(QDialog):
    """Shows what differs between two documents.

    Signals:
        trash_requested: The first of the two is to be moved to the trash.
        keep_requested: Both are wanted: they are not to be pointed out again.
    """

    trash_requested = Signal()
    keep_requested = Signal()

    def __init__(self, similar: Similar, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._similar = similar
        self._first, self._second = similar.first_and_second
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(translate("Compare", "Compare documents"))
        self.names = _label(f"{MINUS} {self._first.name}\n+ {self._second.name}")
        self.names.setProperty("role", "heading")
        words = translate("Compare", "About “{name}”: {sentence}")
        self.sentence = _label(words.format(name=similar.document.name, sentence=shown(sentence(similar))))
        self.summary = _label(translate("Compare", "Comparing…"))
        self.summary.setProperty("role", "muted")
        self.view = DifferenceView(theme)
        self.view.current_changed.connect(self._follow_current)
        self._make_buttons(theme)
        self._arrange()

    def show_difference(self, difference: Difference) -> None:
        """Show what differs."""
        count = len(difference.changes)
        self.view.show_difference(difference, self._first.name, self._second.name)
        if count:
            differences = translate("Compare", "%n difference(s).", None, count)
            same = translate("Compare", "%n sentence(s) are the same.", None, difference.same_count)
            parts = [differences, same]
        else:
            parts = [translate("Compare", "Nothing differs but the layout.")]
        if count > MOST_SHOWN:
            parts.append(translate("Compare", "Only the first {count} differences are shown.").format(count=MOST_SHOWN))
        self.summary.setText(joined(*parts))
        self.copy_button.setEnabled(count > 0)
        self._follow_current()

    def show_problem(self, words: str) -> None:
        """Say why the two cannot be compared."""
        self.summary.setText(words)

    def _make_buttons(self, theme: Theme) -> None:
        self.previous_button = make_button(translate("Compare", "Previous difference"), theme.icon("chevron-left"))
        self.previous_button.setShortcut("Alt+Up")
        self.previous_button.clicked.connect(lambda: self.view.go_on(-1))
        self.next_button = make_button(translate("Compare", "Next difference"), theme.icon("chevron-right"))
        self.next_button.setShortcut("Alt+Down")
        self.next_button.clicked.connect(lambda: self.view.go_on(1))
        self.copy_button = make_button(translate("Compare", "&Copy all"), theme.icon("copy"))
        self.copy_button.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.view.toPlainText()))
        self.trash_button = make_button(self._trash_label(), theme.icon("trash-2"))
        self.trash_button.setToolTip(self._first.name)
        self.trash_button.clicked.connect(self.trash_requested)
        self.keep_button = make_button(translate("Compare", "&Keep both"))
        self.keep_button.setToolTip(translate("Compare", "Do not point these two out again"))
        self.keep_button.clicked.connect(self.keep_requested)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.buttons.addButton(self.trash_button, QDialogButtonBox.ButtonRole.ActionRole)
        self.buttons.addButton(self.keep_button, QDialogButtonBox.ButtonRole.ActionRole)
        self.buttons.rejected.connect(self.reject)
        for button in (self.previous_button, self.next_button, self.copy_button):
            button.setEnabled(False)

    def _trash_label(self) -> str:
        match self._similar.relation:
            case Relation.OLDER | Relation.NEWER:
                return translate("Compare", "&Move the older one to the trash")
            case Relation.CONTAINED | Relation.CONTAINS:
                return translate("Compare", "&Move the smaller one to the trash")
            case Relation.SAME | Relation.SIMILAR:
                name = self.fontMetrics().elidedText(self._first.name, Qt.TextElideMode.ElideMiddle, _NAME_WIDTH)
                return translate("Compare", "&Move “{name}” to the trash").format(name=name.replace("&", "&&"))

    def _arrange(self) -> None:
        row = QHBoxLayout()
        row.addWidget(self.summary, 1)
        for button in (self.previous_button, self.next_button, self.copy_button):
            button.setAutoDefault(False)
            row.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(10)
        layout.addWidget(self.names)
        layout.addWidget(self.sentence)
        layout.addLayout(row)
        layout.addWidget(self.view, 1)
        layout.addWidget(self.buttons)
        for button in (self.trash_button, self.keep_button):
            button.setAutoDefault(False)
        self.buttons.button(QDialogButtonBox.StandardButton.Close).setDefault(True)
        fit_to_screen(self, 780, 560)
        self.view.setFocus()

    def _follow_current(self) -> None:
        self.previous_button.setEnabled(self.view.current > 0)
        self.next_button.setEnabled(self.view.current < self.view.count - 1)


def _label(words: str) -> QLabel:
    return QLabel(words, wordWrap=True, textFormat=Qt.TextFormat.PlainText)
