"""Whether a Milvus Lite folder holds what it should."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from kbdesk.rag.stores.milvus_catalogue import Catalogue, StoredDocument
from kbdesk.rag.stores.milvus_read import read_rows
from kbdesk.rag.stores.problems import StoreProblem, document_problems, missing_documents


def check(catalogue: Catalogue, expected: Mapping[str, int]) -> list[StoreProblem]:
    """Return what is wrong with the documents of a collection.

    Rows that no document names are left out: the store deletes them when it is next written to.

    Args:
        catalogue: The collection.
        expected: The number of passages of each document.
    """
    problems: list[StoreProblem] = []
    with catalogue.reading() as view:
        for document in view.documents.values():
            stored, are_sound = _stored(catalogue, document)
            planned = expected.get(document.document_id)
            problems += document_problems(document.document_id, planned, stored, are_sound=are_sound)
        return problems + missing_documents(expected, {one.document_id for one in view.documents.values()})


def _stored(catalogue: Catalogue, document: StoredDocument) -> tuple[int, bool]:
    """Return how many rows of a document are there, and whether their vectors are sound."""
    rows = list(read_rows(catalogue, document.row_ids(), ["vector", "length"]))
    vectors = [np.asarray(row["vector"], np.float32) * row["length"] for row in rows]
    are_sound = all(vector.shape == (catalogue.dimensions,) and np.isfinite(vector).all() for vector in vectors)
    return len(rows), are_sound
