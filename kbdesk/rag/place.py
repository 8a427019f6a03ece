"""Where in its document a passage stands, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kbdesk.texts import Text, text


def place_of(metadata: Mapping[str, Any]) -> Text:
    """Return a passage's place, for example "page 12", "sheet Budget, rows 2-40" or "Travel > Flights".

    Args:
        metadata: The passage's; see the keys of `Section.metadata`.

    Returns:
        An empty text where nothing is known.
    """
    if page := metadata.get("page"):
        if label := metadata.get("page_label"):
            return text("place", "page {page} (printed “{label}”)", page=page, label=label)
        return text("place", "page {page}", page=page)
    if slide := metadata.get("slide"):
        return text("place", "slide {slide}", slide=slide)
    first, last = metadata.get("rows") or (0, 0)
    if sheet := metadata.get("sheet"):
        return _rows_of_sheet(sheet, first, last)
    if headings := metadata.get("heading_path"):
        return text("place", "{headings}", headings=" > ".join(headings))
    if first == last:
        return text("place", "row {row}", row=first) if first else text("place", "")
    return text("place", "rows {first}-{last}", first=first, last=last)


def _rows_of_sheet(sheet: str, first: int, last: int) -> Text:
    if not first:
        return text("place", "sheet {sheet}", sheet=sheet)
    if first == last:
        return text("place", "sheet {sheet}, row {row}", sheet=sheet, row=first)
    return text("place", "sheet {sheet}, rows {first}-{last}", sheet=sheet, first=first, last=last)
