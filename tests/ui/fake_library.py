"""A library in memory, which a test can hold at any point."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from kbdesk.library.known import Known, KnownFiles
from kbdesk.library.plan import AddPlan, look
from kbdesk.library.provider import provider_of
from kbdesk.library.search.types import FilterValues, Request, Results
from kbdesk.library.types import (
    AddResult,
    Choices,
    DocumentInfo,
    Hit,
    IngestProgress,
    KnowledgeBaseInfo,
    Restored,
    State,
)
from kbdesk.library.walk import Found, walk
from kbdesk.library.watchers import Watcher
from kbdesk.message import TextBlock
from kbdesk.rag.document import Chunk
from kbdesk.settings import EmbeddingChoice, Settings
from kbdesk.texts import Text, text

from .fake_chunking import FakeChunking
from .fake_curation import FakeCuration
from .fake_facts import FakeFacts
from .fake_parts import FakeDeletion, FakeFolders, FakeListing, FakeQueue, FakeReading, FakeSimilar
from .fake_questions import FakeQuestions
from .fake_search import FakeSearch
from .fake_searches import FakeGaps, FakeSearches

STARTED = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)


def make_document(name: str = "travel.pdf", **changes: Any) -> DocumentInfo:
    """Return a document that is done, with these changes."""
    identity = hashlib.sha256(name.encode()).hexdigest()
    document = DocumentInfo(
        id=identity[:32],
        knowledge_base_id="kb0",
        name=name,
        path=Path("/handbook") / name,
        kind="PDF",
        media_type="application/pdf",
        size_bytes=12_345,
        state=State.DONE,
        outcome="text",
        message=None,
        warnings=(),
        passage_count=7,
        added_at=STARTED,
        original=None,
        sha256=identity,
        reader="1",
    )
    return replace(document, **changes)


def known_of(document: DocumentInfo, *, is_in_trash: bool = False) -> Known:
    """Return what telling files apart needs of a document."""
    return Known(
        document.id,
        document.name,
        document.path,
        document.size_bytes,
        modified_ns=0,
        added_at=document.added_at,
        state=document.state,
        sha256=document.sha256,
        passage_count=document.passage_count,
        is_in_trash=is_in_trash,
    )


class FakeLibrary:
    """A library in memory with the interface of `kbdesk.library.library.Library`.

    Attributes:
        gate: `add` and `retry` wait for it before each file, so a test decides when work goes on.
        plan_gate: `plan` waits for it.
        broken: Names of files that fail.
        locked: Names of files that need a password.
    """

    def __init__(self) -> None:
        self.gate = asyncio.Event()
        self.gate.set()
        self.plan_gate = asyncio.Event()
        self.plan_gate.set()
        self.broken: set[str] = set()
        self.locked: set[str] = set()
        self.passages: dict[str, list[str]] = {}
        self.settings = Settings()
        self.similar = FakeSimilar()
        self.folders = FakeFolders()
        self.queue = FakeQueue()
        self.questions = FakeQuestions()
        self._watcher = Watcher()
        self._described: list[Callable[[list[str]], None]] = []
        self._working = 0
        self.tested: list[tuple[EmbeddingChoice, str | None]] = []
        self._numbers = itertools.count()
        self._bases: dict[str, KnowledgeBaseInfo] = {}
        self._documents: dict[str, DocumentInfo] = {}
        self.listing = FakeListing(self._documents)
        self.chunking = FakeChunking(self._documents, self.passages)
        self.curation = FakeCuration(self._documents, self.passages)
        self.reading = FakeReading(self._documents, self._tell)
        self.facts = FakeFacts(self._documents, self._tell_described)
        self.searching = FakeSearch(self._documents, self.chunks)
        self.searches = FakeSearches()
        self.gaps = FakeGaps()
        self.trash_rows: list[DocumentInfo] = []
        self._new_base("Team handbook", "", "this-computer", None)

    def _new_base(self, name: str, description: str, store: Any, path: Path | None) -> KnowledgeBaseInfo:
        base = KnowledgeBaseInfo(f"kb{next(self._numbers)}", name, description, store, path, "words", 0, 0)
        self._bases[base.id] = base
        return base

    async def takes_pictures(self, kb_ids: Sequence[str] | None = None) -> bool:
        return False

    async def knowledge_bases(self) -> list[KnowledgeBaseInfo]:
        return [self._counted(base) for base in self._bases.values()]

    def _counted(self, base: KnowledgeBaseInfo) -> KnowledgeBaseInfo:
        own = [each for each in self._documents.values() if each.knowledge_base_id == base.id]
        return replace(base, document_count=len(own), passage_count=sum(each.passage_count for each in own))

    async def create_knowledge_base(
        self, name: str, *, description: str = "", store: str = "this-computer", store_path: Path | None = None
    ) -> KnowledgeBaseInfo:
        return self._new_base(name, description, store, store_path)

    async def update_knowledge_base(
        self, kb_id: str, *, name: str | None = None, description: str | None = None
    ) -> KnowledgeBaseInfo:
        base = self._bases[kb_id]
        changed = replace(
            base, name=name or base.name, description=base.description if description is None else description
        )
        self._bases[kb_id] = changed
        return changed

    async def delete_knowledge_base(self, kb_id: str) -> FakeDeletion:
        base = self._bases.pop(kb_id)
        label = text("library", "Deleted the knowledge base {name}.", name=base.name)
        return FakeDeletion(label, 1, lambda: self._bases.update({kb_id: base}))

    async def delete_documents(self, ids: Sequence[str]) -> FakeDeletion:
        gone = {each: self._documents.pop(each) for each in ids}
        label = text("library", "Deleted {count} documents.", count=len(gone))
        return FakeDeletion(label, len(gone), lambda: self._documents.update(gone))

    def trash_documents(self, ids: Sequence[str]) -> None:
        """Have these documents in the trash."""
        self.trash_rows += [self._documents.pop(each) for each in ids]

    async def undo(self, deletion: FakeDeletion) -> Restored:
        deletion.back()
        return Restored(deletion.count, ())

    async def documents(self, kb_id: str) -> list[DocumentInfo]:
        return [each for each in self._documents.values() if each.knowledge_base_id == kb_id]

    async def document(self, document_id: str) -> DocumentInfo:
        return self._documents[document_id]

    def known(self, document_id: str) -> DocumentInfo:
        """Return a document as it is."""
        return self._documents[document_id]

    def put(self, document: DocumentInfo, passages: Sequence[str] = ()) -> DocumentInfo:
        """Have this document without reading anything."""
        self._documents[document.id] = document
        self.passages[document.id] = list(passages)
        return document

    async def plan(
        self, kb_id: str, paths: Sequence[Path], *, on_progress: Callable[[int], None] | None = None
    ) -> AddPlan:
        await self.plan_gate.wait()
        here = [known_of(each) for each in await self.documents(kb_id)]
        known = KnownFiles([*here, *(known_of(each, is_in_trash=True) for each in self.trash_rows)])
        files = look(paths, known, on_progress or (lambda _: None), threading.Event())
        provider = provider_of(self._bases[kb_id], self.settings.embedding)
        return AddPlan(tuple(files), provider, 10.0, self.settings.ask_above_tokens)

    async def add(
        self,
        kb_id: str,
        paths: Sequence[Path | Found],
        *,
        choices: Choices | None = None,
    ) -> list[AddResult]:
        rows = []
        for number, file in enumerate(found.path for found in walk(paths)):
            rows.append(
                make_document(
                    file.name,
                    id=f"{next(self._numbers):032x}",
                    knowledge_base_id=kb_id,
                    path=file,
                    size_bytes=file.stat().st_size,
                    sha256=hashlib.sha256(file.read_bytes()).hexdigest(),
                    state=State.QUEUED,
                    outcome="",
                    passage_count=0,
                    added_at=STARTED + timedelta(seconds=number),
                )
            )
            self._tell(rows[-1])
        return await self._read(rows)

    async def retry(self, document_ids: Sequence[str]) -> list[AddResult]:
        return await self._read([self._documents[each] for each in document_ids])

    def watch(self, watcher: Watcher) -> None:
        """Tell somebody what happens."""
        if watcher.on_described:
            self._described.append(watcher.on_described)
        else:
            self._watcher = watcher

    def _tell_described(self, document_ids: list[str]) -> None:
        for tell in self._described:
            tell(document_ids)

    def _tell(self, row: DocumentInfo) -> None:
        self._documents[row.id] = row
        if self._watcher.on_document:
            self._watcher.on_document(row)

    async def _read(self, rows: list[DocumentInfo]) -> list[AddResult]:
        self._working += 1
        try:
            return await self._read_each(rows)
        finally:
            self._working -= 1
            if not self._working and self._watcher.on_idle:
                self._watcher.on_idle()

    async def _read_each(self, rows: list[DocumentInfo]) -> list[AddResult]:
        results = []
        for number, row in enumerate(rows, 1):
            if self._watcher.on_progress:
                self._watcher.on_progress(IngestProgress(number, len(rows), row.name, "page", 1, 2, 40.0))
            self._tell(replace(row, state=State.READING))
            try:
                await self.gate.wait()
                await asyncio.sleep(0)
            except asyncio.CancelledError:
                for late in rows[number - 1 :]:
                    self._tell(replace(late, state=State.STOPPED))
                raise
            done = self._finished(row)
            self._tell(done)
            results.append(AddResult(done.path, done, True, done.message))
        return results

    def _finished(self, row: DocumentInfo) -> DocumentInfo:
        if row.name in self.broken:
            reason = text("parsing", "The file {name} is damaged.", name=row.name)
            return replace(row, state=State.FAILED, outcome="damaged", message=reason)
        if row.name in self.locked:
            reason = text("parsing", "The file {name} is protected by a password.", name=row.name)
            return replace(row, state=State.FAILED, outcome="password", message=reason)
        content = row.path.read_text("utf-8") if row.path.exists() else ""
        self.passages[row.id] = content.split("\n\n")
        return replace(row, state=State.DONE, outcome="text", message=None, passage_count=len(self.passages[row.id]))

    async def chunks(self, document_id: str, *, offset: int = 0, limit: int = 30) -> list[Chunk]:
        all_passages = self.passages[document_id]
        name = self._documents[document_id].name
        return [
            Chunk(
                content=TextBlock(text=all_passages[index]),
                source=name,
                chunk_index=index,
                total_chunks=len(all_passages),
                metadata={"page": index + 1} | self.curation.metadata_of(document_id, index),
            )
            for index in range(offset, min(offset + limit, len(all_passages)))
        ]

    async def first_chunk_of(self, document_id: str, unit: str, number: int) -> int | None:
        return number - 1 if unit == "page" and 0 < number <= len(self.passages[document_id]) else None

    async def find(self, request: Request) -> Results:
        return await self.searching.find(request)

    async def sentences(self, hits: Sequence[Hit]) -> list[tuple[int, int] | None]:
        return await self.searching.sentences(hits)

    async def filter_values(self, kb_ids: Sequence[str] | None = None) -> FilterValues:
        return await self.searching.filter_values(kb_ids)

    async def notices(self) -> list[Text]:
        return []

    async def save_settings(self, settings: Settings) -> None:
        self.settings = settings

    async def test_embedding(self, choice: EmbeddingChoice, secret: str | None) -> Text:
        self.tested.append((choice, secret))
        return text("library", "The model works.")
