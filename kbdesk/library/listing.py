"""Lists of documents by the page: filtered and sorted by SQLite, at 100,000 rows as at ten."""

from __future__ import annotations

import json
import re
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from kbdesk.library import document_words
from kbdesk.library.database import Database
from kbdesk.library.documents import Documents
from kbdesk.library.names import folded
from kbdesk.library.types import DocumentInfo, State


class Order(StrEnum):
    """What a list is sorted by; the value is the column."""

    NAME = "sort_name"
    KIND = "kind"
    STATUS = "status"
    PASSAGES = "passage_count"
    SIZE = "size_bytes"
    ADDED = "added_at"
    TAGS = "sort_tags"
    RESPONSIBLE = "sort_responsible"
    REVIEW = "sort_review_by"


_INDEXES = {
    Order.NAME: "documents_by_name",
    Order.KIND: "documents_by_kind",
    Order.STATUS: "documents_by_status",
    Order.PASSAGES: "documents_by_passages",
    Order.SIZE: "documents_by_size",
    Order.ADDED: "documents_by_age",
    Order.TAGS: "documents_by_tags",
    Order.RESPONSIBLE: "documents_by_responsible",
    Order.REVIEW: "documents_by_review",
}
_WILD, _ESCAPED = re.compile(r"([%_\\])"), r"\\\1"
_OF_BASE = "knowledge_base_id = ? AND deletion_id IS NULL"
_FEW = 200  # looked at one by one; what finds more of 10,000 fills a page sooner when an order is walked
# In the order in which they are sorted; the schema writes the same keys.
_STATUS_KEYS = {
    State.FAILED: "1",
    State.STOPPED: "2",
    State.PAUSED: "3",
    State.READING: "4",
    State.EMBEDDING: "5",
    State.QUEUED: "6",
    State.DONE: "8",
}
_DONE_WITH_NOTES = "7"
_STATES = {key: state for state, key in _STATUS_KEYS.items()} | {_DONE_WITH_NOTES: State.DONE}


@dataclass(frozen=True)
class Status:
    """A state with what tells it apart on the screen.

    Attributes:
        state: The state.
        outcome: How reading ended, of failed documents; else "".
        has_notes: Whether there is something to know about what was read, of done documents.
    """

    state: State
    outcome: str = ""
    has_notes: bool = False

    @classmethod
    def of(cls, document: DocumentInfo) -> Status:
        """Return the status of a document."""
        if document.state == State.FAILED:
            return cls(document.state, document.outcome)
        return cls(document.state, has_notes=document.state == State.DONE and bool(document.warnings))


@dataclass(frozen=True)
class Word:
    """A word of a filter; it must occur in the name, the facts, or what the screen says of the kind or the status.

    Attributes:
        text: The word.
        kinds: Kinds in whose shown words it occurs.
        statuses: Those in whose shown words it occurs.
    """

    text: str
    kinds: frozenset[str] = frozenset()
    statuses: frozenset[Status] = frozenset()


class Remark(StrEnum):
    """What documents can be filtered by besides words, each with an index that answers it alone."""

    NOTES = "notes"  # read, and there is something to know about it
    OCR = "ocr"  # a page at least was read by OCR
    GAPS = "gaps"  # nothing was read from a page at least that is not blank
    PASSWORD = "password"  # not read for want of a password  # noqa: S105
    FAILED = "failed"
    DUE = "due"  # the day on which it is to be looked over has come


_REMARKS = {
    Remark.NOTES: (_INDEXES[Order.STATUS], f"status = '{_DONE_WITH_NOTES}'"),
    Remark.OCR: ("documents_read_by_ocr", "instr(pages, 'o')"),
    Remark.GAPS: ("documents_with_gaps", "pages GLOB '*[pgx]*'"),
    Remark.PASSWORD: (_INDEXES[Order.STATUS], f"status = '{_STATUS_KEYS[State.FAILED]} password'"),
    Remark.FAILED: (
        _INDEXES[Order.STATUS],
        f"status >= '{_STATUS_KEYS[State.FAILED]}' AND status < '{_STATUS_KEYS[State.STOPPED]}'",
    ),
    Remark.DUE: (_INDEXES[Order.REVIEW], "sort_review_by <= ?"),
}


