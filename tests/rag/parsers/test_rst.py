from __future__ import annotations

import pytest

from kbdesk.rag.parsers.rst import RstParser


def paths(text: str) -> list[list[str]]:
    return [section.metadata.get("heading_path", []) for section in RstParser().read_text(text, "a.rst").sections]


def test_each_heading_is_a_section_with_the_path_above_it():
    text = "intro\n\n======\nManual\n======\n\nTravel\n======\n\nGo.\n\nFlights\n-------\n\nFly.\n\nFood\n====\n\nEat."
    sections = RstParser().read_text(text, "a.rst").sections
    assert paths(text) == [[], ["Manual", "Travel"], ["Manual", "Travel", "Flights"], ["Manual", "Food"]]
    assert [section.metadata["line"] for section in sections] == [1, 3, 12, 17]
    assert sections[2].content.text == "Flights\n-------\n\nFly."


def test_marks_in_headings_are_no_part_of_the_path():
    assert paths("*The* ``code`` of :ref:`conduct <x>`\n===================================\n\nBe kind.") == [
        ["The code of conduct"]
    ]


@pytest.mark.parametrize(
    "text",
    [
        "a line\nin a paragraph\n----\n\nx",
        "above\n\n----\n\nbelow",
        "====  ====\nA     B\n====  ====\n1     2\n====  ====",
        "x::\n\n  code\n  ====\n\ny",
        "too\n-\n\nshort",
    ],
)
def test_what_only_looks_like_a_heading_is_none(text: str):
    assert paths(text) == [[]]


def test_a_text_without_words_is_empty():
    assert RstParser().read_text(" \n", "a.rst").outcome == "empty"
