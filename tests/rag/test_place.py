from __future__ import annotations

from typing import Any

import pytest

from kbdesk.rag.place import place_of


@pytest.mark.parametrize(
    ("metadata", "place"),
    [
        ({"page": 12}, "page 12"),
        ({"page": 1, "page_label": "iii"}, "page 1 (printed “iii”)"),
        ({"slide": 3, "title": "Fire"}, "slide 3"),
        ({"sheet": "Budget"}, "sheet Budget"),
        ({"sheet": "Budget", "rows": [2, 40]}, "sheet Budget, rows 2-40"),
        ({"sheet": "Budget", "rows": [2, 2]}, "sheet Budget, row 2"),
        ({"rows": [2, 40]}, "rows 2-40"),
        ({"rows": [7, 7]}, "row 7"),
        ({"heading_path": ["Travel", "Flights"]}, "Travel > Flights"),
        ({"heading_path": ["Travel"], "rows": [1, 9]}, "Travel"),
        ({"heading_path": []}, ""),
        ({"sheet": "{braces}"}, "sheet {braces}"),
        ({"media_type": "image/png"}, ""),
        ({}, ""),
    ],
)
def test_a_place_is_said_in_words(metadata: dict[str, Any], place: str):
    assert str(place_of(metadata)) == place
