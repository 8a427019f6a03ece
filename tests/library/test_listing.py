"""Lists of documents: every order, every filter, and that they are read from indexes beside what is written."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator, Callable
from datetime import date
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from kbdesk.library.database import Database
from kbdesk.library.documents import Documents
from kbdesk.library.listing import Listing, ListQuery, Order, Remark, Status, Word
from kbdesk.library.schema import MIGRATIONS
from kbdesk.library.types import DocumentInfo, State
from kbdesk.texts import text

Put = Callable[..., Any]

NAMES = ListQuery()
TODAY = date(2026, 3, 10)
NOTED = json.dumps([text("parsing", "Two pages have no text.").to_json()])


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    database = Database(tmp_path / "library.sqlite3", MIGRATIONS)
    await database.open()
    await database.write(_make_bases)
    yield database
    await database.aclose()


@pytest.fixture
def listing(database: Database, tmp_path: Path) -> Listing:
    return Listing(database, Documents(database, tmp_path))


@pytest.fixture
def put(database: Database) -> Put:
    """Have documents of these names, and with these columns."""

    async def put(*names: str, **columns: object) -> None:
        rows = [_row(name) | columns for name in names]
        statement = f"INSERT INTO documents ({', '.join(rows[0])}) VALUES ({', '.join('?' * len(rows[0]))})"
        values = [tuple(row.values()) for row in rows]
        await database.write(lambda connection: connection.executemany(statement, values))

    return put


def _row(name: str) -> dict[str, object]:
    return {
        "id": name,
        "knowledge_base_id": "kb",
        "name": name,
        "path": b"/x",
        "size_bytes": 1,
        "state": "done",
        "added_at": "2026-03-01T09:00:00+00:00",
    }


def _make_bases(connection: sqlite3.Connection) -> None:
    for kb_id in ("kb", "other"):
        connection.execute(
            "INSERT INTO knowledge_bases (id, name, folded_name, description, store, created_at)"
            " VALUES (?1, ?1, ?1, '', 'this-computer', '')",
            (kb_id,),
        )
    connection.execute("INSERT INTO deletions (id, deleted_at) VALUES ('gone', '2026')")


async def _names(listing: Listing, query: ListQuery = NAMES, *, offset: int = 0, limit: int = 100) -> list[str]:
    return [document.name for document in await listing.page("kb", query, offset=offset, limit=limit)]


async def test_names_are_sorted_by_their_numbers_without_regard_to_case_and_accents(listing: Listing, put: Put) -> None:
    decomposed = "e\u0301"
    for name in ("page 10.md", "Page 2.md", f"{decomposed}a", "\u00e9b", "page 2.txt"):
        await put(name)
    assert await _names(listing) == ["Page 2.md", "page 2.txt", "page 10.md", f"{decomposed}a", "\u00e9b"]


async def test_a_page_is_part_of_the_list(listing: Listing, put: Put) -> None:
    for number in range(12):
        await put(f"{number}.md")
    await put("elsewhere.md", knowledge_base_id="other")
    await put("deleted.md", deletion_id="gone")
    assert await _names(listing, ListQuery((Word("1"),)), offset=1, limit=1) == ["10.md"]
    assert await listing.count("kb") == 12
    assert await _names(listing, offset=10) == ["10.md", "11.md"]
    assert await _names(listing, offset=99) == []


@pytest.mark.parametrize("order", list(Order))
async def test_every_order_goes_both_ways_and_ids_follow_it(listing: Listing, put: Put, order: Order) -> None:
    said = {"tags": '["hr"]', "responsible": "Ann", "review_by": "2026-04-01"}
    await put(
        "a", kind="PDF", state="failed", outcome="empty", passage_count=0, size_bytes=1, added_at="2026-01-01", **said
    )
    await put("c", kind="Word", state="done", passage_count=9, size_bytes=7, added_at="2026-01-03")
    await put("b", kind="Word", state="done", passage_count=9, size_bytes=7, added_at="2026-01-03")
    assert await _names(listing, ListQuery(order=order)) == ["a", "b", "c"]
    assert await _names(listing, ListQuery(order=order, descending=True)) == ["c", "b", "a"]
    assert await listing.ids("kb", ListQuery((Word("b"),), order)) == (["b"], 3)


async def test_what_wants_attention_comes_first_when_sorted_by_status(listing: Listing, put: Put) -> None:
    for state in State:
        await put(str(state), state=state, outcome="empty" if state == State.FAILED else "")
    await put("noted", warnings=NOTED)
    expected = ["failed", "stopped", "paused", "reading", "embedding", "queued", "noted", "done"]
    assert (await listing.ids("kb", ListQuery(order=Order.STATUS)))[0] == expected


async def test_every_word_must_occur_in_the_name_the_kind_or_the_status(listing: Listing, put: Put) -> None:
    await put("Travel.docx", kind="Word")
    await put("travel.pdf", kind="PDF", state="failed", outcome="damaged")
    await put("leave.pdf", kind="PDF", warnings=NOTED)
    travel = Word("TRAVEL")
    assert await _names(listing, ListQuery((travel,))) == ["Travel.docx", "travel.pdf"]
    assert await _names(listing, ListQuery((travel, Word("wor", kinds=frozenset({"Word"}))))) == ["Travel.docx"]
    damaged = Word("damag", statuses=frozenset({Status(State.FAILED, "damaged")}))
    assert await _names(listing, ListQuery((damaged,), Order.SIZE)) == ["travel.pdf"]
    noted = Word("note", statuses=frozenset({Status(State.DONE, has_notes=True)}))
    assert await _names(listing, ListQuery((noted,))) == ["leave.pdf"]
    assert await _names(listing, ListQuery((Word("%"),))) == []


@pytest.mark.parametrize("character", list("%_\\'\"*?["))
async def test_signs_in_a_filter_stand_for_themselves(listing: Listing, put: Put, character: str) -> None:
    await put(f"100{character}1.md")
    await put("100x1.md")
    assert await _names(listing, ListQuery((Word(f"0{character}1"),))) == [f"100{character}1.md"]


@pytest.mark.parametrize(
    ("order", "column", "values"),
    [
        (Order.TAGS, "tags", ['["A", "z"]', '["b"]', "[]"]),
        (Order.RESPONSIBLE, "responsible", ["ann 2", "Ann 10", "张三", ""]),
        (Order.REVIEW, "review_by", ["2025-12-31", "2026-01-01", ""]),
    ],
)
async def test_documents_of_which_nothing_is_said_come_last(
    listing: Listing, put: Put, order: Order, column: str, values: list[str]
) -> None:
    for number, value in enumerate(reversed(values)):
        await put(str(number), **{column: value})
    names = [str(number) for number in range(len(values))]
    assert await _names(listing, ListQuery(order=order)) == names[::-1]
    assert await _names(listing, ListQuery(order=order, descending=True)) == names


async def test_words_are_looked_for_in_tags_owner_and_description_too(listing: Listing, put: Put) -> None:
    await put("a.pdf", tags='["Business trips", "HR"]', responsible="Maria López")
    await put("b.pdf", description="For everybody who travels.\nSigned.")
    await put("trips.pdf")
    assert await _names(listing, ListQuery((Word("trip"),))) == ["a.pdf", "trips.pdf"]
    assert await _names(listing, ListQuery((Word("TRIP"), Word("l\u00f3p")), Order.SIZE)) == ["a.pdf"]
    assert await _names(listing, ListQuery((Word("signed"),), Order.REVIEW)) == ["b.pdf"]


async def test_documents_with_a_tag_have_it_as_a_whole(listing: Listing, put: Put, database: Database) -> None:
    await put("a.pdf", tags='["Travel", "hr"]')
    await put("b.pdf", tags='["travel abroad"]', responsible="travel", description="travel")
    await put("c.pdf", tags='["hr"]')
    assert await _names(listing, ListQuery(tag="TRAVEL")) == ["a.pdf"]
    assert await _names(listing, ListQuery(tag="hr", order=Order.TAGS)) == ["c.pdf", "a.pdf"]
    assert await _names(listing, ListQuery((Word("c"),), tag="hr")) == ["c.pdf"]
    change = """UPDATE documents SET tags = '["hr", "travel"]' WHERE id = 'c.pdf'"""
    await database.write(lambda connection: connection.execute(change))
    assert await _names(listing, ListQuery(tag="travel")) == ["a.pdf", "c.pdf"]


async def test_what_occurs_is_told_and_counted(listing: Listing, put: Put) -> None:
    await put("a", kind="PDF", state="failed", outcome="empty")
    await put("b", kind="", state="failed", outcome="damaged")
    await put("c", kind="PDF")
    await put("d", kind="Word", warnings=NOTED)
    values = await listing.values("kb")
    assert values.kinds == ["", "PDF", "Word"]
    assert values.statuses == [
        Status(State.FAILED, "damaged"),
        Status(State.FAILED, "empty"),
        Status(State.DONE, has_notes=True),
        Status(State.DONE),
    ]
    assert await listing.counts_by_state("kb") == {State.FAILED: 2, State.DONE: 2}
    assert await listing.ids_in("kb", State.FAILED) == ["b", "a"]
    assert await listing.states(["a", "c", "nobody"]) == {"a": State.FAILED, "c": State.DONE}


async def test_documents_come_in_the_order_asked_for(listing: Listing, put: Put) -> None:
    for name in ("a", "b"):
        await put(name)
    found: list[DocumentInfo] = await listing.documents(["b", "nobody", "a"])
    assert [each.name for each in found] == ["b", "a"]


async def test_a_new_name_and_a_new_state_move_a_row(listing: Listing, put: Put, database: Database) -> None:
    for name in ("a", "b"):
        await put(name)
    change = "UPDATE documents SET name = 'Z', state = 'failed', outcome = 'empty' WHERE id = 'a'"
    await database.write(lambda connection: connection.execute(change))
    assert await _names(listing) == ["b", "Z"]
    assert (await listing.values("kb")).statuses == [Status(State.FAILED, "empty"), Status(State.DONE)]


async def test_documents_are_filtered_by_what_is_remarkable_about_them(listing: Listing, put: Put) -> None:
    await put("plain.pdf", pages="tt", review_by="2026-03-09")
    await put("scan.pdf", pages="too")
    await put("mixed.pdf", pages="tope", warnings=NOTED)
    await put("garbled.pdf", pages="g", state="failed", outcome="unreadable_text")
    await put("locked.pdf", state="failed", outcome="password")
    await put("notes.md", warnings=NOTED, review_by="2026-03-10")
    await put("stopped.pdf", state="stopped", pages="x", review_by="2026-03-11")
    await put("deleted.pdf", pages="o", warnings=NOTED, deletion_id="gone", review_by="2026-03-09")
    await put("elsewhere.pdf", pages="p", knowledge_base_id="other", review_by="2026-03-09")
    expected = {
        Remark.NOTES: ["mixed.pdf", "notes.md"],
        Remark.OCR: ["mixed.pdf", "scan.pdf"],
        Remark.GAPS: ["garbled.pdf", "mixed.pdf", "stopped.pdf"],
        Remark.PASSWORD: ["locked.pdf"],
        Remark.FAILED: ["garbled.pdf", "locked.pdf"],
        Remark.DUE: ["notes.md", "plain.pdf"],
    }
    assert {each: await _names(listing, ListQuery(only=each, today=TODAY)) for each in Remark} == expected
    assert await listing.counts_by_remark("kb", TODAY) == {each: len(names) for each, names in expected.items()}
    assert await _names(listing, ListQuery((Word("pdf"),), Order.SIZE, only=Remark.NOTES)) == ["mixed.pdf"]


async def test_a_list_does_not_wait_for_what_is_written(listing: Listing, put: Put, database: Database) -> None:
    await put("a")
    may_end = Event()
    writing = asyncio.create_task(database.write(lambda _: may_end.wait(10)))
    assert await _names(listing) == ["a"]
    assert not writing.done()
    may_end.set()
    assert await writing


MANY = 201
"""Documents from which on a filter that finds them is answered by walking an order."""


@pytest.fixture
async def many(put: Put) -> None:
    names = [f"{number} abc.md" for number in range(MANY)]
    await put(*names, tags='["hr"]', pages="op", review_by="2026-03-01", warnings=NOTED)


@pytest.mark.parametrize("order", list(Order))
@pytest.mark.parametrize("is_found_often", [False, True])
async def test_filters_that_find_little_and_much_give_the_same_lists(
    listing: Listing, put: Put, many: None, order: Order, is_found_often: bool
) -> None:
    found = ["rare abc.md"] if not is_found_often else [f"{number} abc.md" for number in range(MANY)]
    await put("rare abc.md", "a rare one.md", tags='["law"]', state="failed", outcome="password")
    await put("elsewhere abc rare.md", knowledge_base_id="other", tags='["law", "hr"]')
    await put("deleted abc rare.md", deletion_id="gone", tags='["law", "hr"]')
    word, tag = ("md", "hr") if is_found_often else ("rare", "law")
    only = Remark.OCR if is_found_often else Remark.PASSWORD
    for query in (
        ListQuery((Word("abc"), Word(word)), order, tag=tag),
        ListQuery((Word("abc"),), order, only=only),
        ListQuery((Word("abc"), Word(word)), order, descending=True, only=only, tag=tag),
    ):
        ids, count = await listing.ids("kb", query)
        assert (sorted(ids), count) == (sorted(found), MANY + 2)
        assert await _names(listing, query, offset=1, limit=5) == ids[1:6]


async def test_a_word_may_be_short_or_in_any_script_and_stand_at_an_end(listing: Listing, put: Put, many: None) -> None:
    await put("差旅报销", responsible="张三")
    await put("x.md", description="适用于出差")
    await put("\U00020000\U00020001.md", kind="PDF")
    for word in ("旅", "差旅", "报销", "张三", "旅报销"):
        assert (word, await _names(listing, ListQuery((Word(word),)))) == (word, ["差旅报销"])
    assert await _names(listing, ListQuery((Word("出差"),), Order.SIZE)) == ["x.md"]
    assert await _names(listing, ListQuery((Word("\U00020000\U00020001"),))) == ["\U00020000\U00020001.md"]
    assert await _names(listing, ListQuery((Word("销报"),))) == []
    either = Word("张三", kinds=frozenset({"PDF"}))
    assert await _names(listing, ListQuery((either,))) == ["差旅报销", "\U00020000\U00020001.md"]


async def test_filters_follow_what_is_renamed_described_and_deleted(
    listing: Listing, put: Put, database: Database
) -> None:
    await put("before.md", description="cantonal rules")
    await put("gone.md", description="cantonal rules")
    changes = (
        "UPDATE documents SET name = 'after.md', description = 'federal rules' WHERE id = 'before.md'",
        "DELETE FROM documents WHERE id = 'gone.md'",
    )
    for change in changes:
        await database.write(lambda connection, change=change: connection.execute(change))
    await put("new.md", description="cantonal rules")
    for word, names in (("before", []), ("after", ["after.md"]), ("cantonal", ["new.md"]), ("federal", ["after.md"])):
        assert (word, await _names(listing, ListQuery((Word(word),)))) == (word, names)
    await database.write(
        lambda connection: connection.execute("INSERT INTO document_words (document_words) VALUES ('integrity-check')")
    )


async def test_filters_find_documents_when_the_file_was_made_smaller(
    listing: Listing, put: Put, database: Database
) -> None:
    await put("one.md", "two.md", "three.md")
    await database.write(lambda connection: connection.execute("DELETE FROM documents WHERE id = 'one.md'"))
    await database.reclaim()
    await put("four.md")
    for word in ("two", "three", "four"):
        assert await _names(listing, ListQuery((Word(word),))) == [f"{word}.md"]


async def _steps(listing: Listing, database: Database, *queries: ListQuery) -> list[str]:
    """Return what SQLite does for the ids of these queries, but for its looking whether they find little."""
    asked: list[str] = []
    await database.view(lambda connection: connection.set_trace_callback(asked.append))
    for query in queries:
        await listing.ids("kb", query)
    await database.view(lambda connection: connection.set_trace_callback(None))
    explain = [f"EXPLAIN QUERY PLAN {each}" for each in asked if each.startswith(("SELECT id", "SELECT count"))]
    return await database.view(lambda connection: [row[3] for each in explain for row in connection.execute(each)])


@pytest.mark.parametrize("remark", list(Remark))
async def test_a_remark_is_looked_for_in_its_own_index(
    listing: Listing, database: Database, put: Put, remark: Remark
) -> None:
    statuses = {Remark.FAILED: ("failed", "damaged"), Remark.PASSWORD: ("failed", "password")}
    state, outcome = statuses.get(remark, ("done", "text"))
    names = map(str, range(MANY))
    await put(*names, pages="op", review_by="0001-01-01", warnings=NOTED, state=state, outcome=outcome)
    steps = await _steps(listing, database, ListQuery(only=remark), ListQuery((Word("a"),), Order.SIZE, only=remark))
    indexes = {
        Remark.OCR: "documents_read_by_ocr",
        Remark.GAPS: "documents_with_gaps",
        Remark.DUE: "documents_by_review",
    }
    index = indexes.get(remark, "documents_by_status")
    assert sum(index in step for step in steps) == 2
    assert not any("SCAN" in step or "ORDER BY" in step for step in steps)


@pytest.mark.parametrize("tag", ["", "hr"])
@pytest.mark.parametrize("words", [(), (Word("a"),), (Word("abc"),)])
@pytest.mark.parametrize("order", list(Order))
async def test_long_lists_are_walked_in_indexes_and_never_sorted(
    listing: Listing, database: Database, many: None, order: Order, words: tuple[Word, ...], tag: str
) -> None:
    queries = [ListQuery(words, order, descending, tag=tag) for descending in (False, True)]
    steps = await _steps(listing, database, *queries)
    assert len(steps) >= 4
    assert [step for step in steps if not ("COVERING INDEX" in step or "SUBQUERY" in step)] == []
