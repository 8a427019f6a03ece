"""Shows what people looked for in vain, and lets it be answered."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from kbdesk.library.library import Library
from kbdesk.library.search.gaps import Gap
from kbdesk.library.types import KnowledgeBaseInfo
from kbdesk.texts import Text, text
from kbdesk.ui.dialogs.gaps import GapsDialog
from kbdesk.ui.presenters.asked import Asked
from kbdesk.ui.presenters.notes import NotesPresenter
from kbdesk.ui.presenters.undo import UndoPresenter
from kbdesk.ui.tasks import TaskScope
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate

_LOAD = "gaps.load"


class GapsPresenter(QObject):
    """Owns the dialog while it is open.

    Signals:
        search_requested: This question is to be searched: its words (str), the id of its knowledge base or "" (str).
    """

    search_requested = Signal(str, str)

    def __init__(
        self,
        library: Library,
        scope: TaskScope,
        *,
        notes: NotesPresenter,
        undo: UndoPresenter,
        theme: Theme,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._library = library
        self._scope = scope
        self._notes = notes
        self._undo = undo
        self._theme = theme
        self._current: KnowledgeBaseInfo | None = None
        self.dialog: GapsDialog | None = None
        self._asked = Asked(scope, lambda: self.dialog, self._load)
        notes.written.connect(self._look_at)

    def open(self, current: KnowledgeBaseInfo | None, window: QWidget) -> None:
        """List the questions; notes for those asked in several knowledge bases go into the current one."""
        self._current = current
        dialog = self.dialog = GapsDialog(
            self._theme, remembers=self._library.settings.remember_searches, parent=window
        )
        dialog.note_requested.connect(self._write_note)
        dialog.search_requested.connect(self._search)
        dialog.dismiss_requested.connect(self._dismiss)
        dialog.look_requested.connect(self._look)
        dialog.clear_requested.connect(self._clear)
        dialog.remembering_changed.connect(self._remember)
        dialog.finished.connect(self._close)
        dialog.open()
        self._scope.start(self._load(), key=_LOAD)

    def _close(self) -> None:
        self.dialog = None
        self._scope.cancel(_LOAD)

    async def _load(self) -> None:
        gaps = await self._library.gaps.open()
        bases = await self._library.knowledge_bases()
        if self.dialog is not None:
            self.dialog.show_gaps(gaps, {base.id: base.name for base in bases})

    def _write_note(self, gap: Gap) -> None:
        self._scope.start(self._open_note(gap))

    async def _open_note(self, gap: Gap) -> None:
        bases = await self._library.knowledge_bases()
        base = next((base for base in bases if base.id == gap.kb_id), self._current)
        if base is not None and self.dialog is not None:
            self._notes.open(base, gap.query, self.dialog)

    def _search(self, gap: Gap) -> None:
        if self.dialog is not None:
            self.dialog.accept()
        self.search_requested.emit(gap.query, gap.kb_id)

    def _dismiss(self, gaps: list[Gap]) -> None:
        async def work() -> str:
            dismissed = await self._library.gaps.dismiss([gap.id for gap in gaps])
            self._undo.offer(_dismissed(dismissed), lambda: self._bring_back(dismissed))
            return ""

        self._asked.start(translate("Gaps", "Removing…"), work)

    async def _bring_back(self, gaps: list[Gap]) -> None:
        await self._library.gaps.bring_back(gaps)
        await self._load()

    def _look(self) -> None:
        async def work() -> str:
            count = await self._library.gaps.look_again(self._library.find)
            return translate("Gaps", "%n question(s) are answered by now.", None, count)

        self._asked.start(translate("Gaps", "Asking every question again…"), work)

    def _look_at(self, question: str) -> None:
        self._scope.start(self._close_if_answered(question))

    async def _close_if_answered(self, question: str) -> None:
        same = [gap.id for gap in await self._library.gaps.open() if question and gap.query == question]
        await self._library.gaps.look_again(self._library.find, same)
        await self._load()

    def _clear(self) -> None:
        async def work() -> str:
            await self._library.gaps.clear()
            await self._library.searches.clear_recent()
            return translate("Gaps", "All searches but the saved ones are forgotten.")

        self._asked.start(translate("Gaps", "Forgetting…"), work)

    def _remember(self, remembers: bool) -> None:
        self._scope.start(self._save(remembers=remembers))

    async def _save(self, *, remembers: bool) -> None:
        await self._library.save_settings(replace(self._library.settings, remember_searches=remembers))


def _dismissed(gaps: list[Gap]) -> Text:
    if len(gaps) == 1:
        return text("gaps", "“{query}” was removed from the list of questions.", query=gaps[0].query)
    return text("gaps", "{count} questions were removed from the list.", count=len(gaps))
