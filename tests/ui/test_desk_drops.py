"""What is dropped on the window or pasted into it."""

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QMimeData, QPointF, Qt, QUrl, QVersionNumber
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent, QGuiApplication

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


async def test_a_dropped_folder_becomes_rows_that_are_ready(desk, handbook, idle, rows):
    mime = mime_of(handbook)
    assert drag_over(desk.window, mime)
    assert desk.window.overlay.isVisible()
    assert desk.window.overlay.words == "Add “handbook” to Team handbook"
    assert drop(desk.window, mime) == Qt.DropAction.CopyAction
    await idle(desk)
    assert not desk.window.overlay.isVisible()
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
