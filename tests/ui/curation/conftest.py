"""A window with the passages of a document to be curated."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMessageBox

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
