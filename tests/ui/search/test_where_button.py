"""Which knowledge bases are searched: one, several, all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction

from kbdesk.library.search.types import Request, Results
from kbdesk.library.types import Hit, KnowledgeBaseInfo
from kbdesk.ui.panes.search import SearchPane

LEFT = Qt.MouseButton.LeftButton
Bases = list[KnowledgeBaseInfo]

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support (raise|grabbing)", extend=True)  # menus


@pytest.fixture
def tick(pane: SearchPane, qtbot: Any) -> Callable[[str], None]:
    """Open the menu and click a box in it; the menu stays open."""

    def click(words: str) -> None:
        if not pane.form.where.popup.isVisible():
            qtbot.mouseClick(pane.form.where, LEFT)
        [action] = [each for each in pane.form.where.popup.actions() if each.text() == words]
        qtbot.mouseClick(pane.form.where.popup, LEFT, pos=pane.form.where.popup.actionGeometry(action).center())
        assert pane.form.where.popup.isVisible()

    return click


def ticked(pane: SearchPane) -> list[str]:
    actions: list[QAction] = pane.form.where.popup.actions()
    return [action.text() for action in actions if action.isChecked()]


def test_the_open_knowledge_base_is_searched(pane: SearchPane, bases: Bases) -> None:
    assert (pane.form.request.kb_ids, pane.form.where.text()) == (("kb0",), "Team handbook")
    pane.form.where.show_knowledge_bases(bases, bases[2])
    assert (pane.form.request.kb_ids, ticked(pane)) == (("kb2",), ["Minutes"])


def test_several_are_ticked_one_after_the_other(pane: SearchPane, bases: Bases, tick: Callable[[str], None]) -> None:
    tick("Minutes")
    tick("Contracts")
    tick("Team handbook")
    assert pane.form.request.kb_ids == ("kb1", "kb2")
    assert pane.form.where.text() == "2 knowledge bases"
    pane.form.where.show_knowledge_bases(bases, bases[1])
    assert pane.form.request.kb_ids == ("kb1", "kb2"), "what a person chose stays when another one is opened"


def test_all_are_searched_and_then_the_open_one_again(
    pane: SearchPane, bases: Bases, tick: Callable[[str], None]
) -> None:
    tick("All knowledge bases")
    assert (pane.form.request.kb_ids, ticked(pane)) == (None, ["All knowledge bases"])
    pane.form.where.show_knowledge_bases(bases, bases[1])
    assert pane.form.request.kb_ids is None
    tick("All knowledge bases")
    assert pane.form.request.kb_ids == ("kb1",)


def test_the_last_one_cannot_be_taken_away(pane: SearchPane, tick: Callable[[str], None]) -> None:
    tick("Team handbook")
    assert (pane.form.request.kb_ids, ticked(pane)) == (("kb0",), ["Team handbook"])


def test_boxes_are_ticked_with_the_keyboard(pane: SearchPane, qtbot: Any) -> None:
    pane.form.where.setFocus()
    qtbot.keyClick(pane.form.where, Qt.Key.Key_Down)
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Space):
        qtbot.keyClick(pane.form.where.popup, key)
    assert pane.form.where.popup.isVisible()
    assert pane.form.request.kb_ids == ("kb0", "kb1")
    qtbot.keyClick(pane.form.where.popup, Qt.Key.Key_Escape)
    assert not pane.form.where.popup.isVisible()


def test_a_letter_of_a_name_is_no_key_of_the_window(pane: SearchPane, make_base: Any) -> None:
    base = make_base(0, "R&D")
    pane.form.where.show_knowledge_bases([base], base)
    assert pane.form.where.shortcut().isEmpty()
    assert pane.form.where.toolTip() == "R&D"


def test_one_that_is_gone_is_searched_no_longer(pane: SearchPane, bases: Bases, tick: Callable[[str], None]) -> None:
    tick("Minutes")
    pane.form.where.show_knowledge_bases(bases[:1], bases[0])
    assert pane.form.request.kb_ids == ("kb0",)
    pane.form.where.show_knowledge_bases([], None)
    assert (pane.form.request.kb_ids, pane.form.where.text()) == (None, "All knowledge bases")


def test_another_place_is_searched_anew(
    pane: SearchPane, bases: Bases, tick: Callable[[str], None], type_text: Callable[..., None]
) -> None:
    asked: list[Request] = []
    pane.form.changed.connect(asked.append)
    tick("Minutes")
    assert asked == []
    type_text(pane.form.field, "train")
    tick("Contracts")
    pane.form.where.show_knowledge_bases(bases, bases[0])
    assert [request.kb_ids for request in asked] == [("kb0", "kb1", "kb2")]


def test_hits_of_several_say_in_which_they_are(
    pane: SearchPane, tick: Callable[[str], None], make_hit: Callable[..., Hit]
) -> None:
    hit = make_hit("Ride.", place="page 12")
    pane.show_results(pane.form.request, Results([hit], answered=1))
    assert pane.list.hits.place_of(hit) == "page 12"
    tick("All knowledge bases")
    everywhere = pane.form.request
    tick("All knowledge bases")  # only the open one, while the search goes on
    pane.show_results(everywhere, Results([hit], answered=1))
    assert pane.list.hits.place_of(hit) == "Team handbook · page 12"
