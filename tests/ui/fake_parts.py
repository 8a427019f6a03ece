"""What hangs on the library in memory: its list of documents, its queue, its folders."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, ClassVar

from kbdesk.library.listing import ListQuery, Order, Status, Values, Word
from kbdesk.library.names import folded, natural_key
from kbdesk.library.types import DocumentInfo, State
from kbdesk.texts import Text


class FakeDeletion:
    """What `FakeLibrary` gives for a deletion."""

    def __init__(self, label: Text, count: int, back: Callable[[], None]) -> None:
        self.id = f"deletion {id(self)}"
        self.label = label
        self.count = count
        self.back = back


class FakeSimilar:
    """A library's `similar` that finds nothing."""

    async def of(self, document_id: str) -> list[object]:
        return []


class FakeListing:
    """A library's `listing` over its documents in memory.

    Attributes:
        gate: Every call waits for it.
        fetched: How many documents were asked for by their ids, call by call.
    """

    _KEYS: ClassVar[dict[Order, Callable[[DocumentInfo], Any]]] = {
        Order.NAME: lambda each: natural_key(each.name),
        Order.KIND: lambda each: each.kind,
        Order.STATUS: lambda each: list(State).index(each.state),
        Order.PASSAGES: lambda each: each.passage_count,
        Order.SIZE: lambda each: each.size_bytes,
        Order.ADDED: lambda each: each.added_at,
    }

    def __init__(self, documents: dict[str, DocumentInfo]) -> None:
        self._documents = documents
        self.gate = asyncio.Event()
        self.gate.set()
        self.fetched: list[int] = []

    def _of(self, kb_id: str) -> list[DocumentInfo]:
        return [each for each in self._documents.values() if each.knowledge_base_id == kb_id]

    def _rows(self, kb_id: str, query: ListQuery) -> list[DocumentInfo]:
        def matches(each: DocumentInfo, word: Word) -> bool:
            return word.text in folded(each.name) or each.kind in word.kinds or Status.of(each) in word.statuses

        rows = [each for each in self._of(kb_id) if all(matches(each, word) for word in query.words)]
        key = self._KEYS[query.order]
        return sorted(rows, key=lambda each: (key(each), natural_key(each.name), each.id), reverse=query.descending)

    async def count(self, kb_id: str) -> int:
        await self.gate.wait()
        return len(self._of(kb_id))

    async def page(self, kb_id: str, query: ListQuery, *, offset: int, limit: int) -> list[DocumentInfo]:
        await self.gate.wait()
        return self._rows(kb_id, query)[offset : offset + limit]

    async def ids(self, kb_id: str, query: ListQuery) -> tuple[list[str], int]:
        await self.gate.wait()
        return [each.id for each in self._rows(kb_id, query)], len(self._of(kb_id))

    async def documents(self, document_ids: Sequence[str]) -> list[DocumentInfo]:
        await self.gate.wait()
        self.fetched.append(len(document_ids))
        return [self._documents[each] for each in document_ids if each in self._documents]

    async def values(self, kb_id: str) -> Values:
        rows = self._of(kb_id)
        return Values(list({each.kind for each in rows}), list({Status.of(each) for each in rows}))

    async def counts_by_state(self, kb_id: str) -> Counter[State]:
        return Counter(each.state for each in self._of(kb_id))

    async def ids_in(self, kb_id: str, state: State) -> list[str]:
        return [each.id for each in self._of(kb_id) if each.state == state]

    async def states(self, document_ids: Sequence[str]) -> dict[str, State]:
        await self.gate.wait()
        return {each: self._documents[each].state for each in document_ids if each in self._documents}


class FakeFolders:
    """A library's `folders` that are only noted.

    Attributes:
        kept: Knowledge base and path of each.
        has_started: Whether they are followed.
    """

    def __init__(self) -> None:
        self.kept: list[tuple[str, Path]] = []
        self.has_started = False

    def watch(self, watcher: object) -> None:
        """Nothing ever happens."""

    async def start(self) -> None:
        self.has_started = True

    async def list(self) -> list[object]:
        return []

    async def keep(self, kb_id: str, path: Path) -> None:
        self.kept.append((kb_id, path))


class FakeQueue:
    """A library's `queue` that only notes its orders.

    Attributes:
        orders: What was wanted, with which documents.
    """

    def __init__(self) -> None:
        self.orders: list[tuple[str, list[str] | None]] = []

    async def start(self, *, paused: bool = False) -> None:
        self.orders.append(("start paused" if paused else "start", None))

    async def pause(self, document_ids: list[str] | None = None) -> None:
        self.orders.append(("pause", document_ids))

    async def resume(self, document_ids: list[str] | None = None) -> None:
        self.orders.append(("resume", document_ids))

    async def stop(self, document_ids: list[str] | None = None) -> None:
        self.orders.append(("stop", document_ids))

    async def cancel(self, document_ids: list[str] | None = None) -> None:
        self.orders.append(("cancel", document_ids))

    async def move(self, document_ids: list[str], to: str) -> None:
        self.orders.append((f"move to the {to}", document_ids))
