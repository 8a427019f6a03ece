"""Lists of hits become one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kbdesk.rag.retrieval.fusion import by_reciprocal_ranks, exact_first, interleaved

RANKINGS = st.lists(st.integers(0, 30), unique=True, max_size=20)


@pytest.mark.parametrize(
    ("rankings", "weights", "fused"),
    [
        ([], None, []),
        ([[], []], None, []),
        ([["a", "b", "c"]], None, ["a", "b", "c"]),
        ([["a", "b"], ["b", "c"]], None, ["b", "a", "c"]),
        ([["a", "b"], ["c", "d"]], None, ["a", "c", "b", "d"]),
        ([["a", "b"], ["b", "c"]], [0.95, 0.05], ["a", "b", "c"]),
        ([["a", "b", "c"], ["c", "b"]], [0.7, 0.3], ["b", "c", "a"]),
        ([["a"], ["b"]], [0.3, 0.7], ["b", "a"]),
    ],
)
def test_reciprocal_ranks_add_up(rankings, weights, fused):
    assert by_reciprocal_ranks(rankings, weights) == fused


@given(st.lists(RANKINGS, max_size=4))
def test_fusing_loses_nothing_and_doubles_nothing(rankings):
    fused = by_reciprocal_ranks(rankings)
    assert sorted(fused) == sorted({key for ranking in rankings for key in ranking})


@given(RANKINGS)
def test_what_agrees_stays_as_it_is(ranking):
    assert by_reciprocal_ranks([ranking, ranking], [0.7, 0.3]) == ranking


HOSTS = [f"h{number}" for number in range(12)]


@pytest.mark.parametrize(
    ("guests", "whole"),
    [
        ([], "h0 h1 h2 h3 h4 h5 h6 h7 h8 h9 h10 h11"),
        ([[("a", 0)]], "a h0 h1 h2 h3 h4 h5 h6 h7 h8 h9 h10 h11"),
        ([[("a", 2), ("b", 3)]], "h0 h1 a h2 b h3 h4 h5 h6 h7 h8 h9 h10 h11"),
        ([[("a", 50), ("b", 50)]], "h0 h1 h2 h3 h4 a h5 h6 b h7 h8 h9 h10 h11"),
        ([[("a", 50), ("b", 50)], [("x", 50)]], "h0 h1 h2 h3 h4 a x h5 h6 b h7 h8 h9 h10 h11"),
        ([[("a", 1), ("h0", 1)]], "h0 a h1 h2 h3 h4 h5 h6 h7 h8 h9 h10 h11"),
    ],
)
def test_other_languages_stand_where_they_are_near_and_behind_the_fifth_at_the_latest(guests, whole):
    assert interleaved(HOSTS, guests) == whole.split()


def test_without_hosts_the_languages_take_turns():
    assert interleaved([], [[("a", 0), ("b", 0)], [("x", 0), ("y", 0)]]) == ["a", "x", "b", "y"]


@given(RANKINGS, st.lists(st.lists(st.integers(0, 40), max_size=10), max_size=3))
def test_the_order_within_a_language_never_changes(hosts, nearer):
    guests = [[((row, place), count) for place, count in enumerate(counts)] for row, counts in enumerate(nearer)]
    whole = interleaved(hosts, guests)
    assert [key for key in whole if isinstance(key, int)] == hosts
    for row, ranking in enumerate(guests):
        assert [key for key in whole if isinstance(key, tuple) and key[0] == row] == [key for key, _ in ranking]


@pytest.mark.parametrize(
    ("terms", "whole"),
    [
        ({}, ["a", "b", "c"]),
        ({"c": 1}, ["c", "a", "b"]),
        ({"c": 1, "b": 1}, ["b", "c", "a"]),
        ({"c": 2, "b": 1}, ["c", "b", "a"]),
        ({"x": 1, "c": 1}, ["c", "x", "a", "b"]),
    ],
)
def test_what_holds_the_terms_comes_first_those_with_most_of_them_at_the_top(terms, whole):
    assert exact_first(["a", "b", "c"], terms) == whole
