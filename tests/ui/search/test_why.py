"""Why a hit was found, in whole sentences."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kbdesk.library.types import Hit, Why
from kbdesk.ui.models.why import why_sentences

MakeHit = Callable[..., Hit]


def test_places_words_and_exact_terms_are_told(make_hit: MakeHit) -> None:
    why = Why("leave REQ-0417", "en", 2, 1, ("REQ-0417",), ("leave", "carry"))
    assert why_sentences(make_hit("text", score=0.52, why=why))[:3] == [
        "It holds “REQ-0417” exactly.",
        "By meaning it is number 2 of the passages in English.",
        "By words it is the first: leave, carry.",
    ]


@pytest.mark.parametrize(
    ("why", "sentence"),
    [
        (Why("q", "zh", 1), "By meaning it is the nearest of the passages in Chinese."),
        (Why("q", "", 1), "By meaning it is the nearest of all passages."),
        (Why("q", "", 57), "By meaning it is number 57 of all passages."),
        (Why("q", "en", None), "By meaning it is too far from your question to count."),
        (Why("q", "en", 1, 3, (), ("leave",)), "By words it is number 3: leave."),
        (Why("q", "en", 1, 3), "By words it is number 3."),
        (Why("q", "en", 1, None, (), ("the",)), "It has words of your search that say little: the."),
        (Why("q", "en", 1, None), "No word of your search stands in it."),
    ],
)
def test_each_place_has_its_sentence(make_hit: MakeHit, why: Why, sentence: str) -> None:
    assert sentence in why_sentences(make_hit("text", why=why))


def test_a_word_is_told_once_however_it_is_written(make_hit: MakeHit) -> None:
    why = Why("q", "en", 1, 1, (), ("Vacation", "days", "vacation"))
    assert "By words it is the first: vacation, days." in why_sentences(make_hit("text", why=why))


def test_the_score_is_told_with_its_range(make_hit: MakeHit) -> None:
    assert any(
        "Its score is 0.52." in each and "-1.00 to 1.00" in each for each in why_sentences(make_hit("t", score=0.52))
    )
    by_words = why_sentences(make_hit("t", score=0.75, kind="words"))
    assert any("Its score is 75 %." in each and "share of your words" in each for each in by_words)
    assert not any("By meaning" in each for each in by_words)


def test_a_weak_hit_says_what_that_means(make_hit: MakeHit) -> None:
    assert why_sentences(make_hit("t", is_weak=True))[-1].startswith("It is weak")
    assert not any("weak" in each for each in why_sentences(make_hit("t")))


def test_a_note_that_was_searched_is_told(make_hit: MakeHit) -> None:
    hit = make_hit("t")
    hit.chunk.metadata["note"] = "also called sabbatical"
    assert "A note on it is searched too: also called sabbatical" in why_sentences(hit)


def test_of_a_picture_that_was_the_question_no_words_are_told(make_hit: MakeHit) -> None:
    sentences = why_sentences(make_hit("text", score=0.52, why=Why("", "", 1)))
    assert sentences[0] == "By meaning it is the nearest of all passages."
    assert not any("word of your search" in each for each in sentences)
