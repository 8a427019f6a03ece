"""Identifiers and phrases stand in a text as they are written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kbdesk.rag.stores.terms import Term


@pytest.mark.parametrize(
    ("term", "text"),
    [
        ("REQ-0417", "See REQ-0417."),
        ("REQ-0417", "see req\u20110417, then"),  # a hyphen that keeps together
        ("req–0417", "(REQ-0417)"),
        ("REQ-0417", "https://tracker/REQ-0417"),
        ("REQ-0417", "REQ-0417.pdf"),
        ("REQ-0417", "REQ-\n0417"),
        ("REQ-0417", "要求REQ-0417的说明"),
        ("REQ-0417", "ＲＥＱ－０４１７"),
        ("E-4711", "Error E–4711: disk full"),
        ("ext. 4711", "Call ext.\u00a04711"),
        ("ext. 4711", "EXT.4711"),
        ("§ 12a", "nach §12a Absatz 1"),
        ("§12a", "nach §\u202f12a Absatz 1"),
        ("ISO 9001:2015", "ISO\n9001: 2015"),
        ("ISO 9001", "ISO 9001:2015"),
        ("v2.3.1", "since V2.3.1, and"),
        ("C++", "written in C++ and Rust"),
        ("café crème", "CAFE CREME"),
        ("the manager’s approval", "needs the manager's approval"),
        ("Urlaubs\u00adantrag", "Der Urlaubsantrag"),
        ("annual leave", "annual\n   leave-related"),
        ("带薪年假", "员工每年享有十天带薪年假，"),
        ("第3条", "按第 3 条规定"),
        ("第 3 条", "第3条"),
        ("经费精算", "經費、经费精算規程"),
        ("Müller & Söhne", "Mu\u0308ller & So\u0308hne"),
    ],
)
def test_a_term_stands_where_it_is_written_in_another_way(term, text):
    assert Term(term).stands_in(text)


@pytest.mark.parametrize(
    ("term", "text"),
    [
        ("REQ-0417", "REQ-04170"),
        ("REQ-0417", "REQ-0417-B"),
        ("REQ-0417", "XREQ-0417"),
        ("REQ-0417", "PRE-REQ-0417"),
        ("REQ-0417", "REQ 0417"),
        ("REQ-0417", "REQ0417"),
        ("4711", "4711.5 or 24711 or 3,4711"),
        ("v2.3.1", "v2.3.1.4"),
        ("2.3.1", "v1.2.3.1"),
        ("annual leave", "annual or sick leave"),
        ("annual leave", "biannual leave"),
        ("C++", "C and C#"),
        ("年假", "年休假"),
    ],
)
def test_a_term_does_not_stand_in_what_is_longer_or_other(term, text):
    assert not Term(term).stands_in(text)


@pytest.mark.parametrize(
    ("term", "match"),
    [
        ("REQ-0417", '"req 0417"'),
        ("annual leave", '"annual leav"'),
        ("带薪年假", '"带薪 薪年 年假"'),
        ("税", '"税" *'),
        ("第3条", '"第 3 条" *'),
        ("GDP增长", '"gdp 增长"'),
        ("年假3天", '"年假 假 3 天" *'),
        ("§§ …", ""),
    ],
)
def test_a_term_is_looked_for_by_its_words_in_order(term, match):
    assert Term(term).match() == match


def test_a_term_is_looked_for_by_its_words_in_each_language():
    assert Term("notes 42").match(["", "de", "zh"]) == '"note 42" OR "de·not 42"'
    assert Term("年假").match(["", "de"]) == '"年假"'


@given(st.text(min_size=1), st.text())
def test_any_term_can_be_looked_for_in_any_text(term, text):
    Term(term).stands_in(text)
