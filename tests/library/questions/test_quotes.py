"""Whether a passage holds a quote."""

from __future__ import annotations

from typing import Any

import pytest

from kbdesk.library.questions.quotes import LEAST_SHARE, LONGEST_PROPOSAL, quote_of, share_of
from kbdesk.library.types import Hit
from kbdesk.message import TextBlock
from kbdesk.rag.document import Chunk
from kbdesk.texts import Text

QUOTE = "Every member has thirty days of paid holiday a year, and may carry five of them over."


def holds(passage: str, quote: str) -> bool:
    return share_of(passage, quote) >= LEAST_SHARE


@pytest.mark.parametrize(
    "passage",
    [
        QUOTE,
        f"Holidays. {QUOTE} Ask your lead.",
        QUOTE.upper().replace(" ", "\n  "),
        "Every member has thirty-one days of paid holiday a year, and may carry six of them over.",
        "Every member has thirty days of paid holiday a year, and may",
    ],
    ids=["the same", "with text around it", "other blanks and case", "few words changed", "cut off near its end"],
)
def test_a_passage_holds_a_quote_however_it_is_cut(passage: str) -> None:
    assert holds(passage, QUOTE)


@pytest.mark.parametrize(
    "passage",
    [
        "",
        "Paid holiday",
        "A year has many days; every member of the team may carry five bags, and some of them paid over thirty.",
        "Every member has thirty days",
    ],
    ids=["nothing", "its heading", "the same words in another order", "only its beginning"],
)
def test_a_passage_that_says_something_else_does_not_hold_it(passage: str) -> None:
    assert not holds(passage, QUOTE)


def test_a_smaller_passage_within_a_long_quote_is_it() -> None:
    long = " ".join(f"Rule {number} says that receipts of kind {number} are kept." for number in range(20))
    assert holds(long[:300], long)
    assert holds(long[300:700], long)


def test_chinese_is_compared_by_its_characters() -> None:
    assert holds("第三章 休假\n每位员工每年有三十天带薪休假。", "每位员工每年有三十天带薪休假")
    assert not holds("第二章 出差\n机票由办公室预订。", "每位员工每年有三十天带薪休假")


def test_one_word_must_stand_there_and_no_word_asks_for_nothing() -> None:
    assert holds("Call extension 4711.", "4711")
    assert not holds("Call extension 47110.", "4711")
    assert holds("Anything", "")
    assert holds("", "…")


def hit(passage: str, *words: str) -> Hit:
    """Return a passage that was found by these words."""
    chunk = Chunk(content=TextBlock(text=passage), source="a.md", chunk_index=0, total_chunks=1)
    starts = [passage.index(word) for word in words if word in passage]
    spans = tuple((start, start + 1) for start in starts)
    return Hit(1, 0.5, "words", Any, chunk, Text("", ""), spans)


def test_of_a_short_passage_all_is_remembered() -> None:
    assert quote_of(hit(f"\n{QUOTE} ", "days")) == QUOTE


def test_of_a_long_passage_the_part_is_remembered_that_was_asked_for() -> None:
    before = "Receipts are kept for ten years in the office. " * 10
    after = "Trains are preferred to planes on short ways. " * 20
    quote = quote_of(hit(before + QUOTE + " " + after, "days", "paid", "holiday"))
    assert quote.startswith(QUOTE)
    assert len(quote) <= LONGEST_PROPOSAL
    assert quote.endswith("short ways.")


def test_a_passage_without_sentences_is_cut() -> None:
    assert quote_of(hit("number " * 200, "nothing")) == ("number " * 200)[:LONGEST_PROPOSAL].strip()