@dataclass(frozen=True)
class ListQuery:
    """Which documents, in which order; equals stand by name, which turns with the order.

    Attributes:
        words: Every one of them must occur.
        only: What they must all have, or None.
        order: What they are sorted by.
        descending: Whether the last comes first.
        tag: A tag they must all have, or "".
        today: The day it is where the person is; what is due is due by then.
    """

    words: tuple[Word, ...] = ()
    order: Order = Order.NAME
    descending: bool = False
    only: Remark | None = None
    tag: str = ""
    today: date = date.min

    @property
    def is_filtered(self) -> bool:
        """Whether documents may be left out."""
        return bool(self.words) or self.only is not None or bool(self.tag)


@dataclass(frozen=True)
class Values:
    """What occurs in a knowledge base.

    Attributes:
        kinds: Kinds of its documents.
        statuses: Statuses of its documents.
    """

    kinds: list[str]
    statuses: list[Status]


class Listing:
    """Reads beside whatever is being written, and never all rows of documents."""

    def __init__(self, database: Database, documents: Documents) -> None:
        """Use an open database."""
        self._database = database
        self._documents = documents

    async def count(self, kb_id: str) -> int:
        """Return the number of documents of a knowledge base."""
        return await self._database.view(lambda connection: _count(connection, kb_id))

    async def page(self, kb_id: str, query: ListQuery, *, offset: int, limit: int) -> list[DocumentInfo]:
        """Return the rows `offset` to `offset` + `limit`."""

        def work(connection: sqlite3.Connection) -> list[DocumentInfo]:
            order, values = _listed(connection, kb_id, query)
            rows = connection.execute(f"{order} LIMIT ? OFFSET ?", (*values, limit, offset))
            return self._infos(connection, [row[0] for row in rows])

        return await self._database.view(work)

    async def ids(self, kb_id: str, query: ListQuery) -> tuple[list[str], int]:
        """Return the ids of all rows in their order, and the number of documents of the knowledge base."""

        def work(connection: sqlite3.Connection) -> tuple[list[str], int]:
            order, values = _listed(connection, kb_id, query)
            ids = [row[0] for row in connection.execute(order, values)]
            return ids, _count(connection, kb_id)

        return await self._database.view(work)

    async def documents(self, document_ids: Sequence[str]) -> list[DocumentInfo]:
        """Return those of the documents that are there, in the order of the ids."""
        return await self._database.view(lambda connection: self._infos(connection, document_ids))

    async def values(self, kb_id: str) -> Values:
        """Return which kinds and statuses occur in a knowledge base."""

        def work(connection: sqlite3.Connection) -> Values:
            statuses = [_status(key) for key in _distinct(connection, kb_id, Order.STATUS)]
            return Values(_distinct(connection, kb_id, Order.KIND), statuses)

        return await self._database.view(work)

    async def counts_by_state(self, kb_id: str) -> Counter[State]:
        """Return how many documents of a knowledge base are in each state."""
        query = f"SELECT status, count(*) FROM documents WHERE {_OF_BASE} GROUP BY status"  # noqa: S608

        def work(connection: sqlite3.Connection) -> Counter[State]:
            counts: Counter[State] = Counter()
            for key, count in connection.execute(query, (kb_id,)):
                counts[_status(key).state] += count
            return counts

        return await self._database.view(work)

    async def counts_by_remark(self, kb_id: str, today: date) -> dict[Remark, int]:
        """Return how many documents of a knowledge base have each remark, on this day."""

        def count(connection: sqlite3.Connection, remark: Remark) -> int:
            having, values = _having(remark, kb_id, today)
            return connection.execute(f"SELECT count(*) FROM {having}", values).fetchone()[0]  # noqa: S608

        def work(connection: sqlite3.Connection) -> dict[Remark, int]:
            return {each: count(connection, each) for each in Remark}

        return await self._database.view(work)

    async def ids_in(self, kb_id: str, state: State) -> list[str]:
        """Return the ids of all documents of a knowledge base that are in a state, by name."""
        query = f"SELECT id FROM documents WHERE {_OF_BASE} AND +state = ? ORDER BY status, sort_name"  # noqa: S608
        return await self._database.view(lambda c: [row[0] for row in c.execute(query, (kb_id, state))])

    async def states(self, document_ids: Sequence[str]) -> dict[str, State]:
        """Return the states of those of the documents that are there."""
        query = (
            "SELECT d.id, d.state FROM json_each(?) e JOIN documents d ON d.id = e.value WHERE d.deletion_id IS NULL"
        )
        listed = json.dumps(list(document_ids))
        return await self._database.view(
            lambda connection: {row[0]: State(row[1]) for row in connection.execute(query, (listed,))}
        )

    def _infos(self, connection: sqlite3.Connection, document_ids: Sequence[str]) -> list[DocumentInfo]:
        query = "SELECT * FROM documents WHERE id = ? AND deletion_id IS NULL"
        rows = (connection.execute(query, (document_id,)).fetchone() for document_id in document_ids)
        return [self._documents.info(row) for row in rows if row is not None]


