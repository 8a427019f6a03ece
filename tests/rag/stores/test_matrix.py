"""The vectors in memory: exact, and following the file."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kbdesk.rag.stores.matrix import MatrixView, Ranges, unit_rows


def view_of(vectors, dead=(), first_id=10):
    ids = np.arange(len(vectors), dtype=np.int64) + first_id
    nothing = np.empty(0, np.int64)
    return MatrixView(
        1, np.array(vectors, np.float32), ids, np.array(dead, np.int64), Ranges(nothing, nothing), int(ids[-1])
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
