"""What is read from a Milvus Lite folder, each function from one state of the catalogue."""

from __future__ import annotations

import json
from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from kbdesk.rag.document import Chunk, VectorRecord, VectorSearchResult
from kbdesk.rag.stores.checks import Vectors
from kbdesk.rag.stores.filters import EVERYTHING, Only
from kbdesk.rag.stores.marks import Marks, in_languages, language_of_mark
from kbdesk.rag.stores.matrix import unit_rows
from kbdesk.rag.stores.milvus_catalogue import Catalogue, StoredDocument, View, place_of_row, scope_number
from kbdesk.rag.stores.milvus_pictures import Pictures
from kbdesk.rag.stores.rows import ChunkRow, put_together
from kbdesk.rag.stores.scope import contradicts, holds

_PAGE_ROWS = 1000

# Names that Milvus knows the measure of stored vectors by: cosines are products of unit vectors.
_SEARCHED_BY = {"COSINE": "IP", "IP": "IP", "L2": "L2"}


def search(
    catalogue: Catalogue, pictures: Pictures, query: Vectors, top_k: int, *, scope: Mapping[str, Any], only: Only
) -> list[VectorSearchResult]:
    """Return the nearest chunks in the scope, best first.

    Args:
        catalogue: The collection.
        pictures: Its pictures.
        query: float32, shape (dimensions,).
        top_k: At most so many.
        scope: The scope; empty for all.
        only: What else the search is narrowed to.
    """
    if catalogue.metric == "COSINE":
        query = unit_rows(query)
    with catalogue.reading() as view:
        conditions = _conditions(catalogue, view, scope, only)
        if conditions is None:
            return []
        found = _nearest(catalogue, query, top_k, conditions)
        if any(place_of_row(hit["pk"])[0] > view.last_generation for hit in found):
            # Rows of a document that came while the search ran: it is not in this state, so look again without it.
            found = _nearest(catalogue, query, top_k, [*conditions, f"generation <= {view.last_generation}"])
        return [_hit(catalogue, pictures, view, hit) for hit in found]


def _nearest(catalogue: Catalogue, query: Vectors, top_k: int, conditions: list[str]) -> list[dict[str, Any]]:
    answer = catalogue.client.search(
        catalogue.chunks,
        data=[query],
        limit=top_k,
        anns_field="vector",
        search_params={"metric_type": _SEARCHED_BY[catalogue.metric]},
        filter=" and ".join(conditions),
        output_fields=["row"],
    )
    return list(answer[0])


def _hit(catalogue: Catalogue, pictures: Pictures, view: View, hit: dict[str, Any]) -> VectorSearchResult:
    generation, index = place_of_row(hit["pk"])
    document = view.by_generation[generation]
    distance = float(hit["distance"])
    return VectorSearchResult(
        score=-distance if catalogue.metric == "L2" else distance,  # Milvus gives the squared distance
        document_id=document.document_id,
        chunk=_chunk(pictures, document, index, hit["entity"]["row"]),
        language=language_of_mark(document.marks[index].tobytes()),
    )


def _conditions(catalogue: Catalogue, view: View, scope: Mapping[str, Any], only: Only) -> list[str] | None:
    """Return expressions that a row must meet; None when none can. They hold numbers only, so nothing to escape."""
    conditions: list[str] = []
    if scope:
        sure, maybe = _split(view, scope)
        ids = [
            key
            for document in maybe
            for key, holding in zip(document.row_ids(), _chunks_hold(catalogue, document, scope), strict=True)
            if holding
        ]
        choices: list[str] = []
        if sure:
            choices.append(f"scope in {[scope_number(one) for one in sure]}")
        if ids:
            choices.append(f"pk in {ids}")
        if not choices:
            return None
        conditions.append(f"({' or '.join(choices)})")
    if only != EVERYTHING:
        chosen = _chosen(view, only)
        if chosen is None:
            return None
        conditions.append(chosen)
    if view.dead:
        conditions.append(f"generation not in {sorted(view.dead)}")
    if view.off_rows:
        conditions.append(f"pk not in {view.off_rows}")
    return conditions


