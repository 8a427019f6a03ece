"""The outline of a PDF as places: under which headings each page stands."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from kbdesk.rag.parsers.pdf_pdfium import Bookmark


def heading_paths(bookmarks: Sequence[Bookmark], page_count: int) -> list[list[str]]:
    """Return the headings above each page, the outermost first; [] before the first heading.

    A page on which headings begin stands under what all of them share, or under the first one where they share nothing;
    the others stand under the last heading before them.
    """
    beginning: dict[int, list[list[str]]] = {}
    for page, path in _paths(bookmarks):
        beginning.setdefault(page, []).append(path)
    paths: list[list[str]] = []
    current: list[str] = []
    for page in range(page_count):
        on_page = beginning.get(page, [])
        shared = [titles[0] for titles in takewhile(_are_equal, zip(*on_page, strict=False))]
        paths.append(shared or (on_page[0] if on_page else current))
        current = on_page[-1] if on_page else current
    return paths


def _paths(bookmarks: Sequence[Bookmark]) -> list[tuple[int, list[str]]]:
    """Return the page and the path of each entry that leads to a page and has a title."""
    found: list[tuple[int, list[str]]] = []
    above: list[str] = []
    for bookmark in bookmarks:
        above = [*above[: bookmark.level], bookmark.title]
        if bookmark.page is not None and bookmark.title:
            found.append((bookmark.page, [title for title in above if title]))
    return found


def _are_equal(titles: tuple[str, ...]) -> bool:
    return len(set(titles)) == 1
