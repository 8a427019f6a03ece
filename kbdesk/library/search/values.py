"""What searches can be filtered by."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from kbdesk.library.database import Database
from kbdesk.library.names import folded, natural_key
from kbdesk.library.search.types import FilterValues, Occurrence

_SEARCHABLE = (
    "FROM documents WHERE knowledge_base_id IN (SELECT value FROM json_each(?))"
    " AND deletion_id IS NULL AND passage_count > 0"
)


async def filter_values(database: Database, kb_ids: Sequence[str], languages: Mapping[str, int]) -> FilterValues:
    """Return the values that occur in documents which have passages.

    Args:
        database: library.sqlite3.
        kb_ids: The knowledge bases.
        languages: How many passages there are in each language.
    """
    wanted = (json.dumps(list(kb_ids)),)

    def work(connection: sqlite3.Connection) -> FilterValues:
        kinds = connection.execute(f"SELECT kind, count(*) {_SEARCHABLE} AND kind != '' GROUP BY kind", wanted)
        names = connection.execute(f"SELECT name, parent_id != '' {_SEARCHABLE}", wanted)
        tags = connection.execute(f"SELECT tags {_SEARCHABLE} AND tags != '[]' ORDER BY rowid", wanted)
        return FilterValues(
            folders=_sorted(_count_folders([tuple(row) for row in names])),
            tags=_sorted(_count_tags(row[0] for row in tags)),
            kinds=_sorted(dict(map(tuple, kinds))),
            languages=_sorted(languages),
        )

    return await database.view(work)


def _count_folders(names: Sequence[tuple[str, bool]]) -> Mapping[str, int]:
    """Return the number of documents in each folder or deeper.

    Args:
        names: Of documents, and whether each came with another one: that is no folder, though its name stands before.
    """
    folders = {folder for name, is_inside in names if not is_inside for folder in _folders(name)}
    return Counter(folder for name, _ in names for folder in _folders(name) if folder in folders)


def _folders(name: str) -> Iterator[str]:
    """Yield the folder of a document and those above it."""
    while "/" in name:
        name = name.rpartition("/")[0]
        yield name


def _count_tags(lists: Iterator[str]) -> Mapping[str, int]:
    counts: Counter[str] = Counter()
    written: dict[str, str] = {}
    for tags in lists:
        for tag in json.loads(tags):
            counts[written.setdefault(folded(tag), tag)] += 1
    return counts


def _sorted(counts: Mapping[str, int]) -> list[Occurrence]:
    return [Occurrence(value, counts[value]) for value in sorted(counts, key=natural_key)]
