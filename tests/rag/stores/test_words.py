"""Words for full-text search."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kbdesk.rag.stores.words import query_words, words_of


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Sick leave, 2026!", ["sick", "leav", "2026"]),
        ("Café Straße ＡＢＣ ﬁn", ["caf", "strass", "abc", "fin"]),
        ("costs costing Kosten Reisen reise", ["cost", "cost", "kost", "reis", "reis"]),
        ("Ur\u00adlaub zero\u200bwidth", ["urlaub", "zerowidth"]),
        ("ERR-42 a_b v1.2", ["err", "42", "a", "b", "v1", "2"]),
        ("带薪年假", ["带薪", "薪年", "年假", "假"]),
        ("税", ["税"]),
        ("GDP增长", ["gdp", "增长", "长"]),
        ("がぎ ガー", ["がぎ", "ぎ", "ガー", "ー"]),
        ("한국어", ["한국", "국어", "어"]),
        ("हिन्दी", ["हिन्दी"]),
        ("", []),
        (" \n\0—…", []),
    ],
)
def test_a_text_is_cut_into_folded_words(text, words):
    assert words_of(text) == words


def test_a_query_asks_for_each_word_once_and_for_single_characters_by_prefix():
    assert query_words("Leave leave 年假 税") == ["leav", "年假", "税*"]


@given(st.text(min_size=2, alphabet="报销年假差旅费用"), st.integers(0, 10), st.integers(1, 5))
def test_any_piece_of_a_cjk_text_is_found(text, start, length):
    piece = text[start : start + length]
    words = words_of(text)
    for asked in query_words(piece):
        assert asked in words or any(asked.endswith("*") and word.startswith(asked[:-1]) for word in words)


@given(st.text())
def test_words_hold_no_quote_and_no_space(text):
    for word in [*words_of(text), *query_words(text)]:
        assert word
        assert not set(word) & set('" \0')
