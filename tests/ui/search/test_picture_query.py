"""A picture as the question, in the window over a real library whose model sees colours."""

from __future__ import annotations

import base64
import io
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from PySide6.QtCore import QCoreApplication, QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication, QImage
from PySide6.QtWidgets import QFileDialog, QLineEdit

from kbdesk.library.library import Library
from kbdesk.paths import DataFolder
from kbdesk.ui.desk import Desk
from kbdesk.ui.errors import ErrorReporter
from kbdesk.ui.models.hits import HIT_ROLE
from kbdesk.ui.panes.search import SearchPane
from kbdesk.ui.presenters.window import Surroundings
from kbdesk.ui.theme import Theme

from ...colours import ColourModel, draw, see_colours  # noqa: TID252  # the tests are no package that could be named

Idle = Callable[[Desk], Awaitable[None]]

LEFT, CONTROL = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier
WHY_NOT = "A picture cannot be searched for here: the models of what is searched read text only."


@pytest.fixture
async def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Library]:
    async with await Library.open(DataFolder(tmp_path / "data")) as opened:
        see_colours(opened, monkeypatch)
        yield opened


@pytest.fixture
async def desk(library: Library, theme: Theme, tmp_path: Path, idle: Idle) -> AsyncIterator[Desk]:
    """The window with a red, a blue and a green picture, each a bit off."""
    for name, colour in (("stop.png", "#dd1122"), ("water.png", "#1133cc"), ("exit.png", "#11bb33")):
        draw(tmp_path / "signs" / name, colour)
    [base] = await library.knowledge_bases()
    await library.add(base.id, [tmp_path / "signs"])
    desk = Desk(library, theme, ErrorReporter(), Surroundings(tmp_path, Any, tmp_path, lambda _: True))
    desk.window.resize(1280, 800)
    desk.window.show()
    desk.start()
    await idle(desk)
    desk.window.show_search()
    yield desk
    await desk.scope.aclose()
    desk.window.close_now()


@pytest.fixture
def search(desk: Desk) -> SearchPane:
    return desk.window.panes.search


def found(pane: SearchPane) -> list[str]:
    hits = [pane.list.hits.index(row).data(HIT_ROLE) for row in range(pane.list.hits.rowCount())]
    return [hit.document.name for hit in hits if hit is not None]


async def test_a_picture_is_chosen_and_what_looks_like_it_comes_first(
    desk: Desk, search: SearchPane, tmp_path: Path, idle: Idle, wait: Any, qtbot: Any
) -> None:
    path = draw(tmp_path / "photo.jpg", "#2244ee", (3000, 1500))
    assert search.form.picture_button.toolTip() == "Search with a picture"
    qtbot.mouseClick(search.form.picture_button, LEFT)
    await wait.until(lambda: desk.window.findChildren(QFileDialog))
    [chooser] = desk.window.findChildren(QFileDialog)
    chooser.setDirectory(str(path.parent))
    field = chooser.findChild(QLineEdit, "fileNameEdit")
    field.setText(str(path))
    chooser.accept()
    await idle(desk)
    assert search.form.picture.chip.words == "photo.jpg"
    assert search.form.picture.thumbnail.pixmap().width() == 56
    assert found(search)[0] == "water.png"


async def test_what_is_asked_is_the_picture_alone_and_not_too_large(
    search: SearchPane, desk: Desk, tmp_path: Path, idle: Idle
) -> None:
    path = tmp_path / "photo.jpg"
    exif = Image.Exif()
    exif[0x010E], exif[0x0112] = "secret place", 6
    Image.new("RGB", (3000, 1500), "red").save(path, exif=exif)
    search.form.field.picture_offered.emit(path)
    await idle(desk)
    [block] = search.form.request.queries
    data = base64.b64decode(block.source.data)
    with Image.open(io.BytesIO(data)) as picture:
        assert picture.size == (512, 1024), "it is upright"
    assert b"secret" not in data


