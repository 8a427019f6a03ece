from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfWriter

from kbdesk.errors import InputError
from kbdesk.library.chunking import Chunking
from kbdesk.library.library import Library
from kbdesk.library.search.types import Explanation, Filters, Request
from kbdesk.library.types import DocumentInfo
from kbdesk.rag.document import OFF

Write = Callable[[str, str], Path]

FLIGHTS = Request(("flights",))


async def named(library: Library, kb_id: str, name: str) -> DocumentInfo:
    return next(each for each in await library.documents(kb_id) if each.name.endswith(name))


async def why(library: Library, request: Request, document: DocumentInfo, index: int | None = None) -> Explanation:
    found = await library.explain(request, document.id, index)
    assert found.document.id == document.id
    return found


@pytest.fixture
async def travel(library: Library, kb_id: str, handbook: Path) -> DocumentInfo:
    await library.add(kb_id, [handbook])
    return await named(library, kb_id, "travel.txt")


async def set_state(library: Library, document: DocumentInfo, state: str, passages: int = 0) -> None:
    await library._parts.database.write(
        lambda connection: connection.execute(
            "UPDATE documents SET state = ?, passage_count = ? WHERE id = ?", (state, passages, document.id)
        )
    )


async def turn_off(library: Library, document: DocumentInfo, *indexes: int) -> None:
    base = await library._parts.catalog.base(document.knowledge_base_id)
    store = await library._parts.bases.store(base)
    records = await store.list_records(base.collection, document.id)
    for index in indexes:
        records[index].chunk.metadata[OFF] = True
    await store.insert(base.collection, records)


async def test_what_is_found_says_where(library: Library, travel: DocumentInfo) -> None:
    for index in (None, 0):
        found = await why(library, FLIGHTS, travel, index)
        assert (found.found_at, found.act, found.chunk_index) == (1, "show in results", 0)
        assert str(found.reason) == "It is found at place 1."


async def test_what_comes_behind_says_its_places(library: Library, kb_id: str, write: Write) -> None:
    for number in range(4):
        write(f"many/{number}.txt", "Flights. " * (5 - number) + f"Number {number}.")
    await library.add(kb_id, [write("many/last.txt", "Flights are booked by the office, a long time ahead.").parent])
    last = await named(library, kb_id, "last.txt")
    found = await why(library, replace(FLIGHTS, top_k=2), last)
    assert (found.found_at, found.act, found.chunk_index) == (None, "show more", 0)
    assert str(found.reason).startswith("It comes at place 5, behind the 2 that are shown.")


async def test_what_lies_below_the_least_score_says_so(library: Library, bases: Any, handbook: Path) -> None:
    kb_id = await bases.meaning("Meaning", handbook)
    sick = await named(library, kb_id, "sick.txt")
    request = Request(("holiday",), (kb_id,), mode="meaning", min_score=0.9)
    found = await why(library, request, sick)
    assert found.found_at is None
    assert "is below the least score of 0.90." in str(found.reason)


async def test_what_is_weak_says_that_it_is(library: Library, bases: Any, handbook: Path) -> None:
    kb_id = await bases.meaning("Meaning", handbook)
    travel = await named(library, kb_id, "travel.txt")
    found = await why(library, Request(("illness of a doctor",), (kb_id,)), travel)
    assert found.found_at is not None
    assert "among the weak ones" in str(found.reason)
    assert "note" in str(found.next_step)


async def test_what_has_few_of_the_words_is_weak_where_only_words_are_searched(
    library: Library, travel: DocumentInfo
) -> None:
    found = await why(library, Request(("submarine flights under polar ice",)), travel)
    assert str(found.reason) == "It is found at place 1, among the weak ones. It has few of the question's words."


async def test_words_that_do_not_stand_in_it_are_the_reason(
    library: Library, bases: Any, travel: DocumentInfo, handbook: Path
) -> None:
    request = Request(("submarines",), mode="words")
    found = await why(library, request, travel)
    assert str(found.reason) == "No word of the question stands in it."
    assert "meaning" not in str(found.next_step)
    kb_id = await bases.meaning("Meaning", handbook)
    found = await why(library, request, await named(library, kb_id, "travel.txt"))
    assert "by meaning too" in str(found.next_step)


