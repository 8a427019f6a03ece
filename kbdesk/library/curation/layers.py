"""The edits of a document laid over what it was just cut into, on its way into the store."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from kbdesk.library.curation.applying import Laid, lay_over
from kbdesk.library.curation.copies import with_copies
from kbdesk.library.curation.rows import EditRows
from kbdesk.library.curation.settling import Applied
from kbdesk.library.curation.unedited import packed, unpacked
from kbdesk.library.sketch import marks_of
from kbdesk.library.types import DocumentInfo
from kbdesk.rag.document import Chunk


@dataclass(frozen=True)
class Layered:
    """A document with its edits.

    Attributes:
        chunks: Its passages.
        applied: The edits they were made with.
    """

    chunks: list[Chunk]
    applied: Applied


class Layers:
    """Lays edits over documents that are read."""

    def __init__(self, rows: EditRows) -> None:
        """Use the rows of edits."""
        self._rows = rows

    async def over(self, document: DocumentInfo, chunks: list[Chunk]) -> Layered:
        """Return a document with its edits.

        Args:
            document: The document.
            chunks: What it was cut into.
        """
        number, pins = await self._rows.pins(document.id)
        if not pins:
            return Layered(chunks, Applied(number))

        def work() -> Layered:
            laid = with_copies(lay_over(chunks, pins, document.name), document.name)
            return Layered(laid.chunks, applied(laid, number, chunks))

        return await asyncio.to_thread(work)

    async def added(self, document: DocumentInfo) -> Layered | None:
        """Return what a person added to a document without text, where a program that died may not have stored it."""
        noted = await self._rows.unapplied(document.id)
        if noted is None or unpacked(noted[2]):
            return None
        number, pins, unedited = noted
        laid = lay_over((), pins, document.name)
        return Layered(laid.chunks, Applied(number, laid.pins, laid.troubles, unedited))

    async def settle(self, document_id: str, layered: Layered) -> DocumentInfo:
        """Note that the store has a document with its edits, and return its row."""
        marks = await asyncio.to_thread(marks_of, layered.chunks)
        count = len(layered.chunks)
        return await self._rows.settle(document_id, layered.applied, passage_count=count, marks=marks)

    async def is_outdated(self, document_id: str, layered: Layered) -> bool:
        """Return whether a person has changed the edits of a document since."""
        return (await self._rows.pins(document_id))[0] != layered.applied.number


def applied(laid: Laid, number: int, chunks: Sequence[Chunk]) -> Applied:
    """Return what is to be noted of a document that was just cut.

    Args:
        laid: The document with its edits.
        number: How often they had been changed.
        chunks: What it was cut into.
    """
    return Applied(number, laid.pinned_anew(), laid.troubles, packed(chunks))
