"""What can be asked of an open library."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal

from kbdesk.library.backups import Backups
from kbdesk.library.listing import Listing
from kbdesk.library.parts import Parts
from kbdesk.library.passages import with_name
from kbdesk.library.plan import AddPlan
from kbdesk.library.search.types import Explanation, FilterValues, Request, Results
from kbdesk.library.similar import SimilarDocuments
from kbdesk.library.types import DocumentInfo, Hit, KnowledgeBaseInfo
from kbdesk.rag.document import Chunk
from kbdesk.settings import EmbeddingChoice, Settings
from kbdesk.texts import Text

_SCAN_CHUNKS = 200


class Reader:
    """The half of `Library` that changes nothing.

    Attributes:
        backups: The backups of the data folder.
    """

    def __init__(self, parts: Parts, settings: Settings, backups: Backups) -> None:
        """Use the open parts of a library."""
        self.backups = backups
        self._parts = parts
        self._settings = settings

    @property
    def settings(self) -> Settings:
        """The settings as last saved."""
        return self._settings

    @property
    def listing(self) -> Listing:
        """The documents by the page, filtered and sorted."""
        return self._parts.listing

    @property
    def similar(self) -> SimilarDocuments:
        """Documents that say much the same."""
        return self._parts.similar

    async def knowledge_bases(self) -> list[KnowledgeBaseInfo]:
        """Return all knowledge bases, in order of creation."""
        return [base.info for base in await self._parts.catalog.bases()]

    async def documents(self, kb_id: str) -> list[DocumentInfo]:
        """Return the documents of a knowledge base, in order of addition."""
        return await self._parts.documents.of(kb_id)

    async def document(self, document_id: str) -> DocumentInfo:
        """Return one document."""
        return await self._parts.documents.one(document_id)

    async def plan(
        self, kb_id: str, paths: Sequence[Path], *, on_progress: Callable[[int], None] | None = None
    ) -> AddPlan:
        """Return what adding files and folders will do; nothing is changed, and nothing is sent.

        Args:
            kb_id: The knowledge base.
            paths: Files and folders.
            on_progress: Told how many files have been looked at.

        Raises:
            InputError: A path is no file and no folder, or there is no such knowledge base.
        """
        return await self._parts.planner.plan(kb_id, paths, self._settings, on_progress)

    async def chunks(self, document_id: str, *, offset: int = 0, limit: int = 30) -> list[Chunk]:
        """Return the passages with `offset` <= chunk_index < `offset` + `limit`, ascending."""
        document = await self._parts.documents.one(document_id)
        if limit <= 0 or not document.passage_count:
            return []
        base = await self._parts.catalog.base(document.knowledge_base_id)
        store = await self._parts.bases.store(base)
        chunks = await store.list_chunks(base.collection, document_id, offset=offset, limit=limit)
        return [with_name(chunk, document) for chunk in chunks]

    async def first_chunk_of(self, document_id: str, unit: Literal["page", "slide"], number: int) -> int | None:
        """Return the index of the first passage at or after a page or slide (from 1), or None if there is none."""
        offset = 0
        while chunks := await self.chunks(document_id, offset=offset, limit=_SCAN_CHUNKS):
            for chunk in chunks:
                if (at := chunk.metadata.get(unit)) is not None and at >= number:
                    return chunk.chunk_index
            offset += len(chunks)
        return None

    async def search(
        self,
        queries: Sequence[str],
        kb_ids: Sequence[str] | None = None,
        *,
        top_k: int = 10,
        min_score: float | None = None,
    ) -> list[Hit]:
        """Return what answers and, behind it, what comes near, best first: `find` in short.

        Args:
            queries: What to look for; blank ones are left out. A passage counts with its best query.
            kb_ids: Where to look; everywhere when None.
            top_k: The most hits to return.
            min_score: Leave out hits by meaning below this cosine, -1 to 1.

        Raises:
            KbError: None of the knowledge bases could be searched; why the first one could not.
        """
        places = None if kb_ids is None else tuple(kb_ids)
        results = await self.find(Request(tuple(queries), places, top_k, min_score))
        if results.has_failed:
            raise results.failures[0].error
        return [*results.hits, *results.weak]

    async def find(self, request: Request) -> Results:
        """Return what answers a request, what comes near, and what could not be searched.

        All knowledge bases are searched at once, each in the wanted mode or as well as it can, which the notices tell.
        Hits of one model are compared; the lists of several models are fused by rank. The same passage of the same
        content is there once, also when several knowledge bases have it.

        Raises:
            InputError: A knowledge base is not there.
        """
        return await self._parts.finder.find(request)

    async def explain(self, request: Request, document_id: str, chunk_index: int | None = None) -> Explanation:
        """Return why a request finds a passage, or why not, and what to do.

        Args:
            request: The search.
            document_id: A document, which may be in the trash.
            chunk_index: A passage of it; None for the one that answers best.

        Raises:
            InputError: The document or the passage is gone for good, or a knowledge base is not there.
        """
        return await self._parts.explainer.explain(request, document_id, chunk_index)

    async def sentences(self, hits: Sequence[Hit]) -> list[tuple[int, int] | None]:
        """Return for each hit the range in its text of the sentence nearest in meaning to its query.

        For models on this computer only, so that nothing is sent: to be asked once the hits are shown. None also where
        the text is one sentence or too long, and for hits after the first that were enough work.
        """
        return await self._parts.sentences.nearest(hits)

    async def filter_values(self, kb_ids: Sequence[str] | None = None) -> FilterValues:
        """Return what searches in some knowledge bases can be filtered by; in all of them when None."""
        return await self._parts.finder.filter_values(kb_ids)

    async def takes_pictures(self, kb_ids: Sequence[str] | None = None) -> bool:
        """Return whether a picture can be a question in any of some knowledge bases; in any at all when None.

        Raises:
            InputError: A knowledge base is not there.
        """
        return await self._parts.finder.takes_pictures(kb_ids)

    async def test_embedding(self, choice: EmbeddingChoice, secret: str | None) -> Text:
        """Embed one sentence with a model before it is chosen, and return a sentence that says it works.

        Args:
            choice: The model.
            secret: The API key as typed; None takes the saved one.

        Raises:
            KbError: What is wrong.
        """
        return await self._parts.models.test(choice, secret)

    async def notices(self) -> list[Text]:
        """Return what a person should know now, for example that the built-in model is missing."""
        notices = [
            await self._parts.models.missing(self._settings.embedding),
            self._parts.secrets.problem,
            None if self.backups.restored is None else self.backups.restored.sentence,
        ]
        return [notice for notice in notices if notice is not None]
