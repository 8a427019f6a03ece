"""How passages are cut: a choice, and a document as it would be cut."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QLocale, Qt, QTimer, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from kbdesk.library.chunking import Chunking
from kbdesk.library.cutting import Cuts
from kbdesk.library.types import DocumentInfo, KnowledgeBaseInfo
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import joined, translate
from kbdesk.ui.widgets.buttons import make_button
from kbdesk.ui.widgets.cuts_view import CutsView
from kbdesk.ui.widgets.document_field import DocumentField
from kbdesk.ui.widgets.fitting import fit_to_screen
from kbdesk.ui.widgets.page_bar import PageBar
from kbdesk.ui.widgets.result_label import ResultLabel
from kbdesk.ui.widgets.way_choice import WayChoice

PAGE_SIZE = 20
"""Passages on a page."""

_MUCH_LONGER = 2.0
"""Passages that are together so many times as long as their document are warned of."""

_REST_MS = 200
"""How long a choice rests before it is tried: who turns a number does not wait for each step."""

_SIZE = (960, 640)
_LEFT_WIDTH = 290


class CutsDialog(QDialog):
    """Asks for a way of cutting and shows what it does to a document.

    Signals:
        cut_requested: The chosen document is to be shown as the choice cuts it.
        documents_requested: Documents are wanted whose names have these words.
        document_chosen: This document (`DocumentInfo`) is to be tried.
        apply_requested: The choice is to be set.
    """

    cut_requested = Signal()
    documents_requested = Signal(str)
    document_chosen = Signal(object)
    apply_requested = Signal()

    def __init__(self, base: KnowledgeBaseInfo, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cuts = Cuts((), 0, 1.0)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        title = translate("Cuts", "How passages of “{name}” are cut")
        self.setWindowTitle(title.format(name=base.name))
        self.choice = WayChoice()
        self.choice.changed.connect(self._follow_choice)
        self.document_field = DocumentField(translate("Cuts", "Document to try it on"))
        self.document_field.typed.connect(self.documents_requested)
        self.document_field.chosen.connect(self.document_chosen)
        self.summary = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.summary.setProperty("role", "heading")
        self.warning = ResultLabel(translate("Cuts", "What is unwise about it"))
        self.view = CutsView(theme)
        self.page_bar = PageBar(theme)
        self.page_bar.page_requested.connect(self._show_page)
        self.effect = ResultLabel(translate("Cuts", "What comes of it"))
        self._rest = QTimer(self, interval=_REST_MS, singleShot=True)
        self._rest.timeout.connect(self.cut_requested)
        self._make_buttons()
        self._arrange()

    @property
    def chunking(self) -> Chunking:
        """The choice."""
        return self.choice.chunking

    def show_chunking(self, chunking: Chunking) -> None:
        """Show how documents are cut now."""
        self.choice.show_chunking(chunking)

    def show_documents(self, documents: Sequence[DocumentInfo]) -> None:
        """Offer these documents to try the choice on."""
        self.document_field.show_documents(documents)

    def show_document(self, document: DocumentInfo) -> None:
        """Show which document the choice is tried on."""
        self.document_field.show_document(document)

    def show_progress(self, sentence: str) -> None:
        """Say what is being done; what was shown stays until there is something newer."""
        self.summary.setText(sentence)
        self.warning.say("")

    def show_cuts(self, cuts: Cuts) -> None:
        """Show a document as it is cut."""
        self._cuts = cuts
        average = QLocale().toString(cuts.mean_characters)
        sentence = translate("Cuts", "%n passage(s), {average} characters on average", None, len(cuts.passages))
        self.summary.setText(sentence.format(average=average))
        self.warning.say(_warning(cuts), is_problem=True)
        self._show_page(1)

    def show_problem(self, sentence: str) -> None:
        """Say why the document cannot be shown as it would be cut."""
        self.show_cuts(Cuts((), 0, 1.0))
        self.summary.setText(sentence)

    def show_effect(self, sentence: str, *, can_apply: bool) -> None:
        """Say what setting the choice would do."""
        self.effect.say(sentence)
        self.apply_button.setEnabled(can_apply)

    def show_refusal(self, sentence: str) -> None:
        """Say why the choice could not be set."""
        self.effect.say(sentence, is_problem=True)
        self.apply_button.setEnabled(True)

    def _make_buttons(self) -> None:
        self.apply_button = make_button(translate("Cuts", "&Apply"), primary=True)
        self.apply_button.setEnabled(False)
        self.apply_button.setAutoDefault(False)  # Enter in a number field tries it, and does not set it
        self.apply_button.clicked.connect(self._apply)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.buttons.button(QDialogButtonBox.StandardButton.Cancel).setAutoDefault(False)
        self.buttons.addButton(self.apply_button, QDialogButtonBox.ButtonRole.ActionRole)
        self.buttons.rejected.connect(self.reject)

    def _arrange(self) -> None:
        label = QLabel(translate("Cuts", "&Document to try it on"))
        label.setBuddy(self.document_field)
        left = QWidget()
        left.setFixedWidth(_LEFT_WIDTH)
        left_layout = QVBoxLayout(left)
        left_layout.setContentsMargins(0, 0, 0, 0)
        left_layout.addWidget(self.choice)
        left_layout.addSpacing(8)
        left_layout.addWidget(label)
        left_layout.addWidget(self.document_field)
        left_layout.addStretch(1)
        right = QVBoxLayout()
        for widget in (self.summary, self.warning):
            right.addWidget(widget)
        right.addWidget(self.view, 1)
        right.addWidget(self.page_bar, 0, Qt.AlignmentFlag.AlignHCenter)
        both = QHBoxLayout()
        both.setSpacing(16)
        both.addWidget(left)
        both.addLayout(right, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(12)
        layout.addLayout(both, 1)
        layout.addWidget(self.effect)
        layout.addWidget(self.buttons)
        fit_to_screen(self, *_SIZE)
        self._show_page(1)

    def _follow_choice(self) -> None:
        self.apply_button.setEnabled(False)
        self._rest.start()

    def _apply(self) -> None:
        self.apply_button.setEnabled(False)
        self.apply_requested.emit()

    def _show_page(self, number: int) -> None:
        passages = self._cuts.passages
        count = max(1, -(-len(passages) // PAGE_SIZE))
        self.view.show_passages(passages[(number - 1) * PAGE_SIZE : number * PAGE_SIZE])
        self.page_bar.set_page(number, count)
        self.page_bar.setVisible(count > 1)


def _warning(cuts: Cuts) -> str:
    if cuts.factor < _MUCH_LONGER:
        return ""
    sentence = translate(
        "Cuts", "All passages together are {factor} times as long as the document, because much is repeated."
    )
    factor = QLocale().toString(cuts.factor, "f", 1)
    return joined(
        sentence.format(factor=factor),
        translate("Cuts", "Reading takes that much longer, and hits say the same again."),
        translate("Cuts", "Choose larger passages, or let neighbours share less."),
    )
