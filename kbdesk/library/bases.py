"""The open knowledge bases: the store each lies in, the model it is pinned to."""

from __future__ import annotations

import asyncio
import dataclasses
import json
from collections import Counter, defaultdict
from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import cast

from kbdesk.embedding.base import EmbeddingModelBase
from kbdesk.errors import ModelMismatchError, StoreError
from kbdesk.library.catalog import Base, Catalog
from kbdesk.library.checks import reconcile
from kbdesk.library.documents import Documents
from kbdesk.library.models import WORDS, Models, WordsModel
from kbdesk.paths import DataFolder
from kbdesk.rag.knowledge import KnowledgeBase
from kbdesk.rag.stores.base import VectorStoreBase
from kbdesk.rag.stores.sqlite import SQLiteStore
from kbdesk.settings import EmbeddingChoice
from kbdesk.texts import text


class OpenBases:
    """Opens stores when they are first needed and closes them together."""

    def __init__(
        self, folder: DataFolder, *, catalog: Catalog, documents: Documents, models: Models, may_write: bool
    ) -> None:
        """Remember where everything is; nothing is opened."""
        self._folder = folder
        self._catalog = catalog
        self._documents = documents
        self._models = models
        self._may_write = may_write
        self._stores: dict[Path, VectorStoreBase] = {}
        self._seen: set[str] = set()
        self._opening = asyncio.Lock()
        self._exits = AsyncExitStack()
        self._pinning: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._being_filled: Counter[str] = Counter()

    async def aclose(self) -> None:
        """Close all stores."""
        self._stores.clear()
        await self._exits.aclose()

    async def store(self, base: Base) -> VectorStoreBase:
        """Return the open store of a knowledge base.

        Raises:
            StoreError: It cannot be opened.
        """
        async with self._opening:
            path = store_path(self._folder, base)
            store = await self._open(path, lambda: _new_store(base, path))
            await self._check(base, store)
        return store

    async def store_of_this_computer(self) -> SQLiteStore:
        """Return the open store that all knowledge bases on this computer share."""
        async with self._opening:
            return cast(
                "SQLiteStore", await self._open(self._folder.store_db, lambda: SQLiteStore(self._folder.store_db))
            )

    async def close(self, path: Path) -> None:
        """Close the store at a path, if it is open, so that its files can be deleted."""
        async with self._opening:
            store = self._stores.pop(path, None)
            if store is not None:
                await store.__aexit__(None, None, None)  # the exits close it once more, which does nothing

    async def _open(self, path: Path, make: Callable[[], VectorStoreBase]) -> VectorStoreBase:
        store = self._stores.get(path)
        if store is None:
            store = await self._exits.enter_async_context(await asyncio.to_thread(make))
            self._stores[path] = store
        return store

    async def _check(self, base: Base, store: VectorStoreBase) -> None:
        is_lost = await self._is_lost(base, store)
        if self._may_write and (is_lost or await self._catalog.is_distrusted(base.info.id)):
            await reconcile(base, store, self._documents)
            await self._catalog.checked(base.info.id)
        elif is_lost:
            raise StoreError(
                text("library", "The passages of the knowledge base “{name}” are missing.", name=base.info.name),
                text("library", "Add its files again, or open kbdesk and use Try again on its documents."),
            )

    async def _is_lost(self, base: Base, store: VectorStoreBase) -> bool:
        """Return whether somebody took the store away and left the catalog; asks once.

        One that lies elsewhere may come back with its disk, so it is not opened while it is away.
        """
        if base.info.store != "this-computer" or base.info.id in self._seen or not base.info.passage_count:
            return False
        if await store.has_collection(base.collection):
            self._seen.add(base.info.id)
            return False
        return True

    async def knowledge_base(self, base: Base) -> KnowledgeBase:
        """Return a knowledge base with the model it is pinned to.

        Raises:
            ModelMismatchError: That model is no longer to be had.
            EmbeddingError: The model lacks its key.
            StoreError: The store cannot be opened.
        """
        model = await self._pinned_model(base)
        if model.identity != base.info.embedding:
            raise ModelMismatchError(
                text(
                    "library",
                    "The knowledge base “{name}” was filled with another model ({model}).",
                    name=base.info.name,
                    model=base.info.embedding,
                ),
                text("library", "Make a new knowledge base and add the files to it again."),
            )
        return await self._with(model, base)

    @asynccontextmanager
    async def filling(self, kb_id: str, choice: EmbeddingChoice) -> AsyncGenerator[KnowledgeBase, None]:
        """Give a knowledge base to put documents in; while it is empty it follows the choice of the settings.

        Raises:
            InputError: There is no such knowledge base.
            EmbeddingError: The model lacks its key, or the built-in model is missing where words cannot be searched.
            StoreError: The store cannot be opened.
        """
        async with self._pinning[kb_id]:
            base = await self._catalog.base(kb_id)
            if not self._being_filled[kb_id] and await self._catalog.is_empty(kb_id):
                base = await self._pin(base, choice)
            knowledge_base = await self.knowledge_base(base)
            self._being_filled[kb_id] += 1
        try:
            yield knowledge_base
        finally:
            self._being_filled[kb_id] -= 1

    async def _pin(self, base: Base, choice: EmbeddingChoice) -> Base:
        store = await self.store(base)
        if choice.kind == "local" and store.has_text_search and not await self._models.has_local():
            identity = WORDS
        else:
            identity = (await self._models.make(choice)).identity
        if base.info.embedding not in ("", identity):
            await store.delete_collection(base.collection)
        await self._catalog.pin(
            base.info.id,
            embedding=identity,
            choice=json.dumps(dataclasses.asdict(choice)),
            chunker=base.chunking.fingerprint,
        )
        return await self._catalog.base(base.info.id)

    async def takes_pictures(self, base: Base) -> bool:
        """Return whether the model of a knowledge base takes pictures; its key is not looked for."""
        if base.info.embedding in ("", WORDS):
            return False
        return (await self._models.make(EmbeddingChoice(**json.loads(base.choice)), secret="")).supports_multimodal

    async def _pinned_model(self, base: Base) -> EmbeddingModelBase:
        if base.info.embedding == WORDS:
            return WordsModel()
        return await self._models.make(EmbeddingChoice(**json.loads(base.choice)))

    async def _with(self, model: EmbeddingModelBase, base: Base) -> KnowledgeBase:
        return KnowledgeBase(base.info.name, base.info.description, model, await self.store(base), base.collection)


