from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kbdesk.library.search.marks import matched_spans


def marked(query: str, passage: str) -> list[str]:
    return [passage[start:end] for start, end in matched_spans([query], passage)]


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
        ("", "anything", []),
        ("word", "", []),
    ],
)
def test_the_words_of_the_query_are_marked(query: str, passage: str, expected: list[str]) -> None:
    assert marked(query, passage) == expected


@given(st.text(), st.text())
def test_spans_are_ascending_and_within_the_passage(query: str, passage: str) -> None:
    edge = -1
    for start, end in matched_spans([query], passage):
        assert edge < start < end <= len(passage)
        edge = end
