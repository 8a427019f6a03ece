"""Search over knowledge bases."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kbdesk.errors import ModelMissingError
from kbdesk.library.bases import OpenBases
from kbdesk.library.catalog import Base
from kbdesk.library.concurrency import run_together
from kbdesk.library.documents import Documents
from kbdesk.library.models import WORDS
from kbdesk.library.search.marks import matched_spans
from kbdesk.library.search.merging import Answer, Ranked, merge
from kbdesk.library.types import DocumentInfo, Hit
from kbdesk.rag.place import place_of


@dataclass(frozen=True)
class Options:
    """What is looked for.

    Attributes:
        queries: None of them blank.
        top_k: The most hits.
        min_score: The least cosine of a hit by meaning, or None.
    """

    queries: tuple[str, ...]
    top_k: int
    min_score: float | None


async def search(bases: Sequence[Base], options: Options, *, open_bases: OpenBases, documents: Documents) -> list[Hit]:
    """Return the best passages of several knowledge bases; see `Library.search`."""
    asking = [_ask(base, options, open_bases) for base in bases if base.info.passage_count]
    ranked = merge(await run_together(asking))
    infos = await documents.get(list({hit.result.document_id for hit in ranked}))
    best = _distinct(ranked, infos)[: options.top_k]
    return [_hit(rank, hit, infos[hit.result.document_id], options.queries) for rank, hit in enumerate(best, start=1)]


async def _ask(base: Base, options: Options, open_bases: OpenBases) -> Answer:
    knowledge_base = await open_bases.knowledge_base(base)
    if base.info.embedding != WORDS:
        try:
            results = await knowledge_base.search(options.queries, options.top_k, options.min_score)
            return Answer(base.info.embedding, "meaning", results)
        except ModelMissingError:
            if not knowledge_base.vector_store.has_text_search:
                raise
    return Answer(WORDS, "words", await knowledge_base.search_text(options.queries, options.top_k))


def _distinct(ranked: Sequence[Ranked], infos: dict[str, DocumentInfo]) -> list[Ranked]:
    """Return the hits whose document is there, the same passage of the same content once."""
    seen: set[tuple[str, int]] = set()
    distinct: list[Ranked] = []
    for hit in ranked:
        if hit.result.document_id not in infos:
            continue
        chunk = hit.result.chunk
        # The hash that was stored with the passage: the document's row may already tell of a newer content.
        key = (chunk.metadata.get("sha256", hit.result.document_id), chunk.chunk_index)
        if key not in seen:
            seen.add(key)
            distinct.append(hit)
    return distinct


def _hit(rank: int, hit: Ranked, document: DocumentInfo, queries: Sequence[str]) -> Hit:
    chunk = hit.result.chunk
    return Hit(
        rank=rank,
        score=hit.result.score,
        score_kind=hit.score_kind,
        document=document,
        chunk=chunk,
        place=place_of(chunk.metadata),
        spans=matched_spans(queries, chunk.text),
    )