async def test_what_a_person_turned_off_can_be_turned_on(library: Library, travel: DocumentInfo) -> None:
    await turn_off(library, travel, 0)
    found = await why(library, FLIGHTS, travel, 0)
    assert (found.act, str(found.reason)) == ("turn on", "The passage is turned off.")
    assert str((await why(library, FLIGHTS, travel)).reason) == "All passages of the document are turned off."


@pytest.mark.parametrize(
    ("state", "reason", "act"),
    [
        ("queued", "waits to be read", ""),
        ("reading", "is just being read", ""),
        ("embedding", "is just being read", ""),
        ("paused", "its reading is paused", "resume"),
        ("stopped", "its reading was stopped", "try again"),
        ("done", "has no passages", ""),
    ],
)
async def test_what_has_not_been_read_says_why(
    library: Library, travel: DocumentInfo, state: str, reason: str, act: str
) -> None:
    await set_state(library, travel, state)
    found = await why(library, FLIGHTS, travel)
    assert reason in str(found.reason)
    assert (found.act, found.chunk_index) == (act, None)
    await set_state(library, travel, "done", travel.passage_count)


async def test_what_could_not_be_read_says_why(library: Library, kb_id: str, tmp_path: Path) -> None:
    (tmp_path / "bad.pdf").write_bytes(b"%PDF-1.7 and then nothing")
    protected = PdfWriter()
    protected.add_blank_page(width=595, height=842)
    protected.encrypt("secret", algorithm="RC4-128")
    protected.write(tmp_path / "closed.pdf")
    await library.add(kb_id, [tmp_path / "bad.pdf", tmp_path / "closed.pdf"])
    bad = await named(library, kb_id, "bad.pdf")
    found = await why(library, FLIGHTS, bad)
    assert str(bad.message) in str(found.reason)
    assert found.act == "try again"
    found = await why(library, FLIGHTS, await named(library, kb_id, "closed.pdf"))
    assert (found.act, "password" in str(found.next_step)) == ("try again", True)


async def test_an_older_version_that_answers_is_told(library: Library, travel: DocumentInfo) -> None:
    await set_state(library, travel, "paused", travel.passage_count)
    found = await why(library, Request(("submarines",)), travel)
    assert "An older version" in str(found.reason)
    await set_state(library, travel, "done", travel.passage_count)


@pytest.mark.parametrize(
    ("filters", "name"),
    [
        (Filters(document_ids=("another",)), "document"),
        (Filters(folders=("leave",)), "folder"),
        (Filters(tags=("none has it",)), "tag"),
        (Filters(kinds=("PDF",)), "kind"),
        (Filters(added_to=date(2020, 1, 1)), "date"),
    ],
)
async def test_the_filter_that_leaves_it_out_is_named(
    library: Library, travel: DocumentInfo, filters: Filters, name: str
) -> None:
    found = await why(library, replace(FLIGHTS, filters=filters), travel)
    assert (found.act, str(found.reason)) == ("remove filters", f"The filter by {name} leaves it out.")


async def test_a_passage_in_another_language_is_left_out_by_the_filter(
    library: Library, kb_id: str, write: Write
) -> None:
    await library.add(kb_id, [write("年假.txt", "员工每年享有十天带薪年假，需要提前申请。")])
    document = await named(library, kb_id, "年假.txt")
    found = await why(library, Request(("年假",), filters=Filters(languages=("en",))), document, 0)
    assert (found.act, str(found.reason)) == ("remove filters", "The filter by language leaves the passage out.")


async def test_what_is_in_the_trash_can_be_restored(library: Library, kb_id: str, travel: DocumentInfo) -> None:
    deletion = await library.delete_documents([travel.id])
    found = await why(library, FLIGHTS, travel)
    assert (found.act, str(found.reason)) == ("restore", "The document is in the trash.")
    await library.undo(deletion)
    await library.delete_knowledge_base(kb_id)
    found = await why(library, FLIGHTS, travel)
    assert (found.act, str(found.reason)) == ("restore", "The knowledge base of the document is in the trash.")


async def test_another_knowledge_base_than_those_searched_is_told(library: Library, travel: DocumentInfo) -> None:
    other = (await library.create_knowledge_base("Other")).id
    found = await why(library, replace(FLIGHTS, kb_ids=(other,)), travel)
    assert found.act == "search everywhere"
    assert "“Team handbook”, which was not searched" in str(found.reason)


