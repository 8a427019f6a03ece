"""Sets of page numbers in one short word, as they are kept: "2-4,9"."""

from __future__ import annotations

from collections.abc import Iterable


def written(pages: Iterable[int]) -> str:
    """Return page numbers (from 1) as ranges, ascending; what is no page is left out."""
    runs: list[tuple[int, int]] = []
    for page in sorted({page for page in pages if page >= 1}):
        if runs and runs[-1][1] == page - 1:
            runs[-1] = (runs[-1][0], page)
        else:
            runs.append((page, page))
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in runs)


def read(ranges: str) -> frozenset[int]:
    """Return the page numbers that `written` wrote."""
    pages: set[int] = set()
    for part in filter(None, ranges.split(",")):
        first, _, last = part.partition("-")
        pages.update(range(int(first), int(last or first) + 1))
    return frozenset(pages)
