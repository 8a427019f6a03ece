"""Whether the catalog and a store agree; they can differ after a crash between their two transactions."""

from __future__ import annotations

from kbdesk.library.catalog import Base
from kbdesk.library.documents import Documents
from kbdesk.rag.stores.base import VectorStoreBase


async def reconcile(base: Base, store: VectorStoreBase, documents: Documents) -> None:
    """Make the catalog and the store of a knowledge base agree.

    The store drops what the catalog does not know or has in the trash. A document whose new content got into the store
    is done; one whose passages are gone has failed and can be tried again.

    Raises:
        StoreError: The store cannot be read or written.
    """
    stored = {}
    if await store.has_collection(base.collection):
        stored = {summary.document_id: summary for summary in await store.list_documents(base.collection)}
    rows = await documents.standing(base.info.id)
    for document_id in stored.keys() - {row.id for row in rows}:
        await store.delete(base.collection, document_id)
    for row in rows:
        summary = stored.get(row.id)
        if summary is not None and row.new_sha256 and summary.metadata.get("sha256") == row.new_sha256:
            await documents.finish(
                row.id, sha256=row.new_sha256, original=row.new_original, passage_count=summary.chunk_count
            )
        elif summary is None and row.sha256:
            await documents.lose(row.id)
