"""Columns of the list: as many as find room, those that a person chose in any case, remembered."""

from datetime import timedelta

import pytest
from PySide6.QtCore import QLocale, QPoint, QSettings, Qt

from kbdesk.library.facts.days import today
from kbdesk.library.listing import Remark
from kbdesk.library.types import Facts
from kbdesk.ui.models.documents import Column
from kbdesk.ui.models.fact_words import day_words


@pytest.fixture
def table(desk, library, make_document):
    return desk.window.panes.documents.table


@pytest.fixture
def full(desk, library, make_document, idle):
    """Show a list: an empty knowledge base shows no table."""

    async def fill():
        library.put(make_document("a.md"))
        desk.presenters.documents.refresh()
        await idle(desk)

    return fill


def shown(table):
    return {column for column in Column if not table.isColumnHidden(column)}


def tick(table, words):
    [action] = [each for each in table.horizontalHeader().actions() if each.text() == words]
    action.trigger()
    return action


async def test_a_wide_window_shows_all_and_a_narrow_one_what_matters(desk, table, full):
    await full()
    desk.window.resize(2600, 800)
    assert shown(table) == set(Column)
    desk.window.resize(1280, 800)
    assert {Column.NAME, Column.STATE, Column.PASSAGES} <= shown(table)
    assert shown(table).isdisjoint({Column.TAGS, Column.OWNER})


async def test_a_column_that_was_chosen_is_there_however_narrow_the_window_is(desk, table, full):
    await full()
    assert tick(table, "Tags").isChecked()
    assert Column.TAGS in shown(table)
    desk.window.resize(1000, 700)
    assert Column.TAGS in shown(table)
    for words in ("Kind", "Size", "Added", "Owner", "Review by"):
        tick(table, words)
    assert shown(table) == set(Column)
    assert table.horizontalScrollBar().maximum() > 0
    assert table.columnWidth(Column.NAME) > 100


async def test_a_column_that_was_hidden_stays_so_until_all_is_left_to_the_room(desk, table, full):
    await full()
    desk.window.resize(2600, 800)
    tick(table, "State")
    assert Column.STATE not in shown(table)
    desk.window.resize(2500, 800)
    assert Column.STATE not in shown(table)
    tick(table, "As many as find &room")
    assert shown(table) == set(Column)


async def test_what_was_chosen_is_remembered(desk, table, full, tmp_path):
    await full()
    tick(table, "Owner")
    desk.window._remember_places()
    kept = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat).value("shown_columns")
    table.columns.restore("{}")
    assert Column.OWNER not in shown(table)
    table.columns.restore(kept)
    assert Column.OWNER in shown(table)


async def test_the_list_of_what_is_due_shows_the_day_also_where_that_column_was_hidden(
    desk, table, library, make_document, idle
):
    day = today() - timedelta(days=3)
    library.put(make_document("late.md", facts=Facts(review_by=day)))
    desk.presenters.documents.refresh()
    desk.window.resize(2600, 800)
    await idle(desk)
    tick(table, "Review by")
    assert Column.REVIEW not in shown(table)
    desk.window.panes.documents.show_only(Remark.DUE)
    await idle(desk)
    assert Column.REVIEW in shown(table)
    assert table.model().index(0, Column.REVIEW).data() == f"Due since {day_words(day, QLocale())}"
    tick(table, "Review by")
    assert Column.REVIEW not in shown(table), "who hides it now does not want it"
    tick(table, "Review by")
    tick(table, "Review by")
    desk.window.panes.documents.show_only(Remark.FAILED)
    assert Column.REVIEW not in shown(table)


async def test_the_view_menu_has_the_columns_for_those_who_use_the_keyboard(desk, table):
    [view] = [each.menu() for each in desk.window.menuBar().actions() if each.text() == "&View"]
    [columns] = [each.menu() for each in view.actions() if each.text() == "&Columns"]
    assert columns.actions() == table.horizontalHeader().actions()
    assert columns.actions()[0].text() == "Kind"


async def test_the_header_sorts_by_what_people_say(desk, table, full, qtbot, idle):
    await full()
    tick(table, "Owner")
    header = table.horizontalHeader()
    table.horizontalScrollBar().setValue(table.horizontalScrollBar().maximum())
    middle = header.sectionViewportPosition(Column.OWNER) + header.sectionSize(Column.OWNER) // 2
    point = QPoint(middle, header.height() // 2)
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=point)
    await idle(desk)
    assert header.sortIndicatorSection() == Column.OWNER
