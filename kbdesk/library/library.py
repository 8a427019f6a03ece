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
from kbdesk.library.lock import WINDOW, WriterLock
from kbdesk.library.notes import Notes
from kbdesk.library.parts import Parts, open_parts
from kbdesk.library.provider import remote_host
from kbdesk.library.questions.checking import Checker
from kbdesk.library.questions.questions import Questions
from kbdesk.library.questions.rows import QuestionRows
from kbdesk.library.reader import Reader
from kbdesk.library.search.gaps import Gaps
from kbdesk.library.search.searches import Searches
from kbdesk.library.syncing import Hands
from kbdesk.library.types import (
    AddResult,
    Choices,
    Deletion,
    DocumentInfo,
    IngestProgress,
    KnowledgeBaseInfo,
    Restored,
    StoreKind,
)
from kbdesk.library.versions import refuse_newer
from kbdesk.library.walk import Found, absolute, walk
from kbdesk.library.watchers import Watcher
from kbdesk.paths import DataFolder
from kbdesk.secrets import SecretStore
from kbdesk.settings import Settings, load, save
from kbdesk.texts import Text

__all__ = ["Deletion", "Library"]

ProgressCallback = Callable[[IngestProgress], None]
DocumentCallback = Callable[[DocumentInfo], None]


class Library(Reader, AbstractAsyncContextManager["Library"]):
    """The knowledge bases of one data folder; made by `Library.open`.

    Calls are safe from tasks of one loop at once and never block it. Callbacks are called on the loop. An id that is
    not there raises `InputError`; a store that cannot be opened, read or written raises `StoreError`.

    Attributes:
        trash: What was deleted.
        space: What the data folder takes up, and giving back what nobody needs.
        folders: The folders that are kept in sync.
        queue: What is to be read, and orders about it.
        reading: What was read, page by page, and reading it again in another way.
        chunking: How knowledge bases cut their documents.
        questions: What the handbook must be able to answer, asked again after every change.
        facts: What people say of documents.
        searches: The last searches, and those under a name.
        gaps: Questions that found nothing good.
        curation: What people do to passages.
        notes: Documents that a person writes in the program itself.
        packs: Knowledge bases as files.
    """

    def __init__(self, parts: Parts, exits: AsyncExitStack, settings: Settings, *, backups: Backups) -> None:
        """Take over what `open` opened."""
        super().__init__(parts, settings, backups)
        self._exits = exits
        self.queue: Queue = parts.queue
        self.reading = parts.reading
        self.curation = parts.curation
        self.chunking = parts.cutting
        self.facts = parts.facts
        parts.filled_bases.choice = lambda: self._settings.embedding
        self.trash = parts.trash
        self.space = parts.space
        hands = Hands(self._take, self.delete_documents, parts.trash.restore)
        self.folders = Folders(parts.folder_rows, hands, parts.folder.root)
        self.questions = _questions(self, parts)
        self.searches = Searches(parts.database, lambda: self._settings.remember_searches)
        self.gaps = Gaps(parts.database, lambda: self._settings.remember_searches)
        self.notes = Notes(absolute(parts.folder.notes), self._take)
        self.packs = parts.packs

    @classmethod
    async def open(
        cls,
        folder: DataFolder,
        *,
        secrets: SecretStore | None = None,
        access: Literal["write", "read"] = "write",
        program: str = WINDOW,
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
            on_wait: Told once who holds the folder, as soon as that is known.
            reserve_bytes: What stays free on the disk: nothing more is taken in then.

        Raises:
            DataFolderError: The folder cannot be used.
            StoreInUseError: Another program holds it for longer than `patience_s`.
            StoreError: The data is of a newer kbdesk, or cannot be read.
        """
        await asyncio.to_thread(folder.prepare)
        await asyncio.to_thread(refuse_newer, folder)
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
            library = cls(parts, exits.pop_all(), settings, backups=backups)
            if access == "write":
                library.questions.following.start()
            return library
        raise AssertionError  # an exit stack without suppressing callbacks never swallows an error

    async def aclose(self) -> None:
        """Stop the work, close the stores, free the lock; takes at most about three seconds."""
        await asyncio.gather(self.questions.following.aclose(), self.folders.aclose())
        await self._exits.aclose()

    async def __aexit__(self, *_: object) -> None:
        """Close the library."""
        await self.aclose()

    async def _take(self, kb_id: str, files: Sequence[Found]) -> Awaitable[list[AddResult]]:
        """Take in files of a folder that is kept in sync."""
        return (await self.queue.add(kb_id, files, Choices())).results()

    async def save_settings(self, settings: Settings) -> None:
        """Save the settings; knowledge bases that hold nothing yet follow the new embedding choice.

        Raises:
            DataFolderError: The file cannot be written.
        """
        await asyncio.to_thread(save, settings, self._parts.folder.settings_file)
        self._settings = settings
        self.questions.touch()

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
        try:
            return await self._parts.deletions.delete_base(kb_id)
        finally:
            await self.queue.let_go_of_base(kb_id)

    async def delete_documents(self, document_ids: Sequence[str]) -> Deletion:
        """Put documents in the trash, with what was inside them; they are not found from now on."""
        try:
            return await self._parts.deletions.delete_documents(document_ids)
        finally:  # the rows may have moved although their passages could not be deleted
            await self.queue.let_go(await self._parts.documents.family(document_ids))

    async def undo(self, deletion: Deletion) -> Restored:
        """Bring back what a deletion took, as far as it is in the trash; see `Trash.restore`.

        Raises:
            InputError: It is no longer in the trash.
        """
        return await self._parts.deletions.undo(deletion)

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


def _questions(library: Library, parts: Parts) -> Questions:
    """Return the check questions, which are asked again when documents or settings have changed."""
    rows = QuestionRows(parts.database, parts.documents)
    questions = Questions(
        rows,
        Checker(rows, library.find, library.chunks),
        catalog=parts.catalog,
        host=lambda base: remote_host(base, library.settings.embedding),
        is_busy=lambda: parts.queue.watchers.is_busy,
    )
    parts.queue.watchers.add(Watcher(on_idle=questions.touch))
    parts.deletions.on_change = questions.touch
    parts.curation.on_change.append(lambda _: questions.touch())
    return questions
