"""Finds out why a search did not find what a person expected."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from kbdesk.errors import KbError
from kbdesk.library.library import Library
from kbdesk.library.listing import ListQuery, Word
from kbdesk.library.names import folded
from kbdesk.library.search.types import Explanation, Filters, Request
from kbdesk.library.types import DocumentInfo
from kbdesk.rag.document import Chunk
from kbdesk.ui.dialogs.expected import ExpectedDialog
from kbdesk.ui.tasks import TaskScope
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import shown
from kbdesk.ui.widgets.search_options import MOST_HITS

_LIST = "expected.list"
_PASSAGES = "expected.passages"
_EXPLAIN = "expected.explain"

_MOST_OFFERED = 50
_MOST_PASSAGES = 1000


class ExpectedPresenter(QObject):
    """Owns the dialog while it is open.

    Signals:
        search_requested: This (`Request`) is to be searched instead.
        passage_requested: A passage is to be shown: its document (`DocumentInfo`), its index (int).
        turn_on_requested: A passage is to answer again: its document (`DocumentInfo`), the passage (`Chunk`).
        retry_requested, resume_requested: The documents of these ids are to be read again, or to be read on.
        restore_requested: Documents and knowledge bases of these ids are to come back, as far as they are in the trash.
    """

    search_requested = Signal(Request)
    passage_requested = Signal(DocumentInfo, int)
    turn_on_requested = Signal(DocumentInfo, Chunk)
    retry_requested = Signal(list)
    resume_requested = Signal(list)
    restore_requested = Signal(list)

    def __init__(self, library: Library, scope: TaskScope, *, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._library = library
        self._scope = scope
        self._theme = theme
        self._request = Request(())
        self._document: DocumentInfo | None = None
        self._chunk_index: int | None = None
        self.dialog: ExpectedDialog | None = None

    def open(self, request: Request, window: QWidget) -> None:
        """Ask what was expected of a search."""
        if self.dialog is not None:
            self.dialog.close()
        self._request = request
        self._document = self._chunk_index = None
        words = "; ".join(query.strip() for query in request.queries if isinstance(query, str))
        dialog = self.dialog = ExpectedDialog(words, self._theme, window)
        dialog.documents_requested.connect(self._find)
        dialog.document_chosen.connect(self._choose)
        dialog.passage_chosen.connect(self._choose_passage)
        dialog.act_requested.connect(self._act)
        dialog.finished.connect(self._close)
        dialog.open()
        self._find("")

    def look_again(self) -> None:
        """Explain anew, after something was done about it."""
        if self.dialog is not None and self._document is not None:
            self._scope.start(self._explain(self.dialog, self._document), key=_EXPLAIN)

    def _close(self) -> None:
        self.dialog = None
        for key in (_LIST, _PASSAGES, _EXPLAIN):
            self._scope.cancel(key)

    def _find(self, words: str) -> None:
        if self.dialog is not None:
            self._scope.start(self._offer(self.dialog, words), key=_LIST)

    def _choose(self, document: DocumentInfo) -> None:
        self._document, self._chunk_index = document, None
        if self.dialog is not None:
            self.dialog.show_document(document)
            self._scope.start(self._fill(self.dialog, document), key=_PASSAGES)
        self.look_again()

    def _choose_passage(self, chunk_index: int) -> None:
        self._chunk_index = None if chunk_index < 0 else chunk_index
        self.look_again()

    def _act(self, explanation: Explanation) -> None:
        document = explanation.document
        match explanation.act:
            case "remove filters":
                self._search(replace(self._request, filters=Filters(), min_score=None))
            case "search everywhere":
                self._search(replace(self._request, kb_ids=None))
            case "show more":
                self._search(replace(self._request, top_k=MOST_HITS))
            case "show in results":
                self.passage_requested.emit(document, explanation.chunk_index or 0)
            case "turn on":
                self._scope.start(self._turn_on(document, explanation.chunk_index or 0))
            case "try again":
                self.retry_requested.emit([document.id])
            case "resume":
                self.resume_requested.emit([document.id])
            case "restore":
                self.restore_requested.emit([document.knowledge_base_id, document.id])
            case "":
                pass

    def _search(self, request: Request) -> None:
        if self.dialog is not None:
            self.dialog.accept()
        self.search_requested.emit(request)

    async def _turn_on(self, document: DocumentInfo, chunk_index: int) -> None:
        passages = await self._library.chunks(document.id, offset=chunk_index, limit=1)
        if passages:
            self.turn_on_requested.emit(document, passages[0])
        else:  # the document was cut anew meanwhile
            self.look_again()

    async def _offer(self, dialog: ExpectedDialog, words: str) -> None:
        """Offer documents of every knowledge base, then those in the trash: there it may be."""
        wanted = folded(words).split()
        query = ListQuery(tuple(Word(word) for word in wanted))
        found: list[DocumentInfo] = []
        for base in await self._library.knowledge_bases():
            found += await self._library.listing.page(base.id, query, offset=0, limit=_MOST_OFFERED - len(found))
        for entry in await self._library.trash.entries():
            if entry.document is not None and all(word in folded(entry.name) for word in wanted):
                found.append(entry.document)
        dialog.show_documents(found)

    async def _fill(self, dialog: ExpectedDialog, document: DocumentInfo) -> None:
        try:
            passages = await self._library.chunks(document.id, limit=_MOST_PASSAGES)
        except KbError:  # it is in the trash, or its store is away: the answer says so
            passages = []
        dialog.show_passages(passages)

    async def _explain(self, dialog: ExpectedDialog, document: DocumentInfo) -> None:
        dialog.show_looking()
        try:
            explanation = await self._library.explain(self._request, document.id, self._chunk_index)
        except KbError as error:
            dialog.show_problem(shown(error.title), shown(error.remedy))
        else:
            dialog.show_explanation(explanation)
