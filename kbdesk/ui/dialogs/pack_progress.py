"""How far a knowledge base is on its way into a file, or out of one."""

from __future__ import annotations

from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QPlainTextEdit, QProgressBar, QVBoxLayout, QWidget

from kbdesk.library.packs.types import Exported, Progress
from kbdesk.ui.models.trash import size_words
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.fitting import fit_to_screen

_WIDTH = 480


class PackProgressDialog(QDialog):
    """Shows the work while it goes on, and how it ended; closing it ends the work."""

    def __init__(self, title: str, heading: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.heading = _label("heading")
        self.heading.setText(heading)
        self.progress_bar = QProgressBar()
        self.progress_bar.setAccessibleName(heading)
        self.progress_bar.setRange(0, 0)
        self.progress_bar.setTextVisible(False)  # the words below say it
        self.words = _label("muted")
        self.left_out = QPlainTextEdit()
        self.left_out.setReadOnly(True)
        self.left_out.setTabChangesFocus(True)
        self.left_out.setAccessibleName(translate("Pack", "Documents that are not in it"))
        self.left_out.hide()
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(12)
        for widget in (self.heading, self.progress_bar, self.words, self.left_out, self.buttons):
            layout.addWidget(widget)
        self.setMinimumWidth(_WIDTH)
        fit_to_screen(self)

    def show_progress(self, progress: Progress) -> None:
        """Say how far the work is."""
        self.progress_bar.setRange(0, progress.total)
        self.progress_bar.setValue(progress.done)
        number = QLocale().toString
        sentence = translate("Pack", "{done} of {total} documents")
        self.words.setText(sentence.format(done=number(progress.done), total=number(progress.total)))

    def show_exported(self, exported: Exported) -> None:
        """Say what was written."""
        sentence = translate("Pack", "“{file}” holds %n document(s), {size}.", None, exported.document_count)
        self.heading.setText(sentence.format(file=exported.path.name, size=size_words(exported.size_bytes)))
        self.words.setText(_remark(exported))
        self.left_out.setPlainText("\n".join(exported.left_out))
        self.left_out.setVisible(bool(exported.left_out))
        self._end()

    def show_problem(self, title: str, remedy: str) -> None:
        """Say why it could not be done."""
        self.heading.setText(title)
        self.words.setText(remedy)
        self._end()

    def _end(self) -> None:
        self.progress_bar.hide()
        self.buttons.removeButton(self.buttons.button(QDialogButtonBox.StandardButton.Cancel))
        close = self.buttons.addButton(QDialogButtonBox.StandardButton.Close)
        close.setDefault(True)
        close.setFocus()


def _remark(exported: Exported) -> str:
    if exported.left_out:
        return translate(
            "Pack",
            "%n document(s) are not in it, since kbdesk has no copy of their files. Use Try again on them, then export "
            "again.",
            None,
            len(exported.left_out),
        )
    return translate("Pack", "Whoever has kbdesk opens it with a double click, or drops it on the window.")


def _label(role: str) -> QLabel:
    label = QLabel(wordWrap=True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setProperty("role", role)
    return label
