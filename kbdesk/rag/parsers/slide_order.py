"""The order in which what stands on a slide is read: rows from top to bottom, columns from left to right."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

_MOST = 200
"""More than this on one slide is a drawing; looking for columns in it takes long and finds none."""
_OVERLAP = 10
"""A tenth of what a box measures may lie over its neighbour: frames are drawn larger than their text."""
_ALIKE = 1.5
"""How much wider than the narrowest the widest of columns may be; a label beside its text is no column."""


@dataclass(frozen=True)
class Box:
    """Where something stands, in any unit."""

    left: int
    top: int
    width: int
    height: int

    def side(self, *, down: bool) -> tuple[float, float]:
        """Return where it begins and ends, from top to bottom if `down`, else from left to right."""
        start, length = (self.top, self.height) if down else (self.left, self.width)
        return start, start + length


def reading_order(boxes: Sequence[Box]) -> list[int]:
    """Return the indices of boxes in the order of reading.

    Boxes are parted into rows wherever a blank line runs across all of them, and those into columns. Rows whose
    columns stand on each other are read column by column if the columns are further apart than the rows, as cards
    with a heading each are.
    """
    everything = list(enumerate(boxes))
    ordered = _in_lines(everything) if len(boxes) > _MOST else _ordered(everything)
    return [index for index, _ in ordered]


_Placed = tuple[int, Box]


def _ordered(placed: list[_Placed]) -> list[_Placed]:
    if len(placed) < 2:
        return placed
    rows = _parted(placed, down=True)
    if len(rows) > 1:
        return [each for run in _runs(rows) for each in _run_ordered(run)]
    columns = _parted(placed, down=False)
    if len(columns) > 1:
        return [each for column in columns for each in _ordered(column)]
    return _in_lines(placed)


def _parted(placed: Iterable[_Placed], *, down: bool) -> list[list[_Placed]]:
    """Return the boxes in groups with a gap between each and the next."""
    groups: list[list[_Placed]] = []
    reached = float("-inf")
    for each in sorted(placed, key=lambda pair: pair[1].side(down=down)):
        start, end = each[1].side(down=down)
        overlap = (end - start) / _OVERLAP
        if groups and start + overlap < reached:
            groups[-1].append(each)
        else:
            groups.append([each])
        reached = max(reached, end - overlap)
    return groups


def _runs(rows: list[list[_Placed]]) -> list[list[list[_Placed]]]:
    """Return the rows in runs; the rows of one have the same columns above each other."""
    runs: list[list[list[_Placed]]] = []
    for row in rows:
        count = len(_parted(row, down=False))
        if runs and count > 1 and count == len(_columns(runs[-1])) == len(_columns([*runs[-1], row])):
            runs[-1].append(row)
        else:
            runs.append([row])
    return runs


def _run_ordered(run: list[list[_Placed]]) -> list[_Placed]:
    columns = _columns(run)
    parts = columns if len(run) > 1 and _reads_down(run, columns) else run
    return [each for part in parts for each in _ordered(part)]


def _columns(run: list[list[_Placed]]) -> list[list[_Placed]]:
    return _parted((each for row in run for each in row), down=False)


def _reads_down(rows: list[list[_Placed]], columns: list[list[_Placed]]) -> bool:
    widths = [end - start for start, end in (_side(column, down=False) for column in columns)]
    return max(widths) <= _ALIKE * min(widths) and min(_gaps(columns, down=False)) > max(_gaps(rows, down=True))


def _gaps(groups: list[list[_Placed]], *, down: bool) -> list[float]:
    """Return the distances from each group to the next."""
    sides = [_side(group, down=down) for group in groups]
    return [after[0] - before[1] for before, after in pairwise(sides)]


def _side(group: list[_Placed], *, down: bool) -> tuple[float, float]:
    sides = [box.side(down=down) for _, box in group]
    return min(start for start, _ in sides), max(end for _, end in sides)


def _in_lines(placed: list[_Placed]) -> list[_Placed]:
    """Return boxes that nothing parts: lines of those that begin above the middle of the line's first, by left edge."""
    lines: list[list[_Placed]] = []
    middle = float("-inf")
    for each in sorted(placed, key=lambda pair: pair[1].top):
        if each[1].top <= middle:
            lines[-1].append(each)
        else:
            lines.append([each])
            middle = each[1].top + max(each[1].height, 0) // 2
    return [each for line in lines for each in sorted(line, key=lambda pair: (pair[1].left, pair[1].top))]
