"""What a screen reader and a keyboard need, checked on the real window."""

import asyncio

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from kbdesk.library.facts.types import Common
from kbdesk.library.types import PageState
from kbdesk.ui.dialogs.about import AboutDialog
from kbdesk.ui.dialogs.facts import FactsDialog
from kbdesk.ui.dialogs.health import HealthDialog
from kbdesk.ui.dialogs.knowledge_base import KnowledgeBaseDialog
from kbdesk.ui.dialogs.password import PasswordDialog
from kbdesk.ui.errors import Message


def accessible_name(widget):
    return QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)


def unnamed(root):
    return [
        f"{type(each).__name__} in {type(each.parentWidget()).__name__}"
        for each in root.findChildren(QWidget)
        if each.focusPolicy() != Qt.FocusPolicy.NoFocus
        and each.isVisibleTo(root)
        and not each.objectName().startswith("qt_")  # Qt's own inner parts
        and not accessible_name(each)
    ]


def tab_stops(root):
    stops, each = [], root.nextInFocusChain()
    while each is not root:
        if each.focusPolicy() & Qt.FocusPolicy.TabFocus and each.isVisibleTo(root) and each.isEnabled():
            stops.append(each)
        each = each.nextInFocusChain()
    return stops


async def idle(desk):
    while desk.scope.is_busy or desk.work.is_going:  # noqa: ASYNC110  (tasks start others, so no one event tells the end)
        await asyncio.sleep(0.01)


async def test_every_control_of_an_empty_window_has_a_name(desk):
    assert unnamed(desk.window) == []


async def test_every_control_of_a_window_at_work_has_a_name(desk, library, make_document):
    window = desk.window
    document = library.put(make_document(), ["A passage about trains."])
    desk.presenters.documents.refresh()
    await idle(desk)
    window.panes.documents.table.select_document(document.id)
    window.message_bar.show_message(Message("Title.", "Remedy.", "details", "error"))
    window.undo_bar.offer("Deleted.")
    window.status_line.show_progress("Reading 1 of 2", 1, 2)
    await idle(desk)
    assert unnamed(window) == []
    window.show_search()
    window.panes.search.form.field.setText("trains")
    window.panes.search.form.button.click()
    await idle(desk)
    assert unnamed(window) == []


@pytest.mark.parametrize("dialog", [lambda parent: KnowledgeBaseDialog(None, parent), AboutDialog])
async def test_every_control_of_the_dialogs_has_a_name(desk, dialog):
    assert unnamed(dialog(desk.window)) == []


async def test_every_control_of_the_dialogs_about_reading_has_a_name(desk, theme, make_document):
    document = make_document(pages=(PageState.TEXT, PageState.PICTURE))
    assert unnamed(HealthDialog(document, theme, desk.window)) == []
    assert unnamed(HealthDialog(make_document(media_type="text/markdown"), theme, desk.window)) == []
    assert unnamed(PasswordDialog([document, document], theme, desk.window)) == []


async def test_every_control_of_the_dialog_of_facts_has_a_name(desk, theme):
    common = Common(2, {"HR": 1, "travel": 2}, frozenset({"Ann"}), frozenset({None}), frozenset({""}))
    assert unnamed(FactsDialog("2 documents", common, theme, desk.window)) == []


async def test_tab_goes_from_left_to_right_and_back_to_the_start(desk, library, make_document):
    library.put(make_document())
    desk.presenters.documents.refresh()
    await idle(desk)
    panes = desk.window.panes
    stops = tab_stops(desk.window)
    order = [
        stops.index(each) for each in (panes.knowledge_bases.view, panes.documents.filter_field, panes.documents.table)
    ]
    assert order == sorted(order)


async def test_every_menu_item_can_be_reached_by_its_letter_or_key(desk):
    for menu in desk.window.menuBar().actions():
        assert "&" in menu.text()
        for action in menu.menu().actions():
            assert action.isSeparator() or action.text()


async def test_no_two_items_of_a_menu_have_the_same_letter(desk):
    menus = desk.window.menuBar().findChildren(QMenu)
    groups = [[item.text() for item in menu.actions()] for menu in menus]
    groups.append([item.text() for item in desk.window.panes.documents.table.actions()])
    for words in groups:
        letters = [each[each.index("&") + 1].lower() for each in words if "&" in each]
        assert len(letters) == len(set(letters)), words


async def test_no_two_acts_have_the_same_key(desk):
    keys = [
        action.shortcut().toString()
        for action in desk.window.findChildren(type(desk.window.panes.documents.open_action))
        if not action.shortcut().isEmpty() and action.shortcutContext() == Qt.ShortcutContext.WindowShortcut
    ]
    assert len(keys) == len(set(keys))


async def test_the_state_is_said_in_words_not_by_colour_alone(desk, library, make_document):
    model = desk.window.panes.documents.table.model()
    model.show_first([make_document()], 1, 1, is_counted=True)
    cell = QAccessible.queryAccessibleInterface(desk.window.panes.documents.table).childCount()
    assert cell > 0
    assert model.index(0, 2).data() == "Ready"


async def test_opening_leaves_the_focus_in_the_window(desk):
    desk.window.activateWindow()
    assert QApplication.focusWidget() is desk.window.panes.knowledge_bases.view
