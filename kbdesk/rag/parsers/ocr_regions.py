"""Connected regions of a mask, by runs: stretches of pixels in one row. Pixels that touch at a corner are connected.

Source: Shiloach and Vishkin, "An O(log n) parallel connectivity algorithm" (1982): all pairs of runs are joined
at once, which is a few operations on arrays.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]


def regions(mask: NDArray[np.bool_]) -> list[Numbers]:
    """Return the outline of every region: x and y of its first and its last pixel in each row, from top to bottom."""
    rows, starts, ends = _runs(mask)
    labels = _joined(len(rows), *_touching(rows, starts, ends, mask.shape[1] + 2))
    order = np.argsort(labels, kind="stable")
    cuts = np.flatnonzero(np.diff(labels[order])) + 1
    return [_outline(rows[part], starts[part], ends[part]) for part in np.split(order, cuts) if len(part)]


def _runs(mask: NDArray[np.bool_]) -> tuple[Numbers, Numbers, Numbers]:
    """Return row, first and last column of each run, row by row, from left to right."""
    changes = np.diff(np.pad(mask, ((0, 0), (1, 1))).view(np.int8), axis=1)
    rows, starts = np.nonzero(changes == 1)
    return rows, starts, np.nonzero(changes == -1)[1] - 1


def _touching(rows: Numbers, starts: Numbers, ends: Numbers, width: int) -> tuple[Numbers, Numbers]:
    """Return the indexes of the upper and of the lower run of each pair that touches.

    Args:
        rows: Those of the runs.
        starts: Their first columns.
        ends: Their last columns.
        width: Of the mask and a gap, so that the end of a row does not touch the start of the row below the next.
    """
    first, last = rows * width + starts, rows * width + ends
    begin = np.searchsorted(last, first + width - 1)
    counts = np.searchsorted(first, last + width + 1, side="right") - begin
    upper = np.repeat(np.arange(len(rows)), counts)
    within = np.arange(len(upper)) - np.repeat(np.cumsum(counts) - counts, counts)
    return upper, np.repeat(begin, counts) + within


def _joined(count: int, upper: Numbers, lower: Numbers) -> Numbers:
    """Return for each run the first one of its region."""
    labels = np.arange(count)
    while True:
        one, other = labels[upper], labels[lower]
        if np.array_equal(one, other):
            return labels
        np.minimum.at(labels, np.maximum(one, other), np.minimum(one, other))
        while not np.array_equal(labels, labels[labels]):
            labels = labels[labels]


def _outline(rows: Numbers, starts: Numbers, ends: Numbers) -> Numbers:
    """Return the outermost pixels of each row of one region, whose runs are given."""
    first = np.flatnonzero(np.diff(rows, prepend=-1))
    last = np.append(first[1:], len(rows)) - 1
    columns = np.column_stack((starts[first], ends[last])).ravel()
    return np.column_stack((columns, np.repeat(rows[first], 2)))
