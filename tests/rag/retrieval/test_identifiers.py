"""What of a query is meant to the letter."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kbdesk.rag.retrieval.identifiers import exact_terms


@pytest.mark.parametrize(
    ("query", "terms"),
    [
        ("What does REQ-0417 demand?", ["REQ-0417"]),
        ("what does req-0417 demand?", ["req-0417"]),
        ("请问REQ-0417的要求是什么？", ["REQ-0417"]),
        ("ＲＥＱ－０４１７", ["REQ-0417"]),
        ("REQ‑0417 and REQ–0418", ["REQ-0417", "REQ-0418"]),
        ("The printer shows E4711", ["E4711"]),
        ("printer e4711", ["e4711"]),
        ("Are we certified to ISO 9001:2015 or ISO/IEC 27001:2022?", ["ISO 9001:2015", "ISO/IEC 27001:2022"]),
        ("letters after DIN 5008", ["DIN 5008"]),
        ("whose is ext. 4711?", ["ext. 4711", "4711"]),
        ("Durchwahl 4711", ["Durchwahl 4711", "4711"]),
        ("分机4711是谁的？", ["分机4711", "4711"]),
        ("4711", ["4711"]),
        ("room 4711", ["4711"]),
        ("+49 30 901820-12", ["+49 30 901820-12"]),
        ("Was sagt § 12a zum Urlaub?", ["§ 12a"]),
        ("what is new in v2.10?", ["v2.10"]),
        ("update to 2.10.3", ["2.10.3"]),
        ("where is travel_policy-2024.pdf?", ["travel_policy-2024.pdf"]),
        ("write to it.help@example.org please", ["it.help@example.org"]),
        ("account DE89 3704 0044 0532 0130 00", ["DE89 3704 0044 0532 0130 00"]),
        ("part 4711-A/3", ["4711-A/3"]),
        ("ticket ABC/2024/0017", ["ABC/2024/0017"]),
        ("2024", ["2024"]),
    ],
)
def test_identifiers_are_found_as_they_are_written(query, terms):
    assert exact_terms(query) == terms


@pytest.mark.parametrize(
    "query",
    [
        "How many days of leave did we have in 2024?",
        "What do the 2 of us get?",
        "public holidays 2025",
        "a budget of 15000 for the team",
        "M&IE travel day 75%",
        "open 24/7 or 9-5?",
        "meet at 10:30 on 2024-05-01",
        "a 3-day trip in mid-2020",
        "the 1990s, the 2nd and the 21st",
        "Which Q3 goals do we have?",
        "3.5 hours a day",
        "育儿假能超过16周吗？",
        "2024年有多少天假期？",
        "e.g. a part-time job",
        "tomorrow.What then",
        "",
    ],
)
def test_numbers_and_words_of_a_question_are_no_identifiers(query):
    assert exact_terms(query) == []


@pytest.mark.parametrize(
    "query",
    [
        'where is "daily allowance" said',
        "where is “daily allowance” said",
        "where is „daily allowance“ said",
        "where is «daily allowance» said",
        "where is »daily allowance« said",
        "where is 「daily allowance」 said",
        "where is 『daily allowance』 said",
        "where is 《daily allowance》 said",
    ],
)
def test_what_stands_in_quotation_marks_is_a_phrase(query):
    assert exact_terms(query) == ["daily allowance"]


def test_a_quotation_mark_that_is_not_closed_and_an_apostrophe_say_nothing():
    assert exact_terms("I don't know what \"this is, and it's not 'that'") == []


def test_terms_come_in_the_order_of_the_query_and_once():
    assert exact_terms('REQ-2 "two words" REQ-1 REQ-2') == ["REQ-2", "two words", "REQ-1"]


def test_a_phrase_of_nothing_is_none():
    assert exact_terms('"" " " "..." 《》') == []


@pytest.mark.parametrize("query", ["x1.2.3", "v1.2abc", "9" * 10_000])
def test_a_version_is_no_part_of_a_longer_word_and_a_long_number_is_read_once(query):
    assert exact_terms(query) in ([], [query])


@given(st.text(max_size=200))
def test_any_query_is_read(query):
    for term in exact_terms(query):
        assert any(character.isalnum() for character in term)
