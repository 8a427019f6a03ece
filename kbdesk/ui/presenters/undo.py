"""Deletions that can still be undone."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from kbdesk.errors import StoreError
from kbdesk.library.library import Library
from kbdesk.library.types import Deletion, Restored
from kbdesk.ui.errors import Message
from kbdesk.ui.tasks import TaskScope
from kbdesk.ui.translate import shown
from kbdesk.ui.widgets.undo_bar import UndoBar

_MOST_REMARKS = 3


class UndoPresenter(QObject):
    """Offers the newest deletion in the bar, and the older ones after it.

    Signals:
        undone: What was deleted is back.
        said: What a person should know of what came back, or did not (`Message`).
        available_changed: There is something to undo, or nothing any more.
    """

    undone = Signal()
    said = Signal(Message)
    available_changed = Signal(bool)

    def __init__(self, bar: UndoBar, library: Library, scope: TaskScope, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bar = bar
        self._library = library
        self._scope = scope
        self._deletions: list[Deletion] = []
        bar.undo_requested.connect(self.undo)

    def offer(self, deletion: Deletion) -> None:
        """Offer to undo a deletion that has just been done."""
        self._deletions.append(deletion)
        self._refresh()

    def undo(self) -> None:
        """Undo the newest deletion, if there is one."""
        if self._deletions:
            self._scope.start(self._undo(self._deletions.pop()))
            self._refresh()

    def restore(self, document_ids: Sequence[str]) -> None:
        """Bring back documents from the trash, whoever deleted them and when."""
        self._scope.start(self._restore(document_ids))

    def look(self) -> None:
        """Offer no longer what has left the trash in another way."""
        self._scope.start(self._look(), key="undo.look")

    async def _restore(self, document_ids: Sequence[str]) -> None:
        self._tell(await self._library.trash.restore(document_ids))
        await self._look()

    async def _undo(self, deletion: Deletion) -> None:
        try:
            restored = await self._library.undo(deletion)
        except StoreError:  # it is still in the trash
            self.offer(deletion)
            raise
        self._tell(restored)

    async def _look(self) -> None:
        gone = [each for each in list(self._deletions) if not await self._library.trash.has(each)]
        if gone:
            self._deletions = [each for each in self._deletions if each not in gone]
            self._refresh()

    def _tell(self, restored: Restored) -> None:
        self.undone.emit()
        if restored.remarks:
            first, *more = [shown(remark) for remark in restored.remarks[:_MOST_REMARKS]]
            self.said.emit(Message(first, "\n".join(more)))

    def _refresh(self) -> None:
        if self._deletions:
            self._bar.offer(shown(self._deletions[-1].label))
        else:
            self._bar.hide()
        self.available_changed.emit(bool(self._deletions))
