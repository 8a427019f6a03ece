"""A passage is cut in two in the window."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor

from kbdesk.errors import InputError
from kbdesk.texts import text
from kbdesk.ui.dialogs.passage_split import PassageSplitDialog

from .conftest import CONTROL, RULES, click, dialog_of, pane, words


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
