from dataclasses import replace
from datetime import date, timedelta

import pytest
from PySide6.QtCore import QLocale, Qt

from kbdesk.library.listing import Order
from kbdesk.library.types import Facts, State
from kbdesk.texts import text
from kbdesk.ui.models.documents import DOCUMENT_ROLE, DUE_ROLE, PAGE_SIZE, Column, DocumentsModel
from kbdesk.ui.models.fact_words import day_words


@pytest.fixture
def model(qtmodeltester):
    model = DocumentsModel()
    yield model
    qtmodeltester.check(model)


@pytest.fixture
def three(make_document):
    return [make_document("A.pdf", size_bytes=9), make_document("b.pdf"), make_document("c 10.pdf")]


@pytest.fixture
def many(make_document):
    return [make_document(f"{number:04}.pdf") for number in range(10 * PAGE_SIZE)]


def show(model, documents, total_count=None):
    """Show the first page of these documents, then the order of all."""
    total_count = total_count or len(documents)
    model.show_first(documents[:PAGE_SIZE], len(documents), total_count, is_counted=True)
    model.set_order([each.id for each in documents], total_count)


def names(model):
    return [cell(model, row, Column.NAME) for row in range(model.rowCount())]


def cell(model, row, column):
    return model.index(row, column).data()


def test_the_length_of_a_list_is_known_with_its_first_page(model, many):
    assert model.total_count is None
    model.show_first(many[:PAGE_SIZE], len(many), 5000, is_counted=True)
    assert (model.rowCount(), model.total_count, model.is_complete) == (len(many), 5000, False)
    assert cell(model, 0, Column.NAME) == "0000.pdf"
    assert cell(model, len(many) - 1, Column.NAME) == "…"


def test_a_row_that_cannot_be_told_apart_yet_cannot_be_selected(model, many):
    model.show_first(many[:PAGE_SIZE], len(many), len(many), is_counted=True)
    assert model.flags(model.index(0, 0)) & Qt.ItemFlag.ItemIsSelectable
    assert not model.flags(model.index(PAGE_SIZE, 0)) & Qt.ItemFlag.ItemIsSelectable


def test_the_order_of_the_rest_moves_nothing(model, many, qtbot):
    model.show_first(many[:PAGE_SIZE], len(many), len(many), is_counted=True)
    with qtbot.assertNotEmitted(model.modelReset), qtbot.waitSignal(model.order_completed):
        model.set_order([each.id for each in many], len(many))
    assert model.row_of(many[-1].id) == len(many) - 1


@pytest.mark.parametrize(("expected", "change"), [(PAGE_SIZE, "rowsInserted"), (5000, "rowsRemoved")])
def test_a_list_that_is_not_counted_yet_gets_its_length_with_its_ids(model, many, qtbot, expected, change):
    model.show_first(many[:PAGE_SIZE], expected, 5000, is_counted=False)
    assert (model.rowCount(), model.is_counted) == (expected, False)
    with qtbot.assertNotEmitted(model.modelReset), qtbot.waitSignal(getattr(model, change)):
        model.set_order([each.id for each in many], 5000)
    assert (model.rowCount(), model.is_counted) == (len(many), True)


def test_another_order_resets(model, many, qtbot):
    show(model, many)
    with qtbot.waitSignal(model.modelReset):
        model.set_order([each.id for each in reversed(many)], len(many))
    assert model.row_of(many[0].id) == len(many) - 1


def test_rows_that_are_shown_ask_for_their_page_once(model, many, qtbot):
    show(model, many)
    with qtbot.waitSignal(model.page_requested):
        cell(model, 5 * PAGE_SIZE, Column.NAME)
    with qtbot.assertNotEmitted(model.page_requested):
        cell(model, 5 * PAGE_SIZE + 1, Column.STATE)
    assert model.asked_pages() == [5]
    wanted = many[5 * PAGE_SIZE : 6 * PAGE_SIZE]
    assert model.missing_ids([5]) == [each.id for each in wanted]
    model.take_page(wanted, [5])
    assert model.asked_pages() == []
    assert cell(model, 5 * PAGE_SIZE, Column.NAME) == "0500.pdf"


def test_of_many_pages_asked_for_the_newest_are_wanted(model, many):
    show(model, many)
    for page in range(1, 10):
        cell(model, page * PAGE_SIZE, Column.NAME)
    assert model.asked_pages() == [6, 7, 8, 9]


def test_only_the_documents_shown_last_are_kept(model, many):
    show(model, many)
    for page in range(1, 10):
        cell(model, 0, Column.NAME)
        model.take_page(many[page * PAGE_SIZE : (page + 1) * PAGE_SIZE], [page])
    assert len(model.known_ids()) == 6 * PAGE_SIZE
    assert cell(model, 0, Column.NAME) == "0000.pdf"
    assert cell(model, 3 * PAGE_SIZE, Column.NAME) == "…"


def test_a_late_page_does_not_replace_what_is_newer(model, three):
    show(model, three)
    model.take_documents([replace(three[0], passage_count=99)])
    model.take_page(three, [0])
    assert cell(model, 0, Column.PASSAGES) == "99"


