"""Words for full-text search."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kbdesk.rag.stores.words import MARKED_LANGUAGES, query_words, stem, telling_words, words_of


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Sick leave, 2026!", ["sick", "leav", "2026"]),
        ("Café Straße ＡＢＣ ﬁn", ["cafe", "strass", "abc", "fin"]),
        ("costs costing note notes not", ["cost", "cost", "note", "note", "not"]),
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


@pytest.mark.parametrize(
    ("language", "text", "words"),
    [
        ("de", "Die Häuser, das Haus 4711 年假", ["de·die", "de·haus", "de·das", "de·haus", "4711", "年假", "假"]),
        ("fr", "congés congé", ["fr·cong", "fr·cong"]),
        ("zh", "请假 leaves", ["请假", "假", "leav"]),
        ("ru", "отпуска", ["отпуска"]),
    ],
)
def test_words_have_the_stem_of_their_language(language, text, words):
    assert words_of(text, language) == words


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("en", "car cars"),
        ("en", "note notes noted"),
        ("en", "policy policies"),
        ("de", "Krankmeldung Krankmeldungen"),
        ("de", "Urlaub Urlaube Urlaubs"),
        ("de", "Reise Reisen"),
        ("fr", "remboursement remboursements"),
        ("es", "gasto gastos"),
        ("it", "rimborso rimborsi"),
        ("pt", "despesa despesas"),
        ("nl", "dag dagen"),
        ("sv", "dag dagar"),
        ("da", "udgift udgifter"),
        ("no", "utgift utgifter"),
        ("fi", "loma lomat lomassa"),
    ],
)
def test_forms_of_a_word_have_one_stem(language, forms):
    assert len(set(words_of(forms, language))) == 1


@pytest.mark.parametrize("words", ["car care", "note not", "rate rat", "plane plan", "cane can"])
def test_different_english_words_have_different_stems(words):
    assert len(set(words_of(words))) == 2


@given(st.from_regex("[a-z]+", fullmatch=True), st.sampled_from(["en", *MARKED_LANGUAGES]))
def test_a_stem_starts_like_its_word(word, language):  # marking relies on it
    assert stem(word, language).split("·")[-1].startswith(word[0])


def test_a_query_asks_for_each_word_once_and_for_single_characters_by_prefix():
    assert query_words("Leave leave 年假 税") == [("leav",), ("年假",), ("税*",)]


def test_a_query_asks_for_each_word_by_its_stems_in_all_languages():
    assert query_words("notes 42", ["", "de", "zh"]) == [("note", "de·not"), ("42",)]


def test_stop_words_tell_nothing_in_their_language():
    assert telling_words("What is the cause?") == [("caus",)]
    assert telling_words("the die", ["", "de"]) == [("de·the",), ("die",)]
    assert telling_words("what is") == [("what",), ("is",)]
    assert telling_words("note not", ["", "de"]) == [("note", "de·not"), ("de·not",)]
    assert telling_words("not", ["", "de"]) == [("not", "de·not")]


@given(st.text(min_size=2, alphabet="报销年假差旅费用"), st.integers(0, 10), st.integers(1, 5))
def test_any_piece_of_a_cjk_text_is_found(text, start, length):
    piece = text[start : start + length]
    words = words_of(text)
    for (asked,) in query_words(piece):
        assert asked in words or any(asked.endswith("*") and word.startswith(asked[:-1]) for word in words)


@given(st.text())
def test_words_hold_no_quote_and_no_space(text):
    for word in [*words_of(text, "de"), *(word for words in query_words(text, ["", "fr"]) for word in words)]:
        assert word
        assert not set(word) & set('" \0')
