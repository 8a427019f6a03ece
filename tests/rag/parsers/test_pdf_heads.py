from __future__ import annotations

from collections.abc import Sequence

from kbdesk.message import TextBlock
from kbdesk.rag.parsers.pdf import PDFParser
from kbdesk.rag.parsers.pdf_heads import EdgeLine, running_heads

from .pdf_files import Line, pdf_of, written

SIDES = ((50, "Left"), (330, "Right"))


def body(page: int, first: float = 700) -> list[Line]:
    return [(50, first - 14 * row, f"Sentence {row} of page {page} says something.") for row in range(12)]


def read(*pages: Sequence[Line]) -> tuple[list[str], list[str | None]]:
    sections = PDFParser().read(pdf_of(map(written, pages)), "x.pdf").sections
    texts = [section.content.text for section in sections if isinstance(section.content, TextBlock)]
    return texts, [section.metadata.get("running_head") for section in sections]


def test_heads_and_page_numbers_are_no_part_of_the_text():
    texts, heads = read(*([(50, 770, "Travel policy"), *body(page), (300, 30, f"{page}")] for page in range(1, 6)))
    assert texts[0].splitlines()[0] == "Travel policy"
    assert [text.splitlines()[0] for text in texts[1:]] == [
        f"Sentence 0 of page {page} says something." for page in range(2, 6)
    ]
    assert all(text.endswith("says something.") for text in texts)
    assert heads == ["1", *(f"Travel policy | {page}" for page in range(2, 6))]


def test_heads_written_after_the_text_and_with_numbers_in_them_are_found():
    texts, heads = read(*([*body(page), (50, 770, f"Handbook - page {page} of 9")] for page in range(1, 10)))
    assert all("Handbook" not in text for text in texts[1:])
    assert heads[4] == "Handbook - page 5 of 9"


def test_left_and_right_pages_and_chapters_may_have_their_own():
    titles = ["Part A" if page % 2 else ("One" if page < 10 else "Two") for page in range(20)]
    texts, _ = read(*([(50, 770, title), *body(page)] for page, title in enumerate(titles)))
    assert [text.splitlines()[0] for text in texts if not text.startswith("Sentence")] == ["One", "Part A", "Two"]


def test_what_stands_on_one_page_or_two_only_is_kept():
    texts, heads = read([(50, 770, "Title"), *body(1)], [(50, 770, "Draft"), *body(2)], [(50, 770, "Draft"), *body(3)])
    assert [text.splitlines()[0] for text in texts] == ["Title", "Draft", "Draft"]
    assert heads == [None, None, None]


def test_a_line_of_the_text_that_repeats_is_kept():
    texts, _ = read(*([(50, 714, "Agenda"), *body(page)] for page in range(1, 6)))
    assert all(text.startswith("Agenda") for text in texts)


def test_the_headings_of_a_table_over_several_pages_are_kept():
    table = [(left, 780 - 20 * row, f"cell {left} {row}") for row in range(1, 30) for left in (50, 200, 350)]
    head = [(50, 780, "Name"), (200, 780, "Room"), (350, 780, "Phone")]
    texts, _ = read(*([*head, *table] for _ in range(5)))
    assert all("Room" in text for text in texts)


def test_numbers_that_do_not_count_with_the_pages_are_kept():
    texts, _ = read(*([*body(page), (300, 30, f"{page * page}")] for page in range(1, 6)))
    assert [text.splitlines()[-1] for text in texts] == ["1", "4", "9", "16", "25"]


def test_what_is_numbered_by_other_than_pages_is_kept():
    texts, _ = read(*([(50, 770, f"Invoice {1000 + page}"), *body(page)] for page in range(1, 6)))
    assert [text.splitlines()[0] for text in texts] == [f"Invoice {1000 + page}" for page in range(1, 6)]


def test_roman_numbers_count_too():
    pages = [[EdgeLine(9, number)] for number in ("ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi")]
    assert running_heads(pages) == pages


def test_heads_of_pages_in_columns_are_found_too():
    rows = [(x, 700 - 14 * row, f"{side} {row} words as wide as the column") for row in range(9) for x, side in SIDES]
    texts, _ = read(*([*rows, (400, 770, f"Handbook, page {page}"), (60, 30, "Draft")] for page in range(1, 6)))
    assert all(text.startswith("Left 0") and text.endswith("column") for text in texts[1:])
    assert texts[0].startswith("Handbook, page 1\nLeft 0")
