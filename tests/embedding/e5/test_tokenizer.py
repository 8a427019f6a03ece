"""The unigram tokenizer, on a vocabulary small enough to follow by hand."""

from __future__ import annotations

from array import array

from hypothesis import given
from hypothesis import strategies as st

from kbdesk.embedding.e5.tokenizer import Tokenizer
from kbdesk.embedding.e5.weights import Vocabulary

PIECES = {
    "<unk>": 0.0,
    "\u2581": -4.0,
    "\u2581the": -2.0,
    "\u2581th": -3.0,
    "e": -3.0,
    "re": -2.5,
    "\u2581there": -6.0,
    "a": -3.0,
}
IDS = {piece: number for number, piece in enumerate(PIECES)}


def tokenizer() -> Tokenizer:
    scores = array("f", PIECES.values())
    replacements = {0xFF41: "a", 0x09: " ", 0x07: ""}
    return Tokenizer(Vocabulary([*PIECES], scores, replacements, first=90, last=91, unknown=0))


def pieces_of(text: str) -> list[str]:
    return [[*PIECES][token] for token in tokenizer().encode(text)]


def test_the_most_probable_pieces_are_taken_not_the_longest() -> None:
    assert pieces_of("there") == ["\u2581the", "re"]  # -4.5, while the one piece has -6


def test_blanks_and_replaced_characters_do_not_matter() -> None:
    assert pieces_of("  the\t\uff41\x07 ") == pieces_of("the a") == ["\u2581the", "\u2581", "a"]


def test_a_run_of_unknown_characters_is_one_token() -> None:
    assert pieces_of("a\u4e00\u4e01\u4e02a") == ["\u2581", "a", "<unk>", "a"]


def test_a_text_of_nothing_has_no_tokens() -> None:
    assert pieces_of("") == pieces_of(" \x07") == []


@given(st.text(st.characters(exclude_categories=[])))
def test_any_string_has_tokens_and_the_same_ones_each_time(content: str) -> None:
    known = tokenizer()
    assert known.encode(content) == known.encode(content) == tokenizer().encode(content)
