"""Lists and deletes documents."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from kbdesk.library.facts.days import today
from kbdesk.library.library import Library
from kbdesk.library.listing import ListQuery, Word
from kbdesk.library.types import Deletion, DocumentInfo, KnowledgeBaseInfo, State
from kbdesk.ui.models.document_words import filter_words
from kbdesk.ui.models.documents import DocumentsModel
from kbdesk.ui.panes.documents import DocumentsPane
from kbdesk.ui.tasks import TaskScope

_LOAD = "documents.load"
"""Key of the one task that starts a list, so that it never shows the rows of the list before."""

_FETCH = "documents.fetch"
_STATES = "documents.states"

_REFRESH_S = 0.2
"""Rows come and go at most five times a second, however fast files are read."""

_PAINTING_S = 0.03
"""How long the first page of a list is left alone to be painted, before all ids are read."""

_REST = 4
"""How much longer than a refresh takes nothing is refreshed, so that a very long list does not take all the time."""


@dataclass(frozen=True)
class Stale:
    """What the screen may show otherwise than the library has it.

    Attributes:
        is_any: Whether there is anything; always part of it is how many documents are in which state.
        order: Which documents there are, in which order.
        documents: The documents themselves.
        counts: How many documents knowledge bases have.
    """

    is_any: bool = False
    order: bool = False
    documents: bool = False
    counts: bool = False

    def and_also(self, *, order: bool, documents: bool, counts: bool) -> Stale:
        """Return this with more."""
        return Stale(
            is_any=True,
            order=self.order or order,
            documents=self.documents or documents,
            counts=self.counts or counts,
        )


class DocumentsPresenter(QObject):
    """Keeps the middle pane true to the current knowledge base.

    Signals:
        deleted: Documents were deleted (`Deletion`, list of their ids).
        retry_requested: These documents (list of ids) are to be read again.
        counted: How many documents of the knowledge base are in each state (counts by `State`).
        count_changed: A knowledge base has more or fewer documents than before.
    """

    deleted = Signal(Deletion, list)
    retry_requested = Signal(list)
    counted = Signal(dict)
    count_changed = Signal()

    def __init__(
        self,
        pane: DocumentsPane,
        model: DocumentsModel,
        *,
        library: Library,
        scope: TaskScope,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._pane = pane
        self._model = model
        self._library = library
        self._scope = scope
        self._base_id: str | None = None
        self._query = ListQuery()
        self._is_fetching = False
        self._is_following = False
        self._change_count = 0
        self._stale = Stale()
        self._heard: list[dict[str, DocumentInfo]] = []
        model.sort_requested.connect(self._start_list)
        model.page_requested.connect(self._fetch_pages)
        pane.filter_changed.connect(self._start_list)
        pane.states_requested.connect(self._fetch_states)
        pane.delete_requested.connect(self.delete)
        pane.queue.retry_requested.connect(self.retry_requested)
        pane.queue.retry_failed_requested.connect(lambda: self.retry_all(State.FAILED))

    def show_knowledge_base(self, base: KnowledgeBaseInfo | None) -> None:
        """Show the documents of this knowledge base; rows are loaded anew only when it is another one."""
        base_id = base.id if base else None
        if base_id != self._base_id:
            self._base_id = base_id
            self._stale = Stale()
            self._pane.hold()
            self._model.clear()
            self._pane.set_filter("")
            self._start_list()
        self._pane.show_knowledge_base(base)

    def refresh(self) -> None:
        """Show what the library has now."""
        if self._model.is_complete:
            self._follow(order=True, documents=True)
        else:
            self._start_list()

    def take_changes(self, documents: Sequence[DocumentInfo]) -> None:
        """Show these new or changed documents, as far as they belong to what is shown."""
        own = [each for each in documents if each.knowledge_base_id == self._base_id]
        for heard in self._heard:
            heard.update((each.id, each) for each in own)
        self._model.take_documents(own)
        is_order_stale = self._query.is_filtered or any(self._model.row_of(each.id) is None for each in own)
        self._follow(order=bool(own) and is_order_stale, counts=len(own) < len(documents))

    def remove(self, document_ids: Sequence[str]) -> None:
        """Show these documents no longer."""
        self._model.remove_documents(document_ids)
        self._follow(order=True, counts=True)

    def delete(self, document_ids: Sequence[str]) -> None:
        """Delete these documents; `deleted` tells when it is done."""
        self._scope.start(self._delete(document_ids))

    def retry_all(self, state: State) -> None:
        """Want all documents of the knowledge base that are in a state to be read again."""
        if self._base_id is not None:
            self._scope.start(self._retry_all(self._base_id, state))

    def _start_list(self) -> None:
        if self._base_id is None:
            self._scope.cancel(_LOAD)
            self._model.show_first([], 0, 0, is_counted=True)
            self._show_counts(Counter())
        else:
            self._scope.start(self._load(self._base_id), key=_LOAD)

    async def _load(self, base_id: str) -> None:
        listing, model = self._library.listing, self._model
        model.set_today(today())
        words: tuple[Word, ...] = ()
        if self._pane.filter.strip():
            words = filter_words(self._pane.filter, await listing.values(base_id))
        self._query = query = ListQuery(
            words, model.order, model.is_descending, self._pane.only, self._pane.tag_filter.tag, today()
        )
        total_count = model.total_count
        if total_count is None:
            total_count = await listing.count(base_id)
        limit = self._pane.table.rows_in_sight()
        with self._hearing() as newer:
            read = await listing.page(base_id, query, offset=0, limit=limit)
        first = [newer.get(each.id, each) for each in read]
        if len(first) < limit or not query.is_filtered:
            count = len(first) if query.is_filtered else total_count
            model.show_first(first, count, total_count, is_counted=True)
        else:  # to count what a filter finds takes longer than to find the first; the scroll bar stays until then
            model.show_first(first, max(len(first), model.rowCount()), total_count, is_counted=False)
        await asyncio.sleep(_PAINTING_S)
        change_count = self._change_count
        model.set_order(*await listing.ids(base_id, query))
        if self._change_count > change_count:  # what came while the ids were read may be missing
            self._follow(order=True)
        await self._count(base_id)

    @contextmanager
    def _hearing(self) -> Generator[dict[str, DocumentInfo]]:
        """Give the documents, by id, that change while others are read, which may be older by the time they come."""
        newer: dict[str, DocumentInfo] = {}
        self._heard.append(newer)
        try:
            yield newer
        finally:
            self._heard = [each for each in self._heard if each is not newer]

    def _fetch_pages(self) -> None:
        if not self._is_fetching:
            self._is_fetching = True
            self._scope.start(self._fetch(), key=_FETCH)

    async def _fetch(self) -> None:
        try:
            while pages := self._model.asked_pages():
                ids = self._model.missing_ids(pages)
                documents = await self._library.listing.documents(ids)
                self._model.take_page(documents, pages)
                if len(documents) < len(ids):
                    self._follow(order=True)  # some are gone
        finally:
            self._is_fetching = False

    def _fetch_states(self, document_ids: list[str]) -> None:
        self._scope.start(self._take_states(document_ids), key=_STATES)

    async def _take_states(self, document_ids: list[str]) -> None:
        states = await self._library.listing.states(document_ids)
        if len(states) < len(document_ids):
            self._follow(order=True)  # some are gone; it is asked again without them
        else:
            self._model.take_states(states)

    def _follow(self, *, order: bool = False, documents: bool = False, counts: bool = False) -> None:
        self._change_count += order
        self._stale = self._stale.and_also(order=order, documents=documents, counts=counts)
        if not self._is_following:
            self._is_following = True
            self._scope.start(self._keep_up())

    async def _keep_up(self) -> None:
        """Refresh what is stale, again and again while more becomes so."""
        clock = asyncio.get_running_loop().time
        try:
            while self._stale.is_any:
                stale, self._stale = self._stale, Stale()
                start = clock()
                if stale.counts:
                    self.count_changed.emit()
                if self._base_id is not None and self._model.is_complete:
                    await self._renew(self._base_id, stale)
                await asyncio.sleep(max(_REFRESH_S, _REST * (clock() - start)))
        finally:
            self._is_following = False

    async def _renew(self, base_id: str, stale: Stale) -> None:
        listing, model, query = self._library.listing, self._model, self._query
        if stale.documents:
            with self._hearing() as newer:
                read = await listing.documents(model.known_ids())
            model.take_documents([newer.get(each.id, each) for each in read])
        if stale.order:
            ids, total_count = await listing.ids(base_id, query)
            if query is not self._query or base_id != self._base_id or not model.is_complete:
                return  # another list is on its way
            is_other_count = total_count != model.total_count
            model.set_order(ids, total_count)
            if is_other_count:
                self.count_changed.emit()
        await self._count(base_id)

    async def _count(self, base_id: str) -> None:
        counts = await self._library.listing.counts_by_state(base_id)
        remarks = await self._library.listing.counts_by_remark(base_id, today())
        tags = await self._library.facts.tags(base_id)
        if base_id == self._base_id:
            self._show_counts(counts)
            self._pane.remark_filter.show_counts(remarks)
            self._pane.tag_filter.show_counts(tags)

    def _show_counts(self, counts: Counter[State]) -> None:
        self._pane.show_counts(counts)
        self.counted.emit(counts)

    async def _retry_all(self, base_id: str, state: State) -> None:
        ids = await self._library.listing.ids_in(base_id, state)
        if ids:
            self.retry_requested.emit(ids)

    async def _delete(self, document_ids: Sequence[str]) -> None:
        deletion = await self._library.delete_documents(document_ids)
        self.remove(document_ids)
        self.deleted.emit(deletion, list(document_ids))
