"""Lists of what was done to passages: of a document, and what no longer fits the files."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMessageBox

from kbdesk.errors import InputError
from kbdesk.library.curation.types import Conflict, Edit
from kbdesk.texts import text
from kbdesk.ui.dialogs.edit_conflicts import EditConflictsDialog
from kbdesk.ui.dialogs.edits import EditsDialog
from kbdesk.ui.dialogs.passage_split import PassageSplitDialog
from kbdesk.ui.dialogs.passage_text import PassageTextDialog, Wording

from .fake_curation import MADE_AT
from .test_accessibility import unnamed

RULES = [f"Rule number {number}." for number in range(40)]
REFUSAL = InputError(text("curation", "The document is to be read again first."), text("curation", "Wait."))


def conflict(document, number, trouble="gone", **changes):
    fields = {
        "kind": "correct",
        "text_before": f"Old rule {number}.",
        "text_now": f"Better rule {number}.",
        "note": "",
        "is_off": False,
    } | changes
    edit = Edit(f"edit {number}", place=text("place", "page {page}", page=number), made_at=MADE_AT, **fields)
    return Conflict(edit, document, trouble, text("curation", "The file no longer says this."))


@pytest.fixture
async def document(library, make_document):
    return library.put(make_document(passage_count=len(RULES)), RULES)


@pytest.fixture
async def opened(desk, library, document, idle):
    """The window with a document that was changed in two places."""
    await library.curation.correct(document.id, 1, "Rule number one.")
    await library.curation.turn_off(document.id, [35])
    desk.presenters.documents.refresh()
    await idle(desk)
    desk.window.panes.documents.table.select_document(document.id)
    await idle(desk)
    return desk


@pytest.fixture
async def edits_dialog(opened, qtbot, idle):
    click(qtbot, opened.window.panes.passages.edits_button)
    await idle(opened)
    yield opened.presenters.edits.edits_dialog
    if opened.presenters.edits.edits_dialog is not None:
        opened.presenters.edits.edits_dialog.reject()


@pytest.fixture
async def conflicts_dialog(opened, library, document, qtbot, idle):
    library.curation.troubles = [conflict(document, 1), conflict(document, 2, "changed")]
    opened.presenters.edits.refresh()
    await idle(opened)
    click(qtbot, opened.window.conflicts_button)
    await idle(opened)
    yield opened.presenters.edits.conflicts_dialog
    if opened.presenters.edits.conflicts_dialog is not None:
        opened.presenters.edits.conflicts_dialog.reject()


def click(qtbot, button):
    assert button.isVisible()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def rows(dialog):
    table = dialog.list.table
    items = [table.topLevelItem(row) for row in range(table.topLevelItemCount())]
    return [[item.text(column) for column in range(table.columnCount())] for item in items]


def agree(qtbot, label):
    box = next(each for each in QApplication.topLevelWidgets() if isinstance(each, QMessageBox) and each.isVisible())
    click(qtbot, next(each for each in box.buttons() if each.text().replace("&", "") == label))


async def test_a_document_says_how_many_changes_were_made(opened):
    assert opened.window.panes.passages.edits_button.text() == "Your changes: 2…"


async def test_a_document_without_changes_offers_no_list(desk, library, make_document, idle):
    document = library.put(make_document("leave.md", passage_count=1), ["Text."])
    desk.presenters.passages.show_document(document)
    await idle(desk)
    assert not desk.window.panes.passages.edits_button.isVisible()
    assert not desk.window.panes.passages.edits_action.isEnabled()


async def test_changes_are_listed_with_what_was_and_what_is(edits_dialog):
    assert edits_dialog.heading.text() == "2 change(s) to the passages of “travel.pdf”."
    assert [row[:2] for row in rows(edits_dialog)] == [["Corrected", "page 2"], ["Turned off", "page 36"]]
    assert edits_dialog.list.texts.first.toPlainText() == RULES[1]
    assert edits_dialog.list.texts.second.toPlainText() == "Rule number one."
    edits_dialog.list.table.setCurrentIndex(edits_dialog.list.table.model().index(1, 0))
    assert edits_dialog.list.texts.second.toPlainText() == "(turned off: does not answer)"


async def test_a_change_is_gone_to(opened, edits_dialog, qtbot, idle):
    qtbot.keyClick(edits_dialog.list.table, Qt.Key.Key_Down)
    click(qtbot, edits_dialog.jump_button)
    await idle(opened)
    assert opened.presenters.edits.edits_dialog is None
    assert opened.window.panes.passages.view.chosen.first.chunk_index == 35


async def test_a_change_is_taken_back_and_that_can_be_undone(opened, edits_dialog, library, qtbot, idle):
    click(qtbot, edits_dialog.drop_button)
    await idle(opened)
    assert [row[0] for row in rows(edits_dialog)] == ["Turned off"]
    assert opened.window.panes.passages.edits_button.text() == "Your changes: 1…"
    assert opened.window.undo_bar.label.text() == "A change was dropped."


async def test_a_change_that_cannot_be_taken_back_stays_with_the_reason(opened, edits_dialog, library, qtbot, idle):
    library.curation.problem = REFUSAL
    click(qtbot, edits_dialog.drop_button)
    await idle(opened)
    assert edits_dialog.result_line.text() == "The document is to be read again first. Wait."
    assert len(rows(edits_dialog)) == 2
    assert edits_dialog.drop_button.isEnabled()


async def test_without_trouble_the_status_bar_says_nothing(opened):
    assert not opened.window.conflicts_button.isVisible()


async def test_what_no_longer_fits_is_told_and_listed(opened, conflicts_dialog):
    assert opened.window.conflicts_button.text() == "2 change(s) no longer fit…"
    assert conflicts_dialog.heading.text() == "2 change(s) of yours no longer fit what the file says."
    assert rows(conflicts_dialog)[0] == ["travel.pdf", "Corrected", "page 1"]
    assert conflicts_dialog.reason.text() == "The file no longer says this."
    assert conflicts_dialog.list.texts.first.toPlainText() == "Old rule 1."
    assert conflicts_dialog.list.texts.second.toPlainText() == "Better rule 1."
    assert conflicts_dialog.keep_button.text() == "&Keep as a passage of its own"


async def test_it_is_kept(opened, conflicts_dialog, library, document, qtbot, idle):
    click(qtbot, conflicts_dialog.keep_button)
    await idle(opened)
    assert library.passages[document.id][-1] == "Better rule 1."
    assert [row[2] for row in rows(conflicts_dialog)] == ["page 2"]
    assert conflicts_dialog.keep_button.text() == "&Keep as you want it"
    assert opened.window.conflicts_button.text() == "1 change(s) no longer fit…"


async def test_a_copy_that_was_turned_off_too_is_kept_so(opened, conflicts_dialog, library, document, idle):
    library.curation.troubles = [conflict(document, 3, "copied")]
    opened.presenters.edits.refresh()
    await idle(opened)
    assert conflicts_dialog.keep_button.text() == "&Keep turned off"


async def test_it_is_dropped_after_a_question(opened, conflicts_dialog, library, qtbot, idle):
    click(qtbot, conflicts_dialog.drop_button)
    agree(qtbot, "Cancel")
    assert len(library.curation.troubles) == 2
    click(qtbot, conflicts_dialog.drop_button)
    agree(qtbot, "Drop")
    await idle(opened)
    assert [each.edit.id for each in library.curation.troubles] == ["edit 2"]


async def test_when_all_are_settled_it_says_so(opened, conflicts_dialog, library, qtbot, idle):
    for _ in range(2):
        click(qtbot, conflicts_dialog.keep_button)
        await idle(opened)
    assert conflicts_dialog.heading.text() == "All your changes fit what the files say."
    assert not conflicts_dialog.keep_button.isEnabled()
    assert not opened.window.conflicts_button.isVisible()


async def test_its_document_is_shown(opened, conflicts_dialog, document, qtbot, idle):
    opened.presenters.passages.clear()
    click(qtbot, conflicts_dialog.document_button)
    await idle(opened)
    assert opened.presenters.passages.document.id == document.id
    assert opened.presenters.edits.conflicts_dialog is None


async def test_what_cannot_be_settled_stays_with_the_reason(opened, conflicts_dialog, library, qtbot, idle):
    library.curation.problem = REFUSAL
    click(qtbot, conflicts_dialog.keep_button)
    await idle(opened)
    assert conflicts_dialog.result_line.text() == "The document is to be read again first. Wait."
    assert len(rows(conflicts_dialog)) == 2


async def test_the_edit_menu_opens_the_list(opened, idle):
    edit = opened.window.menuBar().actions()[1].menu()
    next(each for each in edit.actions() if each.text() == "Changes that &no longer fit…").trigger()
    await idle(opened)
    dialog = opened.presenters.edits.conflicts_dialog
    assert dialog.heading.text() == "All your changes fit what the files say."
    dialog.reject()


async def test_every_control_of_the_dialogs_about_passages_has_a_name(theme, desk):
    assert unnamed(EditsDialog("travel.pdf", theme, desk.window)) == []
    assert unnamed(EditConflictsDialog(theme, desk.window)) == []
    assert unnamed(PassageTextDialog(Wording("Title", "Heading", "Text", "Beside", ""), "", "", desk.window)) == []
    assert unnamed(PassageSplitDialog("Heading", "One. Two.", 0, theme=theme, parent=desk.window)) == []
