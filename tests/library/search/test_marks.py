from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kbdesk.library.search.marks import Marker


def marked(query: str, passage: str) -> list[str]:
    return [passage[start:end] for start, end in Marker([query]).marks(passage).spans]


@pytest.mark.parametrize(
    ("query", "passage", "expected"),
    [
        ("travel days", "Travelling for 3 days is TRAVEL.", ["Travelling", "days", "TRAVEL"]),
        ("pay", "Payroll pays; pay is monthly.", ["pay"]),
        ("what is the", "What is the plan?", []),
        ("STRASSE", "Die Straße, straße!", ["Straße", "straße"]),
        ("年假几天", "员工每年享有十天带薪年假，另有病假。", ["年假"]),
        ("带薪年假", "带薪年假十天", ["带薪年假"]),
        ("东", "东西", ["东"]),
        ("KB-12", "see kb-12 😀 KB-13", ["kb", "12", "KB"]),
        ("cafe", "Café CAFE\u0301 ｃａｆé cafeteria", ["Café", "CAFE\u0301", "ｃａｆé", "cafeteria"]),
        ("申請方法", "ﾘﾓｰﾄ⾯談の申請⽅法", ["申請⽅法"]),
        ("リモート", "ﾘﾓｰﾄです", ["ﾘﾓｰﾄ"]),
        ("day days", "a day, days; Monday", ["day", "days"]),
        ("", "anything", []),
        ("word", "", []),
    ],
)
def test_the_words_of_the_query_are_marked(query: str, passage: str, expected: list[str]) -> None:
    assert marked(query, passage) == expected


@given(st.text(), st.text())
def test_spans_are_ascending_and_within_the_passage(query: str, passage: str) -> None:
    edge = -1
    for start, end in Marker([query]).marks(passage).spans:
        assert edge < start < end <= len(passage)
        edge = end


def test_what_stands_in_the_passage_is_named_once() -> None:
    marks = Marker(["travel rules", "年假几天"]).marks("Travel rules, travel RULES. 年假十天，年假")
    assert marks.words == ("Travel", "rules", "travel", "RULES", "年假")


def test_all_queries_are_marked() -> None:
    assert len(Marker(["travel", "holiday"]).marks("holiday travel").spans) == 2
