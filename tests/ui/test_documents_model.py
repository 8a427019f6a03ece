from dataclasses import replace
from datetime import timedelta

import pytest
from PySide6.QtCore import Qt

from kbdesk.library.types import State
from kbdesk.texts import text
from kbdesk.ui.models.documents import DOCUMENT_ROLE, Column, DocumentsModel, natural_key, reason, state_words


@pytest.fixture
def model(qtmodeltester):
    model = DocumentsModel()
    yield model
    qtmodeltester.check(model)


@pytest.fixture
def three(make_document):
    return [make_document("b.pdf"), make_document("A.pdf", size_bytes=9), make_document("c 10.pdf")]


def names(model):
    return [model.document_at(row).name for row in range(model.rowCount())]


def cell(model, row, column):
    return model.index(row, column).data()


def test_rows_are_sorted_by_name_without_regard_to_case(model, three):
    model.set_documents(three)
    assert names(model) == ["A.pdf", "b.pdf", "c 10.pdf"]


def test_numbers_in_names_count_as_numbers():
    assert natural_key("page 9.md") < natural_key("page 10.md")


@pytest.mark.parametrize("column", list(Column))
def test_every_column_sorts_both_ways(model, make_document, column, three):
    model.set_documents(
        [
            *three,
            make_document(
                "x", kind="Word", state=State.QUEUED, passage_count=99, added_at=three[0].added_at + timedelta(1)
            ),
        ]
    )
    model.sort(column, Qt.SortOrder.AscendingOrder)
    ascending = names(model)
    model.sort(column, Qt.SortOrder.DescendingOrder)
    assert sorted(names(model)) == sorted(ascending)
    assert names(model) != ascending


def test_the_filter_finds_words_in_name_kind_and_state(model, make_document):
    model.set_documents(
        [make_document("Travel guide.docx", kind="Word"), make_document("travel.pdf", state=State.FAILED)]
    )
    model.set_filter("travel WORD")
    assert names(model) == ["Travel guide.docx"]
    model.set_filter("failed")
    assert names(model) == ["travel.pdf"]
    model.set_filter("")
    assert model.rowCount() == 2


def test_new_rows_come_in_at_their_place(model, make_document, three):
    model.set_documents(three)
    model.update_documents([make_document("bb.pdf")])
    assert names(model) == ["A.pdf", "b.pdf", "bb.pdf", "c 10.pdf"]


def test_a_change_keeps_the_row_where_it_is(model, three, qtbot):
    model.set_documents(three)
    model.sort(Column.SIZE)
    before = names(model)
    with qtbot.waitSignal(model.dataChanged), qtbot.assertNotEmitted(model.modelReset):
        model.update_documents([replace(three[1], size_bytes=10**9)])
    assert names(model) == before


def test_a_change_of_a_hidden_row_is_kept_and_not_announced(model, three, qtbot):
    model.set_documents(three)
    model.set_filter("c 10")
    with qtbot.assertNotEmitted(model.dataChanged):
        model.update_documents([replace(three[0], passage_count=5)])
    assert model.find(three[0].id).passage_count == 5


def test_removed_rows_are_gone(model, three):
    model.set_documents(three)
    model.remove_documents([three[0].id, "unknown"])
    assert names(model) == ["A.pdf", "c 10.pdf"]
    assert model.row_of(three[0].id) is None
    assert model.total_count == 2


def test_cells_are_written_for_people(model, make_document):
    model.set_documents([make_document("a.pdf", size_bytes=2048, passage_count=1234)])
    assert cell(model, 0, Column.KIND) == "PDF"
    assert cell(model, 0, Column.STATE) == "Ready"
    assert cell(model, 0, Column.PASSAGES).replace(",", "") == "1234"
    assert cell(model, 0, Column.SIZE).startswith("2.0 k")
    assert "26" in cell(model, 0, Column.ADDED)


def test_no_passages_is_an_empty_cell(model, make_document):
    model.set_documents([make_document(passage_count=0)])
    assert cell(model, 0, Column.PASSAGES) == ""


def test_a_failure_says_why_in_the_cell_and_the_tooltip(model, make_document):
    why = text("parsing", "The file {name} needs a password.", name="a.pdf")
    model.set_documents([make_document(state=State.FAILED, outcome="password", message=why)])
    assert cell(model, 0, Column.STATE) == "Failed: password"
    assert model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole) == "travel.pdf\nThe file a.pdf needs a password."


def test_notes_are_part_of_the_state_and_the_reason(make_document):
    noted = make_document(warnings=(text("parsing", "Two pages have no text."),))
    assert state_words(noted) == "Ready, with a note"
    assert reason(noted) == "Two pages have no text."


@pytest.mark.parametrize("state", list(State))
def test_every_state_has_words(make_document, state):
    assert state_words(make_document(state=state, outcome="failed"))


def test_the_document_itself_is_at_hand(model, three):
    model.set_documents(three)
    assert model.index(0, Column.SIZE).data(DOCUMENT_ROLE).name == "A.pdf"


def test_headers_have_titles(model):
    titles = [model.headerData(column, Qt.Orientation.Horizontal) for column in Column]
    assert titles == ["Name", "Kind", "State", "Passages", "Size", "Added"]
