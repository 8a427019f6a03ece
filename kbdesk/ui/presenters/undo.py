"""Acts that can still be undone."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, Signal

from kbdesk.errors import InputError, KbError
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
        redo: Does it again after it was taken back; None: that cannot be done.
        is_new: Whether it was done since the start of the program; the bar speaks of nothing else.
    """

    label: Text
    undo: Callable[[], Awaitable[object]]
    is_possible: Callable[[], Awaitable[bool]]
    redo: Callable[[], Awaitable[None]] | None = None
    is_new: bool = True


class UndoPresenter(QObject):
    """Offers the newest act in the bar, and the older ones after it; the Edit menu and its key do the same.

    Whoever does something that can be undone calls `offer` when it is done.

    Signals:
        undone: What was deleted is back.
        said: What a person should know of what came back, or did not (`Message`).
        available_changed: What would be undone and what redone now, two sentences (str); "" for nothing.
    """

    undone = Signal()
    said = Signal(Message)
    available_changed = Signal(str, str)

    def __init__(self, bar: UndoBar, library: Library, scope: TaskScope, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bar = bar
        self._library = library
        self._scope = scope
        self._offers: list[_Offer] = []
        self._undone: list[_Offer] = []
        bar.undo_requested.connect(self.undo)

    def offer(
        self,
        label: Text,
        undo: Callable[[], Awaitable[object]],
        *,
        is_possible: Callable[[], Awaitable[bool]] = _always,
        redo: Callable[[], Awaitable[None]] | None = None,
        is_new: bool = True,
    ) -> None:
        """Offer to undo an act that has just been done.

        Args:
            label: What was done, a whole sentence: "“travel.pdf” was deleted.".
            undo: Takes it back and lets the window show that; awaited once. An `InputError` means that it cannot be
                taken back any more; after other errors of the library, which change nothing, it is offered again.
                Every error is shown.
            is_possible: Asked by `look`: an act that was taken back elsewhere is offered no longer.
            redo: Does it again, the same way; offered from when it was taken back until something else is done.
            is_new: False for what was done before the program was started: the menu offers it, the bar is silent.
        """
        self._undone.clear()
        self._add(_Offer(label, undo, is_possible, redo, is_new))

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

    def redo(self) -> None:
        """Do again what was taken back last, if that can be."""
        if self._undone:
            self._scope.start(self._redo(self._undone.pop()))
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
        except InputError:
            raise
        except KbError:
            self._add(offer)
            raise
        if offer.redo is not None:
            self._undone.append(offer)
            self._refresh()

    async def _redo(self, offer: _Offer) -> None:
        if offer.redo is None:
            return
        try:
            await offer.redo()
        except InputError:
            raise
        except KbError:
            self._undone.append(offer)
            self._refresh()
            raise
        self._add(offer)

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
        undo = shown(self._offers[-1].label) if self._offers else ""
        redo = shown(self._undone[-1].label) if self._undone else ""
        if self._offers and self._offers[-1].is_new:
            self._bar.offer(undo)
        else:
            self._bar.hide()
        self.available_changed.emit(undo, redo)