def store_path(folder: DataFolder, base: Base) -> Path:
    """Return the file of a knowledge base's store."""
    if base.info.store == "this-computer":
        return folder.store_db
    return milvus_path(base.info.store_path or folder.root, base.info.id)


def milvus_path(folder: Path, kb_id: str) -> Path:
    """Return the file (in truth a folder) of a Milvus Lite store; one for each knowledge base."""
    return folder / f"kb_{kb_id}.db"


def _new_store(base: Base, path: Path) -> VectorStoreBase:
    if base.info.store == "this-computer":
        return SQLiteStore(path)
    if base.info.passage_count and not path.exists():
        # It may come back with its disk: an empty one in its place would make all documents look lost.
        raise StoreError(
            text(
                "library",
                "The passages of the knowledge base “{name}” are not in {folder}.",
                name=base.info.name,
                folder=str(path.parent),
            ),
            text(
                "library",
                "Connect the disk they lie on. If they are gone for good, delete the knowledge base and add its files"
                " to a new one.",
            ),
        )
    from kbdesk.rag.stores.milvus import MilvusLiteStore

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as exc:
        raise StoreError(
            text(
                "library",
                "The folder {folder} of the knowledge base “{name}” cannot be used.",
                folder=str(path.parent),
                name=base.info.name,
            ),
            text("library", "Check that its disk is connected and that you may write to it."),
        ) from exc
    return MilvusLiteStore(uri=str(path))
