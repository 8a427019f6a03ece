"""“I expected this passage”: which one it was, and why the search did not find it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from kbdesk.library.search.types import Act, Explanation
from kbdesk.library.types import DocumentInfo
from kbdesk.rag.document import Chunk
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import shown, translate
from kbdesk.ui.widgets.buttons import make_button
from kbdesk.ui.widgets.delegates import RowDelegate
from kbdesk.ui.widgets.document_field import DocumentField
from kbdesk.ui.widgets.fitting import fit_to_screen

_SIZE = (640, 560)
_CHUNK_INDEX = Qt.ItemDataRole.UserRole
_LONGEST_LINE = 160


class ExpectedDialog(QDialog):
    """Takes a document, or one of its passages, and shows what the search made of it.

    Signals:
        documents_requested: Documents are wanted whose names have these words.
        document_chosen: This document (`DocumentInfo`) was expected.
        passage_chosen: This passage (its index) of the document was expected, or any of them (-1).
        act_requested: What the answer (`Explanation`) offers is to be done.
    """

    documents_requested = Signal(str)
    document_chosen = Signal(object)
    passage_chosen = Signal(int)
    act_requested = Signal(object)

    def __init__(self, question: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._explanation: Explanation | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(translate("Expected", "I expected this passage"))
        self.heading = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.heading.setText(translate("Expected", "You searched for “{question}”.").format(question=question))
        self.document_field = DocumentField(translate("Expected", "The document you expected"))
        self.document_field.typed.connect(self.documents_requested)
        self.document_field.chosen.connect(self.document_chosen)
        self.filter_line = QLineEdit()
        self.filter_line.setPlaceholderText(translate("Expected", "Words of the passage"))
        self.filter_line.setAccessibleName(translate("Expected", "Filter the passages"))
        self.filter_line.setClearButtonEnabled(True)
        self.filter_line.addAction(theme.icon("filter", "muted"), QLineEdit.ActionPosition.LeadingPosition)
        self.filter_line.textChanged.connect(self._filter)
        self.passages = QListWidget()
        self.passages.setAccessibleName(translate("Expected", "Its passages"))
        self.passages.setUniformItemSizes(True)
        self.passages.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.passages.setItemDelegate(RowDelegate(self.passages))
        self.passages.currentItemChanged.connect(self._choose)
        self.reason_label = _answer(translate("Expected", "Why"), "heading")
        self.step_label = _answer(translate("Expected", "What to do"), "")
        self.act_button = make_button("", primary=True)
        self.act_button.clicked.connect(lambda: self.act_requested.emit(self._explanation))
        self._lay_out()
        self.show_documents(())
        self.show_waiting()

    def show_documents(self, documents: Sequence[DocumentInfo]) -> None:
        """Offer these documents."""
        self.document_field.show_documents(documents)

    def show_document(self, document: DocumentInfo) -> None:
        """Show that this document was expected; its passages follow."""
        self.document_field.show_document(document)
        self._show_passages([])

    def show_passages(self, passages: Sequence[Chunk]) -> None:
        """Offer the passages of the document."""
        self._show_passages([_item(passage) for passage in passages])

    def show_waiting(self) -> None:
        """Say that a document is to be chosen."""
        self._explanation = None
        self._say(translate("Expected", "Choose the document in which the answer stands."), "")

    def show_looking(self) -> None:
        """Say that the answer is being looked for."""
        self._explanation = None
        self._say(translate("Expected", "Looking why…"), "")

    def show_explanation(self, explanation: Explanation) -> None:
        """Show why the search finds it, or why not, and what can be done."""
        self._explanation = explanation
        self._say(shown(explanation.reason), shown(explanation.next_step))
        words = act_words(explanation.act)
        self.act_button.setText(words)
        self.act_button.setVisible(bool(words))

    def show_problem(self, title: str, remedy: str) -> None:
        """Say why there is no answer."""
        self._explanation = None
        self._say(title, remedy)

    def _say(self, reason: str, step: str) -> None:
        for label, words in ((self.reason_label, reason), (self.step_label, step)):
            label.setText(words)
            label.setVisible(bool(words))
        self.act_button.hide()

    def _show_passages(self, items: Sequence[QListWidgetItem]) -> None:
        self.passages.blockSignals(True)
        self.passages.clear()
        whole = QListWidgetItem(translate("Expected", "Any passage of this document"))
        whole.setData(_CHUNK_INDEX, -1)
        for item in (whole, *items):
            self.passages.addItem(item)
        self.passages.setCurrentRow(0)
        self.passages.blockSignals(False)
        self._filter()

    def _choose(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.passage_chosen.emit(item.data(_CHUNK_INDEX))

    def _filter(self) -> None:
        words = self.filter_line.text().casefold().split()
        for row in range(1, self.passages.count()):
            item = self.passages.item(row)
            text = item.toolTip().casefold()
            item.setHidden(not all(word in text for word in words))

    def _lay_out(self) -> None:
        document_label = QLabel(translate("Expected", "Which &document did you expect?"))
        document_label.setBuddy(self.document_field)
        passage_label = QLabel(translate("Expected", "Which &passage?"))
        passage_label.setBuddy(self.filter_line)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.addButton(self.act_button, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(8)
        for widget in (self.heading, document_label, self.document_field, passage_label, self.filter_line):
            layout.addWidget(widget)
        layout.addWidget(self.passages, 1)
        for widget in (self.reason_label, self.step_label, buttons):
            layout.addWidget(widget)
        for button in self.findChildren(QPushButton):
            button.setAutoDefault(False)
        fit_to_screen(self, *_SIZE)
        self.document_field.setFocus()


def act_words(act: Act) -> str:
    """Return what the button says that does an act; "" where there is none."""
    words: dict[Act, str] = {
        "turn on": translate("Expected", "Turn it &on"),
        "try again": translate("Expected", "&Try again"),
        "resume": translate("Expected", "&Go on reading"),
        "restore": translate("Expected", "&Restore it"),
        "remove filters": translate("Expected", "Search without &filters"),
        "search everywhere": translate("Expected", "&Search everywhere"),
        "show more": translate("Expected", "Show &more passages"),
        "show in results": translate("Expected", "&Show it"),
    }
    return words.get(act, "")


def _answer(name: str, role: str) -> QLabel:
    label = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
    label.setAccessibleName(name)
    label.setProperty("role", role)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label


def _item(passage: Chunk) -> QListWidgetItem:
    line = " ".join(passage.text.split())
    item = QListWidgetItem(line[:_LONGEST_LINE] or translate("Expected", "A picture without words"))
    item.setToolTip(line)
    item.setData(_CHUNK_INDEX, passage.chunk_index)
    return item
