"""Narrowing a search: chosen in menus and dialogs, shown as chips, taken away by a click or a key."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from PySide6.QtCore import QDate, Qt
from PySide6.QtWidgets import QDialogButtonBox

from kbdesk.library.search.types import Filters, Request, Results
from kbdesk.library.types import DocumentInfo, Facts, Hit
from kbdesk.ui.models.filters import chips_of
from kbdesk.ui.panes.search import SearchPane
from kbdesk.ui.presenters.filters import FiltersPresenter
from kbdesk.ui.tasks import TaskScope
from kbdesk.ui.theme import Theme

LEFT = Qt.MouseButton.LeftButton
OK = QDialogButtonBox.StandardButton.Ok

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support (raise|grabbing)", extend=True)  # menus


@pytest.fixture
def documents(library: Any, make_document: Callable[..., DocumentInfo]) -> list[DocumentInfo]:
    facts = Facts(tags=("HR",))
    return [
        library.put(make_document("rules/leave.pdf", facts=facts), ["Leave is 30 days."]),
        library.put(make_document("rules/old/leave.md", kind="Markdown"), ["Leave was 25 days."]),
        library.put(make_document("menu.md", kind="Markdown"), ["Leave room for dessert."]),
    ]


@pytest.fixture
def filters(pane: SearchPane, library: Any, scope: TaskScope, theme: Theme) -> FiltersPresenter:
    return FiltersPresenter(pane, library, scope, theme=theme)


@pytest.fixture
def open_menu(pane: SearchPane, filters: FiltersPresenter, wait: Any, qtbot: Any) -> Callable[[], Any]:
    async def click() -> Any:
        qtbot.mouseClick(pane.form.filters.button, LEFT)
        await wait.until(pane.form.filters.button.popup.isVisible)
        return pane.form.filters.button.popup

    return click


def submenu(menu: Any, name: str) -> Any:
    [found] = [action.menu() for action in menu.actions() if action.text() == name]
    return found


def chips(pane: SearchPane) -> list[str]:
    return [chip.words for chip in pane.form.filters.row.chips]


@pytest.mark.usefixtures("documents")
async def test_a_value_ticked_in_the_menu_narrows_the_search(
    pane: SearchPane, open_menu: Any, type_text: Callable[..., None], qtbot: Any
) -> None:
    asked: list[Request] = []
    pane.form.changed.connect(asked.append)
    type_text(pane.form.field, "leave")
    menu = submenu(await open_menu(), "Kind")
    menu.popup(pane.mapToGlobal(pane.rect().center()))
    assert [action.text() for action in menu.actions()] == ["Markdown (2)", "PDF (1)"]
    for row in (0, 1):
        qtbot.mouseClick(menu, LEFT, pos=menu.actionGeometry(menu.actions()[row]).center())
    assert menu.isVisible(), "several can be ticked"
    assert [request.filters.kinds for request in asked] == [("Markdown",), ("Markdown", "PDF")]
    assert chips(pane) == ["Kind: Markdown", "Kind: PDF"]


@pytest.mark.usefixtures("documents")
async def test_what_is_chosen_has_a_tick_the_next_time(pane: SearchPane, open_menu: Any) -> None:
    pane.form.filters.narrow(Filters(tags=("HR",), languages=("en",)))
    menu = await open_menu()
    assert [action.isChecked() for action in submenu(menu, "Tag").actions()] == [True]
    submenu(menu, "Tag").actions()[0].trigger()
    assert chips(pane) == ["Language: English"]


async def test_what_no_document_has_cannot_be_chosen(pane: SearchPane, open_menu: Any) -> None:
    menu = await open_menu()
    assert not submenu(menu, "Tag").isEnabled()


async def test_many_values_are_found_by_typing(
    pane: SearchPane,
    open_menu: Any,
    filters: FiltersPresenter,
    library: Any,
    make_document: Callable[..., DocumentInfo],
    qtbot: Any,
) -> None:
    for number in range(20):
        library.put(make_document(f"folder {number:02}/a.md"))
    menu = submenu(await open_menu(), "Folder")
    assert len([action for action in menu.actions() if action.isCheckable()]) == 12
    menu.actions()[-1].trigger()
    dialog = filters.dialog
    qtbot.keyClicks(dialog.field, "19")
    assert dialog.list.count() == 1
    tick(dialog, 0, qtbot)
    dialog.field.clear()
    assert dialog.list.count() == 20
    assert dialog.list.item(19).checkState() == Qt.CheckState.Checked, "what was ticked stays so"
    qtbot.mouseClick(dialog.buttons.button(OK), LEFT)
    assert chips(pane) == ["Folder: folder 19"]
    assert filters.dialog is None


def tick(dialog: Any, row: int, qtbot: Any) -> None:
    dialog.list.setFocus()
    dialog.list.setCurrentRow(row)
    qtbot.keyClick(dialog.list, Qt.Key.Key_Space)


async def test_documents_are_found_by_typing_and_named_on_their_chips(
    pane: SearchPane, open_menu: Any, filters: FiltersPresenter, documents: list[DocumentInfo], wait: Any, qtbot: Any
) -> None:
    (await open_menu()).actions()[0].trigger()
    dialog = filters.dialog
    await wait.until(lambda: dialog.list.count() == 3)
    qtbot.keyClicks(dialog.field, "menu")
    await wait.until(lambda: dialog.list.count() == 1)
    tick(dialog, 0, qtbot)
    qtbot.mouseClick(dialog.buttons.button(OK), LEFT)
    assert pane.form.request.filters == Filters(document_ids=(documents[2].id,))
    assert chips(pane) == ["Document: menu.md"]


async def test_days_are_chosen_each_with_its_box(
    pane: SearchPane, open_menu: Any, filters: FiltersPresenter, qtbot: Any
) -> None:
    (await open_menu()).actions()[-1].trigger()
    dialog = filters.dialog
    assert not dialog.first_edit.isEnabled()
    qtbot.keyClick(dialog.first_box, Qt.Key.Key_Space)
    dialog.first_edit.setDate(QDate(2026, 1, 31))
    qtbot.mouseClick(dialog.buttons.button(OK), LEFT)
    assert pane.form.request.filters == Filters(added_from=date(2026, 1, 31))
    assert chips(pane)[0].startswith("Added from ")


def test_chips_are_taken_away_by_click_and_key(pane: SearchPane, qtbot: Any) -> None:
    pane.form.filters.narrow(Filters(kinds=("PDF", "Word"), tags=("HR",), added_to=date(2026, 1, 31)))
    assert pane.form.filters.row.isVisible()
    qtbot.mouseClick(pane.form.filters.row.chips[1], LEFT)
    assert pane.form.request.filters == Filters(kinds=("Word",), tags=("HR",), added_to=date(2026, 1, 31))
    pane.activateWindow()
    pane.form.filters.row.chips[0].setFocus()
    qtbot.keyClick(pane.form.filters.row.chips[0], Qt.Key.Key_Delete)
    assert pane.form.filters.row.chips[0].hasFocus(), "the next one has the focus"
    qtbot.keyClick(pane.form.filters.row.chips[0], Qt.Key.Key_Backspace)
    assert pane.form.request.filters == Filters(added_to=date(2026, 1, 31))
    assert not pane.form.filters.row.clear_button.isVisible()
    qtbot.keyClick(pane.form.filters.row.chips[0], Qt.Key.Key_Delete)
    assert not pane.form.filters.row.isVisible()


def test_all_are_cleared_at_once(pane: SearchPane, qtbot: Any) -> None:
    pane.form.filters.narrow(Filters(kinds=("PDF",), tags=("HR",)))
    qtbot.mouseClick(pane.form.filters.row.clear_button, LEFT)
    assert (pane.form.request.filters, chips(pane)) == (Filters(), [])


def test_only_the_document_of_a_hit_is_searched(
    pane: SearchPane, make_hit: Callable[..., Hit], type_text: Callable[..., None]
) -> None:
    hit = make_hit("Ride.")
    type_text(pane.form.field, "ride")
    pane.show_results(pane.form.request, Results([hit], answered=1))
    pane.list.enter()
    pane.acts.only.trigger()
    assert chips(pane) == ["Document: travel.pdf"]
    assert pane.form.request.filters.document_ids == (hit.document.id,)


def test_filters_are_among_what_to_change_when_nothing_was_found(pane: SearchPane) -> None:
    pane.form.filters.narrow(Filters(kinds=("PDF",)))
    pane.show_results(pane.form.request, Results(answered=1))
    assert "Remove filters" in pane.state_page.body


def test_each_chip_leaves_the_rest() -> None:
    filters = Filters(("d1",), ("rules",), ("HR",), ("PDF",), ("zh",), date(2026, 1, 1), date(2026, 2, 1))
    found = chips_of(filters, {"d1": "rules/leave.pdf"})
    assert [chip.words for chip in found][:5] == [
        "Document: leave.pdf",
        "Folder: rules",
        "Tag: HR",
        "Kind: PDF",
        "Language: Chinese",
    ]
    assert found[0].rest == replace(filters, document_ids=())
    assert found[-1].rest == replace(filters, added_to=None)


def test_long_words_of_a_chip_are_cut_in_the_middle(pane: SearchPane) -> None:
    pane.form.filters.narrow(
        Filters(folders=("a very long folder name that goes on and on/and has others in it/and more",))
    )
    [chip] = pane.form.filters.row.chips
    assert "…" in chip.text()
    assert chip.words in chip.accessibleName()
    assert pane.form.filters.row.width() >= chip.width()
