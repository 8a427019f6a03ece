from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]
Objects = Callable[..., list[dict[str, Any]]]


@pytest.fixture
def lost(data: Path, handbook: Path, kbdesk: Run) -> None:
    """A second knowledge base whose model is no longer to be had."""
    kbdesk("kb", "create", "Lost")
    kbdesk("add", handbook / "leave.txt", "--kb", "Lost")
    with closing(sqlite3.connect(data / "library.sqlite3", isolation_level=None)) as library:
        library.execute("UPDATE knowledge_bases SET embedding = 'of the past' WHERE name = 'Lost'")


def test_a_hit_says_why(data: Path, kbdesk: Run, objects: Objects) -> None:
    [hit] = objects("search", "flights")
    assert (hit["name"], hit["score_kind"], hit["is_weak"]) == ("travel.txt", "words", False)
    assert hit["why"]["query"] == "flights"
    assert hit["why"]["words"] == ["Flights"]
    assert "words: Flights; language: en)" in kbdesk("search", "flights", "--why").stdout
    assert "words:" not in kbdesk("search", "flights").stdout


def test_a_search_can_be_narrowed(data: Path, kbdesk: Run, objects: Objects) -> None:
    [flights] = [row for row in objects("documents") if row["name"] == "travel.txt"]
    kbdesk("tag", flights["document_id"], "--add", "Travel")
    everything = ("--tag", "travel", "--kind", "Text", "--kind", "PDF", "--document", flights["document_id"])
    assert len(objects("search", "flights", *everything, "--from", "2020-01-01", "--mode", "words")) == 1
    for nothing in (("--folder", "leave/"), ("--tag", "leave"), ("--to", "2020-01-01")):
        assert objects("search", "flights", *nothing) == []


def test_wrong_ways_to_search_are_wrong_usage(kbdesk: Run) -> None:
    assert "must be a day like" in kbdesk("search", "flights", "--from", "yesterday", code=2).stderr
    assert "invalid choice" in kbdesk("search", "flights", "--mode", "magic", code=2).stderr


def test_a_knowledge_base_that_fails_is_told_beside_the_hits_of_others(
    data: Path, lost: None, kbdesk: Run, objects: Objects
) -> None:
    done = kbdesk("search", "flights", code=3)
    assert "travel.txt" in done.stdout
    assert "“Lost” was not searched: " in done.stderr
    assert [hit["name"] for hit in objects("search", "flights", code=3)] == ["travel.txt"]
    assert "Nothing" not in kbdesk("search", "flights", "--kb", "Lost", code=1).stderr


def test_words_without_quotes_are_one_question(data: Path, kbdesk: Run, objects: Objects) -> None:
    words = objects("search", "days", "of", "holiday", "--kb", "Team handbook", "--top-k", "1")
    assert [hit["why"]["query"] for hit in words] == ["days of holiday"]
    assert words == objects("search", "days of holiday", "--top-k", "1")


def test_of_several_questions_the_best_hits_are_found(data: Path, kbdesk: Run, objects: Objects) -> None:
    asked = ("search", "booked", "flights", "--also", "days of holiday", "--also", "submarines")
    assert {hit["name"]: hit["why"]["query"] for hit in objects(*asked)} == {
        "travel.txt": "booked flights",
        "leave.txt": "days of holiday",
    }
    assert "query: days of holiday)" in kbdesk(*asked, "--why").stdout


def test_nothing_found_is_said(data: Path, kbdesk: Run) -> None:
    assert "Nothing was found." in kbdesk("search", "submarines").stderr
