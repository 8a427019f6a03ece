"""Does with passages what people want."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from PySide6.QtCore import QObject, Signal

from kbdesk.errors import InputError
from kbdesk.library.curation.types import Edited
from kbdesk.library.library import Library
from kbdesk.library.types import DocumentInfo, Hit
from kbdesk.rag.document import Chunk
from kbdesk.texts import text
from kbdesk.ui.models.chosen import Chosen
from kbdesk.ui.tasks import TaskScope
from kbdesk.ui.widgets.passage_acts import PassageActs

Act = Callable[[int], Awaitable[Edited]]
"""Is given the number that the first of its passages has now."""


class CurationPresenter(QObject):
    """Does one after the other; each act is for the passages that were shown, whatever their numbers are by then.

    Signals:
        done: Something was done that can be taken back (`Edited`).
        changed: Passages of a document are otherwise now: something was done or taken back (`Edited`).
        outdated: What is shown is not what there is.
    """

    done = Signal(Edited)
    changed = Signal(Edited)
    outdated = Signal()

    def __init__(self, acts: PassageActs, library: Library, scope: TaskScope, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._library = library
        self._scope = scope
        self._one_by_one = asyncio.Lock()
        acts.switch_requested.connect(self._switch)
        acts.merge_requested.connect(self._merge)
        acts.revert_requested.connect(self._revert)

    def turn_off(self, hit: Hit) -> None:
        """Have a passage that was found answer no longer."""
        self._turn(Chosen(hit.document, [hit.chunk]), on=False)

    def turn_on(self, document: DocumentInfo, passage: Chunk) -> None:
        """Have a passage answer again."""
        self._turn(Chosen(document, [passage]), on=True)

    async def do(self, document: DocumentInfo, chunks: Sequence[Chunk], act: Act) -> None:
        """Do something with neighbouring passages.

        Raises:
            InputError: The passages are not there any more, or what is wanted cannot be.
            KbError: It could not be done.
        """
        try:
            await self.settle(lambda: self._act(document, chunks, act))
        except InputError:
            self.outdated.emit()
            raise

    async def settle(self, act: Callable[[], Awaitable[Edited]]) -> None:
        """Do something that can be taken back as soon as nothing else is being done.

        Raises:
            KbError: It could not be done.
        """
        async with self._one_by_one:
            edited = await act()
        self.done.emit(edited)
        self.changed.emit(edited)

    async def take_back(self, edited_id: str) -> Edited:
        """Take back what was done, and return where that was."""
        async with self._one_by_one:
            edited = await self._library.curation.undo(edited_id)
        self.changed.emit(edited)
        return edited

    async def do_again(self, edited_id: str) -> None:
        """Do again what was taken back."""
        async with self._one_by_one:
            edited = await self._library.curation.redo(edited_id)
        self.changed.emit(edited)

    def _switch(self, chosen: Chosen) -> None:
        self._turn(chosen, on=chosen.are_off)

    def _turn(self, chosen: Chosen, *, on: bool) -> None:
        switch = self._library.curation.turn_on if on else self._library.curation.turn_off
        count = len(chosen.chunks)
        self._start(chosen, lambda at: switch(chosen.document.id, range(at, at + count)))

    def _merge(self, chosen: Chosen) -> None:
        count = 2 if chosen.is_one else len(chosen.chunks)
        self._start(chosen, lambda at: self._library.curation.merge(chosen.document.id, at, at + count - 1))

    def _revert(self, chosen: Chosen) -> None:
        self._start(chosen, lambda at: self._library.curation.revert(chosen.document.id, at))

    def _start(self, chosen: Chosen, act: Act) -> None:
        self._scope.start(self.do(chosen.document, chosen.chunks, act))

    async def _act(self, document: DocumentInfo, chunks: Sequence[Chunk], act: Act) -> Edited:
        return await act(await self._place_now(document.id, chunks))

    async def _place_now(self, document_id: str, chunks: Sequence[Chunk]) -> int:
        """Return the number of the first of these passages; the document may have been cut anew since."""
        texts, at = [chunk.text for chunk in chunks], chunks[0].chunk_index
        here = await self._library.chunks(document_id, offset=at, limit=len(texts))
        if [chunk.text for chunk in here] == texts:
            return at
        document = await self._library.document(document_id)
        now = [each.text for each in await self._library.chunks(document_id, limit=document.passage_count)]
        places = [place for place in range(len(now)) if now[place : place + len(texts)] == texts]
        if len(places) != 1:
            raise InputError(
                text("curation", "The passage is not what it was when it was shown."),
                text("curation", "Look at the document as it is now, and try again."),
            )
        return places[0]
