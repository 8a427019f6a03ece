"""The window's tests run on the program's own loop: Qt and asyncio turn together, widgets are clicked and typed on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt, QUrl
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QApplication, QWidget

from kbdesk.library.library import Library
from kbdesk.library.types import DocumentInfo
from kbdesk.paths import DataFolder
from kbdesk.secrets import SecretStore
from kbdesk.ui import theme as look
from kbdesk.ui.desk import Desk
from kbdesk.ui.errors import ErrorReporter
from kbdesk.ui.loop import EventLoop
from kbdesk.ui.presenters import documents, intake
from kbdesk.ui.presenters.window import Surroundings
from kbdesk.ui.theme import Theme

from .fake_library import FakeLibrary, make_document

REPOSITORY = Path(__file__).resolve().parents[2]
HANDBOOK = ("broken.md", "leave.md", "travel.md")


def pytest_asyncio_loop_factories(config: pytest.Config, item: pytest.Item) -> dict[str, Callable[[], EventLoop]]:
    def make_loop() -> EventLoop:
        app = QApplication.instance() or QApplication([])
        assert isinstance(app, QApplication)
        app.setQuitOnLastWindowClosed(False)
        return EventLoop(app)

    return {"qt": make_loop}


class Wait:
    """Awaits instead of `qtbot.waitSignal` and `waitUntil`, which nest a Qt loop in which our tasks stand still."""

    @staticmethod
    async def signal(signal: Any, timeout_s: float = 10.0) -> tuple[Any, ...]:
        """Return the arguments of the next emission."""
        future: asyncio.Future[tuple[Any, ...]] = asyncio.get_running_loop().create_future()

        def slot(*arguments: Any) -> None:
            if not future.done():
                future.set_result(arguments)

        signal.connect(slot)
        try:
            return await asyncio.wait_for(future, timeout_s)
        finally:
            signal.disconnect(slot)

    @staticmethod
    async def until(condition: Callable[[], object], timeout_s: float = 10.0) -> None:
        """Return as soon as the condition holds."""
        async with asyncio.timeout(timeout_s):
            while not condition():  # noqa: ASYNC110  (a widget has no event to wait for)
                await asyncio.sleep(0.01)


@pytest.fixture
def wait() -> Wait:
    return Wait()


@pytest.fixture(autouse=True)
def no_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    """The window shows what changed at once, not five times a second: else each test would mostly wait."""
    monkeypatch.setattr(documents, "_REFRESH_S", 0.0)
    monkeypatch.setattr(documents, "_PAINTING_S", 0.0)
    monkeypatch.setattr(intake, "REPAINT_MS", 0)


@pytest.fixture(scope="session")
def icons_drawn_once(qapp: QApplication) -> Iterator[None]:
    """Each window has forty icons, which would be drawn anew for each test."""
    draw_once = cache(look.draw_icon)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(look, "draw_icon", lambda svg, color, scales: draw_once(svg, color, frozenset(scales)))
        yield
    draw_once.cache_clear()  # while the application is there


@pytest.fixture
def theme(qapp: QApplication, icons_drawn_once: None) -> Iterator[Theme]:
    theme = Theme(qapp, REPOSITORY / "resources" / "icons", "light")
    yield theme
    theme.deleteLater()  # the application outlives every test; its themes would each redraw every later window


@pytest.fixture(autouse=True)
def no_window_left(qapp: QApplication) -> Iterator[None]:
    yield
    for window in QApplication.topLevelWidgets():
        window.close()
        if window.windowType() != Qt.WindowType.Popup:  # a completer deletes its own, also when it is gone already
            window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def type_text(widget: QWidget, content: str) -> None:
    """Type any text the way an input method does; `qtbot.keyClicks` aborts the process on Chinese."""
    event = QInputMethodEvent("", [])
    event.setCommitString(content)
    QCoreApplication.sendEvent(widget, event)


@pytest.fixture(name="type_text")
def type_text_fixture() -> Callable[[QWidget, str], None]:
    return type_text


@pytest.fixture(name="make_document")
def make_document_fixture() -> Callable[..., DocumentInfo]:
    return make_document


@pytest.fixture
async def library() -> FakeLibrary:
    return FakeLibrary()


@pytest.fixture
async def real_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Library]:
    """A library on the disk, which is searched by words; `desk` is over it where `library` is this one."""
    monkeypatch.setenv("KBDESK_MODEL_FILE", "/nowhere/weights.bin")
    async with await Library.open(DataFolder(tmp_path / "data")) as opened:
        yield opened


@pytest.fixture
async def desk(library: FakeLibrary, theme: Theme, tmp_path: Path) -> AsyncIterator[Desk]:
    """The real window over the library in memory; nothing is opened in other programs, only noted in `desk.opened`."""
    opened: list[str] = []

    def open_url(url: QUrl) -> bool:
        opened.append(url.toLocalFile())
        return True

    secrets = SecretStore()
    around = Surroundings(tmp_path, secrets, REPOSITORY / "resources" / "sample", open_url)
    desk = Desk(cast("Library", library), theme, ErrorReporter(), around)
    desk.opened = opened
    desk.window.resize(1280, 800)
    desk.window.show()
    desk.start()
    await Wait.until(lambda: not desk.scope.is_busy)
    yield desk
    await desk.scope.aclose()
    desk.window.close_now()
    secrets.close()


@pytest.fixture
def idle() -> Callable[[Desk], Awaitable[None]]:
    """Wait until the window has nothing to do."""

    async def wait_for_idle(desk: Desk) -> None:
        # Rows that changed are shown a moment after the work on them has ended.
        intake = desk.presenters.intake
        await Wait.until(lambda: not (desk.scope.is_busy or intake._is_shown or intake._repaint.isActive()))
        await Wait.until(lambda: not desk.scope.is_busy)

    return wait_for_idle


@pytest.fixture
def message() -> Callable[[Desk], str]:
    """Give the title in the message bar, or ""."""
    return lambda desk: desk.window.message_bar.title.text() if desk.window.message_bar.isVisible() else ""


@pytest.fixture
def rows() -> Callable[[Desk], dict[str, str]]:
    """Give the states in the documents table by name."""

    def read(desk: Desk) -> dict[str, str]:
        model = desk.window.panes.documents.table.model()
        return {model.index(row, 0).data(): model.index(row, 2).data() for row in range(model.rowCount())}

    return read


@pytest.fixture
def handbook(tmp_path: Path) -> Path:
    folder = tmp_path / "handbook"
    folder.mkdir()
    for name in HANDBOOK:
        (folder / name).write_text(f"# {name}\n\nThe {name} passage about trains.\n\nThe end.", "utf-8")
    return folder


@pytest.fixture
def handbook_files(handbook: Path) -> list[Path]:
    """The files of the handbook, about which nobody is asked."""
    return [handbook / name for name in HANDBOOK]


@pytest.fixture
async def filled(desk: Desk, handbook_files: list[Path], idle: Callable[[Desk], Awaitable[None]]) -> Desk:
    desk.take_paths(handbook_files)
    await idle(desk)
    return desk
