"""What is written to a Milvus Lite folder; every function runs in the one thread that writes."""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Iterable, Mapping, Sequence
from threading import Event
from typing import Any

import numpy as np

from kbdesk.errors import CollectionMissingError
from kbdesk.rag.stores.checks import BATCH_ROWS, DocumentRecords, Vectors, as_vectors
from kbdesk.rag.stores.marks import marks_of_chunks
from kbdesk.rag.stores.matrix import unit_rows
from kbdesk.rag.stores.milvus_catalogue import Catalogue, Retired, Run, StoredDocument, row_id, scope_number
from kbdesk.rag.stores.milvus_pictures import Pictures
from kbdesk.rag.stores.rows import taken_apart
from kbdesk.rag.stores.scope import plain_metadata, storable, to_json
from kbdesk.rag.stores.threads import Stopped
from kbdesk.texts import text

_HEADER, _DOCUMENT, _INTENT = "header", "document-", "intent-"
_LONGEST = 2**31 - 1
_FLUSH_ROWS = 512  # rows that are not flushed cost ten times as much to search
_DELETE_ROWS = 1000


def missing() -> CollectionMissingError:
    """Return the error for a collection that is not there."""
    return CollectionMissingError(
        text("stores", "This knowledge base is not in its store."),
        text("stores", "Create it again and add your files."),
    )


def digest_of(collection: str) -> str:
    """Return what stands for a collection's name in names of files: any name can be a collection's."""
    return hashlib.sha256(collection.encode("utf-8", "replace")).hexdigest()[:32]


def _names(collection: str) -> tuple[str, str]:
    """Return the Milvus collections of the chunks and of the documents."""
    digest = digest_of(collection)
    return f"chunks_{digest}", f"documents_{digest}"


def create(client: Any, collection: str, metric: str, dimensions: int) -> None:
    """Make a collection. It exists from the moment its header is written; half-made ones are made anew."""
    from pymilvus import DataType  # pyright: ignore[reportMissingTypeStubs]  # it has none

    chunks, documents = _names(collection)
    drop_both(client, collection)
    schema = client.create_schema(auto_id=False, enable_dynamic_field=False)
    schema.add_field("pk", DataType.INT64, is_primary=True)
    schema.add_field("generation", DataType.INT64)
    schema.add_field("scope", DataType.INT64)
    schema.add_field("vector", DataType.FLOAT_VECTOR, dim=dimensions)
    schema.add_field("length", DataType.DOUBLE)
    schema.add_field("row", DataType.VARCHAR, max_length=_LONGEST)
    # No index: the engine then searches exactly, also under a filter, and has no index file that a crash can spoil.
    client.create_collection(chunks, schema=schema)
    schema = client.create_schema(auto_id=False, enable_dynamic_field=False)
    schema.add_field("pk", DataType.VARCHAR, is_primary=True, max_length=_LONGEST)
    schema.add_field("payload", DataType.VARCHAR, max_length=_LONGEST)
    schema.add_field("vector", DataType.FLOAT_VECTOR, dim=2)  # no collection can be without one
    client.create_collection(documents, schema=schema)
    header = {"name": collection, "metric": metric, "dimensions": dimensions}
    _put(client, documents, {_HEADER: json.dumps(header)})


def drop(client: Any, collection: str, pictures: Pictures) -> None:
    """Delete a collection and all in it, if it exists."""
    drop_both(client, collection)
    pictures.remove_all_but(())


def drop_both(client: Any, collection: str) -> None:
    """Drop the Milvus collections of a collection, first the one that makes it exist."""
    for name in reversed(_names(collection)):
        if client.has_collection(name):
            client.drop_collection(name)


def load(client: Any, collection: str, pictures: Pictures) -> Catalogue:
    """Read the catalogue of a collection.

    What had not gone live, or had died, when a process was killed is left to `delete_unread`: reading must also work
    where nothing can be written.

    Raises:
        CollectionMissingError: There is no such collection.
    """
    chunks, documents = _names(collection)
    if not client.has_collection(documents):
        raise missing()
    for name in (documents, chunks):
        client.load_collection(name)
    rows = client.query(documents, filter='pk != ""', output_fields=["pk", "payload"])
    payloads: dict[str, str] = {row["pk"]: row["payload"] for row in rows}
    if _HEADER not in payloads:
        raise missing()
    header = json.loads(payloads[_HEADER])
    catalogue = Catalogue(client, names=(chunks, documents), metric=header["metric"], dimensions=header["dimensions"])
    catalogue.fill(
        [StoredDocument.from_json(data) for key, data in payloads.items() if key.startswith(_DOCUMENT)],
        {key: [Run(*run) for run in json.loads(data)] for key, data in payloads.items() if key.startswith(_INTENT)},
    )
    if catalogue.unread():
        catalogue.unflushed = _FLUSH_ROWS  # rows read back from the log: the next change flushes them
    live = catalogue.view.documents.values()
    pictures.remove_all_but(name for document in live for name in document.pictures)
    return catalogue


