"""“I expected this passage” in the window, over a real library."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt

from kbdesk.library.library import Library
from kbdesk.library.search.types import Filters, Request
from kbdesk.paths import DataFolder
from kbdesk.ui.desk import Desk
from kbdesk.ui.errors import ErrorReporter
from kbdesk.ui.presenters.window import Surroundings

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
async def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("KBDESK_MODEL_FILE", "/nowhere/weights.bin")
    async with await Library.open(DataFolder(tmp_path / "data")) as opened:
        yield opened


@pytest.fixture
async def desk(library, theme, handbook, tmp_path, idle):
    [base] = await library.knowledge_bases()
    await library.add(base.id, [handbook])
    desk = Desk(library, theme, ErrorReporter(), Surroundings(tmp_path, Any, tmp_path, lambda _: True))
    desk.window.show()
    desk.start()
    await idle(desk)
    yield desk
    await desk.scope.aclose()
    desk.window.close_now()


@pytest.fixture
def expect(desk, idle, qtbot):
    """Open the dialog for a search, and choose a document in it."""

    async def expect(request: Request, name: str):
        desk.presenters.expected.open(request, desk.window)
        dialog = desk.presenters.expected.dialog
        field = dialog.document_field
        qtbot.keyClicks(field.lineEdit(), name)
        await idle(desk)
        row = [field.itemText(each) for each in range(field.count())].index(name)
        field.setCurrentIndex(row)
        field.activated.emit(row)
        await idle(desk)
        return dialog

    return expect


async def test_it_asks_for_the_document_first(desk, idle):
    desk.presenters.expected.open(Request(("days of leave",)), desk.window)
    await idle(desk)
    dialog = desk.presenters.expected.dialog
    assert dialog.heading.text() == "You searched for “days of leave”."
    assert dialog.reason_label.text() == "Choose the document in which the answer stands."
    assert not dialog.act_button.isVisible()


async def test_what_is_found_is_opened(expect, desk, idle, qtbot):
    dialog = await expect(Request(("leave",)), "leave.md")
    qtbot.mouseClick(dialog.act_button, LEFT)
    await idle(desk)
    assert desk.presenters.passages.document.name == "leave.md"
    assert desk.window.panes.passages.isVisible()


async def test_a_filter_that_leaves_it_out_can_be_removed(expect, desk, idle, qtbot):
    dialog = await expect(Request(("leave",), filters=Filters(tags=("law",))), "leave.md")
    assert dialog.reason_label.text() == "The filter by tag leaves it out."
    assert dialog.step_label.text() == "Remove the filter."
    assert dialog.act_button.text() == "Search without &filters"
    qtbot.mouseClick(dialog.act_button, LEFT)
    await idle(desk)
    assert desk.presenters.expected.dialog is None
    assert "leave.md" in [hit.document.name for hit in desk.window.panes.search.list.hits.hits]


async def test_a_passage_that_is_turned_off_is_turned_on(expect, desk, idle, qtbot, library):
    [base] = await library.knowledge_bases()
    leave = next(each for each in await library.documents(base.id) if each.name == "leave.md")
    await library.curation.turn_off(leave.id, [0])
    dialog = await expect(Request(("leave",)), "leave.md")
    dialog.passages.setCurrentRow(1)
    await idle(desk)
    assert dialog.reason_label.text() == "The passage is turned off."
    qtbot.mouseClick(dialog.act_button, LEFT)
    await idle(desk)
    assert [hit.document.name for hit in await library.search(["leave"], top_k=1)] == ["leave.md"]
    assert dialog.reason_label.text() != "The passage is turned off."


async def test_a_document_in_the_trash_is_offered_too(expect, desk, idle, library, qtbot):
    [base] = await library.knowledge_bases()
    leave = next(each for each in await library.documents(base.id) if each.name == "leave.md")
    await library.delete_documents([leave.id])
    dialog = await expect(Request(("leave",)), "leave.md")
    assert dialog.act_button.text() == "&Restore it"
    qtbot.mouseClick(dialog.act_button, LEFT)
    await idle(desk)
    assert (await library.document(leave.id)).id == leave.id
    assert dialog.act_button.text() != "&Restore it"


async def test_a_passage_is_chosen_by_its_words(expect, desk, idle, qtbot):
    dialog = await expect(Request(("leave",)), "leave.md")
    assert dialog.passages.currentItem().text() == "Any passage of this document"
    qtbot.keyClicks(dialog.filter_line, "nothing has these words")
    assert all(dialog.passages.item(row).isHidden() for row in range(1, dialog.passages.count()))
    dialog.filter_line.clear()
    dialog.passages.setCurrentRow(1)
    await idle(desk)
    assert dialog.reason_label.text()
