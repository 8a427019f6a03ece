"""How knowledge bases cut their documents: what is set, trying another way first, and cutting all again."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from kbdesk.embedding.base import EmbeddingModelBase
from kbdesk.errors import InputError
from kbdesk.library.bases import OpenBases
from kbdesk.library.catalog import Base, Catalog
from kbdesk.library.chunking import Chunking
from kbdesk.library.concurrency import run_to_end
from kbdesk.library.database import Database
from kbdesk.library.file_reading import FileReading
from kbdesk.library.job_rows import JobRows
from kbdesk.library.jobs import Queue
from kbdesk.library.models import WORDS
from kbdesk.library.originals import Copy
from kbdesk.library.sketch import repeated
from kbdesk.library.types import DocumentInfo
from kbdesk.message import TextBlock
from kbdesk.rag.chunkers.whole import WholeSectionChunker, sections_of
from kbdesk.rag.document import Chunk, Section
from kbdesk.texts import text

OnStep = Callable[[int, int], None]


@dataclass(frozen=True)
class Passage:
    """A passage as it would be.

    Attributes:
        chunk: The passage.
        repeated: Characters at its beginning that stand before it already: headings of a table, an overlap.
    """

    chunk: Chunk
    repeated: int


@dataclass(frozen=True)
class Cuts:
    """A document as it would be cut.

    Attributes:
        passages: In reading order.
        mean_characters: Characters of a passage with text, on average.
        factor: How many times as long as the document all passages together are.
    """

    passages: Sequence[Passage]
    mean_characters: int
    factor: float


class Trial:
    """A document that is cut in one way after the other; nothing is stored.

    Attributes:
        document: The document.
    """

    def __init__(
        self, document: DocumentInfo, sections: Sequence[Section], model: Callable[[], Awaitable[EmbeddingModelBase]]
    ) -> None:
        """Keep what was read of a document.

        Args:
            document: The document.
            sections: Its sections.
            model: Gives the model of its knowledge base; only asked for where it has a say.
        """
        self.document = document
        self._sections = sections
        self._model = model

    async def cut(self, chunking: Chunking, on_step: OnStep | None = None) -> Cuts:
        """Return the passages that the document would have.

        Args:
            chunking: The way of cutting.
            on_step: Told how many sentences of how many the model has read, where it has a say in it.

        Raises:
            InputError: There are no such settings, or the way needs a model and there is none.
            EmbeddingError: The model cannot be reached.
        """
        chunking.check()
        chunker = chunking.chunker()
        if chunking.way == "semantic":
            model = await self._model()
            _check_model(chunking, model.identity)
            chunker = chunking.semantic_chunker(model, on_step)
        chunks = await chunker.chunk(self._sections)
        return await asyncio.to_thread(_cuts, self._sections, chunks)


class Cutting:
    """The ways of cutting of all knowledge bases."""

    def __init__(
        self,
        database: Database,
        *,
        catalog: Catalog,
        bases: OpenBases,
        rows: JobRows,
        queue: Queue,
        files: FileReading,
    ) -> None:
        """Use the open parts of a library."""
        self._database = database
        self._catalog = catalog
        self._bases = bases
        self._rows = rows
        self._queue = queue
        self._files = files

    async def get(self, kb_id: str) -> Chunking:
        """Return how the documents of a knowledge base are cut.

        Raises:
            InputError: There is no such knowledge base.
        """
        return (await self._catalog.base(kb_id)).chunking

    async def count_to_cut(self, kb_id: str, chunking: Chunking) -> int:
        """Return how many documents `set` would cut again.

        Raises:
            InputError: There is no such knowledge base.
        """
        return len(await self._to_cut(await self._catalog.base(kb_id), chunking))

    async def set(self, kb_id: str, chunking: Chunking) -> int:
        """Cut the documents of a knowledge base this way from now on, and queue those again that were cut otherwise.

        They answer as before until each is done; the queue goes on with them after a restart. What of their passages
        stays the same is not embedded again.

        Returns:
            How many documents were queued.

        Raises:
            InputError: There is no such knowledge base, or there are no such settings, or no model that is needed.
            EmbeddingError: Documents must be cut again, and the model of the knowledge base cannot be used.
        """
        chunking.check()
        base = await self._catalog.base(kb_id)
        _check_model(chunking, base.info.embedding)
        if await self._to_cut(base, chunking):
            await self._bases.knowledge_base(base)  # before anything is changed
        return await run_to_end(self._change(base, chunking))

    async def _change(self, base: Base, chunking: Chunking) -> int:
        kb_id = base.info.id
        await self._catalog.set_chunking(kb_id, chunking)
        waiting = await self._queue.waiting()  # what is being cut now is cut the old way
        await self._queue.begin_anew([each.id for each in waiting if each.knowledge_base_id == kb_id])
        to_cut = await self._to_cut(base, chunking)
        if to_cut:
            await self._queue.retry(to_cut)
        return len(to_cut)

    async def trial(self, document_id: str) -> Trial:
        """Read the kept copy of a document, to cut it in one way after the other.

        Raises:
            InputError: There is no such document, or it gives no text.
        """
        job = await self._rows.look(document_id)
        document = job.document
        path = document.original or document.path
        copy = Copy(path.name, path, document.sha256, document.size_bytes)
        read = await self._files.read(job, copy, WholeSectionChunker(), lambda _: None)
        if not read.chunks:
            raise InputError(
                text("library", "There is no text in “{name}” that could be cut.", name=document.name),
                read.parsed.message or text("library", "Choose another document."),
            )

        async def model() -> EmbeddingModelBase:
            base = await self._catalog.base(document.knowledge_base_id)
            return (await self._bases.knowledge_base(base)).embedding_model

        return Trial(document, sections_of(read.chunks), model)

    async def _to_cut(self, base: Base, chunking: Chunking) -> list[str]:
        """Return the documents that were cut otherwise; those of an older kbdesk as was noted of all of them."""
        query = (
            "SELECT id FROM documents WHERE knowledge_base_id = ? AND deletion_id IS NULL AND state = 'done'"
            " AND coalesce(nullif(cut_with, ''), ?) != ? ORDER BY position"
        )
        values = (base.info.id, base.chunker or Chunking().fingerprint, chunking.fingerprint)

        def work(connection: sqlite3.Connection) -> list[str]:
            return [row["id"] for row in connection.execute(query, values)]

        return await self._database.read(work)


def _check_model(chunking: Chunking, identity: str) -> None:
    if chunking.way == "semantic" and identity == WORDS:
        raise InputError(
            text("library", "This knowledge base has no model that knows what passages mean."),
            text("library", "Choose another way of cutting."),
        )


def _cuts(sections: Sequence[Section], chunks: Sequence[Chunk]) -> Cuts:
    lengths = [len(chunk.text) for chunk in chunks if isinstance(chunk.content, TextBlock)]
    whole = sum(len(each.content.text.strip()) for each in sections if isinstance(each.content, TextBlock))
    passages = [Passage(chunk, repeated(before, chunk)) for before, chunk in zip([None, *chunks], chunks, strict=False)]
    mean = round(sum(lengths) / len(lengths)) if lengths else 0
    return Cuts(passages, mean, sum(lengths) / whole if whole else 1.0)
