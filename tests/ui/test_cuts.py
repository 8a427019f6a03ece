"""How passages are cut, in the window: chosen, tried on a document, set."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QTextCursor
from PySide6.QtWidgets import QApplication

from kbdesk.errors import InputError
from kbdesk.library.chunking import Chunking
from kbdesk.texts import text
from kbdesk.ui.dialogs.cuts import PAGE_SIZE, CutsDialog

SENTENCES = [f"Sentence number {number} of this page says something about leave. " for number in range(100)]
NOW = "This is how documents are cut now."


@pytest.fixture
def documents(library, make_document):
    """Two documents, one of a long page and one of a table."""
    table = "| Name | City |\n| --- | --- |\n" + "".join(f"| Anna {number} | Bonn |\n" for number in range(10))
    library.put(make_document("leave.txt"), ["".join(SENTENCES)])
    library.put(make_document("staff.csv"), [table])
    return library


@pytest.fixture
async def dialog(desk, documents, idle):
    desk.presenters.bases.refresh()
    await idle(desk)
    desk.window.panes.knowledge_bases.cut_action.trigger()
    await idle(desk)
    dialog = desk.window.findChild(CutsDialog)
    yield dialog
    if desk.presenters.cuts.dialog is not None:
        desk.presenters.cuts.dialog.reject()


def press(qtbot, button):
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


async def choose(qtbot, desk, wait, dialog, way):
    button = dialog.choice.ways[way]
    qtbot.mouseClick(
        button,
        Qt.MouseButton.LeftButton,
        pos=button.rect().topLeft() + button.fontMetrics().boundingRect("M").bottomRight(),
    )
    assert button.isChecked()
    await settled(desk, wait, dialog)


async def type_number(qtbot, desk, wait, dialog, field, number):
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, str(number))
    qtbot.keyClick(field, Qt.Key.Key_Return)
    await settled(desk, wait, dialog)


async def settled(desk, wait, dialog):
    """Wait until what was chosen has been tried."""
    await wait.until(lambda: not (dialog._rest.isActive() or desk.scope.is_busy))


async def test_the_dialog_begins_with_the_document_that_is_selected(desk, documents, idle):
    desk.presenters.bases.refresh()
    desk.presenters.documents.refresh()
    await idle(desk)
    desk.window.panes.documents.table.selectRow(1)
    desk.window.panes.knowledge_bases.cut_action.trigger()
    await idle(desk)
    assert desk.presenters.cuts.dialog.document_field.currentText() == "staff.csv"
    desk.presenters.cuts.dialog.reject()


async def test_the_dialog_shows_how_the_first_document_is_cut_now(dialog):
    assert dialog.windowTitle() == "How passages of “Team handbook” are cut"
    assert dialog.choice.ways["approx_token"].isChecked()
    assert (dialog.choice.size_field.value(), dialog.choice.overlap_field.value()) == (2048, 200)
    assert dialog.document_field.currentText() == "leave.txt"
    assert dialog.summary.text().startswith("4 passage(s), ")
    assert dialog.summary.text().endswith(" characters on average")
    assert dialog.view.toPlainText().strip().startswith("Passage 1")
    assert "Sentence number 99" in dialog.view.toPlainText()
    assert dialog.effect.text() == NOW
    assert not dialog.apply_button.isEnabled()


async def test_another_way_is_tried_at_once_and_says_what_it_would_do(desk, dialog, qtbot, wait):
    await choose(qtbot, desk, wait, dialog, "sentence")
    await type_number(qtbot, desk, wait, dialog, dialog.choice.overlap_field, 0)
    await type_number(qtbot, desk, wait, dialog, dialog.choice.size_field, 200)
    assert dialog.chunking == Chunking("sentence", 50, 0)
    assert dialog.summary.text().startswith("34 passage(s), ")
    assert dialog.effect.text() == "2 document(s) will be cut again; until then they are found as before."
    assert dialog.apply_button.isEnabled()


async def test_a_long_document_is_shown_by_the_page(desk, dialog, qtbot, wait):
    await choose(qtbot, desk, wait, dialog, "sentence")
    assert not dialog.page_bar.isVisible()
    await type_number(qtbot, desk, wait, dialog, dialog.choice.size_field, 200)
    assert dialog.page_bar.isVisible()
    press(qtbot, dialog.page_bar.next)
    assert dialog.view.toPlainText().strip().startswith(f"Passage {PAGE_SIZE + 1}")


async def test_what_is_repeated_is_marked_and_counted(desk, dialog, qtbot, wait, theme):
    await choose(qtbot, desk, wait, dialog, "sentence")
    assert "of them repeated" in dialog.view.toPlainText()
    cursor = dialog.view.document().find("Sentence", dialog.view.document().find("Passage 2"))
    assert cursor.charFormat().background().color() == QColor(theme.tokens.mark)
    await type_number(qtbot, desk, wait, dialog, dialog.choice.overlap_field, 0)
    assert "of them repeated" not in dialog.view.toPlainText()


async def test_passages_stand_on_two_grounds_in_turn_in_the_colours_of_the_theme(dialog, theme):
    for mode in ("light", "dark"):
        theme.set_mode(mode)
        grounds = []
        for number in (1, 2, 3):
            found: QTextCursor = dialog.view.document().find(f"Passage {number}")
            grounds.append(found.currentTable().cellAt(found).format().background().color().name())
        assert grounds == [theme.tokens.raised, theme.tokens.base, theme.tokens.raised]


async def test_an_overlap_that_makes_much_more_is_warned_of(desk, dialog, qtbot, wait):
    assert not dialog.warning.isVisible()
    await choose(qtbot, desk, wait, dialog, "sentence")
    await type_number(qtbot, desk, wait, dialog, dialog.choice.overlap_field, 1600)
    assert dialog.warning.text().startswith("All passages together are ")
    assert dialog.warning.text().endswith("Choose larger passages, or let neighbours share less.")
    assert dialog.warning.isVisible()
    await type_number(qtbot, desk, wait, dialog, dialog.choice.overlap_field, 200)
    assert not dialog.warning.isVisible()


async def test_neighbours_share_less_when_passages_become_smaller_than_that(desk, dialog, qtbot, wait):
    await type_number(qtbot, desk, wait, dialog, dialog.choice.overlap_field, 600)
    await type_number(qtbot, desk, wait, dialog, dialog.choice.size_field, 400)
    assert dialog.choice.overlap_field.value() == 40
    assert dialog.choice.overlap_field.maximum() == 396


async def test_each_way_asks_only_what_matters_to_it(desk, dialog, qtbot, wait):
    choice = dialog.choice

    def asked():
        return choice.overlap_field.isVisible(), choice.rows_field.isVisible()

    assert asked() == (True, False)
    await choose(qtbot, desk, wait, dialog, "table_rows")
    assert asked() == (True, True)
    assert choice.explanation.text().startswith("A few rows of a table")
    await choose(qtbot, desk, wait, dialog, "semantic")
    assert asked() == (False, False)


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # the off-screen platform says so of popups
async def test_another_document_is_found_by_typing(desk, dialog, library, qtbot, wait):
    field = dialog.document_field
    field.setFocus()
    field.lineEdit().selectAll()
    qtbot.keyClicks(field.lineEdit(), "staff")
    await wait.until(lambda: field.completer().popup().isVisible() and field.count() == 1)
    assert field.itemText(0) == "staff.csv"
    popup = field.completer().popup()
    qtbot.keyClick(popup, Qt.Key.Key_Down)
    qtbot.keyClick(popup, Qt.Key.Key_Return)
    await settled(desk, wait, dialog)
    assert library.chunking.tried == ["leave.txt", "staff.csv"]
    assert "Anna 9" in dialog.view.toPlainText()


async def test_rows_of_a_table_are_tried(desk, dialog, qtbot, wait):
    field = dialog.document_field
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_Down)
    await settled(desk, wait, dialog)
    await choose(qtbot, desk, wait, dialog, "table_rows")
    assert dialog.summary.text().startswith("2 passage(s), ")
    await type_number(qtbot, desk, wait, dialog, dialog.choice.rows_field, 1)
    assert dialog.summary.text().startswith("10 passage(s), ")


async def test_the_choice_is_set_and_the_dialog_closes(desk, dialog, library, qtbot, wait, idle):
    await choose(qtbot, desk, wait, dialog, "markdown")
    press(qtbot, dialog.apply_button)
    await idle(desk)
    assert await library.chunking.get("kb0") == Chunking("markdown")
    assert desk.presenters.cuts.dialog is None
    desk.window.panes.knowledge_bases.cut_action.trigger()
    await idle(desk)
    assert desk.presenters.cuts.dialog.choice.ways["markdown"].isChecked()
    assert desk.presenters.cuts.dialog.effect.text() == NOW
    desk.presenters.cuts.dialog.reject()


@pytest.mark.parametrize("problem", [None, InputError(text("library", "No."), text("library", "Choose another way."))])
async def test_what_was_applied_is_done_also_when_the_dialog_is_closed_meanwhile(
    desk, dialog, library, qtbot, wait, idle, message, problem
):
    await choose(qtbot, desk, wait, dialog, "markdown")
    library.chunking.problem = problem
    library.chunking.gate.clear()
    press(qtbot, dialog.apply_button)
    dialog.reject()
    library.chunking.gate.set()
    await idle(desk)
    assert (await library.chunking.get("kb0")).way == ("approx_token" if problem else "markdown")
    assert message(desk) == ("No." if problem else "")


async def test_without_documents_a_choice_is_for_those_to_come(desk, library, qtbot, wait, idle):
    desk.window.panes.knowledge_bases.cut_action.trigger()
    await idle(desk)
    dialog = desk.window.findChild(CutsDialog)
    assert dialog.summary.text() == "There is no document yet to try it on."
    await choose(qtbot, desk, wait, dialog, "paragraph")
    assert dialog.effect.text() == "Documents that are added from now on will be cut this way."
    press(qtbot, dialog.apply_button)
    await idle(desk)
    assert (await library.chunking.get("kb0")).way == "paragraph"


async def test_a_way_that_cannot_be_had_says_why(desk, dialog, library, qtbot, wait, idle):
    await choose(qtbot, desk, wait, dialog, "semantic")
    assert dialog.summary.text().startswith("This knowledge base has no model")
    assert dialog.view.toPlainText() == ""
    library.chunking.problem = InputError(text("library", "No."), text("library", "Choose another way."))
    press(qtbot, dialog.apply_button)
    await idle(desk)
    assert dialog.effect.text() == "No. Choose another way."
    assert dialog.isVisible()


async def test_a_document_that_cannot_be_read_says_why(desk, library, make_document, idle):
    library.put(make_document("a.pdf"))
    desk.window.panes.knowledge_bases.cut_action.trigger()
    await idle(desk)
    assert desk.presenters.cuts.dialog.summary.text() == "There is no text in it. Choose another document."
    desk.presenters.cuts.dialog.reject()


async def test_the_dialog_may_be_closed_while_a_document_is_read(desk, documents, idle, message, wait):
    documents.chunking.gate.clear()
    desk.window.panes.knowledge_bases.cut_action.trigger()
    await wait.until(
        lambda: (
            desk.presenters.cuts.dialog and desk.presenters.cuts.dialog.summary.text() == "“leave.txt” is being read…"
        )
    )
    desk.presenters.cuts.dialog.reject()
    await idle(desk)
    documents.chunking.gate.set()
    assert message(desk) == ""


async def test_the_way_is_chosen_with_the_keyboard(desk, dialog, qtbot, wait):
    first = dialog.choice.ways["approx_token"]
    first.setFocus()
    qtbot.keyClick(first, Qt.Key.Key_Down)
    await settled(desk, wait, dialog)
    assert dialog.chunking.way == "sentence"
    assert dialog.choice.explanation.text() == "As many whole sentences as fit."


async def test_what_is_not_plain_text_has_a_name_for_screen_readers(dialog):
    named = (dialog.view, dialog.document_field, dialog.choice.size_field, dialog.choice.overlap_field)
    assert all(widget.accessibleName() for widget in named)


async def test_it_is_opened_from_the_menu_of_the_knowledge_base(desk, documents, idle):
    menu = desk.window.panes.knowledge_bases.more_button.menu()
    [action] = [each for each in menu.actions() if each.text() == "How passages are &cut…"]
    action.trigger()
    await idle(desk)
    assert QApplication.activeModalWidget() is desk.presenters.cuts.dialog
    desk.presenters.cuts.dialog.reject()
