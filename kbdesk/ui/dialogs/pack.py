"""A knowledge base that came as a file: what is in it, and whether it is to be added."""

from __future__ import annotations

from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QListWidget, QVBoxLayout, QWidget

from kbdesk.library.packs.types import PackInfo
from kbdesk.ui.models.trash import size_words
from kbdesk.ui.translate import joined, translate
from kbdesk.ui.widgets.buttons import make_button
from kbdesk.ui.widgets.fitting import fit_to_screen

_MOST_CHARACTERS = 400
"""Of a description; the rest can be read once the knowledge base is there."""


class PackDialog(QDialog):
    """Asks once for all that is in the file; accepted means that it is added."""

    def __init__(self, info: PackInfo, host: str | None, parent: QWidget | None = None) -> None:
        """`host` is the computer that the text of the documents will be sent to, or None."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(translate("Pack", "Add a knowledge base"))
        self.heading = _label(_question(info), "heading")
        self.description = _label(_shortened(info.description), "muted")
        self.description.setVisible(bool(info.description))
        self.documents = QListWidget()
        self.documents.setAccessibleName(translate("Pack", "Documents in it"))
        self.documents.setUniformItemSizes(True)
        self.documents.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.documents.addItems(list(info.documents))
        self.documents.setVisible(bool(info.documents))
        self.rest = _label(_rest(info))
        self.privacy = _label(_privacy(host) if host else "")
        self.privacy.setVisible(host is not None)
        self.add_button = make_button(translate("Pack", "&Add"), primary=True)
        self._lay_out()

    def _lay_out(self) -> None:
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        buttons.addButton(self.add_button, QDialogButtonBox.ButtonRole.ActionRole)
        self.add_button.clicked.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(10)
        layout.addWidget(self.heading)
        layout.addWidget(self.description)
        layout.addWidget(self.documents, 1)
        for widget in (self.rest, self.privacy, buttons):
            layout.addWidget(widget)
        self.add_button.setDefault(True)  # only now does the dialog hear of it
        self.add_button.setFocus()
        fit_to_screen(self, 520, 420)


def _question(info: PackInfo) -> str:
    sentence = translate("Pack", "Add the knowledge base “{name}” with %n document(s)?", None, len(info.documents))
    return sentence.format(name=info.name)


def _shortened(description: str) -> str:
    return description if len(description) <= _MOST_CHARACTERS else f"{description[:_MOST_CHARACTERS]}…"


def _rest(info: PackInfo) -> str:
    counts = translate("Pack", "Size: {size}. Changes to passages by hand: {edits}. Check questions: {questions}.")
    number = QLocale().toString
    return joined(
        counts.format(
            size=size_words(info.size_bytes), edits=number(info.edit_count), questions=number(info.question_count)
        ),
        translate("Pack", "It becomes a knowledge base of its own; your others stay as they are."),
    )


def _privacy(host: str) -> str:
    sentence = translate("Pack", "The text of its documents goes to {host}, as your settings say.")
    return sentence.format(host=host)


def _label(words: str, role: str = "") -> QLabel:
    label = QLabel(words, wordWrap=True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    if role:
        label.setProperty("role", role)
    return label