async def test_a_knowledge_base_that_cannot_be_searched_is_told(
    library: Library, bases: Any, service: Any, handbook: Path
) -> None:
    kb_id = await bases.meaning("Meaning", handbook)
    service.status = 401
    found = await why(library, FLIGHTS, await named(library, kb_id, "travel.txt"))
    assert "could not be searched" in str(found.reason)


async def test_the_same_passage_of_another_knowledge_base_stands_for_it(
    library: Library, bases: Any, travel: DocumentInfo, handbook: Path
) -> None:
    kb_id = await bases.words("Other", handbook / "travel.txt")
    twin = await named(library, kb_id, "travel.txt")
    reasons = [await why(library, FLIGHTS, each, 0) for each in (travel, twin)]
    [hidden] = [each for each in reasons if each.found_at is None]
    assert str(hidden.reason) == "“travel.txt” has the same content: the passage is found there, at place 1."


async def test_the_same_passage_elsewhere_that_comes_behind_gives_its_place(
    library: Library, bases: Any, kb_id: str, travel: DocumentInfo, handbook: Path, write: Write
) -> None:
    await library.add(kb_id, [write("first.txt", "Flights, flights.")])
    twin = await named(library, await bases.words("Other", handbook / "travel.txt"), "travel.txt")
    for each in (travel, twin):
        found = await why(library, replace(FLIGHTS, top_k=1), each, 0)
        assert str(found.reason).startswith("It comes at place 2, behind the 1 that are shown.")
        assert (found.act, found.chunk_index) == ("show more", 0)


async def test_a_place_behind_those_that_are_shown_is_the_one_it_has_when_more_are_shown(
    library: Library, kb_id: str, write: Write
) -> None:
    for number in range(12):  # much of one word comes before a little of both, but has too few of the words
        write(f"many/{number}.txt", "Flights. " * 9 + f"Number {number}.")
    both = "Flights and trains. " + "Nothing else is said of them here, however long one reads on. " * 9
    await library.add(kb_id, [write("many/both.txt", both).parent])
    for name in ("both.txt", "0.txt", "11.txt"):
        document = await named(library, kb_id, name)
        for top_k in (1, 5):
            found = await why(library, Request(("flights trains",), top_k=top_k), document)
            if found.act == "show more":
                place = int(str(found.reason).split("place ")[1].split(",")[0])
                results = await library.find(Request(("flights trains",), top_k=100))
                assert place > top_k
                assert [*results.hits, *results.weak][place - 1].document.id == document.id


async def test_a_phrase_that_was_cut_in_two_is_told(library: Library, kb_id: str, write: Write) -> None:
    await library.chunking.set(kb_id, Chunking("paragraph", chunk_size=32, overlap=0))
    text = "\n\n".join(
        (
            "However far it is, and whoever of us has to go there, every flight is booked by the office.",
            "Ten days ahead it must be asked for, in writing, with the reason why somebody has to go there.",
            "Nothing else matters to those who write the bills, and nobody has ever asked for anything else.",
        )
    )
    write("cut/other.txt", "Ten days by the office, by the office, ten days by the office.")
    await library.add(kb_id, [write("cut/cut.txt", text).parent])
    document = await named(library, kb_id, "cut.txt")
    assert document.passage_count == 3
    found = await why(library, Request(("“by the office. Ten days”",), top_k=1), document, None)
    assert "begins in passage 1 and ends in passage 2" in str(found.reason)
    assert str(found.next_step) == "Merge the two passages."


async def test_what_is_gone_or_not_asked_is_said(library: Library, travel: DocumentInfo) -> None:
    assert str((await why(library, Request((" ",)), travel)).reason) == "Nothing was asked."
    with pytest.raises(InputError, match="passage is no longer there"):
        await library.explain(FLIGHTS, travel.id, 7)
    with pytest.raises(InputError, match="document is no longer there"):
        await library.explain(FLIGHTS, "nobody", None)


async def test_a_document_whose_passages_are_lost_is_to_be_read_again(library: Library, travel: DocumentInfo) -> None:
    base = await library._parts.catalog.base(travel.knowledge_base_id)
    await (await library._parts.bases.store(base)).delete(base.collection, travel.id)
    found = await why(library, FLIGHTS, travel)
    assert (str(found.reason), found.act) == ("The passages of the document are missing.", "try again")
