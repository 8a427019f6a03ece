from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from kbdesk.errors import EmbeddingError, InputError
from kbdesk.library.library import Library
from kbdesk.library.search.types import Filters, Request, Results
from kbdesk.library.types import Hit
from kbdesk.message import Base64Source, DataBlock

PICTURE = DataBlock(source=Base64Source(data="AAAA", media_type="image/png"))


def names(hits: Sequence[Hit]) -> list[str]:
    return [hit.document.name for hit in hits]


def all_of(results: Results) -> list[Hit]:
    return [*results.hits, *results.weak]


async def test_one_knowledge_base_that_fails_does_not_take_the_hits_of_the_others(
    library: Library, bases: Any, service: Any, handbook: Path
) -> None:
    await bases.words("Words", handbook / "travel.txt")
    kb_id = await bases.meaning("Meaning", handbook / "leave")
    service.status = 401
    results = await library.find(Request(("flights",)))
    assert names(all_of(results)) == ["travel.txt"]
    [failure] = results.failures
    assert failure.base.id == kb_id
    assert isinstance(failure.error, EmbeddingError)
    assert (results.answered, results.has_failed) == (1, False)
    assert names(await library.search(["flights"])) == ["travel.txt"]


async def test_where_all_fail_the_short_form_raises(library: Library, bases: Any, service: Any, handbook: Path) -> None:
    await bases.meaning("Meaning", handbook)
    service.status = 401
    assert (await library.find(Request(("flights",)))).has_failed
    with pytest.raises(EmbeddingError):
        await library.search(["flights"])


async def test_a_passage_that_several_knowledge_bases_have_is_one_hit(
    library: Library, bases: Any, handbook: Path
) -> None:
    for model in ("subjects", "others"):
        for name in ("One", "Two"):
            await bases.meaning(f"{name} {model}", handbook / "leave", model=model)
    results = await library.find(Request(("holiday",)))
    assert sorted(names(all_of(results))) == ["holidays.txt", "sick.txt"]
    assert results.hits[0].document.name == "holidays.txt"
    assert [hit.rank for hit in all_of(results)] == [1, 2]


async def test_knowledge_bases_of_one_model_are_compared(library: Library, bases: Any, handbook: Path) -> None:
    await bases.meaning("One", handbook / "leave")
    await bases.meaning("Two", handbook / "travel.txt")
    hits = all_of(await library.find(Request(("flights",), mode="meaning")))
    assert names(hits)[0] == "travel.txt"
    assert {hit.score_kind for hit in hits} == {"meaning"}


async def test_the_same_knowledge_base_named_twice_is_searched_once(
    library: Library, bases: Any, handbook: Path
) -> None:
    kb_id = await bases.words("Words", handbook)
    assert len(all_of(await library.find(Request(("holiday",), (kb_id, kb_id))))) == 1
    with pytest.raises(InputError):
        await library.find(Request(("holiday",), (kb_id, "nobody")))


async def test_each_query_finds_its_own_passages_and_says_which(library: Library, bases: Any, handbook: Path) -> None:
    await bases.words("Words", handbook)
    hits = all_of(await library.find(Request(("flights", " ", "holidays"))))
    assert {hit.document.name: hit.why.query for hit in hits} == {
        "travel.txt": "flights",
        "leave/holidays.txt": "holidays",
    }


async def test_nothing_asked_finds_nothing(library: Library, bases: Any, handbook: Path) -> None:
    await bases.words("Words", handbook)
    assert await library.find(Request((" ",))) == Results()
    assert await library.find(Request(("holiday",), top_k=0)) == Results()


async def test_what_was_not_searched_as_wanted_is_said(library: Library, bases: Any, handbook: Path) -> None:
    await bases.words("Plain", handbook)
    await bases.meaning("Far", handbook, store="milvus-lite")
    results = await library.find(Request(("flights",)))
    assert [str(notice) for notice in results.notices] == [
        "Searched by meaning only, since no words are kept there: “Far”.",
        "Searched by words only, since it was made without a model: “Plain”.",
    ]
    assert names(all_of(results))[0] == "travel.txt"
    assert len((await library.find(Request(("flights",), mode="meaning"))).notices) == 1


async def test_a_picture_is_asked_for_only_where_the_model_takes_pictures(
    library: Library, bases: Any, handbook: Path
) -> None:
    await bases.words("Words", handbook)
    results = await library.find(Request((PICTURE, "flights")))
    assert [hit.why.query for hit in all_of(results)] == ["flights"]
    assert "reads text only" in str(results.notices[-1])
    alone = await library.find(Request((PICTURE,)))
    assert (all_of(alone), alone.failures) == ([], [])


async def test_filters_narrow_the_search(library: Library, bases: Any, handbook: Path) -> None:
    await bases.meaning("Meaning", handbook)

    async def found(filters: Filters) -> set[str]:
        return set(names(all_of(await library.find(Request(("travel on sick leave",), filters=filters)))))

    assert len(await found(Filters())) == 3
    assert await found(Filters(folders=("leave",))) == {"leave/holidays.txt", "leave/sick.txt"}
    assert await found(Filters(tags=("nothing has this",))) == set()
    assert await found(Filters(languages=("xx",))) == set()
