"""Where texts are cut."""

from __future__ import annotations

from itertools import pairwise

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from kbdesk.rag.chunkers.spans import BYTES_PER_TOKEN, sentence_spans, window_spans

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
FLAG = "\U0001f1e8\U0001f1f3"
ACCENTED = "e\u0301"

words = st.sampled_from(
    [
        "leave",
        "policy",
        "年假",
        "员工",
        FAMILY,
        FLAG,
        ACCENTED,
        ". ",
        "! ",
        "。",
        "，",
        " ",
        "\n",
        "\n\n",
        "\r\n",
        "\ud800",
        "a",
    ]
)
texts = st.one_of(st.text(max_size=300), st.lists(words, max_size=200).map("".join))


@st.composite
def cuts(draw: st.DrawFn) -> tuple[str, int, int]:
    size = draw(st.integers(1, 30))
    return draw(texts), size, draw(st.integers(0, size - 1))


def pieces(text: str, size: int, overlap: int = 0) -> list[str]:
    return [text[start:end] for start, end in sentence_spans(text, size=size, overlap=overlap)]


def byte_length(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def graphemes(text: str) -> list[str]:
    return regex.findall(r"\X", text)


def test_windows_begin_where_the_reference_begins_them() -> None:
    spans = window_spans("x" * 200, size=10, overlap=2)
    assert [start for start, _ in spans] == [0, 32, 64, 96, 128, 160]


@pytest.mark.parametrize(("length", "expected"), [(2051, [2051]), (2052, [2048, 204])])
def test_a_text_of_the_size_stays_whole(length: int, expected: list[int]) -> None:
    spans = window_spans("x" * length, size=512, overlap=50)
    assert [end - start for start, end in spans] == expected


def test_chinese_windows_are_those_of_the_reference() -> None:
    text = "员工每年享有十天带薪年假，另有病假。"
    windows = [text[start:end] for start, end in window_spans(text, size=4, overlap=1)]
    assert windows == ["员工每年享", "年享有十天", "十天带薪年", "薪年假，另", "，另有病假", "病假。"]


def test_sentences_are_kept_whole() -> None:
    assert pieces("One is here. Two is there! Is three? Yes.", 5) == [
        "One is here. ",
        "Two is there! ",
        "Is three? Yes.",
    ]


def test_chinese_ends_at_its_punctuation() -> None:
    assert pieces("员工每年享有十天年假。病假另算，需要证明；工资照发。", 10) == [
        "员工每年享有十天年假。",
        "病假另算，需要证明；",
        "工资照发。",
    ]


def test_an_abbreviation_and_a_list_number_end_no_sentence() -> None:
    assert pieces("Bring a lamp, e.g. a small torch, and bread.", 6)[0] == "Bring a lamp, "
    assert pieces("Pack these things now:\n12. bread and butter", 6) == [
        "Pack these things now:\n",
        "12. bread and butter",
    ]


def test_words_are_kept_whole_where_no_sentence_ends() -> None:
    assert pieces("the leave policy of the company", 4) == ["the leave ", "policy of the ", "company"]


def test_a_latin_word_within_chinese_is_kept_whole() -> None:
    assert "policy" in "".join(pieces("员工手册员工手册policy员工手册员工手册", 7)[1:])
    assert all(("policy" in piece) or not set("policy") & set(piece) for piece in pieces("员工手册policy员工手册", 5))


def test_neighbours_share_whole_sentences() -> None:
    found = pieces("Alpha one. Beta two. Gamma three. Delta four.", 6, 4)
    assert found == ["Alpha one. Beta two. ", "Beta two. Gamma three. ", "Gamma three. Delta four."]


def test_a_heading_is_not_left_alone_before_a_long_sentence() -> None:
    first = pieces("Travel.\n\n" + "we go on and on " * 20, 20)[0]
    assert first.startswith("Travel.\n\nwe go on")


def test_the_last_piece_is_no_scrap() -> None:
    text = "word " * 17
    assert len(pieces(text, 20)[-1]) >= 20


@pytest.mark.parametrize("unit", [FAMILY, FLAG, ACCENTED, "\r\n"])
def test_a_grapheme_is_never_cut(unit: str) -> None:
    for size in range(1, 12):
        assert all(set(graphemes(piece)) == {unit} for piece in pieces(unit * 20, size))


def test_a_page_of_dots_takes_no_quadratic_time() -> None:
    assert len(pieces("." * 200_000 + "x", 512)) > 90
    assert len(pieces("1" + "\n" * 200_000 + "x", 512)) > 1


@given(cuts())
def test_every_character_lies_in_a_piece_and_pieces_move_on(cut: tuple[str, int, int]) -> None:
    text, size, overlap = cut
    windows = window_spans(text, size=size, overlap=overlap)
    sentences = sentence_spans(text, size=size, overlap=overlap)
    for spans in (windows, sentences):
        assert spans[0][0] == 0
        assert spans[-1][1] == len(text)
        assert all(start < next_start <= end for (start, end), (next_start, _) in pairwise(spans))
    assert all(end < next_end for (_, end), (_, next_end) in pairwise(sentences))


@given(cuts())
def test_pieces_keep_to_the_size_unless_they_are_one_grapheme(cut: tuple[str, int, int]) -> None:
    text, size, overlap = cut
    found = pieces(text, size, overlap)
    assert found == [text] or all(
        byte_length(piece) <= size * BYTES_PER_TOKEN or len(graphemes(piece)) == 1 for piece in found
    )


@given(cuts())
def test_pieces_begin_and_end_between_graphemes(cut: tuple[str, int, int]) -> None:
    text, size, overlap = cut
    borders = {0, len(text), *(match.end() for match in regex.finditer(r"\X", text))}
    assert {place for span in sentence_spans(text, size=size, overlap=overlap) for place in span} <= borders


@given(cuts())
def test_neighbours_share_no_more_than_the_overlap(cut: tuple[str, int, int]) -> None:
    text, size, overlap = cut
    spans = sentence_spans(text, size=size, overlap=overlap)
    for (_, end), (next_start, _) in pairwise(spans):
        assert byte_length(text[next_start:end]) <= overlap * BYTES_PER_TOKEN
