"""Deleting with undo."""

from __future__ import annotations

import asyncio
import shutil
from collections import defaultdict
from collections.abc import Sequence

from kbdesk.errors import StoreError
from kbdesk.library.bases import OpenBases, milvus_path
from kbdesk.library.catalog import Base, Catalog
from kbdesk.library.concurrency import Turns, run_to_end
from kbdesk.library.documents import Documents
from kbdesk.library.trash import Trash
from kbdesk.library.types import Deletion, DocumentInfo
from kbdesk.paths import DataFolder
from kbdesk.rag.document import VectorRecord
from kbdesk.rag.stores.sqlite import SQLiteStore
from kbdesk.texts import text


class Deletions:
    """Moves documents and knowledge bases to the trash and back.

    The trash gets everything before the store loses it, and the store has everything again before the trash lets go:
    whatever happens in between, nothing is lost, and `reconcile` drops what is in both.
    """

    def __init__(
        self, *, catalog: Catalog, documents: Documents, trash: Trash, bases: OpenBases, committing: Turns
    ) -> None:
        """Use the open parts of a library."""
        self._catalog = catalog
        self._documents = documents
        self._trash = trash
        self._bases = bases
        self._committing = committing

    async def delete_documents(self, document_ids: Sequence[str]) -> Deletion:
        """Put documents in the trash; see `Library.delete_documents`."""
        async with self._committing.of(document_ids):
            found = [await self._documents.one(document_id) for document_id in dict.fromkeys(document_ids)]
            by_base: defaultdict[str, list[DocumentInfo]] = defaultdict(list)
            for document in found:
                by_base[document.knowledge_base_id].append(document)
            bases = {kb_id: await self._catalog.base(kb_id) for kb_id in by_base}
            records: dict[str, Sequence[VectorRecord]] = {
                document.id: await self._records(bases[document.knowledge_base_id], document) for document in found
            }

            async def move() -> str:
                deletion_id = await self._trash.put_documents(records)
                for kb_id, documents in by_base.items():
                    await self._delete_stored(bases[kb_id], documents)
                return deletion_id

            deletion_id = await run_to_end(move())
        if len(found) == 1:
            label = text("library", "“{name}” was deleted.", name=found[0].name)
        else:
            label = text("library", "{count} documents were deleted.", count=len(found))
        return Deletion(deletion_id, label, len(found))

    async def delete_base(self, kb_id: str) -> Deletion:
        """Put a knowledge base in the trash; see `Library.delete_knowledge_base`."""
        info = (await self._catalog.base(kb_id)).info
        deletion_id = await self._trash.put_base(kb_id)
        label = text("library", "The knowledge base “{name}” was deleted.", name=info.name)
        return Deletion(deletion_id, label, info.document_count)

    async def undo(self, deletion: Deletion) -> None:
        """Bring back what a deletion took; see `Library.undo`."""
        document_ids = await self._trash.document_ids(deletion.id)
        async with self._committing.of(document_ids):
            await run_to_end(self._take_back(deletion.id, document_ids))

    async def purge(self, folder: DataFolder) -> int:
        """Delete for good what has been in the trash for long; return the number of documents."""
        purged = await self._trash.purge()
        for kb_id, store, path in purged.bases:
            if store == "this-computer":
                async with SQLiteStore(folder.store_db) as opened:
                    await opened.delete_collection(f"kb_{kb_id}")
            else:
                await asyncio.to_thread(shutil.rmtree, milvus_path(path or folder.root, kb_id), ignore_errors=True)
        return purged.document_count

    async def _take_back(self, deletion_id: str, document_ids: Sequence[str]) -> None:
        for document_id in document_ids:
            kb_id, records = await self._trash.records(document_id)
            if records:
                base = await self._catalog.base(kb_id)
                store = await self._bases.store(base)
                metadata = {key: records[0].chunk.metadata.get(key) for key in ("name", "kind", "sha256")}
                await store.insert(base.collection, records, document_metadata=metadata)
        await self._trash.take_back(deletion_id)

    async def _records(self, base: Base, document: DocumentInfo) -> Sequence[VectorRecord]:
        if not document.passage_count:
            return []
        return await (await self._bases.store(base)).list_records(base.collection, document.id)

    async def _delete_stored(self, base: Base, documents: Sequence[DocumentInfo]) -> None:
        try:
            for document in documents:
                if document.passage_count:
                    await (await self._bases.store(base)).delete(base.collection, document.id)
        except StoreError:
            # They are in the trash and no longer shown; the store drops them at the next check.
            await self._catalog.distrust(base.info.id)
            raise
