from __future__ import annotations

import json
from collections.abc import AsyncIterator
from datetime import date
from pathlib import Path

import pytest

from kbdesk.library.database import Database
from kbdesk.library.schema import MIGRATIONS
from kbdesk.library.search.filtering import excluding, narrowing
from kbdesk.library.search.types import Filters, Occurrence
from kbdesk.library.search.values import filter_values
from kbdesk.rag.stores.filters import EVERYTHING, Only

DOCUMENTS = {  # id: knowledge base, name, kind, tags, day, passages, deletion
    "travel": ("one", "travel.txt", "Text", ["Office"], "2026-01-01", 3, None),
    "holidays": ("one", "leave/holidays.txt", "Text", ["office", "Straße"], "2026-01-02", 1, None),
    "sick": ("one", "leave/health/sick.pdf", "PDF", [], "2026-01-03", 1, None),
    "odd": ("one", "leave_%/odd.pdf", "PDF", [], "2026-01-04", 1, None),
    "other": ("two", "leave/other.txt", "Text", [], "2026-01-01", 1, None),
    "empty": ("one", "leave/empty.txt", "Text", [], "2026-01-01", 0, None),
    "gone": ("one", "leave/gone.txt", "Text", [], "2026-01-01", 1, "d"),
}


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    opened = Database(tmp_path / "library.sqlite3", MIGRATIONS)
    await opened.open()

    def fill(connection) -> None:
        connection.execute("INSERT INTO deletions (id, deleted_at) VALUES ('d', '')")
        for kb_id in ("one", "two"):
            connection.execute(
                "INSERT INTO knowledge_bases (id, name, folded_name, description, store, created_at)"
                " VALUES (?1, ?1, ?1, '', 'this-computer', '')",
                (kb_id,),
            )
        for document_id, (kb_id, name, kind, tags, day, passages, deletion) in DOCUMENTS.items():
            connection.execute(
                "INSERT INTO documents (id, knowledge_base_id, name, path, kind, tags, added_at, passage_count,"
                " deletion_id, size_bytes, state) VALUES (?, ?, ?, x'', ?, ?, ?, ?, ?, 1, 'done')",
                (document_id, kb_id, name, kind, json.dumps(tags), f"{day}T23:59:59.5+00:00", passages, deletion),
            )

    await opened.write(fill)
    yield opened
    await opened.aclose()


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        (Filters(document_ids=("sick", "other", "nobody")), {"sick", "other"}),
        (Filters(folders=("leave",)), {"holidays", "sick", "other"}),
        (Filters(folders=("leave/health", "leave_%")), {"sick", "odd"}),
        (Filters(folders=("leav",)), set()),
        (Filters(tags=("OFFICE",)), {"travel", "holidays"}),
        (Filters(tags=("office", "STRASSE")), {"holidays"}),
        (Filters(kinds=("PDF", "Word")), {"sick", "odd"}),
        (Filters(added_from=date(2026, 1, 2), added_to=date(2026, 1, 3)), {"holidays", "sick"}),
        (Filters(added_to=date.max, kinds=("Text",)), {"travel", "holidays", "other"}),
        (Filters(folders=("leave",), kinds=("Text",), tags=("office",)), {"holidays"}),
    ],
)
async def test_documents_that_pass_all_filters_may_answer(
    database: Database, filters: Filters, expected: set[str]
) -> None:
    only_in = await narrowing(database, filters, ["one", "two"])
    assert (only_in("one").document_ids or set()) | (only_in("two").document_ids or set()) == expected
    there = {each for each, (*_, passages, deletion) in DOCUMENTS.items() if passages and not deletion}
    assert {each for each in there if not await excluding(database, filters, each)} == expected


async def test_without_filters_by_document_no_document_is_looked_up(database: Database) -> None:
    assert (await narrowing(database, Filters(), ["one"]))("one") == EVERYTHING
    assert (await narrowing(database, Filters(languages=("en",)), ["one"]))("one") == Only(None, frozenset({"en"}))


async def test_each_filter_that_leaves_a_document_out_is_named(database: Database) -> None:
    filters = Filters(("sick",), ("leave",), ("secret",), ("Word",), added_from=date(2026, 1, 2))
    assert await excluding(database, filters, "travel") == ["documents", "kinds", "dates", "folders", "tags"]


async def test_what_can_be_filtered_by_is_counted(database: Database) -> None:
    def inside(connection) -> None:
        connection.execute("UPDATE documents SET name = 'travel.txt/ticket.pdf', parent_id = 'travel' WHERE id = 'odd'")

    await database.write(inside)
    values = await filter_values(database, ["one"], {"en": 7})
    assert values.folders == [Occurrence("leave", 2), Occurrence("leave/health", 1)]
    assert values.tags == [Occurrence("Office", 2), Occurrence("Straße", 1)]
    assert values.kinds == [Occurrence("PDF", 2), Occurrence("Text", 2)]
    assert values.languages == [Occurrence("en", 7)]
    assert (await filter_values(database, ["one", "two"], {})).folders[0] == Occurrence("leave", 3)
