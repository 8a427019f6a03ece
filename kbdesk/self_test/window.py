"""Checks of the window and of worker processes, without a screen."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from kbdesk.paths import DataFolder, resources
from kbdesk.self_test.check import Check, CheckFailedError

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from kbdesk.library.library import Library

_COLOURS = 20
"""A window with something in it has more."""
_PATIENCE_S = 60.0


def translations(_: Path) -> str:
    """Load the translations, Qt's own too, and say something in Chinese."""
    from PySide6.QtCore import QLibraryInfo, QTranslator

    places = {
        "kbdesk_zh_CN": str(resources() / "translations"),
        "kbdesk_en": str(resources() / "translations"),
        "qtbase_zh_CN": QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath),
    }
    translators = {name: QTranslator() for name in places}
    for name, translator in translators.items():
        if not translator.load(name, places[name]):
            raise CheckFailedError(f"The translation {name} cannot be loaded from {places[name]}.")
    for context, words, name in (
        ("QPlatformTheme", "Cancel", "qtbase_zh_CN"),
        ("MainWindow", "Passages", "kbdesk_zh_CN"),
    ):
        if (translators[name].translate(context, words) or "").isascii():
            raise CheckFailedError(f"The translation {name} does not know “{words}”.")
    return f"{len(places)} files"


def screen_plugin(_: Path) -> str:
    """Load what Qt draws on a screen of X11 with; without one of its libraries Qt ends the program."""
    if not sys.platform.startswith("linux"):
        return "that of the system"
    from PySide6.QtCore import QLibraryInfo, QPluginLoader

    folder = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath)) / "platforms"
    loader = QPluginLoader(str(folder / "libqxcb.so"))
    if not loader.load():
        raise CheckFailedError(
            f"Qt cannot open a window here: {loader.errorString()}",
            "Install the library that is named, with the package tool of your system.",
        )
    return "X11"


def worker(_: Path) -> str:
    """Read a file in a process of its own."""
    return asyncio.run(_read())


async def _read() -> str:
    from kbdesk.workers.pool import WorkerPool

    async with WorkerPool() as pool:
        parsed = await pool.parse(resources() / "sample" / "welcome.md", "welcome.md")
    if parsed.outcome != "text":
        raise CheckFailedError(f"The file was not read: {parsed.outcome}.")
    return f"{len(parsed.sections)} sections"


def window(folder: Path) -> str:
    """Open the window over a library of its own, and look at it."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from PySide6.QtCore import qInstallMessageHandler
    from PySide6.QtWidgets import QApplication

    from kbdesk.ui.loop import EventLoop

    qInstallMessageHandler(lambda _kind, _context, _words: None)  # it says what a platform without a screen cannot do
    app = QApplication.instance() or QApplication(["kbdesk"])
    if not isinstance(app, QApplication):
        raise CheckFailedError("There is a Qt program without windows in this process.")
    app.setQuitOnLastWindowClosed(False)
    with asyncio.Runner(loop_factory=lambda: EventLoop(app)) as runner:
        return runner.run(_look_at_window(app, DataFolder(folder / "data").prepare()))


async def _look_at_window(app: QApplication, folder: DataFolder) -> str:
    from kbdesk.library.library import Library

    async with await Library.open(folder) as library:
        colours = await _colours(app, folder, library)
    if colours < _COLOURS:
        raise CheckFailedError(f"The window shows nothing ({colours} colours).")
    return f"{colours} colours"


async def _colours(app: QApplication, folder: DataFolder, library: Library) -> int:
    from kbdesk.secrets import SecretStore
    from kbdesk.ui.desk import Desk
    from kbdesk.ui.errors import ErrorReporter
    from kbdesk.ui.presenters.window import Surroundings
    from kbdesk.ui.theme import Theme

    secrets = SecretStore()
    around = Surroundings(folder.root, secrets, resources() / "sample", lambda _: False)
    theme = Theme(app, resources() / "icons", "light")
    desk = Desk(library, theme, ErrorReporter(), around)
    try:
        desk.window.show()
        desk.start()
        async with asyncio.timeout(_PATIENCE_S):
            while desk.scope.is_busy:  # noqa: ASYNC110  nobody is told when it no longer is
                await asyncio.sleep(0.05)
        picture = desk.window.grab().toImage()
    finally:
        await desk.scope.aclose()
        desk.window.close_now()
        secrets.close()
    points = ((x, y) for x in range(0, picture.width(), 3) for y in range(0, picture.height(), 3))
    return len({picture.pixel(x, y) for x, y in points})


CHECKS = (
    Check("The translations are there", translations),
    Check("Qt finds what it draws windows with", screen_plugin),
    Check("A process of its own reads a file", worker),
    Check("The window opens", window),
)
