"""How check questions stand is seen beside the knowledge base."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import QPoint
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QStyleOptionViewItem

from kbdesk.library.library import Library
from kbdesk.ui.desk import Desk

from ..test_accessibility import unnamed  # noqa: TID252  # the tests are no package that could be named
from .conftest import LEFT, Idle, Open, lamp, spoken


async def test_without_check_questions_there_is_no_lamp_and_the_list_says_what_they_are(
    desk: Desk, open_questions: Open
) -> None:
    assert lamp(desk) is None
    dialog = await open_questions()
    assert dialog.empty_page.isVisible()
    assert dialog.empty_page.title == "There are no check questions yet"
    assert not dialog.run_button.isEnabled()
    assert dialog.note_label.text() == (
        "They are asked by themselves after every change of documents, model or settings, on this computer."
    )
    assert unnamed(dialog) == []


async def test_the_lamp_says_in_words_and_by_its_sign_how_they_stand(
    desk: Desk, library: Library, asked: None, settled: Any, handbook: Path, kb_id: str
) -> None:
    assert (lamp(desk).icon, lamp(desk).color, lamp(desk).words) == ("circle-check", "success", "Check questions: 2/2")
    assert spoken(desk).endswith("2 of 2 check questions are right.")
    view = desk.window.panes.knowledge_bases.view
    assert "2 of 2" in QAccessible.queryAccessibleInterface(view).child(0).text(QAccessible.Text.Name)
    (handbook / "travel.md").write_text("Nothing is said here.")
    await library.add(kb_id, [handbook / "travel.md"])
    await settled()
    assert (lamp(desk).icon, lamp(desk).color, lamp(desk).words) == ("circle-x", "error", "Check questions: 0/2")


async def test_a_deletion_is_seen_at_the_lamp_and_its_undo_too(
    desk: Desk, library: Library, kb_id: str, asked: None, settled: Any, idle: Idle, qtbot: Any
) -> None:
    [travel] = [each for each in await library.documents(kb_id) if each.name == "travel.md"]
    desk.window.panes.documents.table.select_document(travel.id)
    desk.window.panes.documents.delete_action.trigger()
    await idle(desk)
    await settled()
    assert (lamp(desk).icon, lamp(desk).words) == ("triangle-alert", "Check questions: 0/2")
    qtbot.mouseClick(desk.window.undo_bar.undo_button, LEFT)
    await idle(desk)
    await settled()
    assert (lamp(desk).icon, lamp(desk).words) == ("circle-check", "Check questions: 2/2")


async def test_a_click_on_the_lamp_opens_the_list(desk: Desk, asked: None, idle: Idle, qtbot: Any) -> None:
    view = desk.window.panes.knowledge_bases.view
    index = view.model().index(0, 0)
    option = QStyleOptionViewItem()
    view.itemDelegate().initStyleOption(option, index)
    option.rect = view.visualRect(index)
    area = view.itemDelegate().lamp_area(option)
    assert option.rect.contains(area)
    qtbot.mouseClick(view.viewport(), LEFT, pos=option.rect.topLeft() + QPoint(20, 10))
    assert desk.presenters.questions.dialog is None
    qtbot.mouseClick(view.viewport(), LEFT, pos=area.center())
    await idle(desk)
    assert desk.presenters.questions.dialog is not None
