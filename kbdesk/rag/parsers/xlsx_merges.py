"""Merged cells: what stands in the first of them holds for all of them."""

from __future__ import annotations

from collections.abc import Iterable

Range = tuple[tuple[int, int], tuple[int, int]]
"""First and last cell of merged cells, each as row and column from 0."""

MAX_REPEATED = 100
"""Characters; a longer text in merged cells is a note beside a table, not a heading of its rows."""


class Merges:
    """The merged cells of a sheet, asked for row after row.

    Args:
        ranges: All of them.
    """

    def __init__(self, ranges: Iterable[Range]) -> None:
        self._starting: dict[int, list[Range]] = {}
        for merged in ranges:
            self._starting.setdefault(merged[0][0] + 1, []).append(merged)
        self._open: list[tuple[int, int, str]] = []

    def repeat_above(self, number: int, cells: dict[int, str]) -> frozenset[int]:
        """Put into a row what merged cells that began above it say about it; a blank row stays blank.

        Args:
            number: Number of the row, from 1, higher each time.
            cells: Its texts by column, from 0; changed in place.

        Returns:
            The columns of these cells.
        """
        self._open = [merged for merged in self._open if merged[0] >= number]
        repeated = {column: text for _, column, text in self._open if column not in cells} if cells else {}
        cells.update(repeated)
        for (_, column), (last_row, _) in self._starting.get(number, ()):
            text = cells.get(column, "")
            if text and len(text) <= MAX_REPEATED and last_row + 1 > number:
                self._open.append((last_row + 1, column, text))
        return frozenset(repeated)

    def spans(self, number: int) -> dict[int, int]:
        """Return the last column of each cell of a row that is merged with those to its right, by its column."""
        return {first[1]: last[1] for first, last in self._starting.get(number, ()) if last[1] > first[1]}
