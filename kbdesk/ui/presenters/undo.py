"""Acts that can still be undone."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, Signal

from kbdesk.errors import StoreError
from kbdesk.library.library import Library
from kbdesk.library.types import Deletion, Restored
from kbdesk.texts import Text
from kbdesk.ui.errors import Message
from kbdesk.ui.tasks import TaskScope
from kbdesk.ui.translate import shown
from kbdesk.ui.widgets.undo_bar import UndoBar

_MOST_REMARKS = 3


async def _always() -> bool:
    return True


@dataclass(frozen=True)
class _Offer:
    """An act that can be undone.

    Attributes:
        label: What was done, a sentence.
        undo: Takes it back.
        is_possible: Tells whether it still can be.
    """

    label: Text
    undo: Callable[[], Awaitable[None]]
    is_possible: Callable[[], Awaitable[bool]]


class UndoPresenter(QObject):
    """Offers the newest act in the bar, and the older ones after it; the Edit menu and its key do the same.

    Whoever does something that can be undone calls `offer` when it is done.

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
        self._offers: list[_Offer] = []
        bar.undo_requested.connect(self.undo)

    def offer(
        self,
        label: Text,
        undo: Callable[[], Awaitable[None]],
        *,
        is_possible: Callable[[], Awaitable[bool]] = _always,
    ) -> None:
        """Offer to undo an act that has just been done.

        Args:
            label: What was done, a whole sentence: "“travel.pdf” was deleted.".
            undo: Takes it back and lets the window show that; awaited once. A `StoreError` means that nothing was
                changed, so the act is offered again; every error is shown.
            is_possible: Asked by `look`: an act that was taken back elsewhere is offered no longer.
        """
        self._add(_Offer(label, undo, is_possible))

    def offer_deletion(self, deletion: Deletion) -> None:
        """Offer to bring back what has just been deleted."""
        self.offer(
            deletion.label,
            partial(self._bring_back, deletion),
            is_possible=partial(self._is_in_trash, deletion),
        )

    def undo(self) -> None:
        """Undo the newest act, if there is one."""
        if self._offers:
            self._scope.start(self._undo(self._offers.pop()))
            self._refresh()

    def restore(self, document_ids: Sequence[str]) -> None:
        """Bring back documents from the trash, whoever deleted them and when."""
        self._scope.start(self._restore(document_ids))

    def look(self) -> None:
        """Offer no longer what was undone or has become impossible in another way."""
        self._scope.start(self._look(), key="undo.look")

    def _add(self, offer: _Offer) -> None:
        self._offers.append(offer)
        self._refresh()

    async def _restore(self, document_ids: Sequence[str]) -> None:
        self._tell(await self._library.trash.restore(document_ids))
        await self._look()

    async def _bring_back(self, deletion: Deletion) -> None:
        self._tell(await self._library.undo(deletion))

    async def _is_in_trash(self, deletion: Deletion) -> bool:
        return await self._library.trash.has(deletion)

    async def _undo(self, offer: _Offer) -> None:
        try:
            await offer.undo()
        except StoreError:
            self._add(offer)
            raise

    async def _look(self) -> None:
        gone = [each for each in list(self._offers) if not await each.is_possible()]
        if gone:
            self._offers = [each for each in self._offers if each not in gone]
            self._refresh()

    def _tell(self, restored: Restored) -> None:
        self.undone.emit()
        if restored.remarks:
            first, *more = [shown(remark) for remark in restored.remarks[:_MOST_REMARKS]]
            self.said.emit(Message(first, "\n".join(more)))

    def _refresh(self) -> None:
        if self._offers:
            self._bar.offer(shown(self._offers[-1].label))
        else:
            self._bar.hide()
        self.available_changed.emit(bool(self._offers))