def _chosen(view: View, only: Only) -> str | None:
    """Return an expression that holds for the chunks asked for, None when there are none."""
    whole: list[int] = []
    rows: list[int] = []
    for document in view.documents.values():
        if only.document_ids is not None and document.document_id not in only.document_ids:
            continue
        mask = None if only.languages is None else in_languages(document.marks, only.languages)
        if mask is None or mask.all():
            whole.append(document.generation)
        else:
            rows += document.rows_where(mask)
    choices = [f"generation in {sorted(whole)}"] * bool(whole) + [f"pk in {rows}"] * bool(rows)
    return f"({' or '.join(choices)})" if choices else None


def find_marks(view: View, scope: Mapping[str, Any], document_ids: Container[str] | None = None) -> Marks:
    """Return the marks of the documents that may have chunks in the scope, of these documents or of all."""
    sure, maybe = _split(view, scope)
    return np.concatenate(
        [
            np.empty(0, np.uint8),
            *(
                document.marks
                for document in view.documents.values()
                if (document.scope in sure or document in maybe)
                and (document_ids is None or document.document_id in document_ids)
            ),
        ]
    )


def _split(view: View, scope: Mapping[str, Any]) -> tuple[set[str], list[StoredDocument]]:
    """Return the scopes that lie in the given one, and the documents of which each chunk has to be asked."""
    sure = {one for one, pairs in view.scopes.items() if holds(scope, pairs)}
    ask = {one for one, pairs in view.scopes.items() if one not in sure and not contradicts(scope, pairs)}
    return sure, [document for document in view.documents.values() if document.scope in ask]


def _chunks_hold(catalogue: Catalogue, document: StoredDocument, scope: Mapping[str, Any]) -> Iterator[bool]:
    """Yield for each chunk of a document whether it lies in the scope."""
    own = json.loads(document.scope)
    for row in read_rows(catalogue, document.row_ids(), ["row"]):
        yield holds(scope, {**json.loads(ChunkRow(*json.loads(row["row"])).metadata), **own})


def find_documents(
    catalogue: Catalogue, view: View, scope: Mapping[str, Any], document_id: str | None = None
) -> list[StoredDocument]:
    """Return the documents that lie in the scope with all their chunks, in order of insertion."""
    found = [one for one in view.documents.values() if document_id in (None, one.document_id)]
    if scope:
        sure, maybe = _split(view, scope)
        found = [
            one for one in found if one.scope in sure or (one in maybe and all(_chunks_hold(catalogue, one, scope)))
        ]
    return found


def read_chunks(
    catalogue: Catalogue, pictures: Pictures, document: StoredDocument, start: int, stop: int
) -> list[Chunk]:
    """Return the chunks of a document from one index up to another, ascending."""
    rows = read_rows(catalogue, document.row_ids(start, stop), ["row"])
    return [_chunk(pictures, document, place_of_row(row["pk"])[1], row["row"]) for row in rows]


def read_records(
    catalogue: Catalogue, pictures: Pictures, document: StoredDocument, indices: range
) -> list[VectorRecord]:
    """Return chunks of a document with their vectors, ascending."""
    ids = document.row_ids(indices.start, indices.stop)
    return [
        VectorRecord(
            vector=(np.asarray(row["vector"], np.float32) * row["length"]).tolist(),
            document_id=document.document_id,
            chunk=_chunk(pictures, document, place_of_row(row["pk"])[1], row["row"]),
        )
        for row in read_rows(catalogue, ids, ["row", "vector", "length"])
    ]


def read_rows(catalogue: Catalogue, ids: range, fields: Iterable[str]) -> Iterator[dict[str, Any]]:
    """Yield rows by their keys, ascending."""
    for start in range(0, len(ids), _PAGE_ROWS):
        page = list(ids[start : start + _PAGE_ROWS])
        rows = catalogue.client.get(catalogue.chunks, ids=page, output_fields=["pk", *fields])
        yield from sorted(rows, key=lambda row: row["pk"])


def _chunk(pictures: Pictures, document: StoredDocument, index: int, data: str) -> Chunk:
    row = ChunkRow(*json.loads(data))
    return put_together(row, index=index, total=document.chunk_count, data=pictures.read(row.picture))
