"""What people say of documents: tags, who looks after them, when they are to be looked over, what they are for."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from kbdesk.library.database import Database
from kbdesk.library.documents import Documents, facts_of, no_such_document
from kbdesk.library.facts.rules import changed, cleaned, restored
from kbdesk.library.facts.types import Change, Changed, Common
from kbdesk.library.names import folded, natural_key
from kbdesk.library.types import DocumentInfo, Facts
from kbdesk.library.watchers import Watchers
from kbdesk.texts import Text, text

_NAMED = (
    "SELECT d.id, d.knowledge_base_id, d.name, d.tags, d.responsible, d.review_by, d.description"
    " FROM json_each(?) e JOIN documents d ON d.id = e.value"
)
_THERE = f"{_NAMED} WHERE d.deletion_id IS NULL"
_TAGS = """
    SELECT value, sum(number) FROM (
        SELECT tags, count(*) AS number FROM documents INDEXED BY documents_with_tags
        WHERE knowledge_base_id = ? AND deletion_id IS NULL AND tags != '[]' GROUP BY tags
    ), json_each(tags) GROUP BY value
"""
_RESPONSIBLES = """
    SELECT responsible, count(*) FROM documents INDEXED BY documents_with_responsible
    WHERE knowledge_base_id = ? AND deletion_id IS NULL AND responsible != '' GROUP BY responsible
