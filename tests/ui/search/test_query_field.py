"""The field for questions: one line, or a few."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from kbdesk.ui.theme import Theme
from kbdesk.ui.widgets.query_field import QueryField

LEFT = Qt.MouseButton.LeftButton
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
async def field(theme: Theme, qtbot: Any) -> QueryField:
    field = QueryField(theme)
    qtbot.addWidget(field)
    field.resize(300, 28)
    field.show()
    return field


def test_shift_and_enter_begins_another_query_and_enter_searches(field: QueryField, qtbot: Any) -> None:
    searched: list[tuple[str, ...]] = []
    field.submitted.connect(lambda: searched.append(field.queries))
    low = field.height()
    qtbot.keyClicks(field, "first aid")
    qtbot.keyClick(field, Qt.Key.Key_Return, SHIFT)
    qtbot.keyClicks(field, " parking ")
    assert field.height() > low
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert searched == [("first aid", "parking")]


def test_pasted_lines_are_queries_and_the_field_grows_to_four_of_them(field: QueryField, qtbot: Any) -> None:
    QGuiApplication.clipboard().setText("one\n\ntwo\nthree\nfour")
    qtbot.keyClick(field, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert field.queries == ("one", "two", "three", "four")
    four_lines = field.height()
    field.setText("\n".join("abcdefghij"))
    assert field.height() == four_lines


def test_a_long_question_wraps(field: QueryField, qtbot: Any) -> None:
    low = field.height()
    qtbot.keyClicks(field, "How many days of leave do I have in my first year, and what about the second one?")
    assert field.height() > low
    assert len(field.queries) == 1


def test_what_the_program_writes_is_not_typed(field: QueryField, type_text: Callable[..., None]) -> None:
    edits: list[str] = []
    field.edited.connect(lambda: edits.append(field.text()))
    field.setText("train")
    assert edits == []
    type_text(field, "s")
    assert edits == ["trains"]


def test_the_field_is_cleared_by_its_button(field: QueryField, qtbot: Any) -> None:
    assert not field.clear_button.isVisible()
    qtbot.keyClicks(field, "train")
    qtbot.mouseClick(field.clear_button, LEFT)
    assert field.text() == ""
    assert not field.clear_button.isVisible()


def test_down_goes_through_the_lines_before_it_leaves(field: QueryField, qtbot: Any) -> None:
    left: list[bool] = []
    field.left_downwards.connect(lambda: left.append(True))
    field.setText("one\ntwo")
    qtbot.keyClick(field, Qt.Key.Key_Up)
    qtbot.keyClick(field, Qt.Key.Key_Down)
    assert left == []
    qtbot.keyClick(field, Qt.Key.Key_Down)
    assert left == [True]


def test_earlier_searches_are_wanted_from_the_empty_field(field: QueryField, qtbot: Any) -> None:
    wanted: list[bool] = []
    field.history_requested.connect(lambda: wanted.append(True))
    qtbot.keyClick(field, Qt.Key.Key_Down)
    qtbot.mouseClick(field.history_button, LEFT)
    assert wanted == [True, True]


def test_tab_leaves_the_field(field: QueryField, qtbot: Any) -> None:
    qtbot.keyClick(field, Qt.Key.Key_Tab)
    assert field.text() == ""
