"""Search over knowledge bases."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from kbdesk.errors import StoreError
from kbdesk.library.bases import OpenBases
from kbdesk.library.catalog import Base, Catalog
from kbdesk.library.concurrency import run_together
from kbdesk.library.database import Database
from kbdesk.library.documents import Documents
from kbdesk.library.passages import with_name
from kbdesk.library.search.asking import Asked, ask, notices_of
from kbdesk.library.search.filtering import narrowing
from kbdesk.library.search.marks import Marker
from kbdesk.library.search.merging import Answer, Scored, merge
from kbdesk.library.search.types import Failure, FilterValues, Request, Results
from kbdesk.library.search.values import filter_values
from kbdesk.library.types import DocumentInfo, Hit, Why
from kbdesk.message import DataBlock
from kbdesk.rag.language import language_of
from kbdesk.rag.place import place_of


class Finder:
    """Finds what answers a request, in all knowledge bases at once."""

    def __init__(self, database: Database, *, catalog: Catalog, documents: Documents, bases: OpenBases) -> None:
        """Use the open parts of a library."""
        self._database = database
        self._catalog = catalog
        self._documents = documents
        self._bases = bases

    async def find(self, request: Request) -> Results:
        """Return what answers a request; see `Library.find`."""
        bases = await self.bases(request.kb_ids)
        request = replace(request, queries=tuple(filter(says_something, request.queries)))
        if not request.queries or request.top_k < 1:
            return Results()
        asked = await self._ask(bases, request)
        found = merge([each.answer for each in asked if isinstance(each.answer, Answer)])
        failures = [each.answer for each in asked if isinstance(each.answer, Failure)]
        hits = await self._hits(found, request)
        return Results(
            hits=[hit for hit in hits if not hit.is_weak],
            weak=[hit for hit in hits if hit.is_weak],
            failures=failures,
            notices=notices_of(asked),
            answered=len(asked) - len(failures),
        )

    async def filter_values(self, kb_ids: Sequence[str] | None) -> FilterValues:
        """Return what searches can be filtered by; see `Library.filter_values`."""
        bases = await self.bases(kb_ids)
        languages: Counter[str] = Counter()
        for counts in await run_together([self._languages(base) for base in bases if base.info.passage_count]):
            languages.update(counts)
        return await filter_values(self._database, [base.info.id for base in bases], languages)

    async def takes_pictures(self, kb_ids: Sequence[str] | None) -> bool:
        """Return whether a picture can be a question; see `Library.takes_pictures`."""
        return any([await self._bases.takes_pictures(base) for base in await self.bases(kb_ids)])

    async def _languages(self, base: Base) -> Mapping[str, int]:
        """Return how many passages there are in each language that can be told; none where the store cannot tell."""
        try:
            store = await self._bases.store(base)
            counts = await store.languages(base.collection)
        except (NotImplementedError, StoreError):
            return {}
        return {language: count for language, count in counts.items() if language}

    async def bases(self, kb_ids: Sequence[str] | None) -> list[Base]:
        """Return knowledge bases, each once; all of them when None.

        Raises:
            InputError: One of them is not there.
        """
        if kb_ids is None:
            return await self._catalog.bases()
        return [await self._catalog.base(kb_id) for kb_id in dict.fromkeys(kb_ids)]

    async def _ask(self, bases: Sequence[Base], request: Request) -> list[Asked]:
        filled = [base for base in bases if base.info.passage_count]
        only_in = await narrowing(self._database, request.filters, [base.info.id for base in filled])
        narrowed = [(base, only_in(base.info.id)) for base in filled]
        return await run_together(
            [ask(base, request, only, self._bases) for base, only in narrowed if only.document_ids != frozenset()]
        )

    async def _hits(self, found: Sequence[Scored], request: Request) -> list[Hit]:
        infos = await self._documents.get(list({each.ranked.result.document_id for each in found}))
        there = [each for each in found if each.ranked.result.document_id in infos][: request.top_k]
        # Marking a thousand passages, as an explanation needs it, takes a second.
        return await asyncio.to_thread(_marked, there, infos, request) if there else []


def says_something(query: str | DataBlock) -> bool:
    """Return whether a query is not blank."""
    return isinstance(query, DataBlock) or bool(query.strip())


def _marked(found: Sequence[Scored], infos: Mapping[str, DocumentInfo], request: Request) -> list[Hit]:
    """Return hits, in their order, with what in them answers their query."""
    queries = [query if isinstance(query, str) else "" for query in request.queries]
    marker = Marker([query for query in queries if query])
    languages = [language_of(query) for query in queries]
    return [
        _hit(
            rank,
            each,
            infos[each.ranked.result.document_id],
            query=queries[each.ranked.query],
            query_language=languages[each.ranked.query],
            marker=marker,
        )
        for rank, each in enumerate(found, start=1)
    ]


def _hit(rank: int, scored: Scored, document: DocumentInfo, *, query: str, query_language: str, marker: Marker) -> Hit:
    ranked = scored.ranked
    chunk = with_name(ranked.result.chunk, document)
    marks = marker.marks(chunk.text, ranked.language if ranked.result.language is None else ranked.result.language)
    return Hit(
        rank=rank,
        score=ranked.result.score,
        score_kind=scored.score_kind,
        document=document,
        chunk=chunk,
        place=place_of(chunk.metadata),
        spans=marks.spans,
        why=Why(
            query=query,
            language=ranked.language,
            meaning_rank=ranked.meaning_rank,
            words_rank=ranked.words_rank,
            exact=marks.exact,
            words=marks.words,
            query_language=query_language,
        ),
        is_weak=ranked.is_weak,
    )
