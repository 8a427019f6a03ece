"""Quotes are found again where they are meant, and nowhere else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kbdesk.library.curation.anchors import Anchors
from kbdesk.library.curation.pins import Quote
from kbdesk.library.curation.runs import Run
from kbdesk.message import TextBlock
from kbdesk.rag.document import Chunk

TRAVEL = "Flights are booked by the office ten days ahead. "
MEALS = "The daily allowance for meals is twenty-eight euros. "
HOTELS = "Hotels are paid by the company card of the team. "
LEAVE = "Every member has thirty days of paid holiday a year. "
SICK = "Call your lead before nine in the morning when you are ill. "


def run(text: str, **place: object) -> Run:
    chunk = Chunk(content=TextBlock(text=text), source="a.txt", chunk_index=0, total_chunks=1, metadata=place)
    return Run([chunk], [(0, len(text))], text)


def quoted(text: str, piece: str, occurrence: int = 0) -> Quote:
    start = -1
    for _ in range(occurrence + 1):
        start = text.index(piece, start + 1)
    return Anchors([run(text)]).quote(0, start, start + len(piece))


def found_in(quote: Quote, *texts: str) -> str | None:
    anchors = Anchors([run(text) for text in texts])
    found = anchors.find(quote)
    return None if found is None else anchors.runs[found.run].text[found.start : found.end]


def test_a_quote_is_found_where_it_was() -> None:
    assert found_in(quoted(TRAVEL + MEALS + HOTELS, MEALS), TRAVEL + MEALS + HOTELS) == MEALS


def test_a_quote_is_found_where_it_went() -> None:
    assert found_in(quoted(TRAVEL + MEALS + HOTELS, MEALS), LEAVE, SICK + MEALS) == MEALS


def test_a_quote_that_is_gone_is_not_found() -> None:
    assert found_in(quoted(TRAVEL + MEALS + HOTELS, MEALS), TRAVEL + HOTELS + LEAVE) is None


@pytest.mark.parametrize(
    "changed",
    [
        "The  daily allowance\nfor meals is twenty-eight euros. ",
        "THE DAILY ALLOWANCE FOR MEALS IS TWENTY-EIGHT EUROS. ",
        "The daily allowance for meals is twenty‑eight euros! ",
        "The daily allowance\xa0for meals is twenty-eight ｅｕｒｏｓ. ",
    ],
)
def test_blanks_case_and_unicode_are_no_difference(changed: str) -> None:
    anchors = Anchors([run(TRAVEL + changed + HOTELS)])
    found = anchors.find(quoted(TRAVEL + MEALS + HOTELS, MEALS))
    assert found is not None
    assert found.is_same
    assert (TRAVEL + changed + HOTELS)[found.start : found.end].strip() == changed.strip()


def test_small_changes_are_told() -> None:
    changed = "The daily allowance for meals is thirty-eight euros. "
    anchors = Anchors([run(TRAVEL + changed + HOTELS)])
    found = anchors.find(quoted(TRAVEL + MEALS + HOTELS, MEALS))
    assert found is not None
    assert not found.is_same
    assert anchors.runs[0].text[found.start : found.end].strip() == changed.strip()


def test_a_sentence_that_is_new_within_it_is_told() -> None:
    text = TRAVEL + MEALS + HOTELS + LEAVE + SICK
    anchors = Anchors([run(TRAVEL + MEALS + HOTELS + "It does not hold for journeys abroad. " + LEAVE + SICK)])
    found = anchors.find(quoted(text, MEALS + HOTELS + LEAVE))
    assert found is not None
    assert found.is_other


def test_another_rule_with_most_of_the_words_in_its_place_is_told() -> None:
    def rule(what: str) -> str:
        return f"The form for the {what} is signed by the lead of the team ten days before the {what} begins. "

    found = Anchors([run(TRAVEL + rule("hotel") + HOTELS)]).find(
        quoted(TRAVEL + rule("flight") + HOTELS, rule("flight"))
    )
    assert found is not None
    assert found.is_other


def test_another_rule_with_some_of_the_words_is_not_taken_for_it() -> None:
    other = "The monthly allowance for books is eighty pounds. "
    assert found_in(quoted(TRAVEL + MEALS + HOTELS, MEALS), LEAVE + other + SICK) is None


def test_what_was_put_in_before_or_behind_is_left_out() -> None:
    found = found_in(quoted(TRAVEL + MEALS + HOTELS, MEALS), TRAVEL + LEAVE + MEALS.upper() + SICK + HOTELS)
    assert found is not None
    assert found.strip() == MEALS.upper().strip()


def test_the_first_and_the_last_word_may_change() -> None:
    changed = "Our daily allowance for meals is twenty-eight dollars. "
    found = found_in(quoted(TRAVEL + MEALS + HOTELS, MEALS), TRAVEL + changed + HOTELS)
    assert found is not None
    assert found.strip() == changed.strip()


def test_chinese_is_found_in_spite_of_small_changes() -> None:
    text = "差旅费用由公司承担。每日餐费补贴为二百八十元，需提供发票。酒店由办公室统一预订。"
    quote = quoted(text, "每日餐费补贴为二百八十元，需提供发票。")
    changed = text.replace("二百八十元", "二百九十元")
    assert found_in(quote, changed) == "每日餐费补贴为二百九十元，需提供发票。"


def test_of_several_that_are_the_same_the_one_with_its_surroundings_is_meant() -> None:
    text = TRAVEL + "See above. " + MEALS + "See above. " + HOTELS
    second = quoted(text, "See above. ", occurrence=1)
    anchors = Anchors([run(LEAVE + text)])
    found = anchors.find(second)
    assert found is not None
    assert anchors.runs[0].text[found.end :] == HOTELS


def test_a_short_quote_in_other_surroundings_is_not_it() -> None:
    text = TRAVEL + "See above. " + MEALS
    assert found_in(quoted(text, "See above. "), LEAVE + "See above. " + SICK) is None


def test_a_short_quote_may_change_where_all_around_it_is_the_same() -> None:
    text = TRAVEL + MEALS + "Limit: 28 euros. " + HOTELS + LEAVE
    found = found_in(quoted(text, "Limit: 28 euros. "), text.replace("28", "27"))
    assert found is not None
    assert found.strip() == "Limit: 27 euros."


@pytest.mark.parametrize("occurrence", [0, 1, 7, 19])
def test_of_many_alike_each_is_found_as_long_as_all_are_there(occurrence: int) -> None:
    text = MEALS * 20
    anchors = Anchors([run(text)])
    start = occurrence * len(MEALS)
    quote = anchors.quote(0, start, start + len(MEALS))
    found = anchors.find(quote)
    assert found is not None
    assert found.start == start


def test_of_many_alike_none_is_taken_when_one_is_gone() -> None:
    text = MEALS * 20
    quote = Anchors([run(text)]).quote(0, 7 * len(MEALS), 8 * len(MEALS))
    assert found_in(quote, MEALS * 19) is None


def test_its_page_tells_which_of_two_is_meant() -> None:
    quote = Anchors([run(MEALS, page=1), run(MEALS, page=2), run(MEALS, page=3)]).quote(1, 0, len(MEALS))
    anchors = Anchors([run(MEALS, page=1), run(MEALS, page=2)])
    found = anchors.find(quote)
    assert found is not None
    assert anchors.runs[found.run].place == {"page": 2}


def test_a_place_between_two_texts_is_found_by_what_is_before_it() -> None:
    quote = Anchors([run(TRAVEL + MEALS)]).quote(0, len(TRAVEL), len(TRAVEL))
    anchors = Anchors([run(LEAVE + TRAVEL + HOTELS)])
    found = anchors.find(quote)
    assert found is not None
    assert (found.start, found.end) == (len(LEAVE + TRAVEL),) * 2


def test_a_place_whose_surroundings_are_gone_is_not_found() -> None:
    quote = Anchors([run(TRAVEL + MEALS)]).quote(0, len(TRAVEL), len(TRAVEL))
    assert found_in(quote, LEAVE + SICK) is None


def test_a_picture_is_found_by_its_content_or_by_what_stands_for_it() -> None:
    def picture(digest: str, caption: str) -> Run:
        return replace(run(caption), picture=digest)

    runs = [run(TRAVEL), picture("1", MEALS), picture("2", HOTELS)]
    quote = Anchors(runs).quote(1, 0, len(MEALS))
    assert Anchors([picture("2", HOTELS), picture("1", "")]).find(quote) is not None
    assert Anchors([picture("2", HOTELS), picture("3", MEALS)]).find(quote) is not None
    assert Anchors([picture("2", HOTELS), run(MEALS)]).find(quote) is None


def test_a_long_text_is_searched_quickly_enough_to_be_done_at_all() -> None:
    text = "".join(f"Rule {number} of the office says that form {number * 7} is needed. " for number in range(20_000))
    quote = quoted(text, "Rule 15000 of the office says that form 105000 is needed. ")
    changed = text.replace("form 105000 is needed", "form 105000 is required")
    found = found_in(quote, changed)
    assert found is None or "15000" in found
