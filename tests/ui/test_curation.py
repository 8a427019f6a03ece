"""Passages are curated in the window: every act by click, menu or key, with undo; nothing typed is lost."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication, QMessageBox

from kbdesk.errors import InputError, StoreError
from kbdesk.texts import text
from kbdesk.ui.dialogs.passage_split import PassageSplitDialog
from kbdesk.ui.dialogs.passage_text import PassageTextDialog

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
RULES = ["Trains are paid.", "Taxis are not. Bikes are.", "Flights need a sign-off.", "Hotels cost 90 euros."]


@pytest.fixture
async def document(library, make_document):
    return library.put(make_document(passage_count=4), RULES)


@pytest.fixture
async def curated(desk, document, idle):
    """The window with the passages of a document, the second one chosen."""
    desk.presenters.documents.refresh()
    await idle(desk)
    desk.window.panes.documents.table.select_document(document.id)
    await idle(desk)
    view = desk.window.panes.passages.view
    view.setFocus()
    view.choose(1)
    yield desk
    if desk.presenters.curation_dialogs.dialog is not None:
        desk.presenters.curation_dialogs.dialog.done(0)


def pane(desk):
    return desk.window.panes.passages


def words(desk):
    return pane(desk).view.toPlainText()


def click(qtbot, button):
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def dialog_of(desk, kind=PassageTextDialog):
    dialogs = [each for each in desk.window.findChildren(kind) if each.isVisible()]
    assert len(dialogs) == 1
    return dialogs[0]


def retype(qtbot, dialog, new_words):
    """Type other words over those in the field."""
    dialog.field.selectAll()
    qtbot.keyClicks(dialog.field, new_words)


def answer(desk, qtbot, label):
    """Press a button of the question that is open."""
    box = next(each for each in QApplication.topLevelWidgets() if isinstance(each, QMessageBox) and each.isVisible())
    click(qtbot, next(each for each in box.buttons() if each.text().replace("&", "") == label))


async def test_a_passage_is_turned_off_at_its_card_and_on_again_by_key(curated, library, qtbot, idle):
    click(qtbot, pane(curated).tools.switch_button)
    await idle(curated)
    assert "Passage 2 of 4  ·  page 2  ·  25 character(s)  ·  turned off: does not answer" in words(curated)
    assert pane(curated).tools.switch_button.accessibleName() == "Turn on"
    qtbot.keyClick(pane(curated).view, Qt.Key.Key_D, CONTROL)
    await idle(curated)
    assert "turned off" not in words(curated)
    assert library.curation.acts == [("off", [1]), ("on", [1])]


async def test_what_is_to_be_turned_on_is_never_turned_off(curated, library, document, idle):
    [passage] = await library.chunks(document.id, offset=1, limit=1)
    for _ in range(2):  # two clicks, the second one on an answer that is out of date by then
        curated.presenters.curation.turn_on(document, passage)
        await idle(curated)
    assert library.curation.acts == [("on", [1]), ("on", [1])]


async def test_several_neighbours_are_turned_off_at_once(curated, library, qtbot, idle):
    qtbot.keyClick(pane(curated).view, Qt.Key.Key_Down, CONTROL | SHIFT)
    pane(curated).acts.switch.trigger()
    await idle(curated)
    assert library.curation.acts == [("off", [1, 2])]
    assert words(curated).count("turned off: does not answer") == 2


async def test_turning_off_is_undone_with_the_bar(curated, qtbot, idle):
    pane(curated).acts.switch.trigger()
    await idle(curated)
    bar = curated.window.undo_bar
    assert bar.label.text() == "A passage was turned off."
    click(qtbot, bar.undo_button)
    await idle(curated)
    assert "turned off" not in words(curated)


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


async def test_a_passage_is_merged_with_the_next(curated, qtbot, idle):
    qtbot.keyClick(pane(curated).view, Qt.Key.Key_M, CONTROL)
    await idle(curated)
    assert "Passage 2 of 3  ·  page 2  ·  50 character(s)  ·  merged\nTaxis are not. Bikes are.\nFlights" in words(
        curated
    )


async def test_chosen_passages_are_merged(curated, library, qtbot, idle):
    qtbot.keyClick(pane(curated).view, Qt.Key.Key_Down, CONTROL | SHIFT)
    qtbot.keyClick(pane(curated).view, Qt.Key.Key_Down, CONTROL | SHIFT)
    pane(curated).acts.merge.trigger()
    await idle(curated)
    assert library.curation.acts == [("merge", 1, 3)]


async def test_a_passage_is_split_where_the_cursor_is(curated, library, qtbot, idle):
    view = pane(curated).view
    cursor = view.document().find("Bikes")
    cursor.setPosition(cursor.selectionStart())
    view.setTextCursor(cursor)
    qtbot.keyClick(view, Qt.Key.Key_Return, CONTROL)
    dialog = dialog_of(curated, PassageSplitDialog)
    assert dialog.parts.first.toPlainText() == "Taxis are not."
    assert dialog.parts.second.toPlainText() == "Bikes are."
    click(qtbot, dialog.split_button)
    await idle(curated)
    assert library.curation.acts == [("split", 1, RULES[1].index("Bikes"))]
    assert words(curated).count("split\n") == 2


async def test_where_a_passage_is_split_is_chosen_by_keys_and_shown(curated, library, qtbot, idle):
    pane(curated).acts.split.trigger()
    dialog = dialog_of(curated, PassageSplitDialog)
    assert dialog.parts.first.toPlainText() == "Taxis are not."  # the end of a sentence, as nothing else was said
    qtbot.keyClick(dialog.field, Qt.Key.Key_Left, CONTROL)
    qtbot.keyClick(dialog.field, Qt.Key.Key_Left, CONTROL)
    assert dialog.parts.first.toPlainText() == "Taxis are"
    qtbot.keyClick(dialog.field, Qt.Key.Key_Home)
    assert dialog.result_line.text() == "Both passages need words: put the cursor between two words."
    assert not dialog.split_button.isEnabled()


async def test_where_a_passage_is_split_is_clicked(curated, library, qtbot, idle):
    pane(curated).acts.split.trigger()
    dialog = dialog_of(curated, PassageSplitDialog)
    cursor = QTextCursor(dialog.field.document())
    cursor.setPosition(len("Taxis "))
    at = dialog.field.cursorRect(cursor).center()
    qtbot.mouseClick(dialog.field.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert dialog.position == len("Taxis ")
    assert dialog.parts.second.toPlainText() == "are not. Bikes are."


async def test_a_split_that_fails_leaves_the_dialog_as_it_is(curated, library, qtbot, idle):
    library.curation.problem = InputError(text("curation", "The document is being read."), text("curation", "Wait."))
    pane(curated).acts.split.trigger()
    dialog = dialog_of(curated, PassageSplitDialog)
    click(qtbot, dialog.split_button)
    await idle(curated)
    assert dialog.result_line.text() == "The document is being read. Wait."
    assert dialog.split_button.isEnabled()


async def test_a_split_that_fails_after_the_dialog_was_closed_is_said_in_the_window(
    curated, library, qtbot, idle, message
):
    library.curation.problem = InputError(text("curation", "The document is being read."), text("curation", "Wait."))
    pane(curated).acts.split.trigger()
    dialog = dialog_of(curated, PassageSplitDialog)
    click(qtbot, dialog.split_button)
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    await idle(curated)
    assert message(curated) == "The document is being read."


async def test_a_passage_goes_back_to_what_the_file_says(curated, library, qtbot, idle):
    await library.curation.correct(curated.presenters.passages.document.id, 1, "Wrong.")
    curated.presenters.passages.refresh()
    await idle(curated)
    qtbot.keyClick(pane(curated).view, Qt.Key.Key_R, CONTROL)
    await idle(curated)
    assert RULES[1] in words(curated)
    assert "Wrong." not in words(curated)


async def test_acts_are_done_one_after_the_other_on_the_passages_that_were_meant(curated, library, idle):
    library.curation.gate.clear()
    pane(curated).acts.merge.trigger()
    pane(curated).view.choose(3)
    pane(curated).acts.switch.trigger()
    library.curation.gate.set()
    await idle(curated)
    assert library.curation.acts == [("merge", 1, 2), ("off", [2])]


async def test_a_passage_that_is_no_longer_there_is_left_alone_and_said(curated, library, document, idle, message):
    library.passages[document.id][1] = "Another text."
    pane(curated).acts.switch.trigger()
    await idle(curated)
    assert library.curation.acts == []
    assert message(curated) == "The passage is not what it was when it was shown."
    assert "Another text." in words(curated)


async def test_what_is_typed_for_a_passage_that_has_moved_finds_it(curated, library, document, qtbot, idle):
    pane(curated).acts.correct.trigger()
    dialog = dialog_of(curated)
    retype(qtbot, dialog, "Typed.")
    await library.curation.add(document.id, 0, "A passage came between.")
    click(qtbot, dialog.save_button)
    await idle(curated)
    assert library.curation.acts[-1] == ("correct", 2, "Typed.")


async def test_the_screen_stays_where_it_is_after_an_act(curated, library, document, idle):
    library.passages[document.id][:] = ["word " * 150 + str(number) for number in range(20)]
    curated.presenters.passages.follow(library.put(document, library.passages[document.id]), 0)
    await idle(curated)
    view = pane(curated).view
    view.choose(10)
    view.verticalScrollBar().setValue(int(view.card_rect(10).top()) - 40)
    before = view.verticalScrollBar().value()
    pane(curated).acts.switch.trigger()
    await idle(curated)
    assert view.verticalScrollBar().value() == before


async def test_every_act_is_in_the_edit_menu_with_a_key_of_its_own(curated):
    edit = curated.window.menuBar().actions()[1].menu()
    passage = next(each.menu() for each in edit.actions() if each.text() == "&Passage")
    assert passage.actions()[:7] == pane(curated).acts.all
    keys = [each.shortcut().toString() for each in pane(curated).acts.all]
    others = [
        action.shortcut().toString()
        for action in curated.window.findChildren(type(pane(curated).acts.add))
        if action.shortcutContext() == Qt.ShortcutContext.WindowShortcut
    ]
    assert len(set(keys)) == len(keys)
    assert not set(keys) & set(others)


async def test_letters_of_the_edit_menu_and_of_passages_are_used_once(curated):
    edit = curated.window.menuBar().actions()[1].menu()
    for menu in (edit, next(each.menu() for each in edit.actions() if each.text() == "&Passage")):
        letters = [each.text()[each.text().index("&") + 1].lower() for each in menu.actions() if "&" in each.text()]
        assert len(letters) == len(set(letters)), letters


async def test_what_is_turned_off_leaves_the_results_and_comes_back(curated, qtbot, idle):
    search = curated.window.panes.search
    search.search_for("Taxis")
    await idle(curated)
    assert search.list.hits.rowCount() == 1
    pane(curated).acts.switch.trigger()
    await idle(curated)
    assert search.list.hits.rowCount() == 0
    qtbot.keySequence(curated.window, curated._menus.undo_action.shortcut())
    await idle(curated)
    assert search.list.hits.rowCount() == 1


async def test_the_documents_list_follows(curated, idle):
    model = curated.window.panes.documents.table.model()
    pane(curated).acts.merge.trigger()
    await idle(curated)
    cells = [model.index(0, column).data() for column in range(model.columnCount())]
    assert "3" in [str(cell) for cell in cells]
    assert curated.presenters.passages.document.passage_count == 3
