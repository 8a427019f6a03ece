"""The documents of one Milvus collection in memory: which generation of each is live, and who is still reading.

Milvus has no transactions. Every version of a document is a generation: a run of rows that nobody sees until the
document's one row in the catalogue names it. What no document names is dead; a reader leaves dead rows out, and they
are deleted once nobody reads from a time when they were live.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kbdesk.rag.document import DocumentSummary
from kbdesk.rag.stores.marks import OFF_MARK, UNKNOWN_MARK, Marks
from kbdesk.rag.stores.scope import to_json

_INDEX_BITS = 24


def row_id(generation: int, index: int) -> int:
    """Return the primary key of a chunk's row."""
    return generation << _INDEX_BITS | index


def place_of_row(key: int) -> tuple[int, int]:
    """Return the generation and the chunk index of a row."""
    return key >> _INDEX_BITS, key & ((1 << _INDEX_BITS) - 1)


def scope_number(scope: str) -> int:
    """Return a number that stands for a canonical scope in expressions, where no text ever goes."""
    return int.from_bytes(hashlib.sha256(scope.encode()).digest()[:8]) >> 2


@dataclass(frozen=True)
class StoredDocument:
    """A document in the catalogue.

    Attributes:
        document_id: Its id for callers.
        scope: Its scope as canonical JSON.
        source: Its name.
        metadata: Its own metadata.
        chunk_count: Number of its chunks.
        generation: The run of rows that holds them.
        pictures: Hashes of the data its chunks carry.
        hex_marks: A byte for each chunk, see `marks`; "" in documents of an older kbdesk, whose languages are unknown.
    """

    document_id: str
    scope: str
    source: str
    metadata: dict[str, Any]
    chunk_count: int
    generation: int
    pictures: tuple[str, ...]
    hex_marks: str = ""

    @property
    def marks(self) -> Marks:
        """The mark of each chunk."""
        known = np.frombuffer(bytes.fromhex(self.hex_marks), np.uint8)
        return known if self.hex_marks else np.full(self.chunk_count, UNKNOWN_MARK, np.uint8)

    @property
    def key(self) -> str:
        """What two documents may not share: scope and id."""
        return hashlib.sha256(f"{self.scope}\0{self.document_id}".encode()).hexdigest()

    def row_ids(self, start: int = 0, stop: int | None = None) -> range:
        """Return the keys of the rows of a half-open range of chunk indices."""
        last = self.chunk_count if stop is None else min(stop, self.chunk_count)
        return range(row_id(self.generation, max(start, 0)), row_id(self.generation, last))

    def rows_where(self, mask: NDArray[np.bool_]) -> list[int]:
        """Return the keys of the rows the mask selects, one of its values for each chunk."""
        return [row_id(self.generation, index) for index in np.flatnonzero(mask).tolist()]

    def summary(self) -> DocumentSummary:
        """Return the document as a store lists it."""
        return DocumentSummary(
            document_id=self.document_id,
            source=self.source,
            chunk_count=self.chunk_count,
            metadata=json.loads(json.dumps(self.metadata)),
        )

    def to_json(self) -> str:
        """Return what `from_json` reads."""
        return to_json(asdict(self))

    @classmethod
    def from_json(cls, data: str) -> StoredDocument:
        """Return the document that `to_json` wrote."""
        fields: dict[str, Any] = json.loads(data)
        pictures: list[str] = fields.pop("pictures")
        return cls(**fields, pictures=tuple(pictures))


@dataclass(frozen=True)
class Run:
    """The rows of one generation: all that has to be known to delete them."""

    generation: int
    chunk_count: int

    def row_ids(self) -> range:
        """Return the keys of the rows."""
        return range(row_id(self.generation, 0), row_id(self.generation, self.chunk_count))


@dataclass(frozen=True)
class Retired:
    """Rows that are to be deleted.

    Attributes:
        runs: The rows.
        intent: Key of the catalogue row that remembers them, in case this process ends first.
        epoch: The first state in which they are dead.
        pictures: Data that may be deleted with them.
    """

    runs: tuple[Run, ...]
    intent: str
    epoch: int
    pictures: tuple[str, ...]


