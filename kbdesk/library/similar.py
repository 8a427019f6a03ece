"""Documents that say much the same: copies in another format, older versions, a chapter beside its book."""

from __future__ import annotations

import asyncio
import hashlib
import sqlite3
import unicodedata
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from kbdesk.library.bases import OpenBases
from kbdesk.library.catalog import Catalog
from kbdesk.library.database import Database
from kbdesk.library.difference import Difference, compare
from kbdesk.library.documents import Documents
from kbdesk.library.sketch import SAMPLE, Marks, all_marks, marks_of, note, texts_without_overlap
from kbdesk.library.types import DocumentInfo
from kbdesk.rag.document import Chunk
from kbdesk.texts import Text, text

LEAST_SHARE = 0.5
"""Of the marks of one document that the other has too; below it, documents only treat of the same matter."""

LEAST_LIKELY_SHARE = 0.4
"""The same, estimated from a sample: somewhat less, so that the sample's error loses nothing."""

LEAST_COMMON_MARKS = 4
"""Fewer in two samples may be chance."""

MOST_OWNERS = 10
"""What stands in more documents than that is a template, a footer or a licence, and tells nothing."""

SHORT_DOCUMENT = 100
"""Marks; a document of fewer (about eight sentences) is similar only to one that says nearly nothing else."""

LEAST_SHARE_OF_SHORT = 0.8

MOST_CANDIDATES = 20

_CHUNKS_A_READ = 500
_SHARED_PASSAGE = 0.75  # a changed word takes six marks of the hundred or so of a passage
_PASSAGES_WORTH_COUNTING = 3
_SURELY_LATER_NS = 60 * 10**9  # files that are unpacked or fetched together are some seconds apart


class Relation(StrEnum):
    """What another document is to a document.

    `SAME`: only the layout differs. `OLDER` and `NEWER`: a version; `SIMILAR`: a version, nobody knows which is newer.
    `CONTAINED`: most of the document is in the other one, which says more; `CONTAINS`: the other way round.
    """

    SAME = "same"
    OLDER = "older"
    NEWER = "newer"
    SIMILAR = "similar"
    CONTAINED = "contained"
    CONTAINS = "contains"


@dataclass(frozen=True)
class Similar:
    """Two documents that say much the same.

    Attributes:
        document: The document that was asked about.
        other: The other one.
        relation: What the other one is to it.
        share: How much of its content the other one has, 0 to 1.
        share_of_other: How much of the other one's content it has, 0 to 1.
        shared_passages: Its passages that are in the other one as well, but for a few words.
    """

    document: DocumentInfo
    other: DocumentInfo
    relation: Relation
    share: float
    share_of_other: float
    shared_passages: int

    @property
    def first_and_second(self) -> tuple[DocumentInfo, DocumentInfo]:
        """The older or smaller of the two and the other one; where that is not known, `document` comes second."""
        if self.relation in (Relation.NEWER, Relation.CONTAINED):
            return self.document, self.other
        return self.other, self.document


@dataclass(frozen=True)
class PairPage:
    """Some of the similar pairs of a knowledge base.

    Attributes:
        pairs: Those found among the documents looked at in this step.
        position: What to ask for next, or None when all documents were looked at.
    """

    pairs: list[Similar]
    position: int | None