async def test_a_picture_is_pasted_and_taken_away_by_its_chip(
    desk: Desk, search: SearchPane, idle: Idle, qtbot: Any
) -> None:
    image = QImage(40, 40, QImage.Format.Format_RGB32)
    image.fill("#ee0011")
    QGuiApplication.clipboard().setImage(image)
    qtbot.keyClick(search.form.field, Qt.Key.Key_V, CONTROL)
    await idle(desk)
    assert found(search)[0] == "stop.png"
    assert search.form.picture.chip.words == "Pasted picture"
    assert search.form.field.text() == ""
    qtbot.keyClick(search.form.picture.chip, Qt.Key.Key_Delete)
    await idle(desk)
    assert not search.form.picture.isVisible()
    assert search.state_page.title == "Search your handbook"


async def test_a_picture_is_asked_together_with_words(desk: Desk, search: SearchPane, idle: Idle, qtbot: Any) -> None:
    image = QImage(40, 40, QImage.Format.Format_RGB32)
    image.fill("#ee0011")
    QGuiApplication.clipboard().setImage(image)
    qtbot.keyClick(search.form.field, Qt.Key.Key_V, CONTROL)
    qtbot.keyClicks(search.form.field, "blue")
    qtbot.keyClick(search.form.field, Qt.Key.Key_Return)
    await idle(desk)
    qtbot.mouseClick(search.form.button, LEFT)
    await idle(desk)
    assert set(found(search)[:2]) == {"stop.png", "water.png"}


def drop(search: SearchPane, mime: QMimeData) -> None:
    """Drag something over the field and drop it there; what the field leaves alone goes to the window."""
    viewport = search.form.field.viewport()
    at = viewport.rect().center()
    for event in (
        QDragEnterEvent(at, Qt.DropAction.CopyAction, mime, LEFT, Qt.KeyboardModifier.NoModifier),
        QDropEvent(QPointF(at), Qt.DropAction.CopyAction, mime, LEFT, Qt.KeyboardModifier.NoModifier),
    ):
        QCoreApplication.sendEvent(viewport, event)
        assert event.isAccepted()


def files(*paths: Path) -> QMimeData:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return mime


async def test_a_picture_is_dropped_on_the_field_and_other_files_are_left_to_the_window(
    desk: Desk, search: SearchPane, tmp_path: Path, idle: Idle, rows: Any
) -> None:
    note = tmp_path / "note.md"
    note.write_text("Green is go.", "utf-8")
    drop(search, files(note))
    await idle(desk)
    assert "note.md" in rows(desk)
    drop(search, files(draw(tmp_path / "photo.png", "#22cc22")))
    await idle(desk)
    assert "photo.png" not in rows(desk)
    assert found(search)[0] == "exit.png"


async def test_a_file_that_is_no_picture_is_said(desk: Desk, search: SearchPane, tmp_path: Path, idle: Idle) -> None:
    path = tmp_path / "broken.png"
    path.write_bytes(b"no picture")
    drop(search, files(path))
    await idle(desk)
    assert search.status == "“broken.png” cannot be shown. Use a PNG or JPEG picture."
    assert not search.form.picture.isVisible()


async def test_where_no_model_takes_pictures_that_is_said(
    desk: Desk,
    search: SearchPane,
    library: Library,
    tmp_path: Path,
    rows: Any,
    idle: Idle,
    monkeypatch: Any,
    qtbot: Any,
) -> None:
    monkeypatch.setattr(ColourModel, "supports_multimodal", False)
    desk.presenters.picture_query.look()
    await idle(desk)
    assert not search.form.picture_button.isEnabled()
    assert search.form.picture_button.toolTip() == WHY_NOT
    assert search.form.picture_button.accessibleDescription() == WHY_NOT
    image = QImage(40, 40, QImage.Format.Format_RGB32)
    QGuiApplication.clipboard().setImage(image)
    qtbot.keyClick(search.form.field, Qt.Key.Key_V, CONTROL)
    assert search.status == WHY_NOT
    drop(search, files(draw(tmp_path / "photo.png", "#22cc22")))
    await idle(desk)
    assert "photo.png" in rows(desk), "it is a file like any other"


async def test_cells_of_a_table_are_pasted_as_words(search: SearchPane, qtbot: Any) -> None:
    mime = QMimeData()
    mime.setText("daily allowance")
    mime.setImageData(QImage(40, 40, QImage.Format.Format_RGB32))
    QGuiApplication.clipboard().setMimeData(mime)
    qtbot.keyClick(search.form.field, Qt.Key.Key_V, CONTROL)
    assert search.form.field.text() == "daily allowance"
