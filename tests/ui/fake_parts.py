"""What hangs on the library in memory: its list of documents, its queue, its folders."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any, ClassVar

from kbdesk.errors import KbError
from kbdesk.library.listing import ListQuery, Order, Remark, Status, Values, Word
from kbdesk.library.names import folded, natural_key
from kbdesk.library.rereading import PageText
from kbdesk.library.types import AddResult, DocumentInfo, PageState, State
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
        Order.TAGS: lambda each: (not each.facts.tags, each.facts.tags),
        Order.RESPONSIBLE: lambda each: (not each.facts.responsible, natural_key(each.facts.responsible)),
        Order.REVIEW: lambda each: each.facts.review_by or date.max,
    }

    _REMARKS: ClassVar[dict[Remark, Callable[[DocumentInfo], bool]]] = {
        Remark.NOTES: lambda each: Status.of(each).has_notes,
        Remark.OCR: lambda each: PageState.OCR in each.pages,
        Remark.GAPS: lambda each: not {PageState.PICTURE, PageState.GARBLED, PageState.UNREAD}.isdisjoint(each.pages),
        Remark.PASSWORD: lambda each: each.outcome == "password",
        Remark.FAILED: lambda each: each.state == State.FAILED,
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
            said = " ".join((each.name, *each.facts.tags, each.facts.responsible, each.facts.description))
            return word.text in folded(said) or each.kind in word.kinds or Status.of(each) in word.statuses

        rows = [each for each in self._of(kb_id) if all(matches(each, word) for word in query.words)]
        rows = [each for each in rows if query.only is None or self._has(each, query.only, query.today)]
        rows = [each for each in rows if not query.tag or query.tag in each.facts.tags]
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

    async def counts_by_remark(self, kb_id: str, today: date) -> dict[Remark, int]:
        return {each: sum(self._has(row, each, today) for row in self._of(kb_id)) for each in Remark}

    def _has(self, document: DocumentInfo, remark: Remark, today: date) -> bool:
        review_by = document.facts.review_by
        if remark is Remark.DUE:
            return review_by is not None and review_by <= today
        return self._REMARKS[remark](document)

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


class FakeReading:
    """A library's `reading` of which a test says what it gives.

    Attributes:
        pages: What was read, by document.
        pictures: Pictures of pages, by number; None, or an error that is raised.
        gate: Pictures and reading wait for it.
        drawn: Numbers of the pages whose pictures were asked for.
        wanted: What was to be read again, unlocked or converted.
        password: What opens locked files.
        can_convert: Whether LibreOffice is there.
        problem: What is raised instead of reading.
        keyring_problem: Why the keyring could not be used.
    """

    def __init__(self, documents: dict[str, DocumentInfo], tell: Callable[[DocumentInfo], None]) -> None:
        self._documents = documents
        self._tell = tell
        self.pages: dict[str, list[PageText]] = {}
        self.pictures: dict[int, bytes | KbError] = {}
        self.gate = asyncio.Event()
        self.gate.set()
        self.drawn: list[int] = []
        self.wanted: list[tuple[Any, ...]] = []
        self.password = ""
        self.can_convert = False
        self.problem: KbError | None = None
        self.keyring_problem: Text | None = None

    async def sections(self, document_id: str) -> list[PageText]:
        return self.pages.get(document_id, [])

    async def picture(self, document_id: str, page: int, longest_side: int) -> bytes | None:
        self.drawn.append(page)
        await self.gate.wait()
        picture = self.pictures.get(page)
        if isinstance(picture, KbError):
            raise picture
        return picture

    async def read_again(self, document_id: str, ocr_pages: Iterable[int]) -> list[AddResult]:
        numbers = set(ocr_pages)
        self.wanted.append(("read", document_id, sorted(numbers)))
        await self.gate.wait()
        if self.problem is not None:
            raise self.problem
        self.pages[document_id] = [
            replace(each, state=PageState.OCR, text=f"OCR of {each.number}", ocr_confidence=0.876)
            if each.number in numbers
            else each
            for each in self.pages[document_id]
        ]
        document = self._documents[document_id]
        return [self._ended(replace(document, pages=tuple(each.state for each in self.pages[document_id])))]

    async def unlock(self, document_ids: Sequence[str], password: str, *, remember: bool) -> list[AddResult]:
        self.wanted.append(("unlock", list(document_ids), password, remember))
        await self.gate.wait()
        if self.problem is not None:
            raise self.problem
        done = {"state": State.DONE, "outcome": "text", "message": None, "passage_count": 1}
        changes: dict[str, Any] = done if password == self.password else {}
        return [self._ended(replace(self._documents[each], **changes)) for each in document_ids]

    async def convert(self, document_ids: Sequence[str]) -> list[AddResult]:
        self.wanted.append(("convert", list(document_ids)))
        done = {"state": State.DONE, "outcome": "text", "message": None}
        return [self._ended(replace(self._documents[each], **done)) for each in document_ids]

    def _ended(self, document: DocumentInfo) -> AddResult:
        self._tell(document)
        return AddResult(document.path, document, is_new=True, message=document.message)
