"""What people do to passages: applied at once to what is stored, and kept for whenever the document is read anew."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from kbdesk.errors import InputError, StoreError
from kbdesk.library.bases import OpenBases
from kbdesk.library.catalog import Catalog
from kbdesk.library.concurrency import Turns, run_to_end
from kbdesk.library.curation import acts
from kbdesk.library.curation.acts import Change
from kbdesk.library.curation.applying import Laid
from kbdesk.library.curation.desk import Desk, Rewriting
from kbdesk.library.curation.rows import Act, EditRows
from kbdesk.library.curation.settling import Applied
from kbdesk.library.curation.types import Conflict, Edit, Edited
from kbdesk.library.types import DocumentInfo
from kbdesk.texts import Text, text


class Curation:
    """Changes passages, and takes changes back; every call is whole or nothing, also when the program dies.

    Acts upon one document take turns with whatever else changes it. While it is being read anew, the older passages are
    changed at once, and the new ones before they are stored.

    Attributes:
        on_change: Who is told of each document whose passages were changed; append to it.
    """

    def __init__(
        self,
        rows: EditRows,
        *,
        catalog: Catalog,
        bases: OpenBases,
        committing: Turns,
        tell: Callable[[DocumentInfo], None],
    ) -> None:
        """Use the open parts of a library.

        Args:
            rows: The edits.
            catalog: The knowledge bases.
            bases: Their stores and models.
            committing: Turns of changing what is stored of a document.
            tell: Told of documents that changed.
        """
        self._rows = rows
        self._catalog = catalog
        self._bases = bases
        self._committing = committing
        self.on_change: list[Callable[[DocumentInfo], object]] = [tell]

    async def turn_off(self, document_id: str, chunk_indexes: Sequence[int]) -> Edited:
        """Let passages be found no more; they stay in the list.

        Raises:
            InputError: The document or a passage is not there, or the document is to be read again first; so for all
                acts.
            EmbeddingError: Its neighbours have changed with it, and the model cannot be reached; so for all acts.
            StoreError: The store cannot be read or written; nothing was changed; so for all acts.
        """
        label = (
            text("curation", "A passage was turned off.")
            if len(chunk_indexes) == 1
            else text("curation", "{count} passages were turned off.", count=len(chunk_indexes))
        )
        return await self._do(document_id, label, lambda laid: acts.turn(laid, chunk_indexes, is_off=True))

    async def turn_on(self, document_id: str, chunk_indexes: Sequence[int]) -> Edited:
        """Let passages be found again that were turned off."""
        label = (
            text("curation", "A passage was turned on.")
            if len(chunk_indexes) == 1
            else text("curation", "{count} passages were turned on.", count=len(chunk_indexes))
        )
        return await self._do(document_id, label, lambda laid: acts.turn(laid, chunk_indexes, is_off=False))

    async def correct(self, document_id: str, chunk_index: int, new_text: str) -> Edited:
        """Put another text in the place of a passage's; of a picture, the text that stands for it.

        Raises:
            InputError: The text is blank.
        """
        label = text("curation", "A passage was corrected.")
        return await self._do(document_id, label, lambda laid: acts.correct(laid, chunk_index, new_text))

    async def merge(self, document_id: str, first: int, last: int) -> Edited:
        """Make one passage of those from `first` to `last`.

        Raises:
            InputError: It is one alone, or a picture is among them.
        """
        label = text("curation", "{count} passages were merged.", count=last - first + 1)
        return await self._do(document_id, label, lambda laid: acts.merge(laid, first, last))

    async def split(self, document_id: str, chunk_index: int, position: int) -> Edited:
        """Make two passages of one, cut before the character at `position` of its text.

        Raises:
            InputError: One of them would be blank, or it is a picture.
        """
        label = text("curation", "A passage was split.")
        return await self._do(document_id, label, lambda laid: acts.split(laid, chunk_index, position))

    async def annotate(self, document_id: str, chunk_index: int, note: str) -> Edited:
        """Note something on a passage, which is searched with its text; "" takes the note away."""
        label = text("curation", "A note was changed.")
        return await self._do(document_id, label, lambda laid: acts.annotate(laid, chunk_index, note))

    async def add(self, document_id: str, after: int | None, new_text: str) -> Edited:
        """Add a passage behind another one; None: at the end.

        Raises:
            InputError: The text is blank.
        """
        label = text("curation", "A passage was added.")
        return await self._do(document_id, label, lambda laid: acts.add(laid, after, new_text))

    async def revert(self, document_id: str, chunk_index: int) -> Edited:
        """Let a passage be what the file says again; one that was added goes."""
        label = text("curation", "A passage is again what the file says.")
        return await self._do(document_id, label, lambda laid: acts.revert(laid, chunk_index))

    async def drop(self, edit_id: str) -> Edited:
        """Take an edit away, whether it is in trouble or not.

        Raises:
            InputError: There is no such edit.
        """
        document_id = await self._rows.document_of(edit_id)
        label = text("curation", "A change was dropped.")
        return await self._do(document_id, label, lambda laid: acts.drop(laid, edit_id))

    async def keep(self, edit_id: str) -> Edited:
        """Keep an edit that is in trouble: over what the file says now, or as a passage at the end of the document.

        Raises:
            InputError: There is no such edit.
        """
        document_id = await self._rows.document_of(edit_id)
        label = text("curation", "A change was kept.")
        return await self._do(document_id, label, lambda laid: acts.keep(laid, edit_id))

    async def undo(self, edited_id: str) -> Edited:
        """Take back what a person did last to the passages of a document.

        Raises:
            InputError: It can no longer be taken back, or something else was done to the document since.
        """
        act = await self._rows.to_take_back(edited_id)
        return await self._again(act, is_undone=True)

    async def redo(self, edited_id: str) -> Edited:
        """Do again what was taken back last.

        Raises:
            InputError: It was not taken back, or something else was done to the document since.
        """
        act = await self._rows.to_do_again(edited_id)
        return await self._again(act, is_undone=False)

    async def last(self) -> Edited | None:
        """Return what a person did last, in whatever document, and can take back; also after a restart."""
        found = await self._rows.last()
        if found is None:
            return None
        act, document = found
        return Edited(act.id, act.label, document, act.chunk_index)

    async def edits(self, document_id: str) -> list[Edit]:
        """Return what stands of a person's acts upon a document."""
        return await self._rows.edits(document_id)

    async def conflicts(self, kb_id: str) -> list[Conflict]:
        """Return the edits of a knowledge base that a person should look at, since a file has changed."""
        return await self._rows.conflicts(kb_id)

    async def _do(self, document_id: str, label: Text, decide: Callable[[Laid], Change]) -> Edited:
        async with self._committing.of([document_id]):
            desk = await self._open(document_id)
            change = await asyncio.to_thread(decide, desk.laid)
            if not change.before and not change.after:
                raise InputError(text("curation", "Nothing is changed by that."), text("curation", "It is so already."))
            rewriting = await desk.after(change)
            act = Act.new(document_id, label, _shown(desk.laid, rewriting.laid, change), change)
            unedited = await desk.unedited()
            note, forget = lambda: self._rows.act(act, unedited), lambda: self._rows.forget(act)
            document = await run_to_end(self._write(desk, rewriting, note=note, forget=forget, unedited=unedited))
        return self._edited(act.id, label, document, act.chunk_index)

    async def _again(self, act: Act, *, is_undone: bool) -> Edited:
        """Take an act back, or do it again."""
        async with self._committing.of([act.document_id]):
            act = await (self._rows.to_take_back if is_undone else self._rows.to_do_again)(act.id)
            desk = await self._open(act.document_id)
            change = act.change.back if is_undone else act.change
            rewriting = await desk.after(change)
            unedited = await desk.unedited()
            document = await run_to_end(
                self._write(
                    desk,
                    rewriting,
                    note=lambda: self._rows.mark(act, is_undone=is_undone, unedited=unedited),
                    forget=lambda: self._rows.unmark(act, is_undone=is_undone),
                    unedited=unedited,
                )
            )
            shown = _shown(desk.laid, rewriting.laid, change)
        label = text("curation", "The passage is as it was before.") if is_undone else act.label
        return self._edited(act.id, label, document, shown)

    async def _open(self, document_id: str) -> Desk:
        document = (await self._rows.standing(document_id)).document
        base = await self._catalog.base(document.knowledge_base_id)
        knowledge_base = await self._bases.knowledge_base(base)
        # A store that is looked at after a crash changes what the catalog has.
        return await Desk.of(await self._rows.standing(document_id), knowledge_base)

    async def _write(
        self,
        desk: Desk,
        rewriting: Rewriting,
        *,
        note: Callable[[], Awaitable[int]],
        forget: Callable[[], Awaitable[None]],
        unedited: bytes,
    ) -> DocumentInfo:
        """Write a change: first the edits, so that they are applied whenever the program dies, then the passages."""
        document_id, laid = desk.standing.document.id, rewriting.laid
        number = await note()
        try:
            await desk.write(rewriting)
        except StoreError:
            await forget()
            raise
        applied = Applied(number, laid.pins, laid.troubles, unedited)
        return await self._rows.settle(document_id, applied, passage_count=len(laid.pieces), marks=rewriting.marks)

    def _edited(self, act_id: str, label: Text, document: DocumentInfo, chunk_index: int) -> Edited:
        for tell in self.on_change[:]:
            tell(document)
        return Edited(act_id, label, document, chunk_index)


def _shown(before: Laid, after: Laid, change: Change) -> int:
    """Return the passage to show after a change."""
    ids = {pin.id for pin in change.after}
    shown = next((index for index, piece in enumerate(after.pieces) if piece.pin in ids), None)
    if shown is not None:
        return shown
    places = [found for pin in change.before for found in before.found.get(pin.id, ())]
    for index, piece in enumerate(after.pieces):
        if any(piece.run == place.run and piece.span[1] > place.start for place in places):
            return index
    return max(len(after.pieces) - 1, 0)
