"""Lists, makes, changes and deletes knowledge bases."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from kbdesk.errors import InputError
from kbdesk.library.library import Library
from kbdesk.library.store_kinds import offered_stores
from kbdesk.library.types import Deletion, KnowledgeBaseInfo
from kbdesk.ui.dialogs.knowledge_base import KnowledgeBaseDialog
from kbdesk.ui.panes.knowledge_bases import KnowledgeBasesPane
from kbdesk.ui.tasks import TaskScope
from kbdesk.ui.translate import shown

_SAVE = "knowledge_bases.save"


class KnowledgeBasesPresenter(QObject):
    """Keeps the left pane true to the library.

    Signals:
        deleted: A knowledge base was deleted (`Deletion`).
    """

    deleted = Signal(Deletion)

    def __init__(
        self, pane: KnowledgeBasesPane, library: Library, scope: TaskScope, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._pane = pane
        self._library = library
        self._scope = scope
        pane.create_requested.connect(self._ask_for_new)
        pane.edit_requested.connect(self._ask_for_changes)
        pane.delete_requested.connect(self.delete)

    def refresh(self, current_id: str | None = None) -> None:
        """Show what the library has now; `current_id` becomes current if it is there."""
        self._scope.start(self._load(current_id), key="knowledge_bases.load")

    def delete(self, base: KnowledgeBaseInfo) -> None:
        """Delete a knowledge base; `deleted` tells when it is done."""
        self._scope.start(self._delete(base))

    async def _load(self, current_id: str | None = None) -> None:
        self._pane.show_knowledge_bases(await self._library.knowledge_bases(), current_id)

    def _ask_for_new(self) -> None:
        dialog = KnowledgeBaseDialog(None, self._pane.window(), stores=offered_stores())
        dialog.submitted.connect(lambda: self._scope.start(self._create(dialog), key=_SAVE))
        self._open(dialog)

    def _ask_for_changes(self, base: KnowledgeBaseInfo) -> None:
        dialog = KnowledgeBaseDialog(base, self._pane.window())
        dialog.submitted.connect(lambda: self._scope.start(self._update(dialog, base), key=_SAVE))
        self._open(dialog)

    def _open(self, dialog: KnowledgeBaseDialog) -> None:
        dialog.rejected.connect(lambda: self._scope.cancel(_SAVE))  # its answer would come to a dialog that is gone
        dialog.open()

    async def _create(self, dialog: KnowledgeBaseDialog) -> None:
        try:
            base = await self._library.create_knowledge_base(
                dialog.name, description=dialog.description, store=dialog.store, store_path=dialog.store_path
            )
        except InputError as error:
            dialog.show_problem(shown(error.title), shown(error.remedy))
            return
        dialog.accept()
        await self._load(base.id)

    async def _update(self, dialog: KnowledgeBaseDialog, base: KnowledgeBaseInfo) -> None:
        try:
            await self._library.update_knowledge_base(base.id, name=dialog.name, description=dialog.description)
        except InputError as error:
            dialog.show_problem(shown(error.title), shown(error.remedy))
            return
        dialog.accept()
        await self._load(base.id)

    async def _delete(self, base: KnowledgeBaseInfo) -> None:
        deletion = await self._library.delete_knowledge_base(base.id)
        await self._load()
        self.deleted.emit(deletion)
