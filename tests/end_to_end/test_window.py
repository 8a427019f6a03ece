"""The main job in the real window over the real library: drop, read, page, search, delete, undo, start again."""

import asyncio

import pytest
from PySide6.QtCore import QCoreApplication, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent

from kbdesk.paths import resources
from kbdesk.ui.dialogs.folder_drop import FolderDropDialog

RULES = "# Travel\n\n" + "\n\n".join(
    f"## Rule {number}\n\nRule {number} of the travel handbook. Keep the receipt and hand it in within a week."
    for number in range(1, 41)
)
LEAVE = "# Leave\n\nEvery employee has thirty days of paid vacation in a year.\n"


@pytest.fixture
def handbook(tmp_path):
    folder = tmp_path / "handbook"
    folder.mkdir()
    (folder / "travel.md").write_text(RULES, "utf-8")
    (folder / "leave.md").write_text(LEAVE, "utf-8")
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7\nthis is no PDF")
    return folder


def drop(window, folder):
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(folder))])
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    actions = Qt.DropAction.CopyAction | Qt.DropAction.MoveAction
    QCoreApplication.sendEvent(window, QDragEnterEvent(QPoint(300, 300), actions, mime, buttons, keys))
    QCoreApplication.sendEvent(window, QDropEvent(QPointF(300, 300), actions, mime, buttons, keys))


def states(desk):
    model = desk.window.panes.documents.table.model()
    return {model.index(row, 0).data(): model.index(row, 2).data() for row in range(model.rowCount())}


async def add_folder(desk, folder, qtbot):
    """Drop a folder and answer that it is to be taken in once."""
    drop(desk.window, folder)
    async with asyncio.timeout(10):
        while not (dialogs := desk.window.findChildren(FolderDropDialog)):  # noqa: ASYNC110  (as below)
            await asyncio.sleep(0.02)
    qtbot.mouseClick(dialogs[0].once_button, Qt.MouseButton.LeftButton)
    await idle(desk)


async def idle(desk):
    async with asyncio.timeout(90):
        # The queue tells that it has nothing to do a moment after the last file; only then are all rows true.
        while desk.scope.is_busy or desk.work.is_going:  # noqa: ASYNC110  (tasks start others: no one event tells it)
            await asyncio.sleep(0.02)


def select(desk, name):
    model = desk.window.panes.documents.table.model()
    rows = [row for row in range(model.rowCount()) if model.index(row, 0).data().endswith(name)]
    desk.window.panes.documents.table.selectRow(rows[0])


async def search(desk, qtbot, question):
    qtbot.keyClick(desk.window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    pane = desk.window.panes.search
    pane.form.field.setText(question)
    qtbot.keyClick(pane.form.field, Qt.Key.Key_Return)
    await idle(desk)
    return pane.list


async def test_the_main_job(open_desk, handbook, qtbot):
    desk = await open_desk()
    await idle(desk)
    await add_folder(desk, handbook, qtbot)
    by_name = {name.rpartition("/")[2]: state for name, state in states(desk).items()}
    assert by_name == {"broken.pdf": "Failed: damaged", "leave.md": "Ready", "travel.md": "Ready"}

    select(desk, "travel.md")
    await idle(desk)
    page_bar = desk.window.panes.passages.page_bar
    assert page_bar.isVisible()
    qtbot.mouseClick(page_bar.next, Qt.MouseButton.LeftButton)
    await idle(desk)
    assert page_bar.field.value() == 2

    hits = await search(desk, qtbot, "How many days of vacation do I have?")
    qtbot.keyClick(hits, Qt.Key.Key_Down)
    qtbot.keyClick(hits, Qt.Key.Key_Return)
    await idle(desk)
    assert desk.presenters.passages.document.name.endswith("leave.md")

    select(desk, "leave.md")
    desk.window.panes.documents.delete_action.trigger()
    await idle(desk)
    assert not any(name.endswith("leave.md") for name in states(desk))
    qtbot.mouseClick(desk.window.undo_bar.undo_button, Qt.MouseButton.LeftButton)
    await idle(desk)
    before = states(desk)
    assert len(before) == 3

    desk = await open_desk()
    await idle(desk)
    assert states(desk) == before


async def test_the_same_folder_again_adds_nothing(open_desk, handbook, qtbot):
    desk = await open_desk()
    await idle(desk)
    for _ in range(2):
        await add_folder(desk, handbook, qtbot)
    assert len(states(desk)) == 3
    assert "Already here: 2" in desk.window.status_line.label.text()


async def test_the_sample_handbook_opens_from_the_empty_window(open_desk, qtbot):
    desk = await open_desk()
    await idle(desk)
    qtbot.mouseClick(desk.window.panes.documents.empty_state.sample_button, Qt.MouseButton.LeftButton)
    await idle(desk)
    assert len(states(desk)) == len(list((resources() / "sample").iterdir()))
    assert all(state.startswith("Ready") for state in states(desk).values())