@dataclass(frozen=True)
class View:
    """One state of the catalogue; never changes.

    Attributes:
        epoch: Counts the states.
        documents: By their keys, in order of insertion.
        dead: Generations that may have rows but are not live.
        last_generation: The newest generation that may have rows.
    """

    epoch: int
    documents: Mapping[str, StoredDocument]
    dead: frozenset[int]
    last_generation: int

    @cached_property
    def by_generation(self) -> dict[int, StoredDocument]:
        """The documents by their live generation."""
        return {document.generation: document for document in self.documents.values()}

    @cached_property
    def off_rows(self) -> list[int]:
        """The keys of the rows of chunks that are turned off."""
        return [key for document in self.documents.values() for key in document.rows_where(document.marks == OFF_MARK)]

    @cached_property
    def scopes(self) -> dict[str, dict[str, Any]]:
        """The different scopes of the documents: canonical JSON and pairs."""
        return {scope: json.loads(scope) for scope in {document.scope for document in self.documents.values()}}


class Catalogue:
    """The documents of one collection; one thread writes, others read.

    Attributes:
        client: The engine's client.
        chunks: Name of the Milvus collection of the chunks' rows.
        documents: Name of the Milvus collection of the documents' rows.
        metric: "COSINE", "IP" or "L2".
        dimensions: Size of the vectors.
        unflushed: Rows written since the last flush; for the writer.
        dropped: Whether the collection has been deleted.
    """

    def __init__(self, client: Any, *, names: tuple[str, str], metric: str, dimensions: int) -> None:
        self.client = client
        self.chunks, self.documents = names
        self.metric = metric
        self.dimensions = dimensions
        self.unflushed = 0
        self.dropped = False
        self._lock = Lock()
        self._readers: Counter[int] = Counter()
        self._retired: list[Retired] = []
        self._view = View(0, {}, frozenset(), 0)

    @property
    def view(self) -> View:
        """The newest state."""
        return self._view

    @contextmanager
    def reading(self) -> Generator[View, None, None]:
        """Hold the newest state: no row that is live in it is deleted meanwhile."""
        with self._lock:
            view = self._view
            self._readers[view.epoch] += 1
        try:
            yield view
        finally:
            with self._lock:
                self._readers[view.epoch] -= 1
                if not self._readers[view.epoch]:
                    del self._readers[view.epoch]

    def fill(self, documents: Iterable[StoredDocument], intents: Mapping[str, Sequence[Run]]) -> None:
        """Set what was found at opening: the documents, and the notes about rows that may be dead."""
        ordered = sorted(documents, key=lambda document: document.generation)
        live = {document.generation for document in ordered}
        for intent, runs in intents.items():
            dead = tuple(run for run in runs if run.generation not in live)
            self._retired.append(Retired(dead, intent, 0, ()))
        dead = frozenset(run.generation for retired in self._retired for run in retired.runs)
        by_key = {document.key: document for document in ordered}
        self._view = View(0, by_key, dead, max(live | dead, default=0))

    def begin(self, count: int) -> range:
        """Return new generations, dead until `switch` makes them live."""
        with self._lock:
            first = self._view.last_generation + 1
            new = range(first, first + count)
            self._advance(dead=self._view.dead | set(new), last_generation=new[-1])
            return new

    def switch(self, gone: Sequence[StoredDocument], come: Sequence[StoredDocument], intent: str) -> None:
        """Make documents live and others dead, in one step; the dead ones' rows are retired."""
        with self._lock:
            documents = dict(self._view.documents)
            for document in gone:
                del documents[document.key]
            documents.update((document.key, document) for document in come)
            live = {document.generation for document in come}
            died = {document.generation for document in gone}
            self._advance(documents=documents, dead=(self._view.dead - live) | died)
            runs = tuple(Run(document.generation, document.chunk_count) for document in gone)
            pictures = tuple(name for document in gone for name in document.pictures)
            self._retired.append(Retired(runs, intent, self._view.epoch, pictures))

    def unread(self) -> list[Retired]:
        """Return what is retired and read by nobody any more, oldest first."""
        with self._lock:
            oldest = min(self._readers, default=self._view.epoch)
            return [retired for retired in self._retired if retired.epoch <= oldest]

    def forget(self, retired: Retired) -> None:
        """Note that rows have been deleted."""
        with self._lock:
            if retired in self._retired:
                self._retired.remove(retired)
            self._advance(dead=self._view.dead - {run.generation for run in retired.runs})

    def unused(self, pictures: Iterable[str]) -> set[str]:
        """Return which of these data no document carries."""
        wanted = set(pictures)
        if wanted:
            for document in self._view.documents.values():
                wanted.difference_update(document.pictures)
        return wanted

    def _advance(self, **changes: Any) -> None:
        self._view = replace(self._view, epoch=self._view.epoch + 1, **changes)
