"""Look for a new version: what will be asked of whom, then what was found."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from kbdesk import __version__
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.fitting import fit_to_screen
from kbdesk.ui.widgets.result_label import ResultLabel

_WIDTH = 520


class NewVersionDialog(QDialog):
    """Asks nobody before a person says so.

    Signals:
        ask_requested: The newest version is to be asked for.
        page_requested: The page of the version that was found, or of all versions, is to be opened.
    """

    ask_requested = Signal()
    page_requested = Signal()

    def __init__(self, host: str, parent: QWidget | None = None) -> None:
        """`host` is the computer that will be asked."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(translate("NewVersion", "Look for a new version"))
        version_label = _label(translate("NewVersion", "This is kbdesk {version}.").format(version=__version__))
        version_label.setProperty("role", "heading")
        what = translate(
            "NewVersion",
            "kbdesk asks {host} for the newest version that was released. As with every page you open, the network "
            "address of this computer can be seen there; nothing else is sent. kbdesk never asks by itself.",
        )
        self.note_label = _label(what.format(host=host))
        self.note_label.setProperty("role", "muted")
        self.result_label = ResultLabel(translate("NewVersion", "Result"))
        self.changes_view = QPlainTextEdit()
        self.changes_view.setReadOnly(True)
        self.changes_view.setTabChangesFocus(True)
        self.changes_view.setAccessibleName(translate("NewVersion", "What changed"))
        self.changes_view.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(12)
        for widget in (version_label, self.note_label, self.result_label, self.changes_view, self._make_buttons()):
            layout.addWidget(widget)
        self.setMinimumWidth(_WIDTH)
        fit_to_screen(self)

    def show_busy(self) -> None:
        """Say that the question was sent, and take no other until `show_result`."""
        self.ask_button.setEnabled(False)
        self.page_button.hide()
        self.changes_view.hide()
        self.result_label.say(translate("NewVersion", "Asking…"))

    def show_result(
        self, sentence: str, *, changes: str = "", has_page: bool = False, is_problem: bool = False
    ) -> None:
        """Say what was found; `has_page`: a page can be opened that says more."""
        self.ask_button.setEnabled(True)
        self.result_label.say(sentence, is_problem=is_problem)
        self.changes_view.setPlainText(changes)
        self.changes_view.setVisible(bool(changes))
        self.page_button.setVisible(has_page)
        if has_page:
            self.page_button.setDefault(True)
            self.page_button.setFocus()

    def _make_buttons(self) -> QDialogButtonBox:
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        role = QDialogButtonBox.ButtonRole.ActionRole
        self.page_button = buttons.addButton(translate("NewVersion", "&Open its page"), role)
        self.page_button.clicked.connect(self.page_requested)
        self.page_button.hide()
        self.ask_button = buttons.addButton(translate("NewVersion", "&Ask now"), role)
        self.ask_button.setDefault(True)
        self.ask_button.clicked.connect(self.ask_requested)
        return buttons


def _label(sentence: str) -> QLabel:
    return QLabel(sentence, wordWrap=True, textFormat=Qt.TextFormat.PlainText)
