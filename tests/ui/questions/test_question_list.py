"""The list of check questions: what has become of them, and what can be done."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt

from kbdesk.library.library import Library
from kbdesk.ui.desk import Desk
from kbdesk.ui.models.questions import Column

from .conftest import LEFT, Idle, Open, cells, choose_file, lamp, save


async def test_the_list_says_what_has_become_wrong_and_right(
    desk: Desk, library: Library, asked: None, settled: Any, open_questions: Open, handbook: Path, kb_id: str
) -> None:
    dialog = await open_questions()
    old = (handbook / "travel.md").read_text()
    (handbook / "travel.md").write_text("Nothing is said here.")
    await library.add(kb_id, [handbook / "travel.md"])
    await settled()
    assert dialog.difference_label.text().startswith("2 question(s) are no longer right since ")
    assert "“trains in travel”" in dialog.difference_label.text()
    assert cells(dialog)[0][Column.RESULT].startswith("“travel.md” does not say this any more.")
    assert [row[Column.RANK] for row in cells(dialog)] == ["–", "–"]
    assert "They were asked because documents had changed." in dialog.state_label.text()
    (handbook / "travel.md").write_text(old)
    await library.add(kb_id, [handbook / "travel.md"])
    await settled()
    assert dialog.difference_label.text().startswith("2 question(s) became right since ")
    first = dialog.run_field.count() - 1
    dialog.run_field.setCurrentIndex(first)
    dialog.run_field.activated.emit(first)
    await settled()
    assert dialog.difference_label.text().startswith("Nothing has changed since ")


async def test_all_can_be_asked_now(desk: Desk, asked: None, open_questions: Open, settled: Any, qtbot: Any) -> None:
    dialog = await open_questions()
    qtbot.mouseClick(dialog.run_button, LEFT)
    assert not dialog.run_button.isEnabled()
    assert dialog.result_label.text() == "Asking…"
    await settled()
    assert dialog.run_button.isEnabled()
    assert dialog.result_label.text() == ""
    assert "They were asked because you wanted it." in dialog.state_label.text()


async def test_questions_are_deleted_and_the_deletion_is_undone(
    desk: Desk, asked: None, open_questions: Open, settled: Any, qtbot: Any
) -> None:
    dialog = await open_questions()
    qtbot.keyClick(dialog, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)  # nothing of here to undo
    dialog.table.selectRow(0)
    qtbot.keyClick(dialog.table, Qt.Key.Key_Delete)
    await settled()
    assert len(cells(dialog)) == 1
    assert dialog.undo_bar.label.text().startswith("The check question “")
    qtbot.mouseClick(dialog.undo_bar.undo_button, LEFT)
    await settled()
    assert len(cells(dialog)) == 2
    assert not dialog.undo_bar.isVisible()
    dialog.table.selectAll()
    qtbot.mouseClick(dialog.delete_button, LEFT)
    await settled()
    assert dialog.undo_bar.label.text() == "2 check questions were deleted."
    assert dialog.empty_page.isVisible()
    qtbot.keyClick(dialog, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    await settled()
    assert len(cells(dialog)) == 2
    dialog.reject()
    desk.presenters.undo.redo()
    await settled()
    assert lamp(desk) is None


async def test_a_double_click_shows_the_passage(
    desk: Desk, asked: None, open_questions: Open, idle: Idle, qtbot: Any
) -> None:
    dialog = await open_questions()
    place = dialog.table.visualRect(dialog.table.model().index(0, 0)).center()
    qtbot.mouseClick(dialog.table.viewport(), LEFT, pos=place)
    qtbot.mouseDClick(dialog.table.viewport(), LEFT, pos=place)
    await idle(desk)
    assert desk.presenters.questions.dialog is None
    assert desk.presenters.passages.document is not None
    assert desk.presenters.passages.document.name == "travel.md"
    assert desk.window.panes.passages.isVisible()


async def test_a_passage_that_is_gone_cannot_be_shown_and_that_is_said(
    desk: Desk, library: Library, kb_id: str, asked: None, open_questions: Open, settled: Any, idle: Idle, qtbot: Any
) -> None:
    [travel] = [each for each in await library.documents(kb_id) if each.name == "travel.md"]
    await library.delete_documents([travel.id])
    await settled()
    dialog = await open_questions()
    assert cells(dialog)[0][Column.RESULT] == "Cannot be checked: “travel.md” is in the trash."
    dialog.table.selectRow(0)
    qtbot.mouseClick(dialog.open_button, LEFT)
    await idle(desk)
    assert dialog.result_label.text().startswith("“travel.md” is not there. Restore it from the trash")


async def test_they_are_exported_and_imported_with_file_choosers(
    desk: Desk, asked: None, open_questions: Open, settled: Any, tmp_path: Path, wait: Any, qtbot: Any
) -> None:
    dialog = await open_questions()
    path = tmp_path / "saved.csv"
    qtbot.mouseClick(dialog.export_button, LEFT)
    await choose_file(dialog, wait, path)
    await settled()
    assert dialog.result_label.text() == "2 check question(s) written to saved.csv."
    with path.open("a", encoding="utf-8") as file:
        file.write("Who?,nowhere.md\nAnother about trains?,travel.md\n")
    qtbot.mouseClick(dialog.import_button, LEFT)
    await choose_file(dialog, wait, path)
    await settled()
    assert dialog.result_label.text() == (
        "1 check question(s) imported. 2 were there already.\nLine 4: There is no document “nowhere.md”."
    )
    assert len(cells(dialog)) == 3


async def test_where_questions_leave_this_computer_that_is_said_and_nothing_happens_by_itself(
    desk: Desk, library: Library, kb_id: str, open_questions: Open, idle: Idle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library.questions, "_host", lambda _: "api.openai.com")
    await save(library, kb_id)
    dialog = await open_questions()
    assert dialog.note_label.text() == (
        "Each question is sent to api.openai.com, so they are asked only when you want it: press Ask all now after a"
        " change."
    )
    assert dialog.state_label.text() == "0 of 1 check questions are right. They were never asked."
    assert lamp(desk).icon == "triangle-alert"
    assert "Something has changed since they were last asked." in lamp(desk).sentence
