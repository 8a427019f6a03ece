"""The real window over a real library, on the program's own loop."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from kbdesk.library.library import Library
from kbdesk.paths import DataFolder, resources
from kbdesk.secrets import SecretStore
from kbdesk.ui.desk import Desk
from kbdesk.ui.errors import ErrorReporter
from kbdesk.ui.loop import EventLoop
from kbdesk.ui.presenters.window import Surroundings
from kbdesk.ui.theme import Theme


def pytest_asyncio_loop_factories(config: pytest.Config, item: pytest.Item) -> dict[str, Callable[[], EventLoop]]:
    def make_loop() -> EventLoop:
        app = QApplication.instance() or QApplication([])
        assert isinstance(app, QApplication)
        app.setQuitOnLastWindowClosed(False)
        return EventLoop(app)

    return {"qt": make_loop}


@pytest.fixture
async def open_desk(qapp: QApplication, own_data_folder: Path) -> AsyncIterator[Callable[[], Desk]]:
    """Open the window on the test's data folder; opening it again first closes the one before, like a restart."""
    closers: list[Callable[[], object]] = []

    async def close() -> None:
        while closers:
            await closers.pop()()

    async def open_one() -> Desk:
        await close()
        secrets = SecretStore()
        library = await Library.open(DataFolder(own_data_folder).prepare(), secrets=secrets)
        theme = Theme(qapp, resources() / "icons", "light")
        around = Surroundings(own_data_folder, secrets, resources() / "sample", lambda _: True)
        desk = Desk(library, theme, ErrorReporter(), around)
        desk.window.show()
        desk.start()

        async def put_away() -> None:
            await desk.scope.aclose()
            desk.window.close_now()
            await library.aclose()
            secrets.close()
            theme.deleteLater()

        closers.append(put_away)
        return desk

    yield open_one
    await close()


def wait_for_manager(display: str) -> None:
    """Wait until the window manager answers: keys that come before are lost."""
    ask = ["xdotool", "get_num_desktops"]
    end = time.monotonic() + 60
    while subprocess.run(ask, env={**os.environ, "DISPLAY": display}, capture_output=True, check=False).returncode:
        assert time.monotonic() < end, "no window manager came"
        time.sleep(0.02)


@pytest.fixture
def display() -> Iterator[str]:
    """A screen of its own, with a window manager."""
    missing = [name for name in ("Xvfb", "xdotool", "openbox") if shutil.which(name) is None]
    if missing:
        pytest.skip(f"needs {', '.join(missing)}")
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1700x900x24", "-nolisten", "tcp", "-noreset"],
        pass_fds=[writing],
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading) as numbers:  # the whole line: closing early kills the server
        name = f":{numbers.readline().strip()}"
    manager = subprocess.Popen(["openbox"], env={**os.environ, "DISPLAY": name}, stderr=subprocess.DEVNULL)
    wait_for_manager(name)
    yield name
    for process in (manager, server):
        process.terminate()
        process.wait(10)


@pytest.fixture
def environment(display: str, own_data_folder: Path) -> dict[str, str]:
    """What a program is started with that is to show its window on that screen."""
    return {**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb", "KBDESK_DATA_DIR": str(own_data_folder)}
