"""Lets the window follow what people do with what a search found, or did not find."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from kbdesk.library.search.types import Request
from kbdesk.library.types import KnowledgeBaseInfo
from kbdesk.ui.errors import ErrorReporter
from kbdesk.ui.main_window import MainWindow
from kbdesk.ui.presenters.window import Presenters


class Answering(QObject):
    """Says who listens to the search and to the presenters that help it, as `Desk` does for the rest."""

    def __init__(
        self,
        window: MainWindow,
        presenters: Presenters,
        reporter: ErrorReporter,
        *,
        target: Callable[[], KnowledgeBaseInfo | None],
        parent: QObject,
    ) -> None:
        """`target` gives the knowledge base that takes a note, and says so if there is none."""
        super().__init__(parent)
        self._window = window
        self._presenters = presenters
        self._target = target
        presenters.notes.said.connect(reporter.show)
        presenters.notes.written.connect(presenters.search.refresh)
        presenters.gaps.search_requested.connect(self._search_for)
        self._connect_pane()
        self._connect_expected()

    def write_note(self, question: str = "") -> None:
        """Let a note be written into the current knowledge base; `question` is what it answers."""
        base = self._target()
        if base is not None:
            self._presenters.notes.open(base, question, self._window)

    def show_gaps(self) -> None:
        """Show the questions without an answer."""
        self._presenters.gaps.open(self._window.panes.knowledge_bases.current, self._window)

    def _connect_pane(self) -> None:
        pane, presenters = self._window.panes.search, self._presenters
        pane.hit_activated.connect(presenters.passages.show_hit)
        pane.hit_activated.connect(self._window.go_to_passages)
        pane.check_question_requested.connect(presenters.questions.add_from_hit)
        pane.note_requested.connect(self.write_note)
        pane.expected_requested.connect(self._ask_what_was_expected)
        pane.acts.page_requested.connect(presenters.health.open_hit)
        pane.acts.program_requested.connect(presenters.originals.open_hit)
        presenters.questions.passage_requested.connect(presenters.passages.show_document)

    def _connect_expected(self) -> None:
        expected, presenters = self._presenters.expected, self._presenters
        expected.search_requested.connect(presenters.history.ask_again)
        expected.passage_requested.connect(presenters.passages.show_document)
        expected.turn_on_requested.connect(presenters.curation.turn_on)
        expected.retry_requested.connect(presenters.intake.retry)
        expected.resume_requested.connect(presenters.queue.go_on)
        expected.restore_requested.connect(presenters.undo.restore)
        for changed in (presenters.curation.changed, presenters.undo.undone, presenters.intake.finished):
            changed.connect(expected.look_again)

    def _ask_what_was_expected(self, request: Request) -> None:
        self._presenters.expected.open(request, self._window)

    def _search_for(self, question: str, kb_id: str) -> None:
        if kb_id:
            self._presenters.bases.refresh(kb_id)
        self._window.show_search()
        self._window.panes.search.search_for(question)
