"""The window on a small screen: at 200 % a screen of 1280 x 800 pixels has 640 x 400 points."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSettings, QSize, Qt

from kbdesk.library.types import Facts
from kbdesk.ui.main_window import MainWindow

LEFT, CONTROL = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier
SMALL = QSize(640, 370)
"""What the frame of the window leaves."""


@pytest.fixture
def narrow(filled):
    filled.window.resize(SMALL)
    return filled


def there(desk):
    panes = desk.window.panes
    return {name for name in ("knowledge_bases", "documents", "passages", "search") if getattr(panes, name).isVisible()}


def click_first_knowledge_base(desk, qtbot):
    view = desk.window.panes.knowledge_bases.view
    qtbot.mouseClick(view.viewport(), LEFT, pos=view.visualRect(view.model().index(0, 0)).center())


async def test_the_window_fits_on_a_small_screen_whatever_it_shows(narrow, idle):
    window = narrow.window
    assert window.size() == SMALL
    window.panes.documents.table.selectRow(1)
    await idle(narrow)
    assert window.size() == SMALL
    window.show_search()
    window.panes.search.search_for("trains")
    await idle(narrow)
    window.panes.search.list.enter()
    assert window.panes.search.bar.isVisible()
    assert window.size() == SMALL
    window.panes.search.search_for("nothing like this is said anywhere, in whatever words one may ask for it")
    await idle(narrow)
    assert window.size() == SMALL


async def test_the_first_window_is_no_larger_than_the_screen(theme, tmp_path):
    window = MainWindow(theme, QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat))
    room = window.screen().availableSize()
    assert window.width() <= room.width()
    assert window.height() < room.height()


async def test_an_empty_knowledge_base_fits_too(desk):
    desk.window.resize(SMALL)
    assert desk.window.panes.documents.empty_state.isVisible()
    assert desk.window.size() == SMALL


async def test_the_knowledge_bases_are_there_instead_of_the_documents_when_wanted(narrow, qtbot):
    assert there(narrow) == {"documents", "passages"}
    qtbot.mouseClick(narrow.window.panes.documents.bases_button, LEFT)
    assert there(narrow) == {"knowledge_bases", "passages"}
    assert narrow.window.panes.knowledge_bases.view.hasFocus()
    click_first_knowledge_base(narrow, qtbot)
    assert there(narrow) == {"documents", "passages"}
    assert narrow.window.panes.documents.table.hasFocus()


async def test_keys_lead_to_either(narrow, qtbot):
    qtbot.keyClick(narrow.window, Qt.Key.Key_1, CONTROL)
    assert there(narrow) == {"knowledge_bases", "passages"}
    qtbot.keyClick(narrow.window, Qt.Key.Key_2, CONTROL)
    assert there(narrow) == {"documents", "passages"}
    qtbot.keyClick(narrow.window, Qt.Key.Key_1, CONTROL)
    qtbot.keyClick(narrow.window, Qt.Key.Key_F, CONTROL)
    assert narrow.window.panes.documents.filter_field.hasFocus()


async def test_what_is_due_is_shown_from_the_knowledge_bases(narrow, library, make_document, idle, qtbot):
    library.put(make_document("late.md", facts=Facts(review_by=make_document().added_at.date())))
    narrow.presenters.documents.refresh()
    narrow.presenters.due.look()
    await idle(narrow)
    narrow.window.show_knowledge_bases()
    qtbot.mouseClick(narrow.window.panes.knowledge_bases.due_line.show_button, LEFT)
    await idle(narrow)
    assert there(narrow) == {"documents", "passages"}


async def test_where_there_is_room_again_all_are_there_as_wide_as_before(filled, tmp_path):
    window = filled.window
    window._splitter.setSizes([300, 500, 480])
    before = window._splitter.sizes()
    window.resize(SMALL)
    window.show_knowledge_bases()
    window._remember_places()
    assert QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat).value("splitter") is None
    window.resize(1280, 800)
    assert there(filled) == {"knowledge_bases", "documents", "passages"}
    assert not window.panes.documents.bases_button.isVisible()
    assert window.panes.documents.add_button.text() == "Add files…"
    assert abs(window._splitter.sizes()[0] - before[0]) < 60
