"""What people say of documents, in the real window over the real library and after a restart."""

import asyncio

from PySide6.QtCore import Qt

from kbdesk.library.facts.days import months_after, today
from kbdesk.library.types import Facts
from kbdesk.ui.models.documents import Column

LEFT = Qt.MouseButton.LeftButton


async def idle(desk):
    async with asyncio.timeout(90):
        while desk.scope.is_busy or desk.work.is_going:  # noqa: ASYNC110  (tasks start others: no one event tells it)
            await asyncio.sleep(0.02)


def names(desk):
    model = desk.window.panes.documents.model
    return [model.index(row, 0).data() for row in range(model.rowCount())]


async def test_documents_are_tagged_found_by_their_tag_and_still_so_after_a_restart(
    open_desk, tmp_path, qtbot, monkeypatch
):
    monkeypatch.setenv("KBDESK_MODEL_FILE", "/nowhere/weights.bin")
    files = [tmp_path / name for name in ("leave.md", "travel.md", "visa.md")]
    for file in files:
        file.write_text(f"About {file.name}.", "utf-8")
    desk = await open_desk()
    await idle(desk)
    desk.take_paths(files)
    await idle(desk)
    pane = desk.window.panes.documents
    pane.table.columns.choose(Column.OWNER, is_shown=True)
    pane.table.select_documents([pane.model.id_at(row) for row in (1, 2)])
    await idle(desk)
    pane.facts_action.trigger()
    await idle(desk)
    dialog = desk.presenters.facts.dialog
    qtbot.keyClicks(dialog.tag_field.line, "abroad,")
    qtbot.keyClicks(dialog.owner_line, "Ann")
    box = dialog.review_field.choice
    box.setCurrentIndex(box.findText("In 1 year"))
    box.activated.emit(box.currentIndex())
    qtbot.mouseClick(dialog.save_button, LEFT)
    await idle(desk)
    pane.tag_filter.popup.actions()[1].trigger()
    await idle(desk)
    assert names(desk) == ["travel.md", "visa.md"]

    desk = await open_desk()
    await idle(desk)
    pane = desk.window.panes.documents
    assert not pane.table.isColumnHidden(Column.OWNER)
    qtbot.keyClicks(pane.filter_field, "abroad")
    await idle(desk)
    assert names(desk) == ["travel.md", "visa.md"]
    assert pane.model.find(pane.model.id_at(0)).facts == Facts(("abroad",), "Ann", months_after(today(), 12))
