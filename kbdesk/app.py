"""The program with a window: builds every part, runs the loop, and puts everything away at the end."""

from __future__ import annotations

import asyncio
import contextlib
import faulthandler
import logging
import os
import signal
import sys
import threading
from collections.abc import Generator
from pathlib import Path
from typing import TextIO

import PySide6
from PySide6.QtGui import QDesktopServices, QIcon
from PySide6.QtWidgets import QMessageBox

from kbdesk import APPLICATION_ID, settings
from kbdesk.errors import DataFolderError, KbError, unexpected
from kbdesk.library.library import Library
from kbdesk.logs import logging_to
from kbdesk.paths import DataFolder, resources
from kbdesk.secrets import SecretStore
from kbdesk.texts import text
from kbdesk.ui.application import Application
from kbdesk.ui.desk import Desk
from kbdesk.ui.errors import ErrorReporter
from kbdesk.ui.garbage import GarbageCollector
from kbdesk.ui.language import install_language
from kbdesk.ui.loop import EventLoop
from kbdesk.ui.presenters.window import Surroundings
from kbdesk.ui.single_instance import WindowServer, hand_over
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import shown

log = logging.getLogger(__name__)

PATIENCE_S = 4.0
"""How long to wait for a window that is just closing, or a short command, to let go of the data folder."""

STUCK_S = 10.0
"""How long putting away may take before the process is ended by force."""

STUCK_EXIT_CODE = 70

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


def main(data_dir: Path | None, paths: list[Path], *, safe_mode: bool = False) -> int:
    """Open the window on a data folder and take in `paths`; in safe mode nothing that was left is read by itself.

    Returns:
        0 after the window was closed, or when the window that was open already took the paths; 1 when there can be no
        window, with one line on stderr that says why and what to do.
    """
    try:
        _check_qt()
        _check_display()
        folder = (DataFolder(data_dir.absolute()) if data_dir else DataFolder.default()).prepare()
        app = _make_application(folder)
        if _hand_over(folder, paths):
            return 0
    except KbError as error:
        sys.stderr.write(f"kbdesk: {error}\n")
        return 1
    with logging_to(folder.logs):
        return _run(app, folder, paths, safe_mode=safe_mode)


def _check_qt() -> None:
    """Refuse the one pair that aborts the interpreter after some hundred signals (PySide6 6.12 loses references)."""
    if sys.version_info < (3, 12) and PySide6.__version__.startswith("6.12"):
        raise KbError(
            text(
                "app",
                "PySide6 {version} does not work with Python {python}.",
                version=PySide6.__version__,
                python=".".join(map(str, sys.version_info[:2])),
            ),
            text("app", "Install PySide6-Essentials below 6.12, or use Python 3.12 or newer."),
        )


def _check_display() -> None:
    """Say that there is no screen, where Qt would abort the process."""
    if not sys.platform.startswith("linux") or os.environ.get("QT_QPA_PLATFORM"):
        return
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        raise KbError(
            text("app", "There is no screen to open a window on."),
            text("app", "Start kbdesk in a desktop session, or use its command line: kbdesk --help."),
        )


def _make_application(folder: DataFolder) -> Application:
    chosen = settings.load(folder.settings_file)
    app = Application(["kbdesk"])
    app.setApplicationName("kbdesk")
    app.setApplicationDisplayName("kbdesk")
    app.setDesktopFileName(APPLICATION_ID)  # by which Wayland finds the icon
    app.setWindowIcon(QIcon(str(resources() / "icons" / "kbdesk.svg")))
    app.setQuitOnLastWindowClosed(False)  # the loop ends when everything is put away, not before
    install_language(app, chosen.language, resources() / "translations")
    return app


def _hand_over(folder: DataFolder, paths: list[Path]) -> bool:
    """Return whether a window is open on this folder and took the paths."""
    taken = hand_over(folder.root, paths)
    if taken is False:
        raise DataFolderError(
            text("app", "kbdesk is open already and does not answer."),
            text("app", "Wait a moment and try again, or end the other kbdesk."),
        )
    return taken is True


