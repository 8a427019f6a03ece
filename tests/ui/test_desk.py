"""The whole window over a library in memory, clicked and typed on."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialog, QDialogButtonBox, QFileDialog

from kbdesk.errors import InputError
from kbdesk.library.types import State
from kbdesk.texts import text
from kbdesk.ui.models.documents import DOCUMENT_ROLE, Column


async def test_rows_appear_before_they_are_read_and_work_can_be_stopped(
    desk, library, handbook_files, qtbot, wait, idle, rows
):
    library.gate.clear()
    desk.take_paths(handbook_files)
    await wait.until(lambda: "Reading" in rows(desk).values())
    line = desk.window.status_line
    assert line.label.text() == "Reading 1 of 3: broken.md, page 1 of 2, about 40 s left"
    qtbot.mouseClick(line.stop_button, Qt.MouseButton.LeftButton)
    await idle(desk)
    assert set(rows(desk).values()) == {"Stopped"}
    assert line.label.text() == "3 document(s) stopped before they were ready"
    assert not line.stop_button.isVisible()
    library.gate.set()
    qtbot.mouseClick(line.go_on_button, Qt.MouseButton.LeftButton)
    await idle(desk)
    assert set(rows(desk).values()) == {"Ready"}
    assert not line.go_on_button.isVisible()


async def test_a_failed_file_keeps_its_row_its_reason_and_try_again(
    desk, library, handbook_files, qtbot, wait, idle, rows
):
    library.broken.add("broken.md")
    desk.take_paths(handbook_files)
    await idle(desk)
    assert rows(desk) == {"broken.md": "Failed: damaged", "leave.md": "Ready", "travel.md": "Ready"}
    qtbot.mouseClick(desk.window.status_line.failures_button, Qt.MouseButton.LeftButton)
    await idle(desk)
    assert list(rows(desk)) == ["broken.md"]
    pane = desk.window.panes.documents
    pane.table.selectRow(0)
    await idle(desk)
    assert pane.details.state.text() == "Failed: damaged"
    assert desk.window.panes.passages.notes == "The file broken.md is damaged."
    library.broken.clear()
    pane.queue.retry.trigger()
    await idle(desk)
    pane.set_filter("")
    await idle(desk)
    assert rows(desk)["broken.md"] == "Ready"


async def test_selecting_a_document_shows_its_passages(filled, wait, idle):
    filled.window.panes.documents.table.selectRow(1)
    await idle(filled)
    assert filled.presenters.passages.document.name == "leave.md"


async def test_deleting_with_the_key_and_undoing_brings_the_rows_back(filled, qtbot, idle, rows):
    table = filled.window.panes.documents.table
    table.setFocus()
    table.selectRow(0)
    qtbot.keyClick(table, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(table, Qt.Key.Key_Delete)
    await idle(filled)
    assert list(rows(filled)) == ["travel.md"]
    assert filled.window.undo_bar.label.text() == "Deleted 2 documents."
    qtbot.mouseClick(filled.window.undo_bar.undo_button, Qt.MouseButton.LeftButton)
    await idle(filled)
    assert len(rows(filled)) == 3
    assert not filled.window.undo_bar.isVisible()


async def test_undo_has_a_key(filled, qtbot, idle, rows):
    table = filled.window.panes.documents.table
    table.setFocus()
    qtbot.keyClick(table, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(table, Qt.Key.Key_Delete)
    await idle(filled)
    assert rows(filled) == {}
    assert filled.window.panes.documents.empty_state.isVisible()
    qtbot.keyClick(filled.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    await idle(filled)
    assert len(rows(filled)) == 3


async def test_a_deleted_document_is_no_longer_shown_at_the_right(filled, idle):
    filled.window.panes.documents.table.selectRow(0)
    await idle(filled)
    filled.window.panes.documents.delete_action.trigger()
    await idle(filled)
    assert filled.presenters.passages.document is None


async def test_the_filter_is_typed_and_cleared(filled, qtbot, idle, rows):
    qtbot.keyClick(filled.window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClicks(QApplication.focusWidget(), "tra")
    await idle(filled)
    assert list(rows(filled)) == ["travel.md"]


async def test_chinese_can_be_typed_into_the_filter(filled, library, make_document, type_text, idle, rows):
    library.put(make_document("年假制度.md"))
    filled.presenters.documents.refresh()
    await idle(filled)
    type_text(filled.window.panes.documents.filter_field, "年假")
    await idle(filled)
    assert list(rows(filled)) == ["年假制度.md"]


async def test_the_search_has_a_key_and_a_hit_opens_among_its_neighbours(filled, qtbot, wait, idle):
    qtbot.keyClick(filled.window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    search = filled.window.panes.search
    assert search.form.field.hasFocus()
    qtbot.keyClicks(search.form.field, "trains")
    qtbot.keyClick(search.form.field, Qt.Key.Key_Return)
    await idle(filled)
    qtbot.keyClick(search.form.field, Qt.Key.Key_Down)
    qtbot.keyClick(search.list, Qt.Key.Key_Return)
    await idle(filled)
    assert filled.presenters.passages.document is not None
    assert filled.window.panes.passages.view.hasFocus()


async def test_acts_are_about_the_document_that_a_hit_opened(filled, qtbot, idle, rows):
    documents, search = filled.window.panes.documents, filled.window.panes.search
    documents.table.selectRow(2)
    await idle(filled)
    qtbot.keyClicks(search.form.field, "trains")
    qtbot.keyClick(search.form.field, Qt.Key.Key_Return)
    await idle(filled)
    filled.window.show_search()
    qtbot.keyClick(search.form.field, Qt.Key.Key_Down)
    qtbot.keyClick(search.list, Qt.Key.Key_Return)
    await idle(filled)
    opened = filled.presenters.passages.document
    assert opened.name != list(rows(filled))[2]
    assert documents.table.selected_ids() == [opened.id]
    assert filled.window.panes.passages.view.page.hit is not None  # it is still shown as found


async def test_keys_go_from_a_document_to_its_passages(filled, qtbot, idle):
    table, view = filled.window.panes.documents.table, filled.window.panes.passages.view
    for go in (lambda: qtbot.keyClick(table, Qt.Key.Key_Return), lambda: press_ctrl_p(qtbot, table)):
        table.setFocus()
        table.selectRow(1)
        await idle(filled)
        go()
        assert view.hasFocus()


def press_ctrl_p(qtbot, widget):
    qtbot.keyClick(widget, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)


async def test_opening_and_showing_the_original(filled, handbook, idle):
    pane = filled.window.panes.documents
    pane.table.selectRow(1)
    pane.open_action.trigger()
    await idle(filled)
    pane.reveal_action.trigger()
    await idle(filled)
    assert filled.opened == [str(handbook / "leave.md"), str(handbook)]


async def test_an_original_that_is_gone_is_said(filled, handbook, idle, message):
    (handbook / "leave.md").unlink()
    pane = filled.window.panes.documents
    pane.table.selectRow(1)
    pane.open_action.trigger()
    await idle(filled)
    assert message(filled).startswith("The file leave.md is no longer where it was")


async def test_an_error_of_a_task_reaches_the_message_bar(desk, library, monkeypatch, idle, message):
    async def fail(*_args):
        raise InputError(text("library", "That cannot be."), text("library", "Do something else."))

    monkeypatch.setattr(library.listing, "ids", fail)
    desk.presenters.documents.refresh()
    await idle(desk)
    assert message(desk) == "That cannot be."


async def test_closing_asks_the_owner_first(desk, qtbot):
    with qtbot.waitSignal(desk.window.close_requested):
        desk.window.close()
    assert desk.window.isVisible()


@pytest.mark.parametrize("name", ["show_data_folder", "show_about", "show_settings"])
async def test_dialogs_open_and_close(desk, name, wait, idle):
    getattr(desk.acts, name)()
    (dialog,) = [each for each in desk.window.findChildren(QDialog) if each.isVisible()]
    await idle(desk)
    dialog.findChild(QDialogButtonBox).rejected.emit()
    await wait.until(lambda: not dialog.isVisible())


async def test_selection_and_scrolling_stay_while_rows_come_in(desk, library, make_document, qtbot, idle):
    for number in range(300):
        library.put(make_document(f"policy {number}.md"))
    desk.presenters.documents.refresh()
    await idle(desk)
    table = desk.window.panes.documents.table
    table.select_document(make_document("policy 200.md").id)
    top = table.indexAt(table.viewport().rect().topLeft()).row()
    top_id = table.model().id_at(top)
    desk.presenters.documents.take_changes([library.put(make_document(f"a {number}.md")) for number in range(50)])
    await idle(desk)
    assert [each.name for each in table.selected_documents()] == ["policy 200.md"]
    assert table.indexAt(table.viewport().rect().topLeft()).row() == top + 50
    assert table.model().id_at(top + 50) == top_id
    assert table.currentIndex().data() == "policy 200.md"


async def test_names_keep_their_room_in_a_narrow_window(desk, library, make_document, idle):
    library.put(make_document("Onboarding/Process.md"))
    desk.presenters.documents.refresh()
    await idle(desk)
    table = desk.window.panes.documents.table

    def shown_columns(width):
        table.resize(width, table.height())
        assert table.columnWidth(Column.NAME) >= 100
        return [column for column in Column if not table.isColumnHidden(column)]

    assert shown_columns(1200) == list(Column)
    assert shown_columns(460) == [Column.NAME, Column.STATE, Column.PASSAGES]
    assert shown_columns(1200) == list(Column)


async def test_sorting_shows_what_comes_first(desk, library, make_document, idle):
    for number in range(300):
        library.put(make_document(f"policy {number}.md", size_bytes=number))
    desk.presenters.documents.refresh()
    await idle(desk)
    table = desk.window.panes.documents.table
    table.scrollToBottom()
    table.sortByColumn(Column.SIZE, Qt.SortOrder.DescendingOrder)
    await idle(desk)
    assert table.indexAt(table.viewport().rect().topLeft()).data() == "policy 299.md"


async def test_a_document_read_again_refreshes_its_passages_behind_the_search(filled, library, idle):
    filled.window.panes.documents.table.selectRow(1)
    await idle(filled)
    assert filled.window.panes.passages.isVisible()
    filled.window.show_search()
    shown = filled.presenters.passages.document
    library.passages[shown.id] = ["New passage."]
    changed = replace(shown, passage_count=1, sha256="other", state=State.DONE)
    library.put(changed, ["New passage."])
    filled.presenters.intake.documents_changed.emit([changed])
    await idle(filled)
    assert filled.presenters.passages.document.passage_count == 1
    assert filled.window.panes.search.isVisible()


async def test_a_file_that_is_here_already_is_shown_where_it_is(filled):
    leave = filled.window.panes.documents.table.model().index(1, 0).data(DOCUMENT_ROLE)
    filled.presenters.intake.already_here.emit(leave.id)
    assert filled.window.panes.documents.table.selected_documents() == [leave]


async def test_a_late_word_about_a_deleted_row_does_not_bring_it_back(filled, wait, idle, rows):
    first = filled.window.panes.documents.table.model().index(0, 0).data(DOCUMENT_ROLE)
    filled.presenters.intake._note_document(first)
    filled.presenters.documents.delete([first.id])
    await wait.until(lambda: not filled.presenters.intake._repaint.isActive())
    await idle(filled)
    assert first.name not in rows(filled)


@pytest.mark.parametrize("name", ["add_files", "add_folder"])
async def test_files_and_folders_can_be_chosen(desk, handbook, name, idle, rows):
    getattr(desk.acts, name)()
    (chooser,) = desk.window.findChildren(QFileDialog)
    chooser.filesSelected.emit([str(handbook / "leave.md")])
    chooser.reject()
    await idle(desk)
    assert list(rows(desk)) == ["leave.md"]


async def test_an_original_without_a_program_is_said(filled, idle, message):
    filled.presenters.originals._open_url = lambda _: False
    pane = filled.window.panes.documents
    pane.table.selectRow(1)
    pane.open_action.trigger()
    await idle(filled)
    assert message(filled) == "No program on this computer opens leave.md."
    pane.reveal_action.trigger()
    await idle(filled)
    assert message(filled).startswith("The folder")


async def test_notices_of_the_library_are_shown_at_the_start(desk, library, monkeypatch, idle, message):
    async def notices():
        return [text("library", "The built-in model is missing: search is by words.")]

    monkeypatch.setattr(library, "notices", notices)
    desk.start()
    await idle(desk)
    assert message(desk) == "The built-in model is missing: search is by words."


async def test_the_edit_menu_names_a_key_once(desk):
    (menu,) = [each for each in desk.window.menuBar().actions() if each.text() == "&Edit"]
    keys = [each.shortcut().toString() for each in menu.menu().actions() if not each.shortcut().isEmpty()]
    assert sorted(keys) == sorted(set(keys))


async def test_documents_stopped_before_the_start_can_be_gone_on_with(desk, library, make_document, qtbot, idle, rows):
    library.put(make_document("a.md", state=State.STOPPED))
    library.put(make_document("b.md"))
    desk.presenters.documents.refresh()
    await idle(desk)
    assert desk.window.status_line.label.text() == "1 document(s) stopped before they were ready"
    qtbot.mouseClick(desk.window.status_line.go_on_button, Qt.MouseButton.LeftButton)
    await idle(desk)
    assert set(rows(desk).values()) == {"Ready"}
    assert desk.window.status_line.label.text() == "Ready: 1"


async def test_the_details_count_what_is_selected_and_what_the_filter_shows(desk, library, make_document, idle):
    library.put(make_document("a.md"))
    library.put(make_document("b.md"))
    library.put(make_document("c.pdf", state=State.FAILED))
    desk.presenters.documents.refresh()
    await idle(desk)
    pane = desk.window.panes.documents
    pane.set_filter(".md")
    await idle(desk)
    assert pane.details.title.text() == "2 of 3 document(s)"
    pane.set_filter("")
    await idle(desk)
    pane.table.selectAll()
    assert pane.details.title.text() == "3 document(s) selected"
    assert pane.details.state.text() == "Ready: 2 · Failed: 1"


async def test_try_again_reads_of_many_only_what_is_not_ready(desk, library, make_document, idle):
    library.put(make_document("a.md"))
    library.put(make_document("b.md", state=State.FAILED))
    library.put(make_document("c.md", state=State.STOPPED))
    desk.presenters.documents.refresh()
    await idle(desk)
    pane = desk.window.panes.documents
    asked = []
    pane.queue.retry_requested.connect(asked.append)
    pane.table.selectAll()
    pane.queue.retry.trigger()
    await idle(desk)
    pane.table.selectRow(0)
    pane.queue.retry.trigger()
    await idle(desk)
    named = [[library.known(each).name for each in ids] for ids in asked]
    assert named == [["b.md", "c.md"], ["a.md"]]


async def test_an_error_is_not_taken_for_an_empty_folder(desk, library, handbook_files, monkeypatch, idle, message):
    async def fail(*_args, **_kwargs):
        raise InputError(text("library", "That cannot be."), text("library", "Do something else."))

    monkeypatch.setattr(library, "add", fail)
    desk.take_paths(handbook_files)
    await idle(desk)
    assert message(desk) == "That cannot be."
    assert desk.window.status_line.label.text() == ""


async def test_what_was_not_found_is_found_once_its_deletion_is_undone(filled, qtbot, idle):
    search = filled.window.panes.search
    search.form.field.setText("leave.md")
    search.form.button.click()
    await idle(filled)
    filled.window.panes.documents.table.selectAll()
    filled.window.panes.documents.delete_action.trigger()
    await idle(filled)
    assert search.list.hits.rowCount() == 0
    search.form.field.setText("typed, but not searched yet")
    qtbot.mouseClick(filled.window.undo_bar.undo_button, Qt.MouseButton.LeftButton)
    await idle(filled)
    assert search.list.hits.rowCount() == 2
