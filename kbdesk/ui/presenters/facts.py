"""Changes what is said of documents."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal

from kbdesk.errors import KbError
from kbdesk.library.facts.types import Change, Common
from kbdesk.library.library import Library
from kbdesk.library.watchers import Watcher
from kbdesk.ui.dialogs.facts import FactsDialog
from kbdesk.ui.panes.documents import DocumentsPane
from kbdesk.ui.presenters.undo import UndoPresenter
from kbdesk.ui.tasks import TaskScope
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import shown, translate

_OPEN = "facts.open"


class FactsPresenter(QObject):
    """Owns the dialog while it is open.

    Signals:
        described: People say something else of documents now, here or in another way.
    """

    described = Signal()

    def __init__(
        self,
        pane: DocumentsPane,
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
        self.dialog: FactsDialog | None = None
        pane.facts_requested.connect(self.open)
        library.watch(Watcher(on_described=lambda _: self.described.emit()))

    def open(self, document_ids: Sequence[str]) -> None:
        """Ask what is to be said of documents of one knowledge base."""
        if self.dialog is not None:
            self.dialog.activateWindow()
        elif document_ids:
            self._scope.start(self._open(document_ids), key=_OPEN)

    async def _open(self, document_ids: Sequence[str]) -> None:
        document = await self._library.document(document_ids[0])
        common = await self._library.facts.common(document_ids)
        tags = await self._library.facts.tags(document.knowledge_base_id)
        owners = await self._library.facts.responsibles(document.knowledge_base_id)
        name = document.name if len(document_ids) == 1 else _count_words(common)
        dialog = self.dialog = FactsDialog(name, common, self._theme, self._pane.window())
        dialog.offer([tag for tag, _ in tags], [owner for owner, _ in owners])
        dialog.save_requested.connect(lambda: self._scope.start(self._save(dialog, document_ids, dialog.change)))
        dialog.finished.connect(self._forget)
        dialog.open()

    def _forget(self) -> None:
        self.dialog = None

    async def _save(self, dialog: FactsDialog, document_ids: Sequence[str], change: Change) -> None:
        try:
            changed = None if change.is_empty else await self._library.facts.change(document_ids, change)
        except KbError as error:
            if self.dialog is not dialog:
                raise
            dialog.show_problem(shown(error.sentence))
            return
        if changed is not None and changed.count:
            self._undo.offer(changed.label, partial(self._library.facts.undo, changed))
        if self.dialog is dialog:
            dialog.accept()


def _count_words(common: Common) -> str:
    return translate("Documents", "%n document(s)", None, common.count)
