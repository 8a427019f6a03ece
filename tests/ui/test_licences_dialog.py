"""Help > Licences: all parts in a list, the licence of the chosen one beside it."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox

from kbdesk.licences import collected, parts

from .test_accessibility import idle, tab_stops, unnamed

LEFT = Qt.MouseButton.LeftButton


def choose(desk):
    [menu] = [action.menu() for action in desk.window.menuBar().actions() if action.text() == "&Help"]
    [action] = [action for action in menu.actions() if action.text() == "L&icences…"]
    action.trigger()
    return desk.presenters.licences.dialog


@pytest.fixture
def opened(desk, monkeypatch):
    """The addresses that are opened in the browser."""
    pages = []
    monkeypatch.setattr(desk.presenters.licences, "_open_url", lambda url: pages.append(url.toString()) or True)
    return pages


@pytest.fixture
async def dialog(desk, opened):
    dialog = choose(desk)
    await idle(desk)
    return dialog


def go_to(dialog, name):
    [item] = dialog.list.findItems(name, Qt.MatchFlag.MatchExactly)
    dialog.list.setCurrentItem(item)


async def test_all_parts_are_listed_with_versions_and_licences_and_kbdesk_is_chosen(dialog):
    items = [dialog.list.topLevelItem(row) for row in range(dialog.list.topLevelItemCount())]
    shown = [tuple(item.text(column) for column in range(3)) for item in items]
    assert shown == [(part.name, part.version, part.licence) for part in collected()]
    assert dialog.note_label.text() == (
        "kbdesk is made of these parts. The licence of the chosen one is beside the list."
    )
    assert dialog.current.name == "kbdesk"
    assert "MIT License" in dialog.text_view.toPlainText()


async def test_arrows_go_through_the_list_and_show_the_texts_whole(dialog, qtbot):
    go_to(dialog, "Python")
    qtbot.keyClick(dialog.list, Qt.Key.Key_Up)
    qtbot.keyClick(dialog.list, Qt.Key.Key_Down)
    assert dialog.current.name == "Python"
    assert "PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2" in dialog.text_view.toPlainText()
    go_to(dialog, "Qt")
    text = dialog.text_view.toPlainText()
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in text
    assert "https://download.qt.io/official_releases/qt/" in text


async def test_the_page_of_a_part_is_opened_and_only_where_it_has_one(dialog, opened, qtbot):
    go_to(dialog, "Lucide icons")
    qtbot.mouseClick(dialog.page_button, LEFT)
    assert opened == ["https://lucide.dev/"]
    without = next(part.name for part in collected() if not part.home)
    go_to(dialog, without)
    assert not dialog.page_button.isEnabled()


async def test_every_control_has_a_name_and_is_reached_by_the_tab_key(dialog):
    go_to(dialog, "Qt")
    assert unnamed(dialog) == []
    assert {dialog.list, dialog.text_view, dialog.page_button} <= set(tab_stops(dialog))
    assert dialog.list.hasFocus()


async def test_closing_before_the_licences_are_gathered_leaves_nothing_behind(desk, opened, qtbot):
    dialog = choose(desk)
    assert dialog.note_label.text() == "The licences are being gathered…"
    qtbot.mouseClick(dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Close), LEFT)
    await idle(desk)
    assert desk.presenters.licences.dialog is None


@pytest.mark.parametrize("content", ["{", '[{"name": "Qt"}]'], ids=["damaged", "of another version"])
async def test_why_there_is_nothing_to_show_is_said_in_the_dialog(desk, opened, tmp_path, monkeypatch, content):
    (tmp_path / "licences").mkdir()
    (tmp_path / "licences" / "collected.json").write_text(content)
    monkeypatch.setattr(parts, "resources", lambda: tmp_path)
    dialog = choose(desk)
    await idle(desk)
    assert dialog.note_label.text() == (
        "The licences of the parts of kbdesk cannot be read (ValidationError). Install kbdesk again."
    )
    assert dialog.note_label.property("role") == "error"


async def test_there_is_one_dialog_at_a_time(desk, dialog):
    assert choose(desk) is dialog
