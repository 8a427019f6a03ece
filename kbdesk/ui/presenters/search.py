"""Searches for what the pane asks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QObject

from kbdesk.errors import KbError
from kbdesk.library.library import Library
from kbdesk.library.provider import remote_host
from kbdesk.library.search.types import Request, Results
from kbdesk.ui.panes.search import SearchPane
from kbdesk.ui.tasks import TaskScope
from kbdesk.ui.translate import shown, translate

_SEARCH = "search"
"""Key of the one task that fills the list, so that the hits of an older question never replace those of a newer one."""

_SENTENCES = "search.sentences"
"""Key of the one task that marks sentences."""

_WORDS_S = 0.12
"""After so long a pause in typing words are searched, which is quick and sends nothing anywhere."""

_PAUSE_S = 0.4
"""After so long a pause in typing the question is searched as if Enter had been pressed, where nothing is sent."""


Search = Callable[[], Coroutine[Any, Any, None]]
"""Searches, each time it is called."""


class SearchPresenter(QObject):
    """Runs the searches of the pane and remembers its options."""

    def __init__(self, pane: SearchPane, library: Library, scope: TaskScope, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pane = pane
        self._library = library
        self._scope = scope
        self._request: Request | None = None
        self._latest: Search | None = None
        self._saving = asyncio.Lock()
        self.apply_settings()
        pane.form.submitted.connect(self._submit)
        pane.form.changed.connect(self._search)
        pane.form.typed.connect(self._follow_typing)
        pane.form.options_changed.connect(self._remember_options)
        pane.grouped.connect(self._remember_options)
        pane.hit_activated.connect(self._remember_shown)

    def apply_settings(self) -> None:
        """Take how is searched and what is shown of it from the settings."""
        settings = self._library.settings
        self._pane.form.options.set_values(settings.top_k, settings.min_score)
        self._pane.form.mode.choose(settings.search_mode)
        self._pane.set_grouped(settings.group_hits)

    def refresh(self) -> None:
        """Do the latest search again, the same way: what was only typed is not sent to another computer by this."""
        if self._latest is not None:
            self._scope.start(self._latest(), key=_SEARCH)

    def _submit(self, request: Request) -> None:
        if request.queries:
            self._begin(partial(self._find, request, is_meant=True))
        else:
            self._end()

    def _search(self, request: Request) -> None:
        self._begin(partial(self._find, request))

    def _follow_typing(self, request: Request) -> None:
        if request.queries:
            self._begin(partial(self._find_while_typing, request))
        else:
            self._end()

    def _begin(self, search: Search) -> None:
        self._latest = search
        self._scope.start(search(), key=_SEARCH)

    def _end(self) -> None:
        self._request = self._latest = None
        self._scope.cancel(_SEARCH)
        self._scope.cancel(_SENTENCES)
        self._pane.show_start()

    async def _find_while_typing(self, request: Request) -> None:
        """Search words at once and all else on a pause; what was found before stays until there is something new."""
        await asyncio.sleep(_WORDS_S)
        if request.mode != "words":
            host = await self._host(request)
            await self._preview(request, host)
            if host is not None:
                return
            await asyncio.sleep(_PAUSE_S - _WORDS_S)
        await self._show(request)

    async def _preview(self, request: Request, host: str | None) -> None:
        try:
            results = await self._library.find(replace(request, mode="words"))
        except KbError:  # the whole search, which follows, says what is the matter
            return
        if results.hits:
            self._request = request
            self._scope.cancel(_SENTENCES)
            self._pane.show_results(request, Results(results.hits, failures=results.failures, answered=1))
        if host is not None:
            hint = translate("SearchPane", "Press Enter to search by meaning too; that sends your question to {host}.")
            self._pane.show_hint(hint.format(host=host))

    async def _host(self, request: Request) -> str | None:
        """Return the computer that a search by meaning sends its question to, or None if it stays on this one."""
        choice = self._library.settings.embedding
        bases = await self._library.knowledge_bases()
        asked = [base for base in bases if request.kb_ids is None or base.id in request.kb_ids]
        hosts = (remote_host(base, choice) for base in asked if base.passage_count)
        return next((host for host in hosts if host is not None), None)

    async def _find(self, request: Request, *, is_meant: bool = False) -> None:
        self._pane.show_searching()
        results = await self._show(request)
        if is_meant:
            self._latest = partial(self._find, request)
            self._scope.start(self._remember(request, results))  # also when the next search comes before it is done

    async def _remember(self, request: Request, results: Results | None) -> None:
        """Keep what a person asked for; what was only typed in passing is not kept."""
        await self._library.searches.note(request)
        if results is not None:
            await self._library.gaps.note(request, results)

    def _remember_shown(self) -> None:
        if self._request is not None:
            self._scope.start(self._library.searches.note(self._request))

    async def _show(self, request: Request) -> Results | None:
        self._request = request
        try:
            results = await self._library.find(request)
        except KbError as error:
            self._pane.show_error(shown(error.title), shown(error.remedy))
            return None
        self._pane.show_results(request, results)
        self._scope.start(self._mark_sentences(), key=_SENTENCES)
        return results

    async def _mark_sentences(self) -> None:
        """Mark what each hit says nearest to its question; it takes the model a moment, so the hits come first."""
        hits = self._pane.list.hits.hits
        if hits:
            self._pane.list.hits.set_sentences(hits, await self._library.sentences(hits))

    def _remember_options(self) -> None:
        self._scope.start(self._save_options())

    async def _save_options(self) -> None:
        form = self._pane.form
        async with self._saving:  # one after the other, each with what the fields say by then
            settings = replace(
                self._library.settings,
                top_k=form.options.top_k,
                min_score=form.options.min_score,
                search_mode=form.mode.mode,
                group_hits=self._pane.is_grouped,
            )
            if settings != self._library.settings:
                await self._library.save_settings(settings)
