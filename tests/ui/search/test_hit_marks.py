"""Matched words in a text, and the excerpt around them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kbdesk.ui.models.marks import Piece, excerpt, split_marked, utf16_ranges


@given(st.text(), st.lists(st.tuples(st.integers(-5, 50), st.integers(-5, 50))))
def test_marking_loses_no_character(content: str, spans: list[tuple[int, int]]) -> None:
    assert "".join(piece for piece, _ in split_marked(content, spans)) == content


def test_overlapping_spans_are_marked_once() -> None:
    assert split_marked("abcdef", [(3, 5), (1, 4)]) == [("a", False), ("bcd", True), ("e", True), ("f", False)]


def test_marks_are_counted_in_utf16_units() -> None:
    pieces = excerpt("😀年假𠮷年假", [(1, 3), (4, 6)], 100)
    marked = [at for piece, at in zip(pieces, utf16_ranges(pieces), strict=True) if piece.is_word]
    assert marked == [(2, 2), (6, 2)]


def test_an_excerpt_begins_where_most_words_are_marked() -> None:
    content = "far " * 100 + "leave and leave and leave" + " far" * 100
    spans = [(0, 3), (400, 405), (410, 415), (420, 425)]
    joined = "".join(piece.text for piece in excerpt(content, spans, 120))
    assert joined.startswith("… far")
    assert "leave and leave and leave" in joined
    assert joined.endswith(" …")


def test_an_excerpt_runs_white_space_together_and_cuts_no_word() -> None:
    assert excerpt("one\n\n  two three", [(0, 3)], 12) == [Piece("one", True), Piece(" two"), Piece(" …")]


def test_words_are_marked_inside_the_sentence_too() -> None:
    pieces = excerpt("No. Take the train. Or not.", [(9, 12), (13, 18)], 100, (4, 19))
    assert [piece.text for piece in pieces if piece.is_sentence] == ["Take ", "the", " ", "train", "."]
    assert [piece.text for piece in pieces if piece.is_word] == ["the", "train"]


def test_an_excerpt_goes_to_the_sentence_that_would_not_be_in_it() -> None:
    content = "Leave it. " * 30 + "The office is closed in August. " + "Else nothing. " * 30
    pieces = excerpt(content, [(0, 5)], 120, (300, 331))
    assert "".join(piece.text for piece in pieces if piece.is_sentence) == "The office is closed in August."


@given(
    st.text(),
    st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60))),
    st.integers(1, 80),
    st.none() | st.tuples(st.integers(0, 60), st.integers(0, 60)),
)
def test_an_excerpt_of_any_text_can_be_made(
    content: str, spans: list[tuple[int, int]], length: int, sentence: tuple[int, int] | None
) -> None:
    assert sum(len(piece.text) for piece in excerpt(content, spans, length, sentence)) <= length + 4
