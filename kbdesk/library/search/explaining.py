"""“I expected this passage”: why a search finds it or not."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from kbdesk.errors import InputError
from kbdesk.library.bases import OpenBases
from kbdesk.library.catalog import Catalog
from kbdesk.library.database import Database
from kbdesk.library.documents import Documents, no_such_document
from kbdesk.library.models import WORDS
from kbdesk.library.search import reasons
from kbdesk.library.search.filtering import excluding
from kbdesk.library.search.finding import Finder, says_something
from kbdesk.library.search.reasons import MOST_SHOWN, Reason
from kbdesk.library.search.types import Explanation, Filters, Request, Results
from kbdesk.library.types import DocumentInfo, Hit, State
from kbdesk.rag.document import OFF, Chunk
from kbdesk.rag.language import UNKNOWN
from kbdesk.texts import text

_DEEP = 1000
"""So many places are looked at; nobody reads on that far."""

_QUOTES = " \"'“”„«»「」"
_EXISTING = """
    SELECT d.*, b.name AS base, b.deletion_id AS base_deletion
    FROM documents d JOIN knowledge_bases b ON b.id = d.knowledge_base_id WHERE d.id = ?
"""


@dataclass(frozen=True)
class _Expected:
    """What a person expected.

    Attributes:
        document: The document.
        base: The name of its knowledge base.
        is_gone: Whether it is in the trash.
        is_base_gone: Whether its knowledge base is.
        chunk: The passage, or None for any of the document.
    """

    document: DocumentInfo
    base: str
    is_gone: bool
    is_base_gone: bool
    chunk: Chunk | None = None

    def is_met_by(self, hit: Hit) -> bool:
        """Return whether a hit is what was expected."""
        is_passage = self.chunk is None or hit.chunk.chunk_index == self.chunk.chunk_index
        return hit.document.id == self.document.id and is_passage

    def first_in(self, hits: Sequence[Hit]) -> Hit | None:
        """Return the first hit that is what was expected."""
        return next((hit for hit in hits if self.is_met_by(hit)), None)


class Explainer:
    """Looks for an expected passage the way a search does, and further."""

    def __init__(
        self, database: Database, finder: Finder, *, catalog: Catalog, documents: Documents, bases: OpenBases
    ) -> None:
        """Use the open parts of a library."""
        self._database = database
        self._finder = finder
        self._catalog = catalog
        self._documents = documents
        self._bases = bases

    async def explain(self, request: Request, document_id: str, chunk_index: int | None) -> Explanation:
        """Return why a passage is found or not; see `Library.explain`."""
        expected = await self._expected(document_id)
        request = replace(request, queries=tuple(filter(says_something, request.queries)))
        reason = await self._kept_out(request, expected)
        if reason is not None:
            return _explanation(expected, reason)
        if chunk_index is not None:
            expected = replace(expected, chunk=await self._chunk(expected.document, chunk_index))
            if expected.chunk is not None and expected.chunk.metadata.get(OFF):
                return _explanation(expected, reasons.TURNED_OFF)
        return await self._searched(request, expected)

    async def _expected(self, document_id: str) -> _Expected:
        def work(connection: sqlite3.Connection) -> _Expected:
            row = connection.execute(_EXISTING, (document_id,)).fetchone()
            if row is None:
                raise no_such_document()
            is_gone, is_base_gone = row["deletion_id"] is not None, row["base_deletion"] is not None
            return _Expected(self._documents.info(row), row["base"], is_gone, is_base_gone)

        return await self._database.read(work)

    async def _kept_out(self, request: Request, expected: _Expected) -> Reason | None:
        """Return what keeps the whole document out of the search."""
        document = expected.document
        if expected.is_gone:
            return reasons.IN_TRASH
        if expected.is_base_gone:
            return reasons.BASE_IN_TRASH
        if not request.queries:
            return reasons.NO_QUESTION
        if request.kb_ids is not None and document.knowledge_base_id not in request.kb_ids:
            return reasons.elsewhere(expected.base)
        if not document.passage_count:
            return reasons.unread(document)
        for name in await excluding(self._database, request.filters, document.id):
            return reasons.filtered(name)
        return None

    async def _searched(self, request: Request, expected: _Expected) -> Explanation:
        """Return what the search itself makes of a passage."""
        document = expected.document
        shown = await self._finder.find(request)
        for failure in shown.failures:
            if failure.base.id == document.knowledge_base_id:
                return _explanation(expected, reasons.not_searched(failure.error.sentence))
        hit = expected.first_in(_all(shown))
        if hit is None or hit.is_weak:
            chunks = await self._chunks(document, 0, document.passage_count)
            if not chunks:
                return _explanation(expected, reasons.LOST)
            if all(chunk.metadata.get(OFF) for chunk in chunks):
                return _explanation(expected, reasons.ALL_TURNED_OFF)
            if (cut := _cut(request, expected, chunks)) is not None:
                return _explanation(expected, cut, hit, is_found=hit is not None)
        if hit is not None:
            return _explanation(expected, reasons.found(hit), hit, is_found=True)
        return await self._not_shown(request, expected, shown)

    async def _not_shown(self, request: Request, expected: _Expected, shown: Results) -> Explanation:
        """Return why a passage is not among the hits."""
        if (hit := _twin(expected, _all(shown))) is not None:
            return _explanation(expected, reasons.twin(hit))
        if (hit := await self._behind(request, expected)) is not None:
            return _explanation(expected, reasons.behind(hit, request.top_k), hit)
        if expected.chunk is None and expected.document.state is not State.DONE:
            return _explanation(expected, reasons.OLDER_VERSION)
        hit = await self._alone(request, expected)
        if hit is None:
            base = await self._catalog.base(expected.document.knowledge_base_id)
            return _explanation(expected, reasons.no_word(can_mean=base.info.embedding != WORDS))
        return _explanation(expected, _left_out(request, hit) or reasons.far(_DEEP), hit)

    async def _behind(self, request: Request, expected: _Expected) -> Hit | None:
        """Return the hit that comes when more are shown; what stands for the expected one counts as well.

        The more hits are asked for, the more passages are compared, so places differ a little: where a person can see
        it, it is the one that will be shown.
        """
        shown = request.top_k
        for most in (MOST_SHOWN, _DEEP):
            if shown < most:
                hits = _all(await self._finder.find(replace(request, top_k=most)))
                if (hit := expected.first_in(hits) or _twin(expected, hits)) is not None:
                    return replace(hit, rank=max(hit.rank, shown + 1))
                shown = most
        return None

    async def _alone(self, request: Request, expected: _Expected) -> Hit | None:
        """Search for a passage in its document only."""
        document = expected.document
        results = await self._finder.find(
            Request(
                request.queries,
                (document.knowledge_base_id,),
                top_k=document.passage_count,
                mode=request.mode,
                filters=Filters(document_ids=(document.id,)),
            )
        )
        return expected.first_in(_all(results))

    async def _chunk(self, document: DocumentInfo, index: int) -> Chunk:
        chunks = await self._chunks(document, index, 1)
        if not chunks:
            raise InputError(
                text("search", "This passage is no longer there."),
                text("search", "Choose another one of the document."),
            )
        return chunks[0]

    async def _chunks(self, document: DocumentInfo, offset: int, limit: int) -> list[Chunk]:
        base = await self._catalog.base(document.knowledge_base_id)
        store = await self._bases.store(base)
        return await store.list_chunks(base.collection, document.id, offset=offset, limit=limit)


def _all(results: Results) -> list[Hit]:
    return [*results.hits, *results.weak]


def _left_out(request: Request, hit: Hit) -> Reason | None:
    """Return what leaves a passage out that is found without it."""
    if request.filters.languages and hit.why.language not in (UNKNOWN, *request.filters.languages):
        return reasons.WRONG_LANGUAGE
    if request.min_score is not None and hit.score_kind == "meaning" and hit.score < request.min_score:
        return reasons.below(hit, request.min_score)
    return None


def _twin(expected: _Expected, hits: Sequence[Hit]) -> Hit | None:
    """Return the hit that stands for an expected passage, because its document has the same content."""
    for hit in hits:
        same_text = expected.chunk is None or hit.chunk.text == expected.chunk.text
        if same_text and hit.document.sha256 == expected.document.sha256:
            return hit
    return None


def _cut(request: Request, expected: _Expected, chunks: Sequence[Chunk]) -> Reason | None:
    """Return that what was asked for stands in two passages, if the expected one is one of them."""
    phrases = [" ".join(query.strip(_QUOTES).split()) for query in request.queries if isinstance(query, str)]
    texts = [" ".join(chunk.text.split()).casefold() for chunk in chunks]
    wanted = None if expected.chunk is None else expected.chunk.chunk_index
    for phrase in phrases:
        folded = phrase.casefold()
        if any(folded in passage for passage in texts):
            continue
        for index, (first, second) in enumerate(pairwise(texts)):
            is_expected = wanted in (None, index, index + 1)
            if is_expected and (folded in f"{first} {second}" or folded in first + second):
                return reasons.cut_in_two(phrase, index + 1)
    return None


def _explanation(expected: _Expected, reason: Reason, hit: Hit | None = None, *, is_found: bool = False) -> Explanation:
    passage = hit.chunk if hit is not None and expected.is_met_by(hit) else expected.chunk
    return Explanation(
        document=expected.document,
        chunk_index=None if passage is None else passage.chunk_index,
        found_at=hit.rank if hit is not None and is_found else None,
        reason=reason.reason,
        next_step=reason.next_step,
        act=reason.act,
    )
