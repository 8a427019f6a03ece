"""Offers earlier searches, and saves them under names."""

from __future__ import annotations

from PySide6.QtCore import QObject

from kbdesk.errors import KbError
from kbdesk.library.library import Library
from kbdesk.library.search.stored import queries_of
from kbdesk.library.search.types import Request
from kbdesk.ui.dialogs.save_search import SaveSearchDialog
from kbdesk.ui.panes.search import SearchPane
from kbdesk.ui.tasks import TaskScope
from kbdesk.ui.translate import shown

_LOAD = "history.load"
_SHOWN = 12
"""How many of the last searches are offered."""


class HistoryPresenter(QObject):
    """Owns the menu's content and the dialog while it is open."""

    def __init__(self, pane: SearchPane, library: Library, scope: TaskScope, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pane = pane
        self._library = library
        self._scope = scope
        self.dialog: SaveSearchDialog | None = None
        pane.form.field.history_requested.connect(self._show)
        pane.form.history.chosen.connect(self.ask_again)
        pane.form.history.forget_requested.connect(self._forget)
        pane.form.history.clear_requested.connect(self._clear)
        pane.save_requested.connect(self._open)

    def ask_again(self, request: Request) -> None:
        """Ask what was asked once, with its filters, place and way."""
        self._scope.start(self._repeat(request), key=_LOAD)

    def _show(self) -> None:
        self._scope.start(self._load(), key=_LOAD)

    def _forget(self, search_id: str) -> None:
        self._scope.start(self._library.searches.forget(search_id))

    def _clear(self) -> None:
        self._scope.start(self._library.searches.clear_recent())

    async def _load(self) -> None:
        searches = self._library.searches
        self._pane.form.show_history(await searches.saved(), await searches.recent(_SHOWN))

    async def _repeat(self, request: Request) -> None:
        documents = await self._library.listing.documents(request.filters.document_ids)
        self._pane.form.repeat(request, {document.id: document.name for document in documents})

    def _open(self, request: Request) -> None:
        dialog = self.dialog = SaveSearchDialog(" ".join(queries_of(request)), self._pane.window())
        dialog.submitted.connect(lambda: self._scope.start(self._save(dialog, dialog.name, request)))
        dialog.finished.connect(self._close)
        dialog.open()

    def _close(self) -> None:
        self.dialog = None

    async def _save(self, dialog: SaveSearchDialog, name: str, request: Request) -> None:
        try:
            await self._library.searches.save(name, request)
        except KbError as error:
            if self.dialog is not dialog:
                raise
            dialog.show_problem(shown(error.sentence))
        else:
            if self.dialog is dialog:
                dialog.accept()