def test_new_documents_have_a_row_once_the_order_has_them(model, make_document, three):
    show(model, three)
    new = make_document("bb.pdf")
    model.take_documents([new])
    assert model.rowCount() == 3
    model.set_order([three[0].id, three[1].id, new.id, three[2].id], 4)
    assert names(model) == ["A.pdf", "b.pdf", "bb.pdf", "c 10.pdf"]


def test_a_change_keeps_the_row_where_it_is(model, three, qtbot):
    show(model, three)
    before = names(model)
    with qtbot.waitSignal(model.dataChanged), qtbot.assertNotEmitted(model.modelReset):
        model.take_documents([replace(three[1], size_bytes=10**9)])
    assert names(model) == before


def test_a_change_of_a_hidden_row_is_not_announced(model, three, qtbot):
    show(model, three[2:], total_count=3)
    with qtbot.assertNotEmitted(model.dataChanged):
        model.take_documents([replace(three[0], passage_count=5)])


def test_removed_rows_are_gone(model, three):
    show(model, three)
    model.remove_documents([three[1].id, "unknown"])
    assert names(model) == ["A.pdf", "c 10.pdf"]
    assert model.row_of(three[1].id) is None
    assert model.total_count == 2


def test_states_of_selected_documents_that_are_not_known_follow_changes(model, many):
    show(model, many)
    last = many[-1]
    assert model.state_of(last.id) is None
    model.take_states({last.id: State.QUEUED})
    assert model.state_of(last.id) == State.QUEUED
    model.take_documents([replace(last, state=State.READING)])
    assert model.state_of(last.id) == State.READING


def test_another_knowledge_base_starts_with_nothing(model, three):
    show(model, three)
    model.clear()
    assert (model.rowCount(), model.total_count, model.known_ids()) == (0, None, [])


def test_sorting_is_a_wish(model, three, qtbot):
    show(model, three)
    with qtbot.waitSignal(model.sort_requested):
        model.sort(Column.STATE, Qt.SortOrder.DescendingOrder)
    assert (model.order, model.is_descending) == (Order.STATUS, True)
    assert names(model) == ["A.pdf", "b.pdf", "c 10.pdf"]


def test_cells_are_written_for_people(model, make_document):
    show(model, [make_document("a.pdf", size_bytes=2048, passage_count=1234)])
    assert cell(model, 0, Column.KIND) == "PDF"
    assert cell(model, 0, Column.STATE) == "Ready"
    assert cell(model, 0, Column.PASSAGES).replace(",", "") == "1234"
    assert cell(model, 0, Column.SIZE).startswith("2.0 k")
    assert "26" in cell(model, 0, Column.ADDED)


def test_no_passages_is_an_empty_cell(model, make_document):
    show(model, [make_document(passage_count=0)])
    assert cell(model, 0, Column.PASSAGES) == ""


def test_a_failure_says_why_in_the_cell_and_the_tooltip(model, make_document):
    why = text("parsing", "The file {name} needs a password.", name="a.pdf")
    show(model, [make_document(state=State.FAILED, outcome="password", message=why)])
    assert cell(model, 0, Column.STATE) == "Failed: password"
    assert model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole) == "travel.pdf\nThe file a.pdf needs a password."


def test_the_document_itself_is_at_hand(model, three):
    show(model, three)
    assert model.index(0, Column.SIZE).data(DOCUMENT_ROLE).name == "A.pdf"


def test_headers_have_titles(model):
    titles = [model.headerData(column, Qt.Orientation.Horizontal) for column in Column]
    assert titles == ["Name", "Kind", "State", "Passages", "Size", "Added", "Tags", "Owner", "Review by"]


def test_what_people_say_of_a_document_stands_in_its_row(model, make_document):
    day = date(2026, 3, 9)
    facts = Facts(("HR", "travel"), "Ann", day, "For trips.")
    show(model, [make_document(facts=facts)])
    assert cell(model, 0, Column.TAGS) == "HR, travel"
    assert cell(model, 0, Column.OWNER) == "Ann"
    assert model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole) == "travel.pdf\nFor trips."
    model.set_today(day - timedelta(days=1))
    assert cell(model, 0, Column.REVIEW) == day_words(day, QLocale())
    assert not model.index(0, Column.REVIEW).data(DUE_ROLE)


def test_a_day_that_has_come_is_said_in_words(model, make_document, qtbot):
    day = date(2026, 3, 9)
    show(model, [make_document(facts=Facts(review_by=day)), make_document("other.pdf")])
    model.set_today(day - timedelta(days=1))
    with qtbot.waitSignal(model.dataChanged):
        model.set_today(day)
    assert cell(model, 0, Column.REVIEW) == "Due today"
    assert model.index(0, Column.REVIEW).data(DUE_ROLE)
    model.set_today(day + timedelta(days=1))
    assert cell(model, 0, Column.REVIEW) == f"Due since {day_words(day, QLocale())}"
    assert cell(model, 1, Column.REVIEW) == ""
    assert not model.index(1, Column.REVIEW).data(DUE_ROLE)
