"""A document whose passages a person acts upon: read as far as an act needs it, and written where it changes."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from kbdesk.library.curation.acts import Change
from kbdesk.library.curation.applying import Laid, Piece, lay_over
from kbdesk.library.curation.rows import Standing, no_passages
from kbdesk.library.curation.runs import digest_of
from kbdesk.library.curation.unedited import (
    as_cut,
    has_pictures,
    of_document,
    of_stored,
    packed,
    unpacked,
    with_pictures,
)
from kbdesk.library.sketch import marks_of
from kbdesk.rag.document import NOTE, Chunk, VectorRecord
from kbdesk.rag.knowledge import KnowledgeBase


@dataclass(frozen=True)
class Rewriting:
    """What an act changes of a stored document.

    Attributes:
        laid: The document with its edits after the act.
        place: Indices of the stored passages that go.
        records: The passages in their place.
        marks: What similar documents are found by; None where that stays the same.
    """

    laid: Laid
    place: range
    records: Sequence[VectorRecord]
    marks: Sequence[int] | None


@dataclass(frozen=True)
class Desk:
    """A document whose passages a person acts upon.

    Attributes:
        standing: What the catalog has of it.
        knowledge_base: Its knowledge base.
        below: What the metadata of its passages has of it.
        count: How many passages the store has of it.
        cut: What it was cut into.
        laid: The same with its edits.
    """

    standing: Standing
    knowledge_base: KnowledgeBase
    below: Mapping[str, object]
    count: int
    cut: Sequence[Chunk]
    laid: Laid

    @classmethod
    async def of(cls, standing: Standing, knowledge_base: KnowledgeBase) -> Desk:
        """Return the desk of a document.

        Raises:
            InputError: The store has none of its passages.
        """
        document = standing.document
        if standing.unedited is None:
            stored = await _stored(knowledge_base, document.id)
            cut = await asyncio.to_thread(as_cut, stored)
        else:
            stored = await knowledge_base.list_chunks(document.id, limit=1)
            cut = await asyncio.to_thread(unpacked, standing.unedited)
            if has_pictures(cut):
                stored = await _stored(knowledge_base, document.id)
                cut = with_pictures(cut, stored)
        if not stored and document.passage_count:  # the store has lost them
            raise no_passages(document.state)
        laid = await asyncio.to_thread(lay_over, cut, standing.pins, document.name)
        below = of_stored(stored[0]) if stored else of_document(document)
        return cls(standing, knowledge_base, below, stored[0].total_chunks if stored else 0, cut, laid)

    async def unedited(self) -> bytes:
        """Return the passages as they would be without edits, see `unedited.packed`."""
        return self.standing.unedited or await asyncio.to_thread(packed, self.cut)

    async def after(self, change: Change) -> Rewriting:
        """Return what a change of its edits does to the stored document; only passages that are new are embedded."""
        pins = change.of(self.standing.pins)
        laid = await asyncio.to_thread(self.laid.over, pins, self.standing.document.name)
        gone, come = await asyncio.to_thread(_changed, self.laid.pieces, laid.pieces)
        document_id = self.standing.document.id
        stored = await self.knowledge_base.list_records(document_id, offset=gone.start, limit=len(gone))
        if not self._is_as_stored(stored, gone):
            gone, come = range(self.count), range(len(laid.pieces))
            stored = await self.knowledge_base.list_records(document_id)
        records = await self._records(laid, come, stored)
        is_same_text = [record.chunk.text for record in stored] == [record.chunk.text for record in records]
        marks = None if is_same_text else await asyncio.to_thread(marks_of, [piece.chunk for piece in laid.pieces])
        return Rewriting(laid, gone, records, marks)

    async def write(self, rewriting: Rewriting) -> None:
        """Write what an act changes.

        Raises:
            StoreError: The store could not be written; nothing was changed.
        """
        document_id = self.standing.document.id
        if not rewriting.laid.pieces:  # the only passage was one that a person had added
            await self.knowledge_base.delete_document(document_id)
        elif not self.count:
            await self.knowledge_base.insert_records(rewriting.records, self.below)
        elif rewriting.place or rewriting.records:
            await self.knowledge_base.replace_records(
                rewriting.records,
                document_id=document_id,
                place=rewriting.place,
                document_metadata=self.below,
            )

    def _is_as_stored(self, stored: Sequence[VectorRecord], place: range) -> bool:
        """Return whether the store has the passages that it should have; another kbdesk may have laid edits otherwise.

        Args:
            stored: What it has.
            place: Indices of these.
        """
        expected = [piece.chunk.text for piece in self.laid.pieces[place.start : place.stop]]
        return self.count == len(self.laid.pieces) and expected == [each.chunk.text for each in stored]

    async def _records(self, laid: Laid, place: range, stored: Sequence[VectorRecord]) -> list[VectorRecord]:
        document_id = self.standing.document.id
        chunks = [
            piece.chunk.model_copy(
                update={
                    "chunk_index": index,
                    "total_chunks": len(laid.pieces),
                    "metadata": {**self.below, **piece.chunk.metadata},
                }
            )
            for index, piece in zip(place, laid.pieces[place.start : place.stop], strict=True)
        ]
        vectors = {_sayings(record.chunk): record.vector for record in stored}
        new = [chunk for chunk in chunks if _sayings(chunk) not in vectors]
        embedded = await self.knowledge_base.embed_document(new, document_id)
        vectors |= {_sayings(record.chunk): record.vector for record in embedded}
        return [VectorRecord(vector=vectors[_sayings(chunk)], document_id=document_id, chunk=chunk) for chunk in chunks]


async def _stored(knowledge_base: KnowledgeBase, document_id: str) -> list[Chunk]:
    first = await knowledge_base.list_chunks(document_id, limit=1)
    return await knowledge_base.list_chunks(document_id, limit=first[0].total_chunks) if first else []


def _changed(before: Sequence[Piece], after: Sequence[Piece]) -> tuple[range, range]:
    """Return the indices of the passages that go, and of those that come in their place."""
    start = sum(1 for _ in takewhile(_are_same, zip(before, after, strict=False)))
    behind = zip(reversed(before[start:]), reversed(after[start:]), strict=False)
    same = sum(1 for _ in takewhile(_are_same, behind))
    return range(start, len(before) - same), range(start, len(after) - same)


def _are_same(pieces: tuple[Piece, Piece]) -> bool:
    one, other = (piece.chunk for piece in pieces)
    if one is other:
        return True
    return one.metadata == other.metadata and one.text == other.text and digest_of(one) == digest_of(other)


def _sayings(chunk: Chunk) -> tuple[str, str, str]:
    """Return what of a passage its vector depends on."""
    return digest_of(chunk), chunk.text, str(chunk.metadata.get(NOTE) or "")