class SimilarDocuments:
    """Finds similar documents through the tables `sketches` and `sketch_marks`, then compares what they say."""

    def __init__(self, database: Database, *, catalog: Catalog, documents: Documents, bases: OpenBases) -> None:
        """Use the open parts of a library."""
        self._database = database
        self._catalog = catalog
        self._documents = documents
        self._bases = bases
        self._completed: set[str] = set()

    async def of(self, document_id: str) -> list[Similar]:
        """Return the documents of the same knowledge base that say much the same, the most similar first.

        Those in the trash are left out, and those a person wants to have both of.
        """
        return await self._similar_to(await self._documents.one(document_id), only_earlier=False)

    async def pairs(self, kb_id: str, *, position: int = 0, count: int = 50) -> PairPage:
        """Return the similar pairs among the next `count` documents and those before them; each pair once.

        Args:
            kb_id: The knowledge base.
            position: 0 at first, then the one of the page before.
            count: Documents to look at.
        """
        query = (
            "SELECT rowid, id FROM documents WHERE knowledge_base_id = ? AND deletion_id IS NULL AND passage_count > 0"
            " AND rowid > ? ORDER BY rowid LIMIT ?"
        )
        rows = await self._database.read(lambda c: c.execute(query, (kb_id, position, count)).fetchall())
        found = await self._documents.get([row["id"] for row in rows])
        pairs = [pair for document in found.values() for pair in await self._similar_to(document, only_earlier=True)]
        return PairPage(pairs, rows[-1]["rowid"] if len(rows) == count else None)

    async def difference(self, document_id: str, other_id: str) -> Difference:
        """Return what differs between two documents."""
        old, new = [await self._passages(await self._documents.one(each)) for each in (document_id, other_id)]
        return await asyncio.to_thread(compare, old, new)

    async def keep_both(self, document_id: str, other_id: str) -> None:
        """Remember that a person wants to have both: they are not pointed out again."""
        both = sorted((document_id, other_id))
        statement = "INSERT OR IGNORE INTO kept_both VALUES (?, ?)"
        await self._database.write(lambda connection: connection.execute(statement, both))

    async def _similar_to(self, document: DocumentInfo, *, only_earlier: bool) -> list[Similar]:
        """Return what is similar; `only_earlier`: only among documents that came before it."""
        if not document.passage_count:
            return []
        await self._complete(document.knowledge_base_id)
        candidates = await self._database.read(lambda connection: _candidates(connection, document.id, only_earlier))
        others = await self._documents.get(candidates)
        if not others:
            return []
        modified = await self._database.read(lambda connection: _modified(connection, [document.id, *others]))
        mine = await self._content(document)
        found: list[Similar] = []
        for other in others.values():
            similar = await asyncio.to_thread(_compared, document, other, mine, await self._content(other))
            if similar is not None:
                found.append(_dated(similar, modified))
        return sorted(found, key=_rank)

    async def _complete(self, kb_id: str) -> None:
        """Make the sketches of documents that came before there were any; asks once for each knowledge base."""
        if kb_id in self._completed:
            return
        query = (
            "SELECT id FROM documents WHERE knowledge_base_id = ? AND deletion_id IS NULL AND passage_count > 0"
            " AND id NOT IN (SELECT document_id FROM sketches)"
        )
        rows = await self._database.read(lambda connection: connection.execute(query, (kb_id,)).fetchall())
        for document in (await self._documents.get([row["id"] for row in rows])).values():
            await self._sketch(document)
        self._completed.add(kb_id)

    async def _sketch(self, document: DocumentInfo) -> None:
        marks = await asyncio.to_thread(marks_of, await self._passages(document))
        await self._database.write(lambda connection: note(connection, document.id, marks))

    async def _content(self, document: DocumentInfo) -> _Content:
        return await asyncio.to_thread(_content_of, await self._passages(document))

    async def _passages(self, document: DocumentInfo) -> list[Chunk]:
        base = await self._catalog.base(document.knowledge_base_id)
        store = await self._bases.store(base)
        chunks: list[Chunk] = []
        while step := await store.list_chunks(base.collection, document.id, offset=len(chunks), limit=_CHUNKS_A_READ):
            chunks += step
        return chunks


def sentence(similar: Similar) -> Text:
    """Return for example "Most of it (18 of 20 passages) is also in “travel-2024.md”, which is older."."""
    name = similar.other.name
    count = similar.document.passage_count
    if similar.shared_passages < count > _PASSAGES_WORTH_COUNTING:
        part = text("similar", "{shared} of {count} passages", shared=similar.shared_passages, count=count)
    else:
        part = text("similar", "{percent} %", percent=int(100 * similar.share))
    match similar.relation:
        case Relation.SAME:
            return text("similar", "All of it is also in “{name}”; only the layout differs.", name=name)
        case Relation.OLDER:
            return text("similar", "Most of it ({part}) is also in “{name}”, which is older.", part=part, name=name)
        case Relation.NEWER:
            return text("similar", "Most of it ({part}) is also in “{name}”, which is newer.", part=part, name=name)
        case Relation.SIMILAR:
            return text("similar", "Most of it ({part}) is also in “{name}”.", part=part, name=name)
        case Relation.CONTAINED:
            return text("similar", "Most of it ({part}) is also in “{name}”, which says more.", part=part, name=name)
        case Relation.CONTAINS:
            percent = int(100 * similar.share_of_other)
            return text("similar", "Most of “{name}” ({percent} %) is also in it.", name=name, percent=percent)


@dataclass(frozen=True)
class _Content:
    """What a document says, ready to be compared.

    Attributes:
        marks: All marks, in reading order.
        owners: The index of the passage that each mark begins in.
        digest: Tells of the whole text without its layout.
    """

    marks: Marks
    owners: npt.NDArray[np.intp]
    digest: bytes


def _content_of(chunks: Sequence[Chunk]) -> _Content:
    digest = hashlib.sha256()
    for part in texts_without_overlap(chunks):
        squeezed = "".join(unicodedata.normalize("NFKC", part).split())
        digest.update(squeezed.encode("utf-8", "surrogatepass"))
    return _Content(*all_marks(chunks), digest.digest())


def _compared(document: DocumentInfo, other: DocumentInfo, mine: _Content, theirs: _Content) -> Similar | None:
    """Return how similar two documents really are, or None if it is too little."""
    common = np.intersect1d(mine.marks, theirs.marks)
    if not len(common):
        return None
    own, others = len(np.unique(mine.marks)), len(np.unique(theirs.marks))
    share, share_of_other = len(common) / own, len(common) / others
    is_same = mine.digest == theirs.digest
    if min(own, others) < SHORT_DOCUMENT:
        is_similar = min(share, share_of_other) >= LEAST_SHARE_OF_SHORT
    else:
        is_similar = max(share, share_of_other) >= LEAST_SHARE
    if not (is_same or is_similar):
        return None
    relation = Relation.SAME if is_same else _relation(share, share_of_other)
    return Similar(document, other, relation, share, share_of_other, _shared_passages(mine, common))


