"""What can be done with a hit: by the menu, the bar below the list, and keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton

from kbdesk.library.search.types import Request, Results
from kbdesk.library.types import DocumentInfo, Hit, Why
from kbdesk.ui.panes.search import SearchPane
from kbdesk.ui.widgets.buttons import plain_label

MakeHit = Callable[..., Hit]
LEFT = Qt.MouseButton.LeftButton
CONTROL = Qt.KeyboardModifier.ControlModifier

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support (raise|grabbing)", extend=True)  # menus


@pytest.fixture
def hit(make_hit: MakeHit) -> Hit:
    return make_hit("Ride the train.", place="page 3", why=Why(query="how do I travel", language="en"))


@pytest.fixture
async def shown(pane: SearchPane, hit: Hit, make_hit: MakeHit) -> SearchPane:
    """Two hits of two documents, the first one chosen."""
    request = Request(("how do I travel",), ("kb0",))
    pane.show_results(request, Results([hit, make_hit("Walk.", name="other.md", index=1)], answered=1))
    pane.activateWindow()
    pane.list.enter()
    return pane


@pytest.fixture
def pick(shown: SearchPane, qtbot: Any) -> Callable[[str], None]:
    """Open the menu of the chosen hit and click an item."""

    def click(words: str) -> None:
        place = shown.list.visualRect(shown.list.currentIndex()).center()
        shown.list.customContextMenuRequested.emit(place)
        menu = shown.acts.menu
        assert menu.isVisible()
        [action] = [each for each in menu.actions() if plain_label(each.text()) == words]
        qtbot.mouseClick(menu, LEFT, pos=menu.actionGeometry(action).center())

    return click


@pytest.fixture
def heard() -> list[tuple[Any, ...]]:
    return []


def test_the_text_alone_is_copied_too(shown: SearchPane, pick: Callable[[str], None]) -> None:
    pick("Copy text")
    assert QGuiApplication.clipboard().text() == "Ride the train."
    pick("Copy with citation")
    assert QGuiApplication.clipboard().text() == "Ride the train. (travel.pdf, page 3)"


def test_the_menu_says_what_it_wants_done(
    shown: SearchPane, pick: Callable[[str], None], hit: Hit, heard: list[tuple[Any, ...]]
) -> None:
    acts = shown.acts
    for signal in (acts.page_requested, acts.program_requested, acts.off_requested, shown.hit_activated):
        signal.connect(lambda *given: heard.append(given))
    for words in (
        "Show the page as it looks",
        "Open in its own program",
        "Turn this passage off",
        "Open among its neighbours",
    ):
        pick(words)
    assert heard == [(hit,)] * 4


def test_a_hit_becomes_a_check_question_and_a_missed_passage_is_told(
    shown: SearchPane, pick: Callable[[str], None], hit: Hit, heard: list[tuple[Any, ...]]
) -> None:
    shown.check_question_requested.connect(lambda *given: heard.append(given))
    shown.expected_requested.connect(lambda *given: heard.append(given))
    pick("Save as check question")
    pick("I expected another passage")
    assert heard == [(hit, "how do I travel"), (Request(("how do I travel",), ("kb0",)),)]


def test_the_bar_is_there_while_a_hit_is_chosen(
    shown: SearchPane, hit: Hit, heard: list[tuple[Any, ...]], qtbot: Any
) -> None:
    assert shown.bar.isVisible()
    shown.acts.page_requested.connect(lambda *given: heard.append(given))
    qtbot.mouseClick(shown.bar.page_button, LEFT)
    qtbot.mouseClick(shown.bar.copy_button, LEFT)
    assert heard == [(hit,)]
    assert QGuiApplication.clipboard().text().startswith("Ride the train.")
    qtbot.mouseClick(shown.bar.more_button, LEFT)
    assert shown.acts.menu.isVisible()
    shown.acts.menu.close()
    shown.show_start()
    assert not shown.bar.isVisible()


def test_every_button_of_the_bar_has_a_name(shown: SearchPane) -> None:
    assert all(each.accessibleName() or each.text() for each in shown.bar.findChildren(QAbstractButton))


def test_the_page_of_a_document_without_passages_cannot_be_shown(
    pane: SearchPane, make_hit: MakeHit, make_document: Callable[..., DocumentInfo]
) -> None:
    hit = make_hit("Ride.")
    hit = Hit(1, 0.5, "meaning", make_document(passage_count=0), hit.chunk, hit.place, ())
    pane.show_results(Request(("train",)), Results([hit], answered=1))
    pane.list.enter()
    assert not pane.acts.page.isEnabled()
    assert not pane.acts.question.isEnabled()


@pytest.mark.parametrize(
    ("key", "modifier"), [(Qt.Key.Key_I, CONTROL), (Qt.Key.Key_Return, CONTROL), (Qt.Key.Key_D, CONTROL)]
)
def test_the_keys_of_the_menu_work_in_the_list(
    shown: SearchPane, key: Qt.Key, modifier: Qt.KeyboardModifier, heard: list[tuple[Any, ...]], qtbot: Any
) -> None:
    acts = shown.acts
    for signal in (acts.why_requested, acts.page_requested, acts.off_requested):
        signal.connect(lambda *given: heard.append(given))
    qtbot.keyClick(shown.list, key, modifier)
    assert len(heard) == 1


def test_why_a_hit_was_found_is_said_below_the_list(shown: SearchPane, qtbot: Any) -> None:
    assert not shown.why.isVisible()
    qtbot.mouseClick(shown.bar.why_button, LEFT)
    assert "Its score is 0.80." in shown.why.text
    qtbot.keyClick(shown.list, Qt.Key.Key_Down)
    assert shown.list.current_hit.chunk.text == "Walk."
    assert shown.why.isVisible()
    shown.show_results(Request(("x",)), Results(shown.list.hits.hits[:1], answered=1))
    assert shown.why.text == "Choose a hit in the list."
    qtbot.mouseClick(shown.why.close_button, LEFT)
    assert not shown.why.isVisible()
    assert not shown.bar.why_button.isChecked()


def test_where_nothing_was_found_there_is_nothing_to_say_why(shown: SearchPane, qtbot: Any) -> None:
    qtbot.mouseClick(shown.bar.why_button, LEFT)
    shown.show_results(Request(("x",)), Results(answered=1))
    assert not shown.why.isVisible()


def test_hits_are_grouped_by_a_button_and_folded_by_keys(shown: SearchPane, hit: Hit, qtbot: Any) -> None:
    qtbot.mouseClick(shown.group_button, LEFT)
    assert shown.is_grouped
    assert shown.list.current_hit == hit, "what was chosen stays so"
    assert shown.list.hits.rowCount() == 4
    shown.list.setFocus()
    qtbot.keyClick(shown.list, Qt.Key.Key_Up)
    qtbot.keyClick(shown.list, Qt.Key.Key_Left)
    assert shown.list.hits.rowCount() == 3
    qtbot.keyClick(shown.list, Qt.Key.Key_Right)
    qtbot.keyClick(shown.list, Qt.Key.Key_Return)
    assert shown.list.hits.rowCount() == 3
    qtbot.keyClick(shown.list, Qt.Key.Key_Up)
    assert shown.form.field.hasFocus()


def test_a_click_on_a_name_folds_its_hits(shown: SearchPane, qtbot: Any) -> None:
    shown.set_grouped(True)
    row = shown.list.visualRect(shown.list.hits.index(0)).center()
    qtbot.mouseClick(shown.list.viewport(), LEFT, pos=row)
    assert shown.list.hits.rowCount() == 3
    assert not shown.bar.isVisible(), "a name is no hit"
