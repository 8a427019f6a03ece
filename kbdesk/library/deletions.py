"""Deleting and bringing back."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager, suppress

from kbdesk.errors import InputError, StoreError
from kbdesk.library.bases import OpenBases
from kbdesk.library.catalog import Base, Catalog
from kbdesk.library.concurrency import Turns, run_to_end
from kbdesk.library.documents import Documents
from kbdesk.library.returns import Returns, Verdict
from kbdesk.library.trash_rows import Found, TrashRows
from kbdesk.library.types import Deletion, DocumentInfo, Restored
from kbdesk.rag.document import VectorRecord
from kbdesk.rag.stores.base import VectorStoreBase
from kbdesk.texts import Text, text

# What is in memory at once, and what is lost to a cancel.
_PASSAGES_AT_ONCE = 1000
_DOCUMENTS_AT_ONCE = 50


def _label(asked: Sequence[DocumentInfo], deleted: Sequence[DocumentInfo]) -> Text:
    if len(deleted) == 1:
        return text("library", "“{name}” was deleted.", name=deleted[0].name)
    if len(asked) == 1:
        return text(
            "library",
            "“{name}” was deleted, with what was inside it: {count} documents.",
            name=asked[0].name,
            count=len(deleted) - 1,
        )
    return text("library", "{count} documents were deleted.", count=len(deleted))


class Deletions:
    """Moves documents and knowledge bases to the trash and back.

    The trash gets everything before the store loses it, and the store has everything again before the trash lets go:
    whatever happens in between, nothing is lost, and `reconcile` drops what is in both.

    Attributes:
        on_change: Called when documents or knowledge bases were deleted or came back.
    """

    def __init__(
        self,
        *,
        catalog: Catalog,
        documents: Documents,
        rows: TrashRows,
        returns: Returns,
        bases: OpenBases,
        committing: Turns,
    ) -> None:
        """Use the open parts of a library."""
        self._catalog = catalog
        self._documents = documents
        self._rows = rows
        self._returns = returns
        self._bases = bases
        self._committing = committing
        self._changing = asyncio.Lock()
        self.on_change: Callable[[], None] = lambda: None

    @asynccontextmanager
    async def turn(self) -> AsyncGenerator[None, None]:
        """Hold the trash: deleting, restoring and deleting for good take turns."""
        async with self._changing:
            yield

    async def delete_documents(self, document_ids: Sequence[str]) -> Deletion:
        """Put documents in the trash; see `Library.delete_documents`."""
        async with self._changing, self._held(document_ids) as held:
            asked_for = set(document_ids)
            await self._documents.hand_over([each for each in held if each not in asked_for], held)
            family = await self._documents.family(document_ids)
            asked = [await self._documents.one(document_id) for document_id in dict.fromkeys(document_ids)]
            found = list((await self._documents.get(family)).values())
            bases = {kb_id: await self._catalog.base(kb_id) for kb_id in {each.knowledge_base_id for each in found}}
            await self._keep(found, bases)

            async def move() -> tuple[str, set[str]]:
                deletion_id, there = await self._rows.put_documents([document.id for document in found])
                await self._delete_stored(found, bases)
                return deletion_id, there

            deletion_id, there = await run_to_end(move())
            found = [document for document in found if document.id in there]
        self.on_change()
        return Deletion(deletion_id, _label(asked, found), len(found))

    async def delete_those_left(self, document_ids: Sequence[str]) -> list[str]:
        """Put those of the documents in the trash that are still there; return what is gone, with what was in it."""
        there = list(await self._documents.get(document_ids))
        family = await self._documents.family(there)
        if there:
            with suppress(InputError, StoreError):  # somebody was quicker; the daily work tries again
                await self.delete_documents(await self._without_others(there))
        still_there = await self._documents.get(family)
        return [each for each in family if each not in still_there]

    async def _without_others(self, document_ids: Sequence[str]) -> list[str]:
        """Return those of the documents whose files are not inside others, too; these come with the others now."""
        kept = set(await self._documents.hand_over(document_ids, await self._documents.family(document_ids)))
        return [each for each in document_ids if each not in kept]

    @asynccontextmanager
    async def _held(self, document_ids: Sequence[str]) -> AsyncGenerator[list[str], None]:
        """Hold documents with all that came with them; others may come until they are held."""
        family = await self._documents.family(document_ids)
        while True:
            async with self._committing.of(family):
                now = await self._documents.family(document_ids)
                if set(now) <= set(family):
                    yield family
                    return
            family = now

    async def delete_base(self, kb_id: str) -> Deletion:
        """Put a knowledge base in the trash; see `Library.delete_knowledge_base`."""
        async with self._changing:
            info = (await self._catalog.base(kb_id)).info
            deletion_id = await run_to_end(self._rows.put_base(kb_id))
        self.on_change()
        label = text("library", "The knowledge base “{name}” was deleted.", name=info.name)
        return Deletion(deletion_id, label, info.document_count)

    async def undo(self, deletion: Deletion) -> Restored:
        """Bring back what a deletion took; see `Library.undo`."""
        async with self._changing:
            return await self._restore(await self._rows.of_deletion(deletion.id))

    async def restore(self, entry_ids: Sequence[str]) -> Restored:
        """Bring entries of the trash back; see `Trash.restore`."""
        async with self._changing:
            return await self._restore(await self._rows.find(entry_ids))

    async def _restore(self, found: Found) -> Restored:
        if not found:
            raise InputError(
                text("library", "What was deleted is no longer in the trash."),
                text("library", "Add the files again."),
            )
        remarks = [await run_to_end(self._returns.take_base_back(kb_id)) for kb_id in found.bases]
        verdicts: list[Verdict] = []
        for start in range(0, len(found.documents), _DOCUMENTS_AT_ONCE):
            verdicts += await self._restore_some(found.documents[start : start + _DOCUMENTS_AT_ONCE])
        self.on_change()
        remarks += [verdict.refusal or verdict.remark for verdict in verdicts]
        back = sum(verdict.refusal is None for verdict in verdicts)
        return Restored(len(found.bases) + back, tuple(remark for remark in remarks if remark is not None))

    async def _restore_some(self, document_ids: Sequence[str]) -> list[Verdict]:
        async with self._committing.of(document_ids):
            return await run_to_end(self._bring_back(document_ids))

    async def _bring_back(self, document_ids: Sequence[str]) -> list[Verdict]:
        verdicts = await self._returns.look(document_ids)
        allowed = {verdict.document_id: verdict.knowledge_base_id for verdict in verdicts if verdict.refusal is None}
        bases = {kb_id: await self._catalog.base(kb_id) for kb_id in set(allowed.values())}
        async with self._looked_at_after_a_failure(bases):
            for document_id, kb_id in allowed.items():
                await self._store(bases[kb_id], await self._rows.records(document_id))
            back = await self._returns.take_back(list(allowed))
            for verdict in back:
                if verdict.refusal is not None:  # the place was taken in this moment
                    base = bases[verdict.knowledge_base_id]
                    await (await self._bases.store(base)).delete(base.collection, verdict.document_id)
        return [verdict for verdict in verdicts if verdict.refusal is not None] + back

    async def _store(self, base: Base, records: Sequence[VectorRecord]) -> None:
        if records:
            store = await self._bases.store(base)
            await store.create_collection(base.collection, len(records[0].vector))
            metadata = {key: records[0].chunk.metadata.get(key) for key in ("name", "kind", "sha256")}
            await store.insert(base.collection, records, document_metadata=metadata)

    async def _keep(self, documents: Sequence[DocumentInfo], bases: dict[str, Base]) -> None:
        kept: list[VectorRecord] = []
        for document in documents:
            if document.passage_count:
                base = bases[document.knowledge_base_id]
                async for some in _records(await self._bases.store(base), base.collection, document.id):
                    kept += some
                    if len(kept) >= _PASSAGES_AT_ONCE:
                        await self._rows.keep(kept)
                        kept = []
        await self._rows.keep(kept)

    async def _delete_stored(self, documents: Sequence[DocumentInfo], bases: dict[str, Base]) -> None:
        by_base: defaultdict[str, list[str]] = defaultdict(list)
        for document in documents:
            if document.passage_count:
                by_base[document.knowledge_base_id].append(document.id)
        async with self._looked_at_after_a_failure(by_base):
            for kb_id, document_ids in by_base.items():
                store = await self._bases.store(bases[kb_id])
                for document_id in document_ids:
                    await store.delete(bases[kb_id].collection, document_id)

    @asynccontextmanager
    async def _looked_at_after_a_failure(self, kb_ids: Iterable[str]) -> AsyncGenerator[None, None]:
        """Let stores that fail drop what is in the trash when they are next used; until then it is not shown."""
        try:
            yield
        except StoreError:
            for kb_id in kb_ids:
                await self._catalog.distrust(kb_id)
            raise


async def _records(store: VectorStoreBase, collection: str, document_id: str) -> AsyncGenerator[list[VectorRecord]]:
    """Yield the passages of a document, some at a time: their numbers take much room in memory."""
    offset = 0
    while some := await store.list_records(collection, document_id, offset=offset, limit=_PASSAGES_AT_ONCE):
        yield some
        offset += len(some)
        if len(some) < _PASSAGES_AT_ONCE:
            break
