"""The passages of a document, a page at a time."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QImage, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from kbdesk.library.types import DocumentInfo, State
from kbdesk.ui.models.document_words import kind_words, reason, state_words
from kbdesk.ui.models.passages import PassagePage
from kbdesk.ui.models.reading_acts import has_health
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.buttons import make_button, make_icon_button
from kbdesk.ui.widgets.elided_label import ElidedLabel
from kbdesk.ui.widgets.number_fields import make_number_field
from kbdesk.ui.widgets.page_bar import PageBar
from kbdesk.ui.widgets.passage_acts import PassageActs
from kbdesk.ui.widgets.passage_tools import PassageTools
from kbdesk.ui.widgets.passage_view import PassageView
from kbdesk.ui.widgets.state_page import StatePage

_LAST_PAGE = 1_000_000


class PassagesPane(QWidget):
    """Shows one page of a document's passages, and above it what the document is.

    Signals:
        page_requested: A page of passages is wanted, from 1.
        section_page_requested: The passages of this page or slide of the document itself are wanted, from 1.
        health_requested: What was read of the document (`DocumentInfo`) is to be shown.
        edits_requested: What was done to its passages is to be shown.
        add_requested: A passage is to be added to the document (`DocumentInfo`), which has none.
    """

    page_requested = Signal(int)
    section_page_requested = Signal(int)
    health_requested = Signal(object)
    edits_requested = Signal(object)
    add_requested = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document: DocumentInfo | None = None
        self.view = PassageView(theme)
        self.acts = PassageActs(self.view, theme)
        self.tools = PassageTools(self.view, self.acts, theme)
        self.page_bar = PageBar(theme)
        self.state_page = StatePage(theme)
        self.add_button = self.state_page.add_button(translate("PassagesPane", "Add a passage…"))
        self.add_button.clicked.connect(lambda: self.add_requested.emit(self._document))
        self.section_jump = SectionJump(theme)
        self._title = ElidedLabel()
        self._title.setProperty("role", "title")
        self._facts = QLabel(wordWrap=True)
        self._facts.setProperty("role", "muted")
        self.health_button = make_button(translate("PassagesPane", "What was read…"))
        self.health_button.clicked.connect(lambda: self.health_requested.emit(self._document))
        self.edits_action = QAction(theme.icon("list"), translate("PassagesPane", "&Your changes…"), self)
        self.edits_action.triggered.connect(lambda: self.edits_requested.emit(self._document))
        self.edits_button = make_button("", theme.icon("pencil"))
        self.edits_button.clicked.connect(self.edits_action.trigger)
        self._notes = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self._notes.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._notes_card = _card(self._notes)
        self._header = QWidget()
        self._pages = QStackedWidget()
        self._lay_out()
        self.page_bar.page_requested.connect(self.page_requested)
        self.section_jump.requested.connect(self.section_page_requested)
        self.show_nothing()

    @property
    def notes(self) -> str:
        """What is said about the document, a line for each thing."""
        return self._notes.text()

    @property
    def facts(self) -> str:
        """Kind, state and number of passages."""
        return self._facts.text()

    def show_nothing(self) -> None:
        """Show that no document is chosen."""
        self._header.hide()
        self._show_edits(0)
        self._show_state(
            "book-open",
            translate("PassagesPane", "No document is open"),
            translate("PassagesPane", "Choose a document in the list to read its passages."),
        )

    def show_page(self, page: PassagePage, sizes: Mapping[int, QSize]) -> None:
        """Show a page of passages; `sizes` has the size of each picture that can be shown, by `chunk_index`."""
        self.show_facts(page.document)
        self._show_edits(len(page.kinds))
        self.section_jump.set_unit(page.unit, page.unit_number)
        self.page_bar.set_page(page.number, page.count)
        self.page_bar.setVisible(page.count > 1)
        self._pages.setCurrentIndex(0)
        self.view.show_page(page, sizes)

    def show_facts(self, document: DocumentInfo) -> None:
        """Show what the document is and how it was read, above its passages."""
        self._header.show()
        self._document = document
        self.health_button.setVisible(has_health(document))
        self._title.setText(document.name)
        count = translate("PassagesPane", "%n passage(s)", None, document.passage_count)
        self._facts.setText("  ·  ".join(part for part in (kind_words(document), state_words(document), count) if part))
        self._notes.setText(reason(document))
        self._notes_card.setVisible(bool(self._notes.text()))

    def show_no_passages(self, document: DocumentInfo) -> None:
        """Show a document that has no passages, and why."""
        self.show_facts(document)
        self._show_edits(0)
        self.section_jump.set_unit("")
        if document.state in (State.QUEUED, State.READING, State.EMBEDDING):
            self._show_state("clock", translate("PassagesPane", "This document is still being read"))
        else:
            title = translate("PassagesPane", "This document has no passages")
            was_read = document.state in (State.DONE, State.FAILED) and document.outcome != "failed"
            self._show_state("file-text", title, can_add=was_read)

    def set_picture(self, chunk_index: int, image: QImage) -> None:
        """Show a picture of the page in the place kept for it."""
        self.view.set_picture(chunk_index, image)

    def _show_edits(self, count: int) -> None:
        self.edits_action.setEnabled(count > 0)
        self.edits_button.setVisible(count > 0)
        self.edits_button.setText(translate("PassagesPane", "Your changes: {count}…").format(count=count))

    def _show_state(self, icon: str, title: str, body: str = "", *, can_add: bool = False) -> None:
        self.page_bar.hide()
        self.view.clear_page()
        self.state_page.show_state(icon, title, body, buttons=[self.add_button] if can_add else [])
        self._pages.setCurrentIndex(1)

    def _lay_out(self) -> None:
        header = QVBoxLayout(self._header)
        header.setContentsMargins(16, 12, 16, 8)
        header.setSpacing(6)
        title = QHBoxLayout()
        title.addWidget(self._title, 1)
        title.addWidget(self.edits_button)
        header.addLayout(title)
        facts = QHBoxLayout()
        facts.addWidget(self._facts, 1)
        facts.addWidget(self.health_button, 0, Qt.AlignmentFlag.AlignTop)
        header.addLayout(facts)
        header.addWidget(self._notes_card)
        header.addWidget(self.section_jump)
        bar = QHBoxLayout()
        bar.setContentsMargins(16, 8, 16, 8)
        bar.addStretch()
        bar.addWidget(self.page_bar)
        bar.addStretch()
        self._pages.addWidget(self.view)
        self._pages.addWidget(self.state_page)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._header)
        layout.addWidget(self._pages, 1)
        layout.addLayout(bar)


class SectionJump(QWidget):
    """A field for a page or slide of the document itself: "Go to page 12 of the document".

    Signals:
        requested: This page or slide is wanted, from 1.
    """

    requested = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._before = QLabel()
        self._after = ElidedLabel()
        for label in (self._before, self._after):
            label.setProperty("role", "muted")
        self.field = make_number_field("", 1, _LAST_PAGE)
        self.field.setFixedWidth(self.field.fontMetrics().horizontalAdvance("000000") + 44)
        self.field.lineEdit().returnPressed.connect(self._request)
        self.go_button = make_icon_button(theme.icon("arrow-right"), translate("PassagesPane", "Go there"))
        self.go_button.clicked.connect(self._request)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        for widget in (self._before, self.field, self._after, self.go_button):
            self._row.addWidget(widget)
        self._row.addStretch(1)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        parts = (self._before, self.field, self._after, self.go_button)
        needed = sum(part.sizeHint().width() for part in parts) + len(parts) * self._row.spacing()
        self._after.setVisible(needed <= event.size().width())

    def set_unit(self, unit: str, number: int | None = None) -> None:
        """Ask for a "page" or a "slide", beginning at `number`, which is shown now; "" hides the field."""
        if unit == "slide":
            sentence = translate("PassagesPane", "Go to slide {number} of the document")
        else:
            sentence = translate("PassagesPane", "Go to page {number} of the document")
        before, _, after = sentence.partition("{number}")
        self._before.setText(before.strip())
        self._after.setText(after.strip())
        self.field.setAccessibleName(sentence.format(number="…"))
        self.field.setValue(number or self.field.value())
        self.setVisible(bool(unit))

    def _request(self) -> None:
        self.requested.emit(self.field.value())


def _card(content: QLabel) -> QFrame:
    card = QFrame()
    card.setProperty("card", "true")
    layout = QVBoxLayout(card)
    layout.setContentsMargins(12, 8, 12, 8)
    layout.addWidget(content)
    return card
