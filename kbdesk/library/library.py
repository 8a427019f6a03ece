"""The door to everything the program does with knowledge bases; the window and the command line use nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from pathlib import Path
from typing import Literal

from kbdesk.library.backups import Backups
from kbdesk.library.check_report import CheckProgress, CheckReport
from kbdesk.library.disk import RESERVE_BYTES
from kbdesk.library.folders import Folders
from kbdesk.library.jobs import Queue
from kbdesk.library.listing import Listing
from kbdesk.library.lock import WriterLock
from kbdesk.library.parts import Parts, open_parts
from kbdesk.library.plan import AddPlan
from kbdesk.library.search import Options, search
from kbdesk.library.similar import SimilarDocuments
from kbdesk.library.syncing import Hands
from kbdesk.library.types import (
    AddResult,
    Choices,
    Deletion,
    DocumentInfo,
    Hit,
    IngestProgress,
    KnowledgeBaseInfo,
    Restored,
    StoreKind,
)
from kbdesk.library.walk import Found, walk
from kbdesk.library.watchers import Watcher
from kbdesk.paths import DataFolder
from kbdesk.rag.document import Chunk
from kbdesk.secrets import SecretStore
from kbdesk.settings import EmbeddingChoice, Settings, load, save
from kbdesk.texts import Text

__all__ = ["Deletion", "Library"]

ProgressCallback = Callable[[IngestProgress], None]
DocumentCallback = Callable[[DocumentInfo], None]

_SCAN_CHUNKS = 200


class Library(AbstractAsyncContextManager["Library"]):
    """The knowledge bases of one data folder; made by `Library.open`.

    Calls are safe from tasks of one loop at once and never block it. Callbacks are called on the loop. An id that is
    not there raises `InputError`; a store that cannot be opened, read or written raises `StoreError`.

    Attributes:
        backups: The backups of the data folder.
        trash: What was deleted.
        space: What the data folder takes up, and giving back what nobody needs.
        folders: The folders that are kept in sync.
        queue: What is to be read, and orders about it.
    """

    def __init__(self, parts: Parts, exits: AsyncExitStack, settings: Settings, *, backups: Backups) -> None:
        """Take over what `open` opened."""
        self.backups = backups
        self._parts = parts
        self._exits = exits
        self._settings = settings
        self.queue: Queue = parts.queue
        self.queue.choice = lambda: self._settings.embedding
        self.trash = parts.trash
        self.space = parts.space
        hands = Hands(self._take, self.delete_documents, parts.trash.restore)
        self.folders = Folders(parts.folder_rows, hands, parts.folder.root)

    @classmethod
    async def open(
        cls,
        folder: DataFolder,
        *,
        secrets: SecretStore | None = None,
        access: Literal["write", "read"] = "write",
        program: str = "kbdesk",
        patience_s: float = 0.0,
        on_wait: Callable[[Text], None] | None = None,
        reserve_bytes: int = RESERVE_BYTES,
    ) -> Library:
        """Open the library of a data folder; a new folder gets a knowledge base "Team handbook".

        Args:
            folder: The data folder; made when there is none.
            secrets: Where API keys are kept; the system's keyring by default. The caller closes one it hands in.
            access: "write" locks the folder against other writers until `aclose`; "read" only looks.
            program: What others are told about who holds the folder.
            patience_s: How long to wait for another writer to leave, in seconds.
            on_wait: Told once who holds the folder, when waiting takes more than a second.
            reserve_bytes: What stays free on the disk: nothing more is taken in then.

        Raises:
            DataFolderError: The folder cannot be used.
            StoreInUseError: Another program holds it for longer than `patience_s`.
            StoreError: The data is of a newer kbdesk, or cannot be read.
        """
        await asyncio.to_thread(folder.prepare)
        async with AsyncExitStack() as exits:
            backups = Backups(folder)
            exits.callback(backups.close)
            lock = WriterLock(folder.lock_file)
            if access == "write" or await backups.must_make_ready():
                exits.push_async_callback(lock.release)
                await lock.acquire(program, patience_s=patience_s, on_wait=on_wait)
                await backups.make_ready()
            if access == "read":
                await lock.release()
            parts = await open_parts(
                folder, exits, secrets=secrets, may_write=access == "write", reserve_bytes=reserve_bytes
            )
            settings = await asyncio.to_thread(load, folder.settings_file)
            return cls(parts, exits.pop_all(), settings, backups=backups)
        raise AssertionError  # an exit stack without suppressing callbacks never swallows an error

    async def aclose(self) -> None:
        """Stop the work, close the stores, free the lock; takes at most about three seconds."""
        await self.folders.aclose()
        await self._exits.aclose()

    async def __aexit__(self, *_: object) -> None:
        """Close the library."""
        await self.aclose()

    async def _take(self, kb_id: str, files: Sequence[Found]) -> Awaitable[list[AddResult]]:
        """Take in files of a folder that is kept in sync."""
        return (await self.queue.add(kb_id, files, Choices())).results()

    @property
    def settings(self) -> Settings:
        """The settings as last saved."""
        return self._settings

    @property
    def listing(self) -> Listing:
        """The documents by the page, filtered and sorted."""
        return self._parts.listing

    @property
    def similar(self) -> SimilarDocuments:
        """Documents that say much the same."""
        return self._parts.similar

    async def save_settings(self, settings: Settings) -> None:
        """Save the settings; knowledge bases that hold nothing yet follow the new embedding choice.

        Raises:
            DataFolderError: The file cannot be written.
        """
        await asyncio.to_thread(save, settings, self._parts.folder.settings_file)
        self._settings = settings

    async def knowledge_bases(self) -> list[KnowledgeBaseInfo]:
        """Return all knowledge bases, in order of creation."""
        return [base.info for base in await self._parts.catalog.bases()]

    async def create_knowledge_base(
        self,
        name: str,
        *,
        description: str = "",
        store: StoreKind = "this-computer",
        store_path: Path | None = None,
    ) -> KnowledgeBaseInfo:
        """Make a knowledge base.

        Args:
            name: Unique without regard to case, 1 to 100 characters.
            description: What it is for.
            store: Where it is kept.
            store_path: The folder of a Milvus Lite store, absolute; the data folder when None.

        Raises:
            InputError: The name is empty, too long or taken.
        """
        return (await self._parts.catalog.create(name, description, store, store_path)).info

    async def update_knowledge_base(
        self, kb_id: str, *, name: str | None = None, description: str | None = None
    ) -> KnowledgeBaseInfo:
        """Rename or describe a knowledge base; None leaves as it is.

        Raises:
            InputError: The name is empty, too long or taken.
        """
        return (await self._parts.catalog.update(kb_id, name, description)).info

    async def delete_knowledge_base(self, kb_id: str) -> Deletion:
        """Put a knowledge base with all its documents in the trash."""
        ids = [document.id for document in await self.queue.waiting() if document.knowledge_base_id == kb_id]
        deletion = await self._parts.deletions.delete_base(kb_id)
        await self.queue.let_go(ids)
        return deletion

    async def delete_documents(self, document_ids: Sequence[str]) -> Deletion:
        """Put documents in the trash; they are not found from now on."""
        deletion = await self._parts.deletions.delete_documents(document_ids)
        await self.queue.let_go(document_ids)
        return deletion

    async def undo(self, deletion: Deletion) -> Restored:
        """Bring back what a deletion took, as far as it is in the trash; see `Trash.restore`.

        Raises:
            InputError: It is no longer in the trash.
        """
        return await self._parts.deletions.undo(deletion)

    async def documents(self, kb_id: str) -> list[DocumentInfo]:
        """Return the documents of a knowledge base, in order of addition."""
        return await self._parts.documents.of(kb_id)

    async def document(self, document_id: str) -> DocumentInfo:
        """Return one document."""
        return await self._parts.documents.one(document_id)

    async def plan(
        self, kb_id: str, paths: Sequence[Path], *, on_progress: Callable[[int], None] | None = None
    ) -> AddPlan:
        """Return what adding files and folders will do; nothing is changed, and nothing is sent.

        Args:
            kb_id: The knowledge base.
            paths: Files and folders.
            on_progress: Told how many files have been looked at.

        Raises:
            InputError: A path is no file and no folder, or there is no such knowledge base.
        """
        return await self._parts.planner.plan(kb_id, paths, self._settings, on_progress)

    async def add(
        self,
        kb_id: str,
        paths: Sequence[Path | Found],
        *,
        choices: Choices | None = None,
        on_progress: ProgressCallback | None = None,
        on_document: DocumentCallback | None = None,
    ) -> list[AddResult]:
        """Take files and folders into a knowledge base and wait until each of them rests.

        A file that fails keeps its row and its reason; the rest goes on. The same content is not taken twice; a file
        that was moved or renamed keeps its document. A file that changed since it was taken replaces its older version
        under the same id; the older version answers until the new one is complete. Every file is a row before anything
        else happens to it: cancelling this call ends the waiting only, and closing the library lets the rest go on at
        the next start. What else was queued goes on too.

        Args:
            kb_id: The knowledge base.
            paths: Files and folders; folders are walked, hidden and temporary files in them left out. What a plan
                found keeps its name.
            choices: What to do with files that have the path or the name of a document; by default a path replaces.
            on_progress: Told how far the work is, at most ten times a second.
            on_document: Told of every new row and every change of state.

        Returns:
            One result for each file, in the order they were found.

        Raises:
            InputError: A path is no file and no folder.
            EmbeddingError: The knowledge base's model cannot be used.
        """
        stop_watching = self.watch(Watcher(on_progress, on_document))
        try:
            files = await asyncio.to_thread(lambda: list(walk(paths)))
            return await (await self.queue.add(kb_id, files, choices or Choices())).results()
        finally:
            stop_watching()

    async def retry(
        self,
        document_ids: Sequence[str],
        *,
        on_progress: ProgressCallback | None = None,
        on_document: DocumentCallback | None = None,
    ) -> list[AddResult]:
        """Read documents again, from where the file was or else from the copy kept of it.

        Raises:
            EmbeddingError: The knowledge base's model cannot be used.
        """
        stop_watching = self.watch(Watcher(on_progress, on_document))
        try:
            return await (await self.queue.retry(document_ids)).results()
        finally:
            stop_watching()

    def watch(self, watcher: Watcher) -> Callable[[], None]:
        """Tell somebody what happens in the queue, until the returned function is called."""
        return self.queue.watchers.add(watcher)

    async def check(
        self, *, mend: bool = True, on_progress: Callable[[CheckProgress], None] | None = None
    ) -> CheckReport:
        """Look whether everything that was taken in is there and whole; work may go on meanwhile.

        Args:
            mend: Whether to mend what can be mended, which needs write access; it ends when that is done.
            on_progress: Told how far it is, at most ten times a second.

        Returns:
            What was found, and what became of it.
        """

        async def read_again(document_ids: Sequence[str]) -> list[DocumentInfo]:
            return [result.document for result in await self.retry(document_ids)]

        return await self._parts.integrity.check(self.backups, read_again, mend=mend, on_progress=on_progress)

    async def chunks(self, document_id: str, *, offset: int = 0, limit: int = 30) -> list[Chunk]:
        """Return the passages with `offset` <= chunk_index < `offset` + `limit`, ascending."""
        document = await self._parts.documents.one(document_id)
        if limit <= 0 or not document.passage_count:
            return []
        base = await self._parts.catalog.base(document.knowledge_base_id)
        store = await self._parts.bases.store(base)
        return await store.list_chunks(base.collection, document_id, offset=offset, limit=limit)

    async def first_chunk_of(self, document_id: str, unit: Literal["page", "slide"], number: int) -> int | None:
        """Return the index of the first passage at or after a page or slide (from 1), or None if there is none."""
        offset = 0
        while chunks := await self.chunks(document_id, offset=offset, limit=_SCAN_CHUNKS):
            for chunk in chunks:
                if (at := chunk.metadata.get(unit)) is not None and at >= number:
                    return chunk.chunk_index
            offset += len(chunks)
        return None

    async def search(
        self,
        queries: Sequence[str],
        kb_ids: Sequence[str] | None = None,
        *,
        top_k: int = 10,
        min_score: float | None = None,
    ) -> list[Hit]:
        """Return the passages nearest in meaning, best first.

        A knowledge base whose model is missing is searched by words. Scores of one model are compared; hits of
        several models, or of meaning and words, take turns by their rank.

        Args:
            queries: What to look for; blank ones are left out. A passage counts with its best query.
            kb_ids: Where to look; everywhere when None.
            top_k: The most hits to return.
            min_score: Leave out hits by meaning below this cosine, -1 to 1.

        Raises:
            EmbeddingError: The model cannot be reached.
            ModelMismatchError: A knowledge base was filled with a model that is no longer to be had.
        """
        asked = [query for query in queries if query.strip()]
        if not asked or top_k < 1:
            return []
        parts = self._parts
        catalog = parts.catalog
        bases = await catalog.bases() if kb_ids is None else [await catalog.base(kb_id) for kb_id in kb_ids]
        options = Options(tuple(asked), top_k, min_score)
        return await search(bases, options, open_bases=parts.bases, documents=parts.documents)

    async def test_embedding(self, choice: EmbeddingChoice, secret: str | None) -> Text:
        """Embed one sentence with a model before it is chosen, and return a sentence that says it works.

        Args:
            choice: The model.
            secret: The API key as typed; None takes the saved one.

        Raises:
            KbError: What is wrong.
        """
        return await self._parts.models.test(choice, secret)

    async def notices(self) -> list[Text]:
        """Return what a person should know now, for example that the built-in model is missing."""
        notices = [
            await self._parts.models.missing(self._settings.embedding),
            self._parts.secrets.problem,
            None if self.backups.restored is None else self.backups.restored.sentence,
        ]
        return [notice for notice in notices if notice is not None]
