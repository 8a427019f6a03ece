"""One check question: what is asked, and which passage is to answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QStyledItemDelegate,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from kbdesk.library.questions.quotes import quote_of
from kbdesk.library.questions.types import DEPTH, LONGEST_QUERY, Question, Wanted
from kbdesk.library.search.types import Mode
from kbdesk.library.types import Hit
from kbdesk.ui.dialogs.question import ask_to_throw_away
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import shown, translate
from kbdesk.ui.widgets.buttons import make_button
from kbdesk.ui.widgets.delegates import RowDelegate
from kbdesk.ui.widgets.fitting import fit_to_screen
from kbdesk.ui.widgets.number_fields import make_number_field
from kbdesk.ui.widgets.result_label import ResultLabel

_SIZE = (760, 640)
_HIT = Qt.ItemDataRole.UserRole


class CheckQuestionDialog(QDialog):
    """Asks for a question, and lets the passage be chosen among what a search finds.

    It stays open until its owner accepts it, so that what is refused can be mended.

    Signals:
        search_requested: Passages are to be shown that these words find.
        submitted: The answers are given; the owner calls `accept` or `show_problem`.
    """

    search_requested = Signal(str)
    submitted = Signal()

    def __init__(self, question: Question | None, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(
            translate("Questions", "New check question")
            if question is None
            else translate("Questions", "Change check question")
        )
        self._document_id = ""
        self._make_question(theme)
        self._make_hits()
        self._make_expected()
        self._make_buttons()
        self._arrange()
        if question is not None:
            self._show(question)
        self._began_with = self.wanted
        self._follow()

    @property
    def wanted(self) -> Wanted:
        """What is to be checked, as far as it is said."""
        return Wanted(
            self.query_field.text().strip(),
            self._document_id,
            self.quote_field.toPlainText().strip(),
            self.first_field.value(),
            cast("Mode", self.mode_field.currentData()),
        )

    def start_with(self, hit: Hit, query: str) -> None:
        """Begin with a question and the hit that is its answer."""
        self.query_field.setText(query)
        self.show_hits([hit])
        self._choose(self.hits.topLevelItem(0))
        self._began_with = self.wanted

    @override
    def reject(self) -> None:
        if self.wanted == self._began_with:
            super().reject()
        else:
            ask_to_throw_away(self, translate("Questions", "The check questions stay as they were."))

    def show_searching(self) -> None:
        """Say that passages are being looked for."""
        self.hits.clear()
        self.found_label.setText(translate("Questions", "Searching…"))

    def show_hits(self, hits: Sequence[Hit]) -> None:
        """List passages to choose from."""
        self.hits.clear()
        self.hits.addTopLevelItems([_item(hit) for hit in hits])
        words = translate("Questions", "Choose the passage that is the right answer:")
        nothing = translate("Questions", "Nothing was found. Search for words that stand in the passage.")
        self.found_label.setText(words if hits else nothing)

    def show_search_problem(self, sentence: str) -> None:
        """Say why nothing could be searched."""
        self.found_label.setText(sentence)

    def show_problem(self, sentence: str) -> None:
        """Say why the answers cannot be taken, and let them be mended."""
        self.problem_label.say(sentence, is_problem=True)

    def _show(self, question: Question) -> None:
        wanted = question.wanted
        self._document_id = wanted.document_id
        self.query_field.setText(wanted.query)
        self.document_label.setText(question.document_name)
        self.quote_field.setPlainText(wanted.quote)
        self.first_field.setValue(wanted.first)
        self.mode_field.setCurrentIndex(self.mode_field.findData(wanted.mode))

    def _make_question(self, theme: Theme) -> None:
        self.query_field = _LineField()
        self.query_field.setMaxLength(LONGEST_QUERY)
        self.query_field.setPlaceholderText(translate("Questions", "How many days of leave do I have?"))
        self.query_field.textChanged.connect(self._follow)
        self.query_field.entered.connect(self._search)
        self.words_field = _LineField()
        self.words_field.setPlaceholderText(translate("Questions", "Other words to find the passage by"))
        self.words_field.setAccessibleName(translate("Questions", "Words to find the passage by"))
        self.words_field.entered.connect(self._search)
        self.search_button = make_button(translate("Questions", "&Find passages"), theme.icon("search"))
        self.search_button.clicked.connect(self._search)

    def _make_hits(self) -> None:
        self.found_label = QLabel(translate("Questions", "Find the passage that is the right answer."), wordWrap=True)
        self.found_label.setProperty("role", "muted")
        self.hits = QTreeWidget()
        self.hits.setAccessibleName(translate("Questions", "Passages found"))
        self.hits.setHeaderLabels(
            [translate("Questions", "Document"), translate("Questions", "Place"), translate("Questions", "Passage")]
        )
        self.hits.setRootIsDecorated(False)
        self.hits.setUniformRowHeights(True)
        self.hits.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.hits.setItemDelegate(RowDelegate(self.hits))
        self.hits.setItemDelegateForColumn(2, QStyledItemDelegate(self.hits))  # a passage is cut at its end
        self.hits.header().setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
        for column, width in ((0, 180), (1, 120)):
            self.hits.setColumnWidth(column, width)
        self.hits.currentItemChanged.connect(self._choose)

    def _make_expected(self) -> None:
        self.document_label = QLabel(textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self.document_label.setProperty("role", "heading")
        self.quote_field = QPlainTextEdit()
        self.quote_field.setTabChangesFocus(True)
        self.quote_field.setPlaceholderText(translate("Questions", "Empty: any passage of the document will do."))
        self.quote_field.setMinimumHeight(self.fontMetrics().height() * 3)
        self.first_field = make_number_field(translate("Questions", "Hits that count"), 1, DEPTH)
        self.first_field.setValue(Wanted("", "").first)
        self.mode_field = QComboBox()
        self.mode_field.setAccessibleName(translate("Questions", "How is searched"))
        for words, mode in (
            (translate("Questions", "By meaning and words"), "hybrid"),
            (translate("Questions", "By meaning only"), "meaning"),
            (translate("Questions", "By words only"), "words"),
        ):
            self.mode_field.addItem(words, mode)

    def _make_buttons(self) -> None:
        self.problem_label = ResultLabel(translate("Questions", "Problem"))
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.submit_button = make_button(translate("Questions", "Save"), primary=True)
        self.buttons.addButton(self.submit_button, QDialogButtonBox.ButtonRole.ActionRole)
        self.submit_button.clicked.connect(self.submitted)
        self.buttons.rejected.connect(self.reject)

    def _arrange(self) -> None:
        query_label = QLabel(translate("Questions", "&Question"))
        query_label.setBuddy(self.query_field)
        expected_label = QLabel(translate("Questions", "&Expected passage of this document:"))
        expected_label.setBuddy(self.quote_field)
        first_label = QLabel(translate("Questions", "Right when among the fi&rst"))
        first_label.setBuddy(self.first_field)
        search = _row(self.words_field, self.search_button)
        search.setStretch(0, 1)
        document = _row(expected_label, self.document_label)
        document.setStretch(1, 1)
        how = _row(first_label, self.first_field, self.mode_field)
        how.addStretch()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(8)
        layout.addWidget(query_label)
        layout.addWidget(self.query_field)
        layout.addLayout(search)
        layout.addWidget(self.found_label)
        layout.addWidget(self.hits, 3)
        layout.addLayout(document)
        layout.addWidget(self.quote_field, 1)
        layout.addLayout(how)
        layout.addWidget(self.problem_label)
        layout.addWidget(self.buttons)
        for button in self.findChildren(QPushButton):
            button.setAutoDefault(False)  # Enter in a field searches
        fit_to_screen(self, *_SIZE)
        self.query_field.setFocus()

    def _search(self) -> None:
        words = self.words_field.text().strip() or self.query_field.text().strip()
        if words:
            self.search_requested.emit(words)

    def _choose(self, item: QTreeWidgetItem | None) -> None:
        if item is None:
            return
        hit: Hit = item.data(0, _HIT)
        self._document_id = hit.document.id
        self.document_label.setText(hit.document.name)
        self.quote_field.setPlainText(quote_of(hit))
        self._follow()

    def _follow(self) -> None:
        self.submit_button.setEnabled(bool(self.query_field.text().strip() and self._document_id))
        if not self._document_id:
            self.document_label.setText(translate("Questions", "None yet"))


class _LineField(QLineEdit):
    """A line whose Enter does something other than what the dialog's does.

    Signals:
        entered: Enter was pressed.
    """

    entered = Signal()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit()
        else:
            super().keyPressEvent(event)


def _row(*widgets: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    for widget in widgets:
        row.addWidget(widget)
    return row


def _item(hit: Hit) -> QTreeWidgetItem:
    passage = " ".join(hit.chunk.text.split())
    item = QTreeWidgetItem([hit.document.name, shown(hit.place), passage])
    item.setData(0, _HIT, hit)
    return item
