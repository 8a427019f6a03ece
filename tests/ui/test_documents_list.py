"""The list of documents in the real window: long lists, pages that come late, and what can be done with the queue."""

import asyncio
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from kbdesk.library.types import State
from kbdesk.ui.models.documents import Column
from kbdesk.ui.models.knowledge_bases import SUBTITLE_ROLE

COUNT = 10_000


@pytest.fixture
async def long(desk, library, make_document, idle):
    """The window with 10,000 documents."""
    for number in range(COUNT):
        library.put(make_document(f"policy {number}.md", size_bytes=number))
    desk.presenters.documents.refresh()
    await idle(desk)
    library.listing.fetched.clear()
    return desk


@pytest.fixture
def table(long):
    return long.window.panes.documents.table


def shown(table):
    """Return the names in sight."""
    first, last = table.rowAt(0), table.rowAt(table.viewport().height() - 1)
    return [table.model().index(row, 0).data() for row in range(first, last + 1)]


async def test_a_long_list_is_read_as_far_as_it_is_shown(long, library, table, idle):
    assert table.model().rowCount() == COUNT
    assert shown(table)[0] == "policy 0.md"
    assert library.listing.fetched == []
    table.scrollToBottom()
    table.viewport().repaint()
    await idle(long)
    assert shown(table)[-1] == "policy 9999.md"
    assert sum(library.listing.fetched) <= 200


async def test_rows_whose_page_is_late_are_shown_as_such_and_then_filled(long, library, table, idle):
    library.listing.gate.clear()
    table.scrollToBottom()
    table.viewport().repaint()
    assert set(shown(table)) == {"…"}
    library.listing.gate.set()
    await idle(long)
    assert shown(table)[-1] == "policy 9999.md"


async def test_everything_is_selected_and_deleted_without_being_read(long, library, table, qtbot, idle):
    table.setFocus()
    qtbot.keyClick(table, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    await idle(long)
    details = long.window.panes.documents.details
    assert details.title.text() == "10000 document(s) selected"
    assert details.state.text() == "Ready: 10000"
    qtbot.keyClick(table, Qt.Key.Key_Delete)
    await idle(long)
    assert table.model().rowCount() == 0
    assert long.window.panes.documents.empty_state.isVisible()
    assert sum(library.listing.fetched) == 0


async def test_a_row_that_was_not_read_yet_is_shown_when_it_is_selected(long, table, qtbot, idle):
    table.scrollToBottom()
    last = table.visualRect(table.model().index(COUNT - 1, 0))
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=last.center())
    await idle(long)
    assert [each.name for each in table.selected_documents()] == ["policy 9999.md"]
    assert long.window.panes.documents.details.title.text() == "policy 9999.md"
    assert long.presenters.passages.document.name == "policy 9999.md"


async def test_the_filter_counts_what_it_shows(long, table, qtbot, idle):
    pane = long.window.panes.documents
    qtbot.keyClicks(pane.filter_field, "policy 99")
    await idle(long)
    assert table.model().rowCount() == 280
    assert pane.details.title.text() == "280 of 10000 document(s)"
    qtbot.keyClicks(pane.filter_field, "x")
    await idle(long)
    assert not table.isVisible()
    qtbot.keyClick(pane.filter_field, Qt.Key.Key_Backspace)
    await idle(long)
    assert table.isVisible()


async def test_a_selected_document_is_still_in_sight_when_the_filter_goes(long, table, qtbot, idle):
    pane = long.window.panes.documents
    qtbot.keyClicks(pane.filter_field, "policy 8123")
    await idle(long)
    table.selectRow(0)
    pane.filter_field.clear()
    await idle(long)
    assert "policy 8123.md" in shown(table)
    assert table.currentIndex().data() == "policy 8123.md"


async def test_the_selection_stays_with_its_documents_when_the_order_is_turned(long, table, idle):
    table.selectRow(0)
    table.sortByColumn(Column.SIZE, Qt.SortOrder.DescendingOrder)
    await idle(long)
    assert shown(table)[0] == "policy 9999.md"
    assert [each.name for each in table.selected_documents()] == ["policy 0.md"]
    assert table.currentIndex().row() == COUNT - 1


async def test_a_document_that_has_no_row_yet_is_selected_once_it_has(long, library, table, make_document, idle):
    new = library.put(make_document("a new one.md"))
    table.select_document(new.id)
    assert table.selected_documents() == []
    long.presenters.documents.take_changes([new])
    await idle(long)
    assert table.selected_documents() == [new]


async def test_changes_of_rows_in_sight_are_shown_in_their_place(long, library, table, make_document, idle):
    changed = library.put(make_document("policy 3.md", state=State.READING, size_bytes=3))
    long.presenters.documents.take_changes([changed])
    assert table.model().index(3, Column.STATE).data() == "Reading"
    await idle(long)
    assert table.model().index(3, Column.STATE).data() == "Reading"