"""
_DUE = (
    "knowledge_bases b JOIN documents d INDEXED BY documents_by_review ON d.knowledge_base_id = b.id"
    " AND d.deletion_id IS NULL AND d.sort_review_by <= ? WHERE b.deletion_id IS NULL"
)


@dataclass(frozen=True)
class _Described:
    """What is needed of a document here."""

    id: str
    knowledge_base_id: str
    name: str
    facts: Facts


class DocumentFacts:
    """Changes facts of many documents at once, and tells what occurs and what is due.

    Facts are of a document, not of its content: they stay when the file is read again, replaced, moved, deleted and
    restored. What was inside a document has its own.
    """

    def __init__(self, database: Database, documents: Documents, watchers: Watchers) -> None:
        """Use an open database; `watchers` are told of what changes."""
        self._database = database
        self._documents = documents
        self._watchers = watchers

    async def change(self, document_ids: Sequence[str], change: Change) -> Changed:
        """Change what is said of documents; those that are gone are left out.

        A tag is written as the knowledge base has it already, whatever the case in which it is typed now.

        Returns:
            What really changed, which can be undone.

        Raises:
            InputError: Something in it is too long or is no tag, or none of the documents is there.
        """
        change = cleaned(change)

        def work(connection: sqlite3.Connection) -> Changed:
            documents = _described(connection, _THERE, document_ids)
            if not documents:
                raise no_such_document()
            after = _changed_facts(connection, documents, change)
            write_facts(connection, after)
            others = [each for each in documents if each.id in after]
            return Changed(_label(others), {each.id: each.facts for each in others}, after)

        done = await self._database.write(work)
        self._tell(done.after)
        return done

    async def undo(self, done: Changed) -> None:
        """Take a change back, also of documents that are in the trash; what others changed since then stays."""

        def work(connection: sqlite3.Connection) -> dict[str, Facts]:
            now = {each.id: each.facts for each in _described(connection, _NAMED, list(done.after))}
            facts = {each: restored(now[each], done.before[each], done.after[each]) for each in now}
            back = {each: value for each, value in facts.items() if value != now[each]}
            write_facts(connection, back)
            return back

        self._tell(await self._database.write(work))

    async def common(self, document_ids: Sequence[str]) -> Common:
        """Return what is said of documents that are there."""
        documents = await self._database.view(lambda connection: _described(connection, _THERE, document_ids))
        tags = Counter(tag for each in documents for tag in each.facts.tags)
        return Common(
            count=len(documents),
            tags={tag: tags[tag] for tag in sorted(tags, key=natural_key)},
            responsibles=frozenset(each.facts.responsible for each in documents),
            review_days=frozenset(each.facts.review_by for each in documents),
            descriptions=frozenset(each.facts.description for each in documents),
        )

    async def tags(self, kb_id: str) -> list[tuple[str, int]]:
        """Return the tags of a knowledge base and how many documents have each, in the order of the alphabet."""
        return await self._database.view(lambda connection: _counted(connection, _TAGS, kb_id))

    async def responsibles(self, kb_id: str) -> list[tuple[str, int]]:
        """Return who looks after documents of a knowledge base, and after how many, in the order of the alphabet."""
        return await self._database.view(lambda connection: _counted(connection, _RESPONSIBLES, kb_id))

    async def due(self, on: date, kb_id: str | None = None) -> list[DocumentInfo]:
        """Return the documents that are to be looked over by a day, the most overdue first.

        Args:
            on: The day.
            kb_id: Of this knowledge base only.
        """
        order = "ORDER BY d.review_by, d.sort_name, d.id"
        query = f"SELECT d.* FROM {_DUE} AND (?2 IS NULL OR b.id = ?2) {order}"  # noqa: S608  # our own words
        values = (on.isoformat(), kb_id)
        return await self._database.view(
            lambda connection: [self._documents.info(row) for row in connection.execute(query, values)]
        )

    async def count_due(self, on: date) -> dict[str, int]:
        """Return how many documents are to be looked over by a day, by knowledge base in order of creation."""
        query = f"SELECT b.id, count(*) FROM {_DUE} GROUP BY b.rowid"  # noqa: S608  # our own words
        return await self._database.view(lambda connection: dict(connection.execute(query, (on.isoformat(),))))

    def _tell(self, facts: Mapping[str, Facts]) -> None:
        if facts:
            self._watchers.describe(list(facts))


def _described(connection: sqlite3.Connection, query: str, document_ids: Sequence[str]) -> list[_Described]:
    listed = json.dumps(list(dict.fromkeys(document_ids)))
    return [_Described(row[0], row[1], row[2], facts_of(row)) for row in connection.execute(query, (listed,))]


def _changed_facts(connection: sqlite3.Connection, documents: Sequence[_Described], change: Change) -> dict[str, Facts]:
    """Return what is said after a change of those documents that it changes."""
    after: dict[str, Facts] = {}
    for kb_id in dict.fromkeys(each.knowledge_base_id for each in documents):
        own = [each for each in documents if each.knowledge_base_id == kb_id]
        spelled = _spelling(connection, kb_id, own, change)
        facts = {each.id: changed(each.facts, change, spelled) for each in own}
        after |= {each.id: facts[each.id] for each in own if facts[each.id] != each.facts}
    return after


def _spelling(
    connection: sqlite3.Connection, kb_id: str, documents: Iterable[_Described], change: Change
) -> Callable[[str], str]:
    """Return how tags are written in a knowledge base once those that are taken away are gone."""
    if not change.add_tags:
        return str
    counts: Counter[str] = Counter(dict(connection.execute(_TAGS, (kb_id,)).fetchall()))
    gone = set(map(folded, change.remove_tags))
    counts.subtract(tag for each in documents for tag in each.facts.tags if folded(tag) in gone)
    known = {folded(tag): tag for tag, count in reversed(counts.most_common()) if count > 0}
    return lambda tag: known.get(folded(tag), tag)


def _counted(connection: sqlite3.Connection, query: str, kb_id: str) -> list[tuple[str, int]]:
    """Return values with their counts; what differs in its case alone is one, written as most have it."""
    words: dict[str, str] = {}
    counts: Counter[str] = Counter()
    for value, count in sorted(connection.execute(query, (kb_id,)), key=lambda row: -row[1]):
        words.setdefault(folded(value), value)
        counts[folded(value)] += count
    return sorted(((word, counts[key]) for key, word in words.items()), key=lambda each: natural_key(each[0]))


def write_facts(connection: sqlite3.Connection, facts: Mapping[str, Facts]) -> None:
    """Write what is said of documents, by their ids."""
    connection.executemany(
        "UPDATE documents SET tags = ?, responsible = ?, review_by = ?, description = ? WHERE id = ?",
        [
            (
                json.dumps(each.tags, ensure_ascii=False),
                each.responsible,
                each.review_by.isoformat() if each.review_by else "",
                each.description,
                document_id,
            )
            for document_id, each in facts.items()
        ],
    )


def _label(documents: Sequence[_Described]) -> Text:
    if len(documents) == 1:
        return text("facts", "Tags and other details of “{name}” were changed.", name=documents[0].name)
    return text("facts", "Tags and other details of {count} documents were changed.", count=len(documents))
