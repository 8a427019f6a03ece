"""Points out documents that say much the same."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from kbdesk.errors import InputError, KbError
from kbdesk.library.library import Library
from kbdesk.library.similar import Similar, sentence
from kbdesk.library.types import DocumentInfo, KnowledgeBaseInfo, State
from kbdesk.ui.dialogs.compare import CompareDialog
from kbdesk.ui.dialogs.similar import SimilarDialog
from kbdesk.ui.tasks import TaskScope
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import shown, translate
from kbdesk.ui.widgets.similar_line import SimilarLine

_LOOK = "similar.look"
_COMPARE = "similar.compare"
_LIST = "similar.list"

_MOST_NEW = 20
"""New documents that wait to be looked at; after a larger drop the list of all pairs says more than one line."""


class SimilarPresenter(QObject):
    """Looks for similar documents of the one selected, or of new ones while none is selected.

    Signals:
        document_requested: The document of this id is to be selected.
        trash_requested: These documents (a list of ids) are to be moved to the trash.
    """

    document_requested = Signal(str)
    trash_requested = Signal(list)

    def __init__(
        self, line: SimilarLine, library: Library, scope: TaskScope, *, theme: Theme, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._line = line
        self._library = library
        self._scope = scope
        self._theme = theme
        self._shown: Similar | None = None
        self._selected: DocumentInfo | None = None
        self._new: deque[DocumentInfo] = deque(maxlen=_MOST_NEW)
        self._is_looking_at_new = False
        self._list: SimilarDialog | None = None
        line.differences_requested.connect(self._compare_shown)
        line.other_requested.connect(self._go_to_other)

    def look_at(self, document: DocumentInfo) -> None:
        """Say if another document has most of this one, which is selected now."""
        self._selected = document
        self._scope.start(self._look(document), key=_LOOK)

    def take_changes(self, documents: Sequence[DocumentInfo]) -> None:
        """Look at documents that have just become done."""
        done = [each for each in documents if each.state == State.DONE]
        selected = next((each for each in done if each.id == self._line.selected_id), None)
        if selected is not None:
            self.look_at(selected)
        elif done and not self._line.selected_id:
            self._new.extend(done)
            if not self._is_looking_at_new:
                self._is_looking_at_new = True
                self._scope.start(self._look_at_new())

    def refresh(self) -> None:
        """Look again: documents were deleted or came back."""
        self._line.clear()
        if self._selected is not None and self._selected.id == self._line.selected_id:
            self.look_at(self._selected)

    def open(self, base: KnowledgeBaseInfo, parent: QWidget) -> None:
        """List all pairs of similar documents of a knowledge base."""
        dialog = SimilarDialog(self._theme, parent)

        def compare(pair: Similar) -> None:
            self.compare(pair, dialog)

        dialog.differences_requested.connect(compare)
        dialog.finished.connect(self._forget_list)
        self._list = dialog
        dialog.open()
        self._scope.start(self._fill(dialog, base.id), key=_LIST)

    def compare(self, similar: Similar, parent: QWidget) -> None:
        """Show what differs between two documents."""
        dialog = CompareDialog(similar, self._theme, parent)
        dialog.trash_requested.connect(lambda: self._move_to_trash(similar.first_and_second[0], dialog))
        dialog.keep_requested.connect(lambda: self._scope.start(self._keep_both(similar, dialog)))
        dialog.finished.connect(lambda: self._scope.cancel(_COMPARE))
        dialog.open()
        self._scope.start(self._fill_difference(dialog, similar), key=_COMPARE)

    async def _look(self, document: DocumentInfo) -> None:
        try:
            found = await self._library.similar.of(document.id)
        except InputError:  # deleted meanwhile
            found = []
        selected_id = self._line.selected_id
        if selected_id not in ("", document.id):
            return  # another one was selected meanwhile
        if found:
            self._shown = found[0]
            words = shown(sentence(found[0]))
            if not selected_id:
                words = translate("Similar", "“{name}”: {sentence}").format(name=document.name, sentence=words)
            self._line.show_similar(document.id, words)
        elif selected_id:
            self._line.clear()

    async def _look_at_new(self) -> None:
        try:
            while self._new and not self._line.selected_id:
                await self._look(self._new.popleft())
        finally:
            self._is_looking_at_new = False

    async def _fill(self, dialog: SimilarDialog, kb_id: str) -> None:
        position: int | None = 0
        while position is not None:
            page = await self._library.similar.pairs(kb_id, position=position)
            dialog.add_pairs(page.pairs)
            position = page.position
        dialog.finish()

    async def _fill_difference(self, dialog: CompareDialog, similar: Similar) -> None:
        first, second = similar.first_and_second
        try:
            difference = await self._library.similar.difference(first.id, second.id)
        except KbError as error:
            dialog.show_problem(shown(error.sentence))
        else:
            dialog.show_difference(difference)

    async def _keep_both(self, similar: Similar, dialog: CompareDialog) -> None:
        dialog.accept()
        await self._library.similar.keep_both(similar.document.id, similar.other.id)
        if self._list is not None:
            self._list.remove_pair(similar)
        self.refresh()

    def _move_to_trash(self, document: DocumentInfo, dialog: CompareDialog) -> None:
        dialog.accept()
        if self._list is not None:
            self._list.remove_document(document.id)
        self.trash_requested.emit([document.id])

    def _compare_shown(self) -> None:
        if self._shown is not None:
            self.compare(self._shown, self._line.window())

    def _go_to_other(self) -> None:
        if self._shown is not None:
            self.document_requested.emit(self._shown.other.id)

    def _forget_list(self) -> None:
        self._list = None
        self._scope.cancel(_LIST)