def _relation(share: float, share_of_other: float) -> Relation:
    if min(share, share_of_other) >= LEAST_SHARE:
        return Relation.SIMILAR
    return Relation.CONTAINED if share > share_of_other else Relation.CONTAINS


def _shared_passages(mine: _Content, common: Marks) -> int:
    """Return how many passages are in both but for a few words."""
    total = np.bincount(mine.owners)
    shared = np.bincount(mine.owners[np.isin(mine.marks, common)], minlength=len(total))
    return int(np.count_nonzero((total > 0) & (shared >= _SHARED_PASSAGE * total)))


def _dated(similar: Similar, modified: dict[str, int]) -> Similar:
    """Return it with the word of which is newer: by the time of the files, else by the time they were added."""
    if similar.relation != Relation.SIMILAR:
        return similar
    mine, theirs = modified[similar.document.id], modified[similar.other.id]
    if not (mine and theirs):
        mine, theirs = (int(each.added_at.timestamp() * 1e9) for each in (similar.document, similar.other))
    if abs(mine - theirs) < _SURELY_LATER_NS:
        return similar
    return replace(similar, relation=Relation.OLDER if theirs < mine else Relation.NEWER)


def _rank(similar: Similar) -> tuple[bool, float, float]:
    """Return what sorts the same first, then versions, then what is in one another."""
    shares = similar.share, similar.share_of_other
    return similar.relation != Relation.SAME, -min(shares), -max(shares)


def _modified(connection: sqlite3.Connection, document_ids: Iterable[str]) -> dict[str, int]:
    query = "SELECT modified_ns FROM documents WHERE id = ?"
    return {each: int(connection.execute(query, (each,)).fetchone()[0]) for each in document_ids}


def _candidates(connection: sqlite3.Connection, document_id: str, only_earlier: bool) -> list[str]:
    """Return the documents that probably share much with a document, the likeliest first."""
    mine = _sample(connection, document_id)
    telling: list[int] = []
    common: Counter[str] = Counter()
    for mark in mine:
        owners = _owners(connection, mark, document_id)
        if len(owners) <= MOST_OWNERS:
            telling.append(mark)
            common.update(owners)
    likely: list[tuple[float, str]] = []
    for other_id, count in common.items():
        if count >= LEAST_COMMON_MARKS or count == len(telling):
            theirs = _sample(connection, other_id)
            end = min(_end(mine), _end(theirs))
            share = count / max(1, min(bisect_right(telling, end), bisect_right(theirs, end)))
            if share >= LEAST_LIKELY_SHARE and not _is_settled(connection, document_id, other_id, only_earlier):
                likely.append((share, other_id))
    return [other_id for _, other_id in sorted(likely, reverse=True)[:MOST_CANDIDATES]]


def _sample(connection: sqlite3.Connection, document_id: str) -> list[int]:
    query = (
        "SELECT m.mark FROM sketches s JOIN sketch_marks m ON m.number = s.number WHERE s.document_id = ? ORDER BY mark"
    )
    return [row[0] for row in connection.execute(query, (document_id,))]


def _end(sample: Sequence[int]) -> int:
    """Return up to where a sample holds every mark of its document."""
    return sample[-1] if len(sample) >= SAMPLE else np.iinfo(np.int64).max


def _owners(connection: sqlite3.Connection, mark: int, document_id: str) -> list[str]:
    """Return the other documents of the knowledge base with a mark; some more than `MOST_OWNERS` at most."""
    query = (  # CROSS JOIN: SQLite must begin with the mark, and not with all documents of the knowledge base
        "SELECT other.id FROM sketch_marks m CROSS JOIN sketches s ON s.number = m.number"
        " CROSS JOIN documents other ON other.id = s.document_id WHERE m.mark = ?1 AND other.id != ?2"
        " AND other.knowledge_base_id = (SELECT knowledge_base_id FROM documents WHERE id = ?2)"
        " AND other.deletion_id IS NULL LIMIT ?3"
    )
    return [row[0] for row in connection.execute(query, (mark, document_id, MOST_OWNERS + 1))]


def _is_settled(connection: sqlite3.Connection, document_id: str, other_id: str, only_earlier: bool) -> bool:
    """Return whether both are wanted, or the pair comes up when the other one is looked at."""
    both = sorted((document_id, other_id))
    if connection.execute("SELECT 1 FROM kept_both WHERE first = ? AND second = ?", both).fetchone():
        return True
    query = "SELECT rowid FROM documents WHERE id = ?"
    mine, theirs = (connection.execute(query, (each,)).fetchone()[0] for each in (document_id, other_id))
    return only_earlier and theirs > mine
