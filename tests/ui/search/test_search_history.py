"""Earlier searches and saved ones: offered below the empty field, asked again, forgotten."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox, QLabel

from kbdesk.library.search.types import Filters, Request
from kbdesk.library.types import DocumentInfo
from kbdesk.ui.panes.search import SearchPane
from kbdesk.ui.presenters.history import HistoryPresenter
from kbdesk.ui.presenters.search import SearchPresenter
from kbdesk.ui.tasks import TaskScope

LEFT = Qt.MouseButton.LeftButton
SAVE = QDialogButtonBox.StandardButton.Save

pytestmark = [
    pytest.mark.usefixtures("presenter", "handbook"),
    pytest.mark.qt_log_ignore("This plugin does not support (raise|grabbing)", extend=True),  # menus
]


@pytest.fixture
def history(pane: SearchPane, library: Any, scope: TaskScope) -> HistoryPresenter:
    return HistoryPresenter(pane, library, scope)


@pytest.fixture
def ask(pane: SearchPane, scope: TaskScope, wait: Any, qtbot: Any) -> Callable[[str], Any]:
    async def enter(words: str) -> None:
        pane.form.field.setText(words)
        qtbot.keyClick(pane.form.field, Qt.Key.Key_Return)
        await wait.until(lambda: not scope.is_busy)

    return enter


@pytest.fixture
def open_menu(pane: SearchPane, history: HistoryPresenter, wait: Any, qtbot: Any) -> Callable[[], Any]:
    async def press() -> Any:
        pane.form.field.setText("")
        qtbot.keyClick(pane.form.field, Qt.Key.Key_Down)
        await wait.until(pane.form.history.isVisible)
        return pane.form.history

    return press


def items(menu: Any) -> list[str]:
    return [action.text() for action in menu.actions() if not action.isSeparator()]


def click(menu: Any, words: str, qtbot: Any) -> None:
    [action] = [each for each in menu.actions() if each.text() == words]
    qtbot.mouseClick(menu, LEFT, pos=menu.actionGeometry(action).center())


async def test_the_last_searches_are_offered_newest_first(ask: Any, open_menu: Any) -> None:
    await ask("train")
    await ask("travel\n年假")
    await ask("train")
    assert items(await open_menu())[:2] == ["train", "travel · 年假"]


async def test_a_search_that_was_only_typed_is_remembered_when_a_hit_of_it_is_opened(
    pane: SearchPane, library: Any, type_text: Callable[..., None], scope: TaskScope, wait: Any, qtbot: Any
) -> None:
    type_text(pane.form.field, "train")
    await wait.until(lambda: not scope.is_busy)
    assert await library.searches.recent() == []
    qtbot.keyClick(pane.form.field, Qt.Key.Key_Down)
    qtbot.keyClick(pane.list, Qt.Key.Key_Return)
    await wait.until(lambda: not scope.is_busy)
    assert [request.queries for request in await library.searches.recent()] == [("train",)]


async def test_a_search_is_asked_again_as_it_was(
    pane: SearchPane, library: Any, handbook: DocumentInfo, open_menu: Any, wait: Any, qtbot: Any
) -> None:
    request = Request(("travel",), None, 7, 0.25, "words", Filters(document_ids=(handbook.id,)))
    await library.searches.note(request)
    click(await open_menu(), "travel (filtered)", qtbot)
    await wait.until(lambda: library.searching.requests)
    assert library.searching.requests == [request]
    assert pane.form.request == request
    assert pane.form.field.text() == "travel"
    assert pane.form.where.text() == "All knowledge bases"
    assert [chip.words for chip in pane.form.filters.row.chips] == ["Document: travel.pdf"]


async def test_a_document_that_is_gone_is_said_to_be_so(
    pane: SearchPane, library: Any, open_menu: Any, wait: Any, qtbot: Any
) -> None:
    await library.searches.note(Request(("travel",), ("kb0",), filters=Filters(document_ids=("gone",))))
    click(await open_menu(), "travel (filtered)", qtbot)
    await wait.until(lambda: pane.form.filters.row.chips)
    assert [chip.words for chip in pane.form.filters.row.chips] == ["Document: one that is gone"]


async def test_a_search_is_saved_under_a_name_and_listed_first(
    pane: SearchPane, ask: Any, history: HistoryPresenter, open_menu: Any, scope: TaskScope, wait: Any, qtbot: Any
) -> None:
    assert not pane.save_button.isVisible()
    await ask("train")
    await ask("travel")
    qtbot.mouseClick(pane.save_button, LEFT)
    dialog = history.dialog
    assert dialog.name == "travel"
    for label in dialog.findChildren(QLabel):
        assert label.height() >= label.heightForWidth(label.width()), "all lines are seen"
    dialog.field.clear()
    qtbot.mouseClick(dialog.buttons.button(SAVE), LEFT)
    await wait.until(dialog.problem.isVisible)
    assert "needs a name" in dialog.problem.text()
    qtbot.keyClicks(dialog.field, "How we travel")
    qtbot.mouseClick(dialog.buttons.button(SAVE), LEFT)
    await wait.until(lambda: history.dialog is None)
    assert items(await open_menu())[:3] == ["How we travel", "travel", "train"]


async def test_saved_searches_and_the_last_ones_are_forgotten(
    library: Any, ask: Any, open_menu: Any, scope: TaskScope, wait: Any, qtbot: Any
) -> None:
    await ask("travel")
    await library.searches.save("How we travel", Request(("travel",)))
    menu = await open_menu()
    [removals] = [action.menu() for action in menu.actions() if action.menu()]
    removals.actions()[0].trigger()
    click(menu, "&Forget the last searches", qtbot)
    await wait.until(lambda: not scope.is_busy)
    assert items(await open_menu()) == ["No search is remembered yet"]


async def test_a_search_that_found_nothing_is_told_to_the_gaps(library: Any, ask: Any) -> None:
    await ask("travel")
    await ask("parking")
    assert [request.queries for request in library.gaps.noted] == [("parking",)]


async def test_what_is_asked_otherwise_is_no_search_of_its_own(
    pane: SearchPane, presenter: SearchPresenter, library: Any, ask: Any, scope: TaskScope, wait: Any
) -> None:
    await ask("travel")
    pane.form.where.choose(None)
    presenter.refresh()
    await wait.until(lambda: not scope.is_busy)
    assert len(await library.searches.recent()) == 1
