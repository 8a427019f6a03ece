"""Shows what people did to passages: all of a document, and what no longer fits in a knowledge base."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from kbdesk.errors import KbError
from kbdesk.library.curation.types import Conflict, Edit, Edited
from kbdesk.library.library import Library
from kbdesk.library.types import DocumentInfo, KnowledgeBaseInfo
from kbdesk.ui.dialogs.edit_conflicts import EditConflictsDialog
from kbdesk.ui.dialogs.edits import EditsDialog
from kbdesk.ui.models.passage_marks import edit_of
from kbdesk.ui.presenters.curation import CurationPresenter
from kbdesk.ui.tasks import TaskScope
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import shown, translate

_FILL_EDITS = "edits.fill"
_FILL_CONFLICTS = "edits.conflicts"
_COUNT = "edits.count"
_CHUNKS = 500
"""Passages that are looked through at once for the one that came of an edit."""


class EditsPresenter(QObject):
    """Owns both lists while they are open; they follow what is done meanwhile.

    Signals:
        counted: So many changes of the knowledge base no longer fit.
        passage_requested: A document (`DocumentInfo`) is to be shown at a passage (its `chunk_index`).
    """

    counted = Signal(int)
    passage_requested = Signal(object, int)

    def __init__(
        self,
        curation: CurationPresenter,
        library: Library,
        scope: TaskScope,
        *,
        theme: Theme,
        window: QWidget,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._curation = curation
        self._library = library
        self._scope = scope
        self._theme = theme
        self._window = window
        self._document: DocumentInfo | None = None
        self._kb_id = ""
        self.edits_dialog: EditsDialog | None = None
        self.conflicts_dialog: EditConflictsDialog | None = None
        curation.changed.connect(self.refresh)

    def show_knowledge_base(self, base: KnowledgeBaseInfo | None) -> None:
        """Count what no longer fits in a knowledge base, which is the current one now."""
        self._kb_id = base.id if base is not None else ""
        self.refresh()

    def refresh(self) -> None:
        """Look again: passages were changed, or files were read."""
        self._scope.start(self._count(self._kb_id), key=_COUNT)
        if self.edits_dialog is not None and self._document is not None:
            self._scope.start(self._fill_edits(self.edits_dialog, self._document.id), key=_FILL_EDITS)
        if self.conflicts_dialog is not None:
            self._scope.start(self._fill_conflicts(self.conflicts_dialog), key=_FILL_CONFLICTS)

    def open_edits(self, document: DocumentInfo) -> None:
        """List what was done to the passages of a document."""
        self._document = document
        dialog = self.edits_dialog = EditsDialog(document.name, self._theme, self._window)
        dialog.jump_requested.connect(self._jump)
        dialog.drop_requested.connect(self._take_back)
        dialog.finished.connect(self._forget_edits)
        dialog.open()
        self._scope.start(self._fill_edits(dialog, document.id), key=_FILL_EDITS)

    def open_conflicts(self) -> None:
        """List what no longer fits in the current knowledge base."""
        dialog = self.conflicts_dialog = EditConflictsDialog(self._theme, self._window)
        dialog.keep_requested.connect(self._keep)
        dialog.drop_requested.connect(self._drop)
        dialog.document_requested.connect(self._show_document)
        dialog.finished.connect(self._forget_conflicts)
        dialog.open()
        self._scope.start(self._fill_conflicts(dialog), key=_FILL_CONFLICTS)

    def _forget_edits(self) -> None:
        self.edits_dialog = None

    def _forget_conflicts(self) -> None:
        self.conflicts_dialog = None

    def _jump(self, edit: Edit) -> None:
        if self.edits_dialog is not None and self._document is not None:
            self.edits_dialog.accept()
            self._scope.start(self._go_to(self._document, edit))

    def _take_back(self, edit: Edit) -> None:
        self._settle(self.edits_dialog, lambda: self._library.curation.drop(edit.id))

    def _drop(self, conflict: Conflict) -> None:
        self._settle(self.conflicts_dialog, lambda: self._library.curation.drop(conflict.edit.id))

    def _keep(self, conflict: Conflict) -> None:
        self._settle(self.conflicts_dialog, lambda: self._library.curation.keep(conflict.edit.id))

    def _show_document(self, conflict: Conflict) -> None:
        if self.conflicts_dialog is not None:
            self.conflicts_dialog.accept()
            self._scope.start(self._go_to(conflict.document, conflict.edit))

    def _settle(self, dialog: EditsDialog | EditConflictsDialog | None, act: Callable[[], Awaitable[Edited]]) -> None:
        if dialog is not None:
            dialog.show_busy()
            self._scope.start(self._run(dialog, act))

    async def _go_to(self, document: DocumentInfo, edit: Edit) -> None:
        document = await self._library.document(document.id)
        for offset in range(0, document.passage_count, _CHUNKS):
            for chunk in await self._library.chunks(document.id, offset=offset, limit=_CHUNKS):
                if edit_of(chunk.metadata) == edit.id:
                    self.passage_requested.emit(document, chunk.chunk_index)
                    return
        self.passage_requested.emit(document, 0)

    async def _run(self, dialog: EditsDialog | EditConflictsDialog, act: Callable[[], Awaitable[Edited]]) -> None:
        problem = translate("Edits", "It was not done.")
        try:
            await self._curation.settle(act)
            problem = ""
        except KbError as error:
            problem = shown(error.sentence)
        finally:  # else the lists are filled anew, as for every change
            if problem and dialog in (self.edits_dialog, self.conflicts_dialog):
                dialog.show_problem(problem)

    async def _count(self, kb_id: str) -> None:
        self.counted.emit(len(await self._library.curation.conflicts(kb_id)) if kb_id else 0)

    async def _fill_edits(self, dialog: EditsDialog, document_id: str) -> None:
        edits = await self._library.curation.edits(document_id)
        if self.edits_dialog is dialog:
            dialog.show_edits(edits)

    async def _fill_conflicts(self, dialog: EditConflictsDialog) -> None:
        conflicts = await self._library.curation.conflicts(self._kb_id) if self._kb_id else []
        if self.conflicts_dialog is dialog:
            dialog.show_conflicts(conflicts)