def insert(
    catalogue: Catalogue,
    pictures: Pictures,
    groups: Sequence[DocumentRecords],
    *,
    scope: str,
    metadata: Mapping[str, Any],
    batch_size: int,
    stop: Event,
) -> None:
    """Insert documents, in place of those that have the same id in the scope.

    Raises:
        InputError: A vector has the wrong size or is not finite; nothing was written.
        Stopped: The caller was cancelled; what was written has been deleted again.
    """
    vectors = [_vectors_of(group, catalogue.dimensions) for group in groups]
    generations = catalogue.begin(len(groups))
    plain = plain_metadata(metadata)
    come = [_document(*pair, scope=scope, metadata=plain) for pair in zip(groups, generations, strict=True)]
    live = catalogue.view.documents
    gone = [live[document.key] for document in come if document.key in live]
    new_runs = [Run(document.generation, document.chunk_count) for document in come]
    intent = _intend(catalogue, [*new_runs, *(Run(old.generation, old.chunk_count) for old in gone)])
    try:
        for group, matrix, document in zip(groups, vectors, come, strict=True):
            _write_chunks(catalogue, pictures, group, matrix, document=document, batch_size=batch_size, stop=stop)
    except Stopped:
        _delete(catalogue, new_runs, intent)
        catalogue.forget(Retired(tuple(new_runs), intent, 0, ()))
        pictures.remove(catalogue.unused(name for document in come for name in document.pictures))
        raise
    # One call is whole or not at all: with it the new versions are there and the old ones are not.
    _put(catalogue.client, catalogue.documents, {_DOCUMENT + document.key: document.to_json() for document in come})
    catalogue.switch(gone, come, intent)


def delete(catalogue: Catalogue, gone: Sequence[StoredDocument]) -> None:
    """Delete documents; their rows follow in `delete_unread`."""
    if gone:
        intent = _intend(catalogue, [Run(document.generation, document.chunk_count) for document in gone])
        catalogue.client.delete(catalogue.documents, ids=[_DOCUMENT + document.key for document in gone])
        catalogue.switch(gone, [], intent)


def delete_unread(catalogue: Catalogue, pictures: Pictures) -> None:
    """Delete the rows of dead generations that nobody reads any more."""
    for retired in catalogue.unread():
        _delete(catalogue, retired.runs, retired.intent)
        catalogue.forget(retired)
        pictures.remove(catalogue.unused(retired.pictures))


def flush(catalogue: Catalogue, *, at_once: bool) -> None:
    """Write what is in memory to files, once it is worth it or at once."""
    if catalogue.unflushed >= (1 if at_once else _FLUSH_ROWS):
        catalogue.client.flush(catalogue.chunks)
        catalogue.unflushed = 0


def _vectors_of(group: DocumentRecords, dimensions: int) -> Vectors:
    records = group.records
    starts = range(0, len(records), BATCH_ROWS)
    batches = ([record.vector for record in records[start : start + BATCH_ROWS]] for start in starts)
    return np.concatenate([as_vectors(batch, dimensions) for batch in batches])


def _document(group: DocumentRecords, generation: int, *, scope: str, metadata: dict[str, Any]) -> StoredDocument:
    hashes = (taken_apart(record.chunk)[0].picture for record in group.records if record.chunk.content.type == "data")
    return StoredDocument(
        document_id=group.document_id,
        scope=scope,
        source=storable(group.records[0].chunk.source),
        metadata=metadata,
        chunk_count=len(group.records),
        generation=generation,
        pictures=tuple(dict.fromkeys(name for name in hashes if name is not None)),
        hex_marks=marks_of_chunks([record.chunk for record in group.records]).hex(),
    )


def _write_chunks(
    catalogue: Catalogue,
    pictures: Pictures,
    group: DocumentRecords,
    vectors: Vectors,
    *,
    document: StoredDocument,
    batch_size: int,
    stop: Event,
) -> None:
    scope = scope_number(document.scope)
    lengths = np.linalg.norm(vectors, axis=1) if catalogue.metric == "COSINE" else np.ones(len(vectors))
    if catalogue.metric == "COSINE":  # the product of unit vectors is the cosine, and much faster here
        vectors = unit_rows(vectors)
    for start in range(0, len(vectors), batch_size):
        if stop.is_set():
            raise Stopped
        rows: list[dict[str, Any]] = []
        for index in range(start, min(start + batch_size, len(vectors))):
            row, data = taken_apart(group.records[index].chunk)
            if row.picture is not None:
                pictures.keep(row.picture, data)
            rows.append(
                {
                    "pk": row_id(document.generation, index),
                    "generation": document.generation,
                    "scope": scope,
                    "vector": vectors[index],
                    "length": float(lengths[index]),
                    "row": to_json(row),
                }
            )
        catalogue.client.upsert(catalogue.chunks, rows)
        catalogue.unflushed += len(rows)


def _put(client: Any, collection: str, payloads: Mapping[str, str]) -> None:
    rows = [{"pk": key, "payload": payload, "vector": [1.0, 0.0]} for key, payload in payloads.items()]
    client.upsert(collection, rows)


def _intend(catalogue: Catalogue, runs: Iterable[Run]) -> str:
    """Note, before anything else, which generations may have rows without being live, and return the note's key."""
    key = _INTENT + uuid.uuid4().hex
    payload = json.dumps([[run.generation, run.chunk_count] for run in runs])
    _put(catalogue.client, catalogue.documents, {key: payload})
    return key


def _delete(catalogue: Catalogue, runs: Iterable[Run], intent: str) -> None:
    """Delete rows by their keys, and then the note about them."""
    for run in runs:
        ids = run.row_ids()
        for start in range(0, len(ids), _DELETE_ROWS):
            catalogue.client.delete(catalogue.chunks, ids=list(ids[start : start + _DELETE_ROWS]))
    catalogue.client.delete(catalogue.documents, ids=[intent])
