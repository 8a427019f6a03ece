"""One check question, asked once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from kbdesk.errors import KbError
from kbdesk.library.models import WORDS
from kbdesk.library.questions.quotes import LEAST_SHARE, share_of
from kbdesk.library.questions.rows import Expected, QuestionRows
from kbdesk.library.questions.types import DEPTH, Question, Reason, Result
from kbdesk.library.search.types import Request, Results
from kbdesk.library.types import DocumentInfo, Hit, KnowledgeBaseInfo
from kbdesk.rag.document import OFF, Chunk
from kbdesk.texts import text

_SCAN_CHUNKS = 200

_CLEARLY = 0.1
"""Share of a quote that makes a difference between two passages."""


class Chunks(Protocol):
    """Gives the passages of a document, as `Library.chunks` does."""

    def __call__(self, document_id: str, *, offset: int = 0, limit: int = 30) -> Awaitable[list[Chunk]]:
        """Return the passages with `offset` <= chunk_index < `offset` + `limit`."""
        ...


Find = Callable[[Request], Awaitable[Results]]


class Checker:
    """Asks questions as a person would, and looks where the expected passage is."""

    def __init__(self, rows: QuestionRows, find: Find, chunks: Chunks) -> None:
        """Use the search of a library.

        Args:
            rows: The questions.
            find: Searches.
            chunks: Gives the passages of a document.
        """
        self._rows = rows
        self._find = find
        self._chunks = chunks

    async def check(self, question: Question, base: KnowledgeBaseInfo) -> Result:
        """Ask a question of a knowledge base and return what came of it."""
        expected = await self._rows.expected(question)
        document = expected.document
        if document is None:
            return Result(question.id, Reason.IN_TRASH if expected.is_in_trash else Reason.GONE)
        if document.id != question.wanted.document_id and await self._is_successor(question, expected):
            await self._rows.adopt(question.id, document)
        if not document.passage_count:
            return Result(question.id, Reason.BEING_READ if document.state.is_work else Reason.NOT_READ)
        try:
            return await self._ask(question, base, document)
        except KbError as error:
            return Result(question.id, Reason.NO_ANSWER, problem=error.sentence)

    async def _is_successor(self, question: Question, expected: Expected) -> bool:
        """Return whether a document of the same name is expected for good, not only until the other one is back."""
        if not expected.is_in_trash or expected.document is None:
            return True
        return bool(question.wanted.quote) and await self.place(question, expected.document) is not None

    async def place(self, question: Question, document: DocumentInfo) -> Chunk | None:
        """Return the passage of a document that says most of what a question expects, or None if none says enough."""
        best, most, offset = None, 0.0, 0
        while most < 1 and (chunks := await self._chunks(document.id, offset=offset, limit=_SCAN_CHUNKS)):
            for chunk in chunks:
                share = share_of(chunk.text, question.wanted.quote)
                if share >= LEAST_SHARE and share > most:
                    best, most = chunk, share
            offset += len(chunks)
        return best

    async def _ask(self, question: Question, base: KnowledgeBaseInfo, document: DocumentInfo) -> Result:
        wanted = question.wanted
        results = await self._find(Request((wanted.query,), (base.id,), top_k=DEPTH, mode=wanted.mode))
        for failure in results.failures:
            return Result(question.id, Reason.NO_ANSWER, problem=failure.error.sentence)
        hits = [*results.hits, *results.weak]
        if wanted.mode != "words" and _is_without_model(base, results):
            return Result(question.id, Reason.NO_ANSWER, problem=_NO_MODEL)
        is_expected = await self._are_expected(question, document, hits)
        instead = hits[0].document.id if hits and not is_expected[0] else ""
        if True not in is_expected:
            return Result(question.id, await self._why_not(question, document), instead_id=instead)
        rank = is_expected.index(True) + 1
        reason = Reason.FOUND if rank <= wanted.first else Reason.FURTHER_DOWN
        return Result(question.id, reason, rank, hits[rank - 1].is_weak, instead)

    async def _are_expected(self, question: Question, document: DocumentInfo, hits: Sequence[Hit]) -> list[bool]:
        """Return of each hit whether it is the expected passage.

        Rules are worded alike: one that says clearly less of the quote than another passage of the document, which may
        be turned off, is not the one that is meant.
        """
        quote = question.wanted.quote
        shares = [share_of(hit.chunk.text, quote) if hit.document.id == document.id else 0.0 for hit in hits]
        most = 1.0
        if any(LEAST_SHARE <= share < most - _CLEARLY for share in shares):
            best = await self.place(question, document)
            most = most if best is None else share_of(best.text, quote)
        return [share >= max(LEAST_SHARE, most - _CLEARLY) for share in shares]

    async def _why_not(self, question: Question, document: DocumentInfo) -> Reason:
        chunk = await self.place(question, document)
        if chunk is None:
            return Reason.NOT_SAID
        return Reason.TURNED_OFF if chunk.metadata.get(OFF) else Reason.NOT_FOUND


_NO_MODEL = text(
    "questions",
    "The model of this knowledge base cannot be used, so only words were searched, which says nothing of what is"
    " usually found.",
)


def _is_without_model(base: KnowledgeBaseInfo, results: Results) -> bool:
    """Return whether a knowledge base was searched without its model; by meaning, something is always near."""
    hits = [*results.hits, *results.weak]
    is_by_words = any(hit.score_kind == "words" for hit in hits) or (not hits and bool(results.notices))
    return base.embedding != WORDS and is_by_words
