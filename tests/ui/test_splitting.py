"""Where texts are cut, and how positions of Qt and of Python go together."""

from __future__ import annotations

import pytest

from kbdesk.ui.models.passage_marks import text_position, units_before
from kbdesk.ui.models.splitting import good_place, halves

TEXTS = ["plain", "😀 a 𠮷野家", "line\r\nline\n\r\nend", "", "年假。十五天。"]


@pytest.mark.parametrize("text", TEXTS)
def test_positions_go_there_and_back(text: str) -> None:
    between_line_ends = {place for place in range(1, len(text)) if text[place - 1 : place + 1] == "\r\n"}
    for position in set(range(len(text) + 1)) - between_line_ends:
        assert text_position(text, units_before(text, position)) == position


def test_a_line_end_of_two_characters_is_one_of_qt() -> None:
    assert units_before("a\r\nb", 3) == 2
    assert text_position("a\r\nb", 2) == 3


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("One is here. Two is there.", "One is here."),
        ("年假十五天。病假十天。", "年假十五天。"),
        ("A heading\n\nand its text without an end", "A heading"),
    ],
)
def test_a_text_is_cut_between_sentences(text: str, first: str) -> None:
    parts = halves(text, good_place(text))
    assert parts is not None
    assert parts[0] == first


def test_a_text_is_cut_where_it_is_wanted_if_both_parts_have_words() -> None:
    assert good_place("One two three", 4) == 4
    assert good_place("One two. Three", 14) == 9


def test_a_text_of_one_word_is_cut_in_its_middle() -> None:
    assert good_place("wordword") == 4


def test_a_part_without_words_is_no_part() -> None:
    assert halves("  One", 2) is None
