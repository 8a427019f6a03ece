"""What is typed about a passage: a correction, a note, a new passage; nothing typed is lost."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from kbdesk.errors import StoreError
from kbdesk.library.types import State
from kbdesk.texts import text

from .conftest import CONTROL, RULES, SHIFT, answer, click, dialog_of, pane, retype, words


async def test_a_passage_is_corrected_and_says_so(curated, library, qtbot, idle):
    click(qtbot, pane(curated).tools.correct_button)
    dialog = dialog_of(curated)
    assert dialog.heading.text() == "Passage 2 of “travel.pdf”"
    assert dialog.field.toPlainText() == dialog.beside.toPlainText() == RULES[1]
    retype(qtbot, dialog, "Taxis are paid after 22:00.")
    click(qtbot, dialog.save_button)
    await idle(curated)
    assert curated.presenters.curation_dialogs.dialog is None
    assert "corrected\nTaxis are paid after 22:00." in words(curated)
    assert [each.chunk_index for each in pane(curated).view.chosen.chunks] == [1]


async def test_what_the_file_says_stands_beside_a_text_that_was_corrected_before(curated, qtbot, idle):
    await curated.presenters.curation._library.curation.correct(curated.presenters.passages.document.id, 1, "Better.")
    curated.presenters.passages.refresh()
    await idle(curated)
    qtbot.keyClick(pane(curated).view, Qt.Key.Key_E, CONTROL)
    await idle(curated)
    dialog = dialog_of(curated)
    assert (dialog.field.toPlainText(), dialog.beside.toPlainText()) == ("Better.", RULES[1])


async def test_an_empty_text_is_refused_in_words(curated, library, qtbot, idle):
    pane(curated).acts.correct.trigger()
    dialog = dialog_of(curated)
    dialog.field.selectAll()
    qtbot.keyClick(dialog.field, Qt.Key.Key_Delete)
    click(qtbot, dialog.save_button)
    await idle(curated)
    assert dialog.result_line.text() == "A passage needs words. If it is to answer no longer, turn it off."
    assert library.curation.acts == []


async def test_what_was_typed_stays_when_saving_fails(curated, library, qtbot, idle):
    library.curation.problem = StoreError(text("store", "The disk is full."), text("store", "Make room."))
    pane(curated).acts.correct.trigger()
    dialog = dialog_of(curated)
    retype(qtbot, dialog, "Something new.")
    click(qtbot, dialog.save_button)
    await idle(curated)
    assert dialog.isVisible()
    assert dialog.result_line.text() == "The disk is full. Make room."
    assert dialog.field.toPlainText() == "Something new."
    library.curation.problem = None
    qtbot.keyClick(dialog.field, Qt.Key.Key_Return, CONTROL)
    await idle(curated)
    assert "Something new." in words(curated)


@pytest.mark.logs_warnings
async def test_what_was_typed_stays_after_an_error_nobody_foresaw(curated, library, qtbot, idle, message):
    library.curation.problem = RuntimeError("unforeseen")
    pane(curated).acts.correct.trigger()
    dialog = dialog_of(curated)
    retype(qtbot, dialog, "Something new.")
    click(qtbot, dialog.save_button)
    await idle(curated)
    assert dialog.result_line.text() == "It was not saved."
    assert dialog.save_button.isEnabled()
    assert message(curated) == "Something went wrong."


async def test_a_dialog_that_is_saving_stays(curated, library, qtbot, idle, wait):
    library.curation.gate.clear()
    pane(curated).acts.correct.trigger()
    dialog = dialog_of(curated)
    retype(qtbot, dialog, "Something new.")
    click(qtbot, dialog.save_button)
    assert dialog.result_line.text() == "It is being saved…"
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.isVisible()
    library.curation.gate.set()
    await idle(curated)
    assert curated.presenters.curation_dialogs.dialog is None


async def test_typed_text_is_thrown_away_only_after_a_question(curated, library, qtbot, idle):
    pane(curated).acts.correct.trigger()
    dialog = dialog_of(curated)
    retype(qtbot, dialog, "Something new.")
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    answer(curated, qtbot, "Cancel")
    assert dialog.field.toPlainText() == "Something new."
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    answer(curated, qtbot, "Throw away")
    await idle(curated)
    assert curated.presenters.curation_dialogs.dialog is None
    assert library.curation.acts == []


async def test_a_text_that_was_not_changed_is_not_saved(curated, library, qtbot, idle):
    pane(curated).acts.correct.trigger()
    click(qtbot, dialog_of(curated).save_button)
    await idle(curated)
    assert curated.presenters.curation_dialogs.dialog is None
    assert library.curation.acts == []


async def test_blanks_that_hold_words_together_are_kept(curated, library, qtbot, idle):
    pane(curated).acts.correct.trigger()
    dialog = dialog_of(curated)
    dialog.field.setPlainText("90\u00a0euros\nand more")
    click(qtbot, dialog.save_button)
    await idle(curated)
    assert library.curation.acts == [("correct", 1, "90\u00a0euros\nand more")]


async def test_a_note_is_written_and_stands_below_its_passage(curated, qtbot, idle):
    click(qtbot, pane(curated).tools.note_button)
    dialog = dialog_of(curated)
    assert dialog.beside.toPlainText() == RULES[1]
    qtbot.keyClicks(dialog.field, "Ask Anna first.")
    click(qtbot, dialog.save_button)
    await idle(curated)
    assert "Note: Ask Anna first." in words(curated)
    pane(curated).acts.note.trigger()
    dialog = dialog_of(curated)
    dialog.field.selectAll()
    qtbot.keyClick(dialog.field, Qt.Key.Key_Delete)
    click(qtbot, dialog.save_button)
    await idle(curated)
    assert "Note:" not in words(curated)


async def test_a_passage_to_add_needs_words(curated, qtbot, idle):
    qtbot.keyClick(pane(curated).view, Qt.Key.Key_A, CONTROL | SHIFT)
    dialog = dialog_of(curated)
    assert dialog.heading.text() == "It stands after passage 2 of “travel.pdf” and is found like any other."
    click(qtbot, dialog.save_button)
    await idle(curated)
    assert dialog.result_line.text() == "A passage needs words."


async def test_an_added_passage_is_chosen_and_says_so(curated, library, qtbot, idle):
    pane(curated).acts.add.trigger()
    dialog = dialog_of(curated)
    qtbot.keyClicks(dialog.field, "Ferries are paid.")
    click(qtbot, dialog.save_button)
    await idle(curated)
    assert library.curation.acts == [("add", 1, "Ferries are paid.")]
    assert "Passage 3 of 5  ·  page 3  ·  17 character(s)  ·  added by hand\nFerries are paid." in words(curated)
    assert pane(curated).view.chosen.first.chunk_index == 2


async def test_what_is_typed_for_a_passage_that_has_moved_finds_it(curated, library, document, qtbot, idle):
    pane(curated).acts.correct.trigger()
    dialog = dialog_of(curated)
    retype(qtbot, dialog, "Typed.")
    await library.curation.add(document.id, 0, "A passage came between.")
    click(qtbot, dialog.save_button)
    await idle(curated)
    assert library.curation.acts[-1] == ("correct", 2, "Typed.")


async def test_a_first_passage_is_added_to_a_document_without_text(desk, library, make_document, qtbot, idle):
    message = text("parsing", "No text was found in it.")
    document = library.put(make_document("scan.pdf", state=State.FAILED, passage_count=0, message=message))
    desk.presenters.documents.refresh()
    await idle(desk)
    desk.window.panes.documents.table.select_document(document.id)
    await idle(desk)
    assert pane(desk).state_page.title == "This document has no passages"
    click(qtbot, pane(desk).add_button)
    dialog = dialog_of(desk)
    assert dialog.heading.text() == "It becomes the first passage of “scan.pdf” and is found like any other."
    assert dialog.beside.toPlainText() == "No text was found in it."
    qtbot.keyClicks(dialog.field, "The fire drill is on Mondays.")
    click(qtbot, dialog.save_button)
    await idle(desk)
    assert library.curation.acts == [("add", None, "The fire drill is on Mondays.")]
    assert "The fire drill is on Mondays." in words(desk)
    assert pane(desk).notes == "No text was found in it."
    click(qtbot, desk.window.undo_bar.undo_button)
    await idle(desk)
    assert pane(desk).add_button.isVisible()


async def test_nothing_is_added_to_a_document_that_is_still_to_be_read(desk, library, make_document, idle):
    document = library.put(make_document("later.pdf", state=State.PAUSED, passage_count=0))
    desk.presenters.passages.show_document(document)
    await idle(desk)
    assert not pane(desk).add_button.isVisible()
