"""How lines that were read become the text of a page."""

from __future__ import annotations

import pytest

from kbdesk.rag.parsers.ocr import NOTHING, _in_lines, _quarter_turns, _Read
from kbdesk.rag.parsers.reading_order import Box


def read(text: str, confidence: float = 0.98, *, turns: int = 0, row: int = 0, left: float = 0.0) -> _Read:
    return _Read(Box(left, 40.0 * row, left + 10 * len(text), 40.0 * row + 30), text, confidence, turns)


@pytest.mark.parametrize(
    ("sample", "turns"),
    [
        ([], 0),
        ([read("upright")], 0),
        ([read("upright", 0.84)], 2),
        ([read("down", turns=1), read("7")], 1),
        ([read("up", 0.7, turns=3)], 3),
        ([read("label", turns=3), read("many words on a line", 0.9)], 0),
        ([read("", 0.0), read("", 0.0)], 0),
    ],
)
def test_a_page_is_turned_as_most_of_its_characters_want_it(sample: list[_Read], turns: int):
    assert _quarter_turns(sample) == turns


def test_lines_are_sorted_and_what_runs_down_comes_last_from_left_to_right():
    pieces = [
        read("second", row=1),
        read("right label", turns=1, left=900),
        read("left label", turns=3, left=-90),
        read("first", row=0),
        read("end", row=0, left=500),
    ]
    assert _in_lines(pieces).text.splitlines() == ["first end", "second", "left label", "right label"]


@pytest.mark.parametrize("piece", [read("texture", 0.64), read("——", 0.99), read("", 0.0)])
def test_what_is_unsure_or_no_word_is_left_out(piece: _Read):
    assert _in_lines([piece]) == NOTHING
    assert _in_lines([piece, read("words", row=1)]).text == "words"


def test_a_single_character_is_no_text():
    assert _in_lines([read("a")]) == NOTHING
    assert _in_lines([read("12")]).text == "12"


def test_confidence_is_the_mean_over_the_characters_that_are_kept():
    assert _in_lines([read("nine", 0.9), read("eight in all", 0.8, row=1), read("no", 0.1, row=2)]).confidence == 0.825