def _listed(connection: sqlite3.Connection, kb_id: str, query: ListQuery) -> tuple[str, list[str]]:
    """Return the statement that lists the ids of a query, and its values."""
    few = _few(connection, kb_id, query)
    source, values = _walked(kb_id, query) if few is None else _among(few, kb_id, query)
    direction = "DESC" if query.descending else "ASC"
    columns = dict.fromkeys((query.order, Order.NAME, "id"))
    by = ", ".join(f"{column} {direction}" for column in columns)  # all turned, or SQLite must sort instead of walk
    return f"SELECT id FROM {source} ORDER BY {by}", values  # noqa: S608  # our own words


def _few(connection: sqlite3.Connection, kb_id: str, query: ListQuery) -> list[int] | None:
    """Return the rowids of documents among which are all that a filter finds; None where it may find many."""
    for statement, values in _narrow(connection, kb_id, query):
        rows = connection.execute(f"{statement} LIMIT {_FEW + 1}", values).fetchall()
        if len(rows) <= _FEW:
            return [row[0] for row in rows]
    return None


def _narrow(connection: sqlite3.Connection, kb_id: str, query: ListQuery) -> Iterator[tuple[str, list[str]]]:
    """Yield statements each of which finds, soon, all documents of a part of a filter, and perhaps others."""
    has_trigrams = f"SELECT d.rowid FROM {document_words.FOUND}"  # noqa: S608  # our own words
    if query.tag and (wanted := document_words.expression(connection, _whole(query.tag))):
        yield has_trigrams, [wanted]
    if query.only is not None:
        source, values = _having(query.only, kb_id, query.today)
        yield f"SELECT rowid FROM {source}", values  # noqa: S608  # our own words
    for word in query.words:
        if wanted := document_words.expression(connection, folded(word.text)):
            statements, values = [has_trigrams], [wanted]
            for order, found in _shown(word):
                statements.append(f"SELECT rowid FROM {_source(order)} AND {order} IN ({_places(found)})")  # noqa: S608
                values += [kb_id, *found]
            yield " UNION ALL ".join(statements), values


def _among(few: Sequence[int], kb_id: str, query: ListQuery) -> tuple[str, list[str]]:
    """Return those of a few documents that a filter finds."""
    condition, values = _matching(query.words, query.tag)
    if query.only is not None:
        condition += f" AND {_REMARKS[query.only][1]}"
        values += _days(query.only, query.today)
    one = "rowid IN (SELECT value FROM json_each(?))"
    source = f"documents NOT INDEXED WHERE {one} AND {_OF_BASE}{condition}"
    return source, [json.dumps(few), kb_id, *values]


