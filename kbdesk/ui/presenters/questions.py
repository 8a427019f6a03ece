"""Keeps check questions: the lamps in the side bar, their list, each of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from kbdesk.errors import KbError
from kbdesk.library.library import Library
from kbdesk.library.questions.sheets import Imported
from kbdesk.library.questions.types import Progress, Question, Wanted
from kbdesk.library.search.types import Request
from kbdesk.library.types import DocumentInfo, Hit, KnowledgeBaseInfo
from kbdesk.texts import Text, text
from kbdesk.ui.dialogs.check_question import CheckQuestionDialog
from kbdesk.ui.dialogs.check_questions import CheckQuestionsDialog
from kbdesk.ui.models.lamps import lamp_of
from kbdesk.ui.panes.knowledge_bases import KnowledgeBasesPane
from kbdesk.ui.presenters.asked import Asked
from kbdesk.ui.presenters.undo import UndoPresenter
from kbdesk.ui.tasks import TaskScope
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import joined, shown, translate

_LAMPS = "questions.lamps"
_REPORT = "questions.report"
_SEARCH = "questions.search"
_SAVE = "questions.save"
_MOST_LINES = 5
_HITS = 20


class QuestionsPresenter(QObject):
    """Shows how check questions stand, and does what is wanted with them.

    Signals:
        passage_requested: A passage is to be shown: its document (`DocumentInfo`), its index (int).
    """

    passage_requested = Signal(DocumentInfo, int)

    def __init__(
        self,
        pane: KnowledgeBasesPane,
        library: Library,
        scope: TaskScope,
        *,
        undo: UndoPresenter,
        theme: Theme,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._pane = pane
        self._library = library
        self._scope = scope
        self._undo = undo
        self._theme = theme
        self._kb_id = ""
        self._before: int | None = None
        self.dialog: CheckQuestionsDialog | None = None
        self.question_dialog: CheckQuestionDialog | None = None
        self._asked = Asked(scope, lambda: self.dialog, self._show_report)
        pane.questions_requested.connect(self.open)
        library.questions.watch(self.refresh)

    def refresh(self) -> None:
        """Show how the questions stand now."""
        self._scope.start(self._show_lamps(), key=_LAMPS)
        if self.dialog is not None:
            self._scope.start(self._show_report(), key=_REPORT)

    def open(self, base: KnowledgeBaseInfo) -> None:
        """List the check questions of a knowledge base, or bring the list that is open to the front."""
        if self.dialog is not None:
            self.dialog.activateWindow()
            return
        self._kb_id, self._before = base.id, None
        dialog = self.dialog = CheckQuestionsDialog(base.name, self._theme, self._pane.window())
        dialog.add_requested.connect(lambda: self._open_question(base.id, None))
        dialog.edit_requested.connect(partial(self._open_question, base.id))
        dialog.delete_requested.connect(self._delete)
        dialog.undo_requested.connect(self._undo.undo)
        dialog.run_requested.connect(self._run)
        dialog.import_requested.connect(self._import)
        dialog.export_requested.connect(self._export)
        dialog.compare_requested.connect(self._compare)
        dialog.open_requested.connect(self._show_passage)
        dialog.finished.connect(self._close)
        dialog.open()
        self._scope.start(self._show_report(), key=_REPORT)

    def add_from_hit(self, hit: Hit, query: str) -> None:
        """Make a check question of a question and the hit that answers it."""
        self._open_question(hit.document.knowledge_base_id, None).start_with(hit, query)

    def _close(self) -> None:
        self._scope.cancel(_REPORT)
        self.dialog = None

    async def _show_lamps(self) -> None:
        reports = await self._library.questions.reports()
        self._pane.show_lamps({report.knowledge_base_id: lamp_of(report) for report in reports if report.lines})

    async def _show_report(self) -> None:
        report = await self._library.questions.report(self._kb_id, before=self._before)
        if self.dialog is not None:
            self.dialog.show_report(report)

    def _compare(self, run_id: int) -> None:
        self._before = run_id
        self._scope.start(self._show_report(), key=_REPORT)

    def _run(self) -> None:
        kb_id = self._kb_id
        self._before = None

        async def work() -> str:
            await self._library.questions.run(kb_id, on_progress=self._show_progress)
            return ""

        self._asked.start(translate("Questions", "Asking…"), work)

    def _show_progress(self, progress: Progress) -> None:
        if self.dialog is not None:
            words = translate("Questions", "Asking: {done} of {total}")
            self.dialog.show_busy(words.format(done=progress.done, total=progress.total))

    def _import(self, path: Path) -> None:
        kb_id = self._kb_id

        async def work() -> str:
            return _imported_words(await self._library.questions.sheets.read(path, kb_id))

        self._asked.start(translate("Questions", "Importing…"), work)

    def _export(self, path: Path) -> None:
        kb_id = self._kb_id

        async def work() -> str:
            count = await self._library.questions.sheets.write(path, kb_id)
            words = translate("Questions", "%n check question(s) written to {name}.", None, count)
            return words.format(name=path.name)

        self._asked.start(translate("Questions", "Exporting…"), work)

    def _delete(self, question_ids: list[str]) -> None:
        async def work() -> str:
            gone = await self._library.questions.delete(question_ids)
            if gone:
                self._offer_undo(gone)
            return ""

        self._asked.start(translate("Questions", "Deleting…"), work)

    def _offer_undo(self, gone: Sequence[Question]) -> None:
        label = _deleted(gone)
        ids = [question.id for question in gone]

        async def delete_again() -> None:
            await self._library.questions.delete(ids)

        self._undo.offer(label, partial(self._put_back, gone), redo=delete_again)
        if self.dialog is not None:
            self.dialog.undo_bar.offer(shown(label))

    async def _put_back(self, questions: Sequence[Question]) -> None:
        await self._library.questions.put_back(questions)
        if self.dialog is not None:
            self.dialog.undo_bar.hide()

    def _show_passage(self, question: Question) -> None:
        self._scope.start(self._open_passage(question), key=_REPORT)

    async def _open_passage(self, question: Question) -> None:
        try:
            document, chunk_index = await self._library.questions.place(question)
        except KbError as error:
            if self.dialog is None:
                raise
            self.dialog.show_result(shown(error.sentence), is_problem=True)
            return
        if self.dialog is not None:
            self.dialog.accept()
        self.passage_requested.emit(document, chunk_index)

    def _open_question(self, kb_id: str, question: Question | None) -> CheckQuestionDialog:
        parent: QWidget = self._pane.window() if self.dialog is None else self.dialog
        dialog = self.question_dialog = CheckQuestionDialog(question, self._theme, parent)
        dialog.search_requested.connect(partial(self._search, dialog, kb_id))
        dialog.submitted.connect(
            lambda: self._scope.start(self._save(dialog, kb_id, question, dialog.wanted), key=_SAVE)
        )
        dialog.finished.connect(self._forget_question)
        dialog.open()
        return dialog

    def _search(self, dialog: CheckQuestionDialog, kb_id: str, words: str) -> None:
        self._scope.start(self._find(dialog, kb_id, words), key=_SEARCH)

    def _forget_question(self) -> None:
        self.question_dialog = None
        self._scope.cancel(_SEARCH)

    async def _find(self, dialog: CheckQuestionDialog, kb_id: str, words: str) -> None:
        dialog.show_searching()
        try:
            results = await self._library.find(Request((words,), (kb_id,), top_k=_HITS, mode=dialog.wanted.mode))
        except KbError as error:
            dialog.show_search_problem(shown(error.sentence))
            return
        if results.failures:
            dialog.show_search_problem(shown(results.failures[0].error.sentence))
        else:
            dialog.show_hits([*results.hits, *results.weak])

    async def _save(self, dialog: CheckQuestionDialog, kb_id: str, question: Question | None, wanted: Wanted) -> None:
        try:
            if question is None:
                await self._library.questions.save(kb_id, wanted)
            else:
                await self._library.questions.change(question.id, wanted)
        except KbError as error:
            if self.question_dialog is not dialog:
                raise
            dialog.show_problem(shown(error.sentence))
        else:
            if self.question_dialog is dialog:
                dialog.accept()


def _deleted(gone: Sequence[Question]) -> Text:
    if len(gone) == 1:
        return text("questions", "The check question “{query}” was deleted.", query=gone[0].wanted.query)
    return text("questions", "{count} check questions were deleted.", count=len(gone))


def _imported_words(imported: Imported) -> str:
    sentences = [translate("Questions", "%n check question(s) imported.", None, imported.added)]
    if imported.known:
        sentences.append(translate("Questions", "%n were there already.", None, imported.known))
    lines = [joined(*sentences)]
    bad = translate("Questions", "Line {number}: {reason}")
    lines += [bad.format(number=each.number, reason=shown(each.reason)) for each in imported.bad[:_MOST_LINES]]
    if len(imported.bad) > _MOST_LINES:
        lines.append(translate("Questions", "%n more line(s) were left out.", None, len(imported.bad) - _MOST_LINES))
    return "\n".join(lines)
