"""What was read from a document, page by page, and reading it again in another way."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from kbdesk.library.bases import OpenBases
from kbdesk.library.catalog import Catalog
from kbdesk.library.documents import Documents
from kbdesk.library.jobs import Queue
from kbdesk.library.passwords import Passwords
from kbdesk.library.sketch import texts_without_overlap
from kbdesk.library.types import AddResult, DocumentInfo
from kbdesk.rag.document import Chunk
from kbdesk.rag.parsers.base import PageState, ReadOptions
from kbdesk.texts import Text
from kbdesk.workers.pool import WorkerPool

_PASSAGES_AT_ONCE = 500
_UNITS = frozenset({"page", "slide", "sheet"})
_WITHOUT_TEXT = frozenset({PageState.PICTURE, PageState.GARBLED, PageState.UNREAD, PageState.BLANK})


@dataclass(frozen=True)
class PageText:
    """What was read from a page, slide or sheet, as it can be found.

    Attributes:
        number: From 1, in the order of the file.
        label: What is printed on it, or the name of the sheet, or the headings above it; or "".
        state: How it was read.
        text: What was read.
        ocr_confidence: How sure OCR was on average, 0 to 1; None where nothing was read by OCR.
    """

    number: int
    label: str
    state: PageState
    text: str
    ocr_confidence: float | None


class Rereading:
    """Shows what was read from documents, and reads them again as a person wants it.

    Attributes:
        can_convert: Whether there is a LibreOffice that reads old Word and PowerPoint files.
    """

    def __init__(
        self,
        *,
        catalog: Catalog,
        documents: Documents,
        bases: OpenBases,
        queue: Queue,
        pool: WorkerPool,
        passwords: Passwords,
        can_convert: bool,
    ) -> None:
        """Use the open parts of a library."""
        self.can_convert = can_convert
        self._catalog = catalog
        self._documents = documents
        self._bases = bases
        self._queue = queue
        self._pool = pool
        self._passwords = passwords

    @property
    def keyring_problem(self) -> Text | None:
        """Why the keyring could not be used the last time, or None."""
        return self._passwords.problem

    async def sections(self, document_id: str) -> list[PageText]:
        """Return what was read from a document, page by page; where it has none, heading by heading.

        Raises:
            InputError: There is no such document.
            StoreError: Its passages cannot be read.
        """
        document = await self._documents.one(document_id)
        passages = await self._passages(document)
        return await asyncio.to_thread(_page_texts, document.pages, passages)

    async def picture(self, document_id: str, page: int, longest_side: int) -> bytes | None:
        """Return the picture of a page as PNG, or None where there is none.

        Args:
            document_id: The document.
            page: From 1.
            longest_side: Of the picture, in pixels.

        Raises:
            InputError: There is no such document.
            WorkerError: The library is closing.
        """
        document = await self._documents.one(document_id)
        if document.original is None:
            return None
        draw = partial(self._pool.draw, document.original, document.name, page, longest_side=longest_side)
        try:
            picture = await draw()
            if picture is None and document.media_type == "application/pdf":  # the keyring is asked only where need be
                password = await self._passwords.known(document.sha256)
                picture = None if password is None else await draw(options=ReadOptions(password=password))
        except OSError:  # the copy is gone; a check of the library says so
            return None
        return picture

    async def read_again(self, document_id: str, ocr_pages: Iterable[int]) -> list[AddResult]:
        """Read a document again, these pages (from 1) by OCR from now on, with those chosen before.

        Raises:
            InputError: There is no such document.
            EmbeddingError: The model of its knowledge base cannot be used.
        """
        await self._documents.read_by_ocr(document_id, ocr_pages)
        await self._queue.begin_anew([document_id])  # what is just being read of it is read the old way
        return await (await self._queue.retry([document_id])).results()

    async def unlock(self, document_ids: Sequence[str], password: str, *, remember: bool) -> list[AddResult]:
        """Read protected documents with a password; those it does not open have failed again, and say so.

        It is kept in memory until the library closes, and also tried on other protected files.

        Args:
            document_ids: The documents.
            password: As typed; blanks count.
            remember: Whether the keyring keeps it for the contents it opens; see `keyring_problem`.

        Raises:
            InputError: One of the documents is not there.
            EmbeddingError: The model of a knowledge base cannot be used.
        """
        documents = [await self._documents.one(document_id) for document_id in document_ids]
        self._passwords.note_typed([document.sha256 for document in documents], password)
        results = await (await self._queue.retry(document_ids)).results()
        opened = {result.document.sha256 for result in results if result.document.outcome != "password"}
        if not opened:
            self._passwords.forget_typed(password)
        if remember:
            for content in opened:
                await self._passwords.remember(content)
        return results

    async def convert(self, document_ids: Sequence[str]) -> list[AddResult]:
        """Read old Word and PowerPoint files with the help of an installed LibreOffice; their files stay as they are.

        Raises:
            InputError: One of the documents is not there.
            EmbeddingError: The model of a knowledge base cannot be used.
        """
        await self._documents.convert(document_ids)
        return await (await self._queue.retry(document_ids)).results()

    async def _passages(self, document: DocumentInfo) -> list[Chunk]:
        if not document.passage_count:
            return []
        base = await self._catalog.base(document.knowledge_base_id)
        store = await self._bases.store(base)
        found: list[Chunk] = []
        for offset in range(0, document.passage_count, _PASSAGES_AT_ONCE):
            found += await store.list_chunks(base.collection, document.id, offset=offset, limit=_PASSAGES_AT_ONCE)
        return found


def _page_texts(states: Sequence[PageState], passages: Sequence[Chunk]) -> list[PageText]:
    if not states and not any(passage.metadata.keys() & _UNITS for passage in passages):
        return _by_heading(passages)
    numbers = _numbers(states, passages)
    by_page: defaultdict[int, list[Chunk]] = defaultdict(list)
    for passage in passages:
        by_page[numbers.get(_unit(passage), 1)].append(passage)
    count = max(len(states), *by_page, 0)
    return [_page_text(number, states, by_page.get(number, [])) for number in range(1, count + 1)]


def _by_heading(passages: Sequence[Chunk]) -> list[PageText]:
    parts = groupby(passages, lambda passage: " > ".join(passage.metadata.get("heading_path") or ()))
    read = ((label, list(part)) for label, part in parts)
    return [
        PageText(number, label, PageState.TEXT, _joined(part), _confidence(part))
        for number, (label, part) in enumerate(read, 1)
    ]


def _page_text(number: int, states: Sequence[PageState], passages: Sequence[Chunk]) -> PageText:
    # Of a file without pages nothing is told, nor by a kbdesk that did not yet tell.
    untold = PageState.TEXT if passages else PageState.BLANK
    state = states[number - 1] if number <= len(states) else untold
    labels = (_label(passage) for passage in passages)
    return PageText(number, next(filter(None, labels), ""), state, _joined(passages), _confidence(passages))


def _numbers(states: Sequence[PageState], passages: Sequence[Chunk]) -> dict[int | str, int]:
    """Return the numbers of the units of which passages tell; sheets tell their names only, in their order."""
    units = dict.fromkeys(_unit(passage) for passage in passages)
    with_text = (number for number, state in enumerate(states, 1) if state not in _WITHOUT_TEXT)
    names = [unit for unit in units if isinstance(unit, str)]
    sheets = dict(zip(names, with_text if states else range(1, len(names) + 1), strict=False))
    return {unit: unit for unit in units if isinstance(unit, int)} | sheets


def _unit(passage: Chunk) -> int | str:
    """Return the page or slide of a passage, or the name of its sheet; 1 where there are none."""
    metadata = passage.metadata
    return metadata.get("page") or metadata.get("slide") or metadata.get("sheet") or 1


def _label(passage: Chunk) -> str:
    return str(passage.metadata.get("page_label") or passage.metadata.get("sheet") or "")


def _joined(passages: Sequence[Chunk]) -> str:
    """Return the text of neighbouring passages, without what two of them have in common."""
    joined = ""
    before: Chunk | None = None
    for passage, text in zip(passages, texts_without_overlap(passages), strict=True):
        joined += text if before is None or _goes_on(before, passage) else f"\n\n{text}"
        before = passage
    return joined


def _goes_on(before: Chunk, passage: Chunk) -> bool:
    """Return whether a passage begins inside or at the end of the one before it, in the same text."""
    start, end = passage.metadata.get("start"), before.metadata.get("end")
    return bool(start) and end is not None and before.metadata["start"] < start <= end


def _confidence(passages: Sequence[Chunk]) -> float | None:
    told = [float(each) for passage in passages if (each := passage.metadata.get("ocr_confidence")) is not None]
    return sum(told) / len(told) if told else None
