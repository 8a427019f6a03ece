"""Whether the catalog and a store agree; they can differ after a crash between their two transactions."""

from __future__ import annotations

from pathlib import PurePosixPath

from kbdesk.library.catalog import Base
from kbdesk.library.documents import Documents, Standing
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
        content = None if summary is None else summary.metadata.get("sha256")
        if summary is not None and content and _was_on_the_way(content, row):
            await documents.finish(row.id, sha256=content, original=row.new_original, passage_count=summary.chunk_count)
        elif summary is None and row.passage_count:
            await documents.lose(row.id)


def _was_on_the_way(content: str, row: Standing) -> bool:
    """Return whether a content was being taken in: the newest, or one that a still newer one was queued behind."""
    if content == row.new_sha256:
        return True
    return content != row.sha256 and content == PurePosixPath(row.new_original).stem
