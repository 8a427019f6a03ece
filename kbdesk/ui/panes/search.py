"""A question, where to look, and the passages found."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from PySide6.QtCore import Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QStackedWidget, QVBoxLayout, QWidget

from kbdesk.library.types import Hit, KnowledgeBaseInfo
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.buttons import make_button
from kbdesk.ui.widgets.hit_list import HitList
from kbdesk.ui.widgets.number_fields import make_number_field, make_score_field
from kbdesk.ui.widgets.search_field import SearchField
from kbdesk.ui.widgets.state_page import StatePage

MOST_HITS = 50

_FIELD_MARGINS = 40
"""Room in points for the buttons and edges of a number field."""


class _Page(IntEnum):
    HITS = 0
    STATE = 1


class SearchPane(QWidget):
    """Takes a question and shows hits; the presenter searches.

    Signals:
        search_requested: Search for these words; they may be blank.
        hit_activated: A passage is to be shown among its neighbours (`Hit`).
        options_changed: The number of hits or the least score was set by the person.
    """

    search_requested = Signal(str)
    hit_activated = Signal(Hit)
    options_changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = SearchField(theme)
        self.field.setPlaceholderText(translate("SearchPane", "Ask a question, or type a few words"))
        self.field.setAccessibleName(translate("SearchPane", "What to search for"))
        self.button = make_button(translate("SearchPane", "Search"), primary=True)
        self.where = QComboBox()
        self.where.setAccessibleName(translate("SearchPane", "Where to search"))
        self.where.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.where.setMinimumContentsLength(8)
        self.top_k_field = make_number_field(translate("SearchPane", "Most passages to show"), 1, MOST_HITS)
        self.top_k_field.setPrefix(translate("SearchPane", "Show") + " ")
        self.top_k_field.setToolTip(translate("SearchPane", "How many passages are shown at most"))
        self.min_score_field = make_score_field(
            translate("SearchPane", "Least score"), translate("SearchPane", "Any score")
        )
        self.min_score_field.setPrefix("≥ ")
        self.min_score_field.setToolTip(translate("SearchPane", "Passages with a lower score are left out"))
        self.list = HitList(theme)
        self.state_page = StatePage(theme)
        self._status = QLabel()
        self._pages = QStackedWidget()
        self._lay_out()
        self._connect()
        self.set_knowledge_base(None, has_others=False)
        self.show_start()

    @property
    def query(self) -> str:
        """What is typed, without blanks at its ends."""
        return self.field.text().strip()

    @property
    def kb_id(self) -> str | None:
        """The knowledge base to search, or None for all of them."""
        return self.where.currentData()

    @property
    def top_k(self) -> int:
        """The most hits to show."""
        return self.top_k_field.value()

    @property
    def min_score(self) -> float | None:
        """The least score of a hit, or None for any."""
        return round(self.min_score_field.value(), 2) or None

    @property
    def status(self) -> str:
        """The line above the list: how many passages were found, or what is going on."""
        return self._status.text()

    def set_options(self, top_k: int, min_score: float | None) -> None:
        """Set the number of hits and the least score; nothing is announced or searched by this."""
        for field in (self.top_k_field, self.min_score_field):
            field.blockSignals(True)
        self.top_k_field.setValue(top_k)
        self.min_score_field.setValue(min_score or 0.0)
        for field in (self.top_k_field, self.min_score_field):
            field.blockSignals(False)

    def set_knowledge_base(self, knowledge_base: KnowledgeBaseInfo | None, *, has_others: bool) -> None:
        """Offer this knowledge base and, if there are others, all of them to search; in another place search anew."""
        searched_id = self.kb_id
        everywhere = self.where.count() > 1 and searched_id is None
        self.where.blockSignals(True)
        self.where.clear()
        if knowledge_base is not None:
            self.where.addItem(knowledge_base.name, knowledge_base.id)
        if knowledge_base is None or has_others:
            self.where.addItem(translate("SearchPane", "All knowledge bases"), None)
        self.where.setCurrentIndex(self.where.count() - 1 if everywhere else 0)
        self.where.blockSignals(False)
        if self.kb_id != searched_id:
            self._search_again()

    def focus_field(self) -> None:
        """Be ready for typing, with the old question selected."""
        self.field.setFocus()
        self.field.selectAll()

    def search_for(self, question: str) -> None:
        """Ask a question as if it had been typed."""
        self.field.setText(question)
        self._request()

    def show_start(self) -> None:
        """Show that nothing was asked yet."""
        self._show_state(
            "text-search",
            translate("SearchPane", "Search your handbook"),
            translate(
                "SearchPane",
                "Ask in your own words, in any language of your documents: “How many days of leave do I have?” "
                "The passages that answer best come first.",
            ),
        )

    def show_searching(self) -> None:
        """Show that the search is under way; older hits stay until it ends."""
        self._status.setText(translate("SearchPane", "Searching…"))
        if not self.list.hits.rowCount():
            self._show_state("search", translate("SearchPane", "Searching…"))

    def show_hits(self, hits: Sequence[Hit]) -> None:
        """Show what was found, or what to try when that is nothing."""
        if not hits:
            self._show_nothing_found()
            return
        self.list.hits.set_hits(hits)
        self.list.scrollToTop()
        self._status.setText(translate("SearchPane", "%n passage(s) found", None, len(hits)))
        self._announce(self._status.text())
        self._pages.setCurrentIndex(_Page.HITS)

    def show_error(self, title: str, remedy: str) -> None:
        """Show that the search failed: what happened and what to do."""
        self._show_state("triangle-alert", title, remedy, can_retry=True)

    def _show_nothing_found(self) -> None:
        tries = [
            translate("SearchPane", "Use fewer words, or words that could stand in the text itself."),
            translate("SearchPane", "Check that your documents are ready: what is still being read is not found."),
        ]
        if self.min_score is not None:
            tries.append(
                translate("SearchPane", "Lower the least score; it is {score} now.").format(
                    score=f"{self.min_score:.2f}"
                )
            )
        if self.kb_id is not None and self.where.count() > 1:
            tries.append(translate("SearchPane", "Search all knowledge bases."))
        self._show_state("search", translate("SearchPane", "Nothing was found"), points=tries)

    def _show_state(
        self, icon: str, title: str, body: str = "", *, points: Sequence[str] = (), can_retry: bool = False
    ) -> None:
        self.list.hits.set_hits(())
        self._status.setText("")
        self._announce(title)
        self.state_page.show_state(icon, title, body, points=points, can_retry=can_retry)
        self._pages.setCurrentIndex(_Page.STATE)

    def _announce(self, sentence: str) -> None:
        """Let a screen reader say what came of the search while the focus stays in the field."""
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.field, sentence))

    def _request(self) -> None:
        self.search_requested.emit(self.query)

    def _announce_options(self) -> None:
        self.options_changed.emit()
        self._search_again()

    def _search_again(self) -> None:
        if self.query:
            self._request()

    def _connect(self) -> None:
        self.field.returnPressed.connect(self._request)
        self.field.left_downwards.connect(self.list.enter)
        self.button.clicked.connect(self._request)
        self.where.currentIndexChanged.connect(self._search_again)
        self.top_k_field.valueChanged.connect(self._announce_options)
        self.min_score_field.valueChanged.connect(self._announce_options)
        self.list.opened.connect(self.hit_activated)
        self.list.left_upwards.connect(self.focus_field)
        self.state_page.retry_requested.connect(self._request)

    def _lay_out(self) -> None:
        question = QHBoxLayout()
        question.addWidget(self.field, 1)
        question.addWidget(self.button)
        for field, longest in ((self.top_k_field, self.top_k_field.prefix() + "00"), (self.min_score_field, "≥ 0.00")):
            longest = max(longest, field.specialValueText(), key=len)
            field.setFixedWidth(field.fontMetrics().horizontalAdvance(longest) + _FIELD_MARGINS)
        options = QHBoxLayout()
        options.setSpacing(8)
        options.addWidget(self.where, 1)
        options.addWidget(self.top_k_field)
        options.addWidget(self.min_score_field)
        head = QVBoxLayout()
        head.setContentsMargins(16, 16, 16, 8)
        head.setSpacing(10)
        head.addLayout(question)
        head.addLayout(options)
        head.addWidget(self._status)
        self._status.setProperty("role", "muted")
        self._pages.addWidget(self.list)
        self._pages.addWidget(self.state_page)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(self._pages, 1)
