"""Which documents the filters of a search let through: a question to SQLite alone."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from kbdesk.library.database import Database
from kbdesk.library.search.types import Filters
from kbdesk.rag.stores.filters import Only

Narrowing = Callable[[str], Only]
"""From the id of a knowledge base to what may answer in it."""

_SEARCHABLE = (
    "SELECT knowledge_base_id, id FROM documents"
    " WHERE knowledge_base_id IN (SELECT value FROM json_each(?)) AND deletion_id IS NULL AND passage_count > 0"
)
_ANY_FOLDER = "EXISTS (SELECT 1 FROM json_each(?) f WHERE substr(name, 1, length(f.value) + 1) = f.value || '/')"
_ALL_TAGS = """NOT EXISTS (
    SELECT 1 FROM json_each(?) w WHERE NOT EXISTS (
        SELECT 1 FROM json_each(tags) t WHERE folded(t.value) = folded(w.value)))"""

FilterName = Literal["documents", "folders", "tags", "kinds", "dates"]


@dataclass(frozen=True)
class Condition:
    """A filter in SQL.

    Attributes:
        name: The filter.
        sql: True for the documents that it lets through.
        value: What goes into its gap.
    """

    name: FilterName
    sql: str
    value: str


async def narrowing(database: Database, filters: Filters, kb_ids: Sequence[str]) -> Narrowing:
    """Return what may answer in each of some knowledge bases."""
    languages = frozenset(filters.languages) or None
    wanted = list(conditions(filters))
    if not wanted:
        return lambda _: Only(None, languages)
    let_through: dict[str, set[str]] = defaultdict(set)
    query = " AND ".join([_SEARCHABLE, *(condition.sql for condition in wanted)])
    values = [json.dumps(list(kb_ids)), *(condition.value for condition in wanted)]

    def work(connection: sqlite3.Connection) -> None:
        for kb_id, document_id in connection.execute(query, values):
            let_through[kb_id].add(document_id)

    await database.view(work)
    return lambda kb_id: Only(frozenset(let_through[kb_id]), languages)


async def excluding(database: Database, filters: Filters, document_id: str) -> list[FilterName]:
    """Return the filters that do not let a document through."""

    def work(connection: sqlite3.Connection) -> list[FilterName]:
        return [
            condition.name
            for condition in conditions(filters)
            if not connection.execute(
                f"SELECT 1 FROM documents WHERE id = ? AND {condition.sql}",  # noqa: S608  # our own conditions
                (document_id, condition.value),
            ).fetchone()
        ]

    return await database.view(work)


def conditions(filters: Filters) -> Iterator[Condition]:
    """Yield the filters that a document must pass, cheap ones first."""
    if filters.document_ids:
        yield Condition("documents", "id IN (SELECT value FROM json_each(?))", json.dumps(filters.document_ids))
    if filters.kinds:
        yield Condition("kinds", "kind IN (SELECT value FROM json_each(?))", json.dumps(filters.kinds))
    if filters.added_from:
        yield Condition("dates", "added_at >= ?", filters.added_from.isoformat())
    if filters.added_to:
        yield Condition("dates", "substr(added_at, 1, 10) <= ?", filters.added_to.isoformat())
    if filters.folders:
        yield Condition("folders", _ANY_FOLDER, json.dumps(filters.folders))
    if filters.tags:
        yield Condition("tags", _ALL_TAGS, json.dumps(filters.tags))
