"""One Milvus Lite folder in this process: who uses it, the threads, and what happens when a write fails."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Lock
from typing import Any, ClassVar, TypeVar

from kbdesk.errors import CollectionMissingError, ModelMismatchError, StoreError, StoreInUseError
from kbdesk.rag.stores import milvus_write
from kbdesk.rag.stores.milvus_catalogue import Catalogue
from kbdesk.rag.stores.milvus_engine import Engine, milvus_errors
from kbdesk.rag.stores.milvus_pictures import Pictures
from kbdesk.rag.stores.threads import run_whole
from kbdesk.texts import text

logger = logging.getLogger(__name__)

T = TypeVar("T")

_READERS = 2


class MilvusFile:
    """The one owner of a folder in this process, shared by all stores on it.

    All writes run in one thread, because the engine loses rows when two threads write or one writes while another
    flushes.

    Attributes:
        path: The folder.
    """

    # The engine's lock on a folder is per process, and so are these.
    _owners: ClassVar[dict[Path, MilvusFile]] = {}
    _owners_lock: ClassVar[Lock] = Lock()

    def __init__(self, path: Path, client_kwargs: dict[str, Any]) -> None:
        self.path = path
        self._client_kwargs = client_kwargs
        self._users = 0
        self._engine: Engine | None = None
        self._catalogues: dict[str, Catalogue] = {}
        self._write_thread = ThreadPoolExecutor(1, "kbdesk-milvus-write")
        self._read_threads = ThreadPoolExecutor(_READERS, "kbdesk-milvus-read")

    @classmethod
    async def open(cls, path: Path, client_kwargs: dict[str, Any]) -> MilvusFile:
        """Return the owner of a folder, opened if need be; each needs one `close`.

        Raises:
            StoreInUseError: Another process has it open.
            StoreError: It cannot be opened.
        """
        opening = asyncio.ensure_future(asyncio.to_thread(cls._acquire, path, client_kwargs))
        try:
            return await asyncio.shield(opening)
        except asyncio.CancelledError:
            await asyncio.wait([opening])
            if opening.exception() is None:
                await opening.result().close()
            raise

    @classmethod
    def _acquire(cls, path: Path, client_kwargs: dict[str, Any]) -> MilvusFile:
        path = path.resolve()
        with cls._owners_lock:
            file = cls._owners.get(path)
            if file is None:
                file = cls._owners[path] = cls(path, client_kwargs)
            file._users += 1
        try:
            file._write_thread.submit(file._client).result()
        except BaseException:
            file._release()
            raise
        return file

    async def close(self) -> None:
        """Give up one use; the last one waits for running work and closes the folder."""
        await asyncio.shield(asyncio.to_thread(self._release))

    def _release(self) -> None:
        with self._owners_lock:
            self._users -= 1
            if not self._users:
                del self._owners[self.path]
                self._read_threads.shutdown()
                self._write_thread.submit(self._finish).result()
                self._write_thread.shutdown()

    async def has(self, collection: str) -> bool:
        """Return whether the collection exists."""

        def work(_: Event) -> bool:
            try:
                self._catalogue(collection)
            except CollectionMissingError:
                return False
            return True

        return collection in self._catalogues or await run_whole(self._write_thread, work)

    async def create(self, collection: str, metric: str, dimensions: int) -> None:
        """Make a collection unless it exists.

        Raises:
            ModelMismatchError: It exists with another measure or vectors of another size.
        """

        def work(_: Event) -> None:
            with self._abandoning():
                try:
                    catalogue = self._catalogue(collection)
                except CollectionMissingError:
                    milvus_write.create(self._client(), collection, metric, dimensions)
                    return
                if (catalogue.metric, catalogue.dimensions) != (metric, dimensions):
                    raise ModelMismatchError(
                        text(
                            "stores",
                            "This knowledge base was made with another search model ({size} numbers, {metric}).",
                            size=catalogue.dimensions,
                            metric=catalogue.metric,
                        ),
                        text("stores", "Choose that model again, or make a new knowledge base."),
                    )

        await run_whole(self._write_thread, work)

    async def drop(self, collection: str) -> None:
        """Delete a collection and all in it, if it exists."""

        def work(_: Event) -> None:
            with self._abandoning():
                catalogue = self._catalogues.pop(collection, None)
                if catalogue is not None:
                    catalogue.dropped = True
                milvus_write.drop(self._client(), collection, self._pictures(collection))

        await run_whole(self._write_thread, work)

    async def read(self, collection: str, work: Callable[[Catalogue, Pictures], T]) -> T:
        """Return what the work reads.

        Raises:
            CollectionMissingError: There is no such collection.
        """
        catalogue = self._catalogues.get(collection)
        if catalogue is None:
            catalogue = await run_whole(self._write_thread, lambda _: self._catalogue(collection))

        def guarded(_: Event) -> T:
            try:
                with milvus_errors(self.path):
                    return work(catalogue, self._pictures(collection))
            except StoreError as exc:
                if catalogue.dropped:
                    raise milvus_write.missing() from exc
                raise

        return await run_whole(self._read_threads, guarded)

    async def change(self, collection: str, work: Callable[[Catalogue, Pictures, Event], None]) -> None:
        """Run work that writes; it is whole or, once the folder is read again, not at all.

        Raises:
            CollectionMissingError: There is no such collection.
            StoreError: It could not be written.
        """

        def guarded(stop: Event) -> None:
            with self._abandoning():
                catalogue = self._catalogue(collection)
                pictures = self._pictures(collection)
                work(catalogue, pictures, stop)
            self._tidy(catalogue, pictures)

        await run_whole(self._write_thread, guarded)

    def _client(self) -> Any:
        if self._engine is None:
            self._engine = Engine(self.path, self._client_kwargs)
        return self._engine.client

    def _catalogue(self, collection: str) -> Catalogue:
        """Return what is known of a collection; only for the thread that writes, as it cleans up after a crash."""
        catalogue = self._catalogues.get(collection)
        if catalogue is None:
            with self._abandoning():
                catalogue = milvus_write.load(self._client(), collection, self._pictures(collection))
            self._catalogues[collection] = catalogue
        return catalogue

    def _pictures(self, collection: str) -> Pictures:
        return Pictures(self.path / "kbdesk-pictures" / milvus_write.digest_of(collection))

    def _tidy(self, catalogue: Catalogue, pictures: Pictures, *, flush: bool = False) -> None:
        """Delete what nobody reads any more and flush; the change itself stands, also if this fails."""
        try:
            with self._abandoning():
                milvus_write.delete_unread(catalogue, pictures)
                milvus_write.flush(catalogue, at_once=flush)
        except StoreError as exc:
            logger.warning("The change stands, but tidying up failed; the store will be read again. %s", exc)

    @contextmanager
    def _abandoning(self) -> Generator[None, None, None]:
        """Abandon the engine when it failed, see `Engine.abandon`; the next call opens the folder again."""
        try:
            with milvus_errors(self.path):
                yield
        except (CollectionMissingError, ModelMismatchError, StoreInUseError):
            raise
        except StoreError:
            engine, self._engine = self._engine, None
            self._catalogues.clear()
            if engine is not None:
                engine.abandon()
            raise

    def _finish(self) -> None:
        for collection, catalogue in list(self._catalogues.items()):
            self._tidy(catalogue, self._pictures(collection), flush=True)
        if self._engine is not None:
            self._engine.close()
            self._engine = None
