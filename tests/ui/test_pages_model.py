"""What is said of pages."""

import pytest
from PySide6.QtCore import Qt

from kbdesk.library.rereading import PageText
from kbdesk.library.types import PageState
from kbdesk.ui.models.pages import (
    PAGE_ROLE,
    PagesModel,
    counts,
    coverage_words,
    page_name,
    page_words,
    state_words,
    unit_of,
)


def page(number=1, state=PageState.TEXT, *, label="", text="", confidence=None):
    return PageText(number, label, state, text, confidence)


def pages(letters):
    return [page(number, PageState(letter)) for number, letter in enumerate(letters, 1)]


@pytest.mark.parametrize(
    ("letters", "words"),
    [
        ("ttto", "Text was read from 4 of 4 page(s) (100 %)."),
        ("tp", "Text was read from 1 of 2 page(s) (50 %)."),
        ("t" * 299 + "x", "Text was read from 299 of 300 page(s) (99 %)."),
        ("tte", "Text was read from 2 of 2 page(s) (100 %). 1 page(s) are blank."),
        ("eee", "3 page(s) are blank."),
        ("pgx", "Text was read from 0 of 3 page(s) (0 %)."),
        ("tbco", "Text was read from 4 of 4 page(s) (100 %)."),
    ],
)
def test_coverage_counts_what_could_have_been_read(letters, words):
    assert coverage_words("page", pages(letters)) == words


def test_slides_and_sheets_are_called_so():
    assert coverage_words("slide", pages("t")) == "Text was read from 1 of 1 slide(s) (100 %)."
    assert coverage_words("sheet", pages("e")) == "1 sheet(s) are blank."
    assert coverage_words("", pages("tt")) == "2 part(s), as its headings divide it."


def test_a_page_has_its_printed_label_a_sheet_its_name():
    assert page_name("page", page(12)) == "Page 12"
    assert page_name("page", page(12, label="12")) == "Page 12"
    assert page_name("page", page(12, label="iv")) == "Page 12 (iv)"
    assert page_name("slide", page(3)) == "Slide 3"
    assert page_name("sheet", page(2, label="Budget {2027}")) == "Sheet 2 (Budget {2027})"
    assert page_name("", page(1, label="Travel > Flights")) == "Travel > Flights"
    assert page_name("", page(1)) == "Before the first heading"


def test_a_page_says_how_it_was_read_and_how_surely():
    assert page_words("page", page(12, PageState.OCR, confidence=0.879)) == "Page 12: read by OCR, 87 %"
    assert page_words("page", page(12, PageState.OCR, confidence=0.29)) == "Page 12: read by OCR, 29 %"
    assert page_words("page", page(1, PageState.TEXT, confidence=0.5)) == "Page 1: text"  # of a picture on it
    assert page_words("page", page(1, PageState.GARBLED)) == "Page 1: unreadable text, left out"
    assert page_words("", page(1, label="Travel")) == "Travel"


@pytest.mark.parametrize("state", list(PageState))
def test_every_state_has_words(state):
    assert state_words(state)


def test_states_are_counted_in_one_order():
    assert counts(pages("otpot")) == [(PageState.TEXT, 2), (PageState.OCR, 2), (PageState.PICTURE, 1)]


@pytest.mark.parametrize(
    ("media_type", "unit"),
    [
        ("application/pdf", "page"),
        ("image/tiff", "page"),
        ("application/vnd.openxmlformats-officedocument.presentationml.presentation", "slide"),
        ("application/vnd.oasis.opendocument.presentation", "slide"),
        ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "sheet"),
        ("application/vnd.ms-excel", "sheet"),
    ],
)
def test_a_document_is_counted_in_its_own_unit(make_document, media_type, unit):
    assert unit_of(make_document(media_type=media_type, pages=(PageState.TEXT,))) == unit


def test_what_an_older_kbdesk_read_has_pages_too_and_a_text_has_none(make_document):
    assert unit_of(make_document()) == "page"
    assert unit_of(make_document(media_type="text/markdown")) == ""


def test_the_model_holds_pages_and_says_them_to_a_screen_reader(qtmodeltester):
    model = PagesModel()
    model.set_pages("page", pages("tp"))
    qtmodeltester.check(model)
    assert model.rowCount() == 2
    index = model.index(1, 0)
    assert index.data() == "Page 2"
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "Page 2: picture without text"
    assert index.data(Qt.ItemDataRole.ToolTipRole) == "Page 2: picture without text"
    assert index.data(PAGE_ROLE) == page(2, PageState.PICTURE)
