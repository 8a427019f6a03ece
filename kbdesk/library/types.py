"""What the program shows of knowledge bases, documents and work; plain values, no screen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from pathlib import Path
from typing import Literal

from kbdesk.rag.document import Chunk
from kbdesk.rag.parsers.base import PageState
from kbdesk.texts import Text

StoreKind = Literal["this-computer", "milvus-lite"]


class State(StrEnum):
    """Where a document stands.

    The first three are work to do, which goes on after a restart; the others rest until a person wants otherwise.
    """

    QUEUED = "queued"
    READING = "reading"
    EMBEDDING = "embedding"
    DONE = "done"
    FAILED = "failed"
    PAUSED = "paused"
    STOPPED = "stopped"

    @property
    def is_work(self) -> bool:
        """Whether there is work to do."""
        return self in (State.QUEUED, State.READING, State.EMBEDDING)


@dataclass(frozen=True)
class KnowledgeBaseInfo:
    """A knowledge base in the catalog.

    Attributes:
        id: 32 hexadecimal digits.
        name: Unique, at most 100 characters.
        description: What it is for; may be empty.
        store: Where it is kept.
        store_path: The folder of a Milvus Lite store, else None.
        embedding: Identity of the embedding model it is pinned to, "words" when it has none, "" before the first file.
        document_count: Documents of every state.
        passage_count: Passages of its done documents.
    """

    id: str
    name: str
    description: str
    store: StoreKind
    store_path: Path | None
    embedding: str
    document_count: int
    passage_count: int


@dataclass(frozen=True)
class Facts:
    """What people say of a document; it stays when the file is read again or replaced.

    Attributes:
        tags: In the order of their alphabet; none twice without regard to case.
        responsible: Who looks after it ("owner" on screen); or "".
        review_by: The day on which it is to be looked over, or None.
        description: What it is for; or "".
    """

    tags: tuple[str, ...] = ()
    responsible: str = ""
    review_by: date | None = None
    description: str = ""


@dataclass(frozen=True)
class DocumentInfo:
    """A document in the catalog: every accepted file has one, also a failed one.

    Attributes:
        id: 32 hexadecimal digits; stays the same when the file is read again.
        knowledge_base_id: Its knowledge base.
        name: The path below the dropped folder with "/", or the file's name.
        path: Where the file was when it was taken in.
        kind: The sniffed kind for people: "PDF", "Markdown", ... or "".
        media_type: The sniffed type, or "".
        size_bytes: Size of the file.
        state: Where it stands.
        outcome: How reading ended (`kbdesk.rag.parsers.base.Outcome`), "failed" when it could not be embedded or
            stored, "" before.
        message: What a person should know: the reason of a failure, or None.
        warnings: What else a person should know about what was read.
        passage_count: Number of passages, 0 until done.
        added_at: When it was taken in, UTC.
        original: The copy of the file in the data folder, or None.
        sha256: Hash of the file's content, or "" before it was read.
        reader: The version of kbdesk that read it, or "": what tells whether a better one should read it again.
        parent_id: The document it came with, as its attachment or as a file of its archive; or "".
        pages: How each page, slide or sheet was read, in order; empty for files that have none.
        facts: What people say of it.
    """

    id: str
    knowledge_base_id: str
    name: str
    path: Path
    kind: str
    media_type: str
    size_bytes: int
    state: State
    outcome: str
    message: Text | None
    warnings: tuple[Text, ...]
    passage_count: int
    added_at: datetime
    original: Path | None
    sha256: str
    reader: str
    parent_id: str = ""
    pages: tuple[PageState, ...] = ()
    facts: Facts = Facts()


@dataclass(frozen=True)
class IngestProgress:
    """How far the work is; told at most ten times a second.

    Attributes:
        file_number: The file being read, from 1; 0 while files are still being counted.
        file_count: Files accepted so far.
        name: The file being read.
        unit: "page", "slide", "sheet", "row" or "passage", or "".
        unit_number: The unit being read, from 1, or 0.
        unit_count: Units in the file, or 0 while unknown.
        remaining_s: Estimated time left in seconds, or None while there is no good estimate.
        passages_per_s: Passages embedded a second since the work began, or None before there is anything to go by.
    """

    file_number: int
    file_count: int
    name: str
    unit: str
    unit_number: int
    unit_count: int
    remaining_s: float | None
    passages_per_s: float | None = None


@dataclass(frozen=True)
class Choices:
    """What a person chose for files whose name or path a document has already, with other content.

    Attributes:
        keep_both: Files that become documents of their own.
        replacing: Files that become the next version of a document, with its id. A file at the path of a document
            replaces it without being named here.
    """

    keep_both: frozenset[Path] = frozenset()
    replacing: Mapping[Path, str] = field(default_factory=dict[Path, str])


@dataclass(frozen=True)
class AddResult:
    """How one file ended.

    Attributes:
        path: The file.
        document: Its row in the catalog, or the row that has its content already.
        is_new: False when the same content was already here and nothing was done.
        message: What a person should know, or None.
        is_in_trash: Whether `document` is in the trash, from where it can be restored.
    """

    path: Path
    document: DocumentInfo
    is_new: bool
    message: Text | None
    is_in_trash: bool = False


@dataclass(frozen=True)
class Why:
    """What speaks for a hit.

    Attributes:
        query: The query it answers best, as it was asked; "" for a picture.
        language: The passage's (`kbdesk.rag.language`), or "".
        meaning_rank: Its place by meaning among the passages of its language in its knowledge base, from 1, or None.
        words_rank: Its place by words, from 1, or None.
        exact: Identifiers and quoted phrases of the query that stand in it.
        words: Words of the query that stand in it, as they stand there.
        query_language: The query's language, or "".
    """

    query: str = ""
    language: str = ""
    meaning_rank: int | None = None
    words_rank: int | None = None
    exact: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    query_language: str = ""


@dataclass(frozen=True)
class Hit:
    """A passage with a score.

    Attributes:
        rank: From 1.
        score: Higher is better and comparable between queries of one model; see `score_kind`.
        score_kind: "meaning" (cosine, -1 to 1) or "words" (share of the query's words that stand in it, weighted by
            their rarity, 0 to 1).
        document: Its document.
        chunk: The passage.
        place: Where it stands, for example "page 12" or "Travel > Flights"; empty for the whole text.
        spans: Character ranges (start, end) in `chunk.text` of the words that matched.
        why: What speaks for it.
        is_weak: Whether that is too little to call it an answer.
    """

    rank: int
    score: float
    score_kind: Literal["meaning", "words"]
    document: DocumentInfo
    chunk: Chunk
    place: Text
    spans: tuple[tuple[int, int], ...]
    why: Why = Why()
    is_weak: bool = False


@dataclass(frozen=True)
class Deletion:
    """What was deleted and can be brought back with `Library.undo`.

    Attributes:
        id: 32 hexadecimal digits.
        label: What to say beside the Undo button, for example "travel.pdf was deleted.".
        count: Number of documents that went with it.
    """

    id: str
    label: Text
    count: int


@dataclass(frozen=True)
class TrashEntry:
    """What can be restored from the trash: a document, or a knowledge base with all its documents.

    Attributes:
        id: Of the document or the knowledge base.
        kind: Which of the two.
        name: Its name.
        knowledge_base: The name of the knowledge base that a document is of; its own name for a knowledge base.
        deleted_at: When it was deleted, UTC.
        purged_on: When it leaves the trash for good, UTC.
        passage_count: Number of passages.
        size_bytes: Size of the files.
        deletion_id: Of the deletion that it went with.
        document: The document, or None for a knowledge base.
    """

    id: str
    kind: Literal["document", "knowledge base"]
    name: str
    knowledge_base: str
    deleted_at: datetime
    purged_on: datetime
    passage_count: int
    size_bytes: int
    deletion_id: str
    document: DocumentInfo | None


@dataclass(frozen=True)
class Restored:
    """What came back from the trash.

    Attributes:
        count: Number of documents and knowledge bases that are back.
        remarks: What a person should know: what stays in the trash and why, what has another name now.
    """

    count: int
    remarks: tuple[Text, ...]


@dataclass(frozen=True)
class Purged:
    """What was deleted for good.

    Attributes:
        count: Number of documents and knowledge bases.
        freed_bytes: How many bytes the disk has got back by now; `DiskSpace.reclaim` gives back the rest.
        remarks: What a person should know: folders that could not be deleted.
    """

    count: int
    freed_bytes: int
    remarks: tuple[Text, ...]


@dataclass(frozen=True)
class Space:
    """What the data folder takes up on the disk, in bytes.

    Attributes:
        documents: Passages, full text and vectors of the documents, and what is known of them.
        copies: Copies of their files.
        trash: What only the trash needs.
        cache: What spares work that was done before.
        backups: Older states of the data.
        free: What nobody needs any more and `DiskSpace.reclaim` gives back.
    """

    documents: int
    copies: int
    trash: int
    cache: int
    backups: int
    free: int