def _walked(kb_id: str, query: ListQuery) -> tuple[str, list[str]]:
    """Return what a filter finds in an order, from indexes alone."""
    condition, values = _matching(query.words, query.tag)
    if condition and query.order != Order.NAME:
        # Only the index by name holds what a filter looks at.
        condition = f" AND rowid IN (SELECT rowid FROM {_source(Order.NAME)}{condition})"  # noqa: S608
        values = [kb_id, *values]
    if query.only is not None:
        having, having_values = _having(query.only, kb_id, query.today)
        condition += f" AND rowid IN (SELECT rowid FROM {having})"  # noqa: S608
        values += having_values
    return f"{_source(query.order)}{condition}", [kb_id, *values]


def _source(order: Order) -> str:
    return f"documents INDEXED BY {_INDEXES[order]} WHERE {_OF_BASE}"


def _having(remark: Remark, kb_id: str, today: date) -> tuple[str, list[str]]:
    index, condition = _REMARKS[remark]
    return f"documents INDEXED BY {index} WHERE {_OF_BASE} AND {condition}", [kb_id, *_days(remark, today)]


def _days(remark: Remark, today: date) -> list[str]:
    """Return the values in the condition of a remark."""
    return [today.isoformat()] if remark is Remark.DUE else []


def _matching(words: Sequence[Word], tag: str) -> tuple[str, list[str]]:
    """Return the conditions of a filter, each with AND before it, and their values."""
    conditions: list[str] = []
    values: list[str] = []
    for word in words:
        # LIKE takes two thirds of the time of instr().
        either = ["folded_name LIKE ? ESCAPE '\\'", "folded_facts LIKE ? ESCAPE '\\'"]
        values += [f"%{_WILD.sub(_ESCAPED, folded(word.text))}%"] * 2
        for column, found in _shown(word):
            either.append(f"{column} IN ({_places(found)})")
            values += found
        conditions.append(f" AND ({' OR '.join(either)})")
    if tag:
        conditions.append(" AND instr(folded_facts, ?)")
        values.append(_whole(tag))
    return "".join(conditions), values


def _shown(word: Word) -> list[tuple[Order, list[str]]]:
    """Return the columns with the values in whose shown words a word occurs, if there are any."""
    found = ((Order.KIND, list(word.kinds)), (Order.STATUS, [_status_key(each) for each in word.statuses]))
    return [(column, values) for column, values in found if values]


def _places(values: Sequence[str]) -> str:
    return ", ".join("?" * len(values))


def _whole(tag: str) -> str:
    """Return a tag as it stands among the facts."""
    return f"\x1f{folded(tag)}\x1f"


def _count(connection: sqlite3.Connection, kb_id: str) -> int:
    statement = f"SELECT count(*) FROM documents INDEXED BY documents_of WHERE {_OF_BASE}"  # noqa: S608
    return connection.execute(statement, (kb_id,)).fetchone()[0]


def _distinct(connection: sqlite3.Connection, kb_id: str, order: Order) -> list[str]:
    """Return the values of a column, jumping from one to the next in its index."""
    statement = f"SELECT min({order}) FROM {_source(order)} AND {order} > ?"  # noqa: S608
    values: list[str] = []
    value: str | None = ""
    if connection.execute(f"SELECT 1 FROM {_source(order)} AND {order} = ''", (kb_id,)).fetchone():  # noqa: S608
        values.append("")
    while value is not None:
        value = connection.execute(statement, (kb_id, value)).fetchone()[0]
        if value is not None:
            values.append(value)
    return values


def _status_key(status: Status) -> str:
    if status.state == State.FAILED:
        return f"{_STATUS_KEYS[State.FAILED]} {status.outcome}"
    return _DONE_WITH_NOTES if status.has_notes else _STATUS_KEYS[status.state]


def _status(key: str) -> Status:
    number, _, outcome = key.partition(" ")
    return Status(_STATES[number], outcome, has_notes=number == _DONE_WITH_NOTES)
