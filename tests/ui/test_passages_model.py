from __future__ import annotations

import pytest

from kbdesk.ui.models.passages import page_count, page_of


@pytest.mark.parametrize(("passages", "pages"), [(0, 1), (1, 1), (30, 1), (31, 2), (208, 7)])
def test_a_page_holds_thirty_passages(passages: int, pages: int) -> None:
    assert page_count(passages) == pages


def test_a_passage_is_on_its_page() -> None:
    assert [page_of(index) for index in (0, 29, 30, 207)] == [1, 1, 2, 7]