def _run(app: Application, folder: DataFolder, paths: list[Path], *, safe_mode: bool) -> int:
    reporter = ErrorReporter()
    with (folder.logs / "crash.log").open("a", encoding="utf-8") as crash_log:
        faulthandler.enable(crash_log)
        watchdog = threading.Timer(STUCK_S, _end_by_force, [crash_log])
        watchdog.daemon = True
        try:
            with asyncio.Runner(loop_factory=lambda: EventLoop(app)) as runner:
                return runner.run(_live(app, folder, paths, reporter=reporter, watchdog=watchdog, safe_mode=safe_mode))
        except Exception as error:
            log.exception("the window ended with an error")
            sys.stderr.write(f"kbdesk: {unexpected(error)}\n")
            return 1
        finally:
            watchdog.cancel()
            reporter.uninstall()
            faulthandler.disable()


def _end_by_force(crash_log: TextIO) -> None:
    faulthandler.dump_traceback(crash_log)
    os._exit(STUCK_EXIT_CODE)


async def _live(
    app: Application,
    folder: DataFolder,
    paths: list[Path],
    *,
    reporter: ErrorReporter,
    watchdog: threading.Timer,
    safe_mode: bool,
) -> int:
    reporter.install(asyncio.get_running_loop())
    with contextlib.closing(SecretStore()) as secrets:
        try:
            library = await Library.open(folder, secrets=secrets, patience_s=PATIENCE_S)
        except KbError as error:
            await _show_fatal(error)
            return 1
        around = Surroundings(folder.root, secrets, resources() / "sample", QDesktopServices.openUrl, safe_mode)
        garbage = GarbageCollector()
        try:
            await _show_window(app, around, paths, library, reporter)
        finally:
            watchdog.start()  # a thread that hangs must not keep the process
            garbage.stop()
            await library.aclose()
    return 0


async def _show_window(
    app: Application, around: Surroundings, paths: list[Path], library: Library, reporter: ErrorReporter
) -> None:
    theme = Theme(app, resources() / "icons", library.settings.theme)
    desk = Desk(library, theme, reporter, around)
    server = WindowServer(around.data_folder, desk)
    server.paths_received.connect(desk.take_paths)
    server.paths_received.connect(desk.window.come_to_front)
    app.paths_received.connect(desk.take_paths)
    if not server.listen():
        log.info("no local server: a second window cannot hand its files over")
    stop = asyncio.Event()
    desk.presenters.leaving.left.connect(stop.set)
    app.commitDataRequest.connect(desk.presenters.leaving.expect_end_of_session)
    with _signals_set(stop):
        desk.start([*paths, *app.take_early_paths()])
        desk.window.show()
        await stop.wait()
        desk.window.hide()  # at once, so that nobody waits for what is put away behind it
        desk.presenters.leaving.tray.icon.hide()
        server.close()
        await desk.scope.aclose()
        desk.window.close_now()


@contextlib.contextmanager
def _signals_set(stop: asyncio.Event) -> Generator[None]:
    """Let SIGINT and SIGTERM close the window like its own button, but without asking."""
    if os.name != "posix":
        yield  # Windows ends a program with a window by its close message
        return
    loop = asyncio.get_running_loop()
    for number in _SIGNALS:
        loop.add_signal_handler(number, stop.set)
    try:
        yield
    finally:
        for number in _SIGNALS:
            loop.remove_signal_handler(number)


async def _show_fatal(error: KbError) -> None:
    """Show why there can be no window, and wait until it was read."""
    sys.stderr.write(f"kbdesk: {error}\n")
    box = QMessageBox(QMessageBox.Icon.Critical, "kbdesk", shown(error.title))
    box.setInformativeText(shown(error.remedy))
    box.setStandardButtons(QMessageBox.StandardButton.Close)
    closed = asyncio.get_running_loop().create_future()
    box.finished.connect(closed.set_result)
    box.open()
    await closed
