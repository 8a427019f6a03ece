from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kbdesk.library.search.marks import Marker


def marked(query: str, passage: str, language: str = "") -> list[str]:
    return [passage[start:end] for start, end in Marker([query]).marks(passage, language).spans]


@pytest.mark.parametrize(
    ("query", "passage", "expected"),
    [
        ("travel days", "Travelling for 3 days is TRAVEL.", ["Travelling", "days", "TRAVEL"]),
        ("pay", "Payroll pays; pay is monthly.", ["pays", "pay"]),
        ("what is the", "What is the plan?", []),
        ("STRASSE", "Die Straße, straße!", ["Straße", "straße"]),
        ("年假几天", "员工每年享有十天带薪年假，另有病假。", ["年假"]),
        ("带薪年假", "带薪年假十天", ["带薪年假"]),
        ("东", "东西", ["东"]),
        ("KB-12", "see kb-12 😀 KB-13", ["kb-12", "KB"]),
        ("cafe", "Café CAFE\u0301 ｃａｆé cafeteria", ["Café", "CAFE\u0301", "ｃａｆé"]),
        ("申請方法", "ﾘﾓｰﾄ⾯談の申請⽅法", ["申請⽅法"]),
        ("リモート", "ﾘﾓｰﾄです", ["ﾘﾓｰﾄ"]),
        ("我们可以休年假吗", "我们可以休息，年假可以延期", ["年假"]),
        ("soft hyphens", "a so\u00adft hyphen", ["so\u00adft", "hyphen"]),
        ("note", "Do not note it; notes", ["note", "notes"]),
        ("car", "Take care of the cars", ["cars"]),
        ("day days", "a day, days; Monday", ["day", "days"]),
        ("", "anything", []),
        ("word", "", []),
    ],
)
def test_the_words_of_the_query_are_marked(query: str, passage: str, expected: list[str]) -> None:
    assert marked(query, passage) == expected


@pytest.mark.parametrize(
    ("language", "query", "passage", "expected"),
    [
        ("de", "Urlaube", "Der Urlaub, des Urlaubs", ["Urlaub", "Urlaubs"]),
        ("de", "Krankmeldung", "Krankmeldungen", ["Krankmeldungen"]),
        ("de", "Wie viel Urlaub habe ich?", "Ich habe viel Urlaub", ["viel", "Urlaub"]),
        ("en", "die what", "what people die of", ["die"]),
        ("fr", "congé", "Les congés", ["congés"]),
        ("zh", "leave", "请假 leaves", ["leaves"]),
    ],
)
def test_forms_of_a_word_are_marked_as_the_passages_language_has_them(language, query, passage, expected):
    assert marked(query, passage, language) == expected


def test_each_passage_is_marked_in_its_own_language() -> None:
    marker = Marker(["Noten"])
    assert marker.marks("Note, note, not", "de").words == ("Note", "note", "not")
    assert marker.marks("Note, note, not", "en").words == ()


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


@pytest.mark.parametrize(
    ("query", "passage", "exact"),
    [
        ("what is REQ-0417?", "See req-0417, REQ\u20110417 and REQ-04170.", ["req-0417", "REQ\u20110417"]),
        ('"paid  leave"', "Paid\nleave is paid leave; unpaid leave is not.", ["Paid\nleave", "paid leave"]),
        ("“带薪年假”", "员工带薪年假十天", ["带薪年假"]),
        ('"Café."', "Ａt the cafe. ＣＡＦＥ．", ["cafe.", "ＣＡＦＥ．"]),
        ("paid leave", "paid leave", []),
    ],
)
def test_identifiers_and_quoted_phrases_are_named_as_they_stand_there(
    query: str, passage: str, exact: list[str]
) -> None:
    marks = Marker([query]).marks(passage)
    assert list(marks.exact) == exact
    assert {passage[start:end] for start, end in marks.spans} >= {*exact}


@pytest.mark.parametrize(
    ("query", "passage", "exact"),
    [
        ("REQ-0417", "See REQ-0417-B and req\u20110417.", ("req\u20110417",)),
        ("ISO 9001:2015", "Certified to ISO 9001 : 2015.", ("ISO 9001 : 2015",)),
    ],
)
def test_what_is_said_to_stand_there_exactly_is_what_the_full_text_takes_for_it(query, passage, exact):
    assert Marker([query]).marks(passage).exact == exact
