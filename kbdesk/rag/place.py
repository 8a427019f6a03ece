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
        return text("place", "page {page}", page=page)
    if slide := metadata.get("slide"):
        return text("place", "slide {slide}", slide=slide)
    rows = metadata.get("rows")
    if sheet := metadata.get("sheet"):
        if rows:
            return text("place", "sheet {sheet}, rows {first}-{last}", sheet=sheet, first=rows[0], last=rows[1])
        return text("place", "sheet {sheet}", sheet=sheet)
    if headings := metadata.get("heading_path"):
        return text("place", "{headings}", headings=" > ".join(headings))
    if rows:
        return text("place", "rows {first}-{last}", first=rows[0], last=rows[1])
    return text("place", "")
