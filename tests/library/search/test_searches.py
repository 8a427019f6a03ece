from dataclasses import replace
from datetime import date

import pytest

from kbdesk.errors import InputError
from kbdesk.library.library import Library
from kbdesk.library.search import searches
from kbdesk.library.search.types import Filters, Request
from kbdesk.message import Base64Source, DataBlock

LEAVE = Request(("days of leave",), ("a",), mode="words", filters=Filters(tags=("HR",), added_from=date(2026, 1, 31)))
TRAVEL = Request(("who pays for flights", "first class"), top_k=5, min_score=0.2)


async def test_the_last_searches_come_back_as_they_were_newest_first(library):
    await library.searches.note(LEAVE)
    await library.searches.note(TRAVEL)
    await library.searches.note(LEAVE)
    assert await library.searches.recent() == [LEAVE, TRAVEL]
    assert await library.searches.recent(1) == [LEAVE]


async def test_only_so_many_are_remembered(library, monkeypatch):
    monkeypatch.setattr(searches, "MOST_RECENT", 3)
    for number in range(5):
        await library.searches.note(Request((f"question {number}",)))
    assert [request.queries for request in await library.searches.recent()] == [
        ("question 4",),
        ("question 3",),
        ("question 2",),
    ]


async def test_pictures_and_blank_questions_are_not_written_down(library):
    picture = DataBlock(source=Base64Source(media_type="image/png", data="aGFuZGJvb2s="))
    await library.searches.note(Request((picture, " ")))
    await library.searches.note(Request((picture, " a seat plan ")))
    assert await library.searches.recent() == [Request(("a seat plan",))]


async def test_nothing_is_remembered_against_a_persons_will(library):
    await library.searches.note(LEAVE)
    await library.save_settings(replace(library.settings, remember_searches=False))
    await library.searches.note(TRAVEL)
    assert await library.searches.recent() == [LEAVE]
    await library.searches.clear_recent()
    assert await library.searches.recent() == []


async def test_what_was_cleared_is_not_on_the_disk_any_more(library, folder):
    await library.searches.note(Request(("salary of the chairwoman",)))
    await library.searches.clear_recent()
    files = [folder.library_db, folder.library_db.with_name(f"{folder.library_db.name}-wal")]
    assert not any(b"chairwoman" in file.read_bytes() for file in files if file.exists())


async def test_saved_searches_are_listed_by_name_and_stay(library, folder):
    await library.searches.save("Travel 10", TRAVEL)
    await library.searches.save("travel 9", LEAVE)
    await library.aclose()
    async with await Library.open(folder) as again:
        assert [(search.name, search.request) for search in await again.searches.saved()] == [
            ("travel 9", LEAVE),
            ("Travel 10", TRAVEL),
        ]


async def test_a_name_is_there_once(library):
    await library.searches.save("Travel", TRAVEL)
    latest = await library.searches.save(" TRAVEL ", LEAVE)
    assert await library.searches.saved() == [latest]
    await library.searches.forget(latest.id)
    assert await library.searches.saved() == []


@pytest.mark.parametrize("name", [" ", "x" * 101])
async def test_a_saved_search_needs_a_name(library, name):
    with pytest.raises(InputError, match="needs a name of 1 to 100 characters"):
        await library.searches.save(name, TRAVEL)


async def test_a_saved_search_needs_a_question(library):
    with pytest.raises(InputError, match="no question to save"):
        await library.searches.save("Empty", Request((" ",)))
