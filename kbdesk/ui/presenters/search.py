"""Searches for what the pane asks."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from PySide6.QtCore import QObject

from kbdesk.errors import KbError
from kbdesk.library.library import Library
from kbdesk.ui.panes.search import SearchPane
from kbdesk.ui.tasks import TaskScope
from kbdesk.ui.translate import shown

_SEARCH = "search"
"""Key of the one task that fills the list, so that the hits of an older question never replace those of a newer one."""


class SearchPresenter(QObject):
    """Runs the searches of the pane and remembers its options."""

    def __init__(self, pane: SearchPane, library: Library, scope: TaskScope, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pane = pane
        self._library = library
        self._scope = scope
        self._query = ""
        self._saving = asyncio.Lock()
        self.apply_settings()
        pane.search_requested.connect(self._search)
        pane.options_changed.connect(self._remember_options)

    def apply_settings(self) -> None:
        """Take the number of hits and the least score from the settings."""
        settings = self._library.settings
        self._pane.set_options(settings.top_k, settings.min_score)

    def refresh(self) -> None:
        """Search again for what was searched last, after documents were deleted or brought back."""
        if self._query:
            self._search(self._query)

    def _search(self, query: str) -> None:
        self._query = query
        if query:
            self._scope.start(self._find(query), key=_SEARCH)
        else:
            self._scope.cancel(_SEARCH)
            self._pane.show_start()

    async def _find(self, query: str) -> None:
        pane = self._pane
        pane.show_searching()
        try:
            hits = await self._library.search(
                [query], [pane.kb_id] if pane.kb_id else None, top_k=pane.top_k, min_score=pane.min_score
            )
        except KbError as error:
            pane.show_error(shown(error.title), shown(error.remedy))
        else:
            pane.show_hits(hits)

    def _remember_options(self) -> None:
        self._scope.start(self._save_options())

    async def _save_options(self) -> None:
        async with self._saving:  # one after the other, each with what the fields say by then
            settings = replace(self._library.settings, top_k=self._pane.top_k, min_score=self._pane.min_score)
            if settings != self._library.settings:
                await self._library.save_settings(settings)
