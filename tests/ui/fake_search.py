"""A search over the documents in memory: a passage that has the words of a query answers it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence

from kbdesk.library.search.types import FilterValues, Occurrence, Request, Results
from kbdesk.library.types import DocumentInfo, Hit, Why
from kbdesk.rag.document import Chunk
from kbdesk.texts import text
from kbdesk.ui.models.passage_marks import is_off


class FakeSearch:
    """What `FakeLibrary.find` does.

    Attributes:
        requests: What was asked, in order.
    """

    def __init__(
        self, documents: Mapping[str, DocumentInfo], chunks: Callable[..., Awaitable[Sequence[Chunk]]]
    ) -> None:
        self.requests: list[Request] = []
        self._documents = documents
        self._chunks = chunks

    async def find(self, request: Request) -> Results:
        self.requests.append(request)
        hits: list[Hit] = []
        for row in list(self._documents.values()):
            if (request.kb_ids is None or row.knowledge_base_id in request.kb_ids) and _passes(row, request):
                for chunk in [each for each in await self._chunks(row.id, limit=10_000) if not is_off(each.metadata)]:
                    hits += [_hit(row, chunk, query, len(hits)) for query in _first_match(chunk, request)]
        hits = [hit for hit in hits if request.min_score is None or hit.score >= request.min_score]
        return Results(hits[: request.top_k], answered=1)

    async def sentences(self, hits: Sequence[Hit]) -> list[tuple[int, int] | None]:
        """Return the first sentence of each."""
        return [(0, hit.chunk.text.find(".") + 1) if "." in hit.chunk.text else None for hit in hits]

    async def filter_values(self, kb_ids: Sequence[str] | None) -> FilterValues:
        rows = [each for each in self._documents.values() if kb_ids is None or each.knowledge_base_id in kb_ids]
        return FilterValues(
            folders=_counted([each.name.rpartition("/")[0] for each in rows if "/" in each.name]),
            tags=_counted([tag for each in rows for tag in each.facts.tags]),
            kinds=_counted([each.kind for each in rows]),
            languages=_counted(["en" for _ in rows]),
        )


def _passes(row: DocumentInfo, request: Request) -> bool:
    filters = request.filters
    return (
        (not filters.document_ids or row.id in filters.document_ids)
        and (not filters.kinds or row.kind in filters.kinds)
        and (not filters.folders or any(row.name.startswith(f"{each}/") for each in filters.folders))
        and all(tag in row.facts.tags for tag in filters.tags)
    )


def _first_match(chunk: Chunk, request: Request) -> list[str]:
    queries = [query for query in request.queries if isinstance(query, str)]
    return [query for query in queries if query.lower() in chunk.text.lower()][:1]


def _hit(row: DocumentInfo, chunk: Chunk, query: str, count: int) -> Hit:
    at = chunk.text.lower().find(query.lower())
    place = text("place", "page {page}", page=chunk.chunk_index + 1)
    why = Why(query, "en", meaning_rank=None, words_rank=count + 1, words=(query,))
    return Hit(count + 1, 1 - count / 100, "words", row, chunk, place, ((at, at + len(query)),), why)


def _counted(values: Sequence[str]) -> list[Occurrence]:
    return [Occurrence(value, values.count(value)) for value in sorted(set(values))]
