"""Tries ways of cutting on a document, and sets one."""

from __future__ import annotations

from PySide6.QtCore import QObject

from kbdesk.errors import KbError
from kbdesk.library.chunking import Chunking
from kbdesk.library.cutting import Trial
from kbdesk.library.library import Library
from kbdesk.library.listing import ListQuery, Word
from kbdesk.library.names import folded
from kbdesk.library.provider import remote_host
from kbdesk.library.types import DocumentInfo, KnowledgeBaseInfo
from kbdesk.ui.dialogs.cuts import CutsDialog
from kbdesk.ui.main_window import MainWindow
from kbdesk.ui.tasks import TaskScope
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import joined, shown, translate

_OPEN = "cuts.open"
_LIST = "cuts.list"
_READ = "cuts.read"
_CUT = "cuts.cut"
_EFFECT = "cuts.effect"
_APPLY = "cuts.apply"
_KEYS = (_OPEN, _LIST, _READ, _CUT, _EFFECT)
"""What ends with the dialog; what was to be set is set."""

_MOST_OFFERED = 50


class CutsPresenter(QObject):
    """Owns the dialog while it is open."""

    def __init__(
        self, window: MainWindow, library: Library, scope: TaskScope, *, theme: Theme, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._window = window
        self._library = library
        self._scope = scope
        self._theme = theme
        self._base: KnowledgeBaseInfo | None = None
        self._trial: Trial | None = None
        self.dialog: CutsDialog | None = None
        window.panes.knowledge_bases.cut_requested.connect(self.open)

    def open(self, base: KnowledgeBaseInfo) -> None:
        """Ask how a knowledge base is to cut its documents."""
        if self.dialog is not None:
            self.dialog.activateWindow()
            return
        self._base = base
        dialog = self.dialog = CutsDialog(base, self._theme, self._window)
        dialog.cut_requested.connect(self._try)
        dialog.documents_requested.connect(self._find)
        dialog.document_chosen.connect(self._read)
        dialog.apply_requested.connect(self._set)
        dialog.finished.connect(self._close)
        dialog.open()
        self._scope.start(self._fill(dialog, base), key=_OPEN)

    def _close(self) -> None:
        self.dialog = self._base = self._trial = None
        for key in _KEYS:
            self._scope.cancel(key)

    def _find(self, words: str) -> None:
        if self.dialog is not None and self._base is not None:
            self._scope.start(self._offer(self.dialog, self._base, words), key=_LIST)

    def _read(self, document: DocumentInfo) -> None:
        if self.dialog is not None:
            self._trial = None
            self._scope.start(self._read_document(self.dialog, document), key=_READ)

    def _try(self) -> None:
        dialog, base = self.dialog, self._base
        if dialog is None or base is None:
            return
        self._scope.start(self._show_effect(dialog, base), key=_EFFECT)
        if self._trial is not None:
            self._scope.start(self._cut(dialog, self._trial), key=_CUT)

    def _set(self) -> None:
        dialog, base = self.dialog, self._base
        if dialog is not None and base is not None:
            self._scope.start(self._apply(dialog, base, dialog.chunking), key=_APPLY)

    async def _fill(self, dialog: CutsDialog, base: KnowledgeBaseInfo) -> None:
        dialog.show_chunking(await self._library.chunking.get(base.id))
        selected = self._window.panes.documents.table.selected_documents()
        offered = [each for each in selected if each.knowledge_base_id == base.id and each.passage_count]
        offered += await self._offer(dialog, base, "")
        if offered:
            dialog.show_document(offered[0])
            self._read(offered[0])
        else:
            dialog.show_progress(translate("Cuts", "There is no document yet to try it on."))
        await self._show_effect(dialog, base)

    async def _offer(self, dialog: CutsDialog, base: KnowledgeBaseInfo, words: str) -> list[DocumentInfo]:
        query = ListQuery(tuple(Word(folded(word)) for word in words.split()))
        found = await self._library.listing.page(base.id, query, offset=0, limit=_MOST_OFFERED)
        documents = [document for document in found if document.passage_count]
        dialog.show_documents(documents)
        return documents

    async def _read_document(self, dialog: CutsDialog, document: DocumentInfo) -> None:
        self._scope.cancel(_CUT)
        dialog.show_progress(translate("Cuts", "“{name}” is being read…").format(name=document.name))
        try:
            self._trial = await self._library.chunking.trial(document.id)
        except KbError as error:
            dialog.show_problem(shown(error.sentence))
            return
        self._scope.start(self._cut(dialog, self._trial), key=_CUT)

    async def _cut(self, dialog: CutsDialog, trial: Trial) -> None:
        def on_step(done: int, count: int) -> None:
            sentence = translate("Cuts", "The model has read {done} of {count} sentences…")
            dialog.show_progress(sentence.format(done=done, count=count))

        try:
            cuts = await trial.cut(dialog.chunking, on_step)
        except KbError as error:
            dialog.show_problem(shown(error.sentence))
        else:
            dialog.show_cuts(cuts)

    async def _show_effect(self, dialog: CutsDialog, base: KnowledgeBaseInfo) -> None:
        chunking = dialog.chunking
        is_other = chunking.fingerprint != (await self._library.chunking.get(base.id)).fingerprint
        count = await self._library.chunking.count_to_cut(base.id, chunking)
        if count:
            sentence = translate(
                "Cuts", "%n document(s) will be cut again; until then they are found as before.", None, count
            )
            host = remote_host(base, self._library.settings.embedding)
            if host is not None:
                sent = translate("Cuts", "Their passages are sent to {host} again.")
                sentence = joined(sentence, sent.format(host=host))
        elif is_other:
            sentence = translate("Cuts", "Documents that are added from now on will be cut this way.")
        else:
            sentence = translate("Cuts", "This is how documents are cut now.")
        dialog.show_effect(sentence, can_apply=bool(count) or is_other)

    async def _apply(self, dialog: CutsDialog, base: KnowledgeBaseInfo, chunking: Chunking) -> None:
        try:
            await self._library.chunking.set(base.id, chunking)
        except KbError as error:
            if self.dialog is not dialog:
                raise
            dialog.show_refusal(shown(error.sentence))
        else:
            if self.dialog is dialog:
                dialog.accept()
