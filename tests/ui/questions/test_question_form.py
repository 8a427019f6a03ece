"""A check question is written, changed and made of a hit."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox

from kbdesk.library.library import Library
from kbdesk.library.questions.types import Verdict
from kbdesk.ui.desk import Desk

from ..test_accessibility import unnamed  # noqa: TID252  # the tests are no package that could be named
from .conftest import LEFT, QUOTE, Idle, Open, cells, lamp, question_dialog


async def test_a_question_is_added_by_searching_for_its_passage(
    desk: Desk, open_questions: Open, settled: Any, idle: Idle, qtbot: Any
) -> None:
    dialog = await open_questions()
    qtbot.mouseClick(dialog.add_button, LEFT)
    form = question_dialog(desk)
    assert unnamed(form) == []
    assert not form.submit_button.isEnabled()
    qtbot.keyClicks(form.query_field, "travel trains")
    qtbot.keyClick(form.query_field, Qt.Key.Key_Return)
    await idle(desk)
    assert form.found_label.text() == "Choose the passage that is the right answer:"
    names = [form.hits.topLevelItem(row).text(0) for row in range(form.hits.topLevelItemCount())]
    assert names[0] == "travel.md"
    form.hits.setFocus()
    qtbot.mouseClick(form.hits.viewport(), LEFT, pos=form.hits.visualItemRect(form.hits.topLevelItem(0)).center())
    assert form.document_label.text() == "travel.md"
    assert QUOTE in form.quote_field.toPlainText()
    qtbot.mouseClick(form.submit_button, LEFT)
    await settled()
    assert cells(dialog) == [("travel trains", "travel.md", "Right.", "1", "–")]
    assert dialog.state_label.text().startswith("1 of 1 check questions are right. Last asked: ")


async def test_words_that_find_nothing_are_told_and_other_words_can_be_used(
    desk: Desk, open_questions: Open, idle: Idle, qtbot: Any
) -> None:
    dialog = await open_questions()
    qtbot.mouseClick(dialog.add_button, LEFT)
    form = question_dialog(desk)
    qtbot.keyClicks(form.query_field, "zeppelins")
    qtbot.mouseClick(form.search_button, LEFT)
    await idle(desk)
    assert form.found_label.text() == "Nothing was found. Search for words that stand in the passage."
    qtbot.keyClicks(form.words_field, "leave")
    qtbot.keyClick(form.words_field, Qt.Key.Key_Return)
    await idle(desk)
    assert form.hits.topLevelItemCount()
    assert form.query_field.text() == "zeppelins"


async def test_what_was_typed_into_a_form_is_thrown_away_only_after_a_question(
    desk: Desk, asked: None, open_questions: Open, qtbot: Any
) -> None:
    dialog = await open_questions()
    dialog.table.selectRow(0)
    qtbot.mouseClick(dialog.edit_button, LEFT)
    form = question_dialog(desk)
    qtbot.keyClicks(form.query_field, " by train?")
    qtbot.keyClick(form, Qt.Key.Key_Escape)
    [box] = form.findChildren(QMessageBox)
    assert (box.text(), form.isVisible()) == ("Throw away what you typed?", True)
    [agree] = [button for button in box.buttons() if button.text() == "Throw away"]
    qtbot.mouseClick(agree, LEFT)
    assert desk.presenters.questions.question_dialog is None


async def test_a_form_that_is_closed_while_it_is_saved_is_saved(
    desk: Desk, asked: None, open_questions: Open, settled: Any, qtbot: Any
) -> None:
    dialog = await open_questions()
    dialog.table.selectRow(0)
    qtbot.mouseClick(dialog.edit_button, LEFT)
    form = question_dialog(desk)
    form.query_field.clear()
    qtbot.keyClicks(form.query_field, "By train?")
    qtbot.mouseClick(form.submit_button, LEFT)
    form.done(0)
    await settled()
    assert ("By train?", "travel.md") in [row[:2] for row in cells(dialog)]


async def test_a_question_is_changed(desk: Desk, asked: None, open_questions: Open, settled: Any, qtbot: Any) -> None:
    dialog = await open_questions()
    dialog.table.selectRow(0)
    assert dialog.detail_label.text() == f"Right. Expected: “{QUOTE}” of “travel.md” among the first 5."
    before = dialog.selected[0].question
    qtbot.mouseClick(dialog.edit_button, LEFT)
    form = question_dialog(desk)
    assert form.wanted == before.wanted
    form.query_field.clear()
    assert not form.submit_button.isEnabled()
    qtbot.keyClicks(form.query_field, "By train?")
    form.quote_field.setPlainText("a" * 4001)
    qtbot.mouseClick(form.submit_button, LEFT)
    await settled()
    assert form.problem_label.text().startswith("The question or the passage is too long.")
    form.quote_field.setPlainText("")
    form.mode_field.setCurrentIndex(2)
    qtbot.mouseClick(form.submit_button, LEFT)
    await settled()
    assert ("By train?", "travel.md") in [row[:2] for row in cells(dialog)]
    assert dialog.detail_label.text().endswith("Expected: any passage of “travel.md” among the first 5.")


async def test_a_hit_of_the_search_is_made_a_check_question(
    desk: Desk, library: Library, kb_id: str, settled: Any, idle: Idle, qtbot: Any
) -> None:
    hits = await library.search(["trains"])
    desk.window.panes.search.check_question_requested.emit(hits[0], "Are there trains?")
    form = question_dialog(desk)
    assert form.query_field.text() == "Are there trains?"
    assert form.document_label.text() == hits[0].document.name
    qtbot.mouseClick(form.submit_button, LEFT)
    await settled()
    report = await library.questions.report(kb_id)
    assert report.count(Verdict.RIGHT) == 1
    assert lamp(desk).words == "Check questions: 1/1"
