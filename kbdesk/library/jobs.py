"""The durable queue: what is to be read, and orders about it, which take effect at once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Literal

from kbdesk.library.batches import Batch, already_here
from kbdesk.library.disk import DiskGuard
from kbdesk.library.dispatcher import Dispatcher, FilledBases
from kbdesk.library.identity import Accepted, Candidate
from kbdesk.library.ingest import Tools
from kbdesk.library.types import Choices, DocumentInfo, State
from kbdesk.library.walk import Found
from kbdesk.texts import Text, text

_ROWS_A_TRANSACTION = 200
_PAUSED = text("library", "Paused. Use Go on to read it.")
_STOPPED = text("library", "It was stopped before it was done. Use Try again to go on.")


class Queue:
    """Accepts files and takes orders; the dispatcher does the work.

    Attributes:
        watchers: Who is told what happens.
    """

    def __init__(self, tools: Tools, bases: FilledBases, disk: DiskGuard, dispatcher: Dispatcher) -> None:
        """Use the open parts of a library; nothing is worked on before `start`."""
        self.watchers = dispatcher.watchers
        self._tools = tools
        self._rows = tools.rows
        self._bases = bases
        self._disk = disk
        self._dispatcher = dispatcher

    async def start(self, *, paused: bool = False) -> None:
        """Go on with what was left; nothing more happens here when it has begun.

        Args:
            paused: Let everything rest that was left, instead.
        """
        if not self._dispatcher.start():
            return
        if paused:
            await self.pause()
        elif left := await self._rows.waiting():
            self.watchers.expect(len(left), sum(document.size_bytes for document in left))
        self._dispatcher.wake()

    async def aclose(self, timeout_s: float) -> bool:
        """End the work, which goes on at the next start; return whether it ended in time."""
        if not await self._dispatcher.aclose(timeout_s):
            return False
        await self._rows.give_back()
        return True

    @property
    def has_worked(self) -> bool:
        """Whether work on a document was begun since the library was opened."""
        return self._dispatcher.has_worked

    async def add(self, kb_id: str, files: Sequence[Found], choices: Choices) -> Batch:
        """Accept files; each of them is a row when this returns.

        Raises:
            InputError: There is no such knowledge base.
            EmbeddingError: Its model cannot be used.
            StoreError: Its store cannot be used; DiskFullError: the disk is nearly full.
        """
        await self._disk.check(0)
        await self._bases.get(kb_id)
        batch = Batch(files)
        if not files:
            return batch
        with self._dispatcher.accepting():
            await self.start()
            self.watchers.expect(len(files), sum(file.size_bytes for file in files))
            for start in range(0, len(files), _ROWS_A_TRANSACTION):
                await self._accept(kb_id, batch, files[start : start + _ROWS_A_TRANSACTION], choices)
        return batch

    async def _accept(self, kb_id: str, batch: Batch, files: Sequence[Found], choices: Choices) -> None:
        candidates = await self._candidates(kb_id, files, choices)
        async with self._dispatcher.orders:
            accepted = await self._tools.identity.accept(kb_id, candidates, choices)
            for file, one in zip(files, accepted, strict=True):
                self._note(batch, file, one)
            # What is being read of an older content of the same file is no longer wanted.
            await self._dispatcher.halt([one.document.id for one in accepted if one.is_new])
        self._dispatcher.wake()

    def _note(self, batch: Batch, file: Found, accepted: Accepted) -> None:
        document = accepted.document
        if accepted.is_new:
            self.watchers.change(document)
        if document.state.is_work:
            self._dispatcher.batches.wait(batch, file.path, document, is_new=accepted.is_new)
            return
        result = already_here(file.path, document)
        self.watchers.meter.finish(str(file.path), file.size_bytes)
        batch.end(result)
        self.watchers.end(result)

    async def _candidates(self, kb_id: str, files: Sequence[Found], choices: Choices) -> list[Candidate]:
        """Look into the files that may be other versions of documents; the others are rows first."""
        known = await self._tools.identity.known_paths(kb_id, [file.path for file in files])
        known |= {file.path for file in files if file.path in choices.replacing}
        return [Candidate(file, await self._hash(file) if file.path in known else "") for file in files]

    async def _hash(self, file: Found) -> str:
        try:
            return await self._tools.originals.hash(file.path)
        except OSError:  # reading it will say why
            return ""

    async def take_up(self, make: Callable[[], Awaitable[Sequence[str]]]) -> None:
        """Let rows be made that are queued from the first, and begin to work on them.

        Args:
            make: Makes them, and returns their ids.
        """
        with self._dispatcher.accepting():
            await self.start()  # counts what waits already
            async with self._dispatcher.orders:
                documents = await self._tools.documents.get(await make())
                self._requeued(list(documents.values()))

    async def retry(self, document_ids: Sequence[str]) -> Batch:
        """Queue documents again, from where the file was or else from the copy kept of it.

        Raises:
            EmbeddingError: The model of a knowledge base cannot be used.
        """
        documents = {each: await self._tools.documents.one(each) for each in dict.fromkeys(document_ids)}
        for kb_id in dict.fromkeys(document.knowledge_base_id for document in documents.values()):
            await self._bases.get(kb_id)
        await self.start()  # counts what waits already
        queued = await self._rows.retry(document_ids)
        batch = Batch([Found(one.path, one.name, one.size_bytes) for one in documents.values()])
        for document in documents.values():
            self._dispatcher.batches.wait(batch, document.path, document, is_new=True)
        self._requeued(queued)
        return batch

    async def pause(self, document_ids: Sequence[str] | None = None) -> None:
        """Let documents rest until `resume`; what is embedded of them stays in the cache. None: all."""
        await self._rest(document_ids, State.PAUSED, _PAUSED)

    async def stop(self, document_ids: Sequence[str] | None = None) -> None:
        """End the work on documents; what is done stays. None: all."""
        await self._rest(document_ids, State.STOPPED, _STOPPED)

    async def _rest(
        self, document_ids: Sequence[str] | None, state: Literal[State.PAUSED, State.STOPPED], why: Text
    ) -> None:
        async with self._dispatcher.orders:
            await self._dispatcher.interrupt(await self._rows.rest(document_ids, state, why))

    async def begin_anew(self, document_ids: Sequence[str]) -> None:
        """Let what is under way on documents begin again, as it is wanted now; who waits for them goes on waiting."""
        async with self._dispatcher.orders:
            await self._dispatcher.interrupt(await self._rows.begin_anew(document_ids))
        self._dispatcher.wake()

    async def resume(self, document_ids: Sequence[str] | None = None) -> None:
        """Go on with what is paused, or with these documents also if they were stopped. None: all that is paused."""
        await self.start()  # counts what waits already
        self._requeued(await self._rows.resume(document_ids))

    async def cancel(self, document_ids: Sequence[str] | None = None) -> None:
        """Take documents out as if they had never been dropped; an older version answers as before. None: all."""
        async with self._dispatcher.orders:
            rested = await self._rows.rest(document_ids, State.PAUSED, _PAUSED)
            await self._dispatcher.halt([document.id for document in rested])
            async with self._tools.committing.of([document.id for document in rested]):
                gone, kept, copies = await self._rows.take_out(document_ids)
        for document in kept:
            self.watchers.change(document)
            self._dispatcher.settle(document.id, document)
        for document_id in gone:
            self._dispatcher.settle(document_id, None)
        if gone:
            self.watchers.remove(gone)
        await self._tools.originals.drop(copies, self._tools.documents.unused)

    async def move(self, document_ids: Sequence[str], to: Literal["front", "back"]) -> None:
        """Read documents before or after all others, in the order given."""
        await self._rows.move(document_ids, to)

    async def let_go(self, document_ids: Iterable[str]) -> None:
        """End the work on those of the documents that were deleted."""
        ids = list(document_ids)
        async with self._dispatcher.orders:
            now = await self._tools.documents.get(ids)
            over = [each for each in ids if each not in now or not now[each].state.is_work]
            await self._dispatcher.halt(over)
        if gone := [each for each in ids if each not in now]:
            self.watchers.remove(gone)
        for document_id in over:
            self._dispatcher.settle(document_id, now.get(document_id))

    async def let_go_of_base(self, kb_id: str) -> None:
        """End the work on a knowledge base that was deleted, which stopped its documents."""
        await self.let_go(await self._rows.stopped_of(kb_id))

    async def waiting(self) -> list[DocumentInfo]:
        """Return everything that is to be read, in the order of work."""
        return await self._rows.waiting()

    def _requeued(self, documents: Sequence[DocumentInfo]) -> None:
        if documents:
            self.watchers.expect(len(documents), sum(document.size_bytes for document in documents))
        for document in documents:
            self.watchers.change(document)
        self._dispatcher.wake()
