"""The vectors in memory: exact, and following the file."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kbdesk.rag.stores.marks import OFF_MARK, UNKNOWN_MARK, marks_of
from kbdesk.rag.stores.matrix import MatrixView, Ranges, unit_rows

[ENGLISH] = marks_of(["Where do I send my receipts?"], [{}])
[CHINESE] = marks_of(["带薪年假"], [{}])


def view_of(vectors, dead=(), first_id=10, marks=None):
    ids = np.arange(len(vectors), dtype=np.int64) + first_id
    nothing = np.empty(0, np.int64)
    marked = np.full(len(vectors), ENGLISH, np.uint8) if marks is None else np.array(marks, np.uint8)
    marked[list(dead)] = OFF_MARK
    return MatrixView(
        1, np.array(vectors, np.float32), ids, marked, np.array(dead, np.int64), Ranges(nothing, nothing), int(ids[-1])
    )


def ranges(*runs):
    array = np.array(runs, np.int64).reshape(-1, 2)
    return Ranges(array[:, 0], array[:, 1])


def test_ranges_give_their_ids():
    assert ranges((3, 2), (9, 1), (20, 3)).ids().tolist() == [3, 4, 9, 20, 21, 22]
    assert ranges().ids().tolist() == []


def test_equal_scores_come_in_order_of_insertion():
    ids, scores = view_of([[1, 0]] * 10).nearest(np.array([1, 0], np.float32), 4)
    assert ids.tolist() == [10, 11, 12, 13]
    assert scores.tolist() == [1, 1, 1, 1]


def test_runs_of_ids_are_selected_by_a_mask():
    runs = ranges((3, 3), (6, 2), (20, 1), (30, 3))
    mask = np.array([1, 1, 0, 1, 1, 0, 1, 0, 1], bool)
    selected = runs.where_ids(mask)
    assert selected.ids().tolist() == runs.ids()[mask].tolist() == [3, 4, 6, 7, 30, 32]
    assert selected.starts.tolist() == [3, 6, 30, 32]
    assert runs.where_ids(~mask & mask).ids().tolist() == []
    assert ranges().where_ids(np.empty(0, bool)).ids().tolist() == []


def test_the_nearest_of_each_language_are_found_and_those_of_no_language_with_each():
    vectors = [[1, 0], [0.8, 0.6], [0.6, 0.8], [0, 1], [1, 0]]
    view = view_of(vectors, marks=[ENGLISH, CHINESE, UNKNOWN_MARK, CHINESE, OFF_MARK])
    found = view.nearest_by_language(np.array([1, 0], np.float32), 2)
    assert {language: ids.tolist() for language, (ids, _) in found.items()} == {"en": [10, 12], "zh": [11, 12]}
    assert found["zh"][1].tolist() == pytest.approx([0.8, 0.6])
    within = view.nearest_by_language(np.array([1, 0], np.float32), 2, ranges((12, 3)))
    assert {language: ids.tolist() for language, (ids, _) in within.items()} == {"zh": [12, 13]}
    alone = view.nearest_by_language(np.array([1, 0], np.float32), 2, ranges((12, 1)))
    assert {language: ids.tolist() for language, (ids, _) in alone.items()} == {"": [12]}
    assert view.nearest_by_language(np.array([1, 0], np.float32), 2, ranges()) == {}


def test_other_languages_are_compared_without_what_makes_the_querys():
    view = view_of([[1, 0, 0], [1, 0, 0], [0.6, 0, 0.8], [0, 1, 0]], marks=[ENGLISH, ENGLISH, CHINESE, CHINESE])
    query = np.array([0.8, 0.6, 0], np.float32)
    by_itself = view.nearest_by_language(query, 2)["zh"]
    assert by_itself[0].tolist() == [13, 12]
    assert by_itself[1].tolist() == pytest.approx([0.6, 0.48])
    found = view.nearest_by_language(query, 2, language="en")
    assert found["zh"][1].tolist() == pytest.approx([1, 0])
    assert found["en"][1].tolist() == pytest.approx([0.8, 0.8])


def test_given_chunks_are_scored_unless_they_are_gone_or_turned_off():
    view = view_of([[1, 0], [0.6, 0.8], [1, 0], [1, 0]], dead=[2], marks=[ENGLISH, ENGLISH, ENGLISH, OFF_MARK])
    scores = view.scores(np.array([1, 0], np.float32), np.array([11, 10, 12, 13, 0, 99]))
    assert scores.tolist() == pytest.approx([0.6, 1, -np.inf, -np.inf, -np.inf, -np.inf])
    nothing = view_of(np.empty((1, 2)), dead=[0])
    assert nothing.scores(np.array([1, 0], np.float32), np.array([10])).tolist() == [-np.inf]


def test_dead_rows_are_never_found():
    ids, _ = view_of([[1, 0]] * 4, dead=[0, 3]).nearest(np.array([1, 0], np.float32), 10)
    assert ids.tolist() == [11, 12]


@given(
    st.integers(1, 60),
    st.integers(1, 70),
    st.lists(st.tuples(st.integers(0, 9), st.integers(1, 6)), max_size=6, unique_by=lambda run: run[0]),
    st.integers(0, 1000),
)
def test_nearest_is_what_a_full_sort_gives(rows, top_k, picks, seed):
    vectors = unit_rows(np.random.default_rng(seed).standard_normal((rows, 4), np.float32))
    view = view_of(vectors)
    query = vectors[seed % rows]
    runs = [(10 + start * 6, count) for start, count in sorted(picks) if start * 6 + count <= rows]
    for only in (None, ranges(*runs)):
        wanted = set(view.ids.tolist() if only is None else only.ids().tolist())
        ids, scores = view.nearest(query, top_k, only)
        everything = sorted((-float(vectors[i - 10] @ query), i) for i in wanted)
        assert len(ids) == min(top_k, len(wanted))
        assert [-score for score in scores.tolist()] == pytest.approx([one[0] for one in everything[:top_k]], abs=1e-5)
        assert set(ids.tolist()) <= wanted


def test_rows_become_unit_length_and_zeros_stay():
    rows = unit_rows(np.array([[3, 4], [0, 0], [1e30, 1e30], [1e-30, 0]], np.float32))
    assert np.linalg.norm(rows, axis=1).tolist() == pytest.approx([1, 0, 1, 1], abs=1e-6)
