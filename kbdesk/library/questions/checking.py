"""One check question, asked once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from kbdesk.errors import KbError
from kbdesk.library.models import WORDS
from kbdesk.library.questions.quotes import holds
from kbdesk.library.questions.rows import QuestionRows
from kbdesk.library.questions.types import DEPTH, Question, Reason, Result
from kbdesk.library.search.types import Request, Results
from kbdesk.library.types import DocumentInfo, Hit, KnowledgeBaseInfo
from kbdesk.rag.document import OFF, Chunk
from kbdesk.texts import text

_SCAN_CHUNKS = 200


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
        if document.id != question.wanted.document_id:
            await self._rows.adopt(question.id, document)
        if not document.passage_count:
            return Result(question.id, Reason.BEING_READ if document.state.is_work else Reason.NOT_READ)
        try:
            return await self._ask(question, base, document)
        except KbError as error:
            return Result(question.id, Reason.NO_ANSWER, problem=error.sentence)

    async def place(self, question: Question, document: DocumentInfo) -> Chunk | None:
        """Return the first passage of a document that is what a question expects, or None."""
        offset = 0
        while chunks := await self._chunks(document.id, offset=offset, limit=_SCAN_CHUNKS):
            for chunk in chunks:
                if holds(chunk.text, question.wanted.quote):
                    return chunk
            offset += len(chunks)
        return None

    async def _ask(self, question: Question, base: KnowledgeBaseInfo, document: DocumentInfo) -> Result:
        wanted = question.wanted
        results = await self._find(Request((wanted.query,), (base.id,), top_k=DEPTH, mode=wanted.mode))
        for failure in results.failures:
            return Result(question.id, Reason.NO_ANSWER, problem=failure.error.sentence)
        hits = [*results.hits, *results.weak]
        if wanted.mode != "words" and _is_without_model(base, results):
            return Result(question.id, Reason.NO_ANSWER, problem=_NO_MODEL)
        instead = _instead(hits, document, wanted.quote)
        for rank, hit in enumerate(hits, start=1):
            if hit.document.id == document.id and holds(hit.chunk.text, wanted.quote):
                reason = Reason.FOUND if rank <= wanted.first else Reason.FURTHER_DOWN
                return Result(question.id, reason, rank, hit.is_weak, instead)
        return Result(question.id, await self._why_not(question, document), instead_id=instead)

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


def _instead(hits: Sequence[Hit], document: DocumentInfo, quote: str) -> str:
    """Return the document of the first hit, unless that is the expected passage."""
    if not hits or (hits[0].document.id == document.id and holds(hits[0].chunk.text, quote)):
        return ""
    return hits[0].document.id
