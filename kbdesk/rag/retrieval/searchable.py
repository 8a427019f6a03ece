"""The part of a knowledge base that answers queries."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from kbdesk.embedding.base import EmbeddingModelBase
from kbdesk.errors import CollectionMissingError, EmbeddingError
from kbdesk.message import DataBlock, TextBlock
from kbdesk.rag.document import VectorSearchResult
from kbdesk.rag.retrieval.finding import Query
from kbdesk.rag.retrieval.fusion import Mode, Ranked, Standing
from kbdesk.rag.retrieval.narrowed import Key, Narrowed, key_of
from kbdesk.rag.retrieval.relevance import relevance_of
from kbdesk.rag.retrieval.search import Search
from kbdesk.rag.stores.base import VectorStoreBase
from kbdesk.rag.stores.checks import check_name, check_top_k
from kbdesk.rag.stores.filters import EVERYTHING, Only
from kbdesk.rag.stores.scope import checked_scope
from kbdesk.texts import text

T = TypeVar("T")
Content = str | TextBlock | DataBlock


class SearchableCollection:
    """A collection of a store that is searched with one model, within a scope."""

    def __init__(
        self,
        embedding_model: EmbeddingModelBase,
        vector_store: VectorStoreBase,
        collection: str,
        metadata_filter: Mapping[str, Any] | None,
    ) -> None:
        """Set up a handle.

        Raises:
            InputError: The collection's name or the filter cannot be used.
        """
        check_name(collection)
        self._embedding_model = embedding_model
        self._vector_store = vector_store
        self._collection = collection
        self._scope = checked_scope(metadata_filter)
        self._ensured = False
        self._ensure_lock = asyncio.Lock()

    @property
    def embedding_model(self) -> EmbeddingModelBase:
        """The model of all chunks and queries."""
        return self._embedding_model

    @property
    def vector_store(self) -> VectorStoreBase:
        """The store."""
        return self._vector_store

    @property
    def collection(self) -> str:
        """The collection in the store."""
        return self._collection

    @property
    def metadata_filter(self) -> dict[str, Any] | None:
        """A copy of the pairs that bound every operation, or None."""
        return dict(self._scope) or None

    @property
    def modes(self) -> frozenset[Mode]:
        """How can be searched: by words only with full text, by meaning only with a model that tells texts apart."""
        has_words = self._vector_store.has_text_search
        modes: set[Mode] = {"words"} if has_words else set()
        if self._embedding_model.dimensions > 1:  # else all texts have one vector
            modes |= {"meaning", "hybrid"} if has_words else {"meaning"}
        return frozenset(modes)

    async def ensure_collection(self) -> None:
        """Make the collection unless it exists; asks the store once per handle.

        Raises:
            ModelMismatchError: It exists and was made with another model.
        """
        if self._ensured:
            return
        async with self._ensure_lock:
            if not self._ensured:
                await self._vector_store.create_collection(self._collection, self._embedding_model.dimensions)
                self._ensured = True

    async def search(
        self,
        queries: Sequence[Content],
        top_k: int = 5,
        score_threshold: float | None = None,
        *,
        mode: Mode = "hybrid",
        only: Only = EVERYTHING,
    ) -> list[VectorSearchResult]:
        """Return the passages that answer any of the queries, each once, best first; see `find`."""
        return [ranked.result for ranked in await self.find(queries, top_k, score_threshold, mode=mode, only=only)]

    async def find(
        self,
        queries: Sequence[Content],
        top_k: int = 5,
        score_threshold: float | None = None,
        *,
        mode: Mode = "hybrid",
        only: Only = EVERYTHING,
    ) -> list[Ranked]:
        """Return the passages that answer any of the queries, each once, with what speaks for them.

        Args:
            queries: Embedded in one call. Blank ones, and pictures if the model takes only text, find nothing.
            top_k: At most so many, over all queries.
            score_threshold: Passages whose score by meaning is below it are left out.
            mode: By what.

                - "hybrid": by meaning in each language of the passages and by words, fused by rank; what is meant to
                  the letter first, weak ones last. By one of the two where the other cannot be (see `modes`).
                - "meaning": the nearest to any query by score, whatever their language.
                - "words": as "hybrid" without a model.
            only: What the search is narrowed to, within the filter of the knowledge base.

        Raises:
            NotImplementedError: Words are asked for, and the store has no full text.
            InputError: `top_k` is not above zero.
            EmbeddingError: The model cannot be reached or answers nonsense.
            StoreError: The store cannot be read.
        """
        asked = [(number, query) for number, query in enumerate(queries) if _can_embed(query, self._embedding_model)]
        if not asked:
            return []
        check_top_k(top_k)
        search = self._searching(mode, only, score_threshold)
        made = await self._made(asked, search.mode)

        async def work() -> list[Ranked]:
            return await search.ranked(await _all(search.find(query, top_k) for query in made), top_k)

        return await self._with_collection(work)

    async def search_text(self, queries: Sequence[str], top_k: int = 5) -> list[VectorSearchResult]:
        """Return the chunks whose words match any of the queries best (BM25), best first; needs no model.

        Raises:
            NotImplementedError: The store has no full text.
            InputError: `top_k` is not above zero.
            StoreError: The store cannot be read.
        """
        asked = [query for query in queries if query.strip()]
        if not asked:
            return []
        check_top_k(top_k)
        found = await self._with_collection(
            lambda: _all(
                self._vector_store.search_text(self._collection, query, top_k=top_k, **self._scope_argument())
                for query in asked
            )
        )
        best: dict[Key, VectorSearchResult] = {}
        for hit in sorted(itertools.chain.from_iterable(found), key=lambda hit: -hit.score):
            best.setdefault(key_of(hit), hit)
        return list(best.values())[:top_k]

    async def ranks(self, query: Content, document_id: str, *, only: Only = EVERYTHING) -> list[Standing]:
        """Return how all passages of a document stand in a search, in the document's order; those turned off left out.

        Raises:
            NotImplementedError: The store cannot page.
            EmbeddingError: The model cannot be reached or answers nonsense.
            StoreError: The store cannot be read.
        """
        if not _can_embed(query, self._embedding_model):
            return []
        search = self._searching("hybrid", only)
        [made] = await self._made([(0, query)], search.mode)
        return await self._with_collection(lambda: search.standings(made, document_id))

    def _searching(self, mode: Mode, only: Only, least: float | None = None) -> Search:
        way: Mode = "words" if mode == "hybrid" and "meaning" not in self.modes else mode
        if way == "words" and "words" not in self.modes:
            raise NotImplementedError
        source = Narrowed(self._vector_store, self._collection, self._scope, only)
        return Search(source, way, relevance_of(self._embedding_model.identity), least)

    async def _made(self, asked: Sequence[tuple[int, Content]], mode: Mode) -> list[Query]:
        """Return the queries with their vectors if the mode needs them; the collection must fit the model."""
        await self.ensure_collection()
        texts = ["" if isinstance(query, DataBlock) else _text_of(query) for _, query in asked]
        if mode == "words":
            return [Query(number, words) for (number, _), words in zip(asked, texts, strict=True)]
        vectors = (await self._embedding_model([query for _, query in asked], purpose="query")).embeddings
        check_count(len(vectors), len(asked))
        return [Query(number, words, vector) for (number, _), words, vector in zip(asked, texts, vectors, strict=True)]

    async def _with_collection(self, operation: Callable[[], Awaitable[T]]) -> T:
        """Run an operation on the collection; where another handle deleted that, once more on a new one."""
        await self.ensure_collection()
        try:
            return await operation()
        except CollectionMissingError:
            self._ensured = False
            await self.ensure_collection()
            return await operation()

    def _scope_argument(self) -> dict[str, Any]:
        """Return the filter as a keyword only where there is one, so that a store without filters works as well."""
        return {"metadata_filter": dict(self._scope)} if self._scope else {}


def check_count(actual: int, expected: int) -> None:
    """Refuse another number of vectors than of texts.

    Raises:
        EmbeddingError: The numbers differ.
    """
    if actual != expected:
        raise EmbeddingError(
            text(
                "knowledge",
                "The search model answered for {actual} of {expected} texts.",
                actual=actual,
                expected=expected,
            ),
            text("knowledge", "Try again, or choose another search model."),
        )


def _text_of(query: str | TextBlock) -> str:
    return query.text if isinstance(query, TextBlock) else query


def _can_embed(query: Content, model: EmbeddingModelBase) -> bool:
    return model.supports_multimodal if isinstance(query, DataBlock) else bool(_text_of(query).strip())


async def _all(searches: Iterable[Coroutine[Any, Any, T]]) -> list[T]:
    """Return what all searches find; if some fail, raise the first failure once none is under way any more."""
    results = await asyncio.gather(*searches, return_exceptions=True)
    found: list[T] = []
    for result in results:
        if isinstance(result, BaseException):
            raise result
        found.append(result)
    return found
