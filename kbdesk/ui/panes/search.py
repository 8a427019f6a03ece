"""Questions, where and how to look for an answer, and the passages found."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from kbdesk.library.search.stored import queries_of
from kbdesk.library.search.types import Request, Results
from kbdesk.library.types import Hit
from kbdesk.ui.models.search_words import count_words, failure_lines, nothing_found_words, tries
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import shown, translate
from kbdesk.ui.widgets.buttons import make_icon_button
from kbdesk.ui.widgets.hit_acts import HitActs
from kbdesk.ui.widgets.hit_bar import HitBar
from kbdesk.ui.widgets.hit_list import HitList
from kbdesk.ui.widgets.note_lines import NoteLines
from kbdesk.ui.widgets.search_form import SearchForm
from kbdesk.ui.widgets.state_page import StatePage
from kbdesk.ui.widgets.why_view import WhyView

_LEAST_LIST = 56
"""Points of the list of hits in a low window."""


class SearchPane(QWidget):
    """Takes questions and shows hits; the presenter searches.

    Signals:
        hit_activated: A passage is to be shown among its neighbours (`Hit`).
        grouped: The person wants hits under the names of their documents, or no longer.
        save_requested: This search (`Request`) is to be saved.
        note_requested: A note is to be written that answers this question.
        expected_requested: The person misses a passage among what this finds (`Request`).
        check_question_requested: This hit (`Hit`) is to be what this question (str) finds from now on.

    Attributes:
        form: What is searched.
        acts: What else can be done with a hit.
    """

    hit_activated = Signal(Hit)
    grouped = Signal()
    save_requested = Signal(Request)
    note_requested = Signal(str)
    expected_requested = Signal(Request)
    check_question_requested = Signal(Hit, str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.form = SearchForm(theme)
        self.save_button = make_icon_button(theme.icon("bookmark"), translate("SearchPane", "Save this search…"))
        self.group_button = make_icon_button(theme.icon("list"), translate("SearchPane", "Group by document"))
        self.group_button.setCheckable(True)
        self.list = HitList(theme)
        self.list.setMinimumHeight(_LEAST_LIST)
        self.acts = HitActs(self.list, theme)
        self.bar = HitBar(self.acts, theme)
        self.why = WhyView(theme)
        self.notes = NoteLines(theme)
        self.state_page = StatePage(theme)
        self.note_button = self.state_page.add_button(translate("SearchPane", "Write a note that answers this…"))
        self.expected_button = self.state_page.add_button(translate("SearchPane", "I expected a passage…"))
        self._status = QLabel(wordWrap=True)
        self._shown = Request(())
        self._lay_out()
        self._connect()
        self.show_start()

    @property
    def status(self) -> str:
        """The line above the list: how many passages were found, or what is going on."""
        return self._status.text()

    @property
    def is_grouped(self) -> bool:
        """Whether hits stand under the names of their documents."""
        return self.group_button.isChecked()

    def set_grouped(self, is_grouped: bool) -> None:
        """Put hits under the names of their documents, or not; nothing is announced by this."""
        self.group_button.setChecked(is_grouped)
        self.list.set_grouped(is_grouped)

    def search_for(self, question: str) -> None:
        """Ask a question as if it had been typed."""
        self.form.field.setText(question)
        self.form.submit()

    def show_start(self) -> None:
        """Show that nothing was asked yet."""
        self.notes.show_notes((), ())
        self.save_button.hide()
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

    def show_hint(self, sentence: str) -> None:
        """Say something about the search in place of how many passages were found."""
        self._status.setText(sentence)

    def show_results(self, request: Request, results: Results) -> None:
        """Show what was found, or what to try when nothing speaks clearly for an answer."""
        is_again, self._shown = request == self._shown, request
        self.save_button.setVisible(bool(queries_of(request)))  # pictures are not kept
        failures, notices = failure_lines(results), [shown(notice) for notice in results.notices]
        if results.has_failed:
            error = results.failures[0].error
            self.notes.show_notes(failures[1:], notices)
            self.show_error(shown(error.title), shown(error.remedy))
            return
        self.notes.show_notes(failures, notices)
        several, names = len(request.queries) > 1, self.form.where.names(request.kb_ids)
        self.list.show_hits(
            results.hits,
            results.weak,
            names_queries=several,
            base_names=names if len(names) > 1 else {},
            is_again=is_again,
        )
        if results.hits:
            self.state_page.hide()
        else:
            self._show_nothing_found(request, weak_count=len(results.weak))
        has_any = bool(results.hits or results.weak)
        self.list.setVisible(has_any)
        self.why.setVisible(has_any and not self.why.isHidden())
        self._status.setText(count_words(results) if results.hits else "")
        self._announce(self._status.text() or self.state_page.title)

    def show_error(self, title: str, remedy: str) -> None:
        """Show that the search failed: what happened and what to do."""
        self._show_state("triangle-alert", title, remedy, can_retry=True)

    def _show_nothing_found(self, request: Request, *, weak_count: int) -> None:
        self.state_page.show_state(
            "" if weak_count else "search",
            nothing_found_words(weak_count),
            points=tries(request, is_everywhere=self.form.where.is_everywhere),
            buttons=(self.note_button, self.expected_button),
        )
        self._size_state_page(is_alone=not weak_count)
        self.state_page.show()

    def _show_state(self, icon: str, title: str, body: str = "", *, can_retry: bool = False) -> None:
        self.list.hits.set_hits(())
        self.list.hide()
        self.why.hide()
        self._status.setText("")
        self._announce(title)
        self.state_page.show_state(icon, title, body, can_retry=can_retry)
        self._size_state_page(is_alone=True)
        self.state_page.show()

    def _size_state_page(self, *, is_alone: bool) -> None:
        policy = self.state_page.sizePolicy()
        policy.setVerticalPolicy(QSizePolicy.Policy.Preferred if is_alone else QSizePolicy.Policy.Maximum)
        self.state_page.setSizePolicy(policy)

    def _announce(self, sentence: str) -> None:
        """Let a screen reader say what came of the search while the focus stays in the field."""
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.form.field, sentence))

    def _group(self) -> None:
        self.list.set_grouped(self.is_grouped)
        self.grouped.emit()

    def _toggle_why(self) -> None:
        self.why.setVisible(self.why.isHidden())
        self._follow_current()
        if not self.why.isHidden():
            self._announce(self.why.text)

    def _follow_current(self) -> None:
        self.bar.why_button.setChecked(not self.why.isHidden())
        if not self.why.isHidden():
            self.why.show_hit(self.list.current_hit)

    def _connect(self) -> None:
        self.form.field.left_downwards.connect(self.list.enter)
        self.list.opened.connect(self.hit_activated)
        self.list.left_upwards.connect(self.form.focus_field)
        self.list.current_changed.connect(self._follow_current)
        self.group_button.clicked.connect(self._group)
        self.save_button.clicked.connect(lambda: self.save_requested.emit(self._shown))
        self.acts.why_requested.connect(self._toggle_why)
        self.acts.only_requested.connect(self.form.filters.choose_document)
        self.acts.expected_requested.connect(lambda: self.expected_requested.emit(self._shown))
        self.acts.check_question_requested.connect(self.check_question_requested)
        self.why.closed.connect(self._toggle_why)
        self.state_page.retry_requested.connect(self.form.submit)
        self.note_button.clicked.connect(lambda: self.note_requested.emit("\n".join(queries_of(self._shown))))
        self.expected_button.clicked.connect(lambda: self.expected_requested.emit(self._shown))

    def _lay_out(self) -> None:
        self._status.setProperty("role", "muted")
        found = QHBoxLayout()
        found.addWidget(self._status, 1)
        for button in (self.save_button, self.form.filters.button, self.group_button):
            found.addWidget(button)
        head = QVBoxLayout()
        head.setContentsMargins(16, 12, 16, 6)
        head.setSpacing(8)
        head.addWidget(self.form)
        head.addLayout(found)
        head.addWidget(self.form.filters.row)
        head.addWidget(self.notes)
        below = QVBoxLayout()
        below.setContentsMargins(12, 8, 12, 0)
        below.addWidget(self.why)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(self.state_page, 1)
        layout.addWidget(self.list, 1)
        layout.addLayout(below)
        layout.addWidget(self.bar)
