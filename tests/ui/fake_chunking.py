"""The ways of cutting of a library in memory: its documents are really cut."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from kbdesk.embedding.base import EmbeddingModelBase
from kbdesk.errors import InputError
from kbdesk.library.chunking import Chunking
from kbdesk.library.cutting import Trial
from kbdesk.library.models import WordsModel
from kbdesk.library.types import DocumentInfo
from kbdesk.message import TextBlock
from kbdesk.rag.document import Section
from kbdesk.texts import text


class FakeChunking:
    """A library's `chunking`.

    Attributes:
        gate: Reading a document, and setting a way, wait for it.
        tried: The documents that were read.
        problem: What setting a way raises, if anything.
    """

    def __init__(self, documents: Mapping[str, DocumentInfo], passages: Mapping[str, Sequence[str]]) -> None:
        self._documents = documents
        self._passages = passages
        self._set: dict[str, Chunking] = {}
        self.gate = asyncio.Event()
        self.gate.set()
        self.tried: list[str] = []
        self.problem: InputError | None = None

    async def get(self, kb_id: str) -> Chunking:
        return self._set.get(kb_id, Chunking())

    async def count_to_cut(self, kb_id: str, chunking: Chunking) -> int:
        is_other = chunking.fingerprint != (await self.get(kb_id)).fingerprint
        return sum(each.knowledge_base_id == kb_id for each in self._documents.values()) if is_other else 0

    async def set(self, kb_id: str, chunking: Chunking) -> int:
        await self.gate.wait()
        if self.problem is not None:
            raise self.problem
        count = await self.count_to_cut(kb_id, chunking)
        self._set[kb_id] = chunking
        return count

    async def trial(self, document_id: str) -> Trial:
        await self.gate.wait()
        document = self._documents[document_id]
        self.tried.append(document.name)
        texts = self._passages[document_id]
        if not texts:
            raise InputError(text("library", "There is no text in it."), text("library", "Choose another document."))
        sections = [Section(content=TextBlock(text=each), source=document.name) for each in texts]
        return Trial(document, sections, _no_model)


async def _no_model() -> EmbeddingModelBase:
    return WordsModel()
