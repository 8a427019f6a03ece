"""What is dropped on the window or pasted into it."""

from dataclasses import replace

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QMimeData, QPointF, Qt, QUrl, QVersionNumber
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent, QGuiApplication

from kbdesk.library.types import Restored
from kbdesk.ui.dialogs.folder_drop import FolderDropDialog

COPY_OR_MOVE = Qt.DropAction.CopyAction | Qt.DropAction.MoveAction


def mime_of(*items):
    mime = QMimeData()
    mime.setUrls([QUrl(each) if isinstance(each, str) else QUrl.fromLocalFile(str(each)) for each in items])
    return mime


def drag_over(window, mime):
    """Send what Qt sends when something is dragged in; return whether the window would take it."""
    middle = QPointF(window.rect().center())
    position = middle if QLibraryInfo.version() >= QVersionNumber(6, 12) else middle.toPoint()
    for kind in (QDragEnterEvent, QDragMoveEvent):
        event = kind(position, COPY_OR_MOVE, mime, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
        QCoreApplication.sendEvent(window, event)
        if not event.isAccepted():
            return False
    return True


def drop(window, mime):
    """Drop after dragging; return the action the source is told."""
    middle = QPointF(window.rect().center())
    event = QDropEvent(middle, COPY_OR_MOVE, mime, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    QCoreApplication.sendEvent(window, event)
    return event.dropAction()


class FakeTrash:
    """Restores what `FakeLibrary.trash_documents` took."""

    def __init__(self, library):
        self._library = library

    async def restore(self, document_ids):
        documents = [each for each in self._library.trash_rows if each.id in document_ids]
        for document in documents:
            self._library.put(document)
        return Restored(len(documents), ())


async def test_a_dropped_folder_becomes_rows_that_are_ready(desk, handbook, qtbot, wait, idle, rows):
    mime = mime_of(handbook)
    assert drag_over(desk.window, mime)
    assert desk.window.overlay.isVisible()
    assert desk.window.overlay.words == "Add “handbook” to Team handbook"
    assert drop(desk.window, mime) == Qt.DropAction.CopyAction
    assert not desk.window.overlay.isVisible()
    await wait.until(lambda: desk.window.findChildren(FolderDropDialog))
    (dialog,) = desk.window.findChildren(FolderDropDialog)
    qtbot.mouseClick(dialog.once_button, Qt.MouseButton.LeftButton)
    await idle(desk)
    assert rows(desk) == dict.fromkeys(("broken.md", "leave.md", "travel.md"), "Ready")
    assert desk.window.status_line.label.text() == "Ready: 3"


async def test_leaving_the_window_takes_the_overlay_away(desk, handbook):
    drag_over(desk.window, mime_of(handbook))
    QCoreApplication.sendEvent(desk.window, QDragLeaveEvent())
    assert not desk.window.overlay.isVisible()


async def test_a_link_is_refused_with_a_sentence(desk, message):
    mime = mime_of("https://example.com/page")
    assert drag_over(desk.window, mime)
    assert desk.window.overlay.words.startswith("Only files")
    drop(desk.window, mime)
    assert message(desk) == "Links to web pages cannot be added."


async def test_a_drop_whose_data_has_gone_is_said(desk, handbook, message):
    drag_over(desk.window, mime_of(handbook))
    drop(desk.window, QMimeData())
    assert message(desk) == "There were no files in it."


async def test_files_can_be_pasted(desk, handbook, qtbot, idle, rows):
    QGuiApplication.clipboard().setMimeData(mime_of(handbook / "leave.md"))
    qtbot.keyClick(desk.window, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    await idle(desk)
    assert list(rows(desk)) == ["leave.md"]


async def test_files_that_are_here_already_are_shown_by_one_click(
    filled, handbook, handbook_files, message, idle, qtbot
):
    filled.window.panes.documents.set_filter("nothing")
    new = handbook / "new.md"
    new.write_text("A new page.", "utf-8")
    filled.take_paths([*handbook_files, new])
    await idle(filled)
    bar = filled.window.message_bar
    assert message(filled) == "3 of the files are already here."
    assert bar.action_button.text() == "Show them"
    qtbot.mouseClick(bar.action_button, Qt.MouseButton.LeftButton)
    await idle(filled)
    selected = filled.window.panes.documents.table.selected_documents()
    assert sorted(each.name for each in selected) == ["broken.md", "leave.md", "travel.md"]
    assert message(filled) == ""


async def test_files_in_the_trash_are_restored_by_one_click(
    filled, library, handbook_files, message, idle, qtbot, rows
):
    gone = await library.documents("kb0")
    library.trash_documents([each.id for each in gone])
    library.trash = FakeTrash(library)
    filled.take_paths(handbook_files)
    await idle(filled)
    assert message(filled) == "3 of the files are in the trash."
    qtbot.mouseClick(filled.window.message_bar.action_button, Qt.MouseButton.LeftButton)
    await idle(filled)
    assert await library.documents("kb0") == gone
    assert len(rows(filled)) == 3


async def test_a_look_at_many_files_is_said_in_the_status_bar(desk, library, handbook_files, wait, idle, qtbot, rows):
    library.plan_gate.clear()
    desk.take_paths(handbook_files)
    line = desk.window.look_line
    await wait.until(line.isVisible)
    assert line.label.text() == "Looking at the files…"
    qtbot.mouseClick(line.cancel_button, Qt.MouseButton.LeftButton)
    await idle(desk)
    assert not line.isVisible()
    assert rows(desk) == {}


async def test_the_sample_handbook_is_opened_without_a_question(desk, handbook, idle, rows):
    desk.around = replace(desk.around, sample=handbook)
    desk.acts.open_sample()
    await idle(desk)
    assert len(rows(desk)) == 3