async def test_documents_that_come_and_go_change_the_counts_on_the_left(filled, library, make_document, idle):
    model = filled.window.panes.knowledge_bases.view.model()
    filled.presenters.documents.take_changes([library.put(make_document("new.md"))])
    await idle(filled)
    assert library_count(model) == "4"
    library.trash_documents([make_document("new.md").id])
    filled.presenters.documents.remove([make_document("new.md").id])
    await idle(filled)
    assert library_count(model) == "3"


def library_count(model):
    return model.index(0, 0).data(SUBTITLE_ROLE).split()[0]


async def test_a_knowledge_base_is_not_taken_for_empty_before_its_list_is_there(filled, library, wait, idle):
    await library.create_knowledge_base("Other")
    filled.presenters.bases.refresh()
    await idle(filled)
    pane = filled.window.panes.documents
    library.listing.gate.clear()
    filled.window.panes.knowledge_bases.view.setCurrentIndex(
        filled.window.panes.knowledge_bases.view.model().index(1, 0)
    )
    assert not pane.updatesEnabled()
    assert not pane.empty_state.isVisible()
    await wait.until(pane.updatesEnabled)
    library.listing.gate.set()
    await idle(filled)
    assert pane.empty_state.isVisible()


ACTS = {
    "pause": "pause_requested",
    "go_on": "go_on_requested",
    "stop": "stop_requested",
    "cancel": "cancel_requested",
    "read_next": "read_next_requested",
    "read_last": "read_last_requested",
}


@pytest.mark.parametrize(("act", "signal"), ACTS.items())
async def test_what_can_be_done_with_the_queue_is_in_the_menu_of_the_list(
    desk, library, make_document, idle, act, signal
):
    states = {"a": State.QUEUED, "b": State.PAUSED, "c": State.DONE}
    ids = {name: library.put(make_document(name, state=state)).id for name, state in states.items()}
    desk.presenters.documents.refresh()
    await idle(desk)
    pane = desk.window.panes.documents
    asked = []
    getattr(pane.queue, signal).connect(asked.append)
    action = getattr(pane.queue, act)
    assert action in pane.table.actions()
    pane.table.selectRow(2)
    assert not action.isEnabled()
    pane.table.selectAll()
    action.trigger()
    expected = {"pause": "a", "go_on": "b"}.get(act, "ab")
    assert asked == [[ids[name] for name in expected]]


async def test_all_that_failed_is_tried_again_from_the_menu(desk, library, make_document, idle, rows):
    pane = desk.window.panes.documents
    assert not pane.queue.retry_failed.isEnabled()
    library.put(make_document("a.md", state=State.FAILED))
    library.put(make_document("b.md", state=State.FAILED))
    library.put(make_document("c.md", state=State.STOPPED))
    desk.presenters.documents.refresh()
    await idle(desk)
    pane.queue.retry_failed.trigger()
    await idle(desk)
    assert rows(desk) == {"a.md": "Ready", "b.md": "Ready", "c.md": "Stopped"}
    assert not pane.queue.retry_failed.isEnabled()


async def test_a_document_that_comes_while_a_list_is_read_gets_its_row(
    desk, library, make_document, monkeypatch, idle, rows
):
    library.put(make_document("a.md"))
    read, came = library.listing.ids, []

    async def ids(*of):
        found = await read(*of)
        if not came:
            came.append(library.put(make_document("b.md")))
            desk.presenters.documents.take_changes(came)
            await asyncio.sleep(0)  # that is followed before the list is there
        return found

    monkeypatch.setattr(library.listing, "ids", ids)
    desk.window.panes.documents.set_filter("md")
    await idle(desk)
    assert rows(desk) == {"a.md": "Ready", "b.md": "Ready"}


@pytest.mark.parametrize("call", ["page", "documents"])
async def test_a_change_that_comes_while_rows_are_read_is_newer_than_they_are(
    call, desk, library, make_document, monkeypatch, idle, rows
):
    document = library.put(make_document("a.md", state=State.EMBEDDING))
    desk.presenters.documents.refresh()
    await idle(desk)
    read = getattr(library.listing, call)

    async def late(*args, **where):
        found = await read(*args, **where)
        desk.presenters.documents.take_changes([library.put(replace(document, state=State.DONE))])
        return found

    monkeypatch.setattr(library.listing, call, late)
    desk.presenters.documents.refresh()
    desk.window.panes.documents.set_filter("a" if call == "page" else "")
    await idle(desk)
    assert rows(desk) == {"a.md": "Ready"}


async def test_without_a_knowledge_base_nothing_is_paused(desk, library, make_document, idle, wait):
    library.put(make_document("a.md", state=State.PAUSED))
    desk.presenters.documents.refresh()
    line = desk.window.status_line
    await wait.until(line.go_on_button.isVisible)
    await library.delete_knowledge_base("kb0")
    desk.presenters.bases.refresh()
    await idle(desk)
    assert line.label.text() == ""
    assert not line.go_on_button.isVisible()
