"""Questions without an answer and notes in the window, over a real library."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QPushButton

from kbdesk.library.library import Library
from kbdesk.library.search.types import Request
from kbdesk.paths import DataFolder
from kbdesk.ui.desk import Desk
from kbdesk.ui.errors import ErrorReporter
from kbdesk.ui.presenters.window import Surroundings

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
async def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("KBDESK_MODEL_FILE", "/nowhere/weights.bin")
    async with await Library.open(DataFolder(tmp_path / "data")) as opened:
        yield opened


@pytest.fixture
async def kb_id(library):
    [base] = await library.knowledge_bases()
    return base.id


@pytest.fixture
async def desk(library, kb_id, theme, tmp_path, idle):
    for question in ("where is the parking garage", "dogs in the office", "where is the parking garage"):
        request = Request((question,), (kb_id,))
        await library.gaps.note(request, await library.find(request))
    desk = Desk(library, theme, ErrorReporter(), Surroundings(tmp_path, Any, tmp_path, lambda _: True))
    desk.window.show()
    desk.start()
    await idle(desk)
    yield desk
    await desk.scope.aclose()
    desk.window.close_now()


def choose(desk: Desk, menu: str, label: str) -> None:
    [found] = [action.menu() for action in desk.window.menuBar().actions() if action.text() == menu]
    [action] = [action for action in found.actions() if action.text() == label]
    action.trigger()


@pytest.fixture
async def gaps(desk, idle):
    """The dialog, opened by the menu."""
    choose(desk, "&View", "&Questions without an answer…")
    await idle(desk)
    return desk.presenters.gaps.dialog


@pytest.fixture
async def note(desk, idle):
    """The dialog, opened by the menu."""
    choose(desk, "&File", "&Write a note…")
    await idle(desk)
    return desk.presenters.notes.dialog


def rows(dialog):
    items = [dialog.list.topLevelItem(row) for row in range(dialog.list.topLevelItemCount())]
    return [(item.text(0), item.text(1), item.text(2)) for item in items]


def press(qtbot, dialog, label):
    [box] = [box for box in dialog.findChildren(QMessageBox) if box.isVisible()]
    [button] = [button for button in box.findChildren(QPushButton) if button.text() == label]
    qtbot.mouseClick(button, LEFT)


async def test_questions_are_listed_those_asked_most_often_first(gaps):
    assert gaps.windowTitle() == "Your handbook does not answer"
    assert gaps.label.text() == "2 question(s) found nothing good, those asked most often first."
    assert rows(gaps) == [
        ("where is the parking garage", "Team handbook", "2 time(s)"),
        ("dogs in the office", "Team handbook", "1 time(s)"),
    ]


async def test_a_note_answers_a_question_which_leaves_the_list(gaps, desk, idle, qtbot, library):
    qtbot.mouseClick(gaps.note_button, LEFT)
    await idle(desk)
    note = desk.presenters.notes.dialog
    assert note.title == "where is the parking garage"
    assert not note.save_button.isEnabled()
    qtbot.keyClicks(note.text_edit, "The parking garage is behind the house.")
    qtbot.mouseClick(note.save_button, LEFT)
    await idle(desk)
    assert desk.presenters.notes.dialog is None
    assert rows(gaps) == [("dogs in the office", "Team handbook", "1 time(s)")]
    table = desk.window.panes.documents.table.model()
    assert table.index(0, 0).data() == "where is the parking garage.md"
    assert desk.window.message_bar.title.text() == "The note “where is the parking garage.md” is a document now."


async def test_questions_are_removed_and_come_back_by_undo(gaps, desk, idle, qtbot):
    qtbot.mouseClick(gaps.dismiss_button, LEFT)
    await idle(desk)
    assert [row[0] for row in rows(gaps)] == ["dogs in the office"]
    assert desk.window.undo_bar.label.text() == "“where is the parking garage” was removed from the list of questions."
    desk.window.undo_bar.undo_button.click()
    await idle(desk)
    assert len(rows(gaps)) == 2


async def test_several_questions_are_removed_at_once(gaps, desk, idle, qtbot):
    gaps.list.selectAll()
    assert not gaps.note_button.isEnabled()
    gaps.list.setFocus()
    qtbot.keyClick(gaps.list, Qt.Key.Key_Delete)
    gaps.dismiss_button.click()
    await idle(desk)
    assert gaps.label.text() == "Every question that was searched for has found something good."
    assert desk.window.undo_bar.label.text() == "2 questions were removed from the list."
    assert not gaps.look_button.isEnabled()


async def test_questions_that_are_answered_by_now_leave_the_list(gaps, desk, idle, qtbot, library, kb_id):
    await library.notes.write(kb_id, "Dogs", "Dogs in our office are welcome.")
    qtbot.mouseClick(gaps.look_button, LEFT)
    assert gaps.result_line.text() == "Asking every question again…"
    await idle(desk)
    assert [row[0] for row in rows(gaps)] == ["where is the parking garage"]
    assert gaps.result_line.text() == "1 question(s) are answered by now."


async def test_a_question_is_searched_again_by_enter(gaps, desk, idle, qtbot):
    gaps.list.setFocus()
    gaps.list.itemActivated.emit(gaps.list.topLevelItem(1), 0)
    await idle(desk)
    assert desk.presenters.gaps.dialog is None
    assert desk.window.panes.search.form.field.text() == "where is the parking garage"
    assert desk.window.panes.search.isVisible()


async def test_searches_are_not_kept_against_a_persons_will_and_can_be_forgotten(gaps, desk, idle, qtbot, library):
    assert gaps.remember_box.isChecked()
    qtbot.mouseClick(gaps.remember_box, LEFT)
    await idle(desk)
    assert not library.settings.remember_searches
    qtbot.mouseClick(gaps.clear_button, LEFT)
    press(qtbot, gaps, "Forget")
    await idle(desk)
    assert rows(gaps) == []
    assert gaps.result_line.text() == "All searches but the saved ones are forgotten."
    assert await library.gaps.open() == []


async def test_a_note_is_written_from_the_menu(note, desk, idle, qtbot):
    assert note.heading.text() == "The note becomes a document of “Team handbook” and is found like any other."
    qtbot.keyClicks(note.title_line, "Opening hours")
    qtbot.keyClicks(note.text_edit, "From nine to five.")
    qtbot.mouseClick(note.save_button, LEFT)
    assert note.result_line.text() == "The note is being added…"
    await idle(desk)
    assert desk.window.message_bar.title.text() == "The note “Opening hours.md” is a document now."


async def test_a_note_written_from_nothing_found_is_found_at_once(desk, idle, qtbot):
    pane = desk.window.panes.search
    desk.window.show_search()
    qtbot.keyClicks(pane.form.field, "parking garage")
    qtbot.keyClick(pane.form.field, Qt.Key.Key_Return)
    await idle(desk)
    qtbot.mouseClick(pane.note_button, LEFT)
    note = desk.presenters.notes.dialog
    qtbot.keyClicks(note.text_edit, "The parking garage is below the house.")
    qtbot.mouseClick(note.save_button, LEFT)
    await idle(desk)
    assert "The parking garage is below the house." in pane.list.hits.hits[0].chunk.text


async def test_a_note_whose_dialog_is_closed_at_once_is_written(note, desk, idle, qtbot):
    qtbot.keyClicks(note.title_line, "Opening hours")
    qtbot.keyClicks(note.text_edit, "From nine to five.")
    qtbot.mouseClick(note.save_button, LEFT)
    qtbot.keyClick(note, Qt.Key.Key_Escape)
    await idle(desk)
    assert desk.window.message_bar.title.text() == "The note “Opening hours.md” is a document now."


async def test_a_note_that_cannot_be_written_keeps_what_was_typed(note, desk, idle, qtbot, tmp_path):
    (tmp_path / "data" / "notes").write_text("in the way")
    qtbot.keyClicks(note.title_line, "Opening hours")
    qtbot.keyClicks(note.text_edit, "From nine to five.")
    qtbot.mouseClick(note.save_button, LEFT)
    await idle(desk)
    assert note.result_line.text().startswith("The note could not be written into")
    assert (note.text, note.save_button.isEnabled()) == ("From nine to five.", True)


async def test_what_was_typed_is_thrown_away_only_when_a_person_agrees(note, desk, qtbot):
    qtbot.keyClicks(note.text_edit, "From nine to five.")
    qtbot.keyClick(note, Qt.Key.Key_Escape)
    assert note.isVisible()
    press(qtbot, note, "Throw away")
    assert desk.presenters.notes.dialog is None


async def test_an_empty_note_is_left_without_a_question(note, desk, qtbot):
    qtbot.keyClick(note, Qt.Key.Key_Escape)
    assert desk.presenters.notes.dialog is None


async def test_the_same_note_twice_is_there_once(note, desk, idle, qtbot, library, kb_id):
    await library.notes.write(kb_id, "Hours", "From nine to five.")
    qtbot.keyClicks(note.title_line, "Hours")
    qtbot.keyClicks(note.text_edit, "From nine to five.")
    qtbot.mouseClick(note.save_button, LEFT)
    await idle(desk)
    assert desk.window.message_bar.title.text() == "The same text is already here, as “Hours.md”."
